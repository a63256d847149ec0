#include "scene/pose/pose_change.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "math/numbers.h"
#include "math/rotation.h"
#include "math/transform.h"

namespace bindpose {
namespace {

enum class Became { Nothing, Rotated, Moved, Scaled, Posed };

// Ul_j before and after.
Became became(const mat4& before, const mat4& after) {
  constexpr float kSame = 1e-5f;
  const Transform a = decompose(before), b = decompose(after);
  const float size = std::max(1e-3f, std::max(glm::length(a.t), glm::length(b.t)));
  const bool turned = glm::length(a.q - b.q) > kSame && glm::length(a.q + b.q) > kSame;
  const bool moved = glm::distance(a.t, b.t) > kSame * size;
  const bool scaled = glm::distance(a.s, b.s) > kSame;
  if (turned + moved + scaled > 1) return Became::Posed;
  return turned   ? Became::Rotated
         : moved  ? Became::Moved
         : scaled ? Became::Scaled
                  : Became::Nothing;
}

// "30", "112", "0.52".
std::string degrees_text(const mat4& before, const mat4& after) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", degrees_apart(decompose(before).q, decompose(after).q));
  return text;
}

}  // namespace

std::string pose_change(const Pose& before, const Pose& after, int first,
                        std::span<const int> joints, const Skeleton& skeleton) {
  const auto of = [&](int j) {
    return became(before.user_local[idx(j)], after.user_local[idx(j)]);
  };
  Became all = of(first);
  if (std::ranges::any_of(joints, [&](int j) { return of(j) != all; })) all = Became::Posed;
  constexpr const char* kVerbs[] = {"Pose ", "Rotate ", "Move ", "Scale ", "Pose "};
  std::string text = kVerbs[static_cast<std::size_t>(all)] + skeleton.name[idx(first)];
  if (joints.size() > 1) return text + " and " + std::to_string(joints.size() - 1) + " more";
  if (all != Became::Rotated) return text;
  return text + " " + degrees_text(before.user_local[idx(first)], after.user_local[idx(first)]) +
         "\xC2\xB0";
}

}  // namespace bindpose
