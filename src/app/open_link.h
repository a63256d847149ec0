// Links of lessons.
#pragma once

#include <string>

namespace bindpose::app {

// Hands an http or https address to the system's browser and does not wait for it: by xdg-open, on
// a Mac by open. False for any other address, and where that program cannot be started. No shell
// sees it.
bool open_link(const std::string& address);

}  // namespace bindpose::app
