#include "scene/edit/text/edit_parse_joint.h"

#include "scene/edit/text/edit_words.h"

namespace bindpose {
namespace {

vec4 parse_euler(EditReader& in, EulerOrder order) {
  vec4 n(0.0f);
  for (const int axis : axes_of(order)) {
    n[axis] = in.number<float>("three angles in degrees, in the order of the letters");
  }
  return n;
}

vec4 parse_four(EditReader& in, bool axis) {
  vec4 n(0.0f);
  for (int k = 0; k < 4; ++k) {
    n[k] = in.number<float>(axis ? "an axis, x, y and z, and an angle in degrees"
                                 : "the four numbers of a quaternion, w, x, y and z");
  }
  return n;
}

// Plain numbers are degrees about x, y and z.
Edit parse_turn(EditReader& in, int joint, bool whole) {
  RotateJoint edit{joint, {}, GizmoSpace::Local, whole};
  RotationNumbers& numbers = edit.numbers;
  bool named = false;
  for (const auto& w : words::kRotation) {
    if (named || !in.take_word(w.text)) continue;
    named = true;
    numbers.form = w.value;
  }
  const bool axis = numbers.form == RotationNumbers::AxisAngle;
  if (!named) {
    numbers.n = vec4(in.three("three angles in degrees, about x, y and z"), 0.0f);
  } else if (numbers.form == RotationNumbers::Euler) {
    numbers.order = in.word("an order of axes", words::kEulerOrder);
    numbers.n = parse_euler(in, numbers.order);
  } else {
    numbers.n = parse_four(in, axis);
  }
  if (!rotation_of(numbers)) {
    throw EditFailure{axis ? "An axis of length 0 has no direction; expected x, y and z of one."
                           : "A quaternion of length 0 is no rotation; expected w, x, y and z."};
  }
  if (in.take_word("in")) {
    edit.axes = in.word("a word for axes", words::kGizmoSpace);
  } else if (!named && !whole) {
    return TransformJoint{joint, TransformJoint::Rotate, vec3(numbers.n)};
  }
  return edit;
}

}  // namespace

Edit parse_joint(EditReader& in) {
  const int joint = in.joint();
  const std::string verb = in.choice("something to do with a joint",
                                     {"rotate", "rotation", "translate", "scale", "matrix"});
  if (verb == "rotate" || verb == "rotation") return parse_turn(in, joint, verb == "rotation");
  if (verb == "translate") {
    return TransformJoint{joint, TransformJoint::Translate,
                          in.three("three distances, along x, y and z")};
  }
  if (verb == "scale") {
    return TransformJoint{joint, TransformJoint::Scale, in.three("three factors, for x, y and z")};
  }
  return SetUserLocal{joint, in.matrix()};
}

}  // namespace bindpose
