#include "render/material/clay.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace bindpose {
namespace {

constexpr float kForm = 0.01f;  // of the model's size: hollows of that radius are dark
constexpr int kSmoothings = 2;
const vec3 kHollow{0.46f, 0.40f, 0.37f}, kRidge{1.16f, 1.155f, 1.15f};

struct PlaceHash {
  std::size_t operator()(const vec3& p) const {
    std::size_t hash = 0;
    for (int c = 0; c < 3; ++c)
      hash = (hash ^ std::bit_cast<std::uint32_t>(p[c] + 0.0f)) * 0x9e3779b97f4a7c15ull;
    return hash ^ (hash >> 29);
  }
};

// Vertices at the same place, as one.
struct Places {
  std::vector<std::uint32_t> of;  // #V
  std::vector<vec3> position, normal;
};

Places places_of(const Mesh& mesh) {
  Places out;
  std::unordered_map<vec3, std::uint32_t, PlaceHash> known;
  known.reserve(mesh.position.size());
  for (std::size_t v = 0; v < mesh.position.size(); ++v) {
    const auto next = static_cast<std::uint32_t>(out.position.size());
    const auto [at, is_new] = known.try_emplace(mesh.position[v], next);
    if (is_new) {
      out.position.push_back(mesh.position[v]);
      out.normal.emplace_back(0.0f);
    }
    out.normal[at->second] += mesh.normal[v];
    out.of.push_back(at->second);
  }
  for (vec3& n : out.normal) {
    const float size = glm::length(n);
    n = size > 0.0f ? n / size : vec3(0.0f);
  }
  return out;
}

// Each side of each triangle, both ways: an edge between two triangles counts twice at either end.
template <class F>
void for_each_side(const Mesh& mesh, const Places& places, F&& f) {
  const std::size_t count = mesh.position.size();
  for (std::size_t t = 0; t + 2 < mesh.triangle.size(); t += 3) {
    const std::array corner{mesh.triangle[t], mesh.triangle[t + 1], mesh.triangle[t + 2]};
    if (std::ranges::any_of(corner, [&](std::uint32_t v) { return v >= count; })) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = places.of[corner[k]], b = places.of[corner[(k + 1) % 3]];
      if (a == b) continue;
      f(a, b);
      f(b, a);
    }
  }
}

// Above 0 in hollows.
std::vector<float> hollowness(const Mesh& mesh, const Places& places, float form) {
  std::vector<float> sum(places.position.size()), value(sum.size());
  std::vector<std::uint32_t> sides(sum.size());
  for_each_side(mesh, places, [&](std::uint32_t a, std::uint32_t b) {
    const vec3 along = places.position[b] - places.position[a];
    const float bend = 2.0f * form * glm::dot(places.normal[a], along) / glm::dot(along, along);
    ++sides[a];
    if (std::isfinite(bend)) sum[a] += std::clamp(bend, -4.0f, 4.0f);
  });
  const auto mean = [&](std::size_t i) {
    return sides[i] > 0 ? sum[i] / static_cast<float>(sides[i]) : 0.0f;
  };
  for (std::size_t i = 0; i < sum.size(); ++i) value[i] = mean(i);
  for (int k = 0; k < kSmoothings; ++k) {
    std::ranges::fill(sum, 0.0f);
    for_each_side(mesh, places, [&](std::uint32_t a, std::uint32_t b) { sum[a] += value[b]; });
    for (std::size_t i = 0; i < sum.size(); ++i) value[i] = 0.5f * (value[i] + mean(i));
  }
  return value;
}

}  // namespace

std::vector<vec4> clay_colors(const Mesh& mesh, float model_size) {
  std::vector<vec4> out(mesh.position.size(), vec4(1.0f));
  if (!(model_size > 0.0f) || !std::isfinite(model_size) ||
      mesh.normal.size() != mesh.position.size())
    return out;
  const Places places = places_of(mesh);
  const std::vector<float> hollow = hollowness(mesh, places, kForm * model_size);
  for (std::size_t v = 0; v < out.size(); ++v) {
    const float h = hollow[places.of[v]];
    const vec3 color = glm::mix(vec3(1.0f), h > 0.0f ? kHollow : kRidge, std::tanh(std::abs(h)));
    out[v] = vec4(color, 1.0f);
  }
  return out;
}

float bind_size(const Model& model) {
  Box box;
  for (const Mesh& mesh : model.meshes) {
    for (const vec3& p : mesh.position) box.add(p);
  }
  return box.empty() ? 0.0f : box.diagonal();
}

bool is_clay(const Model& model, std::size_t mesh, bool textures) {
  const int index = model.meshes[mesh].material;
  if (!textures || index < 0) return true;
  const Material& m = model.materials[static_cast<std::size_t>(index)];
  const bool plain =
      std::ranges::all_of(m.texture, [](const TextureUse& t) { return t.image < 0; });
  const vec4& c = m.base_color;
  const bool grey = c.r == c.g && c.g == c.b && c.a >= 1.0f && m.emissive == vec3(0.0f);
  return plain && grey && m.metallic <= 0.0f && m.shading == Shading::MetallicRoughness;
}

}  // namespace bindpose
