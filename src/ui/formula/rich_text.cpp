#include "ui/formula/rich_text.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/formula/inline_formula.h"
#include "ui/formula/typeset_draw.h"

namespace bindpose::ui {

namespace {

constexpr float kLineHeight = 1.28f, kParagraphGap = 0.62f, kItemGap = 0.32f;
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
};

struct Word {
  std::vector<Fragment> parts;
  float width = 0.0f;
  bool space_before = false;
};

float text_width(ImFont* font, float size, const std::string& text) {
  return font->CalcTextSizeA(size, 1e9f, 0.0f, text.c_str()).x;
}

class Words {
 public:
  explicit Words(const Frame& f) : f_(f) {}

  // No line ends before or after an equals sign.
  void add_text(const std::string& text, ImFont* font, float size, const vec3& color, bool boxed) {
    for (std::size_t i = 0; i < text.size();) {
      if (text[i] == ' ') {
        space_ = true;
        ++i;
        continue;
      }
      const std::size_t end = std::min(text.find(' ', i), text.size());
      add({text.substr(i, end - i), font, size, color, 0.0f, 0.0f, boxed, {}});
      i = end;
    }
  }

  // May end a line before an equals sign when it stands on its own (`breaks`); else it stays whole.
  void add_formula(const std::string& text, ImFont* font, float size, const vec3& color,
                   bool breaks) {
    const std::size_t relation = breaks ? text.find(" = ", 1) : std::string::npos;
    if (relation != std::string::npos) {
      add_formula(text.substr(0, relation), font, size, color, false);
      space_ = true;
      std::string rest = text.substr(relation + 1);
      add_formula(rest, font, size, color, true);
      return;
    }
    // Capitals as high as those of the text around it.
    const float type = compat::font_shape(font).capital * size / kCapital;
    Fragment part{text, font, size, color, 0.0f, 0.0f, false, {}};
    part.formula = lay_out_formula(formula_node(text, {color, 1.0f}), type, formula_measure());
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

std::vector<Word> words_of(const Frame& f, const LessonBlock& block,
                           const std::vector<std::string>& figure_text) {
  Words words(f);
  ImFont* regular = reading_font();
  ImFont* bold = reading_bold_font();
  const float size = compat::font_size(regular);
  const Theme& c = f.colors;
  const bool display = block.kind == LessonBlock::Formula;
  for (const LessonSpan& span : block.spans) {
    switch (span.kind) {
      case LessonSpan::Plain:
        words.add_text(span.text, regular, size, c.text, false);
        break;
      case LessonSpan::Bold:
        words.add_text(span.text, bold, size, c.text, false);
        break;
      case LessonSpan::Code:
        words.add_text(span.text, mono_font(), 0.9f * size, c.text, true);
        break;
      case LessonSpan::Formula:
        words.add_formula(span.text, regular, (display ? 1.15f : 1.0f) * size, c.text, display);
        break;
      case LessonSpan::Figure: {
        const auto k = static_cast<std::size_t>(span.figure);
        words.add_text(k < figure_text.size() ? figure_text[k] : "", bold, size, c.accent, false);
        break;
      }
    }
  }
  return words.take();
}

// Draws one word with its baseline at `at`.
void draw_word(const Frame& f, ImDrawList* list, vec2 at, const Word& word) {
  for (const Fragment& part : word.parts) {
    at.x += part.advance;
    if (part.formula) {
      paint(list, *part.formula, at);
      at.x += part.width;
      continue;
    }
    const float top = at.y - compat::font_ascent(part.font, part.size);
    float x = at.x;
    if (part.boxed) {
      const float pad = f.px(3);
      list->AddRectFilled(ImVec2(at.x, top), ImVec2(at.x + part.width, top + 1.08f * part.size),
                          to_u32(f.colors.text, 0.1f), f.px(3));
      x += pad;
    }
    list->AddText(part.font, part.size, ImVec2(x, std::round(top)), to_u32(part.color),
                  part.text.c_str());
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

// Lays the words out in lines; returns the height. A line with a tall formula, such as a sum with
// its index below, is higher than the others.
float draw_words(const Frame& f, ImDrawList* list, vec2 at, float width,
                 const std::vector<Word>& words, float line_scale) {
  ImFont* font = reading_font();
  const float size = compat::font_size(font);
  const float line = std::round(line_scale * kLineHeight * size);
  const float space = text_width(font, size, " ");
  const float above = std::round(0.5f * (line - size) + compat::font_ascent(font, size));
  float y = 0.0f;
  for (std::size_t from = 0; from < words.size();) {
    const std::size_t end = line_end(words, from, space, width);
    const std::span<const Word> in_line = std::span(words).subspan(from, end - from);
    const vec2 reach = formula_reach(in_line);
    const float baseline = y + std::ceil(std::max(above, reach.x));
    float x = 0.0f;
    for (const Word& word : in_line) {
      if (x > 0.0f && word.space_before) x += space;
      if (list != nullptr) draw_word(f, list, {at.x + x, at.y + baseline}, word);
      x += word.width;
    }
    y = baseline + std::ceil(std::max(line - above, reach.y));
    from = end;
  }
  return y;
}

}  // namespace

float draw_rich_text(const Frame& f, ImDrawList* list, vec2 at, float width,
                     const std::vector<LessonBlock>& blocks,
                     const std::vector<std::string>& figure_text) {
  ImFont* font = reading_font();
  const float size = compat::font_size(font);
  float y = 0.0f;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const LessonBlock& block = blocks[b];
    const bool item = block.kind == LessonBlock::Item;
    if (b > 0) {
      const bool run = item && blocks[b - 1].kind == LessonBlock::Item;
      y += std::round((run ? kItemGap : kParagraphGap) * size);
    }
    const float indent = item ? std::round(1.25f * size) : 0.0f;
    if (item && list != nullptr) {
      const std::string marker = block.marker.empty() ? "\xE2\x80\xA2" : block.marker;
      Word word;
      word.parts.push_back({marker, font, size, f.colors.text_dim, 0.0f, 0.0f, false, {}});
      const float baseline =
          0.5f * (std::round(kLineHeight * size) - size) + compat::font_ascent(font, size);
      draw_word(f, list, {at.x + f.px(2), at.y + y + baseline}, word);
    }
    const std::vector<Word> words = words_of(f, block, figure_text);
    const float scale = block.kind == LessonBlock::Formula ? 1.5f : 1.0f;
    y += draw_words(f, list, {at.x + indent, at.y + y}, width - indent, words, scale);
  }
  return y;
}

float draw_wrapped(ImDrawList* list, ImFont* font, vec2 at, float width, const std::string& text,
                   ImU32 color) {
  const float size = compat::font_size(font);
  const float height = font->CalcTextSizeA(size, 1e9f, width, text.c_str()).y;
  if (list != nullptr) list->AddText(font, size, im(at), color, text.c_str(), nullptr, width);
  return height;
}

}  // namespace bindpose::ui
