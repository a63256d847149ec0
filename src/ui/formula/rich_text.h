// A lesson's paragraphs as lines of words in several faces.
#pragma once

#include <imgui.h>

#include <string>
#include <vector>

#include "scene/lesson/lesson.h"
#include "ui/frame.h"

namespace bindpose::ui {

// Draws into `list` (null: only measures) from the top left corner `at`, wrapped at `width` pixels;
// a word wider than that stands alone on its line. figure_text: what LessonSpan::figure shows.
// Returns the height.
float draw_rich_text(const Frame& f, ImDrawList* list, vec2 at, float width,
                     const std::vector<LessonBlock>& blocks,
                     const std::vector<std::string>& figure_text);

// Words of one face that wrap, for titles.
float draw_wrapped(ImDrawList* list, ImFont* font, vec2 at, float width, const std::string& text,
                   ImU32 color);

}  // namespace bindpose::ui
