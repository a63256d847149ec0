// "Compute weights" in the Weights tab.
#pragma once

#include <map>

#include "scene/automatic/automatic_binding.h"

namespace bindpose::ui {

struct Frame;

struct BindPanelState {
  bool open = false;
  std::optional<BindMethod> method;                 // nothing: a radius around each bone
  std::map<BindMethod, AutomaticMethod> numbers{};  // as they were changed
};

void draw_bind_section(Frame& f);

}  // namespace bindpose::ui
