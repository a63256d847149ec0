#include "shapes.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "surfaces.h"

namespace bindpose::gen {
namespace {

constexpr float kFull = 2.0f * std::numbers::pi_v<float>;

struct ProfilePoint {
  vec2 at;      // radius, height
  vec2 normal;  // radial, along the axis
  float along;
};

// Corners that stay sharp are there twice, with a normal of either side.
std::vector<ProfilePoint> shaded_profile(std::span<const vec2> profile, float crease) {
  std::vector<ProfilePoint> out;
  const std::size_t n = profile.size();
  const auto side = [&](std::size_t k) {  // of the piece from k to k + 1
    const vec2 d = profile[k + 1] - profile[k];
    return glm::normalize(vec2(d.y, -d.x));
  };
  const float sharp = std::cos(glm::radians(crease));
  float length = 0.0f, total = 0.0f;
  for (std::size_t k = 0; k + 1 < n; ++k) total += glm::length(profile[k + 1] - profile[k]);
  for (std::size_t k = 0; k < n; ++k) {
    if (k > 0) length += glm::length(profile[k] - profile[k - 1]);
    const float along = length / total;
    if (k == 0 || k + 1 == n) {
      out.push_back({profile[k], vec2(0.0f, k == 0 ? -1.0f : 1.0f), along});
      continue;
    }
    const vec2 a = side(k - 1), b = side(k);
    if (glm::dot(a, b) < sharp) {
      out.push_back({profile[k], a, along});
      out.push_back({profile[k], b, along});
    } else {
      out.push_back({profile[k], glm::normalize(a + b), along});
    }
  }
  return out;
}

}  // namespace

Frame frame_along(const vec3& at, const vec3& along, const vec3& front) {
  const vec3 y = glm::normalize(along);
  const vec3 x = glm::normalize(glm::cross(y, front));
  return {mat3(x, y, glm::cross(x, y)), at};
}

Surface lathe(const std::string& name, int material, const Frame& frame,
              std::span<const vec2> profile, int around, float crease) {
  Surface s;
  s.name = name;
  s.material = material;
  const std::vector<ProfilePoint> row = shaded_profile(profile, crease);
  std::vector<std::uint32_t> first;
  for (const ProfilePoint& p : row) {
    first.push_back(static_cast<std::uint32_t>(s.position.size()));
    const int count = p.at.x == 0.0f ? 1 : around;
    for (int a = 0; a < count; ++a) {
      const float part = static_cast<float>(a) / static_cast<float>(around);
      const vec3 out(std::sin(kFull * part), 0.0f, std::cos(kFull * part));
      const vec3 up(0.0f, 1.0f, 0.0f);
      s.position.push_back(frame.to_world(p.at.x * out + p.at.y * up));
      s.normal.push_back(glm::normalize(frame.axes * (p.normal.x * out + p.normal.y * up)));
      s.uv.emplace_back(part, p.along);
    }
  }
  const auto at = [&](std::size_t r, int a) {
    return first[r] + (row[r].at.x == 0.0f ? 0u : static_cast<std::uint32_t>(a % around));
  };
  for (std::size_t r = 0; r + 1 < row.size(); ++r) {
    if (row[r].at == row[r + 1].at) continue;
    for (int a = 0; a < around; ++a) {
      if (row[r].at.x != 0.0f) {
        s.triangle.insert(s.triangle.end(), {at(r, a), at(r, a + 1), at(r + 1, a)});
      }
      if (row[r + 1].at.x != 0.0f) {
        s.triangle.insert(s.triangle.end(), {at(r + 1, a), at(r, a + 1), at(r + 1, a + 1)});
      }
    }
  }
  return s;
}

Surface tube(const std::string& name, int material, std::span<const vec3> point,
             std::span<const float> radius, int around) {
  const std::size_t n = point.size();
  if (n < 2 || radius.size() != n) throw std::logic_error("a tube needs a radius for each point");
  Surface s;
  s.name = name;
  s.material = material;
  const auto heading = [&](std::size_t k) {
    return glm::normalize(point[std::min(k + 1, n - 1)] - point[k == 0 ? 0 : k - 1]);
  };
  // The frame is carried along without a twist.
  vec3 y = heading(0);
  vec3 x = glm::normalize(
      glm::cross(y, std::abs(y.y) < 0.9f ? vec3(0.0f, 1.0f, 0.0f) : vec3(1.0f, 0.0f, 0.0f)));
  struct Ring {
    vec3 center, x, z, y;
    float radius, lean, along;
  };
  std::vector<Ring> rings;
  const auto add = [&](const vec3& c, float r, float lean, float along) {
    rings.push_back({c, x, glm::cross(x, y), y, r, lean, along});
  };
  for (std::size_t k = 0; k < n; ++k) {
    y = heading(k);
    x = glm::normalize(x - glm::dot(x, y) * y);
    const float along = static_cast<float>(k) / static_cast<float>(n - 1);
    if (k == 0) {
      add(point[k] - 0.7f * radius[k] * y, 0.7f * radius[k], -0.7f, along);
    }
    add(point[k], radius[k], 0.0f, along);
    if (k + 1 == n) {
      add(point[k] + 0.7f * radius[k] * y, 0.7f * radius[k], 0.7f, along);
    }
  }
  const auto vertex = [&](const vec3& p, const vec3& normal, float turn, float along) {
    s.position.push_back(p);
    s.normal.push_back(normal);
    s.uv.emplace_back(turn, along);
  };
  const Ring& low = rings.front();
  vertex(point[0] - radius[0] * low.y, -low.y, 0.0f, 0.0f);
  for (const Ring& r : rings) {
    for (int a = 0; a < around; ++a) {
      const float turn = static_cast<float>(a) / static_cast<float>(around);
      const vec3 out = std::sin(kFull * turn) * r.x + std::cos(kFull * turn) * r.z;
      vertex(r.center + r.radius * out,
             glm::normalize(std::sqrt(1.0f - r.lean * r.lean) * out + r.lean * r.y), turn, r.along);
    }
  }
  const Ring& high = rings.back();
  vertex(point[n - 1] + radius[n - 1] * high.y, high.y, 0.0f, 1.0f);
  const auto at = [&](std::size_t r, int a) {
    return static_cast<std::uint32_t>(1 + r * static_cast<std::size_t>(around) +
                                      static_cast<std::size_t>(a % around));
  };
  const auto last = static_cast<std::uint32_t>(s.position.size() - 1);
  for (int a = 0; a < around; ++a) {
    s.triangle.insert(s.triangle.end(), {0u, at(0, a + 1), at(0, a)});
    for (std::size_t r = 0; r + 1 < rings.size(); ++r) {
      s.triangle.insert(s.triangle.end(), {at(r, a), at(r, a + 1), at(r + 1, a)});
      s.triangle.insert(s.triangle.end(), {at(r + 1, a), at(r, a + 1), at(r + 1, a + 1)});
    }
    s.triangle.insert(s.triangle.end(),
                      {at(rings.size() - 1, a), at(rings.size() - 1, a + 1), last});
  }
  return s;
}

Surface eyeball(int material, const vec3& center, float radius, const vec3& gaze, float reach) {
  Surface eye = ball("eyeball", material, {mat3(1.0f), center}, vec3(radius), 24, 16);
  const vec3 right = glm::normalize(glm::cross(vec3(0.0f, 1.0f, 0.0f), gaze));
  const vec3 up = glm::cross(gaze, right);
  for (std::size_t v = 0; v < eye.uv.size(); ++v) {
    const vec3& n = eye.normal[v];
    const vec2 across(glm::dot(n, right), glm::dot(n, up));
    const float angle = std::acos(std::clamp(glm::dot(n, gaze), -1.0f, 1.0f));
    const float r = 0.5f * std::min(angle / reach, 1.0f);
    eye.uv[v] = vec2(0.5f) + r * across / std::max(glm::length(across), 1e-6f);
  }
  return eye;
}

Surface eyelid(int material, const vec3& center, float eye_radius, const vec3& pole) {
  const float thick = 0.05f * eye_radius, r = 1.04f * eye_radius;
  constexpr int kRings = 6;
  constexpr float kReach = 1.45f;  // radians from the pole
  std::vector<vec2> profile;
  const auto ring = [&](int k, float radius) {
    const float a = kReach * static_cast<float>(k) / kRings;
    profile.emplace_back(k == 0 ? 0.0f : radius * std::sin(a), radius * std::cos(a));
  };
  for (int k = 0; k <= kRings; ++k) ring(k, r - 0.5f * thick);
  profile.push_back((r + 0.3f * thick) * vec2(std::sin(kReach + 0.05f), std::cos(kReach + 0.05f)));
  for (int k = kRings; k >= 0; --k) ring(k, r + thick);
  return lathe("eyelid", material, frame_along(center, pole, vec3(0.0f, 0.0f, 1.0f)), profile, 24,
               60.0f);
}

Surface prism(const std::string& name, int material, const Frame& frame,
              std::span<const vec2> outline, float half, float bevel) {
  Surface s;
  s.name = name;
  s.material = material;
  const std::size_t n = outline.size();
  const auto vertex = [&](const vec2& at, float y, const vec3& normal) {
    s.position.push_back(frame.to_world({at.x, y, at.y}));
    s.normal.push_back(glm::normalize(frame.axes * normal));
    s.uv.emplace_back(glm::length(at), 0.5f + 0.5f * normal.y);
    return static_cast<std::uint32_t>(s.position.size() - 1);
  };
  const auto inner = [&](std::size_t k) {
    const vec2& p = outline[k % n];
    return p * (1.0f - bevel / glm::length(p));
  };
  for (const float up : {-1.0f, 1.0f}) {
    const vec3 normal(0.0f, up, 0.0f);
    const std::uint32_t middle = vertex(vec2(0.0f), up * half, normal);
    for (std::size_t k = 0; k < n; ++k) vertex(inner(k), up * half, normal);
    for (std::size_t k = 0; k < n; ++k) {
      const auto a = middle + 1 + static_cast<std::uint32_t>(k);
      const auto b = middle + 1 + static_cast<std::uint32_t>((k + 1) % n);
      if (up > 0.0f)
        s.triangle.insert(s.triangle.end(), {middle, a, b});
      else
        s.triangle.insert(s.triangle.end(), {middle, b, a});
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    const vec2 a = outline[k], b = outline[(k + 1) % n];
    const vec2 d = glm::normalize(b - a);
    const vec3 out(-d.y, 0.0f, d.x);
    const float rows[4] = {-half, -half + bevel, half - bevel, half};
    for (int r = 0; r < 3; ++r) {
      const bool low_in = r == 0, high_in = r == 2;
      const vec3 normal = glm::normalize(out + vec3(0.0f,
                                                    low_in    ? -0.9f
                                                    : high_in ? 0.9f
                                                              : 0.0f,
                                                    0.0f));
      const auto i0 = vertex(low_in ? inner(k) : a, rows[r], normal);
      const auto i1 = vertex(low_in ? inner(k + 1) : b, rows[r], normal);
      const auto j0 = vertex(high_in ? inner(k) : a, rows[r + 1], normal);
      const auto j1 = vertex(high_in ? inner(k + 1) : b, rows[r + 1], normal);
      s.triangle.insert(s.triangle.end(), {i0, i1, j0, j0, i1, j1});
    }
  }
  return s;
}

std::vector<vec2> gear_outline(int teeth, float root, float tip) {
  std::vector<vec2> out;
  for (int t = 0; t < teeth; ++t) {
    const struct {
      float at, radius;
    } corner[] = {{0.0f, root}, {0.30f, root}, {0.44f, tip}, {0.74f, tip}, {0.88f, root}};
    for (const auto& c : corner) {
      const float angle = kFull * (static_cast<float>(t) + c.at) / static_cast<float>(teeth);
      out.push_back(c.radius * vec2(std::sin(angle), std::cos(angle)));
    }
  }
  return out;
}

Surface soft_box(const std::string& name, int material, const Frame& frame, const vec3& half,
                 float round, float cell) {
  const Field f = [=](const vec3& p) { return rounded_box(frame.to_local(p), half, round); };
  Box box;
  for (int k = 0; k < 8; ++k) {
    const vec3 corner((k & 1) != 0 ? half.x : -half.x, (k & 2) != 0 ? half.y : -half.y,
                      (k & 4) != 0 ? half.z : -half.z);
    box.add(frame.to_world(1.2f * corner) - cell);
    box.add(frame.to_world(1.2f * corner) + cell);
  }
  const TriangleMesh mesh = surface_of(
      f, box, cell, [=](const vec3&) { return 1.6f * cell; }, false);
  Surface s = surface_from(name, material, mesh, f);
  return s;
}

}  // namespace bindpose::gen
