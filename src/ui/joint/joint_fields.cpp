#include "ui/joint/joint_fields.h"

#include <algorithm>
#include <cmath>

#include "math/numbers.h"
#include "math/transform.h"
#include "scene/edit/rotate_edit.h"
#include "ui/frame.h"
#include "ui/ui_state.h"

namespace bindpose::ui {

namespace {

// What rounds to nothing is shown as 0, not as -0.
vec4 without_dust(const RotationNumbers& numbers) {
  vec4 out(0.0f);
  for (int i = 0; i < 4; ++i) out[i] = std::abs(numbers.n[i]) < 1e-5f ? 0.0f : numbers.n[i];
  return out;
}

bool same_numbers(const RotationNumbers& a, const RotationNumbers& b) {
  return a.form == b.form && (a.form != RotationNumbers::Euler || a.order == b.order);
}

// How far numbers may be apart that are shown as the same one.
constexpr float kShownDegrees = 0.005f, kShownPart = 5e-5f, kShownLength = 5e-4f;

std::array<float, JointFields::kNumbers> all_numbers(const JointNumbers& x) {
  const vec4& r = x.rotation.n;
  const vec3 &t = x.translation, &s = x.scale;
  return {r[0], r[1], r[2], r[3], t[0], t[1], t[2], s[0], s[1], s[2]};
}

void find_mixed(Frame& f) {
  JointFields& fields = f.state.of_model.fields;
  const std::vector<int>& also = f.scene().selection.also;
  if (also.empty()) {
    fields.mixed = {};
    fields.mixed_of = 0;
    return;
  }
  if (fields.mixed_of == f.input.posed.revision && fields.mixed_among == also) return;
  fields.mixed = {};
  fields.mixed_of = f.input.posed.revision;
  fields.mixed_among = also;
  const auto own = all_numbers(numbers_of_joint(f, fields.joint));
  const RotationNumbers::Form form = chosen_form(f).form;
  for (const int joint : also) {
    const auto other = all_numbers(numbers_of_joint(f, joint));
    for (std::size_t k = 0; k < own.size(); ++k) {
      const bool angle = form == RotationNumbers::Euler || k == 3;
      const float shown = k >= 4                                         ? kShownLength
                          : angle && form != RotationNumbers::Quaternion ? kShownDegrees
                                                                         : kShownPart;
      if (std::abs(own[k] - other[k]) > shown) fields.mixed[k] = true;
    }
  }
}

}  // namespace

RotationNumbers chosen_form(const Frame& f) {
  const int chosen = f.state.settings.rotation;
  if (chosen < 6) return {RotationNumbers::Euler, static_cast<EulerOrder>(chosen)};
  return {chosen == 6 ? RotationNumbers::Quaternion : RotationNumbers::AxisAngle};
}

GizmoSpace chosen_axes(const Frame& f) {
  return static_cast<GizmoSpace>(f.state.settings.rotation_axes);
}

JointNumbers numbers_of_joint(const Frame& f, int joint) {
  const auto j = idx(joint);
  const int parent = f.model()->skeleton.parent[j];
  const mat4 above = parent < 0 ? mat4(1.0f) : f.input.posed.world[idx(parent)];
  const Transform x = decompose(f.scene().pose.user_local[j]);
  JointNumbers out;
  out.axes = axes_of_turns(above, f.input.posed.base_local[j], chosen_axes(f));
  const RotationNumbers form = chosen_form(f);
  out.rotation = numbers_of(seen_outside(out.axes, x.q), form.form, form.order);
  out.rotation.n = without_dust(out.rotation);
  out.translation = x.t + vec3(0.0f);
  // What rounding leaves of a scale that nobody touched would stay when the rotation is reset.
  for (int k = 0; k < 3; ++k) out.scale[k] = std::abs(x.s[k] - 1.0f) < 1e-6f ? 1.0f : x.s[k];
  return out;
}

mat4 matrix_of(const JointNumbers& numbers) {
  const quat seen = rotation_of(numbers.rotation).value_or(quat(1.0f, 0.0f, 0.0f, 0.0f));
  return to_matrix({numbers.translation, seen_inside(numbers.axes, seen), numbers.scale});
}

void refresh_fields(Frame& f, int joint) {
  JointFields& fields = f.state.of_model.fields;
  if (fields.active && fields.joint == joint) return;
  const mat4& user_local = f.scene().pose.user_local[idx(joint)];
  const RotationNumbers form = chosen_form(f);
  const bool same_form = fields.joint == joint && fields.space == chosen_axes(f) &&
                         same_numbers(fields.now.rotation, form);
  // In the world's axes the numbers also follow what is above.
  if (!same_form || fields.shown != user_local || fields.space != GizmoSpace::Local) {
    JointNumbers now = numbers_of_joint(f, joint);
    const std::optional<quat> typed = rotation_of(fields.now.rotation);
    const std::optional<quat> is = rotation_of(now.rotation);
    if (same_form && typed && is && is_same_rotation(*typed, *is)) {
      now.rotation = fields.now.rotation;
    }
    fields.now = now;
    if (!same_form) fields.mixed_of = 0;
    fields.joint = joint;
    fields.space = chosen_axes(f);
    fields.shown = user_local;
    fields.active = fields.edited = false;
  }
  find_mixed(f);
}

void take_fields(Frame& f, JointFields::Part part, int axis) {
  JointFields& fields = f.state.of_model.fields;
  fields.part = part;
  fields.axis = axis;
  fields.start = fields.now;
  fields.refused = false;
  fields.others.clear();
  for (const int joint : f.scene().selection.also) {
    fields.others.push_back({joint, numbers_of_joint(f, joint)});
  }
}

Edit edit_of(const Frame& f) {
  const JointFields& fields = f.state.of_model.fields;
  if (fields.others.empty()) return SetUserLocal{fields.joint, matrix_of(fields.now)};
  const Pose& start = f.document().pose_at_start();
  SetPose pose{start.user_local, start.user_morph};
  pose.user_local[idx(fields.joint)] = matrix_of(fields.now);
  const auto takes = [&fields](int axis) { return fields.axis < 0 || fields.axis == axis; };
  const vec4& turn = fields.now.rotation.n;
  for (const JointFields::Other& other : fields.others) {
    JointNumbers x = other.number;
    const bool quaternion = x.rotation.form == RotationNumbers::Quaternion;
    const bool axis_angle = x.rotation.form == RotationNumbers::AxisAngle;
    for (int k = 0; k < 4; ++k) {
      const bool along = quaternion || (axis_angle && k < 3 && fields.axis < 3);
      if (fields.part == JointFields::Rotation && (along || takes(k))) x.rotation.n[k] = turn[k];
    }
    for (int k = 0; k < 3; ++k) {
      if (!takes(k)) continue;
      if (fields.part == JointFields::Translation) x.translation[k] = fields.now.translation[k];
      if (fields.part == JointFields::Scale) x.scale[k] = fields.now.scale[k];
    }
    pose.user_local[idx(other.joint)] = matrix_of(x);
  }
  return pose;
}

void preview_fields(Frame& f) {
  JointFields& fields = f.state.of_model.fields;
  fields.refused = !rotation_of(fields.now.rotation);
  if (fields.refused) fields.now = fields.start;
  if (fields.refused && !fields.edited) return;
  fields.edited = true;
  f.edit(edit_of(f), Phase::Preview);
}

void end_fields(Frame& f, bool keep) {
  JointFields& fields = f.state.of_model.fields;
  if (fields.edited) f.edit(edit_of(f), keep ? Phase::Commit : Phase::Cancel);
  if (keep && fields.refused) {
    f.say(fields.now.rotation.form == RotationNumbers::Quaternion
              ? "A quaternion of length 0 is no rotation: the value stays."
              : "An axis of length 0 has no direction: the value stays.");
  }
  fields.active = fields.edited = fields.refused = false;
  // A cancelled edit shows what Ul_j is again, a kept one what was typed.
  fields.shown = keep ? matrix_of(fields.now) : mat4(0.0f);
  if (!keep) fields.joint = -1;
}

}  // namespace bindpose::ui
