// One source: what the Math tab prints, the probe, `bindpose matrices` and the GPU say the same.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "gl/gl_fixture.h"
#include "gl/random_rig.h"
#include "io/text/scene_json.h"
#include "ui/formula/math_values.h"

namespace bindpose::test::formula_test {
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

// v' from what the panel prints, by the formula that it typesets.
vec3 by_the_formula(const VertexFactors& v) {
  const vec4 p(v.probe.point, 1.0f);
  if (v.method == Deformer::Rigid) return vec3(v.terms[0].skin * p);
  vec3 sum(0.0f);
  if (!v.dual) {
    for (const VertexTerm& term : v.terms) sum += term.weight * vec3(term.skin * p);
    return sum;
  }
  const DualFactors& d = *v.dual;
  quat b(0.0f, 0.0f, 0.0f, 0.0f), e = b;
  for (std::size_t k = 0; k < v.terms.size(); ++k) {
    const float w = v.terms[k].weight, s = d.sign[k];
    sum += w * vec3(d.stretch[k] * p);
    b = b + (w * s) * d.q[k].real;
    e = e + (w * s) * d.q[k].dual;
  }
  EXPECT_LT(glm::length(sum - d.stretched), kSame);
  EXPECT_LT(glm::length(b - d.sum.real), kSame);
  const float length = glm::length(b);
  EXPECT_NEAR(length, d.length, kSame);
  const quat turn = b / length, shift = 2.0f * ((e / length) * glm::conjugate(turn));
  return turn * sum + vec3(shift.x, shift.y, shift.z);
}

// The others name numbers that stand in no row.
bool prints_all_steps(Deformer method) {
  return method == Deformer::Rigid || method == Deformer::Linear ||
         method == Deformer::DualQuaternion;
}

class Formula : public GlTest, public ::testing::WithParamInterface<Deformer> {};

INSTANTIATE_TEST_SUITE_P(Deformers, Formula,
                         ::testing::Values(Deformer::Rigid, Deformer::Linear,
                                           Deformer::DualQuaternion, Deformer::Mixed,
                                           Deformer::Centers, Deformer::BulgeFree,
                                           Deformer::LogMatrix, Deformer::DeltaMush),
                         [](const auto& test) {
                           const std::string_view key = info_of(test.param).key;
                           return std::string(key == "dqs-flat" ? "dqs_flat" : key);
                         });

TEST_P(Formula, PanelProbeMatricesAndGpuAgree) {
  const RigPlan plan{.joints = 12, .vertices = 120, .max_influences = 6, .seed = 31};
  Scene scene = random_pose(random_model(plan), plan);
  scene.view.method = GetParam();
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
    const ui::FormulaValues values = ui::formula_values(scene, posed, joint, 0, scene.view.method);
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
    EXPECT_LT(glm::length(v.normal_usual - gpu.normal[i]), 2.0f * kSame) << i;
    if (!prints_all_steps(v.method)) continue;
    EXPECT_LT(glm::length(by_the_formula(v) - gpu.position[i]), kSame) << i;
  }
  renderer().set_model(nullptr);
}

TEST_P(Formula, StretchedAndMirroredJointsAndRawWeightsAgreeAsWell) {
  const RigPlan plan{.joints = 12,
                     .vertices = 120,
                     .max_influences = 5,
                     .odd_sums = true,
                     .mirror_and_stretch = true,
                     .seed = 33};
  auto model = std::make_shared<Model>(*random_model(plan));
  Mesh& mesh = model->meshes[0];
  for (std::size_t i = 0; i < 120; ++i)
    mesh.dq_blend_weight.push_back(0.25f * static_cast<float>(i % 5));
  Scene scene = random_pose(model, plan);
  scene.view.method = GetParam();
  renderer().set_model(scene.model);
  for (const WeightUse use : {WeightUse::Normalised, WeightUse::Raw}) {
    scene.view.weights = use;
    const PosedScene posed = evaluate(scene);
    const GpuSkinned gpu = renderer().transform_feedback(scene, posed, 0);
    for (std::uint32_t i = 0; i < 120; ++i) {
      const VertexFactors v = vertex_factors(scene, posed, {0, i});
      const float size = 1.0f + glm::length(gpu.position[i]);
      EXPECT_LT(glm::length(v.result - gpu.position[i]), kSame * size) << i;
      EXPECT_LT(glm::length(v.normal_usual - gpu.normal[i]), 3.0f * kSame) << i;
    }
  }
  renderer().set_model(nullptr);
}

TEST_F(GlTest, ThePanelsWrongNormalIsTheOneThatIsShadedWith) {
  const RigPlan plan{.joints = 12, .vertices = 60, .mirror_and_stretch = true, .seed = 32};
  Scene scene = random_pose(random_model(plan), plan);
  scene.view.normals = NormalUse::BlendedMatrix;
  renderer().set_model(scene.model);
  const PosedScene posed = evaluate(scene);
  const GpuSkinned gpu = renderer().transform_feedback(scene, posed, 0);
  float most = 0.0f;
  for (std::uint32_t i = 0; i < 60; ++i) {
    const VertexFactors v = vertex_factors(scene, posed, {0, i});
    EXPECT_LT(glm::length(v.normal_plain - gpu.normal[i]), 2.0f * kSame) << i;
    most = std::max(most, v.plain_degrees);
  }
  EXPECT_GT(most, 10.0f) << "right and wrong are the same: the test would prove nothing";
  renderer().set_model(nullptr);
}

}  // namespace
}  // namespace bindpose::test::formula_test
