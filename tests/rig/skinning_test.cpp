#include "rig/skinning.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rig/fixtures.h"

namespace bindpose::test::skinning_test {
namespace {

// A cloud of vertices with 0 to `most` influences each, and the file's weights as they were.
struct Cloud {
  Mesh mesh;
  std::vector<mat4> palette;
  mat4 node{1.0f};
  std::vector<std::vector<WeightEntry>> rows;
};

Cloud make_cloud(unsigned seed, std::size_t vertices, int most) {
  Random random(seed);
  Cloud cloud;
  for (int s = 0; s < 12; ++s) cloud.palette.push_back(random.affine());
  cloud.node = random.affine();
  for (std::size_t i = 0; i < vertices; ++i) {
    std::vector<WeightEntry> row;
    const int count = random.integer(0, most);
    for (int k = 0; k < count; ++k) row.push_back({(k + random.integer(0, 3)) % 12, 0.1f});
    for (WeightEntry& e : row) e.weight = random.number(0.05f, 1.0f);
    cloud.rows.push_back(row);
    cloud.mesh.position.push_back(random.point(3));
    cloud.mesh.normal.push_back(glm::normalize(random.point(1) + vec3(0, 0, 2)));
  }
  cloud.mesh.file_binding.influences = pack_influences(cloud.rows, 12).influences;
  return cloud;
}

struct Expected {
  dvec3 position, normal;
};

// Straight from the formula, from the rows as they went in.
Expected evaluate(const Cloud& cloud, std::size_t i, WeightUse use) {
  dmat4 m(0.0);
  double sum = 0.0;
  for (const WeightEntry& e : cloud.rows[i]) {
    m += double{e.weight} * dmat4(cloud.palette[static_cast<std::size_t>(e.slot)]);
    sum += double{e.weight};
  }
  if (sum == 0.0) {
    m = dmat4(cloud.node);
  } else if (use == WeightUse::Normalised) {
    m /= sum;
  }
  const dmat3 a(m);
  // det(A) A^-T: mirrored surfaces keep their outside.
  const dvec3 n =
      glm::determinant(a) * glm::transpose(glm::inverse(a)) * dvec3(cloud.mesh.normal[i]);
  return {dvec3(m * dvec4(dvec3(cloud.mesh.position[i]), 1.0)), glm::normalize(n)};
}

// A blend of matrices may be nearly singular; there the normal's direction is not well defined.
bool is_well_defined(const Cloud& cloud, std::size_t i) {
  mat4 m(0.0f);
  const Influences& in = cloud.mesh.file_binding.influences;
  for (std::size_t k = in.offset[i]; k < in.offset[i + 1]; ++k) {
    m += in.weight[k] * cloud.palette[in.slot[k]];
  }
  return in.offset[i] == in.offset[i + 1] ||
         glm::length(cofactor(mat3(m)) * cloud.mesh.normal[i]) > 0.05f;
}

constexpr SkinningPath kPaths[] = {SkinningPath::Scalar, SkinningPath::Sse, SkinningPath::Avx2,
                                   SkinningPath::Avx512};

// Output with a guard behind it, for kernels that write in whole registers.
struct Output {
  std::vector<vec3> position, normal;
  explicit Output(std::size_t n) : position(n + 2, vec3(-7)), normal(n + 2, vec3(-7)) {}
  void skin(SkinningPath path, const Cloud& cloud, WeightUse use, bool with_normals = true) {
    const std::size_t n = cloud.mesh.position.size();
    linear_blend_skinning(
        path, skinning_input(bound_as_in_file(cloud.mesh), cloud.palette, cloud.node, use),
        std::span(position).first(n),
        with_normals ? std::span(normal).first(n) : std::span<vec3>());
    EXPECT_EQ(position[n], vec3(-7));
    EXPECT_EQ(normal[n], vec3(-7));
  }
};

void check(const Cloud& cloud, WeightUse use) {
  const std::size_t n = cloud.mesh.position.size();
  for (const SkinningPath path : kPaths) {
    if (!is_supported(path)) continue;
    SCOPED_TRACE(static_cast<int>(path));
    Output both(n), alone(n);
    both.skin(path, cloud, use);
    alone.skin(path, cloud, use, false);
    for (std::size_t i = 0; i < n; ++i) {
      SCOPED_TRACE(i);
      const Expected expected = evaluate(cloud, i, use);
      expect_near(both.position[i], expected.position, 2e-5);
      EXPECT_EQ(both.position[i], alone.position[i]);
      if (is_well_defined(cloud, i)) expect_near(both.normal[i], expected.normal, 5e-5);
    }
  }
}

TEST(Skinning, AgreesWithADirectEvaluationInDouble) {
  for (const int most : {1, 2, 4, 5, 9}) {
    SCOPED_TRACE(most);
    check(make_cloud(static_cast<unsigned>(most), 500, most), WeightUse::Normalised);
    check(make_cloud(static_cast<unsigned>(most), 500, most), WeightUse::Raw);
  }
}

TEST(Skinning, EveryCountOfVerticesIsHandled) {
  for (std::size_t n = 0; n < 20; ++n) check(make_cloud(77, n, 6), WeightUse::Normalised);
}

Mesh single_vertex(const vec3& position, const vec3& normal,
                   const std::vector<WeightEntry>& weights) {
  Mesh mesh;
  mesh.position = {position};
  mesh.normal = {normal};
  mesh.file_binding.influences = pack_influences({weights}, 4).influences;
  return mesh;
}

Expected skin_one(const Mesh& mesh, const std::vector<mat4>& palette, WeightUse use,
                  const mat4& node = mat4(1.0f)) {
  std::vector<vec3> position(1), normal(1);
  linear_blend_skinning(skinning_input(bound_as_in_file(mesh), palette, node, use), position,
                        normal);
  return {dvec3(position[0]), dvec3(normal[0])};
}

TEST(Skinning, TheElbowOfATwoBoneBendCollapses) {
  // Half of the identity and half of a half turn about z: the classic candy-wrapper collapse.
  const Mesh mesh = single_vertex({1, 0, 2}, {0, 0, 1}, {{0, 0.5f}, {1, 0.5f}});
  const auto out = skin_one(mesh, {mat4(1.0f), rotation(180, {0, 0, 1})}, WeightUse::Normalised);
  expect_near(vec3(out.position), {0, 0, 2}, 1e-6);
}

TEST(Skinning, NormalsOfAStretchedSurfaceStayPerpendicular) {
  const vec3 n = glm::normalize(vec3(1, 1, 0));  // the plane x + y = const, stretched in x
  const Mesh mesh = single_vertex({1, 1, 0}, n, {{0, 1.0f}});
  const auto out = skin_one(mesh, {scaling({3, 1, 1})}, WeightUse::Normalised);
  expect_near(vec3(out.normal), glm::normalize(dvec3(1, 3, 0)), 1e-6);
}

TEST(Skinning, PlainNormalsAreTheBlendedMatrixTimesTheNormal) {
  const Cloud cloud = make_cloud(21, 300, 4);
  const std::size_t n = cloud.mesh.position.size();
  std::vector<vec3> position(n), normal(n), right(n);
  SkinningInput input = skinning_input(bound_as_in_file(cloud.mesh), cloud.palette, cloud.node);
  linear_blend_skinning(input, position, right);
  input.normals = NormalUse::BlendedMatrix;
  linear_blend_skinning(input, position, normal);
  const Influences& in = cloud.mesh.file_binding.influences;
  float largest = 0.0f;
  for (std::size_t i = 0; i < n; ++i) {
    dmat4 m(in.offset[i] == in.offset[i + 1] ? dmat4(cloud.node) : dmat4(0.0));
    for (std::size_t k = in.offset[i]; k < in.offset[i + 1]; ++k) {
      m += double{in.weight[k]} * dmat4(cloud.palette[in.slot[k]]);
    }
    const dvec3 plain = glm::dmat3(m) * dvec3(cloud.mesh.normal[i]);
    if (glm::length(plain) > 0.05) expect_near(normal[i], glm::normalize(plain), 5e-5);
    largest = std::max(largest, glm::length(normal[i] - right[i]));
  }
  EXPECT_GT(largest, 0.5f) << "the two do not differ: the test would prove nothing";
}

TEST(Skinning, AMirrorTurnsTheNormalWithTheWinding) {
  const Mesh mesh = single_vertex({1, 0, 0}, {0, 0, 1}, {{0, 1.0f}});
  const auto out = skin_one(mesh, {scaling({-1, 1, 1})}, WeightUse::Normalised);
  // The triangle (x, y) seen from +z has its corners clockwise after the mirror: cof = -z.
  expect_near(vec3(out.normal), {0, 0, -1}, 1e-6);
}

TEST(Skinning, RawWeightsScaleTheBlendedMatrix) {
  const Mesh mesh = single_vertex({1, 2, 3}, {0, 1, 0}, {{0, 0.5f}, {1, 0.25f}});
  const std::vector<mat4> palette{translation({4, 0, 0}), mat4(1.0f)};
  expect_near(vec3(skin_one(mesh, palette, WeightUse::Raw).position),
              {0.5 * 5 + 0.25 * 1, 1.5, 2.25}, 1e-6);
  expect_near(vec3(skin_one(mesh, palette, WeightUse::Normalised).position),
              {1 + 4 * 2.0 / 3.0, 2, 3}, 1e-6);
}

TEST(Skinning, VerticesWithoutWeightsFollowTheNode) {
  const Mesh mesh = single_vertex({1, 0, 0}, {1, 0, 0}, {});
  const mat4 node = translation({0, 5, 0}) * rotation(90, {0, 0, 1});
  for (const WeightUse use : {WeightUse::Normalised, WeightUse::Raw}) {
    const auto out = skin_one(mesh, {mat4(0.0f)}, use, node);
    expect_near(vec3(out.position), {0, 6, 0}, 1e-6);
    expect_near(vec3(out.normal), {0, 1, 0}, 1e-6);
  }
}

TEST(Skinning, TheNodesMatrixUndoesWhatTheImporterMoved) {
  Mesh mesh;
  mesh.node = 1;
  mesh.file_binding.skin.mesh_to_bind = translation({0, 0, 3});
  const std::vector<mat4> world{mat4(1.0f), rotation(90, {0, 0, 1})};
  expect_near(node_skin_matrix(mesh, world),
              dmat4(rotation(90, {0, 0, 1}) * translation({0, 0, -3})));
}

TEST(Skinning, CollapsedAndBrokenMatricesDoNotCrash) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Mesh mesh = single_vertex({1, 0, 0}, {1, 0, 0}, {{0, 1.0f}});
  EXPECT_EQ(skin_one(mesh, {scaling(vec3(0))}, WeightUse::Normalised).normal, dvec3(0));
  EXPECT_TRUE(std::isnan(skin_one(mesh, {mat4(nan)}, WeightUse::Normalised).position.x));
  const auto tiny = skin_one(mesh, {scaling(vec3(1e-6f))}, WeightUse::Normalised);
  expect_near(vec3(tiny.normal), {1, 0, 0}, 1e-5);
}

TEST(Skinning, ABrokenMatrixStaysWithTheVerticesItPulls) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const SkinningPath path : kPaths) {
    if (!is_supported(path)) continue;
    for (std::size_t broken = 0; broken < 12; ++broken) {
      Cloud cloud = make_cloud(5, 64, 5);
      cloud.palette[broken] = mat4(nan);
      Output out(64);
      out.skin(path, cloud, WeightUse::Normalised);
      const Influences& in = cloud.mesh.file_binding.influences;
      for (std::size_t i = 0; i < 64; ++i) {
        bool pulled = false;
        for (std::size_t k = in.offset[i]; k < in.offset[i + 1]; ++k) {
          pulled |= in.slot[k] == broken;
        }
        EXPECT_EQ(std::isnan(out.position[i].x), pulled);
        EXPECT_EQ(std::isnan(out.normal[i].x), pulled);
      }
    }
  }
}

TEST(Skinning, CollapsedNormalsComeOutAsTheyAreOnEveryPath) {
  for (const SkinningPath path : kPaths) {
    if (!is_supported(path)) continue;
    Cloud cloud = make_cloud(6, 32, 4);
    for (mat4& t : cloud.palette) t = scaling(vec3(0));
    cloud.node = scaling({1, 0, 0});
    Output out(32);
    out.skin(path, cloud, WeightUse::Normalised);
    for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(out.normal[i], vec3(0));
  }
}

TEST(Skinning, UniformlyFourInfluences) {
  Cloud cloud = make_cloud(8, 100, 0);
  Random random(8);
  for (auto& row : cloud.rows) {
    const int slot = random.integer(0, 8);
    for (int k = 0; k < 4; ++k) row.push_back({slot + k, random.number(0.05f, 1.0f)});
  }
  cloud.mesh.file_binding.influences = pack_influences(cloud.rows, 12).influences;
  check(cloud, WeightUse::Normalised);
  check(cloud, WeightUse::Raw);
}

// Kernels read runs of rows of four entries in another way than other rows.
TEST(Skinning, RunsOfFourInfluencesBetweenOtherRows) {
  for (const std::size_t run : {15u, 16u, 17u, 32u, 50u}) {
    for (std::size_t before = 0; before < 10; ++before) {
      for (const std::size_t after : {0u, 1u, 4u, 21u}) {
        Cloud cloud = make_cloud(9, before + run + after, 6);
        for (std::size_t i = before; i < before + run; ++i) {
          cloud.rows[i] = {{1, 0.5f}, {4, 0.25f}, {0, 0.75f}, {11, 0.5f}};
          cloud.rows[i][i % 4].weight = 0.125f * static_cast<float>(i % 7 + 1);
        }
        cloud.mesh.file_binding.influences = pack_influences(cloud.rows, 12).influences;
        check(cloud, WeightUse::Normalised);
        check(cloud, WeightUse::Raw);
      }
    }
  }
}

}  // namespace
}  // namespace bindpose::test::skinning_test
