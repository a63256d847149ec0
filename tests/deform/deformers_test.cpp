// What every deformer owes, and the closed forms and claims of those in rig/deform.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "deform/bent_tube.h"
#include "rig/deform/bulge_free.h"
#include "rig/exact_normals.h"

namespace bindpose::test::deformers_test {
namespace {

constexpr vec3 kAlong(0, 1, 0), kAcross(0, 0, 1);

float farthest(const std::vector<vec3>& a, const std::vector<vec3>& b) {
  float most = 0.0f;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, glm::distance(a[i], b[i]));
  return most;
}

std::vector<vec3> moved(const mat4& by, std::vector<vec3> points) {
  for (vec3& p : points) p = vec3(by * vec4(p, 1.0f));
  return points;
}

float radius_at(const vec3& p) {
  return glm::length(vec2(p.x, p.z));
}

TEST(AllDeformers, LeaveTheBindPoseAsItIs) {
  const BentTube tube;
  for (const DeformerInfo& d : kDeformers)
    EXPECT_LT(farthest(tube.posed(d.method), tube.mesh.position), 1e-6f) << d.key;
}

TEST(AllDeformers, MoveAsAWholeWithTheirJoints) {
  Random random(3);
  BentTube tube;
  tube.turn(100, glm::normalize(vec3(1, 1, 0.3f)));
  for (const DeformerInfo& d : kDeformers) {
    BentTube whole = tube;
    const mat4 by = random.rigid();
    for (mat4& t : whole.palette) t = by * t;
    whole.node = by * whole.node;
    const float off = farthest(whole.posed(d.method), moved(by, tube.posed(d.method)));
    if (d.method == Deformer::LogMatrix) {
      EXPECT_GT(off, 0.01f) << "the flaw that it is here for is gone";
    } else {
      EXPECT_LT(off, 5e-6f) << d.key;
    }
  }
}

TEST(AllDeformers, MoveVerticesOfOneJointRigidly) {
  BentTube tube;
  tube.turn(140, kAcross);
  for (const DeformerInfo& d : kDeformers) {
    const std::vector<vec3> posed = tube.posed(d.method);
    const float ring = 2.0f / static_cast<float>(tube.rings - 1);
    const float near = looks_around(d.method) ? 0.2f + 12.5f * ring : 0.0f;
    for (std::size_t i = 0; i < posed.size(); ++i) {
      if (tube.pulled_by_both(i) || std::abs(tube.mesh.position[i].y - 1.0f) < near) continue;
      const vec3 expected(tube.palette[tube.strongest(i)] * vec4(tube.mesh.position[i], 1.0f));
      EXPECT_LT(glm::distance(posed[i], expected), 2e-6f) << d.key << " " << i;
    }
  }
}

// The posed triangles' own, a mean by area.
std::vector<dvec3> normals_of_triangles(const BentTube& tube, const std::vector<vec3>& posed) {
  std::vector<dvec3> out(posed.size(), dvec3(0.0));
  for (std::size_t t = 0; t + 2 < tube.mesh.triangle.size(); t += 3) {
    const std::uint32_t* v = &tube.mesh.triangle[t];
    const dvec3 a(posed[v[0]]), b(posed[v[1]]), c(posed[v[2]]);
    for (int k = 0; k < 3; ++k) out[v[k]] += glm::cross(b - a, c - a);
  }
  return out;
}

TEST(AllDeformers, HaveExactNormalsThatAreTheSurfacesOwn) {
  BentTube tube(121, 48, 0.8);
  tube.turn(60, glm::normalize(vec3(0.3f, 1, 1)));
  for (const Deformer method :
       {Deformer::Mixed, Deformer::Centers, Deformer::LogMatrix, Deformer::DeltaMush}) {
    std::vector<vec3> exact(tube.mesh.position.size());
    exact_normals(method, tube.input(), tube.mesh.triangle, exact);
    const std::vector<dvec3> own = normals_of_triangles(tube, tube.posed(method));
    double worst = 0.0;
    const auto columns = static_cast<std::size_t>(tube.columns);
    for (std::size_t i = columns; i + columns < exact.size(); ++i) {
      const double dot = glm::dot(glm::normalize(own[i]), dvec3(exact[i]));
      worst = std::max(worst, glm::degrees(std::acos(std::min(1.0, dot))));
    }
    EXPECT_LT(worst, 1.5) << info_of(method).key;
    const std::uint32_t one = 60 * 48 + 5;
    expect_near(exact_normal(method, tube.input(), tube.mesh.triangle, one), dvec3(exact[one]),
                1e-3);
  }
}

TEST(Mixed, IsThePartOfBothThatIsAskedFor) {
  BentTube tube;
  tube.turn(120, kAcross);
  const auto linear = tube.posed(Deformer::Linear), dual = tube.posed(Deformer::DualQuaternion);
  EXPECT_EQ(farthest(tube.posed(Deformer::Mixed, 1.0f), dual), 0.0f);
  EXPECT_LT(farthest(tube.posed(Deformer::Mixed, 0.0f), linear), 1e-6f);
  std::vector<vec3> expected(linear.size());
  for (std::size_t i = 0; i < linear.size(); ++i) expected[i] = 0.7f * linear[i] + 0.3f * dual[i];
  EXPECT_LT(farthest(tube.posed(Deformer::Mixed, 0.3f), expected), 1e-6f);
  // The file's part of a vertex is a part of that.
  for (std::size_t i = 0; i < linear.size(); ++i) {
    const float part = 0.25f * static_cast<float>(i % 5);
    tube.mesh.dq_blend_weight.push_back(part);
    expected[i] = glm::mix(linear[i], dual[i], 0.6f * part);
  }
  EXPECT_LT(farthest(tube.posed(Deformer::Mixed, 0.6f), expected), 1e-6f);
}

TEST(LogMatrix, AveragesTurnsAboutOneAxisByTheirAngles) {
  BentTube tube;
  const auto turned = [](float degrees) {
    return glm::rotate(mat4(1.0f), glm::radians(degrees), kAlong);
  };
  tube.palette = {turned(-20), turned(150)};
  const std::vector<vec3> posed = tube.posed(Deformer::LogMatrix);
  const Influences& in = tube.mesh.file_binding.influences;
  for (std::size_t i = 0; i < posed.size(); ++i) {
    float degrees = 0.0f;
    for (std::size_t k = in.offset[i]; k < in.offset[i + 1]; ++k)
      degrees += in.weight[k] * (in.slot[k] == 0 ? -20.0f : 150.0f);
    expect_near(posed[i], dvec3(turned(degrees) * vec4(tube.mesh.position[i], 1.0f)), 2e-6);
  }
}

TEST(LogMatrix, AveragesScrewsAlongOneAxis) {
  // About the axis through (3, 0, 0) along y: 90 degrees up 2, and nothing.
  BentTube tube;
  const auto screw = [](float degrees, float up) {
    return BentTube::translation({3, up, 0}) *
           glm::rotate(mat4(1.0f), glm::radians(degrees), kAlong) *
           BentTube::translation({-3, 0, 0});
  };
  tube.palette = {screw(0, 0), screw(90, 2)};
  const std::vector<vec3> posed = tube.posed(Deformer::LogMatrix);
  const Influences& in = tube.mesh.file_binding.influences;
  for (std::size_t i = 0; i < posed.size(); ++i) {
    float w = 0.0f;
    for (std::size_t k = in.offset[i]; k < in.offset[i + 1]; ++k)
      if (in.slot[k] == 1) w = in.weight[k];
    expect_near(posed[i], dvec3(screw(90 * w, 2 * w) * vec4(tube.mesh.position[i], 1.0f)), 5e-6);
  }
}

TEST(LogMatrix, GoesTheLongWayWhereDualQuaternionsGoTheShort) {
  // 100 and -100 degrees: the middle between them is at 180, but the mean of the angles is 0.
  BentTube tube(3, 4);
  const auto turned = [](float degrees) {
    return glm::rotate(mat4(1.0f), glm::radians(degrees), kAlong);
  };
  tube.palette = {turned(100), turned(-100)};
  const std::size_t i = 4;  // of the ring in the middle: half of each
  ASSERT_TRUE(tube.pulled_by_both(i));
  const dvec3 p(tube.mesh.position[i]);
  expect_near(tube.posed(Deformer::LogMatrix)[i], p, 1e-6);
  expect_near(tube.posed(Deformer::DualQuaternion)[i], dvec3(-p.x, p.y, -p.z), 1e-6);
}

TEST(LogMatrix, FollowsAChangeOfTheWorldsAxes) {
  Random random(7);
  BentTube tube, other;
  tube.turn(130, glm::normalize(vec3(1, 2, 0.5f)));
  const mat4 by = random.rigid();
  other.palette[1] = by * tube.palette[1] * inverse_affine(by);
  other.mesh.position = moved(by, tube.mesh.position);
  EXPECT_LT(farthest(other.posed(Deformer::LogMatrix), moved(by, tube.posed(Deformer::LogMatrix))),
            2e-5f);
}

TEST(Centers, KeepTheRadiusOfATwistOfHalfATurn) {
  BentTube tube;
  tube.turn(180, kAlong);
  const auto centered = tube.posed(Deformer::Centers), linear = tube.posed(Deformer::Linear);
  float thinnest = 1.0f;
  for (std::size_t i = 0; i < centered.size(); ++i) {
    EXPECT_NEAR(radius_at(centered[i]), kTubeRadius, 1e-4) << i;
    EXPECT_NEAR(centered[i].y, tube.mesh.position[i].y, 1e-4) << i;
    thinnest = std::min(thinnest, radius_at(linear[i]));
  }
  EXPECT_LT(thinnest, 0.01f) << "the linear blend collapses: the test would prove nothing";
}

// Outside of the elbow: how far beyond the radius from the nearest bone.
float bulge(const BentTube& tube, Deformer method) {
  const std::vector<vec3> posed = tube.posed(method);
  float most = 0.0f;
  for (std::size_t i = 0; i < posed.size(); ++i) {
    float nearest = 1e9f;
    for (std::size_t s = 0; s < 2; ++s) {
      const BoneEnds bone{vec3(tube.palette[s] * vec4(tube.bone[s].from, 1.0f)),
                          vec3(tube.palette[s] * vec4(tube.bone[s].to, 1.0f))};
      nearest = std::min(nearest, glm::distance(posed[i], nearest_on_bone(bone, posed[i])));
    }
    // The end of the tube is open: its rim is as far from the bone's end as from the bone.
    most = std::max(most, nearest - float(kTubeRadius));
  }
  return most;
}

TEST(Centers, BulgeLessThanDualQuaternionsAtABend) {
  for (const double blend : {0.4, 0.8, 1.2}) {
    BentTube tube(61, 24, blend);
    tube.turn(100, kAcross);
    const float dual = bulge(tube, Deformer::DualQuaternion);
    EXPECT_GT(dual, 0.015f) << "else the test would prove nothing";
    EXPECT_LT(bulge(tube, Deformer::Centers), 0.6f * dual) << blend;
  }
}

TEST(Centers, KeepTheRingAroundTheJointAsItIs) {
  // Its centre is the joint, which the linear blend leaves in its place.
  BentTube tube;
  tube.turn(160, kAcross);
  const std::vector<vec3> posed = tube.posed(Deformer::Centers);
  for (std::size_t i = 30 * 24; i < 31 * 24; ++i) {
    expect_near(vec3(tube.center[i]), {0, 1, 0}, 2e-3);
    EXPECT_NEAR(glm::distance(posed[i], vec3(0, 1, 0)), kTubeRadius, 2e-3) << i;
  }
}

TEST(Centers, LieOnTheAxisOfATubeAtTheHeightOfTheirWeights) {
  const BentTube tube;
  for (std::size_t i = 0; i < tube.center.size(); ++i) {
    if (!tube.pulled_by_both(i)) {
      EXPECT_EQ(tube.center[i], vec4(0.0f)) << i;
      continue;
    }
    EXPECT_EQ(tube.center[i].w, 1.0f);
    EXPECT_LT(radius_at(vec3(tube.center[i])), 1e-5f) << i;
    EXPECT_NEAR(tube.center[i].y, tube.mesh.position[i].y, 0.06f) << i;
  }
}

TEST(Centers, ThatAreNotKnownAreTheLinearBlend) {
  BentTube tube;
  tube.turn(90, kAcross);
  tube.center.clear();
  EXPECT_LT(farthest(tube.posed(Deformer::Centers), tube.posed(Deformer::Linear)), 1e-6f);
}

TEST(Centers, SimilarityOfRows) {
  const std::vector<float> half{0.5f, 0.5f, 0.0f}, other{0.0f, 0.5f, 0.5f}, one{1.0f, 0.0f, 0.0f},
      uneven{0.6f, 0.4f, 0.0f};
  EXPECT_NEAR(weight_similarity(half, half), 2.0 / 16.0, 1e-9);
  EXPECT_EQ(weight_similarity(half, other), 0.0) << "no pair of joints in common";
  EXPECT_EQ(weight_similarity(one, half), 0.0);
  // p_j v_k - p_k v_j = .5 .4 - .5 .6 = -.1: one sigma.
  EXPECT_NEAR(weight_similarity(half, uneven), 2.0 * 0.25 * 0.24 * std::exp(-1.0), 1e-6);
}

// A bumpy sheet with three joints whose weights change slowly: no triangle is halved.
TEST(Centers, AreTheSumOverAllTriangles) {
  constexpr int kSide = 40;
  Mesh mesh;
  std::vector<std::vector<WeightEntry>> rows;
  std::vector<std::vector<float>> dense;
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const float u = float(x) / kSide, v = float(y) / kSide;
      mesh.position.emplace_back(u * u + u, v, 0.3f * std::sin(5.0f * u) * v);
      const float a = 0.2f + u, b = 0.2f + v, c = 0.3f, sum = a + b + c;
      rows.push_back({{0, a / sum}, {1, b / sum}, {2, c / sum}});
      dense.push_back({a / sum, b / sum, c / sum});
    }
  }
  for (int y = 0; y + 1 < kSide; ++y) {
    for (int x = 0; x + 1 < kSide; ++x) {
      const auto at = static_cast<std::uint32_t>(y * kSide + x);
      mesh.triangle.insert(mesh.triangle.end(), {at, at + 1, at + kSide});
      mesh.triangle.insert(mesh.triangle.end(), {at + 1, at + kSide + 1, at + kSide});
    }
  }
  mesh.file_binding.influences = pack_influences(rows, 3).influences;
  mesh.file_binding.skin.joint = {4, 2, 9};  // of a skeleton
  mesh.file_binding.skin.skinned = true;
  const BoundMesh bound = bound_as_in_file(mesh);
  const mat4 same(1.0f);
  const std::vector<vec4> found = rotation_centers({&bound, 1}, {&same, 1})[0];
  for (std::size_t i = 0; i < found.size(); i += 97) {
    double total = 0.0;
    dvec3 sum(0.0);
    for (std::size_t t = 0; t < mesh.triangle.size(); t += 3) {
      const std::uint32_t* v = &mesh.triangle[t];
      const dvec3 a(mesh.position[v[0]]), b(mesh.position[v[1]]), c(mesh.position[v[2]]);
      std::vector<float> mean(3);
      for (std::size_t j = 0; j < 3; ++j)
        mean[j] = (dense[v[0]][j] + dense[v[1]][j] + dense[v[2]][j]) / 3.0f;
      const double s = weight_similarity(dense[i], mean) * glm::length(glm::cross(b - a, c - a));
      total += s;
      sum += s * (a + b + c) / 3.0;
    }
    expect_near(vec3(found[i]), sum / total, 2e-3);
  }
}

TEST(Centers, OfACoarseMeshAreThoseOfItsFineOne) {
  // Halving its triangles gives the coarse one what the fine one has by itself.
  const BentTube fine(201, 24), coarse(13, 24);
  for (int r = 5; r <= 7; ++r) {
    const auto i = static_cast<std::size_t>(r) * 24;
    if (!coarse.pulled_by_both(i)) continue;
    const auto same = static_cast<std::size_t>(std::lround(r * 200.0 / 12.0)) * 24;
    EXPECT_NEAR(coarse.center[i].y, fine.center[same].y, 0.05f) << r;
  }
}

TEST(Centers, OfTwoMeshesAtASeamAreTheSame) {
  const BentTube whole;
  Mesh left = whole.mesh, right = whole.mesh;
  const std::size_t half = whole.mesh.triangle.size() / 6 * 3;
  left.triangle.resize(half);
  right.triangle.erase(right.triangle.begin(), right.triangle.begin() + std::ptrdiff_t(half));
  // The second one lies elsewhere in its bind space.
  const mat4 shift = BentTube::translation({1, 2, 3});
  for (vec3& p : right.position) p -= vec3(1, 2, 3);
  const BoundMesh parts[] = {bound_as_in_file(left), bound_as_in_file(right)};
  const mat4 to_shared[] = {mat4(1.0f), shift};
  const auto found = rotation_centers(parts, to_shared);
  ASSERT_EQ(found.size(), 2u);
  for (std::size_t i = 0; i < whole.center.size(); ++i) {
    if (!whole.pulled_by_both(i)) continue;
    expect_near(vec3(found[0][i]), dvec3(vec3(whole.center[i])), 1e-5);
    expect_near(vec3(found[1][i]) + vec3(1, 2, 3), dvec3(vec3(whole.center[i])), 1e-5);
  }
}

TEST(Centers, CanBeStopped) {
  const BentTube tube;
  const BoundMesh bound = bound_as_in_file(tube.mesh);
  const mat4 same(1.0f);
  int asked = 0;
  float last = -1.0f;
  const auto all = rotation_centers({&bound, 1}, {&same, 1}, [&](float part) {
    EXPECT_GT(part, last);
    EXPECT_LE(part, 1.0f);
    last = part;
    ++asked;
    return true;
  });
  EXPECT_EQ(all[0], tube.center);
  EXPECT_GT(asked, 2);
  EXPECT_TRUE(rotation_centers({&bound, 1}, {&same, 1}, [](float) { return false; }).empty());
}

TEST(BulgeFree, BringsBackWhatMovedAwayFromItsBone) {
  BentTube tube;
  tube.turn(100, kAcross);
  const auto flat = tube.posed(Deformer::BulgeFree), dual = tube.posed(Deformer::DualQuaternion);
  std::size_t brought = 0;
  for (std::size_t i = 0; i < flat.size(); ++i) {
    const std::size_t s = tube.strongest(i);
    const BoneEnds bone{vec3(tube.palette[s] * vec4(tube.bone[s].from, 1.0f)),
                        vec3(tube.palette[s] * vec4(tube.bone[s].to, 1.0f))};
    const float now = glm::distance(flat[i], nearest_on_bone(bone, flat[i]));
    const float by_dual = glm::distance(dual[i], nearest_on_bone(bone, dual[i]));
    const float kept =
        glm::distance(tube.mesh.position[i], nearest_on_bone(tube.bone[s], tube.mesh.position[i]));
    EXPECT_NEAR(now, std::min(by_dual, kept), 2e-6f) << i;
    if (by_dual > kept + 1e-4f) ++brought;
  }
  EXPECT_GT(brought, 50u);
  EXPECT_LT(bulge(tube, Deformer::BulgeFree), 1e-5f);
}

TEST(BulgeFree, LeavesATwistToDualQuaternions) {
  BentTube tube;
  tube.turn(120, kAlong);
  EXPECT_LT(farthest(tube.posed(Deformer::BulgeFree), tube.posed(Deformer::DualQuaternion)), 1e-6f);
}

TEST(BulgeFree, KeepsTheScaleOfItsJoints) {
  BentTube tube;
  for (mat4& t : tube.palette) t = glm::scale(mat4(1.0f), vec3(2.0f));
  EXPECT_LT(farthest(tube.posed(Deformer::BulgeFree), tube.posed(Deformer::Linear)), 1e-5f);
}

}  // namespace
}  // namespace bindpose::test::deformers_test
