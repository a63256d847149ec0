// What is wrong with a mesh that Assimp gave up.
#include <algorithm>
#include <cstdint>

#include "io/fbx/file.h"
#include "io/text/clean_text.h"
#include "io/text/import_report.h"
#include "math/numbers.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

constexpr std::size_t kMostSurfaceBytes = std::size_t{1} << 30;  // of unpacked points and corners

// Why an array can not be read, as the end of "Its points ".
std::string why_unread(const FbxTree& tree, std::uint32_t node) {
  const FbxProperty* array = tree.get(node, 0);
  if (array == nullptr || array->type != 'A') return "are damaged";
  std::size_t number = 0;
  for (std::string_view rest = array->data; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    FbxProperty one;
    one.type = 'N';
    one.data = rest.substr(0, end);
    constexpr std::string_view kBlanks = " \t\r\n";
    const std::size_t first = one.data.find_first_not_of(kBlanks);
    one.data.remove_prefix(std::min(first, one.data.size()));
    one.data = one.data.substr(0, one.data.find_last_not_of(kBlanks) + 1);
    if (!fbx_real(&one)) {
      constexpr std::size_t kMostLetters = 40;
      return "are not all numbers: number " + std::to_string(number + 1) + " is \"" +
             clean_text(one.data.substr(0, kMostLetters)) + "\"";
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return "are " + std::to_string(number) + " numbers where the file says " +
         std::to_string(array->count);
}

std::string wrong_corner(const std::vector<std::int64_t>& corners, std::size_t points) {
  std::size_t polygon = 1;
  for (const std::int64_t corner : corners) {
    const std::int64_t point = corner < 0 ? -(corner + 1) : corner;
    if (static_cast<std::uint64_t>(point) >= points) {
      return "its polygon " + std::to_string(polygon) + " names point " + std::to_string(point) +
             ", and its points are numbered 0 to " + std::to_string(points - 1);
    }
    if (corner < 0) ++polygon;
  }
  return corners.back() >= 0 ? "its last polygon does not end" : "";
}

// "" where nothing is found.
std::string what_is_wrong(const FbxTree& tree, std::uint32_t geometry) {
  std::size_t budget = kMostSurfaceBytes;
  const std::uint32_t vertices = fbx_child(tree, geometry, "Vertices");
  const std::uint32_t polygons = fbx_child(tree, geometry, "PolygonVertexIndex");
  if (vertices == 0 || polygons == 0) return "it has no points or no polygons";
  const auto points = fbx_array<float>(tree, vertices, budget);
  if (!points) return "its points " + why_unread(tree, vertices);
  const auto corners = fbx_array<std::int64_t>(tree, polygons, budget);
  if (!corners) return "the corners of its polygons " + why_unread(tree, polygons);
  if (points->empty() || corners->empty()) return "it has no points or no polygons";
  if (points->size() % 3 != 0) {
    return "its points are " + counted(points->size(), "number", "numbers") +
           ", which three a point do not divide";
  }
  return wrong_corner(*corners, points->size() / 3);
}

}  // namespace

void note_lost_surfaces(const FbxFile& fbx, FileTree& tree, Model& model) {
  for (const FbxSurface& surface : fbx.scene.surfaces) {
    const int n = fbx.node_of[idx(surface.model)];
    if (n < 0 || tree.nodes[idx(n)].has_meshes) continue;
    FileNode& node = tree.nodes[idx(n)];
    const std::string wrong = what_is_wrong(fbx.scene.tree, surface.geometry);
    const bool empty = wrong == "it has no points or no polygons";
    node.lost_surface = true;
    tree.spoken_of.emplace_back(model.report.size(), n);
    report(model, empty ? Severity::Info : Severity::Warning, "mesh " + node.name,
           empty ? "It has no points or no polygons; left out."
                 : "Its surface was left out: " +
                       (wrong.empty() ? std::string("it could not be read") : wrong) +
                       "; export it again.");
  }
}

}  // namespace bindpose
