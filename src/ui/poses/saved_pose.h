// A pose of the library, as the window shows it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "view/pose_sketch.h"

namespace bindpose::ui {

struct SavedPose {
  std::string name;
  std::string problem{};                     // one sentence where its file cannot be used
  std::size_t joints = 0, matched = 0;       // that it names; that the model has
  std::shared_ptr<const GivenPose> given{};  // null: there is a problem, or it fits no joint
  std::vector<SketchLine> sketch{};
};

// What the library is asked to do.
struct LibraryRequest {
  enum Kind { List, Save, Rename, Remove };
  Kind kind = List;
  std::string name{}, to{};
  bool selected_only = false;  // Save: of the selected joints alone
};

}  // namespace bindpose::ui
