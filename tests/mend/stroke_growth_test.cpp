// A stroke that takes a joint into one skin after the other on its way.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "io/import.h"
#include "scene/edit/edit.h"

namespace bindpose::stroke_growth_test {
namespace {

const Scene& ogre() {
  static const Scene scene = make_scene(import_model(BINDPOSE_SOURCE_DIR "/assets/ogre.glb"));
  return scene;
}

bool same_bindings(const Scene& a, const Scene& b) {
  for (std::size_t m = 0; m < a.model->meshes.size(); ++m) {
    const MeshBinding &x = binding_of(a, m), &y = binding_of(b, m);
    if (x.skin.joint != y.skin.joint || x.influences.offset != y.influences.offset ||
        x.influences.slot != y.influences.slot || x.influences.weight != y.influences.weight ||
        x.influences.raw_weight_sum != y.influences.raw_weight_sum)
      return false;
  }
  return joint_flags(a) == joint_flags(b);
}

// A joint that at least two skinned meshes lack, and a place on each of two of those.
struct Way {
  int joint = -1;
  std::vector<vec3> places{};
};
std::optional<Way> way_over_two_skins() {
  const Model& model = *ogre().model;
  const PosedScene posed = evaluate(ogre());
  for (int j = 0; j < model.skeleton.size(); ++j) {
    Way way{j};
    for (std::size_t m = 0; m < model.meshes.size() && way.places.size() < 2; ++m) {
      const MeshBinding& binding = model.meshes[m].file_binding;
      if (!binding.skin.skinned || find_slot(binding.skin, j) >= 0) continue;
      std::vector<vec3> position;
      skin_mesh(ogre(), posed, static_cast<int>(m), position, nullptr);
      if (!position.empty()) way.places.push_back(position.front());
    }
    if (way.places.size() == 2) return way;
  }
  return std::nullopt;
}

class StrokeGrowth : public ::testing::Test {
 protected:
  Document document_{ogre()};
  std::shared_ptr<PaintCanvas> canvas_;
  std::unique_ptr<Painting> painting_;
  Way way_;

  void SetUp() override {
    const std::optional<Way> way = way_over_two_skins();
    ASSERT_TRUE(way) << "every skin names every joint";
    way_ = *way;
  }
  // A dab on each of both meshes, and one more on the first: all are shown one after the other.
  void draw() {
    Paint paint;
    paint.joint = way_.joint;
    paint.strength = 0.5;
    paint.radius = 0.05f;
    painting_ =
        std::make_unique<Painting>(document_.scene(), evaluate(document_.scene()), paint, canvas_);
    ASSERT_EQ(painting_->obstacle(), "");
    const vec3 places[] = {way_.places[0], way_.places[1],
                           way_.places[0] + vec3(0.0f, 0.02f, 0.0f)};
    for (const vec3& at : places) {
      painting_->add({{{at}}});
      document_.apply({now(), Phase::Preview});
    }
    std::size_t grown = 0;
    for (std::size_t m = 0; m < ogre().model->meshes.size(); ++m) {
      const bool has = find_slot(binding_of(document_.scene(), m).skin, way_.joint) >= 0;
      grown += has && find_slot(binding_of(ogre(), m).skin, way_.joint) < 0 ? 1 : 0;
    }
    ASSERT_GE(grown, 2u) << "both skins took the joint in";
  }
  PaintWeights now() const { return {painting_->paint(), painting_->result()}; }
};

TEST_F(StrokeGrowth, GivenUpItLeavesNothing) {
  draw();
  document_.apply({now(), Phase::Cancel});
  EXPECT_TRUE(same_bindings(document_.scene(), ogre()));
  EXPECT_EQ(document_.done(), 0u);
}

TEST_F(StrokeGrowth, DoneItIsTheWholeStrokeAndUndone) {
  draw();
  const Scene shown = document_.scene();
  document_.apply({now(), Phase::Commit});
  EXPECT_TRUE(same_bindings(document_.scene(), shown));
  Document other(ogre());
  other.apply({PaintWeights{painting_->paint()}});
  EXPECT_TRUE(same_bindings(document_.scene(), other.scene()));
  document_.undo();
  EXPECT_TRUE(same_bindings(document_.scene(), ogre()));
  document_.redo();
  EXPECT_TRUE(same_bindings(document_.scene(), shown));
}

// Points that were added and not shown yet are in the step that another edit makes of it.
TEST_F(StrokeGrowth, AnotherEditEndsIt) {
  draw();
  painting_->add({{{way_.places[1] + vec3(0.0f, 0.03f, 0.0f)}}});
  document_.apply({ResetAll{}});
  document_.apply({TransformJoint{2, TransformJoint::Rotate, {0.0f, 0.0f, 10.0f}}});
  EXPECT_EQ(document_.done(), 2u);
  document_.undo();
  document_.undo();
  EXPECT_TRUE(same_bindings(document_.scene(), ogre()));
}

}  // namespace
}  // namespace bindpose::stroke_growth_test
