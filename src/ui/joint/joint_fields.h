// The numbers of the Joint tab: what they are of the selected joint, and what typing one of them
// makes of all that are selected.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "math/rotation.h"
#include "scene/edit/edit.h"

namespace bindpose::ui {

struct Frame;

// Ul_j as numbers: its rotation as seen in some axes (scene/edit/rotate_edit.h), its translation
// and scale along the joint's own.
struct JointNumbers {
  RotationNumbers rotation;
  vec3 translation{0.0f}, scale{1.0f};
  glm::dmat3 axes{1.0};
};

// They outlive a frame so that what was typed stays as typed, as long as it means the same rotation
// (more than 180 degrees, a quaternion of any length, the angles of a gimbal lock), and a drag
// computes from its start.
struct JointFields {
  static constexpr std::size_t kNumbers = 10;  // of rotation 4, translation 3, scale 3
  enum Part { Rotation, Translation, Scale };

  int joint = -1;
  mat4 shown{1.0f};  // the Ul_j that the numbers were taken from
  GizmoSpace space = GizmoSpace::Local;
  JointNumbers now;
  JointNumbers start;    // when the field was taken
  bool active = false;   // a field is held or being typed in
  bool edited = false;   // previews were sent
  bool refused = false;  // what stands in the field is no rotation
  // The other selected joints get the same number: theirs as they were when the field was taken.
  struct Other {
    int joint;
    JointNumbers number;
  };
  std::vector<Other> others;
  Part part = Rotation;
  int axis = -1;  // which number of the part is held; -1: all of them

  // Numbers in which the selected joints differ, and of what that was found.
  std::array<bool, kNumbers> mixed{};
  std::uint64_t mixed_of = 0;
  std::vector<int> mixed_among;
};

// Which numbers the settings ask for, with n = 0.
RotationNumbers chosen_form(const Frame& f);
GizmoSpace chosen_axes(const Frame& f);
// Of a joint as it stands.
JointNumbers numbers_of_joint(const Frame& f, int joint);
mat4 matrix_of(const JointNumbers& numbers);

// Brings the numbers up to the joint, as long as no field is held.
void refresh_fields(Frame& f, int joint);
// A field is taken.
void take_fields(Frame& f, JointFields::Part part, int axis);
// What the numbers make of the selected joint and of the others, which take over what is edited:
// one angle or length, a quaternion as a whole, the direction of an axis.
Edit edit_of(const Frame& f);
// The number that is held was changed; what is no rotation changes nothing.
void preview_fields(Frame& f);
void end_fields(Frame& f, bool keep);

}  // namespace bindpose::ui
