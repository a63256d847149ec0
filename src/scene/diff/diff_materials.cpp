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

const Image* image_of(const Model& model, const Material& material) {
  return material.base_image() < 0 ? nullptr : &model.images[idx(material.base_image())];
}

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
    const Image *ia = image_of(a, *ma), *ib = image_of(b, mb);
    say((ia == nullptr) != (ib == nullptr) ||
            (ia != nullptr &&
             (ia->width != ib->width || ia->height != ib->height || ia->pixels != ib->pixels)),
        "texture");
    say(std::abs(ma->metallic - mb.metallic) > tolerance, "metallic");
    say(std::abs(ma->roughness - mb.roughness) > tolerance, "roughness");
    say(largest_difference(ma->emissive, mb.emissive) > tolerance, "emission");
    say(ma->two_sided != mb.two_sided, "two-sided");
    say(ma->alpha_mode != mb.alpha_mode, "transparency");
    if (!diff.what.empty()) out.push_back(diff);
  }
  for (const auto& [name, mb] : other) {
    if (!one.contains(name)) out.push_back({name, false, true, {}});
  }
  return out;
}

}  // namespace bindpose
