// Strokes as edits: text, undo, locks, seams, mirror images, meshes that are hidden.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "io/import.h"
#include "scene/edit/edit.h"
#include "scene/pose/symmetry.h"

namespace bindpose::paint_edit_test {
namespace {

const Scene& ogre() {
  static const Scene scene = make_scene(import_model(BINDPOSE_SOURCE_DIR "/assets/ogre.glb"));
  return scene;
}

float weight(const Scene& scene, int mesh, std::uint32_t vertex, int joint) {
  const auto& [in, skin] = binding_of(scene, static_cast<std::size_t>(mesh));
  for (std::size_t k = in.offset[vertex]; k < in.offset[vertex + 1]; ++k) {
    if (skin.joint[in.slot[k]] == joint) return in.weight[k];
  }
  return 0.0f;
}

bool same_weights(const Scene& a, const Scene& b) {
  for (std::size_t m = 0; m < a.model->meshes.size(); ++m) {
    const MeshBinding &x = binding_of(a, m), &y = binding_of(b, m);
    if (x.skin.joint != y.skin.joint || x.influences.offset != y.influences.offset ||
        x.influences.slot != y.influences.slot || x.influences.weight != y.influences.weight ||
        x.influences.raw_weight_sum != y.influences.raw_weight_sum)
      return false;
  }
  return true;
}

class PaintEditTest : public ::testing::Test {
 protected:
  Document document_{ogre()};

  const Scene& scene() const { return document_.scene(); }
  static int joint(const std::string& name) {
    const auto& names = ogre().model->skeleton.name;
    const auto at = std::ranges::find(names, name);
    EXPECT_NE(at, names.end()) << name;
    return static_cast<int>(at - names.begin());
  }
  Edit edit(const std::string& text) {
    std::string error;
    const auto edit = parse_edit(text, scene(), error);
    EXPECT_TRUE(edit) << error;
    return edit ? *edit : Edit(ResetAll{});
  }
  Change apply(const std::string& text) { return document_.apply({edit(text)}); }
  std::string refusal(const std::string& text) {
    std::string error;
    EXPECT_FALSE(parse_edit(text, scene(), error)) << text;
    return error;
  }
  // The vertex of the skinned meshes that the joint has most of, and where it is now.
  struct Spot {
    VertexRef at;
    vec3 place{0.0f};
    std::string text{};
  };
  Spot spot_of(int j) const {
    Spot best;
    float most = 0.0f;
    std::vector<vec3> position;
    for (int m = 0; m < static_cast<int>(scene().model->meshes.size()); ++m) {
      skin_mesh(scene(), evaluate(scene()), m, position, nullptr);
      for (std::uint32_t i = 0; i < position.size(); ++i) {
        const float w = weight(scene(), m, i, j);
        if (w > most && w < 0.999f) most = w, best.at = {m, i};
      }
    }
    EXPECT_GT(most, 0.0f);
    return spot_at(best.at);
  }
  Spot spot_at(const VertexRef& at) const {
    std::vector<vec3> position;
    skin_mesh(scene(), evaluate(scene()), at.mesh, position, nullptr);
    const vec3 place = position[at.vertex];
    char text[120];
    std::snprintf(text, sizeof text, " at %.9g %.9g %.9g", double(place.x), double(place.y),
                  double(place.z));
    return {at, place, text};
  }
  struct Row {
    VertexRef at;
    double sum;
    std::size_t count;
  };
  // Vertices whose rows differ from the file's.
  std::vector<Row> changed() const {
    std::vector<Row> out;
    for (int m = 0; m < static_cast<int>(scene().model->meshes.size()); ++m) {
      const auto mesh = static_cast<std::size_t>(m);
      const Influences& a = ogre().model->meshes[mesh].file_binding.influences;
      const Influences& b = binding_of(scene(), mesh).influences;
      for (std::uint32_t i = 0; i < a.vertex_count(); ++i) {
        const WeightRow now = read_row(b, i);
        if (read_row(a, i) == now) continue;
        double sum = 0.0;
        for (const WeightEntry& e : now.entry) sum += double(e.weight);
        out.push_back({{m, i}, sum, now.entry.size()});
      }
    }
    return out;
  }
};

TEST_F(PaintEditTest, TextReadsBackAsItself) {
  for (const char* text :
       {"paint add chest 0.2 radius 0.1 at 0 1 2",
        "paint subtract chest 0.25 radius 0.1 falloff linear through limit 4 at 0 1 2 at 3 4 5",
        "paint replace chest 0.5 radius 2 seen from 1 2 3 mirrored at 0 0 0 pressure 0.5 at 1 1 1",
        "paint replace chest 0.5 strength 0.25 radius 2 at 0 0 0",
        "paint smooth 0.5 radius 0.1 falloff flat at 0 1 2", "paint sharpen 1 radius 1 at 0 0 0"}) {
    EXPECT_EQ(to_text(edit(text), scene()), text);
  }
  EXPECT_EQ(edit_label(edit("paint add chest 0.2 radius 0.1 at 0 1 2"), scene()),
            "Paint: add chest");
  EXPECT_EQ(refusal("paint add chest 0.2 at 0 0 0"),
            "A brush needs a radius: \"radius\" and a number.");
  EXPECT_EQ(refusal("paint add chest 1.5 radius 1 at 0 0 0"),
            "That is out of range; expected a strength from 0 to 1.");
  for (const char* text : {"paint", "paint add", "paint add nobody 0.5 radius 1 at 0 0 0",
                           "paint smooth 0.5 radius 0 at 0 0 0", "paint smooth 0.5 radius 1",
                           "paint smooth 0.5 radius 1 at 0 0", "paint fill 1 radius 1 at 0 0 0",
                           "paint smooth 0.5 radius 1 limit 0 at 0 0 0",
                           "paint smooth 0.5 radius 1 at 0 0 0 pressure 2"})
    EXPECT_NE(refusal(text), "") << text;
}

TEST_F(PaintEditTest, ReplaceReachesTheValueAndUndoBringsAllBack) {
  const int chest = joint("chest");
  const Spot spot = spot_of(chest);
  apply("paint replace chest 0.75 radius 0.1" + spot.text);
  EXPECT_FLOAT_EQ(weight(scene(), spot.at.mesh, spot.at.vertex, chest), 0.75f);
  const auto rows = changed();
  EXPECT_GT(rows.size(), 5u);
  for (const Row& row : rows) EXPECT_NEAR(row.sum, 1.0, 1e-6);
  EXPECT_EQ(document_.undo_label(), "Paint: replace chest");
  const Scene painted_scene = scene();
  document_.undo();
  EXPECT_TRUE(same_weights(scene(), ogre()));
  document_.redo();
  EXPECT_TRUE(same_weights(scene(), painted_scene));
}

// The vertex under the brush is there twice, as where a texture has its seam: the triangles of one
// side name the other one.
TEST_F(PaintEditTest, VerticesAtOnePlaceComeOutAlike) {
  const VertexRef at = spot_of(joint("chest")).at;
  auto model = std::make_shared<Model>(*ogre().model);
  Mesh& mesh = model->meshes[static_cast<std::size_t>(at.mesh)];
  const auto twin = static_cast<std::uint32_t>(mesh.position.size());
  const auto repeat = [&at](auto& list) {
    if (!list.empty()) list.push_back(list[at.vertex]);
  };
  repeat(mesh.position);
  repeat(mesh.normal);
  repeat(mesh.uv);
  repeat(mesh.uv_second);
  repeat(mesh.color);
  repeat(mesh.source_vertex);
  repeat(mesh.dq_blend_weight);
  Influences& in = mesh.file_binding.influences;
  const WeightRow row = read_row(in, at.vertex);
  for (const WeightEntry& e : row.entry) {
    in.slot.push_back(static_cast<std::uint16_t>(e.slot));
    in.weight.push_back(e.weight);
  }
  in.offset.push_back(static_cast<std::uint32_t>(in.slot.size()));
  in.raw_weight_sum.push_back(row.raw_weight_sum);
  std::size_t corner = 0;
  for (std::uint32_t& v : mesh.triangle) {
    if (v == at.vertex && corner++ % 2 == 0) v = twin;
  }
  ASSERT_GT(corner, 2u);
  document_ = Document(make_scene(model));
  apply("paint replace head 0.5 radius 0.1" + spot_at(at).text);
  const Influences& now = binding_of(scene(), static_cast<std::size_t>(at.mesh)).influences;
  EXPECT_FLOAT_EQ(weight(scene(), at.mesh, twin, joint("head")), 0.5f);
  EXPECT_EQ(read_row(now, at.vertex), read_row(now, twin));
}

TEST_F(PaintEditTest, LockedWeightsKeepEveryBit) {
  const Spot spot = spot_of(joint("chest"));
  // What pulls there beside the chest.
  int other = -1;
  const auto& [in, skin] =
      ogre().model->meshes[static_cast<std::size_t>(spot.at.mesh)].file_binding;
  for (std::size_t k = in.offset[spot.at.vertex]; k < in.offset[spot.at.vertex + 1]; ++k) {
    if (skin.joint[in.slot[k]] != joint("chest")) other = skin.joint[in.slot[k]];
  }
  ASSERT_GE(other, 0);
  const std::string name = ogre().model->skeleton.name[static_cast<std::size_t>(other)];
  apply("lock weights " + name);
  apply("paint replace chest 1 radius 0.3" + spot.text);
  apply("paint smooth 1 radius 0.3" + spot.text);
  const auto rows = changed();
  EXPECT_GT(rows.size(), 20u);
  std::size_t with_other = 0;
  for (const Row& row : rows) {
    const float before = weight(ogre(), row.at.mesh, row.at.vertex, other);
    EXPECT_EQ(weight(scene(), row.at.mesh, row.at.vertex, other), before);
    EXPECT_NEAR(row.sum, 1.0, 1e-6);
    with_other += before > 0.0f;
  }
  EXPECT_GT(with_other, 0u);
  const std::string locked = "paint add " + name + " 1 radius 1" + spot.text;
  const Paint paint = edit(locked).get<PaintWeights>().paint;
  EXPECT_EQ(painted(scene(), paint)->account, "The weights of " + name + " are locked.");
  EXPECT_EQ(apply(locked).extent, Change::None);
}

TEST_F(PaintEditTest, ACapHoldsWhereItPaints) {
  const Spot spot = spot_of(joint("chest"));
  apply("paint add head 0.3 radius 0.3 limit 2" + spot.text);
  const auto rows = changed();
  EXPECT_GT(rows.size(), 20u);
  for (const Row& row : rows) EXPECT_LE(row.count, 2u);
}

// A stroke on both sides leaves weights as even as they were.
TEST_F(PaintEditTest, MirroredIsTheMirrorImage) {
  const auto& pairs = rig_mirror(ogre()).pairs;
  int left = -1;
  for (int j = 0; j < ogre().model->skeleton.size() && left < 0; ++j) {
    const auto at = static_cast<std::size_t>(j);
    const bool arm = ogre().model->skeleton.name[at].find("arm") != std::string::npos;
    if (arm && pairs.partner[at] > j) left = j;
  }
  ASSERT_GE(left, 0);
  const int right = pairs.partner[static_cast<std::size_t>(left)];
  const Spot spot = spot_of(left);
  const std::string name = ogre().model->skeleton.name[static_cast<std::size_t>(left)];
  apply("paint add " + name + " 0.4 radius 0.2 mirrored" + spot.text);
  std::size_t compared = 0;
  double worst = 0.0;
  for (const Row& row : changed()) {
    const int m = row.at.mesh;
    const auto& all = ogre().model->meshes[static_cast<std::size_t>(m)].position;
    const vec3 image(pairs.plane.reflected(glm::dvec3(all[row.at.vertex])));
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      if (glm::length(all[i] - image) > 1e-5f * static_cast<float>(pairs.size)) continue;
      if (weight(ogre(), m, i, right) != weight(ogre(), m, row.at.vertex, left)) continue;
      ++compared;
      const double there = double(weight(scene(), m, row.at.vertex, left));
      worst = std::max(worst, std::abs(double(weight(scene(), m, i, right)) - there));
    }
  }
  EXPECT_GT(compared, 20u);
  EXPECT_LT(worst, 1e-5);
}

TEST_F(PaintEditTest, SeenFromAPlaceWhatIsTurnedAwayStays) {
  const Spot spot = spot_of(joint("chest"));
  apply("paint add head 0.5 radius 100 falloff flat through" + spot.text);
  const std::size_t all = changed().size();
  document_.undo();
  apply("paint add head 0.5 radius 100 falloff flat through seen from 0 1 1000" + spot.text);
  const auto rows = changed();
  EXPECT_GT(rows.size(), all / 4);
  EXPECT_LT(rows.size(), all - all / 4);
  std::vector<vec3> position, normal;
  int mesh = -1;
  std::size_t away = 0;
  for (const Row& row : rows) {
    if (row.at.mesh != mesh)
      skin_mesh(scene(), evaluate(ogre()), mesh = row.at.mesh, position, &normal);
    away += glm::dot(normal[row.at.vertex], vec3(0, 1, 1000) - position[row.at.vertex]) <= 0.0f;
  }
  EXPECT_LT(away, rows.size() / 100) << "but for places with several normals";
}

TEST_F(PaintEditTest, HalfThePressureIsHalfTheStrength) {
  const Spot spot = spot_of(joint("chest"));
  apply("paint add chest 0.4 radius 0.2" + spot.text + " pressure 0.5");
  const Scene half = scene();
  document_.undo();
  apply("paint add chest 0.2 radius 0.2" + spot.text);
  EXPECT_GT(changed().size(), 20u);
  for (const Row& row : changed())
    EXPECT_NEAR(weight(scene(), row.at.mesh, row.at.vertex, joint("chest")),
                weight(half, row.at.mesh, row.at.vertex, joint("chest")), 1e-6f);
}

TEST_F(PaintEditTest, HiddenMeshesStay) {
  const Spot spot = spot_of(joint("chest"));
  apply("meshes hide");
  const Paint paint = edit("paint add chest 1 radius 1" + spot.text).get<PaintWeights>().paint;
  EXPECT_EQ(painted(scene(), paint)->account,
            "All meshes with a skin are hidden: show what is to be painted.");
  apply("paint add chest 1 radius 1" + spot.text);
  EXPECT_TRUE(same_weights(scene(), ogre()));
}

// What a window does: one point after the other, previews, then a commit.
TEST_F(PaintEditTest, AStrokeThatIsDrawnIsTheOneThatIsWritten) {
  const Spot spot = spot_of(joint("chest"));
  PaintWeights whole = edit("paint add chest 0.4 radius 0.15" + spot.text + spot.text + spot.text)
                           .get<PaintWeights>();
  whole.paint.points[1].at += vec3(0.05f, 0.0f, 0.0f);
  whole.paint.points[2].at += vec3(0.1f, 0.03f, 0.0f);
  const std::vector<Paint::Point> points = whole.paint.points;
  Paint begin = whole.paint;
  begin.points.clear();
  std::shared_ptr<PaintCanvas> canvas;
  Painting painting(scene(), evaluate(scene()), begin, canvas);
  ASSERT_EQ(painting.obstacle(), "");
  for (const Paint::Point& point : points) {
    painting.add({{point}});
    document_.apply({PaintWeights{painting.paint(), painting.result()}, Phase::Preview});
  }
  const Scene previewed = scene();
  document_.apply({PaintWeights{painting.paint(), painting.result()}, Phase::Commit});
  EXPECT_TRUE(same_weights(scene(), previewed));
  EXPECT_EQ(document_.done(), 1u);
  Document other(ogre());
  other.apply({whole});
  EXPECT_TRUE(same_weights(scene(), other.scene()));
  EXPECT_EQ(to_text(PaintWeights{painting.paint()}, scene()), to_text(whole, scene()));
  document_.undo();
  EXPECT_TRUE(same_weights(scene(), ogre()));
}

TEST_F(PaintEditTest, AStrokeThatIsGivenUpLeavesNothing) {
  const Spot spot = spot_of(joint("chest"));
  Paint begin = edit("paint add chest 0.4 radius 0.15" + spot.text).get<PaintWeights>().paint;
  const std::vector<Paint::Point> points = std::exchange(begin.points, {});
  for (const bool undone : {false, true}) {
    std::shared_ptr<PaintCanvas> canvas;
    Painting painting(scene(), evaluate(scene()), begin, canvas);
    for (int k = 0; k < 3; ++k) {
      Paint::Point point = points[0];
      point.at.y += 0.04f * static_cast<float>(k);
      painting.add({{point}});
      document_.apply({PaintWeights{painting.paint(), painting.result()}, Phase::Preview});
      EXPECT_FALSE(same_weights(scene(), ogre()));
    }
    if (undone) {
      document_.undo();
    } else {
      document_.apply({PaintWeights{painting.paint(), painting.result()}, Phase::Cancel});
    }
    EXPECT_TRUE(same_weights(scene(), ogre()));
    EXPECT_EQ(document_.done(), 0u);
  }
}

// Another edit in the middle of a stroke commits it as it stands.
TEST_F(PaintEditTest, AnotherEditEndsTheStroke) {
  const Spot spot = spot_of(joint("chest"));
  Paint begin = edit("paint add chest 0.4 radius 0.15" + spot.text).get<PaintWeights>().paint;
  Paint::Point point = std::exchange(begin.points, {})[0];
  std::shared_ptr<PaintCanvas> canvas;
  Painting painting(scene(), evaluate(scene()), begin, canvas);
  for (int k = 0; k < 2; ++k) {
    point.at.y += 0.05f;
    painting.add({{point}});
    document_.apply({PaintWeights{painting.paint(), painting.result()}, Phase::Preview});
  }
  const Scene drawn = scene();
  apply("joint head rotate 0 0 10");
  EXPECT_EQ(document_.done(), 2u);
  document_.undo();
  EXPECT_TRUE(same_weights(scene(), drawn));
  document_.undo();
  EXPECT_TRUE(same_weights(scene(), ogre()));
  document_.redo();
  EXPECT_TRUE(same_weights(scene(), drawn));
}

TEST_F(PaintEditTest, AJointThatTheSkinLacksIsTakenIn) {
  // A node of the file that no skin names.
  int helper = -1;
  for (int j = 0; j < ogre().model->skeleton.size() && helper < 0; ++j) {
    bool named = false;
    for (const Mesh& mesh : ogre().model->meshes)
      named = named || find_slot(mesh.file_binding.skin, j) >= 0;
    if (!named) helper = j;
  }
  if (helper < 0) GTEST_SKIP() << "all nodes are joints";
  const Spot spot = spot_of(joint("chest"));
  Paint paint = edit("paint add chest 0.5 radius 0.1" + spot.text).get<PaintWeights>().paint;
  paint.joint = helper;
  document_.apply({PaintWeights{paint}});
  EXPECT_FLOAT_EQ(weight(scene(), spot.at.mesh, spot.at.vertex, helper), 0.5f);
  document_.undo();
  EXPECT_TRUE(same_weights(scene(), ogre()));
}

}  // namespace
}  // namespace bindpose::paint_edit_test
