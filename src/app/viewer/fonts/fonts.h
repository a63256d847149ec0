// The system's fonts, through fontconfig. All functions: main thread only.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ui/ui.h"

namespace bindpose::app {

// Font files for the interface: the first of the families that is installed, "" when none is.
struct FontFiles {
  std::string sans, mono, bold;
};
FontFiles find_fonts();

// Faces that have these letters, the desktop's preferred ones first; letters that no font has are
// in none.
std::vector<ui::ExtraFace> faces_for(std::span<const char32_t> letters);

}  // namespace bindpose::app
