// Normals of the deformed surface: against its derivatives, taken from the closed form of a bent
// and twisted tube, and against the posed triangles.
#include "rig/exact_normals.h"

#include <gtest/gtest.h>

#include <functional>
#include <numbers>

#include "rig/fixtures.h"

namespace bindpose::test::exact_normals_test {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kRadius = 0.25;

double smooth(double y) {
  const double t = std::clamp((y - 0.5) / 1.0, 0.0, 1.0);
  return t * t * t * (10.0 - 15.0 * t + 6.0 * t * t);  // its curvature has no steps
}

// A tube along y from 0 to 2, pulled on by joint 0 below and joint 1 above; `seam`: its first
// column of points stands there twice.
struct Tube {
  Mesh mesh;
  std::vector<mat4> palette{mat4(1.0f), mat4(1.0f)};
  mat4 node{1.0f};
  int rings, columns;

  Tube(int ring_count, int column_count, bool seam = false)
      : rings(ring_count), columns(column_count) {
    std::vector<std::vector<WeightEntry>> rows;
    const int stored = columns + (seam ? 1 : 0);
    for (int r = 0; r < rings; ++r) {
      for (int c = 0; c < stored; ++c) {
        const double turn = 2.0 * kPi * (c % columns) / columns, y = 2.0 * r / (rings - 1);
        mesh.position.emplace_back(point(turn, y));
        mesh.normal.emplace_back(dvec3(std::cos(turn), 0.0, std::sin(turn)));
        rows.push_back({{0, float(1.0 - smooth(y))}, {1, float(smooth(y))}});
      }
    }
    const auto index = [&](int r, int c) {
      return static_cast<std::uint32_t>(r * stored + (seam ? c : c % columns));
    };
    for (int r = 0; r + 1 < rings; ++r) {
      for (int c = 0; c < columns; ++c) {
        const std::uint32_t a = index(r, c), b = index(r, c + 1), d = index(r + 1, c),
                            e = index(r + 1, c + 1);
        mesh.triangle.insert(mesh.triangle.end(), {a, d, b, b, d, e});
      }
    }
    mesh.file_binding.influences = pack_influences(rows, 2).influences;
    mesh.file_binding.skin.joint = {0, 1};
    mesh.file_binding.skin.bind.assign(2, mat4(1.0f));
    mesh.file_binding.skin.inverse_bind.assign(2, mat4(1.0f));
    mesh.file_binding.skin.skinned = true;
  }
  static dvec3 point(double turn, double y) {
    return {kRadius * std::cos(turn), y, kRadius * std::sin(turn)};
  }
  SkinningInput input(WeightUse use = WeightUse::Normalised) const {
    return skinning_input(bound_as_in_file(mesh), palette, node, use);
  }
  std::vector<vec3> exact(Deformer method, WeightUse use = WeightUse::Normalised) const {
    const SkinningInput in = input(use);
    std::vector<vec3> out(mesh.position.size());
    exact_normals(method, in, mesh.triangle, out);
    return out;
  }
  std::vector<vec3> posed(Deformer method) const {
    std::vector<vec3> out(mesh.position.size());
    info_of(method).deform(input(), out, {});
    return out;
  }
  // Of the posed triangles: the mean by angle over those at a vertex. And how often their area at
  // bind they have; where patches all but vanish, as in the crease of a bend, none tells its side.
  struct Posed {
    std::vector<dvec3> normal;
    std::vector<double> area;
  };
  Posed from_triangles(Deformer method) const {
    const std::vector<vec3> p = posed(method);
    Posed all{std::vector<dvec3>(p.size(), dvec3(0.0)), std::vector<double>(p.size(), 0.0)};
    std::vector<double> bound(p.size(), 0.0);
    auto& out = all.normal;
    for (std::size_t t = 0; t < mesh.triangle.size(); t += 3) {
      for (std::size_t c = 0; c < 3; ++c) {
        const auto v = [&](std::size_t k) { return dvec3(p[mesh.triangle[t + (c + k) % 3]]); };
        const dvec3 a = v(1) - v(0), b = v(2) - v(0), n = glm::cross(a, b);
        const std::uint32_t i = mesh.triangle[t + c];
        out[i] += glm::normalize(n) * std::atan2(glm::length(n), glm::dot(a, b));
        all.area[i] += glm::length(n);
        const auto q = [&](std::size_t k) {
          return dvec3(mesh.position[mesh.triangle[t + (c + k) % 3]]);
        };
        bound[i] += glm::length(glm::cross(q(1) - q(0), q(2) - q(0)));
      }
    }
    for (dvec3& n : out) n = glm::normalize(n);
    for (std::size_t i = 0; i < p.size(); ++i) all.area[i] /= bound[i];
    return all;
  }
};

mat4 about(const mat4& turn) {  // the joint at y = 1
  return translation({0, 1, 0}) * turn * translation({0, -1, 0});
}

double degrees_between(const dvec3& a, const dvec3& b) {
  return glm::degrees(std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)));
}

// The posed point in double, for any point of the tube.
dvec3 linear(const Tube& tube, double turn, double y) {
  const dvec4 v(Tube::point(turn, y), 1.0);
  const double w = smooth(y);
  return dvec3((1.0 - w) * (dmat4(tube.palette[0]) * v) + w * (dmat4(tube.palette[1]) * v));
}
struct Facing {
  dvec3 normal;
  double area;  // of a patch, as a multiple of what it had at bind
};
Facing linear_facing(const Tube& tube, double turn, double y) {
  constexpr double h = 1e-6;
  const dvec3 round = linear(tube, turn + h, y) - linear(tube, turn - h, y);
  const dvec3 along = linear(tube, turn, y + h) - linear(tube, turn, y - h);
  const dvec3 n = glm::cross(along, round) / (4.0 * h * h * kRadius);
  return {glm::normalize(n), glm::length(n)};
}
constexpr double kClear = 0.35;  // patches smaller than that part of what they were are left out

const std::vector<std::pair<const char*, mat4>>& moves() {
  static const std::vector<std::pair<const char*, mat4>> all{
      {"twist 90", about(rotation(90, {0, 1, 0}))},
      {"twist 150", about(rotation(150, {0, 1, 0}))},
      {"bend 90", about(rotation(90, {0, 0, 1}))},
      {"bend 120", about(rotation(120, {0, 0, 1}))},
      {"squeezed", about(scaling({1, 0.5f, 1.3f}))},
      {"mirrored", about(rotation(20, {1, 0, 0}) * scaling({-1, 1, 1}))},
      {"far away", translation({0.6f, 0.2f, -0.4f}) * about(rotation(70, {1, 1, 0}))},
  };
  return all;
}

// Calls f(vertex, facing) for all vertices but those of the two borders.
void each_clear(const Tube& tube, const std::function<void(std::size_t, const Facing&)>& f) {
  for (int r = 1; r + 1 < tube.rings; ++r) {
    for (int c = 0; c < tube.columns; ++c) {
      const Facing truth =
          linear_facing(tube, 2 * kPi * c / tube.columns, 2.0 * r / (tube.rings - 1));
      if (truth.area > kClear) f(std::size_t(r * tube.columns + c), truth);
    }
  }
}

TEST(ExactNormals, OfLinearBlendAreTheDerivativesOfTheSurface) {
  Tube tube(241, 96);
  for (const auto& [name, move] : moves()) {
    tube.palette[1] = move;
    const std::vector<vec3> exact = tube.exact(Deformer::Linear);
    double worst = 0.0;
    each_clear(tube, [&](std::size_t i, const Facing& truth) {
      worst = std::max(worst, degrees_between(dvec3(exact[i]), truth.normal));
    });
    EXPECT_LT(worst, 0.1) << name;
  }
}

// A twist turns rings into rings: a surface of revolution, of radius rho = r |1 - w + w e^(i
// theta)|. Its normal leans by atan(rho'), and the usual one, which knows no slope of w, not at
// all.
TEST(ExactNormals, OfATwistLeanAsItsRadiusShrinks) {
  Tube tube(241, 96);
  for (const double theta : {90.0, 150.0}) {
    tube.palette[1] = about(rotation(float(theta), {0, 1, 0}));
    std::vector<vec3> position(tube.mesh.position.size()), usual(position.size());
    linear_blend_skinning(tube.input(), position, usual);
    const std::vector<vec3> exact = tube.exact(Deformer::Linear);
    double largest = 0.0;
    for (int r = 60; r <= 180; r += 15) {
      const double y = 2.0 * r / 240, w = smooth(y), t = y - 0.5;
      const double slope = 30.0 * t * t * (1.0 - t) * (1.0 - t);
      const double open = 1.0 - std::cos(glm::radians(theta));
      const double rho = kRadius * std::sqrt(1.0 - 2.0 * w * (1.0 - w) * open);
      const double lean =
          glm::degrees(std::atan(kRadius * kRadius * (1.0 - 2.0 * w) * open * slope / rho));
      const auto i = std::size_t(r * tube.columns);
      EXPECT_NEAR(glm::degrees(std::asin(double(exact[i].y))), lean, 0.1) << r;
      EXPECT_NEAR(usual[i].y, 0.0, 1e-6);
      largest = std::max(largest, lean);
    }
    EXPECT_GT(largest, 10.0);
  }
}

TEST(ExactNormals, AreThoseOfThePosedTriangles) {
  Tube tube(481, 192);
  for (const std::size_t k : {0u, 2u, 5u}) {
    const auto& [name, move] = moves()[k];
    tube.palette[1] = move;
    for (const Deformer method : {Deformer::Linear, Deformer::DualQuaternion}) {
      const std::vector<vec3> exact = tube.exact(method);
      const Tube::Posed truth = tube.from_triangles(method);
      double worst = 0.0;
      each_clear(tube, [&](std::size_t i, const Facing&) {
        if (truth.area[i] > kClear)
          worst = std::max(worst, degrees_between(dvec3(exact[i]), truth.normal[i]));
      });
      EXPECT_LT(worst, 0.1) << name << " " << info_of(method).key;
    }
  }
}

TEST(ExactNormals, OfOneVertexAreThoseOfAll) {
  Tube tube(31, 16, true);
  tube.palette[1] = moves()[3].second;
  for (const Deformer method : {Deformer::Rigid, Deformer::Linear, Deformer::DualQuaternion}) {
    const std::vector<vec3> all = tube.exact(method);
    for (std::uint32_t i = 0; i < all.size(); i += 7)
      expect_near(exact_normal(method, tube.input(), tube.mesh.triangle, i), dvec3(all[i]), 1e-6);
  }
}

// The first column of points stands there twice, as where a texture begins and ends.
// In any order, one of them twice.
TEST(ExactNormals, OfSomeVerticesAreThoseOfAll) {
  Tube tube(41, 24, true);
  tube.palette[1] = moves()[3].second;
  const std::vector<std::uint32_t> some{600, 25, 24, 49, 501, 600};
  for (const Deformer method : {Deformer::Rigid, Deformer::Linear, Deformer::DualQuaternion}) {
    SkinningInput in = tube.input();
    in.normals = NormalUse::BlendedMatrix;  // does not count
    const PosedVertices found = posed_vertices(method, in, tube.mesh.triangle, some);
    const std::vector<vec3> all = tube.exact(method);
    std::vector<vec3> position(all.size()), usual(all.size());
    info_of(method).deform(tube.input(), position, usual);
    ASSERT_EQ(found.exact.size(), some.size());
    for (std::size_t k = 0; k < some.size(); ++k) {
      // To rounding: a vertex goes through the wide loop or the plain one, as its place in the list
      // has it.
      EXPECT_LT(glm::distance(found.position[k], position[some[k]]), 1e-6f);
      EXPECT_LT(glm::distance(found.usual[k], usual[some[k]]), 1e-6f);
      EXPECT_LT(degrees_between(found.exact[k], all[some[k]]), 0.05) << some[k];
    }
  }
}

TEST(ExactNormals, ASeamIsNoBorder) {
  Tube whole(61, 24), cut(61, 24, true);
  whole.palette[1] = cut.palette[1] = moves()[3].second;
  for (const Deformer method : {Deformer::Linear, Deformer::DualQuaternion}) {
    const std::vector<vec3> a = whole.exact(method), b = cut.exact(method);
    for (int r = 0; r < 61; ++r) {
      for (const int c : {0, 24})
        expect_near(b[std::size_t(r * 25 + c)], dvec3(a[std::size_t(r * 24)]), 1e-4);
    }
  }
}

TEST(ExactNormals, TurnWithTheWorldAndStayAtBind) {
  Tube tube(61, 24);
  for (const Deformer method : {Deformer::Rigid, Deformer::Linear, Deformer::DualQuaternion}) {
    tube.palette = {mat4(1.0f), mat4(1.0f)};
    const std::vector<vec3> bound = tube.exact(method);
    for (std::size_t i = 0; i < bound.size(); ++i)
      expect_near(bound[i], dvec3(tube.mesh.normal[i]), 1e-3);
    tube.palette[1] = moves()[2].second;
    const std::vector<vec3> bent = tube.exact(method);
    const mat4 world = translation({1, 2, 3}) * rotation(77, {1, 2, 3});
    for (mat4& t : tube.palette) t = world * t;
    const std::vector<vec3> turned = tube.exact(method);
    for (std::size_t i = 0; i < bent.size(); ++i)
      expect_near(turned[i], dvec3(mat3(world) * bent[i]), 2e-3);
  }
}

// Weights that do not add up to 1 move a point towards the origin, and that changes along y.
TEST(ExactNormals, OfRawWeightsLeanWithTheirSum) {
  Tube tube(241, 96);
  for (std::size_t i = 0; i < tube.mesh.position.size(); ++i)
    tube.mesh.file_binding.influences.raw_weight_sum[i] = 1.0f + 0.2f * tube.mesh.position[i].y;
  const std::vector<vec3> exact = tube.exact(Deformer::Linear, WeightUse::Raw);
  const std::size_t i = 120u * 96u;
  // s = 1.2 at y = 1: radius r s, height y s; d radius / d height = .2 r / (s + .2 y).
  const double lean = std::atan(0.2 * kRadius / (1.2 + 0.2));
  expect_near(exact[i], {std::cos(lean), -std::sin(lean), 0.0}, 1e-3);
}

TEST(ExactNormals, AskForTheDirectionOfANormalAlone) {
  Tube tube(31, 16);
  tube.palette[1] = moves()[0].second;
  const std::vector<vec3> right = tube.exact(Deformer::Linear);
  for (vec3& n : tube.mesh.normal) n *= 3.0f;
  const std::vector<vec3> longer = tube.exact(Deformer::Linear);
  for (std::size_t i = 0; i < right.size(); ++i) expect_near(longer[i], dvec3(right[i]), 0.02);
}

// On the upright tube weights change along one of the two tangents alone; turned at bind, along
// both.
TEST(ExactNormals, DoNotHangOnHowTheMeshLiesAtBind) {
  Tube tube(61, 24);
  tube.palette[1] = moves()[0].second;
  Tube turned = tube;
  const mat4 lies = translation({1, -2, 0.5f}) * rotation(67, {3, -1, 2});
  for (vec3& p : turned.mesh.position) p = vec3(lies * vec4(p, 1.0f));
  for (vec3& n : turned.mesh.normal) n = mat3(lies) * n;
  for (mat4& t : turned.palette) t = t * inverse_affine(lies);
  for (const Deformer method : {Deformer::Linear, Deformer::DualQuaternion}) {
    const std::vector<vec3> right = tube.exact(method), same = turned.exact(method);
    for (std::size_t i = 0; i < right.size(); ++i) expect_near(same[i], dvec3(right[i]), 2e-3);
  }
}

// Raw sums do not move what dual quaternions move, nor its normals.
TEST(ExactNormals, OfDualQuaternionsDoNotHangOnRawSums) {
  Tube tube(61, 24);
  tube.palette[1] = moves()[2].second;
  const std::vector<vec3> right = tube.exact(Deformer::DualQuaternion);
  std::ranges::fill(tube.mesh.file_binding.influences.raw_weight_sum, 0.5f);
  const std::vector<vec3> raw = tube.exact(Deformer::DualQuaternion, WeightUse::Raw);
  for (std::size_t i = 0; i < raw.size(); ++i) expect_near(raw[i], dvec3(right[i]), 1e-6);
}

// Flattened onto a plane or a line, what floats leave of a tangent is noise.
TEST(ExactNormals, OfFlattenedSurfacesAreTheUsualOnes) {
  Tube tube(21, 16);
  for (const vec3& size : {vec3(1, 0, 1), vec3(0, 1, 0)}) {
    tube.palette.assign(2, translation({5, 7, 9}) * rotation(40, {1, 2, 3}) * scaling(size) *
                               rotation(33, {3, 1, 2}));
    std::vector<vec3> position(tube.mesh.position.size()), usual(position.size());
    dual_quaternion_skinning(tube.input(), position, usual);
    const std::vector<vec3> exact = tube.exact(Deformer::DualQuaternion);
    for (std::size_t i = 0; i < exact.size(); ++i) {
      EXPECT_GE(std::abs(glm::dot(exact[i], usual[i])), 0.99f * glm::dot(usual[i], usual[i])) << i;
    }
  }
}

// Vertices without weights follow the mesh's node; between them and the others the surface
// stretches.
TEST(ExactNormals, BesideUnweightedVerticesTheNodePulls) {
  Tube tube(41, 24);
  std::vector<std::vector<WeightEntry>> rows;
  for (int r = 0; r < 41; ++r) {
    for (int c = 0; c < 24; ++c)
      rows.push_back(r < 20 ? std::vector<WeightEntry>{} : std::vector<WeightEntry>{{1, 1.0f}});
  }
  tube.mesh.file_binding.influences = pack_influences(rows, 2).influences;
  tube.palette[1] = mat4(1.0f);
  tube.node = scaling({0.5f, 1.0f, 0.5f});
  const std::vector<vec3> exact = tube.exact(Deformer::Linear);
  // Ring 20 has radius r, the one below r / 2, the one above r: on average a slope of r / 4 a ring.
  const double lean = std::atan(kRadius / 4.0 / 0.05);
  expect_near(exact[20u * 24u], {std::cos(lean), -std::sin(lean), 0.0}, 2e-2);
  expect_near(exact[30u * 24u], {1, 0, 0}, 1e-3);
  expect_near(exact[10u * 24u], {1, 0, 0}, 1e-3);
}

TEST(ExactNormals, WithoutAreaOrLengthTheUsualOnesStay) {
  Tube tube(5, 8);
  tube.mesh.triangle = {0, 0, 1, 2, 2, 2};
  tube.mesh.normal[3] = vec3(0.0f);
  for (const Deformer method : {Deformer::Linear, Deformer::DualQuaternion}) {
    const std::vector<vec3> exact = tube.exact(method);
    expect_near(exact[0], dvec3(tube.mesh.normal[0]), 1e-6);
    expect_near(exact[3], {0, 0, 0}, 0.0);
  }
}

}  // namespace
}  // namespace bindpose::test::exact_normals_test
