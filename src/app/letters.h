// Letters that the interface's own fonts lack (names in Japanese, say), and the system's fonts that have them.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "scene/lesson.h"
#include "scene/model.h"
#include "ui/ui.h"

namespace bindpose::app {

// Adds the letters of `text` (UTF-8; what is not, is passed over) for which ui::has_letter is false. Ascending, none
// twice. Whether there were new ones.
bool add_letters(std::string_view text, std::vector<char32_t>& letters);
// The same with every name in the model and its report.
bool add_letters(const Model& model, std::vector<char32_t>& letters);
// And with the text of a lesson.
bool add_letters(const Lesson& lesson, std::vector<char32_t>& letters);

// Faces that have these letters, the desktop's preferred ones first, by fontconfig; letters that no font has are in none.
std::vector<ui::ExtraFace> faces_for(std::span<const char32_t> letters);

}  // namespace bindpose::app
