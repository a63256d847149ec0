// What the card over the view says while something goes on beside the window.
#pragma once

#include <string>

namespace bindpose::app {

struct BusyCard {
  std::string what, phase;
  float part = 0.0f;  // from 0 to 1
};

}  // namespace bindpose::app
