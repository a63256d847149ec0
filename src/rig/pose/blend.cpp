#include "rig/pose/blend.h"

#include <glm/gtc/quaternion.hpp>

#include "math/numbers.h"
#include "math/transform.h"

namespace bindpose {
namespace {

// A turn and a stretch; the mirror, where there is one, is in the stretch.
struct Turned {
  glm::dquat turn;
  glm::dmat3 stretch;

  explicit Turned(const glm::dmat3& m) {
    Polar p = polar(m);
    if (glm::determinant(p.orthogonal) < 0.0) {
      p.orthogonal = -p.orthogonal;
      p.stretch = -p.stretch;
    }
    turn = glm::normalize(glm::quat_cast(p.orthogonal));
    stretch = p.stretch;
  }
};

glm::dquat near_to(const glm::dquat& q, const glm::dquat& to) {
  return glm::dot(q, to) < 0.0 ? -q : q;
}

// GLM's slerp stops at the shorter way for factors between 0 and 1 only by the sign of the dot
// product, which near_to() takes care of; beyond that range it goes on.
glm::dquat between(const glm::dquat& a, const glm::dquat& b, double factor) {
  return glm::normalize(glm::slerp(a, near_to(b, a), factor));
}

}  // namespace

glm::dmat4 blended(const glm::dmat4& a, const glm::dmat4& b, double factor) {
  if (factor == 0.0) return a;
  if (factor == 1.0) return b;
  const Turned from{glm::dmat3(a)}, to{glm::dmat3(b)};
  const glm::dmat3 turn = glm::mat3_cast(between(from.turn, to.turn, factor));
  glm::dmat4 out(turn * (from.stretch * (1.0 - factor) + to.stretch * factor));
  out[3] = a[3] * (1.0 - factor) + b[3] * factor;
  return out;
}

void relax(std::span<const int> parent, std::span<const mat4> bind,
           std::span<const std::uint8_t> counts, std::span<const std::uint8_t> chosen,
           double factor, std::span<glm::dmat4> deviation) {
  const std::size_t joints = parent.size();
  std::vector<glm::dquat> axes(joints), turn(joints);
  for (std::size_t j = 0; j < joints; ++j) {
    axes[j] = Turned(glm::dmat3(bind[j])).turn;
    turn[j] = axes[j] * Turned(glm::dmat3(deviation[j])).turn * glm::conjugate(axes[j]);
  }
  const auto count = [&](int j) { return j >= 0 && (counts.empty() || counts[idx(j)] != 0); };
  // The sums of the children's turns, each on the side of the joint's own.
  std::vector<glm::dquat> below(joints, glm::dquat(0, 0, 0, 0));
  std::vector<bool> has_below(joints, false);
  for (std::size_t j = 0; j < joints; ++j) {
    const int p = parent[j];
    if (p < 0 || !count(static_cast<int>(j))) continue;
    below[idx(p)] += near_to(turn[j], turn[idx(p)]);
    has_below[idx(p)] = true;
  }
  for (std::size_t j = 0; j < joints; ++j) {
    if (chosen[j] == 0) continue;
    glm::dquat sum(0, 0, 0, 0);
    if (count(parent[j])) sum += near_to(turn[idx(parent[j])], turn[j]);
    if (has_below[j] && glm::length(below[j]) > 1e-9) sum += glm::normalize(below[j]);
    if (glm::length(sum) < 1e-9) continue;
    const glm::dquat to = between(turn[j], glm::normalize(sum), factor);
    const Turned own{glm::dmat3(deviation[j])};
    const glm::dmat3 linear = glm::mat3_cast(glm::conjugate(axes[j]) * to * axes[j]) * own.stretch;
    for (int c = 0; c < 3; ++c) deviation[j][c] = glm::dvec4(linear[c], 0.0);
  }
}

}  // namespace bindpose
