#include "io/gltf/repair.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "io/files/mapped_file.h"
#include "io/gltf/attributes.h"
#include "io/gltf/channels.h"
#include "io/gltf/compressed/decompress.h"
#include "io/gltf/dense.h"
#include "io/gltf/document.h"
#include "io/gltf/extensions.h"
#include "io/gltf/look/picture.h"
#include "io/import_error.h"
#include "io/node_graph.h"
#include "io/text/clean_text.h"
#include "io/text/import_report.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

using nlohmann::json;

// Float 4x4 matrices, at least `count` of them.
bool holds_matrices(const json& accessor, std::size_t count) {
  return accessor.is_object() && accessor.value("count", json(0)) >= count &&
         accessor.value("type", json()) == "MAT4" &&
         accessor.value("componentType", json()) == kGltfFloat;
}

bool mend_inverse_binds(GltfDocument& document, Model& model) {
  bool changed = false;
  for (std::size_t s = 0; s < gltf_count(document, "skins"); ++s) {
    const json& skin = gltf_get(document, "skins", s);
    const std::size_t joints = gltf_array(skin, "joints").size();
    if (joints == 0) continue;
    const bool given = skin.contains("inverseBindMatrices");
    const auto index = gltf_index(skin, "inverseBindMatrices", gltf_count(document, "accessors"));
    if (index && holds_matrices(gltf_get(document, "accessors", *index), joints)) continue;
    std::vector<float> identity(16 * joints, 0.0f);
    for (std::size_t i = 0; i < identity.size(); i += 16) {
      for (std::size_t k = 0; k < 16; k += 5) identity[i + k] = 1.0f;
    }
    const std::size_t fresh = add_accessor(document, identity, "MAT4", joints, kGltfFloat);
    gltf_change(document, "skins", s)["inverseBindMatrices"] = fresh;
    changed = true;
    report(model, given ? Severity::Warning : Severity::Info, "file",
           given ? "A skin's inverse bind matrices are unusable; identities were taken."
                 : "A skin has no inverse bind matrices; identities were taken, as glTF asks.");
    if (given) model.report.back().kind = ReportKind::UnusableBind;
  }
  return changed;
}

// The accessor with other numbers for the same elements; known ones are not converted twice.
struct Converter {
  GltfDocument& document;
  std::map<std::pair<std::size_t, int>, std::size_t> done{};

  std::optional<std::size_t> to(int component_type, std::size_t accessor) {
    const auto key = std::pair(accessor, component_type);
    if (const auto known = done.find(key); known != done.end()) return known->second;
    const auto values = read_accessor(document, accessor);
    if (!values || values->components != 4) return std::nullopt;
    const std::size_t fresh =
        add_accessor(document, values->value, "VEC4", values->count, component_type);
    done.emplace(key, fresh);
    return fresh;
  }
};

int component_type_of(GltfDocument& document, std::size_t accessor) {
  const json& type = gltf_get(document, "accessors", accessor).value("componentType", json(0));
  return type.is_number_integer() ? type.get<int>() : 0;
}

// Names of a primitive's attributes of one kind: "WEIGHTS_0", "WEIGHTS_1", ... with their
// accessors.
std::map<std::string, std::size_t> attributes(GltfDocument& document, const json& primitive,
                                              std::string_view kind) {
  std::map<std::string, std::size_t> out;
  if (!primitive.is_object() || !primitive.contains("attributes")) return out;
  const json& all = primitive["attributes"];
  if (!all.is_object()) return out;
  for (const auto& [name, value] : all.items()) {
    if (!name.starts_with(kind)) continue;
    const auto index = gltf_index(all, name.c_str(), gltf_count(document, "accessors"));
    if (index && gltf_get(document, "accessors", *index).is_object()) out.emplace(name, *index);
  }
  return out;
}

// Attributes of a primitive that Assimp would read as another type, and what they have to become.
std::map<std::string, std::pair<std::size_t, int>> misread_attributes(GltfDocument& document,
                                                                      const json& primitive) {
  std::map<std::string, std::pair<std::size_t, int>> out;
  for (const auto& [name, accessor] : attributes(document, primitive, "WEIGHTS_")) {
    if (component_type_of(document, accessor) != kGltfFloat) out[name] = {accessor, kGltfFloat};
  }
  const auto joints = attributes(document, primitive, "JOINTS_");
  std::set<int> types;
  for (const auto& [name, accessor] : joints) types.insert(component_type_of(document, accessor));
  if (types.size() < 2) return out;
  for (const auto& [name, accessor] : joints) {
    if (component_type_of(document, accessor) != kGltfShort) out[name] = {accessor, kGltfShort};
  }
  return out;
}

// Accessors of weights that Assimp reads as they are.
std::set<std::size_t> float_weights(GltfDocument& document) {
  std::set<std::size_t> out;
  for (std::size_t m = 0; m < gltf_count(document, "meshes"); ++m) {
    for (const json& primitive : gltf_array(gltf_get(document, "meshes", m), "primitives")) {
      for (const auto& [name, accessor] : attributes(document, primitive, "WEIGHTS_")) {
        if (component_type_of(document, accessor) == kGltfFloat) out.insert(accessor);
      }
    }
  }
  return out;
}

// Assimp passes over a weight that is negative or not a number as if it were 0; infinity it hands
// on, and so the reader of skins leaves it out with a word in the report.
bool mark_broken_weights(GltfDocument& document) {
  bool changed = false;
  for (const std::size_t accessor : float_weights(document)) {
    if (holds_only_weights(document, accessor)) continue;
    auto values = read_accessor(document, accessor);
    if (!values) continue;
    bool broken = false;
    for (float& w : values->value) {
      if (w >= 0.0f) continue;
      w = std::numeric_limits<float>::infinity();
      broken = true;
    }
    if (broken) replace_accessor(document, accessor, *values, kGltfFloat);
    changed = changed || broken;
  }
  return changed;
}

bool mend_weights(GltfDocument& document, Model& model) {
  Converter convert{document};
  std::size_t weights = 0;
  std::size_t joints = 0;
  std::size_t failed = 0;
  for (std::size_t m = 0; m < gltf_count(document, "meshes"); ++m) {
    const std::size_t primitives = gltf_array(gltf_get(document, "meshes", m), "primitives").size();
    for (std::size_t p = 0; p < primitives; ++p) {
      const auto misread =
          misread_attributes(document, gltf_get(document, "meshes", m)["primitives"][p]);
      for (const auto& [name, what] : misread) {
        const auto fresh = convert.to(what.second, what.first);
        if (!fresh) {
          ++failed;
          continue;
        }
        gltf_change(document, "meshes", m)["primitives"][p]["attributes"][name] = *fresh;
        ++(what.second == kGltfFloat ? weights : joints);
      }
    }
  }
  if (weights > 0) {
    report(model, Severity::Info, "file",
           counted(weights, "set of weights is", "sets of weights are") +
               " stored as whole numbers; read as parts of one, as glTF asks.");
  }
  if (failed > 0) {
    report(model, Severity::Warning, "file",
           counted(failed, "set of weights or joint numbers", "sets of weights or joint numbers") +
               " could not be read; the skin may be wrong.");
  }
  return weights + joints + failed > 0;
}

bool double_shared_meshes(GltfDocument& document, Model& model) {
  const std::size_t meshes = gltf_count(document, "meshes");
  const std::size_t skins = gltf_count(document, "skins");
  std::map<std::size_t, std::map<std::size_t, std::size_t>> uses;  // mesh -> skin -> mesh to use
  std::size_t doubled = 0;
  for (std::size_t n = 0; n < gltf_count(document, "nodes"); ++n) {
    const json& node = gltf_get(document, "nodes", n);
    const auto mesh = gltf_index(node, "mesh", meshes);
    if (!mesh) continue;
    const std::size_t skin = gltf_index(node, "skin", skins).value_or(skins);  // `skins`: none
    auto& known = uses[*mesh];
    auto found = known.find(skin);
    if (found == known.end()) {
      std::size_t use = *mesh;
      if (!known.empty()) {
        use = gltf_append(document, "meshes", gltf_get(document, "meshes", *mesh));
        ++doubled;
      }
      found = known.emplace(skin, use).first;
    }
    if (found->second != *mesh) gltf_change(document, "nodes", n)["mesh"] = found->second;
  }
  if (doubled > 0) {
    report(model, Severity::Info, "file",
           counted(doubled, "mesh is", "meshes are") + " shared by nodes with different skins; " +
               "each skin got a mesh of its own.");
  }
  return doubled > 0;
}

bool number_equal_names(GltfDocument& document, ModelFile& file, Model& model) {
  const std::vector<std::string> unique = gltf_unique_names(document);
  std::size_t renamed = 0;
  std::string example;
  for (std::size_t n = 0; n < unique.size(); ++n) {
    const std::string name = gltf_node_name(document, n);
    if (unique[n] == name) continue;
    if (renamed++ == 0) {
      file.spoken_of = {{model.report.size(), unique[n]}};
      example = "\"" + clean_text(name) + "\", one now \"" + clean_text(unique[n]) + "\"";
    }
    gltf_change(document, "nodes", n)["name"] = unique[n];
  }
  if (renamed == 0) return false;
  report(model, Severity::Info, "file",
         counted(renamed, "node had", "nodes had") + " the name of another and got a number (" +
             example + "); joints keep the plain name.");
  return true;
}

// Assimp reads the scene that is the file's default, or the first.
void note_other_scenes(GltfDocument& document, Model& model) {
  const std::size_t scenes = gltf_count(document, "scenes");
  if (scenes < 2) return;
  const json chosen = gltf_member(document, "scene");
  const std::size_t number =
      chosen.is_number_unsigned() ? std::min(chosen.get<std::size_t>(), scenes - 1) : 0;
  const json& scene = gltf_get(document, "scenes", number);
  const json name = scene.is_object() ? scene.value("name", json()) : json();
  report(model, Severity::Info, "file",
         "It holds " + std::to_string(scenes) + " scenes; " +
             (name.is_string() ? "\"" + clean_text(name.get<std::string>()) + "\""
                               : "number " + std::to_string(number + 1)) +
             (chosen.is_number_unsigned() ? ", its default," : ", the first,") +
             " is shown, the others are left out.");
}

// Those of the list that are numbers below `count`.
std::vector<std::size_t> indices(const json& list, std::size_t count) {
  std::vector<std::size_t> out;
  for (const json& n : list) {
    if (n.is_number_unsigned() && n.get<std::size_t>() < count) out.push_back(n.get<std::size_t>());
  }
  return out;
}

// Joints of skins and what animations move, wherever they hang.
std::vector<std::size_t> named_nodes(GltfDocument& document) {
  const std::size_t count = gltf_count(document, "nodes");
  std::vector<std::size_t> out;
  for (std::size_t s = 0; s < gltf_count(document, "skins"); ++s) {
    const auto joints = indices(gltf_array(gltf_get(document, "skins", s), "joints"), count);
    out.insert(out.end(), joints.begin(), joints.end());
  }
  for (std::size_t a = 0; a < gltf_count(document, "animations"); ++a) {
    for (const json& channel : gltf_array(gltf_get(document, "animations", a), "channels")) {
      if (!channel.is_object()) continue;
      const auto node = gltf_index(channel.value("target", json()), "node", count);
      if (node) out.push_back(*node);
    }
  }
  return out;
}

// Of what Assimp goes down to: the scene, then what is named beside it. Animations are only parsed
// where something with children is not in the scene.
void check_nodes(GltfDocument& document, const ModelFile& file) {
  const std::size_t count = gltf_count(document, "nodes");
  NodeGraph graph;
  for (std::size_t n = 0; n < count; ++n) {
    graph.below.push_back(indices(gltf_array(gltf_get(document, "nodes", n), "children"), count));
  }
  if (const std::size_t scenes = gltf_count(document, "scenes"); scenes > 0) {
    const json chosen = gltf_member(document, "scene");
    const std::size_t number =
        chosen.is_number_unsigned() ? std::min(chosen.get<std::size_t>(), scenes - 1) : 0;
    graph.roots = indices(gltf_array(gltf_get(document, "scenes", number), "nodes"), count);
  }
  graph.name = [&](std::size_t n) { return gltf_node_name(document, n); };
  const std::vector<bool> shown = check_node_graph(graph, file.path);
  bool has_others = false;
  for (std::size_t n = 0; n < count && !has_others; ++n) {
    has_others = !shown[n] && !graph.below[n].empty();
  }
  if (!has_others) return;
  graph.roots = named_nodes(document);
  graph.unfolds = false;
  check_node_graph(graph, file.path);
}

// Assimp passes over what is no number and counts on: all joints behind it would be another one's.
void check_joints(GltfDocument& document, const ModelFile& file) {
  for (std::size_t s = 0; s < gltf_count(document, "skins"); ++s) {
    const json& joints = gltf_array(gltf_get(document, "skins", s), "joints");
    for (std::size_t k = 0; k < joints.size(); ++k) {
      if (joints[k].is_number_unsigned()) continue;
      const json& entry = joints[k];
      const bool short_one = entry.is_number() || entry.is_null() || entry.is_boolean();
      throw ImportError(quoted_path(file.path) + " is damaged: joint " + std::to_string(k) +
                        " of its skin " + std::to_string(s) + " is " +
                        (short_one ? entry.dump() : "of type " + std::string(entry.type_name())) +
                        ", and not the number of a node; export it again.");
    }
  }
}

// A file may do without scenes: all its nodes are one then.
bool add_scene(GltfDocument& document) {
  const std::size_t count = gltf_count(document, "nodes");
  if (count == 0 || gltf_count(document, "scenes") > 0) return false;
  std::vector<bool> is_child(count, false);
  for (std::size_t n = 0; n < count; ++n) {
    for (const std::size_t c :
         indices(gltf_array(gltf_get(document, "nodes", n), "children"), count)) {
      is_child[c] = true;
    }
  }
  json roots = json::array();
  for (std::size_t n = 0; n < count; ++n) {
    if (!is_child[n]) roots.push_back(n);
  }
  gltf_append(document, "scenes", {{"nodes", std::move(roots)}});
  set_gltf_member(document, "scene", 0);
  return true;
}

// Whether anything was mended.
bool mend(GltfDocument& document, ModelFile& file, Model& model) {
  bool changed = add_scene(document);
  changed = close_gaps(document, model) || changed;
  changed = make_dense(document, model) || changed;
  changed = choose_pictures(document, model) || changed;
  changed = leave_out_pointers(document, model) || changed;
  changed = dequantise(document, model) || changed;
  changed = dequantise_clips(document) || changed;
  changed = make_opaque(document) || changed;
  changed = mend_inverse_binds(document, model) || changed;
  changed = mark_broken_weights(document) || changed;
  changed = mend_weights(document, model) || changed;
  changed = double_shared_meshes(document, model) || changed;
  return number_equal_names(document, file, model) || changed;
}

}  // namespace

void repair_gltf(ModelFile& file, Model& model, const std::function<void(float)>& progress) {
  std::optional<GltfDocument> document = open_gltf(file);
  if (!document) return;
  const bool compressed = is_compressed(*document);
  if (compressed && !file.whole) {
    read_rest(file);
    document = open_gltf(file);
    if (!document) return;
  }
  std::optional<MappedFile> mapped;  // of a GLB's buffers only the weights are looked at here
  if (!file.whole && !float_weights(*document).empty()) {
    mapped.emplace(file.path);
    const std::optional<std::string_view> binary = glb_binary(mapped->text());
    if (!binary) return;
    document->binary = *binary;
  }
  check_required_extensions(*document, file);
  if (gltf_count(*document, "nodes") == 0) {
    throw ImportError(quoted_path(file.path) +
                      " has no nodes, so nothing in it has a place; check that it is a model.");
  }
  check_nodes(*document, file);
  check_joints(*document, file);
  note_other_scenes(*document, model);
  note_meshes_without_skin(*document, model);
  if (compressed) decompress(*document, file, model, progress);
  const std::size_t said = model.report.size();
  if (!mend(*document, file, model) && !compressed) return;
  if (!file.whole) {
    // A GLB whose buffers were not read yet: once more, with them.
    model.report.resize(said);
    read_rest(file);
    document = open_gltf(file);
    if (!document || !mend(*document, file, model)) return;
  }
  write_gltf(*document, file);
}

}  // namespace bindpose
