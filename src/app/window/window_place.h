// Where a window may stand.
#pragma once

struct GLFWwindow;

namespace bindpose::app {

// The window's size in screen coordinates. One that no monitor has room for is as large as the
// first monitor allows, with its title bar in reach: the last window may have been left on another
// display.
void set_window_size(GLFWwindow* window, int width, int height);
// On a monitor that `other` does not stand on, in its middle; where there is but one, as the
// desktop places windows.
void place_beside(GLFWwindow* window, GLFWwindow* other);

}  // namespace bindpose::app
