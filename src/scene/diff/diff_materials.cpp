// Materials by the meshes that wear them, and by their names.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "math/numbers.h"
#include "scene/diff/diff_sides.h"
#include "scene/diff/name_pairs.h"

namespace bindpose {
namespace {

using Words = std::vector<std::string>;

template <typename Vector>
double largest_difference(const Vector& a, const Vector& b) {
  double worst = 0.0;
  for (int k = 0; k < Vector::length(); ++k) worst = std::max(worst, double(std::abs(a[k] - b[k])));
  return worst;
}

const Image* image_of(const Model& model, const TextureUse& use) {
  return use.image < 0 ? nullptr : &model.images[idx(use.image)];
}

std::string size_text(const Image& image) {
  return std::to_string(image.width) + "x" + std::to_string(image.height);
}

glm::dmat3 matrix_of(const TextureUse& use) {
  const UvRows rows = uv_rows(use);
  return glm::transpose(glm::dmat3(glm::dvec3(rows.u), glm::dvec3(rows.v), glm::dvec3(0, 0, 1)));
}

// One of both models.
struct Side {
  const Model& model;
  int material;

  const Material& get() const { return model.materials[idx(material)]; }
  // How a texture lies; `placed`: against the first one by the same coordinates, where that has an
  // inverse.
  glm::dmat3 place(const TextureUse& use, bool placed) const {
    const glm::dmat3 own = matrix_of(use);
    if (!placed) return own;
    const glm::dmat3 first = matrix_of(first_use(model, material, use.uv_set));
    return glm::determinant(first) == 0.0 ? own : own * glm::inverse(first);
  }
};

bool places_differ(const Side& a, const TextureUse& ua, const Side& b, const TextureUse& ub,
                   bool placed, double tolerance) {
  const glm::dmat3 x = a.place(ua, placed), y = b.place(ub, placed);
  double worst = 0.0;
  for (int c = 0; c < 3; ++c) worst = std::max(worst, largest_difference(x[c], y[c]));
  return worst > tolerance;
}

constexpr const char* kSlotNames[kTextureSlots] = {
    "texture",          "metallic and roughness texture", "normal texture", "occlusion texture",
    "emission texture", "specular and glossiness texture"};

// What two textures of a slot differ in: "texture (other pixels, wraps)".
void add_texture(const Side& a, const Side& b, std::size_t slot, bool placed, double tolerance,
                 Words& out) {
  const TextureUse &ua = a.get().texture[slot], &ub = b.get().texture[slot];
  const Image *ia = image_of(a.model, ua), *ib = image_of(b.model, ub);
  if (ia == nullptr && ib == nullptr) return;
  const std::string name = kSlotNames[slot];
  if (ia == nullptr || ib == nullptr) {
    out.push_back(name + (ia != nullptr ? " (only in A)" : " (only in B)"));
    return;
  }
  std::string how;
  const auto say = [&how](bool differs, const std::string& what) {
    if (differs) how += (how.empty() ? "" : ", ") + what;
  };
  const bool sizes = ia->width != ib->width || ia->height != ib->height;
  say(sizes, size_text(*ia) + " in A, " + size_text(*ib) + " in B");
  say(!sizes && ia->pixels != ib->pixels, "other pixels");
  say(ua.wrap_u != ub.wrap_u || ua.wrap_v != ub.wrap_v, "wraps otherwise");
  say(ua.nearest != ub.nearest, "pixels as squares in one");
  say(places_differ(a, ua, b, ub, placed, tolerance), "lies otherwise");
  if (!how.empty()) out.push_back(name + " (" + how + ")");
  if (ua.uv_set != ub.uv_set) out.push_back("coordinates of the " + name);
}

Words differences(const Side& a, const Side& b, bool placed, double tolerance) {
  const Material &ma = a.get(), &mb = b.get();
  Words out;
  const auto say = [&out](bool differs, const char* what) {
    if (differs) out.emplace_back(what);
  };
  say(largest_difference(ma.base_color, mb.base_color) > tolerance, "base colour");
  for (std::size_t k = 0; k < kTextureSlots; ++k) add_texture(a, b, k, placed, tolerance, out);
  say(ma.shading != mb.shading, "shading");
  say(std::abs(ma.metallic - mb.metallic) > tolerance, "metallic");
  say(std::abs(ma.roughness - mb.roughness) > tolerance, "roughness");
  say(largest_difference(ma.emissive, mb.emissive) > tolerance, "emission");
  say(largest_difference(ma.specular, mb.specular) > tolerance, "reflectance");
  say(std::abs(ma.normal_scale - mb.normal_scale) > tolerance, "strength of normals");
  say(std::abs(ma.occlusion_strength - mb.occlusion_strength) > tolerance, "strength of occlusion");
  say(ma.two_sided != mb.two_sided, "two-sided");
  say(ma.alpha_mode != mb.alpha_mode || (ma.alpha_mode == AlphaMode::Mask &&
                                         std::abs(ma.alpha_cutoff - mb.alpha_cutoff) > tolerance),
      "transparency");
  return out;
}

// Names of materials that meshes wear which have no partner; the first one of each name.
std::map<std::string, int> worn_by(const Model& model,
                                   const std::vector<std::uint8_t>& has_partner) {
  std::map<std::string, int> out;
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    const int material = model.meshes[m].material;
    if (has_partner[m] == 0 && material >= 0)
      out.emplace(model.materials[idx(material)].name, material);
  }
  return out;
}

}  // namespace

const TextureUse& first_use(const Model& model, int material, int uv_set) {
  static const TextureUse kNone;
  if (material < 0) return kNone;
  for (const TextureUse& use : model.materials[idx(material)].texture)
    if (use.image >= 0 && use.uv_set == uv_set) return use;
  return kNone;
}

std::vector<MaterialDiff> compare_materials(const Model& a, const Model& b, double tolerance,
                                            bool placed) {
  std::vector<MaterialDiff> out;
  const std::vector<int> partner = pair_meshes(a, b);
  std::vector<std::uint8_t> paired_a(a.meshes.size()), paired_b(b.meshes.size());
  std::set<std::pair<int, int>> seen;  // of equal names: told once
  std::set<std::string> named_a, named_b;
  const auto name_of = [](const Model& model, int material) {
    return material < 0 ? std::string() : model.materials[idx(material)].name;
  };
  for (std::size_t m = 0; m < a.meshes.size(); ++m) {
    if (partner[m] < 0) continue;
    paired_a[m] = paired_b[idx(partner[m])] = 1;
    const int ma = a.meshes[m].material, mb = b.meshes[idx(partner[m])].material;
    const std::string name = name_of(a, ma), other = name_of(b, mb);
    named_a.insert(name);
    named_b.insert(other);
    if (ma < 0 && mb < 0) continue;
    const bool assigned = ma >= 0 && mb >= 0 && name == other;
    if (assigned && !seen.emplace(ma, mb).second) continue;
    MaterialDiff diff{name, ma >= 0, mb >= 0};
    if (ma >= 0 && mb >= 0) diff.what = differences({a, ma}, {b, mb}, placed, tolerance);
    if (assigned && diff.what.empty()) continue;
    // One without a name is told by its mesh.
    if (!assigned || name.empty()) {
      diff.mesh = static_cast<int>(m);
      diff.other = other;
    }
    out.push_back(std::move(diff));
  }
  const auto one = worn_by(a, paired_a), other = worn_by(b, paired_b);
  for (const auto& [name, material] : one) {
    const auto at = other.find(name);
    if (at == other.end()) {
      if (!named_b.contains(name)) out.push_back({name, true, false});
      continue;
    }
    Words what = differences({a, material}, {b, at->second}, placed, tolerance);
    if (!what.empty()) out.push_back({name, true, true, std::move(what)});
  }
  for (const auto& [name, material] : other) {
    if (!one.contains(name) && !named_a.contains(name)) out.push_back({name, false, true});
  }
  return out;
}

}  // namespace bindpose
