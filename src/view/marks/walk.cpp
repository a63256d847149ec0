#include "view/marks/walk.h"

#include <algorithm>
#include <cmath>

#include "math/transform.h"

namespace bindpose {
namespace {

constexpr int kCells = 3;         // on each side of the joint
constexpr float kBeyond = 1.15f;  // how far the grid goes, as a part of the way to the vertex
constexpr int kWaySteps = 10;     // of a stage's way

vec3 unit_column(const mat4& m, int axis) {
  const vec3 c(m[axis]);
  const float length = glm::length(c);
  vec3 fallback(0.0f);
  fallback[axis] = 1.0f;
  return length > 0.0f && std::isfinite(length) ? c / length : fallback;
}

// In the plane of two of the frame's axes that the vertex is nearest to.
std::vector<std::array<vec3, 2>> bind_grid(const mat4& frame, const vec3& vertex, float size) {
  const vec3 origin(frame[3]), beside = vertex - origin;
  const std::array<vec3, 3> axis{unit_column(frame, 0), unit_column(frame, 1),
                                 unit_column(frame, 2)};
  std::size_t across = 0;
  for (std::size_t i = 1; i < 3; ++i) {
    if (std::abs(glm::dot(beside, axis[i])) < std::abs(glm::dot(beside, axis[across]))) across = i;
  }
  const vec3 a = axis[(across + 1) % 3], b = axis[(across + 2) % 3];
  const float reach = std::max(std::abs(glm::dot(beside, a)), std::abs(glm::dot(beside, b)));
  const float half = reach > 1e-3f * size ? kBeyond * reach : 0.1f * size;
  std::vector<std::array<vec3, 2>> lines;
  for (int k = -kCells; k <= kCells; ++k) {
    const float at = half * static_cast<float>(k) / kCells;
    lines.push_back({origin + at * a - half * b, origin + at * a + half * b});
    lines.push_back({origin - half * a + at * b, origin + half * a + at * b});
  }
  return lines;
}

}  // namespace

WalkMark walk_mark(const SpaceWalk& walk, const Model& model, float at, float size) {
  WalkMark out;
  if (walk.empty()) return out;
  const WalkMoment now = walk_at(walk, at);
  const WalkStage::Kind kind = walk.stages[now.stage].kind;
  out.arrows = kind == WalkStage::Weighted || kind == WalkStage::Summed;
  out.space = walk_space(walk, model, 0, now.stage);
  const auto& nearest = *std::ranges::min_element(walk.legs, {}, [&](const WalkLeg& leg) {
    return glm::distance(vec3(leg.bind[3]), walk.point);
  });
  const auto grid = bind_grid(nearest.bind, walk.point, size);
  for (std::size_t i = 0; i < walk.legs.size(); ++i) {
    const WalkMoment::Leg& leg = now.legs[i];
    WalkMark::Copy copy;
    copy.joint = walk.legs[i].joint;
    copy.frame = leg.matrix * walk.legs[i].bind;
    for (const auto& line : grid) {
      copy.grid.push_back(
          {vec3(leg.matrix * vec4(line[0], 1.0f)), vec3(leg.matrix * vec4(line[1], 1.0f))});
    }
    copy.point = leg.point;
    copy.tail = leg.tail;
    const bool last = i + 1 == walk.legs.size();
    if (kind == WalkStage::Summed && !last) copy.alpha = 1.0f - now.part;
    out.copies.push_back(std::move(copy));
  }
  const float end = std::min(at, walk.last());
  const int steps = static_cast<int>(std::ceil(static_cast<float>(kWaySteps) * end));
  for (int k = 0; k <= steps; ++k) {
    const float to = std::min(static_cast<float>(k) / kWaySteps, end);
    const WalkMoment then = walk_at(walk, to);
    for (std::size_t i = 0; i < out.copies.size(); ++i)
      out.copies[i].trail.push_back(then.legs[i].point);
  }
  if (kind == WalkStage::Summed && walk.other_weight != 0.0f) {
    out.has_rest = true;
    out.rest_from = vec3(walk.legs[0].so_far[now.stage - 1] * vec4(walk.point, 1.0f));
  }
  return out;
}

}  // namespace bindpose
