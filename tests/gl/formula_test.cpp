// One source: what the Math tab prints, the probe, `bindpose matrices` and the GPU say the same.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "gl/gl_fixture.h"
#include "gl/random_rig.h"
#include "io/scene_json.h"
#include "ui/math_values.h"

namespace bindpose::test {
namespace {

constexpr float kSame = 1e-5f;

mat4 from_rows(const nlohmann::json& rows) {
  mat4 m(1.0f);
  for (int r = 0; r < 4; ++r) {
    for (int c = 0; c < 4; ++c) {
      m[c][r] = rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)].get<float>();
    }
  }
  return m;
}

TEST_F(GlTest, PanelProbeMatricesAndGpuAgree) {
  const RigPlan plan{.joints = 12, .vertices = 120, .max_influences = 6, .seed = 31};
  Scene scene = random_pose(random_model(plan), plan);
  renderer().set_model(scene.model);
  const PosedScene posed = evaluate(scene);
  const nlohmann::json printed = nlohmann::json::parse(matrices_json(scene, posed));
  const GpuSkinned gpu = renderer().transform_feedback(scene, posed, 0);
  ASSERT_EQ(gpu.position.size(), 120u);
  using ui::Symbol;
  const auto panel = [&](const ui::FormulaValues& values, Symbol symbol) {
    return ui::matrix_of(values, ui::symbol_id(symbol)).value();
  };
  for (std::uint32_t i = 0; i < 120; ++i) {
    scene.selection.pinned_vertex = {0, i};
    const int joint = static_cast<int>(i) % 12;
    const auto j = static_cast<std::size_t>(joint);
    const ui::FormulaValues values = ui::formula_values(scene, posed, joint, 0);
    const auto& row = printed["joints"][j];
    EXPECT_LE(max_difference(panel(values, Symbol::World), from_rows(row["W"])), kSame);
    EXPECT_LE(max_difference(panel(values, Symbol::BaseLocal), from_rows(row["L"])), kSame);
    EXPECT_LE(max_difference(panel(values, Symbol::UserLocal), from_rows(row["Ul"])), kSame);
    EXPECT_LE(max_difference(panel(values, Symbol::Skin),
                             from_rows(printed["skins"][0]["joints"][j]["T"])),
              kSame);
    ASSERT_TRUE(values.vertex.has_value());
    const Probe probed = probe(scene, posed, {0, i});
    const VertexFactors& v = *values.vertex;
    EXPECT_LT(glm::length(v.result - probed.position), kSame) << i;
    EXPECT_LT(glm::length(v.result - gpu.position[i]), kSame) << i;
    EXPECT_LT(glm::length(v.normal_right - gpu.normal[i]), 2.0f * kSame) << i;
    vec3 sum(0.0f);
    for (const VertexTerm& term : v.terms) {
      sum += term.weight * vec3(term.skin * vec4(v.probe.point, 1.0f));
    }
    EXPECT_LT(glm::length(sum - gpu.position[i]), kSame) << i;
  }
  renderer().set_model(nullptr);
}

TEST_F(GlTest, ThePanelsWrongNormalIsTheOneThatIsShadedWith) {
  const RigPlan plan{.joints = 12, .vertices = 60, .mirror_and_stretch = true, .seed = 32};
  Scene scene = random_pose(random_model(plan), plan);
  scene.view.normals = NormalUse::Plain;
  renderer().set_model(scene.model);
  const PosedScene posed = evaluate(scene);
  const GpuSkinned gpu = renderer().transform_feedback(scene, posed, 0);
  float most = 0.0f;
  for (std::uint32_t i = 0; i < 60; ++i) {
    const VertexFactors v = vertex_factors(scene, posed, {0, i});
    EXPECT_LT(glm::length(v.normal_plain - gpu.normal[i]), 2.0f * kSame) << i;
    most = std::max(most, v.normal_degrees);
  }
  EXPECT_GT(most, 10.0f) << "right and wrong are the same: the test would prove nothing";
  renderer().set_model(nullptr);
}

}  // namespace
}  // namespace bindpose::test
