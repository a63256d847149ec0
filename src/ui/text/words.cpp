#include "ui/text/words.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/formula/inline_formula.h"
#include "ui/formula/typeset_draw.h"

namespace bindpose::ui {

namespace {

constexpr float kLineHeight = 1.28f;
constexpr float kShortLine = 0.33f;  // of the width: a last line is not shorter

float text_width(ImFont* font, float size, const std::string& text) {
  return font->CalcTextSizeA(size, 1e9f, 0.0f, text.c_str()).x;
}

// How a run of text looks, and where a click on it goes.
struct RunFace {
  ImFont* font;
  float size;
  vec3 color;
  bool boxed = false;
  std::string link{};
  int figure = -1;
};

class Words {
 public:
  explicit Words(const Frame& f) : f_(f) {}

  // No line ends before or after an equals sign.
  void add_text(const std::string& text, const RunFace& face) {
    for (std::size_t i = 0; i < text.size();) {
      if (text[i] == ' ') {
        space_ = true;
        ++i;
        continue;
      }
      const std::size_t end = std::min(text.find(' ', i), text.size());
      add({text.substr(i, end - i),
           face.font,
           face.size,
           face.color,
           0.0f,
           0.0f,
           face.boxed,
           {},
           face.link,
           face.figure});
      i = end;
    }
  }

  // May end a line before an equals sign when it stands on its own (`breaks`); else it stays whole.
  void add_formula(const std::string& text, const RunFace& face, bool breaks) {
    const std::size_t relation = breaks ? text.find(" = ", 1) : std::string::npos;
    if (relation != std::string::npos) {
      add_formula(text.substr(0, relation), face, false);
      space_ = true;
      add_formula(text.substr(relation + 1), face, true);
      return;
    }
    // Capitals as high as those of the text around it.
    const float type = compat::font_shape(face.font).capital * face.size / kCapital;
    Fragment part{text, face.font, face.size, face.color, 0.0f, 0.0f, false, {}, face.link, -1};
    part.formula = lay_out_formula(formula_node(text, {face.color, 1.0f}), type, formula_measure());
    glue_ = false;
    add(std::move(part));
  }

  std::vector<Word> take() { return std::move(words_); }

 private:
  void add(Fragment part) {
    part.width = part.formula
                     ? part.formula->width
                     : text_width(part.font, part.size, part.text) + (part.boxed ? f_.px(6) : 0.0f);
    const bool equals = part.text == "=";
    if (space_ && !words_.empty() && (equals || glue_)) {
      part.advance += text_width(part.font, part.size, " ");
      space_ = false;
    }
    glue_ = equals;
    if (space_ || words_.empty()) {
      words_.emplace_back();
      words_.back().space_before = space_;
      space_ = false;
    }
    Word& word = words_.back();
    word.width = std::max(word.width, word.width + part.advance + part.width);
    word.parts.push_back(std::move(part));
  }

  const Frame& f_;
  std::vector<Word> words_;
  bool space_ = false;
  bool glue_ = false;  // the last word was an equals sign
};

// Draws one word with its baseline at `at`; null: only its spots.
void draw_word(const Frame& f, ImDrawList* list, vec2 at, const Word& word,
               std::vector<TextSpot>* spots) {
  for (const Fragment& part : word.parts) {
    at.x += part.advance;
    const float top = at.y - compat::font_ascent(part.font, part.size);
    const Rect box{{at.x, top}, {at.x + part.width, top + 1.08f * part.size}};
    const bool pointed = !part.link.empty() || part.figure >= 0;
    if (pointed && spots != nullptr) spots->push_back({box, part.link, part.figure});
    if (list == nullptr) {
    } else if (part.formula) {
      paint(list, *part.formula, at);
    } else {
      if (part.boxed)
        list->AddRectFilled(im(box.lo), im(box.hi), to_u32(f.colors.text, 0.1f), f.px(3));
      list->AddText(part.font, part.size,
                    ImVec2(at.x + (part.boxed ? f.px(3) : 0.0f), std::round(top)),
                    to_u32(part.color), part.text.c_str());
    }
    if (pointed && list != nullptr) {
      const float y = std::round(at.y + f.px(2));
      list->AddLine(ImVec2(at.x, y), ImVec2(at.x + part.width, y), to_u32(part.color, 0.7f),
                    std::max(1.0f, f.px(1)));
    }
    at.x += part.width;
  }
}

// How far the formulas of a line reach above and below its baseline.
vec2 formula_reach(std::span<const Word> line) {
  vec2 reach(0.0f);
  for (const Word& word : line) {
    for (const Fragment& part : word.parts) {
      if (part.formula) reach = glm::max(reach, {part.formula->ascent, part.formula->descent});
    }
  }
  return reach;
}

// The words that fit beside each other, at least one.
std::size_t line_end(std::span<const Word> words, std::size_t from, float space, float width) {
  float x = words[from].width;
  std::size_t end = from + 1;
  for (; end < words.size(); ++end) {
    x += (words[end].space_before ? space : 0.0f) + words[end].width;
    if (x > width) break;
  }
  return end;
}

float line_width(std::span<const Word> line, float space) {
  float x = 0.0f;
  for (const Word& word : line) x += (x > 0.0f && word.space_before ? space : 0.0f) + word.width;
  return x;
}

// Where each line ends. The last one of several is not a short word alone: it takes words from the
// line before, as long as that stays the longer one.
std::vector<std::size_t> line_ends(std::span<const Word> words, float space, float width) {
  std::vector<std::size_t> ends;
  for (std::size_t from = 0; from < words.size(); from = ends.back()) {
    ends.push_back(line_end(words, from, space, width));
  }
  if (ends.size() < 2) return ends;
  const std::size_t before = ends.size() > 2 ? ends[ends.size() - 3] : 0;
  std::size_t& last = ends[ends.size() - 2];
  const auto length = [&](std::size_t from, std::size_t to) {
    return line_width(words.subspan(from, to - from), space);
  };
  while (length(last, words.size()) < kShortLine * width && last - before > 1 &&
         length(last - 1, words.size()) <= length(before, last - 1)) {
    --last;
  }
  return ends;
}

float line_height(const WordStyle& style) {
  return std::round(style.line_scale * kLineHeight * style.size);
}

}  // namespace

WordStyle reading_style() {
  return {compat::font_size(reading_font())};
}

std::vector<Word> words_of(const Frame& f, const LessonSpans& spans, const WordStyle& style,
                           std::span<const FigureText> figures) {
  Words words(f);
  ImFont* bold = reading_bold_font();
  ImFont* regular = style.bold ? bold : reading_font();
  const Theme& c = f.colors;
  const vec3 color = style.dim ? c.text_dim : c.text;
  for (const LessonSpan& span : spans) {
    RunFace face{regular, style.size, span.link.empty() ? color : c.accent, false, span.link, -1};
    switch (span.kind) {
      case LessonSpan::Plain:
        words.add_text(span.text, face);
        break;
      case LessonSpan::Bold:
        face.font = bold;
        words.add_text(span.text, face);
        break;
      case LessonSpan::Code:
        face.font = mono_font();
        face.size *= 0.9f;
        face.boxed = true;
        words.add_text(span.text, face);
        break;
      case LessonSpan::Formula:
        if (style.display) face.size *= 1.15f;
        words.add_formula(span.text, face, style.display);
        break;
      case LessonSpan::Figure: {
        const auto k = static_cast<std::size_t>(span.figure);
        if (k >= figures.size()) break;
        face.font = bold;
        face.color = figures[k].wrong.empty() ? c.accent : c.error;
        face.figure = figures[k].wrong.empty() ? -1 : span.figure;
        words.add_text(figures[k].text, face);
        break;
      }
    }
  }
  return words.take();
}

float first_baseline(const WordStyle& style) {
  ImFont* font = reading_font();
  return std::round(0.5f * (line_height(style) - style.size) +
                    compat::font_ascent(font, style.size));
}

float draw_words(const Frame& f, ImDrawList* list, vec2 at, float width,
                 const std::vector<Word>& words, const WordStyle& style,
                 std::vector<TextSpot>* spots) {
  const float line = line_height(style);
  const float space = text_width(reading_font(), style.size, " ");
  const float above = first_baseline(style);
  float y = 0.0f;
  std::size_t from = 0;
  for (const std::size_t end : line_ends(words, space, width)) {
    const std::span<const Word> in_line = std::span(words).subspan(from, end - from);
    const vec2 reach = formula_reach(in_line);
    const float baseline = y + std::ceil(std::max(above, reach.x));
    const float part = style.align == LessonAlign::Left    ? 0.0f
                       : style.align == LessonAlign::Right ? 1.0f
                                                           : 0.5f;
    const float left = std::max(0.0f, part * (width - line_width(in_line, space)));
    float x = 0.0f;
    for (const Word& word : in_line) {
      if (x > 0.0f && word.space_before) x += space;
      draw_word(f, list, {at.x + left + x, at.y + baseline}, word, spots);
      x += word.width;
    }
    y = baseline + std::ceil(std::max(line - above, reach.y));
    from = end;
  }
  return y;
}

float natural_width(const std::vector<Word>& words, const WordStyle& style) {
  return line_width(words, text_width(reading_font(), style.size, " "));
}

float least_width(const std::vector<Word>& words) {
  float widest = 0.0f;
  for (const Word& word : words) widest = std::max(widest, word.width);
  return widest;
}

}  // namespace bindpose::ui
