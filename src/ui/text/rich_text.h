// A lesson's blocks: paragraphs, lists, quotes, tables, images, code.
#pragma once

#include <imgui.h>

#include <span>
#include <string>
#include <vector>

#include "scene/lesson/lesson.h"
#include "ui/frame.h"
#include "ui/text/figure_text.h"

namespace bindpose::ui {

// What can be pointed at in the text.
struct TextSpot {
  Rect rect;
  std::string link{};  // what a click opens, else
  int figure = -1;     // a figure that is wrong
};

struct RichText {
  const std::vector<LessonBlock>& blocks;
  std::span<const FigureText> figures{};      // what LessonSpan::figure shows
  std::span<const LessonPicture> pictures{};  // what LessonBlock::image shows
};

// Draws into `list` (null: only measures) from the top left corner `at`, wrapped at `width` pixels;
// a word wider than that stands alone on its line. `spots` gets what can be pointed at. Returns the
// height.
float draw_rich_text(const Frame& f, ImDrawList* list, vec2 at, float width, const RichText& text,
                     std::vector<TextSpot>* spots = nullptr);

// The width below which a word or a formula of the paragraphs would not fit into its line.
float widest_word(const Frame& f, const RichText& text);

// Words of one face that wrap into lines of much the same length, for titles.
float draw_wrapped(ImDrawList* list, ImFont* font, vec2 at, float width, const std::string& text,
                   ImU32 color);

}  // namespace bindpose::ui
