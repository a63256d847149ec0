// Words in several faces, in lines: what paragraphs and the cells of tables are made of.
#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scene/lesson/lesson.h"
#include "ui/formula/typeset.h"
#include "ui/frame.h"
#include "ui/text/rich_text.h"

namespace bindpose::ui {

// Text in one face without a place to break.
struct Fragment {
  std::string text;
  ImFont* font;
  float size;
  vec3 color;
  float advance = 0.0f;
  float width = 0.0f;
  bool boxed = false;                // on a ground of its own: code
  std::optional<Typeset> formula{};  // in place of `text`
  std::string link{};                // what a click opens
  int figure = -1;                   // a figure that is not what the text says
};

struct Word {
  std::vector<Fragment> parts;
  float width = 0.0f;
  bool space_before = false;
};

struct WordStyle {
  float size;               // of the type
  bool bold = false;        // all of it, but for code
  bool dim = false;         // in a quote
  bool display = false;     // a formula that stands on its own
  float line_scale = 1.0f;  // of the height of lines
  LessonAlign align = LessonAlign::Left;
};

// The type that lessons are set in.
WordStyle reading_style();

std::vector<Word> words_of(const Frame& f, const LessonSpans& spans, const WordStyle& style,
                           std::span<const FigureText> figures);

// Lays the words out in lines; returns the height. A line with a tall formula, such as a sum with
// its index below, is higher than the others. Into `list` unless that is null; `spots` gets where
// links and wrong figures are.
float draw_words(const Frame& f, ImDrawList* list, vec2 at, float width,
                 const std::vector<Word>& words, const WordStyle& style,
                 std::vector<TextSpot>* spots = nullptr);
// What one word of the style has from its line's top to its baseline.
float first_baseline(const WordStyle& style);

// Of all words in one line, and of the widest of them.
float natural_width(const std::vector<Word>& words, const WordStyle& style);
float least_width(const std::vector<Word>& words);

}  // namespace bindpose::ui
