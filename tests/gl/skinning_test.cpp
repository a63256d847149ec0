// The GPU as a function: what the vertex shader computed with each deformer against the CPU.
#include "rig/deformer.h"

#include <gtest/gtest.h>

#include <ostream>

#include "gl/gl_fixture.h"
#include "gl/random_rig.h"
#include "render/skin_packing.h"

namespace bindpose::test::skinning_test {
namespace {

struct Case {
  const char* name;
  RigPlan plan;
  bool raw = false;
  bool force_texture = false;
  NormalUse normals = NormalUse::InverseTranspose;
  bool parts = false;  // of dual quaternions, vertex by vertex
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

class SkinningTest : public GlTest, public ::testing::WithParamInterface<Case> {
 protected:
  void TearDown() override {
    renderer().force_palette_texture(false);
    renderer().set_model(nullptr);
    GlTest::TearDown();
  }
};

void set_parts(Mesh& mesh) {
  for (std::size_t i = 0; i < mesh.position.size(); ++i) {
    mesh.dq_blend_weight.push_back(0.25f * static_cast<float>(i % 5));
  }
}

void expect_equal(Scene scene, const Case& c, Deformer method, Renderer& renderer) {
  SCOPED_TRACE(info_of(method).name);
  scene.view.method = method;
  scene.view.weights = c.raw ? WeightUse::Raw : WeightUse::Normalised;
  const PosedScene posed = evaluate(scene);
  const Mesh& mesh = scene.model->meshes[0];

  std::vector<vec3> position(mesh.position.size()), normal(mesh.position.size());
  scene.view.normals = c.normals;
  skin_mesh(scene, posed, 0, method, position, &normal);
  renderer.force_palette_texture(c.force_texture);
  renderer.set_model(scene.model);
  const GpuSkinned gpu = renderer.transform_feedback(scene, posed, 0);
  ASSERT_EQ(gpu.position.size(), position.size());

  Box box;
  for (const vec3& p : position) box.add(p);
  float worst_position = 0.0f, worst_normal = 0.0f, moved = 0.0f;
  for (std::size_t i = 0; i < position.size(); ++i) {
    worst_position = std::max(worst_position, glm::length(gpu.position[i] - position[i]));
    worst_normal = std::max(worst_normal, glm::length(gpu.normal[i] - normal[i]));
    moved = std::max(moved, glm::length(position[i] - mesh.position[i]));
    EXPECT_NEAR(glm::length(gpu.normal[i]), 1.0f, 1e-5f) << i;
  }
  EXPECT_GT(moved, 0.1f * box.diagonal()) << "the pose does nothing: the test would prove nothing";
  EXPECT_LT(worst_position, 2e-6f * box.diagonal());
  EXPECT_LT(worst_normal, 2e-5f);
}

TEST_P(SkinningTest, EqualsTheCpu) {
  const Case& c = GetParam();
  auto model = std::make_shared<Model>(*random_model(c.plan));
  if (c.parts) set_parts(model->meshes[0]);
  const Scene scene = random_pose(model, c.plan);
  ASSERT_EQ(check_model(*model), "");
  for (const DeformerInfo& d : kDeformers) expect_equal(scene, c, d.method, renderer());
}

INSTANTIATE_TEST_SUITE_P(
    Rigs, SkinningTest,
    ::testing::Values(Case{"OneInfluence", {.max_influences = 1}},
                      Case{"FourInfluences", {.max_influences = 4}},
                      Case{"FiveInfluences", {.max_influences = 5}},
                      Case{"SixteenInfluences", {.max_influences = 16, .seed = 2}},
                      Case{"NoInfluences", {.unweighted = 1.0f, .seed = 3}},
                      Case{"MirrorAndStretch",
                           {.max_influences = 3, .mirror_and_stretch = true, .seed = 4}},
                      Case{"PartsOfDualQuaternions",
                           {.max_influences = 6, .mirror_and_stretch = true, .seed = 11},
                           false,
                           false,
                           NormalUse::InverseTranspose,
                           true},
                      Case{"RawWeights", {.max_influences = 6, .odd_sums = true, .seed = 5}, true},
                      Case{"OddSumsNormalised", {.max_influences = 6, .odd_sums = true, .seed = 6}},
                      Case{"FourHundredJoints", {.joints = 400, .seed = 7}},
                      Case{"TwoThousandJoints", {.joints = 2000, .vertices = 3000, .seed = 8}},
                      Case{"FewJointsFromTexture", {.max_influences = 9, .seed = 9}, false, true},
                      Case{"RawFromTexture", {.odd_sums = true, .seed = 10}, true, true},
                      Case{"PlainNormals",
                           {.mirror_and_stretch = true, .seed = 11},
                           false,
                           false,
                           NormalUse::BlendedMatrix}),
    [](const auto& test) { return test.param.name; });

TEST_F(GlTest, RawSumsScaleThePositionAndNotTheNormal) {
  const RigPlan plan{.unweighted = 0.3f};
  auto model = std::make_shared<Model>(*random_model(plan));
  Mesh& mesh = model->meshes[0];
  const std::size_t vertices = mesh.position.size();
  for (std::size_t i = 0; i < vertices; ++i)
    if (mesh.file_binding.influences.offset[i] != mesh.file_binding.influences.offset[i + 1])
      mesh.file_binding.influences.raw_weight_sum[i] = i % 2 == 0 ? 1e-11f : 3.0f;
  Scene scene = random_pose(model, plan);
  const PosedScene posed = evaluate(scene);
  const GpuSkinned normalised = renderer().transform_feedback(scene, posed, 0);
  scene.view.weights = WeightUse::Raw;
  const GpuSkinned raw = renderer().transform_feedback(scene, posed, 0);
  std::vector<vec3> position(vertices), normal(vertices);
  linear_blend_skinning(skinning_input(bound_as_in_file(mesh), posed.palette[0],
                                       posed.node_matrix[0], WeightUse::Raw),
                        position, normal);
  for (std::size_t i = 0; i < vertices; ++i) {
    const bool weighted =
        mesh.file_binding.influences.offset[i] != mesh.file_binding.influences.offset[i + 1];
    const float sum = weighted ? mesh.file_binding.influences.raw_weight_sum[i] : 1.0f;
    EXPECT_LT(glm::length(raw.position[i] - sum * normalised.position[i]), 1e-5f * sum) << i;
    EXPECT_LT(glm::length(raw.position[i] - position[i]), 1e-5f * sum) << i;
    EXPECT_LT(glm::length(raw.normal[i] - normal[i]), 2e-5f) << i;
  }
  renderer().set_model(nullptr);
}

TEST_F(GlTest, TwoThousandJointsDoNotFitTheUniformBlock) {
  EXPECT_LT(renderer().palette_limit_uniform(), 2000u);
  EXPECT_GE(renderer().palette_limit_uniform(), 340u) << "16 KiB are guaranteed";
}

TEST_F(GlTest, MorphsReachTheGpuWhenWeightsChangeAndGoAgain) {
  const RigPlan plan;
  const auto model = std::make_shared<Model>(*random_model(plan));
  model->morph_channels = {{"a", 0, 0.0f}, {"b", 0, 0.0f}};
  Mesh& mesh = model->meshes[0];
  MorphTarget first{0, {}, {}, {}}, second{1, {3, 5}, {vec3(2, 0, 0), vec3(0, -1, 0)}, {}};
  for (std::uint32_t i = 0; i < mesh.position.size(); i += 2) {
    first.vertex.push_back(i);
    first.position.push_back(vec3(0.5f, 0.25f * static_cast<float>(i % 7), -1.0f));
    first.normal.push_back(vec3(static_cast<float>(i % 3), -0.5f, 0.5f));
  }
  mesh.morph = {first, second};
  ASSERT_EQ(check_model(*model), "");
  Scene scene = random_pose(model, plan);
  renderer().set_model(scene.model);
  const float weights[][2] = {{0, 0}, {1, 0}, {0.5f, -2.0f}, {0.5f, 3.0f}, {0, 0}};
  std::vector<vec3> position, normal, before;
  for (const DeformerInfo& d : kDeformers) {
    before.clear();
    for (const auto& w : weights) {
      scene.view.method = d.method;
      scene.pose.user_morph = {w[0], w[1]};
      const PosedScene posed = evaluate(scene);
      skin_mesh(scene, posed, 0, d.method, position, &normal);
      const GpuSkinned gpu = renderer().transform_feedback(scene, posed, 0);
      ASSERT_EQ(gpu.position.size(), position.size());
      Box box;
      for (const vec3& p : position) box.add(p);
      for (std::size_t i = 0; i < position.size(); ++i) {
        EXPECT_LT(glm::length(gpu.position[i] - position[i]), 2e-6f * box.diagonal()) << i;
        EXPECT_LT(glm::length(gpu.normal[i] - normal[i]), 2e-5f) << i;
      }
      EXPECT_NE(position, before) << "the weights do nothing: the test would prove nothing";
      before = position;
    }
  }
  renderer().set_model(nullptr);
}

TEST_F(GlTest, TheSwitchOfTheNormalsReachesThePictureOfTheSamePose) {
  const RigPlan plan{.mirror_and_stretch = true};
  Scene scene = random_pose(random_model(plan), plan);
  const PosedScene posed = evaluate(scene);
  BoneSet bones;
  build_bones(scene, posed, bones);
  renderer().set_model(scene.model);
  const auto picture = [&] {
    const Camera camera = first_view({128.0f, 128.0f}, posed_bounds(scene, posed));
    renderer().draw({scene, posed, bones, camera, 128, 128});
    return renderer().read_pixels().pixels;
  };
  scene.view.skeleton = false;
  const auto right = picture();
  scene.view.normals = NormalUse::BlendedMatrix;
  const auto plain = picture();
  EXPECT_NE(plain, right);
  scene.view.normals = NormalUse::InverseTranspose;
  EXPECT_EQ(picture(), right);
  renderer().set_model(nullptr);
}

TEST_F(GlTest, ThePoseAfterAPictureIsTheNewOne) {
  // Buffers are kept between calls: another revision must reach the GPU, the same model or not.
  const RigPlan plan;
  Scene scene = random_pose(random_model(plan), plan);
  renderer().set_model(scene.model);
  const GpuSkinned first = renderer().transform_feedback(scene, evaluate(scene), 0);
  scene.pose.user_local[0] = to_matrix(Transform{vec3(1.0f, 2.0f, 3.0f), {}, vec3(1.0f)});
  const GpuSkinned second = renderer().transform_feedback(scene, evaluate(scene), 0);
  EXPECT_GT(glm::length(second.position[0] - first.position[0]), 1.0f);
  renderer().set_model(nullptr);
}

TEST(PackedAttributes, VerticesWithoutInfluencesFollowTheNodesSlot) {
  Mesh mesh;
  mesh.position.assign(2, vec3(0.0f));
  mesh.file_binding.skin.joint = {4, 5, 6};
  mesh.file_binding.influences = pack_influences({{}, {{2, 0.5f}, {0, 0.25f}}}, 3).influences;
  const PackedAttributes packed = pack_attributes(bound_as_in_file(mesh));
  EXPECT_EQ(packed.slots[0], 3u);
  EXPECT_EQ(packed.weights[0], 1.0f);
  EXPECT_EQ(packed.slots[4], 2u);
  EXPECT_NEAR(packed.weights[4], 2.0f / 3.0f, 1e-6f);
  EXPECT_NEAR(packed.raw_weight_sum[1], 0.75f, 1e-6f);
  EXPECT_EQ(packed.raw_weight_sum[0], 1.0f);
  EXPECT_TRUE(packed.more.empty());
}

TEST(PackPalette, RowsOfTheMatrixAndTheNodeLast) {
  mat4 m(1.0f);
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 3; ++row) m[column][row] = static_cast<float>(10 * row + column);
  mat4 node(1.0f);
  node[3] = vec4(7.0f, 8.0f, 9.0f, 1.0f);
  std::vector<vec4> rows;
  pack_palette(std::vector<mat4>{m}, node, rows);
  ASSERT_EQ(rows.size(), 6u);
  EXPECT_EQ(rows[0], vec4(0, 1, 2, 3));
  EXPECT_EQ(rows[2], vec4(20, 21, 22, 23));
  EXPECT_EQ(rows[5], vec4(0, 0, 1, 9));
}

}  // namespace
}  // namespace bindpose::test::skinning_test
