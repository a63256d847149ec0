// The tab Clinic: what is wrong with the rig. A click on a line shows its vertices or joints and
// says why they matter.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "scene/check/check.h"

namespace bindpose::ui {

struct Frame;

// What the application knows of the rig while the tab is open.
struct ClinicInput {
  const std::vector<Finding>* findings = nullptr;  // null: not known yet
  bool computing = false;                          // newer ones are on their way

  bool current() const { return findings != nullptr && !computing; }
};

// Kept while the program runs.
struct ClinicState {
  std::size_t profile = 0;  // of kProfileNames
};
// Kept while the model is open.
struct ClinicOfModel {
  std::string open;  // the line that is unfolded: code and place
};

// The chosen profile, with as many influences as the view's limit.
CheckProfile clinic_profile(const ClinicState& state, int limit);

void draw_clinic(Frame& f);

// Selects and frames what a finding tells of.
void show_finding(Frame& f, const Finding& finding);

}  // namespace bindpose::ui
