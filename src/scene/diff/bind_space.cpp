#include "scene/diff/bind_space.h"

#include <algorithm>
#include <glm/glm.hpp>

#include "math/numbers.h"
#include "math/transform.h"

namespace bindpose {
namespace {

constexpr double kAlike =
    1e-3;  // of the size, of a column's length: quantised matrices are rounded
constexpr double kBoxAlike = 0.01;  // of the size
constexpr std::size_t kTried = 32;  // joints whose S is tried

struct BoundPair {
  glm::dmat4 a, b;
};

std::vector<BoundPair> bound_pairs(const DiffSide& a, const DiffSide& b,
                                   const std::vector<JointDiff>& joints) {
  std::vector<BoundPair> out;
  for (const JointDiff& joint : joints) {
    if (joint.a < 0 || joint.b < 0) continue;
    if (!a.model.has_bind[idx(joint.a)] || !b.model.has_bind[idx(joint.b)]) continue;
    const mat4 &one = a.bind[idx(joint.a)], &other = b.bind[idx(joint.b)];
    if (is_finite(one) && is_finite(other) && is_invertible(other)) out.push_back({one, other});
  }
  return out;
}

bool is_alike(const glm::dmat4& a, const glm::dmat4& b, double size) {
  for (int c = 0; c < 3; ++c) {
    if (!(glm::distance(a[c], b[c]) <= kAlike * glm::length(a[c]))) return false;
  }
  return glm::distance(a[3], b[3]) <= kAlike * size;
}

std::size_t count_alike(const std::vector<BoundPair>& pairs, const glm::dmat4& space, double size) {
  return static_cast<std::size_t>(std::ranges::count_if(
      pairs, [&](const BoundPair& p) { return is_alike(p.a, space * p.b, size); }));
}

// The mean over the joints that agree: each is rounded by itself.
glm::dmat4 mean_space(const std::vector<BoundPair>& pairs, const glm::dmat4& space, double size) {
  glm::dmat4 sum(0.0);
  double n = 0.0;
  for (const BoundPair& p : pairs) {
    if (!is_alike(p.a, space * p.b, size)) continue;
    sum += p.a * glm::inverse(p.b);
    n += 1.0;
  }
  return sum / n;
}

// Around the vertices of skins, as the file tells them.
Box told_box(const Model& model, const mat4& space) {
  Box box;
  const mat4 to = space * model.to_display;
  for (const Mesh& mesh : model.meshes) {
    if (!mesh.file_binding.skin.skinned) continue;
    for (const vec3& p : mesh.position) box.add(vec3(to * vec4(p, 1.0f)));
  }
  return box;
}

bool lies_alike(const Model& a, const Model& b, const mat4& space) {
  const Box one = told_box(a, mat4(1.0f)), other = told_box(b, space);
  if (one.empty() || other.empty()) return one.empty() == other.empty();
  const double most = kBoxAlike * one.diagonal();
  return glm::distance(one.lo, other.lo) <= most && glm::distance(one.hi, other.hi) <= most;
}

}  // namespace

mat4 bind_space(const DiffSide& a, const DiffSide& b, const std::vector<JointDiff>& joints) {
  const std::vector<BoundPair> pairs = bound_pairs(a, b, joints);
  const double size = bind_box(a).diagonal();
  std::size_t most = std::max(count_alike(pairs, glm::dmat4(1.0), size), pairs.size() / 2);
  glm::dmat4 best(1.0);
  const std::size_t step = std::max<std::size_t>(1, pairs.size() / kTried);
  for (std::size_t k = 0; k < pairs.size(); k += step) {
    const glm::dmat4 space = pairs[k].a * glm::inverse(pairs[k].b);
    if (const std::size_t n = count_alike(pairs, space, size); n > most) most = n, best = space;
  }
  if (best == glm::dmat4(1.0)) return mat4(1.0f);
  const mat4 space(mean_space(pairs, best, size));
  return lies_alike(a.model, b.model, space) ? space : mat4(1.0f);
}

void take_to(const mat4& space, DiffSide& b) {
  if (space == mat4(1.0f)) return;
  const std::vector<int>& parent = b.model.skeleton.parent;
  // What hangs below a joint of a skin has its bind pose from there.
  std::vector<bool> in_space(parent.size());
  for (std::size_t j = 0; j < parent.size(); ++j) {
    in_space[j] = b.model.has_bind[j] != 0 || (parent[j] >= 0 && in_space[idx(parent[j])]);
    if (in_space[j]) b.bind[j] = space * b.bind[j];
  }
  for (const Mesh& mesh : b.model.meshes) {
    const bool is_in =
        mesh.file_binding.skin.skinned || (mesh.node >= 0 && in_space[idx(mesh.node)]);
    b.onto.push_back(is_in ? space : mat4(1.0f));
  }
}

}  // namespace bindpose
