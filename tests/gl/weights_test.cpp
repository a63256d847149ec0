// Weights that are edited while a model is shown: the GPU follows, and agrees with the probe.
#include <gtest/gtest.h>

#include "gl/gl_fixture.h"
#include "gl/random_rig.h"
#include "scene/edit/edit.h"
#include "scene/engine/engine_view.h"
#include "scene/probe.h"

namespace bindpose::test::weights_test {
namespace {

constexpr float kClose = 1e-5f;

class WeightEdits : public GlTest, public ::testing::WithParamInterface<WeightUse> {
 protected:
  void TearDown() override {
    renderer().set_model(nullptr);
    GlTest::TearDown();
  }

  // Two vertices out of three are weighted by up to `most` joints.
  void open(int most) {
    const RigPlan plan{.vertices = 200, .max_influences = most, .unweighted = 0.3f};
    document_ = Document(random_pose(random_model(plan), plan));
    ViewSettings view;
    view.weights = GetParam();
    document_.apply({SetView{view}});
    renderer().set_model(document_.scene().model);
  }

  void expect_the_probe_on_the_gpu(const char* when) {
    const Scene& scene = document_.scene();
    const PosedScene posed = evaluate(scene);
    const GpuSkinned gpu = renderer().transform_feedback(scene, posed, 0);
    ASSERT_EQ(gpu.position.size(), 200u);
    for (std::uint32_t v = 0; v < 200; ++v) {
      const Probe p = probe(scene, posed, {0, v});
      vec3 sum(0.0f);
      for (const ProbeRow& r : p.rows) sum += r.weight * r.candidate;
      ASSERT_LT(glm::distance(gpu.position[v], p.position), kClose) << when << ", vertex " << v;
      ASSERT_LT(glm::distance(gpu.position[v], sum), kClose) << when << ", vertex " << v;
      ASSERT_LT(glm::distance(gpu.normal[v], p.normal), kClose) << when << ", vertex " << v;
    }
  }

  // A row of n joints, other ones for other `first`.
  static std::vector<JointWeight> row(int first, int n) {
    std::vector<JointWeight> out;
    for (int k = 0; k < n; ++k)
      out.push_back({(first + 3 * k) % 30, 0.1f + 0.1f * static_cast<float>(k)});
    return out;
  }

  Document document_;
};

// The shader with an engine's weights against the processor with the same, and back.
TEST_P(WeightEdits, AnEnginesWeightsAreThoseOnTheGpu) {
  open(7);
  ViewSettings view = document_.scene().view;
  for (const bool whole : {true, false}) {
    view.engine = true;
    view.engine_keep = 3;
    view.engine_whole = whole;
    document_.apply({SetView{view}});
    const Scene& scene = document_.scene();
    const PosedScene posed = evaluate(scene);
    const GpuSkinned gpu = renderer().transform_feedback(scene, posed, 0);
    const Influences engine = engine_influences_of(scene, 0);
    const BoundMesh own = bound_mesh(scene, 0);
    std::vector<vec3> cpu(gpu.position.size()), right;
    info_of(Deformer::Linear)
        .deform(skinning_input({own.mesh, engine, own.skin}, posed.palette[0], posed.node_matrix[0],
                               engine_use(view), view.normals),
                cpu, {});
    skin_mesh(scene, posed, 0, right, nullptr);
    float apart = 0.0f;
    for (std::size_t v = 0; v < cpu.size(); ++v) {
      ASSERT_LT(glm::distance(gpu.position[v], cpu[v]), kClose) << v;
      apart = std::max(apart, glm::distance(cpu[v], right[v]));
    }
    EXPECT_GT(apart, 1e-3f);
  }
  view.engine = false;
  document_.apply({SetView{view}});
  expect_the_probe_on_the_gpu("after the engine");
}

TEST_P(WeightEdits, RowsOfAnyLengthArrive) {
  for (const int most : {2, 7}) {
    open(most);
    expect_the_probe_on_the_gpu("as loaded");
    for (const int n : {1, 4, 0, 6, 9, 3, 5}) {
      for (const std::uint32_t v : {0u, 17u, 199u}) {
        document_.apply({SetWeights{{0, v}, row(n + static_cast<int>(v), n)}});
      }
      expect_the_probe_on_the_gpu("edited");
    }
    for (int k = 0; k < 5; ++k) document_.undo();
    expect_the_probe_on_the_gpu("undone");
  }
}

TEST_P(WeightEdits, MoreEditsThanTheLogHolds) {
  open(6);
  for (int k = 0; k < 300; ++k) {
    document_.apply({SetWeights{{0, static_cast<std::uint32_t>(k % 200)}, row(k, k % 8)}});
  }
  expect_the_probe_on_the_gpu("after many edits");
}

TEST_P(WeightEdits, AGestureThatIsDrawnInBetween) {
  open(4);
  for (int k = 1; k < 5; ++k) {
    document_.apply({SetWeights{{0, 5}, row(k, 2 * k)}, Phase::Preview});
    expect_the_probe_on_the_gpu("preview");
  }
  document_.apply({SetWeights{{0, 5}, {}}, Phase::Cancel});
  expect_the_probe_on_the_gpu("cancelled");
}

INSTANTIATE_TEST_SUITE_P(Uses, WeightEdits,
                         ::testing::Values(WeightUse::Normalised, WeightUse::Raw));

TEST_F(GlTest, ASkinThatGrowsAndAWholeMesh) {
  const RigPlan plan{.vertices = 60, .max_influences = 3};
  auto model = std::make_shared<Model>(*random_model(plan));
  Skin& skin = model->meshes[0].file_binding.skin;
  // The last five joints have no slot.
  std::vector<std::vector<WeightEntry>> rows(60, {{3, 0.5f}, {4, 0.5f}});
  rows[7].clear();
  model->meshes[0].file_binding.influences = pack_influences(rows, 25).influences;
  skin.joint.resize(25);
  skin.bind.resize(25);
  skin.inverse_bind.resize(25);
  Document document(random_pose(model, plan));
  renderer().set_model(model);
  const auto check = [&](const char* when) {
    const PosedScene posed = evaluate(document.scene());
    const GpuSkinned gpu = renderer().transform_feedback(document.scene(), posed, 0);
    for (std::uint32_t v = 0; v < 60; ++v) {
      const Probe p = probe(document.scene(), posed, {0, v});
      ASSERT_LT(glm::distance(gpu.position[v], p.position), kClose) << when << ", vertex " << v;
    }
  };
  check("as loaded");
  document.apply({SetWeights{{0, 3}, {{27, 0.5f}, {2, 0.5f}}}});
  check("grown");
  document.undo();
  check("shrunk");
  auto weights = std::make_shared<std::vector<MeshWeights>>();
  weights->push_back(
      {0,
       {28, 1, 26},
       pack_influences(std::vector<std::vector<WeightEntry>>(60, {{0, 0.2f}, {2, 0.3f}, {1, 0.5f}}),
                       3)
           .influences});
  document.apply({SetInfluences{weights, "all"}});
  check("all at once");
  document.undo();
  check("and back");
  renderer().set_model(nullptr);
}

}  // namespace
}  // namespace bindpose::test::weights_test
