// Tables of a lesson's text.
#pragma once

#include "ui/text/words.h"

namespace bindpose::ui {

// The head in bold over a line, the other rows below; a table that is too wide for the column is
// set in smaller type. Returns the height. As draw_words otherwise.
float draw_table(const Frame& f, ImDrawList* list, vec2 at, float width, const LessonBlock& table,
                 std::span<const FigureText> figures, std::vector<TextSpot>* spots);

}  // namespace bindpose::ui
