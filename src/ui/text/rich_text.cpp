#include "ui/text/rich_text.h"

#include <algorithm>
#include <cmath>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/text/code_lines.h"
#include "ui/text/table.h"
#include "ui/text/words.h"

namespace bindpose::ui {

namespace {

constexpr float kParagraphGap = 0.62f, kItemGap = 0.32f, kIndent = 1.25f;
constexpr float kLargestCode = 0.8f, kSmallestCode = 0.66f;  // of the text's size
constexpr std::size_t kNarrowCode = 44;  // letters, which most lines of a program have
constexpr float kCodePad = 8.0f;

class Blocks {
 public:
  Blocks(const Frame& f, ImDrawList* list, const RichText& text, std::vector<TextSpot>* spots)
      : f_(f), list_(list), text_(text), spots_(spots), style_(reading_style()) {
    for (const LessonBlock& block : text.blocks) {
      if (block.kind == LessonBlock::Code)
        longest_ = std::max(longest_, longest_line(block.spans.at(0).text));
    }
  }

  float draw(vec2 at, float width) {
    float y = 0.0f;
    const auto& blocks = text_.blocks;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      const LessonBlock& block = blocks[b];
      if (b > 0) y += gap(blocks[b - 1], block);
      const float before = block.quoted ? std::round(0.9f * style_.size) : 0.0f;
      const float indent = before + std::round(kIndent * style_.size) * levels(block);
      const float height = one(block, {at.x + indent, at.y + y}, width - indent);
      if (block.quoted) draw_bar({at.x, at.y + y}, height);
      y += height;
    }
    return y;
  }

 private:
  static float levels(const LessonBlock& block) {
    return static_cast<float>(block.level + (block.kind == LessonBlock::Item ? 1 : 0));
  }

  float gap(const LessonBlock& above, const LessonBlock& block) const {
    const bool run = block.kind == LessonBlock::Item &&
                     (above.kind == LessonBlock::Item || above.level > block.level);
    return std::round((run ? kItemGap : kParagraphGap) * style_.size);
  }

  // Beside a quote.
  void draw_bar(vec2 at, float height) const {
    if (list_ == nullptr) return;
    list_->AddRectFilled(ImVec2(at.x, at.y), ImVec2(at.x + f_.px(3), at.y + height),
                         to_u32(f_.colors.text_dim, 0.6f));
  }

  float one(const LessonBlock& block, vec2 at, float width) {
    switch (block.kind) {
      case LessonBlock::Table:
        return draw_table(f_, list_, at, width, block, text_.figures, spots_);
      case LessonBlock::Image:
        return image(block, at, width);
      case LessonBlock::Code:
        return code(block, at, width);
      case LessonBlock::Item:
        marker(block, at);
        break;
      case LessonBlock::Paragraph:
      case LessonBlock::Formula:
        break;
    }
    WordStyle style = style_;
    style.dim = block.quoted;
    style.display = block.kind == LessonBlock::Formula;
    style.line_scale = style.display ? 1.5f : 1.0f;
    return draw_words(f_, list_, at, width, words_of(f_, block.spans, style, text_.figures), style,
                      spots_);
  }

  // To the left of an item's text.
  void marker(const LessonBlock& block, vec2 at) const {
    if (list_ == nullptr) return;
    const std::string sign = !block.marker.empty()  ? block.marker
                             : block.level % 2 == 0 ? "\xE2\x80\xA2"
                                                    : "\xE2\x80\x93";
    ImFont* font = reading_font();
    const float x = at.x - std::round(kIndent * style_.size) + f_.px(2);
    const float top = at.y + first_baseline(style_) - compat::font_ascent(font, style_.size);
    list_->AddText(font, style_.size, ImVec2(x, std::round(top)), to_u32(f_.colors.text_dim),
                   sign.c_str());
  }

  // All code of a text in one size, smaller where its lines are long; those that are too long even
  // so go on in the next one.
  float code(const LessonBlock& block, vec2 at, float width) const {
    ImFont* font = mono_font();
    const float pad = f_.px(kCodePad);
    const float room = std::max(1.0f, width - 2.0f * pad);
    const auto letter = [&](float of_size) {
      return std::max(1.0f, font->CalcTextSizeA(of_size, 1e9f, 0.0f, "0").x);
    };
    const float wide = letter(style_.size) * static_cast<float>(std::max<std::size_t>(longest_, 1));
    const float fit = std::clamp(room / wide, kSmallestCode, kLargestCode);
    const float size = std::floor(fit * style_.size);
    const std::string lines =
        wrap_code(block.spans.at(0).text, static_cast<std::size_t>(room / letter(size)));
    const float height = font->CalcTextSizeA(size, 1e9f, 0.0f, lines.c_str()).y + 2.0f * pad;
    if (list_ == nullptr) return height;
    list_->AddRectFilled(im(at), ImVec2(at.x + width, at.y + height), to_u32(f_.colors.text, 0.08f),
                         f_.px(4));
    list_->AddText(font, size, ImVec2(at.x + pad, at.y + pad), to_u32(f_.colors.text),
                   lines.c_str());
    return height;
  }

  // As wide as it is, or as the column; what cannot be shown is said in its place.
  float image(const LessonBlock& block, vec2 at, float width) const {
    const auto k = static_cast<std::size_t>(block.image);
    const LessonPicture none;
    const LessonPicture& picture = k < text_.pictures.size() ? text_.pictures[k] : none;
    if (picture.texture == 0 || picture.size.x <= 0.0f) {
      const std::string why = picture.problem.empty() ? "There is no image." : picture.problem;
      return draw_wrapped(list_, reading_font(), at, width, why, to_u32(f_.colors.error));
    }
    const float scale = std::min(f_.scale, width / picture.size.x);
    const vec2 size = glm::round(picture.size * scale);
    if (list_ != nullptr) {
      list_->AddImage(compat::texture_id(picture.texture), im(at), im(at + size));
    }
    return size.y;
  }

  const Frame& f_;
  ImDrawList* list_;
  const RichText& text_;
  std::vector<TextSpot>* spots_;
  WordStyle style_;
  std::size_t longest_ = 0;  // line of code, in letters
};

}  // namespace

float draw_rich_text(const Frame& f, ImDrawList* list, vec2 at, float width, const RichText& text,
                     std::vector<TextSpot>* spots) {
  return Blocks(f, list, text, spots).draw(at, width);
}

float widest_word(const Frame& f, const RichText& text) {
  float widest = 0.0f;
  for (const LessonBlock& block : text.blocks) {
    WordStyle style = reading_style();
    style.display = block.kind == LessonBlock::Formula;
    const float levels =
        static_cast<float>(block.level + (block.kind == LessonBlock::Item ? 1 : 0));
    const float indent = std::round(kIndent * style.size) * levels;
    if (block.kind == LessonBlock::Code) {
      const float size = std::floor(kLargestCode * style.size);
      const std::string lines = wrap_code(block.spans.at(0).text, kNarrowCode);
      const float code = mono_font()->CalcTextSizeA(size, 1e9f, 0.0f, lines.c_str()).x;
      widest = std::max(widest, indent + code + 2.0f * f.px(kCodePad));
      continue;
    }
    widest = std::max(widest, indent + least_width(words_of(f, block.spans, style, text.figures)));
  }
  return widest;
}

float draw_wrapped(ImDrawList* list, ImFont* font, vec2 at, float width, const std::string& text,
                   ImU32 color) {
  const float size = compat::font_size(font);
  const auto extent = [&](const std::string& words, float room) {
    return font->CalcTextSizeA(size, 1e9f, room, words.c_str());
  };
  const float height = extent(text, width).y;
  if (list == nullptr) return height;
  // Lines of one length: as narrow as they may be without one more, and no word is broken.
  float narrow = 0.0f;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find(' ', from), text.size());
    narrow = std::max(narrow, extent(text.substr(from, end - from), 0.0f).x);
    from = end + 1;
  }
  float wide = width;
  for (narrow = std::ceil(narrow); wide - narrow > 1.0f;) {
    const float middle = 0.5f * (narrow + wide);
    (extent(text, middle).y > height ? narrow : wide) = middle;
  }
  list->AddText(font, size, im(at), color, text.c_str(), nullptr, wide);
  return height;
}

}  // namespace bindpose::ui
