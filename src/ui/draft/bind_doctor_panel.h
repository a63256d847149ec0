// How the joints are bound, in the Joint tab: the selected one's B_j, how far it is from the file's
// Pose, from the rest pose and from where the joint is shown, and what mends it; below, all joints
// by what is doubtful about them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scene/draft/bind_doctor.h"

namespace bindpose::ui {

struct Frame;

struct BindDoctorState {
  bool open = false;
  bool to_it = false;  // the tab scrolls there once
  BindDoubt doubt = BindDoubt::Fault;
  // What was examined, and of what.
  std::vector<BoundJoint> joints;
  double size = 1.0;  // surface_size()
  ModelId model;
  std::uint64_t weights = 0, pose = 0;
  // T_j of the joint that was selected, as it was on the model before this one.
  std::string of, was, now;
};

void draw_bind_doctor(Frame& f);

// Decimals with which a matrix of a joint is read best: four digits that count, of the largest
// column for the axes; for the place those that a thousandth of the model's size needs (a man's
// millimetres), in the joint's own unit, which is as many times smaller as its axes are longer.
// `size`: of the surface, file units, > 0. 0 to 6; 3 for what is not finite.
struct MatrixDecimals {
  int axes = 3, place = 3;
};
MatrixDecimals matrix_decimals(const mat4& m, double size);

// The joint after the selected one, around, that is off in the way that is looked for; -1: none is.
int next_in_doubt(Frame& f);

}  // namespace bindpose::ui
