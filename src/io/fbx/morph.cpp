#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "io/fbx/file.h"
#include "io/text/clean_text.h"

namespace bindpose {
namespace {

std::string called(const std::string& name) {
  return name.empty() ? "AnimMesh" : clean_text(name);
}

// Assimp names its meshes after shapes, after channels or after both, as its version and the number
// of the mesh's materials will have it.
std::vector<std::string> names_of(const FbxMorph& morph, const FbxShape& shape) {
  std::vector<std::string> out{called(shape.name), called(morph.channel)};
  if (morph.channel.find('.') == std::string::npos) {
    out.push_back(clean_text(morph.channel) + "." + called(shape.name));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::optional<MoveBox> moves_of(const FbxTree& tree, const FbxShape& shape, std::size_t& budget) {
  const auto moves = fbx_array<float>(tree, fbx_child(tree, shape.node, "Vertices"), budget);
  if (!moves) return {};
  MoveBox out;
  for (std::size_t i = 0; i + 2 < moves->size(); i += 3) {
    const vec3 move((*moves)[i], (*moves)[i + 1], (*moves)[i + 2]);
    if (std::isfinite(move.x + move.y + move.z)) out.add(move);
  }
  return out;
}

// Shapes that share a name with another get their moves' box.
void tell_apart(NodeMorphs& plan, const FbxTree& tree, const std::vector<const FbxShape*>& shape,
                std::size_t& budget) {
  std::unordered_map<std::string_view, int> uses;
  for (const NodeMorphs::Shape& s : plan.shape) {
    for (const std::string& name : s.names) ++uses[name];
  }
  for (std::size_t s = 0; s < plan.shape.size(); ++s) {
    const std::vector<std::string>& names = plan.shape[s].names;
    if (std::none_of(names.begin(), names.end(),
                     [&](const std::string& n) { return uses[n] > 1; })) {
      continue;
    }
    plan.shape[s].moves = moves_of(tree, *shape[s], budget);
  }
}

NodeMorphs morphs_of(const FbxScene& scene, const std::vector<int>& channels, std::size_t& budget) {
  NodeMorphs out;
  std::vector<const FbxShape*> from;
  for (const int c : channels) {
    const FbxMorph& morph = scene.morphs[static_cast<std::size_t>(c)];
    std::string name = clean_text(morph.name);
    if (name.empty()) name = "shape " + std::to_string(out.channel.size() + 1);
    std::vector<float> full;
    for (const FbxShape& shape : morph.shapes) full.push_back(static_cast<float>(shape.full));
    std::vector<std::vector<vec2>> share = in_between_shares(full);
    for (std::size_t k = 0; k < morph.shapes.size(); ++k) {
      out.shape.push_back(
          {names_of(morph, morph.shapes[k]), out.channel.size(), std::move(share[k])});
      from.push_back(&morph.shapes[k]);
    }
    out.channel.push_back({std::move(name), static_cast<float>(morph.weight)});
  }
  tell_apart(out, scene.tree, from, budget);
  return out;
}

std::vector<vec3> points_in(const FbxTree& tree, std::uint32_t node, std::size_t& budget) {
  std::vector<vec3> out;
  const auto number = fbx_array<double>(tree, node, budget);
  if (!number) return out;
  for (std::size_t i = 0; i + 2 < number->size(); i += 3) {
    out.emplace_back((*number)[i], (*number)[i + 1], (*number)[i + 2]);
  }
  return out;
}

// What a shape says of the points that `index` names, for all points; empty where it does not fit
// or there are too many.
std::vector<vec3> for_all_points(const std::vector<std::int64_t>& index,
                                 const std::vector<vec3>& value, std::size_t points,
                                 std::size_t& budget) {
  const std::size_t bytes = points * sizeof(vec3);
  if (index.size() != value.size() || bytes > budget) return {};
  budget -= bytes;
  std::vector<vec3> out(points, vec3(0.0f));
  for (std::size_t i = 0; i < value.size(); ++i) {
    const auto at = static_cast<std::size_t>(index[i]);
    if (at < out.size()) out[at] = value[i];
  }
  return out;
}

// `part`: percent of each value that counts.
void weaken(const std::vector<float>& part, std::vector<vec3>& value) {
  constexpr float kPercent = 0.01f;
  for (std::size_t i = 0; i < std::min(part.size(), value.size()); ++i) {
    value[i] = value[i] * (kPercent * part[i]);
  }
}

// Assimp leaves out shapes without normals and does not weaken them vertex by vertex; the mesh's
// then come from the file, all of them, for they are found by their order. Empty where Assimp reads
// them.
StoredShapes stored_shapes(const FbxScene& scene, std::size_t model, std::size_t& budget) {
  StoredShapes out;
  bool needed = false;
  for (const int c : scene.morphs_of[model]) {
    const FbxMorph& morph = scene.morphs[static_cast<std::size_t>(c)];
    for (const FbxShape& shape : morph.shapes) {
      needed = needed || fbx_child(scene.tree, shape.node, "Normals") == 0 || morph.parts != 0;
    }
  }
  if (!needed) return out;
  out.point = points_in(scene.tree, scene.points_of[model], budget);
  for (const int c : scene.morphs_of[model]) {
    const FbxMorph& morph = scene.morphs[static_cast<std::size_t>(c)];
    const auto part = fbx_array<float>(scene.tree, morph.parts, budget);
    for (const FbxShape& shape : morph.shapes) {
      const auto index =
          fbx_array<std::int64_t>(scene.tree, fbx_child(scene.tree, shape.node, "Indexes"), budget);
      if (!index) continue;
      const auto read = [&](const char* what) {
        std::vector<vec3> value =
            points_in(scene.tree, fbx_child(scene.tree, shape.node, what), budget);
        if (part) weaken(*part, value);
        return for_all_points(*index, value, out.point.size(), budget);
      };
      std::vector<vec3> move = read("Vertices");
      if (move.empty()) continue;
      std::vector<vec3> normal = read("Normals");
      out.shape.push_back({called(shape.name), std::move(move), std::move(normal)});
    }
  }
  return out;
}

}  // namespace

MorphPlan plan_fbx_morphs(const FbxFile& fbx, const FileTree& tree) {
  MorphPlan out;
  std::size_t budget = std::size_t{1} << 29;  // bytes of shapes read here
  for (std::size_t m = 0; m < fbx.scene.models.size(); ++m) {
    const int node = fbx.node_of[m];
    if (node < 0 || fbx.scene.morphs_of[m].empty()) continue;
    NodeMorphs morphs = morphs_of(fbx.scene, fbx.scene.morphs_of[m], budget);
    morphs.stored = stored_shapes(fbx.scene, m, budget);
    out.emplace(tree.joint[static_cast<std::size_t>(node)], std::move(morphs));
  }
  return out;
}

}  // namespace bindpose
