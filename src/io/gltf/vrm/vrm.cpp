#include "io/gltf/vrm/vrm.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "io/gltf/document.h"
#include "io/gltf/vrm/first_person.h"
#include "io/gltf/vrm/vrm_expressions.h"
#include "io/text/clean_text.h"
#include "io/text/import_report.h"
#include "math/numbers.h"
#include "rig/retarget/human_bones.h"
#include "scene/numerals.h"

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
        if (!mesh) lose(e, bind, "a mesh that is not there");
        if (!mesh) continue;
        for (const int joint : joints_with_mesh(*mesh)) add_bind(e, joint, bind, 0.01f);
      }
      e.more = !gltf_array(group, "materialValues").empty();
      e.binary = is_true(member(group, "isBinary"));
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
          if (!node) lose(e, bind, "a node that is not there");
        }
        e.binary = is_true(member(entry, "isBinary"));
        note_overrides(entry, e.name);
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
    say_of(binary_, "is binary", "are binary", ": nothing up to 0.5, whole above.");
    say_of(overriding_, "overrides", "override",
           ": overrideMouth, overrideBlink and overrideLookAt hold others back, which is not done "
           "here.");
  }

 private:
  static bool is_true(const json& flag) { return flag.is_boolean() && flag.get<bool>(); }

  // "2 expressions are binary (angry, happy)" and what that means.
  void say_of(const std::vector<std::string>& names, const char* one, const char* many,
              const char* what) {
    if (names.empty()) return;
    constexpr std::size_t kNamed = 8;
    std::string list;
    for (std::size_t k = 0; k < std::min(names.size(), kNamed); ++k)
      list += (k == 0 ? "" : ", ") + names[k];
    if (names.size() > kNamed) list += ", ...";
    report(model_, Severity::Info, "expressions",
           counted(names.size(), "expression", "expressions") + " " +
               (names.size() == 1 ? one : many) + " (" + list + ")" + what);
  }

  void note_overrides(const json& entry, const std::string& name) {
    for (const char* key : {"overrideMouth", "overrideBlink", "overrideLookAt"}) {
      const std::string how = gltf_text(entry, key);
      if (how != "block" && how != "blend") continue;
      overriding_.push_back(name);
      return;
    }
  }

  void broken(const std::string& place, const std::string& message, int joint) {
    report(model_, Severity::Warning, place, message, joint);
    model_.report.back().kind = ReportKind::BrokenVrm;
  }

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
    const std::string& now = of[idx(joint)];
    const std::string& name = model_.skeleton.name[idx(joint)];
    const std::string place = "human bone " + std::string(bone);
    const auto twice = std::ranges::find(of, bone);
    if (!now.empty() && now != bone) {
      broken(place,
             "It is " + name + ", which is " + now +
                 " already; two bones of a person are not "
                 "one joint. It is left out.",
             joint);
    } else if (twice != of.end() && now != bone) {
      broken(place,
             "It is " + name + ", and " +
                 model_.skeleton.name[static_cast<std::size_t>(twice - of.begin())] +
                 " already; the first one counts.",
             joint);
    } else {
      of[idx(joint)] = bone;
      if (bone == "head") head_ = joint;
    }
  }

  static void lose(VrmExpression& e, const json& bind, const char* of) {
    const auto target = gltf_index(bind, "index", std::size_t{1} << 20);
    e.lost.insert((target ? "shape " + std::to_string(*target) : "a shape") + " of " + of);
  }

  static void add_bind(VrmExpression& e, int joint, const json& bind, float unit) {
    const auto target = gltf_index(bind, "index", std::size_t{1} << 20);
    const json& weight = member(bind, "weight");
    if (joint < 0) lose(e, bind, "a node without a mesh");
    if (joint < 0 || !target || !weight.is_number()) return;
    const float w = unit * weight.get<float>();
    if (std::isfinite(w) && w != 0.0f) e.bind.push_back({joint, *target, w});
  }

  void add(VrmExpression e) {
    if (e.more) ++colours_;
    if (e.name.empty() || (e.bind.empty() && e.lost.empty())) return;
    if (e.binary) binary_.push_back(e.name);
    expressions_.push_back(std::move(e));
  }

  GltfDocument& document_;
  const FileTree& tree_;
  Model& model_;
  std::map<std::size_t, std::vector<int>> carriers_;  // mesh: the joints that carry it
  std::vector<VrmExpression> expressions_;
  std::vector<std::string> binary_, overriding_;  // names
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

bool read_vrm(const ModelFile& file, const FileTree& tree, Model& model) {
  const std::string_view text = gltf_text(file);
  const bool is_1 = text.find("\"VRMC_vrm\"") != text.npos;
  if (!is_1 && text.find("\"VRM\"") == text.npos) return false;
  std::optional<GltfDocument> document = open_gltf(file);
  if (!document) return false;
  const json extensions = gltf_member(*document, "extensions");
  const json& vrm = member(extensions, is_1 ? "VRMC_vrm" : "VRM");
  if (vrm.empty()) return false;
  VrmReader reader(*document, tree, model);
  reader.read_bones(member(member(vrm, "humanoid"), "humanBones"));
  if (is_1) {
    reader.read_expressions_1(member(vrm, "expressions"));
  } else {
    reader.read_expressions_0(member(member(vrm, "blendShapeMaster"), "blendShapeGroups"));
  }
  reader.finish();
  std::string version = is_1 ? shown(member(vrm, "specVersion")) : "0";
  if (version.empty()) version = "1";
  model.format += ", VRM " + version;
  say_character(member(vrm, "meta"), version, model);
  const std::size_t springs =
      is_1 ? gltf_array(member(extensions, "VRMC_springBone"), "springs").size()
           : gltf_array(member(vrm, "secondaryAnimation"), "boneGroups").size();
  const bool looks = !member(vrm, "lookAt").empty() ||
                     !member(member(vrm, "firstPerson"), "lookAtTypeName").empty();
  hide_first_person(*document, tree, vrm, model);
  say_rest(springs, looks, text.find("\"VRMC_node_constraint\"") != text.npos, model);
  return !is_1;
}

}  // namespace bindpose
