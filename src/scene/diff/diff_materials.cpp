// Materials by name, where meshes use them.
#include <algorithm>
#include <map>

#include "math/numbers.h"
#include "scene/diff/diff_sides.h"

namespace bindpose {
namespace {

// The first one of each name.
std::map<std::string, const Material*> used_by_name(const Model& model) {
  std::map<std::string, const Material*> out;
  for (const Mesh& mesh : model.meshes) {
    if (mesh.material < 0) continue;
    const Material& material = model.materials[idx(mesh.material)];
    out.emplace(material.name, &material);
  }
  return out;
}

template <typename Vector>
double largest_difference(const Vector& a, const Vector& b) {
  double worst = 0.0;
  for (int k = 0; k < Vector::length(); ++k) worst = std::max(worst, double(std::abs(a[k] - b[k])));
  return worst;
}

const Image* image_of(const Model& model, const TextureUse& use) {
  return use.image < 0 ? nullptr : &model.images[idx(use.image)];
}

bool same_pixels(const Image* a, const Image* b) {
  if (a == nullptr || b == nullptr) return a == b;
  return a->width == b->width && a->height == b->height && a->pixels == b->pixels;
}

// How a picture lies on the surface.
bool lies_alike(const TextureUse& a, const TextureUse& b, double tolerance) {
  return a.wrap_u == b.wrap_u && a.wrap_v == b.wrap_v &&
         largest_difference(a.offset, b.offset) <= tolerance &&
         largest_difference(a.scale, b.scale) <= tolerance &&
         std::abs(double(a.rotation) - double(b.rotation)) <= tolerance;
}

constexpr const char* kSlotNames[kTextureSlots] = {
    "texture",          "metallic and roughness texture", "normal texture", "occlusion texture",
    "emission texture", "specular and glossiness texture"};

}  // namespace

std::vector<MaterialDiff> compare_materials(const Model& a, const Model& b, double tolerance) {
  std::vector<MaterialDiff> out;
  const auto one = used_by_name(a), other = used_by_name(b);
  for (const auto& [name, ma] : one) {
    const auto at = other.find(name);
    if (at == other.end()) {
      out.push_back({name, true, false, {}});
      continue;
    }
    const Material& mb = *at->second;
    MaterialDiff diff{name, true, true, {}};
    const auto say = [&](bool differs, const char* what) {
      if (differs) diff.what.emplace_back(what);
    };
    say(largest_difference(ma->base_color, mb.base_color) > tolerance, "base colour");
    for (std::size_t k = 0; k < kTextureSlots; ++k) {
      const TextureUse &ta = ma->texture[k], &tb = mb.texture[k];
      const Image *ia = image_of(a, ta), *ib = image_of(b, tb);
      const bool alike = ia == nullptr || ib == nullptr || lies_alike(ta, tb, tolerance);
      say(!same_pixels(ia, ib) || !alike, kSlotNames[k]);
      const bool other_set = ia != nullptr && ib != nullptr && ta.uv_set != tb.uv_set;
      if (other_set) diff.what.push_back(std::string("coordinates of the ") + kSlotNames[k]);
    }
    say(ma->shading != mb.shading, "shading");
    say(std::abs(ma->metallic - mb.metallic) > tolerance, "metallic");
    say(std::abs(ma->roughness - mb.roughness) > tolerance, "roughness");
    say(largest_difference(ma->emissive, mb.emissive) > tolerance, "emission");
    say(largest_difference(ma->specular, mb.specular) > tolerance, "reflectance");
    say(std::abs(ma->normal_scale - mb.normal_scale) > tolerance, "strength of normals");
    say(std::abs(ma->occlusion_strength - mb.occlusion_strength) > tolerance,
        "strength of occlusion");
    say(ma->two_sided != mb.two_sided, "two-sided");
    say(ma->alpha_mode != mb.alpha_mode ||
            (ma->alpha_mode == AlphaMode::Mask &&
             std::abs(ma->alpha_cutoff - mb.alpha_cutoff) > tolerance),
        "transparency");
    if (!diff.what.empty()) out.push_back(diff);
  }
  for (const auto& [name, mb] : other) {
    if (!one.contains(name)) out.push_back({name, false, true, {}});
  }
  return out;
}

}  // namespace bindpose
