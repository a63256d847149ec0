#include "view/material_color.h"

#include <algorithm>
#include <cmath>

#include "math/srgb.h"

namespace bindpose {
namespace {

constexpr std::size_t kPlaces = 64, kPlacesOfMesh = 32;

std::size_t texel_of(float at, TextureWrap wrap, std::size_t size) {
  float part = at - std::floor(at);
  if (wrap == TextureWrap::Clamp) part = std::clamp(at, 0.0f, 1.0f);
  if (wrap == TextureWrap::Mirror)
    part = 1.0f - std::abs(1.0f - (at - 2.0f * std::floor(0.5f * at)));
  return std::min(static_cast<std::size_t>(part * static_cast<float>(size)), size - 1);
}

}  // namespace

vec3 mean_material_color(const Model& model, std::size_t m) {
  const Material& material = model.materials[m];
  const vec3 factor(material.base_color);
  const TextureUse& use = material.use(TextureSlot::BaseColor);
  if (use.image < 0 || static_cast<std::size_t>(use.image) >= model.images.size()) return factor;
  const Image& image = model.images[static_cast<std::size_t>(use.image)];
  const auto width = static_cast<std::size_t>(std::max(image.width, 0));
  const auto height = static_cast<std::size_t>(std::max(image.height, 0));
  if (width * height == 0 || image.pixels.size() < 4 * width * height) return factor;
  const UvRows rows = uv_rows(use);
  vec3 sum(0.0f);
  float coverage = 0.0f;
  std::size_t places = 0;
  for (const Mesh& mesh : model.meshes) {
    if (mesh.material != static_cast<int>(m)) continue;
    const std::vector<vec2>& uv = use.uv_set == 0 ? mesh.uv : mesh.uv_second;
    const std::size_t stride = uv.size() / kPlacesOfMesh + 1;
    for (std::size_t i = 0; i < uv.size() && places < kPlaces; i += stride, ++places) {
      const vec2 at(glm::dot(rows.u, vec3(uv[i], 1.0f)), glm::dot(rows.v, vec3(uv[i], 1.0f)));
      if (!std::isfinite(at.x) || !std::isfinite(at.y)) continue;
      const std::size_t x = texel_of(at.x, use.wrap_u, width);
      const std::size_t y = texel_of(at.y, use.wrap_v, height);
      const std::uint8_t* texel = &image.pixels[4 * (y * width + x)];
      const float covers = static_cast<float>(texel[3]) / 255.0f;
      sum += covers * srgb_to_linear(vec3(texel[0], texel[1], texel[2]) / 255.0f);
      coverage += covers;
    }
  }
  return coverage > 0.0f ? factor * (sum / coverage) : factor;
}

}  // namespace bindpose
