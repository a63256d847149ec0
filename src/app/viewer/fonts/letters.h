// Letters that the interface's own fonts lack (names in Japanese, say).
#pragma once

#include <string_view>
#include <vector>

#include "scene/lesson/lesson.h"
#include "scene/model.h"
#include "ui/ui.h"

namespace bindpose::app {

// Adds the letters of `text` (UTF-8; what is not, is passed over) for which ui::has_letter is
// false. Ascending, none twice. Whether there were new ones.
bool add_letters(std::string_view text, std::vector<char32_t>& letters);
// The same with every name in the model and its report.
bool add_letters(const Model& model, std::vector<char32_t>& letters);
// And with the text of a lesson.
bool add_letters(const Lesson& lesson, std::vector<char32_t>& letters);

}  // namespace bindpose::app
