#include "io/export/rig/wholes.h"

#include <algorithm>

#include "math/numbers.h"

namespace bindpose {
namespace {

std::string without_material(const Mesh& mesh, const Model& model) {
  if (mesh.material < 0) return mesh.name;
  const std::string added = " (" + model.materials[idx(mesh.material)].name + ")";
  const bool ends = mesh.name.size() > added.size() && mesh.name.ends_with(added);
  return ends ? mesh.name.substr(0, mesh.name.size() - added.size()) : mesh.name;
}

}  // namespace

std::string whole_name(const Mesh& mesh, const Model& model) {
  std::string name = without_material(mesh, model);
  const auto parts = std::ranges::count_if(model.meshes, [&](const Mesh& other) {
    return other.node == mesh.node && other.name != name && without_material(other, model) == name;
  });
  return parts > 1 ? name : mesh.name;
}

std::vector<Shape> shapes_of(const Mesh& mesh) {
  std::vector<Shape> out;
  for (const MorphTarget& target : mesh.morph) {
    const auto same = [&](const Shape& s) { return s.channel == target.channel; };
    out.push_back({target.channel, static_cast<std::size_t>(std::ranges::count_if(out, same))});
  }
  return out;
}

std::vector<Shape> shapes_of_whole(const Mesh& mesh, const Model& model) {
  const std::string name = whole_name(mesh, model);
  std::vector<Shape> out;
  for (const Mesh& part : model.meshes) {
    if (part.node != mesh.node || whole_name(part, model) != name) continue;
    for (const Shape& shape : shapes_of(part)) {
      if (std::ranges::find(out, shape) == out.end()) out.push_back(shape);
    }
  }
  return out;
}

}  // namespace bindpose
