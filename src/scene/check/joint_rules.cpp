// Rules about joints and skins as such.
#include <algorithm>
#include <map>
#include <set>

#include "math/numbers.h"
#include "scene/check/surface.h"
#include "scene/numerals.h"
#include "scene/weight_problems.h"

namespace bindpose {
namespace {

void check_unused(const Checking& c) {
  const std::vector<int> idle = joints_without_weight(c.scene);
  if (idle.empty()) return;
  const std::vector<std::uint8_t>& has = joint_flags(c.scene).has_weight;
  std::vector<int> one_sided, rest;
  const std::vector<int>& partner = c.pairs.partner;
  for (const int j : idle) {
    const int other = idx(j) < partner.size() ? partner[idx(j)] : kNoPartner;
    const bool forgotten = other >= 0 && other != j && has[idx(other)] != 0;
    (forgotten && c.is_on(Rule::OneSided) ? one_sided : rest).push_back(j);
  }
  if (!one_sided.empty()) {
    Finding f = joint_finding(c, Rule::OneSided, one_sided);
    f.text = counted_joints(f.count) +
             " without weight whose other side has some: " + named_joints(c.model, f.joints) + ".";
    c.out.push_back(std::move(f));
  }
  if (!rest.empty() && c.is_on(Rule::JointWithoutWeight)) {
    Finding f = joint_finding(c, Rule::JointWithoutWeight, rest);
    f.text = counted_joints(f.count) +
             " that no vertex follows: " + named_joints(c.model, f.joints) + ".";
    c.out.push_back(std::move(f));
  }
}

// Meshes with the same list of joints share a skin in the file, as far as a model tells.
std::map<std::vector<int>, std::vector<std::size_t>> skins_of(const Scene& scene) {
  std::map<std::vector<int>, std::vector<std::size_t>> out;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    const Skin& skin = binding_of(scene, m).skin;
    if (skin.skinned) out[skin.joint].push_back(m);
  }
  return out;
}

Finding skin_finding(const Checking& c, Rule rule, std::size_t mesh, std::vector<int> joints) {
  Finding f;
  f.rule = rule;
  f.severity = c.profile.of(rule).value_or(Severity::Info);
  f.mesh = static_cast<int>(mesh);
  f.count = joints.empty() ? 1 : joints.size();
  f.joints = std::move(joints);
  f.name = c.model.meshes[mesh].name;
  f.place = "/meshes/" + std::to_string(mesh) + "/skin";
  return f;
}

// Joints that other skins use and this one does not; those that nobody uses have a rule of their
// own.
void check_slots(const Checking& c, const std::vector<int>& joint,
                 const std::vector<std::size_t>& meshes) {
  if (!c.is_on(Rule::UnusedSlot)) return;
  std::vector<std::uint8_t> used(joint.size(), 0);
  for (const std::size_t m : meshes) {
    for (const std::uint16_t s : binding_of(c.scene, m).influences.slot) used[s] = 1;
  }
  const std::vector<std::uint8_t>& has = joint_flags(c.scene).has_weight;
  std::vector<int> idle;
  for (std::size_t s = 0; s < joint.size(); ++s) {
    if (used[s] == 0 && has[idx(joint[s])] != 0) idle.push_back(joint[s]);
  }
  if (idle.empty()) return;
  std::ranges::sort(idle);
  Finding f = skin_finding(c, Rule::UnusedSlot, meshes.front(), std::move(idle));
  f.text = counted_joints(f.count) + " of " + std::to_string(joint.size()) +
           " that no vertex of the skin uses: " + named_joints(c.model, f.joints) + ".";
  c.out.push_back(std::move(f));
}

void check_skin_size(const Checking& c, const std::vector<int>& joint, std::size_t mesh) {
  const int most = c.profile.joints;
  if (!c.is_on(Rule::TooManyJoints) || most <= 0 || joint.size() <= idx(most)) return;
  Finding f = skin_finding(c, Rule::TooManyJoints, mesh, {});
  f.worst = static_cast<double>(joint.size());
  f.unit = "joints";
  f.text =
      "The skin has " + counted_joints(joint.size()) + ", more than " + std::to_string(most) + ".";
  c.out.push_back(std::move(f));
}

// Joints above which no joint is, and which move something or have such below them.
void check_roots(const Checking& c, const std::vector<int>& joint, std::size_t mesh) {
  if (!c.is_on(Rule::SeveralRoots)) return;
  const Skeleton& s = c.model.skeleton;
  const std::vector<std::uint8_t>& is_joint = joint_flags(c.scene).is_joint;
  std::set<int> tops;
  for (const int j : joint) {
    int top = j;
    for (int p = s.parent[idx(j)]; p >= 0; p = s.parent[idx(p)]) {
      if (is_joint[idx(p)] != 0) top = p;
    }
    tops.insert(top);
  }
  if (tops.size() < 2) return;
  Finding f = skin_finding(c, Rule::SeveralRoots, mesh, std::vector<int>(tops.begin(), tops.end()));
  f.text = std::to_string(f.count) +
           " joints of the skin have no joint above them: " + named_joints(c.model, f.joints) + ".";
  c.out.push_back(std::move(f));
}

// The importer tells joints of one name apart by "#2", "#3".
void check_names(const Checking& c) {
  if (!c.is_on(Rule::DuplicateName)) return;
  const Skeleton& s = c.model.skeleton;
  const std::vector<std::uint8_t>& is_joint = joint_flags(c.scene).is_joint;
  std::set<std::string_view> names;
  for (int j = 0; j < s.size(); ++j) {
    if (is_joint[idx(j)] != 0) names.insert(s.name[idx(j)]);
  }
  std::vector<int> doubles;
  for (int j = 0; j < s.size(); ++j) {
    const std::string_view name = s.name[idx(j)];
    const std::size_t mark = name.rfind('#');
    if (is_joint[idx(j)] == 0 || mark == std::string_view::npos || mark + 1 == name.size())
      continue;
    const std::string_view number = name.substr(mark + 1);
    const bool counted = number.find_first_not_of("0123456789") == std::string_view::npos;
    if (counted && names.contains(name.substr(0, mark))) doubles.push_back(j);
  }
  if (doubles.empty()) return;
  Finding f = joint_finding(c, Rule::DuplicateName, std::move(doubles));
  f.text = counted_joints(f.count) +
           " with the name of another one: " + named_joints(c.model, f.joints) +
           " (the number was put there).";
  c.out.push_back(std::move(f));
}

// VRM 1.0, "Humanoid": the required bones.
constexpr const char* kHumanBones[] = {
    "hips",         "spine",         "head",          "leftUpperLeg",  "leftLowerLeg",
    "leftFoot",     "rightUpperLeg", "rightLowerLeg", "rightFoot",     "leftUpperArm",
    "leftLowerArm", "leftHand",      "rightUpperArm", "rightLowerArm", "rightHand"};

// It is there, in a joint that is another bone: BrokenVrm says so.
bool is_told_of(const Model& model, const std::string& bone) {
  return std::ranges::any_of(model.report, [&](const ReportEntry& entry) {
    return entry.kind == ReportKind::BrokenVrm && entry.place == "human bone " + bone;
  });
}

void check_human_bones(const Checking& c) {
  if (!c.is_on(Rule::MissingHumanBone)) return;
  const std::vector<std::string>& known = c.model.skeleton.human_bone;
  std::string missing;
  std::size_t count = 0;
  for (const char* bone : kHumanBones) {
    if (std::ranges::find(known, bone) != known.end() || is_told_of(c.model, bone)) continue;
    missing += (count++ == 0 ? "" : ", ") + std::string(bone);
  }
  if (count == 0) return;
  Finding f;
  f.rule = Rule::MissingHumanBone;
  f.severity = *c.profile.of(f.rule);
  f.count = count;
  f.name = c.model.name;
  f.text = count == std::size(kHumanBones)
               ? "The file does not say which joints are the bones of a VRM avatar."
               : std::to_string(count) + " of the 15 bones that VRM requires " +
                     (count == 1 ? "is" : "are") + " not there: " + missing + ".";
  c.out.push_back(std::move(f));
}

void check_reported(const Checking& c) {
  if (!c.is_on(Rule::MeshWithoutSkin)) return;
  for (const ReportEntry& entry : c.model.report) {
    if (entry.kind != ReportKind::MeshWithoutSkin) continue;
    Finding f;
    f.rule = Rule::MeshWithoutSkin;
    f.severity = *c.profile.of(f.rule);
    f.count = 1;
    f.mesh = entry.mesh;
    f.name = entry.place.starts_with("mesh ") ? entry.place.substr(5) : entry.place;
    if (entry.mesh >= 0) f.place = "/meshes/" + std::to_string(entry.mesh);
    f.text = entry.message;
    c.out.push_back(std::move(f));
  }
}

void check_vrm(const Checking& c) {
  if (!c.is_on(Rule::BrokenVrm)) return;
  for (const ReportEntry& entry : c.model.report) {
    if (entry.kind != ReportKind::BrokenVrm) continue;
    Finding f;
    f.rule = Rule::BrokenVrm;
    f.severity = *c.profile.of(f.rule);
    f.count = 1;
    if (entry.joint >= 0) {
      f.joints = {entry.joint};
      f.place = "/joints/" + std::to_string(entry.joint);
    }
    f.name = entry.place;
    f.text = entry.place + ": " + entry.message;
    c.out.push_back(std::move(f));
  }
}

}  // namespace

void check_joints(const Checking& c) {
  check_reported(c);
  check_unused(c);
  check_names(c);
  check_human_bones(c);
  check_vrm(c);
  for (const auto& [joint, meshes] : skins_of(c.scene)) {
    check_slots(c, joint, meshes);
    check_skin_size(c, joint, meshes.front());
    check_roots(c, joint, meshes.front());
  }
}

}  // namespace bindpose
