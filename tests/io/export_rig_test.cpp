#include "io/export/rig.h"

#include <algorithm>
#include <cmath>

#include "io/import.h"
#include "io_fixture.h"
#include "rig/skinning.h"
#include "scene/segment_binding.h"

namespace bindpose::testing::export_rig_test {
namespace {

std::shared_ptr<const Model> load(const std::filesystem::path& file) {
  return import_model(file, {});
}

// Meshes may come back in another order.
int same_mesh(const Model& a, std::size_t m, const Model& b) {
  for (std::size_t k = 0; k < b.meshes.size(); ++k) {
    if (b.meshes[k].name == a.meshes[m].name) return static_cast<int>(k);
  }
  ADD_FAILURE() << "no mesh " << a.meshes[m].name;
  return 0;
}

// The largest distance of a vertex in the file and in what was written of it, over some poses;
// relative to the rest pose's diagonal. Points are compared in display space: the written file is
// in metres.
float worst_difference(const std::shared_ptr<const Model>& a,
                       const std::shared_ptr<const Model>& b) {
  Scene before = make_scene(a), after = make_scene(b);
  const float size = transformed(posed_bounds(before, evaluate(before)), a->to_display).diagonal();
  float worst = 0.0f;
  const auto compare = [&] {
    const PosedScene pa = evaluate(before), pb = evaluate(after);
    for (std::size_t m = 0; m < a->meshes.size(); ++m) {
      std::vector<vec3> va, vb;
      skin_mesh(before, pa, static_cast<int>(m), va, nullptr);
      skin_mesh(after, pb, same_mesh(*a, m, *b), vb, nullptr);
      ASSERT_EQ(va.size(), vb.size());
      for (std::size_t i = 0; i < va.size(); ++i) {
        const vec4 at = a->to_display * vec4(va[i], 1.0f) - b->to_display * vec4(vb[i], 1.0f);
        worst = std::max(worst, glm::length(vec3(at)) / size);
      }
    }
  };
  compare();
  for (std::size_t c = 0; c < a->clips.size() && c < b->clips.size(); ++c) {
    EXPECT_EQ(a->clips[c].name, b->clips[c].name);
    EXPECT_NEAR(a->clips[c].duration, b->clips[c].duration, 1e-3);
    for (Scene* s : {&before, &after}) {
      s->pose.base = BasePose::Clip;
      s->pose.clip = static_cast<int>(c);
    }
    for (const double part : {0.0, 0.31, 0.77}) {
      before.pose.time = after.pose.time = part * a->clips[c].duration;
      compare();
    }
  }
  return worst;
}

class ExportRig : public FolderTest {
 protected:
  void expect_same(const std::filesystem::path& file, float tolerance) {
    if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is not there";
    const auto model = load(file);
    export_rig(*model, folder_ / "rig.glb");
    const auto again = load(folder_ / "rig.glb");
    ASSERT_EQ(model->meshes.size(), again->meshes.size());
    EXPECT_EQ(model->clips.size(), again->clips.size());
    EXPECT_LT(worst_difference(model, again), tolerance);
  }
};

TEST_F(ExportRig, TheOgreComesBackAsItWas) {
  expect_same(BINDPOSE_SOURCE_DIR "/assets/ogre.glb", 1e-5f);
}
// Its clips are curves for each axis: sampled sixty times a second.
TEST_F(ExportRig, AnFbxComesBackUprightInMetres) {
  expect_same(BINDPOSE_SOURCE_DIR "/assets/ogre.fbx", 1e-3f);
}
TEST_F(ExportRig, AttachmentsStayOnTheirBones) {
  expect_same(BINDPOSE_SHARED_DIR "/models/knight/Knight.glb", 1e-5f);
}
TEST_F(ExportRig, ManyWeightSets) {
  const std::filesystem::path folder = BINDPOSE_SHARED_DIR "/models/multi_weight_sets";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not there";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const auto ending = entry.path().extension();
    if (ending == ".glb" || ending == ".gltf") expect_same(entry.path(), 1e-5f);
  }
}

std::shared_ptr<const Model> bound_copy(const std::shared_ptr<const Model>& model,
                                        const SegmentRadii& radii) {
  Document document(make_scene(model));
  document.apply({bind_edit(*model, radii)});
  return document.scene().model;
}

TEST_F(ExportRig, VerticesWithoutWeightsFollowTheirNode) {
  const auto model = load(BINDPOSE_SOURCE_DIR "/assets/arm.glb");
  const auto bound = bound_copy(model, {0.05f, {}});
  const Influences& in = bound->meshes[0].influences;
  std::size_t empty = 0;
  for (std::size_t i = 0; i < in.vertex_count(); ++i) empty += in.offset[i] == in.offset[i + 1];
  ASSERT_GT(empty, 0u);
  ASSERT_LT(empty, in.vertex_count());
  export_rig(*bound, folder_ / "arm.glb");
  EXPECT_LT(worst_difference(bound, load(folder_ / "arm.glb")), 1e-5f);
}

TEST_F(ExportRig, WeightsComeBackAsTheFormulaHasThem) {
  const auto model = load(BINDPOSE_SOURCE_DIR "/assets/ogre.glb");
  EXPECT_EQ(bind_by_segments(*model, {}).unweighted, 0u);
  const auto bound = bound_copy(model, {});
  EXPECT_EQ(check_model(*bound), "");
  export_rig(*bound, folder_ / "ogre.glb");
  const auto again = load(folder_ / "ogre.glb");
  ASSERT_EQ(again->meshes.size(), bound->meshes.size());
  for (std::size_t m = 0; m < bound->meshes.size(); ++m) {
    const Mesh &a = bound->meshes[m], &b = again->meshes[m];
    ASSERT_EQ(a.position.size(), b.position.size());
    for (int j = 0; j < model->skeleton.size(); ++j) {
      const std::string& name = model->skeleton.name[static_cast<std::size_t>(j)];
      const std::vector<float> wa = joint_weights(a, j);
      const std::vector<float> wb = joint_weights(b, find_joint(again->skeleton, name));
      float worst = 0.0f;
      for (std::size_t i = 0; i < wa.size(); ++i) worst = std::max(worst, std::abs(wa[i] - wb[i]));
      EXPECT_LT(worst, 1e-6f) << name;
    }
  }
}

TEST_F(ExportRig, OtherEndingsAreRefused) {
  const Model model;
  EXPECT_NE(sentence_of([&] { export_rig(model, folder_ / "a.fbx"); }).find(".glb"),
            std::string::npos);
}

}  // namespace
}  // namespace bindpose::testing::export_rig_test
