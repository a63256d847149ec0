#include "ui/formula/large/formula_point.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "ui/base/draw_helpers.h"
#include "ui/base/focus.h"
#include "ui/base/widgets.h"
#include "ui/formula/large/large_lines.h"
#include "ui/formula/math_parts.h"

namespace bindpose::ui {

namespace {

// Parts of the formula's type size.
constexpr float kMatrix = 0.74f, kWordType = 0.66f, kPointGap = 0.8f, kPointPad = 0.6f;
constexpr float kWordLine = 1.5f;  // of the words' own size
constexpr std::size_t kLongestName = 40;

// What a symbol shows when it is pointed at.
struct Unfolded {
  Typeset numbers;
  std::vector<Typeset> words;
  vec2 size{0.0f};
  float word_size = 0.0f;
  bool beside = false;  // the words, to the right of the numbers; else below them
};

std::string shortened(const std::string& words) {
  if (words.size() <= 2 * kLongestName) return words;
  std::size_t end = 2 * kLongestName;
  while (end > 0 && (static_cast<unsigned char>(words[end]) & 0xC0u) == 0x80u) --end;
  return words.substr(0, end) + "...";
}

// As many of them in a line as there is room for.
std::vector<std::string> joined(const std::vector<std::string>& sentences, float room, float size,
                                const Measure& measure) {
  std::vector<std::string> lines;
  for (const std::string& sentence : sentences) {
    const std::string longer = lines.empty() ? "" : lines.back() + "  " + sentence;
    if (!lines.empty() && measure(longer, Face::Upright, size).width <= room) {
      lines.back() = longer;
    } else {
      lines.push_back(sentence);
    }
  }
  return lines;
}

// What the symbol says in sentences: what it is, then what it does.
std::vector<std::string> sentences_of(const LargeFormula& large, int symbol,
                                      const std::optional<mat4>& m) {
  const Model& model = *large.f.model();
  if (!m) return {shortened(text_of(model, large.values, symbol)->words)};
  std::vector<std::string> sentences = in_words(parts_of(*m));
  const std::string meaning = meaning_of(model, large.values, symbol);
  if (!meaning.empty()) sentences.insert(sentences.begin(), shortened(meaning) + ".");
  return sentences;
}

Node letters_of(const LargeFormula& large, int symbol, const FormulaInks& inks) {
  const JointFactors* step =
      symbol_of(symbol) == Symbol::StepFactor ? step_of(large.values, symbol) : nullptr;
  return step != nullptr ? ui::large::factor_letters(large.f, *step)
                         : symbol_node(symbol_of(symbol), inks);
}

// Empty where the symbol says nothing that the numbers do not. `room`: the width for words below
// the numbers.
Unfolded unfold(const LargeFormula& large, int symbol, float size, bool beside, float room) {
  Unfolded u;
  const FormulaInks inks = inks_of(large.f, large.values, symbol, large.inks, large.f.colors.panel);
  const auto m = matrix_of(large.values, symbol);
  const auto told = m ? std::nullopt : text_of(*large.f.model(), large.values, symbol);
  if (!m && !told) return u;
  const Node equals = row({space(0.35f), text("=", Face::Upright, inks.dim), space(0.35f)});
  const Node numbers = m ? matrix_node(*m, inks, inks.dim, {20.0f, 1e6f, 3}, large.measure)
                         : text(told->numbers, Face::Number, inks.plain);
  u.numbers = lay_out_formula(row({letters_of(large, symbol, inks), equals, numbers}),
                              kMatrix * size, large.measure);
  u.beside = beside;
  u.word_size = kWordType * size;
  std::vector<std::string> lines = sentences_of(large, symbol, m);
  if (!beside) lines = joined(lines, room, u.word_size, large.measure);
  float wide = 0.0f;
  for (const std::string& line : lines) {
    u.words.push_back(
        lay_out_formula(text(line, Face::Upright, inks.plain), u.word_size, large.measure));
    wide = std::max(wide, u.words.back().width);
  }
  const float tall = kWordLine * u.word_size * static_cast<float>(lines.size());
  u.size = u.beside
               ? vec2(u.numbers.width + kPointGap * size + wide, std::max(u.numbers.height(), tall))
               : vec2(std::max(u.numbers.width, wide), u.numbers.height() + tall);
  return u;
}

void paint_unfolded(const Unfolded& u, ImDrawList* list, const vec2& corner) {
  const float line = kWordLine * u.word_size;
  const float tall = line * static_cast<float>(u.words.size());
  const float top = u.beside ? corner.y + 0.5f * (u.size.y - u.numbers.height()) : corner.y;
  const float x = u.beside ? corner.x : corner.x + 0.5f * (u.size.x - u.numbers.width);
  paint(list, u.numbers, glm::floor(vec2(x, top + u.numbers.ascent)));
  float y = u.beside ? corner.y + 0.5f * (u.size.y - tall) : corner.y + u.numbers.height();
  const float right = corner.x + u.size.x;
  float widest = 0.0f;
  for (const Typeset& t : u.words) widest = std::max(widest, t.width);
  for (const Typeset& t : u.words) {
    const float left = u.beside ? right - widest : corner.x + 0.5f * (u.size.x - t.width);
    paint(list, t, glm::floor(vec2(left, y + 0.72f * line)));
    y += line;
  }
}

// What the formulas leave of the card, down to the end of the room.
Rect numbers_room(const LargeFormula& large) {
  float top = large.card.lo.y;
  for (const LargeLine& l : large.lines) {
    if (!l.numbers) top = std::max(top, l.at.y + l.line->descent);
  }
  const float pad = kPointPad * large.size;
  return {{large.room.lo.x + pad, top + 0.5f * pad},
          {large.room.hi.x - pad, large.room.hi.y - 0.8f * pad}};
}

struct Placed {
  bool any = false;  // false: the symbol says nothing that the numbers do not
  Unfolded what;
  Rect at;
};

Placed place_unfolded(const LargeFormula& large, int symbol) {
  const Rect room = numbers_room(large);
  // One row of numbers is not larger than a matrix would be.
  const float most = matrix_of(large.values, symbol) ? large.most : 0.75f * large.most;
  Placed p;
  // The largest type that fits, words beside the numbers or below: how they break depends on it.
  for (float size = most; !p.any && size > 0.2f * most; size *= 0.96f) {
    for (const bool beside : {true, false}) {
      Unfolded u = unfold(large, symbol, size, beside, room.size().x);
      if (u.words.empty()) return {};
      if (u.size.x > room.size().x || u.size.y > room.size().y) continue;
      p.any = true;
      p.what = std::move(u);
      break;
    }
  }
  if (!p.any) return {};
  const float x = room.center().x - 0.5f * p.what.size.x;
  p.at = {{x, room.lo.y}, {x + p.what.size.x, room.lo.y + p.what.size.y}};
  return p;
}

void copy_symbol(const LargeFormula& large, int symbol) {
  if (const auto m = matrix_of(large.values, symbol)) {
    copy_text(large.f, rows_text(*m), plain_name(symbol));
  } else if (const auto told = text_of(*large.f.model(), large.values, symbol)) {
    copy_text(large.f, told->copied, plain_name(symbol));
  }
}

// A letter that is clicked stays unfolded, or no longer does; numbers are copied. Returns whether
// the mouse is over it.
bool target_button(const LargeFormula& large, const Rect& r, int symbol, bool numbers) {
  Frame& f = large.f;
  int& kept = f.state.math.large_kept;
  ImGui::SetCursorScreenPos(im(r.lo));
  const bool pressed = ImGui::InvisibleButton("symbol", im(r.size()));
  mark(f, numbers ? "large number:" : "large:", std::to_string(symbol));
  const bool hovered = ImGui::IsItemHovered() || has_focus(f);
  if (pressed && !numbers) kept = kept == symbol ? -1 : symbol;
  if ((pressed && numbers) || (hovered && copy_keys())) copy_symbol(large, symbol);
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (hovered) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    list->AddRectFilled(im(r.lo), im(r.hi), to_u32(f.colors.text, 0.12f), f.px(4));
  }
  if (kept == symbol && !numbers) {
    list->AddLine(ImVec2(r.lo.x, r.hi.y), im(r.hi), to_u32(f.colors.accent), f.px(2));
  }
  return hovered;
}

// The symbol of the line under the mouse, or -1.
int pointed_in(const LargeFormula& large, std::size_t index) {
  const LargeLine& line = large.lines[index];
  const vec2 margin(large.f.px(3), large.f.px(1));
  int pointed = -1;
  ImGui::PushID(static_cast<int>(index));
  for (std::size_t k = 0; k < line.line->targets.size(); ++k) {
    const Target& target = line.line->targets[k];
    const Rect r{line.at + target.lo - margin, line.at + target.hi + margin};
    ImGui::PushID(static_cast<int>(k));
    if (target_button(large, r, target.symbol, line.numbers)) pointed = target.symbol;
    ImGui::PopID();
  }
  ImGui::PopID();
  return pointed;
}

// The formula on its way from the one before: nothing of it can be pointed at.
void draw_between(const LargeFormula& large) {
  Frame& f = large.f;
  const FormulaMorph& morph = large.morph;
  const Rect card = morph_card(morph.from, morph.shown, morph.part());
  begin_fixed_window("large formula", card, ImVec2(0, 0), f.colors.panel, 0.0f);
  ImDrawList* list = ImGui::GetWindowDrawList();
  draw_card(f, list, card, f.px(10));
  mark(f, "large formula", "", card);
  paint_morph(list, morph.from, morph.shown, morph.part());
  ImGui::End();
  f.out.wants_next_frame = true;
}

}  // namespace

Rect draw_large(const LargeFormula& large) {
  Frame& f = large.f;
  MathState& state = f.state.math;
  if (state.large_step != f.input.lesson_step) state.large_pointed = state.large_kept = -1;
  state.large_step = f.input.lesson_step;
  FormulaShapes shapes;
  shapes.card = large.card;
  for (const LargeLine& l : large.lines) shapes.add(*l.line, l.at);
  follow_morph(large.morph, std::move(shapes), double(ImGui::GetIO().DeltaTime));
  if (large.morph.on()) {
    draw_between(large);
    return large.card;
  }
  const int shown = state.large_pointed >= 0 ? state.large_pointed : state.large_kept;
  const Placed placed = shown >= 0 ? place_unfolded(large, shown) : Placed{};
  Rect card = large.card;
  if (placed.any) {
    const float pad = kPointPad * large.size;
    card.lo.x = std::min(card.lo.x, placed.at.lo.x - pad);
    card.hi = glm::max(card.hi, placed.at.hi + vec2(pad, 0.8f * pad));
  }
  begin_fixed_window("large formula", card, ImVec2(0, 0), f.colors.panel, 0.0f);
  ImDrawList* list = ImGui::GetWindowDrawList();
  draw_card(f, list, card, f.px(10));
  mark(f, "large formula", "", card);
  int letter = -1, number = -1;
  for (std::size_t i = 0; i < large.lines.size(); ++i) {
    const LargeLine& l = large.lines[i];
    if (l.numbers && placed.any) continue;
    if (const int pointed = pointed_in(large, i); pointed >= 0)
      (l.numbers ? number : letter) = pointed;
    paint(list, *l.line, l.at);
  }
  if (placed.any) {
    if (target_button(large, placed.at, shown, true)) number = shown;
    paint_unfolded(placed.what, list, placed.at.lo);
  }
  ImGui::End();
  const int lit = letter >= 0 ? letter : number >= 0 ? number : shown;
  if (lit >= 0) light_up(f, large.values, lit, f.state.highlight);
  if (state.large_pointed != letter) f.out.wants_next_frame = true;
  state.large_pointed = letter;
  // Unfolded it may lie over axes and legend, which stay where they are.
  return large.card;
}

}  // namespace bindpose::ui
