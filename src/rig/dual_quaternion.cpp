#include "rig/dual_quaternion.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "math/transform.h"
#include "rig/simd/dual_quaternion_kernels.h"

namespace bindpose {
namespace {

using glm::dmat3;
using glm::dquat;
using glm::dvec3;

constexpr double kNoStretch = 1e-6;

double max_entry(const dmat3& m) {
  double most = 0.0;
  for (int c = 0; c < 3; ++c) {
    for (int r = 0; r < 3; ++r) most = std::max(most, std::abs(m[c][r]));
  }
  return most;
}

bool is_mirrored(const Polar& p) {
  return glm::determinant(p.orthogonal) < 0.0;
}

// The reflection that the mirrored joints of a palette share: across the plane over which the first
// of them is turned, seen from the first that is not mirrored. All mirrored: any does.
dmat3 shared_mirror(std::span<const Polar> joint) {
  const auto mirrored = std::find_if(joint.begin(), joint.end(), is_mirrored);
  const auto plain = std::find_if_not(joint.begin(), joint.end(), is_mirrored);
  if (mirrored == joint.end() || plain == joint.end()) return dmat3(-1.0);
  // An orthogonal matrix with determinant -1 turns one direction a over: Q a = -a.
  const dmat3 turn = glm::transpose(plain->orthogonal) * mirrored->orthogonal;
  const dmat3 plus = turn + dmat3(1.0);
  // a is normal to the rows of Q + I; -I turns all over.
  const dmat3 rows = glm::transpose(plus);
  dvec3 a(0.0);
  for (int i = 0; i < 3; ++i) {
    const dvec3 normal = glm::cross(rows[i], rows[(i + 1) % 3]);
    if (glm::dot(normal, normal) > glm::dot(a, a)) a = normal;
  }
  if (!(glm::length(a) > 1e-6)) return dmat3(-1.0);
  a = glm::normalize(a);
  return dmat3(1.0) - 2.0 * glm::outerProduct(a, a);
}

void set_stretch(const dmat3& linear, const dvec3& shift, SplitJoint& out) {
  for (int r = 0; r < 3; ++r) {
    out.stretch[r] = vec4(static_cast<float>(linear[0][r]), static_cast<float>(linear[1][r]),
                          static_cast<float>(linear[2][r]), static_cast<float>(shift[r]));
  }
}

SplitJoint split(const mat4& t, const Polar& polar, const dmat3& mirror, const dvec3& center) {
  SplitJoint out;
  dmat3 rotation = polar.orthogonal;
  dmat3 stretch = polar.stretch;
  if (is_mirrored(polar)) {
    rotation = rotation * mirror;
    stretch = mirror * stretch;
  }
  if (max_entry(stretch - dmat3(1.0)) > kNoStretch) {
    set_stretch(stretch, center - stretch * center, out);
  } else {
    stretch = dmat3(1.0);
  }
  const dquat q = glm::normalize(glm::quat_cast(rotation));
  const dvec3 shift = dvec3(t[3]) + (dmat3(mat3(t)) - rotation) * center;
  const dquat d = dquat(0.0, 0.5 * shift) * q;
  out.real = vec4(vec3(q.x, q.y, q.z), q.w);
  out.dual = vec4(vec3(d.x, d.y, d.z), d.w);
  return out;
}

}  // namespace

bool SplitJoint::stretches() const {
  const SplitJoint none;
  return stretch[0] != none.stretch[0] || stretch[1] != none.stretch[1] ||
         stretch[2] != none.stretch[2];
}

void split_palette(const Skin& skin, std::span<const mat4> palette, const mat4& node_matrix,
                   std::vector<SplitJoint>& out) {
  assert(skin.bind.size() == palette.size());
  std::vector<Polar> parts(palette.size());
  for (std::size_t s = 0; s < palette.size(); ++s) parts[s] = polar(dmat3(mat3(palette[s])));
  const dmat3 mirror = shared_mirror(parts);
  out.resize(palette.size() + 1);
  for (std::size_t s = 0; s < palette.size(); ++s) {
    out[s] = split(palette[s], parts[s], mirror, dvec3(skin.bind[s][3]));
  }
  out.back() = SplitJoint{};
  set_stretch(dmat3(mat3(node_matrix)), dvec3(node_matrix[3]), out.back());
}

namespace {

struct Blend {
  vec4 real{0.0f}, dual{0.0f};
  vec4 stretch[3]{vec4(0.0f), vec4(0.0f), vec4(0.0f)};
};

// The influences of one vertex; an empty range is the node.
struct Row {
  const std::uint16_t* slot;
  const float* weight;
  std::size_t count;
};

template <bool kStretch>
Blend blend(const SplitJoint* joints, std::size_t node, const Row& row) {
  Blend sum;
  if (row.count == 0) {
    const SplitJoint& j = joints[node];
    sum.real = j.real;
    for (int r = 0; r < 3; ++r) sum.stretch[r] = j.stretch[r];
    return sum;
  }
  const vec4 pivot = joints[row.slot[0]].real;
  for (std::size_t k = 0; k < row.count; ++k) {
    const SplitJoint& j = joints[row.slot[k]];
    const float w = row.weight[k];
    const float signed_w = glm::dot(j.real, pivot) < 0.0f ? -w : w;
    sum.real += signed_w * j.real;
    sum.dual += signed_w * j.dual;
    if constexpr (kStretch) {
      for (int r = 0; r < 3; ++r) sum.stretch[r] += w * j.stretch[r];
    }
  }
  // Signs agree with the strongest influence's, so the sum is never shorter than its weight.
  const float scale = 1.0f / std::sqrt(glm::dot(sum.real, sum.real));
  sum.real *= scale;
  sum.dual *= scale;
  return sum;
}

vec3 rotate(const vec4& q, const vec3& v) {
  const vec3 axis(q);
  return v + 2.0f * glm::cross(axis, glm::cross(axis, v) + q.w * v);
}

vec3 translation(const Blend& b) {
  const vec3 r(b.real), d(b.dual);
  return 2.0f * (b.real.w * d - b.dual.w * r + glm::cross(r, d));
}

mat3 linear(const Blend& b) {
  return glm::transpose(mat3(vec3(b.stretch[0]), vec3(b.stretch[1]), vec3(b.stretch[2])));
}

vec3 stretched(const Blend& b, const vec3& p) {
  const vec4 v(p, 1.0f);
  return {glm::dot(b.stretch[0], v), glm::dot(b.stretch[1], v), glm::dot(b.stretch[2], v)};
}

// What a 3x3 does to normals.
mat3 turn(const mat3& m, NormalUse use) {
  return use == NormalUse::BlendedMatrix ? m : cofactor(m);
}

Row row_of(const Influences& in, std::size_t i) {
  const std::uint32_t first = in.offset[i];
  return {in.slot.data() + first, in.weight.data() + first, in.offset[i + 1] - first};
}

template <bool kStretch>
void skin_from(std::size_t begin, const SkinningInput& in, const std::vector<SplitJoint>& joints,
               std::span<vec3> position_out, std::span<vec3> normal_out) {
  const std::size_t node = joints.size() - 1;
  for (std::size_t i = begin; i < position_out.size(); ++i) {
    const Row row = row_of(in.weights, i);
    const Blend b = blend<kStretch>(joints.data(), node, row);
    const bool stretches = kStretch || row.count == 0;
    const vec3 p = stretches ? stretched(b, in.position[i]) : in.position[i];
    position_out[i] = rotate(b.real, p) + translation(b);
    if (normal_out.empty()) continue;
    const vec3 n = stretches ? turn(linear(b), in.normals) * in.normal[i] : in.normal[i];
    normal_out[i] = kernels::normalized_or_same(rotate(b.real, n));
  }
}

bool any_stretch(const Influences& in, const std::vector<SplitJoint>& joints) {
  const auto stretches = [](const SplitJoint& j) { return j.stretches(); };
  if (std::any_of(joints.begin(), joints.end() - 1, stretches)) return true;
  // The node's whole matrix is a stretch.
  return std::adjacent_find(in.offset.begin(), in.offset.end()) != in.offset.end();
}

// The joints as the kernels read them (see kernels::DualJob), none of them across the border of two
// cache lines.
struct alignas(32) Motion {
  vec4 real, dual;
};
struct alignas(64) StretchRows {
  vec4 row[4];
};
struct KernelJoints {
  std::vector<Motion> motion;
  std::vector<StretchRows> stretch;
  bool one_side = false;
};

// Turns every r_j over that points away from the first one: (r, d) and (-r, -d) are the same
// motion. Whether no two point away from each other then, so that none has to be turned over vertex
// by vertex: so it is in nearly all poses.
bool on_one_side(std::vector<Motion>& motion, std::size_t slots) {
  for (std::size_t s = 1; s < slots; ++s) {
    if (glm::dot(motion[s].real, motion[0].real) >= 0.0f) continue;
    motion[s].real = -motion[s].real;
    motion[s].dual = -motion[s].dual;
  }
  for (std::size_t s = 1; s < slots; ++s) {
    for (std::size_t t = 1; t < s; ++t) {
      if (glm::dot(motion[s].real, motion[t].real) < 0.0f) return false;
    }
  }
  return true;
}

KernelJoints kernel_joints(const std::vector<SplitJoint>& joints, bool stretch,
                           std::size_t vertices) {
  KernelJoints out;
  const std::size_t slots = joints.size() - 1;
  for (const SplitJoint& j : joints) {
    out.motion.push_back({j.real, j.dual});
    if (stretch) out.stretch.push_back({{j.stretch[0], j.stretch[1], j.stretch[2], vec4(0.0f)}});
  }
  // All pairs are compared where that is little beside the vertices.
  out.one_side = slots * slots < 8 * vertices && on_one_side(out.motion, slots);
  return out;
}

// As many of the first vertices as that path has a faster way for; returns how many.
std::size_t skin_batches([[maybe_unused]] SkinningPath path,
                         [[maybe_unused]] const SkinningInput& in,
                         [[maybe_unused]] const std::vector<SplitJoint>& joints,
                         [[maybe_unused]] bool stretch,
                         [[maybe_unused]] std::span<vec3> position_out,
                         [[maybe_unused]] std::span<vec3> normal_out) {
#if defined(BINDPOSE_AVX2)
  const bool avx512 = path == SkinningPath::Avx512;
  if (!avx512 && path != SkinningPath::Avx2) return 0;
  if (in.normals == NormalUse::BlendedMatrix) return 0;
  const KernelJoints kernel = kernel_joints(joints, stretch, position_out.size());
  const Influences& weights = in.weights;
  kernels::DualJob job;
  job.vertices = position_out.size();
  job.position = &in.position[0].x;
  job.offset = weights.offset.data();
  job.slot = weights.slot.data();
  job.weight = weights.weight.data();
  job.motion = &kernel.motion[0].real.x;
  job.stretch = stretch ? &kernel.stretch[0].row[0].x : nullptr;
  job.node = joints.size() - 1;
  job.one_side = kernel.one_side;
  job.position_out = &position_out[0].x;
  if (!normal_out.empty()) {
    job.normal = &in.normal[0].x;
    job.normal_out = &normal_out[0].x;
  }
  return avx512 ? kernels::dual_quaternions_avx512(job) : kernels::dual_quaternions_avx2(job);
#else
  return 0;
#endif
}

// Vertices that the file wants between the linear blend and dual quaternions: matrices are mixed.
void mix_in_linear(const SkinningInput& in, const std::vector<SplitJoint>& joints,
                   std::span<vec3> position_out, std::span<vec3> normal_out) {
  for (std::size_t i = 0; i < position_out.size(); ++i) {
    const float part = in.dq_blend_weight[i];
    const Row row = row_of(in.weights, i);
    if (part >= 1.0f || row.count == 0) continue;
    mat4 matrix(0.0f);
    for (std::size_t k = 0; k < row.count; ++k) matrix += row.weight[k] * in.palette[row.slot[k]];
    const vec3 straight(matrix * vec4(in.position[i], 1.0f));
    position_out[i] = glm::mix(straight, position_out[i], part);
    if (normal_out.empty()) continue;
    const Blend b = blend<true>(joints.data(), joints.size() - 1, row);
    const quat q(b.real.w, b.real.x, b.real.y, b.real.z);
    const mat3 mixed = (1.0f - part) * mat3(matrix) + part * (glm::mat3_cast(q) * linear(b));
    normal_out[i] = kernels::normalized_or_same(turn(mixed, in.normals) * in.normal[i]);
  }
}

}  // namespace

void dual_quaternion_skinning(const SkinningInput& in, std::span<vec3> position_out,
                              std::span<vec3> normal_out) {
  dual_quaternion_skinning(best_skinning_path(), in, position_out, normal_out);
}

void dual_quaternion_skinning(SkinningPath path, const SkinningInput& in,
                              std::span<vec3> position_out, std::span<vec3> normal_out) {
  assert(is_supported(path));
  assert(position_out.size() == in.position.size());
  assert(in.weights.vertex_count() == in.position.size());
  assert(normal_out.empty() || normal_out.size() == in.normal.size());
  if (position_out.empty()) return;
  std::vector<SplitJoint> joints;
  split_palette(in.skin, in.palette, in.node_matrix, joints);
  const bool stretch = any_stretch(in.weights, joints);
  const std::size_t done = skin_batches(path, in, joints, stretch, position_out, normal_out);
  stretch ? skin_from<true>(done, in, joints, position_out, normal_out)
          : skin_from<false>(done, in, joints, position_out, normal_out);
  if (!in.dq_blend_weight.empty()) mix_in_linear(in, joints, position_out, normal_out);
}

void mixed_skinning(const SkinningInput& in, std::span<vec3> position_out,
                    std::span<vec3> normal_out) {
  std::vector<float> part(in.position.size(), in.data.mix);
  for (std::size_t i = 0; i < in.dq_blend_weight.size(); ++i) part[i] *= in.dq_blend_weight[i];
  const SkinningInput mixed{in.weights, in.skin,        part,   in.position, in.normal,
                            in.palette, in.node_matrix, in.use, in.normals,  in.data};
  dual_quaternion_skinning(mixed, position_out, normal_out);
}

}  // namespace bindpose
