// How hard a pen presses, where X11 knows it (XInput 2, XWayland included): GLFW tells nothing of
// it.
#pragma once

#include <functional>
#include <span>

namespace bindpose::app {

// A device that tells of pressure, as it is now.
struct PenState {
  double least = 0.0, most = 1.0, value = 0.0;  // of its pressure
  bool is_tablet = false;  // its places are those of a tablet, not ways as a touchpad's
};

// Of the tablet that is pressed hardest, 0 to 1; 1 where none is pressed: that is the mouse.
float pressure_of(std::span<const PenState> pens);

// Asks the X server each time it is called: about a tenth of a millisecond. What it gives is 1
// where there is no X server, no library of its or no pen. Links nothing: the libraries are opened
// when it is made.
std::function<float()> pen_pressure_reader();

}  // namespace bindpose::app
