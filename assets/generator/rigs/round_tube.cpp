#include <cmath>
#include <numbers>

#include "field.h"
#include "rigs/rigs.h"

namespace bindpose::gen::rigs {
namespace {

constexpr float kHalfTurn = std::numbers::pi_v<float>;

}  // namespace

Surface round_tube(const std::string& name, const std::vector<Ring>& rings, int around,
                   const std::function<Row(float y)>& influence) {
  Surface s;
  s.name = name;
  const auto add = [&](const vec3& p, const vec3& n) {
    s.position.push_back(p);
    s.normal.push_back(n);
    s.influence.push_back(influence(p.y));
  };
  const std::size_t last = rings.size() - 1;
  add({0.0f, rings[0].y, 0.0f}, {0.0f, -1.0f, 0.0f});
  for (std::size_t k = 1; k < last; ++k) {
    const Ring &below = rings[k - 1], &r = rings[k], &above = rings[k + 1];
    const vec2 along = glm::normalize(vec2(above.radius - below.radius, above.y - below.y));
    for (int a = 0; a < around; ++a) {
      const float angle = 2.0f * kHalfTurn * static_cast<float>(a) / static_cast<float>(around);
      const vec3 out(std::sin(angle), 0.0f, std::cos(angle));
      add(r.radius * out + vec3(0.0f, r.y, 0.0f), along.y * out - vec3(0.0f, along.x, 0.0f));
    }
  }
  add({0.0f, rings[last].y, 0.0f}, {0.0f, 1.0f, 0.0f});

  const auto at = [around](std::size_t ring, int a) {
    return static_cast<std::uint32_t>(1 + (static_cast<int>(ring) - 1) * around + a % around);
  };
  const auto end = static_cast<std::uint32_t>(s.position.size() - 1);
  for (int a = 0; a < around; ++a) {
    s.triangle.insert(s.triangle.end(), {0u, at(1, a + 1), at(1, a)});
    for (std::size_t k = 1; k + 1 < last; ++k) {
      s.triangle.insert(s.triangle.end(), {at(k, a), at(k, a + 1), at(k + 1, a + 1)});
      s.triangle.insert(s.triangle.end(), {at(k, a), at(k + 1, a + 1), at(k + 1, a)});
    }
    s.triangle.insert(s.triangle.end(), {at(last - 1, a), at(last - 1, a + 1), end});
  }
  return s;
}

std::vector<Ring> capsule_rings(float height, float radius, int cap, int sides) {
  std::vector<Ring> rings;
  for (int k = 0; k < cap; ++k) {
    const float angle = 0.5f * kHalfTurn * static_cast<float>(k) / static_cast<float>(cap);
    rings.push_back({radius * (1.0f - std::cos(angle)), radius * std::sin(angle)});
  }
  for (int k = 0; k <= sides; ++k) {
    const float part = static_cast<float>(k) / static_cast<float>(sides);
    rings.push_back({radius + part * (height - 2.0f * radius), radius});
  }
  for (int k = cap - 1; k >= 0; --k) {
    const Ring r = rings[static_cast<std::size_t>(k)];
    rings.push_back({height - r.y, r.radius});
  }
  return rings;
}

Row blend(int below, int above, float middle, float width, float y) {
  const float part = smooth_step(middle - 0.5f * width, middle + 0.5f * width, y);
  if (part <= 0.0f) return {{below, 1.0f}};
  if (part >= 1.0f) return {{above, 1.0f}};
  if (part > 0.5f) return {{above, part}, {below, 1.0f - part}};
  return {{below, 1.0f - part}, {above, part}};
}

}  // namespace bindpose::gen::rigs
