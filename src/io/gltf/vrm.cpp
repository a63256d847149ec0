#include "io/gltf/vrm.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "io/gltf/document.h"
#include "io/gltf/vrm_expressions.h"
#include "io/text/clean_text.h"
#include "io/text/import_report.h"
#include "math/numbers.h"
#include "rig/retarget/human_bones.h"

namespace bindpose {
namespace {

using nlohmann::json;

const json& member(const json& object, const char* key) {
  static const json kNoObject = json::object();
  if (!object.is_object()) return kNoObject;
  const auto at = object.find(key);
  return at == object.end() ? kNoObject : *at;
}

std::string shown(const json& text) {
  return text.is_string() ? clean_text(text.get_ref<const std::string&>()) : std::string();
}

class VrmReader {
 public:
  VrmReader(GltfDocument& document, const FileTree& tree, Model& model)
      : document_(document), tree_(tree), model_(model) {}

  // VRM 0: a list of {bone, node}; VRM 1: an object of bones.
  void read_bones(const json& bones) {
    if (bones.is_array()) {
      for (const json& entry : bones) add_bone(human_bone_of_vrm0(gltf_text(entry, "bone")), entry);
    } else if (bones.is_object()) {
      for (const auto& [name, entry] : bones.items()) add_bone(human_bone_of_vrm1(name), entry);
    }
  }

  void read_expressions_0(const json& groups) {
    if (!groups.is_array()) return;
    for (const json& group : groups) {
      if (!group.is_object()) continue;
      VrmExpression e;
      const std::string preset = gltf_text(group, "presetName");
      e.name = std::string(expression_of_vrm0(preset));
      if (e.name.empty()) e.name = clean_text(gltf_text(group, "name"));
      for (const json& bind : gltf_array(group, "binds")) {
        const auto mesh = gltf_index(bind, "mesh", gltf_count(document_, "meshes"));
        if (!mesh) continue;
        for (const int joint : joints_with_mesh(*mesh)) add_bind(e, joint, bind, 0.01f);
      }
      e.more = !gltf_array(group, "materialValues").empty();
      add(std::move(e));
    }
  }

  void read_expressions_1(const json& expressions) {
    for (const char* kind : {"preset", "custom"}) {
      const json& list = member(expressions, kind);
      if (!list.is_object()) continue;
      for (const auto& [name, entry] : list.items()) {
        VrmExpression e;
        e.name = clean_text(name);
        for (const json& bind : gltf_array(entry, "morphTargetBinds")) {
          const auto node = gltf_index(bind, "node", gltf_count(document_, "nodes"));
          if (node) add_bind(e, joint_of(*node), bind, 1.0f);
        }
        e.more = !gltf_array(entry, "materialColorBinds").empty() ||
                 !gltf_array(entry, "textureTransformBinds").empty();
        add(std::move(e));
      }
    }
  }

  void finish() {
    add_expressions(expressions_, head_, model_);
    if (colours_ > 0) {
      report(model_, Severity::Info, "expressions",
             counted(colours_, "expression changes", "expressions change") +
                 " colours or textures of materials, which is not shown.");
    }
  }

 private:
  int joint_of(std::size_t node) {
    const auto found = tree_.by_name.find(gltf_node_name(document_, node));
    return found == tree_.by_name.end() ? -1 : tree_.joint[idx(found->second.front())];
  }

  std::vector<int> joints_with_mesh(std::size_t mesh) {
    if (carriers_.empty()) {
      for (std::size_t n = 0; n < gltf_count(document_, "nodes"); ++n) {
        const auto of =
            gltf_index(gltf_get(document_, "nodes", n), "mesh", gltf_count(document_, "meshes"));
        if (of) carriers_[*of].push_back(joint_of(n));
      }
    }
    return carriers_[mesh];
  }

  void add_bone(std::string_view bone, const json& entry) {
    const auto node = gltf_index(entry, "node", gltf_count(document_, "nodes"));
    const int joint = node ? joint_of(*node) : -1;
    if (bone.empty() || joint < 0) return;
    std::vector<std::string>& of = model_.skeleton.human_bone;
    of.resize(model_.skeleton.parent.size());
    if (of[idx(joint)].empty() && std::ranges::find(of, bone) == of.end()) of[idx(joint)] = bone;
    if (bone == "head") head_ = joint;
  }

  static void add_bind(VrmExpression& e, int joint, const json& bind, float unit) {
    const auto target = gltf_index(bind, "index", std::size_t{1} << 20);
    const json& weight = member(bind, "weight");
    if (joint < 0 || !target || !weight.is_number()) return;
    const float w = unit * weight.get<float>();
    if (std::isfinite(w) && w != 0.0f) e.bind.push_back({joint, *target, w});
  }

  void add(VrmExpression e) {
    if (e.more) ++colours_;
    if (e.name.empty() || e.bind.empty()) return;
    expressions_.push_back(std::move(e));
  }

  GltfDocument& document_;
  const FileTree& tree_;
  Model& model_;
  std::map<std::size_t, std::vector<int>> carriers_;  // mesh: the joints that carry it
  std::vector<VrmExpression> expressions_;
  std::size_t colours_ = 0;
  int head_ = 0;
};

std::string by_authors(const json& meta) {
  std::string out = shown(member(meta, "author"));
  for (const json& author : gltf_array(meta, "authors")) {
    if (author.is_string()) out += (out.empty() ? "" : ", ") + shown(author);
  }
  return out.empty() ? out : ", by " + out;
}

void say_character(const json& meta, const std::string& version, Model& model) {
  std::string name = shown(member(meta, "title"));
  if (name.empty()) name = shown(member(meta, "name"));
  const auto bones = static_cast<std::size_t>(std::ranges::count_if(
      model.skeleton.human_bone, [](const std::string& b) { return !b.empty(); }));
  report(model, Severity::Info, "file",
         "It is a VRM " + version + " character" + (name.empty() ? "" : ", \"" + name + "\"") +
             by_authors(meta) + ", with " + counted(bones, "human bone", "human bones") + ".");
}

// What of the file is not shown; `springs` and the like are arrays or not there.
void say_rest(std::size_t springs, bool looks, bool constraints, Model& model) {
  std::vector<std::string> parts;
  if (springs > 0) parts.push_back(counted(springs, "chain", "chains") + " of spring bones");
  if (looks) parts.emplace_back("eyes that look at a place");
  if (constraints) parts.emplace_back("constraints between joints");
  if (parts.empty()) return;
  std::string list = parts[0];
  for (std::size_t k = 1; k < parts.size(); ++k) {
    list += (k + 1 == parts.size() ? " and " : ", ") + parts[k];
  }
  report(model, Severity::Info, "file", "It has " + list + ", which are not simulated.");
}

}  // namespace

void read_vrm(const ModelFile& file, const FileTree& tree, Model& model) {
  const std::string_view text = gltf_text(file);
  const bool is_1 = text.find("\"VRMC_vrm\"") != text.npos;
  if (!is_1 && text.find("\"VRM\"") == text.npos) return;
  std::optional<GltfDocument> document = open_gltf(file);
  if (!document) return;
  const json extensions = gltf_member(*document, "extensions");
  const json& vrm = member(extensions, is_1 ? "VRMC_vrm" : "VRM");
  if (vrm.empty()) return;
  VrmReader reader(*document, tree, model);
  reader.read_bones(member(member(vrm, "humanoid"), "humanBones"));
  if (is_1) {
    reader.read_expressions_1(member(vrm, "expressions"));
  } else {
    reader.read_expressions_0(member(member(vrm, "blendShapeMaster"), "blendShapeGroups"));
  }
  reader.finish();
  const std::string version = is_1 ? shown(member(vrm, "specVersion")) : "0";
  say_character(member(vrm, "meta"), version.empty() ? "1" : version, model);
  const std::size_t springs =
      is_1 ? gltf_array(member(extensions, "VRMC_springBone"), "springs").size()
           : gltf_array(member(vrm, "secondaryAnimation"), "boneGroups").size();
  const bool looks = !member(vrm, "lookAt").empty() ||
                     !member(member(vrm, "firstPerson"), "lookAtTypeName").empty();
  say_rest(springs, looks, text.find("\"VRMC_node_constraint\"") != text.npos, model);
}

}  // namespace bindpose
