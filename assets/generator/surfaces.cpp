#include "surfaces.h"

#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

namespace bindpose::gen {

Surface ball(const std::string& name, int material, const Frame& frame, const vec3& radii,
             int around, int rings) {
  Surface s;
  s.name = name;
  s.material = material;
  const auto add = [&](const vec3& unit) {
    s.position.push_back(frame.to_world(unit * radii));
    s.normal.push_back(glm::normalize(frame.axes * (unit / radii)));
    s.uv.emplace_back(0.0f);
  };
  constexpr float kPi = std::numbers::pi_v<float>;
  add({0.0f, 1.0f, 0.0f});
  for (int r = 1; r < rings; ++r) {
    const float polar = kPi * static_cast<float>(r) / static_cast<float>(rings);
    for (int a = 0; a < around; ++a) {
      const float turn = 2.0f * kPi * static_cast<float>(a) / static_cast<float>(around);
      add({std::sin(polar) * std::sin(turn), std::cos(polar), std::sin(polar) * std::cos(turn)});
    }
  }
  add({0.0f, -1.0f, 0.0f});
  const auto at = [&](int r, int a) {
    if (r == 0) return 0u;
    if (r == rings) return static_cast<std::uint32_t>(s.position.size() - 1);
    return static_cast<std::uint32_t>(1 + (r - 1) * around + a % around);
  };
  for (int r = 0; r < rings; ++r) {
    for (int a = 0; a < around; ++a) {
      if (r + 1 < rings)
        s.triangle.insert(s.triangle.end(), {at(r, a), at(r + 1, a), at(r + 1, a + 1)});
      if (r > 0) s.triangle.insert(s.triangle.end(), {at(r, a), at(r + 1, a + 1), at(r, a + 1)});
    }
  }
  return s;
}

Surface reflected(const Surface& left, const std::string& name) {
  Surface s = left;
  s.name = name;
  for (vec3& p : s.position) p = mirror(p);
  for (vec3& n : s.normal) n = mirror(n);
  for (std::size_t k = 0; k < s.triangle.size(); k += 3)
    std::swap(s.triangle[k + 1], s.triangle[k + 2]);
  return s;
}

void soften(const TriangleMesh& mesh, std::vector<vec2>& uv, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    std::vector<vec3> sum(uv.size(), vec3(0.0f));
    for (const Triangle& t : mesh.triangle) {
      for (std::size_t k = 0; k < 3; ++k) {
        const vec2 other = uv[static_cast<std::size_t>(t[(k + 1) % 3])] +
                           uv[static_cast<std::size_t>(t[(k + 2) % 3])];
        sum[static_cast<std::size_t>(t[k])] += vec3(other, 2.0f);
      }
    }
    for (std::size_t v = 0; v < uv.size(); ++v) {
      uv[v] = glm::mix(uv[v], vec2(sum[v]) / sum[v].z, 0.5f);
    }
  }
}

void add_pair(Character& c, Surface left, const std::string& base) {
  left.name = base + ".L";
  Surface right = reflected(left, base + ".R");
  const std::vector<int> partner = mirror_joints(c);
  for (auto& row : right.influence) {
    for (Influence& i : row) i.joint = partner[static_cast<std::size_t>(i.joint)];
  }
  c.surface.push_back(std::move(left));
  c.surface.push_back(std::move(right));
}

void append(Surface& to, const Surface& part) {
  const auto base = static_cast<std::uint32_t>(to.position.size());
  to.position.insert(to.position.end(), part.position.begin(), part.position.end());
  to.normal.insert(to.normal.end(), part.normal.begin(), part.normal.end());
  to.uv.insert(to.uv.end(), part.uv.begin(), part.uv.end());
  for (const std::uint32_t v : part.triangle) to.triangle.push_back(base + v);
  to.influence.insert(to.influence.end(), part.influence.begin(), part.influence.end());
}

Surface surface_from(const std::string& name, int material, const TriangleMesh& mesh,
                     const Field& f) {
  Surface s;
  s.name = name;
  s.material = material;
  s.position = mesh.position;
  s.normal = field_normals(mesh, f);
  s.uv.resize(s.position.size(), vec2(0.0f));
  for (const Triangle& t : mesh.triangle) {
    for (const int v : t) s.triangle.push_back(static_cast<std::uint32_t>(v));
  }
  return s;
}

}  // namespace bindpose::gen
