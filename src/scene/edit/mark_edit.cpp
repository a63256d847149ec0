#include "scene/edit/mark_edit.h"

#include <algorithm>
#include <cmath>

#include "math/numbers.h"
#include "rig/kinematics.h"

namespace bindpose {
namespace {

bool has(const Scene& scene, int joint) {
  return joint >= 0 && joint < scene.model->skeleton.size();
}

std::vector<std::uint8_t> flags_of(const Scene& scene, const std::vector<int>& joints, bool below) {
  std::vector<std::uint8_t> in(scene.model->skeleton.parent.size(), 0);
  for (const int j : joints) {
    if (!has(scene, j)) continue;
    const JointRange all = below ? subtree(scene.model->skeleton, j) : JointRange{j, j + 1};
    std::fill(in.begin() + all.first, in.begin() + all.last, std::uint8_t{1});
  }
  return in;
}

// Flags of which none is set are no flags.
void tidy(std::vector<std::uint8_t>& flags) {
  if (std::ranges::find(flags, 1) == flags.end()) flags.clear();
}

std::vector<int> listed(const std::vector<std::uint8_t>& flags) {
  std::vector<int> out;
  for (std::size_t j = 0; j < flags.size(); ++j) {
    if (flags[j] != 0) out.push_back(static_cast<int>(j));
  }
  return out;
}

}  // namespace

void drop_hidden_selection(Scene& scene) {
  Selection& s = scene.selection;
  std::vector<int> all = s.also;
  all.insert(all.begin(), s.joint);
  std::erase_if(all, [&](int j) { return j < 0 || is_joint_hidden(scene, j); });
  s.joint = all.empty() ? -1 : all.front();
  s.also.assign(all.empty() ? all.end() : all.begin() + 1, all.end());
  if (is_joint_hidden(scene, s.hovered_joint)) s.hovered_joint = -1;
}

namespace {

// The scene with other hidden joints and meshes.
Change hide(Scene& scene, std::vector<std::uint8_t> joints, std::vector<std::uint8_t> meshes) {
  tidy(joints);
  const bool bones = joints != scene.marks.hidden;
  if (!bones && meshes == scene.mesh_hidden) return {};
  scene.marks.hidden = std::move(joints);
  scene.mesh_hidden = std::move(meshes);
  if (bones) drop_hidden_selection(scene);
  return {bones ? Change::Pose : Change::View, -1};
}

// Joints that pull on a vertex of the mesh, or its node.
void add_pulling(const Scene& scene, std::size_t m, std::vector<std::uint8_t>& in) {
  const Mesh& mesh = scene.model->meshes[m];
  const MeshBinding& binding = binding_of(scene, m);
  if (!binding.skin.skinned) {
    if (has(scene, mesh.node)) in[idx(mesh.node)] = 1;
    return;
  }
  std::vector<std::uint8_t> used(binding.skin.joint.size(), 0);
  for (const std::uint16_t slot : binding.influences.slot) {
    if (slot < used.size()) used[slot] = 1;
  }
  for (std::size_t s = 0; s < used.size(); ++s) {
    if (used[s] != 0) in[idx(binding.skin.joint[s])] = 1;
  }
}

}  // namespace

std::vector<std::uint8_t> meshes_of(const Scene& scene, const std::vector<std::uint8_t>& in) {
  std::vector<std::uint8_t> out(scene.model->meshes.size(), 0);
  for (std::size_t m = 0; m < out.size(); ++m) {
    std::vector<std::uint8_t> pulls(in.size(), 0);
    add_pulling(scene, m, pulls);
    bool any = false, outside = false;
    for (std::size_t j = 0; j < in.size(); ++j) {
      any |= pulls[j] != 0;
      outside |= pulls[j] != 0 && in[j] == 0;
    }
    out[m] = any && !outside ? 1 : 0;
  }
  return out;
}

Change write_edit(Scene& scene, const HideJoints& edit) {
  if (!scene.model) return {};
  const std::vector<std::uint8_t> in = flags_of(scene, edit.joint, edit.below);
  std::vector<std::uint8_t> hidden = scene.marks.hidden, meshes = scene.mesh_hidden;
  hidden.resize(in.size(), 0);
  meshes.resize(scene.model->meshes.size(), 0);
  for (std::size_t j = 0; j < in.size(); ++j) {
    if (in[j] != 0) hidden[j] = edit.hidden ? 1 : 0;
  }
  if (edit.below) {
    const std::vector<std::uint8_t> own = meshes_of(scene, in);
    for (std::size_t m = 0; m < own.size(); ++m) {
      if (own[m] != 0) meshes[m] = edit.hidden ? 1 : 0;
    }
  }
  return hide(scene, std::move(hidden), std::move(meshes));
}

Change write_edit(Scene& scene, const Isolate& edit) {
  if (!scene.model) return {};
  const std::size_t joints = scene.model->skeleton.parent.size();
  const std::size_t count = scene.model->meshes.size();
  std::vector<std::uint8_t> shown = flags_of(scene, edit.joint, true), meshes(count, 1);
  if (edit.joint.empty()) {
    bool any = false;
    for (const int m : edit.mesh) {
      if (m < 0 || idx(m) >= count) continue;
      any = true;
      meshes[idx(m)] = 0;
      add_pulling(scene, idx(m), shown);
    }
    if (!any) return {};
  } else {
    if (std::ranges::find(shown, 1) == shown.end()) return {};
    for (std::size_t m = 0; m < count; ++m) {
      std::vector<std::uint8_t> pulls(joints, 0);
      add_pulling(scene, m, pulls);
      for (std::size_t j = 0; j < joints; ++j) {
        if (pulls[j] != 0 && shown[j] != 0) meshes[m] = 0;
      }
    }
  }
  std::vector<std::uint8_t> hidden(joints);
  for (std::size_t j = 0; j < joints; ++j) hidden[j] = shown[j] != 0 ? 0 : 1;
  return hide(scene, std::move(hidden), std::move(meshes));
}

Change write_edit(Scene& scene, const ShowAll&) {
  return hide(scene, {}, std::vector<std::uint8_t>(scene.mesh_hidden.size(), 0));
}

Change write_edit(Scene& scene, const ShowMesh& edit) {
  const int meshes = static_cast<int>(scene.mesh_hidden.size());
  if (edit.mesh < -1 || edit.mesh >= meshes) return {};
  std::vector<std::uint8_t> hidden = scene.mesh_hidden;
  const int first = edit.mesh < 0 ? 0 : edit.mesh, last = edit.mesh < 0 ? meshes : edit.mesh + 1;
  for (int m = first; m < last; ++m) hidden[idx(m)] = edit.shown ? 0 : 1;
  return hide(scene, scene.marks.hidden, std::move(hidden));
}

Change write_edit(Scene& scene, const LockJoints& edit) {
  if (!scene.model) return {};
  std::vector<std::uint8_t>& own = edit.weights ? scene.marks.weights_locked : scene.marks.locked;
  std::vector<std::uint8_t> locked = own;
  locked.resize(scene.model->skeleton.parent.size(), 0);
  if (edit.joint.empty()) std::ranges::fill(locked, std::uint8_t(edit.locked ? 1 : 0));
  for (const int j : edit.joint) {
    if (has(scene, j)) locked[idx(j)] = edit.locked ? 1 : 0;
  }
  tidy(locked);
  if (locked == own) return {};
  own = std::move(locked);
  return {Change::View, -1};
}

Change write_edit(Scene& scene, const RestrainJoint& edit) {
  if (!scene.model || !has(scene, edit.joint)) return {};
  JointRestraint next = restraint_of(scene, edit.joint);
  next.limit = edit.limit.value_or(next.limit);
  next.stiffness = edit.stiffness.value_or(next.stiffness);
  bool sound = next.limit >= 0.0f && next.limit <= 180.0f && next.stiffness >= 0.0f &&
               next.stiffness <= 1.0f;
  if (const auto& a = edit.axis) {
    sound = sound && a->axis >= 0 && a->axis < 3 && a->low >= -180.0f && a->low <= a->high &&
            a->high <= 180.0f;
    if (!sound) return {};
    next.low[idx(a->axis)] = a->low;
    next.high[idx(a->axis)] = a->high;
  }
  if (!sound || next == restraint_of(scene, edit.joint)) return {};
  std::vector<JointRestraint>& list = scene.marks.restraint;
  std::erase_if(list, [&edit](const JointRestraint& r) { return r.joint == edit.joint; });
  if (next != JointRestraint{edit.joint}) {
    list.insert(std::ranges::lower_bound(list, edit.joint, {}, &JointRestraint::joint), next);
  }
  return {Change::View, -1};
}

std::vector<Edit> edits_of_marks(const Scene& scene) {
  std::vector<Edit> out;
  for (std::size_t m = 0; m < scene.mesh_hidden.size(); ++m) {
    const bool hidden = is_hidden(scene, m);  // against what the file says
    if (hidden != scene.model->meshes[m].hidden)
      out.emplace_back(ShowMesh{static_cast<int>(m), !hidden});
  }
  const JointMarks& marks = scene.marks;
  if (const auto hidden = listed(marks.hidden); !hidden.empty()) {
    out.emplace_back(HideJoints{hidden, true, false});
  }
  if (const auto locked = listed(marks.locked); !locked.empty()) {
    out.emplace_back(LockJoints{locked, true});
  }
  if (const auto locked = listed(marks.weights_locked); !locked.empty()) {
    out.emplace_back(LockJoints{locked, true, true});
  }
  for (const JointRestraint& r : marks.restraint) {
    if (r.limit < 180.0f) out.emplace_back(RestrainJoint{r.joint, r.limit});
    if (r.stiffness > 0.0f) out.emplace_back(RestrainJoint{r.joint, std::nullopt, r.stiffness});
    for (int k = 0; k < 3; ++k) {
      if (!r.limits_axis(idx(k))) continue;
      const AxisRange range{k, r.low[idx(k)], r.high[idx(k)]};
      out.emplace_back(RestrainJoint{r.joint, std::nullopt, std::nullopt, range});
    }
  }
  return out;
}

bool is_mark(const Edit& edit) {
  return edit.is<ShowMesh>() || edit.is<HideJoints>() || edit.is<LockJoints>() ||
         edit.is<RestrainJoint>();
}

std::vector<int> keep_locked(Scene& scene, const std::vector<mat4>& before) {
  std::vector<int> out;
  for (const int j : listed(scene.marks.locked)) {
    mat4& now = scene.pose.user_local[idx(j)];
    if (now == before[idx(j)]) continue;
    now = before[idx(j)];
    out.push_back(j);
  }
  return out;
}

namespace {

// The joints that are in one of the lists and not in the other.
std::vector<int> only_in(const std::vector<std::uint8_t>& in,
                         const std::vector<std::uint8_t>& not_in) {
  std::vector<int> out;
  for (std::size_t j = 0; j < in.size(); ++j) {
    if (in[j] != 0 && (j >= not_in.size() || not_in[j] == 0)) out.push_back(static_cast<int>(j));
  }
  return out;
}

std::string locked_sentence(const Model& model, const std::vector<int>& joints, bool weights,
                            const char* what) {
  if (joints.empty()) return "";
  const bool one = joints.size() == 1;
  const std::string who =
      one ? model.skeleton.name[idx(joints[0])] : std::to_string(joints.size()) + " joints";
  const char* are = one && !weights ? " is " : " are ";
  return (weights ? "The weights of " + who : who) + are + what + ".";
}

}  // namespace

std::string relocked_words(const Scene& scene, const JointMarks& before) {
  const JointMarks& now = scene.marks;
  std::string out;
  const auto add = [&out](const std::string& sentence) {
    out += (out.empty() || sentence.empty() ? "" : " ") + sentence;
  };
  for (const bool weights : {true, false}) {
    const auto& was = weights ? before.weights_locked : before.locked;
    const auto& is = weights ? now.weights_locked : now.locked;
    add(locked_sentence(*scene.model, only_in(was, is), weights, "no longer locked"));
    add(locked_sentence(*scene.model, only_in(is, was), weights, "locked again"));
  }
  return out;
}

std::string skipped_words(const Model& model, const std::vector<int>& skipped) {
  if (skipped.empty()) return "";
  constexpr std::size_t kNamed = 3;
  const auto name = [&](std::size_t k) { return model.skeleton.name[idx(skipped[k])]; };
  if (skipped.size() == 1) return name(0) + " is locked and stays.";
  std::string text = std::to_string(skipped.size()) + " locked joints stay: " + name(0);
  const std::size_t told = std::min(kNamed, skipped.size());
  for (std::size_t k = 1; k < told; ++k) {
    text += (k + 1 == skipped.size() ? " and " : ", ") + name(k);
  }
  if (skipped.size() > told) text += " and " + std::to_string(skipped.size() - told) + " more";
  return text + ".";
}

std::vector<IkJoint> ik_joints(const Scene& scene, const std::vector<int>& chain) {
  const auto radians = [](float degrees) {
    return std::abs(degrees) < 180.0f
               ? static_cast<float>(double(degrees) / double(kDegreesPerRadian))
               : std::copysign(kPi, degrees);
  };
  std::vector<IkJoint> out;
  bool any = false;
  for (const int j : chain) {
    const JointRestraint r = restraint_of(scene, j);
    const float stiffness = is_locked(scene, j) ? 1.0f : r.stiffness;
    out.push_back({stiffness, radians(r.limit)});
    any |= stiffness > 0.0f || r.limit < 180.0f;
    for (int k = 0; k < 3; ++k) {
      out.back().low[k] = radians(r.low[idx(k)]);
      out.back().high[k] = radians(r.high[idx(k)]);
      any |= r.limits_axis(idx(k));
    }
  }
  if (!any) out.clear();
  return out;
}

}  // namespace bindpose
