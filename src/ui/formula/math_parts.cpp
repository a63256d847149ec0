#include "ui/formula/math_parts.h"

#include <algorithm>
#include <cmath>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"

namespace bindpose::ui {

namespace {

constexpr float kFormulaSize = 19.0f, kLeastFormula = 11.0f;
constexpr float kTitleSize = 16.0f, kValueSize = 15.0f, kMatrixSize = 13.0f, kLeastMatrix = 9.0f;

// The ground behind a symbol that is pointed at or kept.
void draw_target(const MathContext& c, const Rect& r, bool pointed, bool kept) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Theme& t = c.f.colors;
  if (pointed) list->AddRectFilled(im(r.lo), im(r.hi), to_u32(t.text, 0.12f), c.f.px(4));
  if (!kept) return;
  list->AddLine(ImVec2(r.lo.x + c.f.px(3), r.hi.y), ImVec2(r.hi.x - c.f.px(3), r.hi.y),
                to_u32(t.accent), c.f.px(2));
}

}  // namespace

bool copy_keys() {
  const ImGuiIO& io = ImGui::GetIO();
  return io.KeyCtrl && !io.WantTextInput && compat::key_pressed(Key::C, false);
}

bool is_kept(const UiState& state, int symbol) {
  return std::ranges::find(state.math.kept, symbol) != state.math.kept.end();
}

void toggle_kept(UiState& state, int symbol) {
  if (std::erase(state.math.kept, symbol) == 0) state.math.kept.push_back(symbol);
}

void paragraph(const Frame& f, const std::string& words) {
  // Broken at blanks alone: ImGui's own wrapping would cut a number at its point.
  const float width = ImGui::GetContentRegionAvail().x;
  std::string lines;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find('\n', at), words.size());
    lines += (at > 0 ? "\n" : "") + wrapped(words.substr(at, end - at), width);
    at = end + 1;
  }
  text_dim(f, lines);
}

void draw_words(MathContext& c, const std::vector<std::string>& words) {
  std::string lines;
  for (const std::string& w : words) lines += (lines.empty() ? "" : "\n") + w;
  paragraph(c.f, lines);
}

void draw_formula_line(MathContext& c, const char* id, const Node& formula) {
  Frame& f = c.f;
  const float pad = f.px(10), width = ImGui::GetContentRegionAvail().x;
  const Typeset t =
      fit_formula(formula, f.px(kFormulaSize), f.px(kLeastFormula), width - 2.0f * pad, c.measure);
  const vec2 corner = from_im(ImGui::GetCursorScreenPos());
  const vec2 size(width, t.height() + 2.2f * pad);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(im(corner), im(corner + size), ImGui::GetColorU32(ImGuiCol_FrameBg), f.px(6));
  const vec2 origin = glm::floor(corner + vec2(0.5f * (width - t.width), 1.1f * pad + t.ascent));
  ImGui::PushID(id);
  const vec2 margin(f.px(2), f.px(1));
  for (std::size_t i = 0; i < t.targets.size(); ++i) {
    const Target& target = t.targets[i];
    const Rect r{origin + target.lo - margin, origin + target.hi + margin};
    ImGui::PushID(static_cast<int>(i));
    ImGui::SetCursorScreenPos(im(r.lo));
    if (ImGui::InvisibleButton("symbol", im(r.size()))) toggle_kept(f.state, target.symbol);
    if (ImGui::IsItemHovered()) c.pointed = target.symbol;
    mark(f, "symbol:", std::string(id) + ":" + std::to_string(target.symbol));
    draw_target(c, r, f.state.math.pointed == target.symbol || ImGui::IsItemHovered(),
                is_kept(f.state, target.symbol));
    ImGui::PopID();
  }
  ImGui::PopID();
  paint(list, t, origin);
  ImGui::SetCursorScreenPos(im(corner));
  ImGui::Dummy(im(size));
}

void draw_matrix_block(MathContext& c, int symbol, const Node& title, const std::string& meaning,
                       const mat4& m) {
  Frame& f = c.f;
  const float width = ImGui::GetContentRegionAvail().x;
  const Typeset name = lay_out_formula(title, f.px(kTitleSize), c.measure);
  const float room = width - f.px(4);
  const Typeset numbers =
      fit_formula(matrix_node(m, c.inks, c.inks.dim, {f.px(kMatrixSize), room}, c.measure),
                  f.px(kMatrixSize), f.px(kLeastMatrix), room, c.measure);
  const float line = std::max(name.height(), ImGui::GetFontSize()) + f.px(6);
  const vec2 corner = from_im(ImGui::GetCursorScreenPos());
  const vec2 size(width, line + numbers.height() + f.px(6));
  ImGui::PushID(symbol);
  const bool pressed = ImGui::InvisibleButton("matrix", im(size));
  ImGui::PopID();
  mark(f, "matrix:", std::to_string(symbol));
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (hovered) {
    c.pointed = symbol;
    list->AddRectFilled(im(corner - vec2(f.px(4), f.px(2))), im(corner + size + vec2(f.px(4), 0)),
                        to_u32(f.colors.text, 0.05f), f.px(4));
  }
  const float baseline = corner.y + name.ascent;
  paint(list, name, {corner.x, baseline});
  const float text_x = corner.x + name.width + f.px(10);
  const float icon = f.px(14);
  const std::string words = elided(meaning, corner.x + width - icon - f.px(6) - text_x);
  list->AddText(
      ImVec2(text_x, std::floor(corner.y + 0.5f * (name.height() - ImGui::GetFontSize()))),
      to_u32(f.colors.text_dim), words.c_str());
  draw_icon(list, Icon::Copy,
            ImVec2(corner.x + width - 0.5f * icon, corner.y + 0.5f * name.height()), icon,
            to_u32(hovered ? f.colors.text : f.colors.text_dim, hovered ? 1.0f : 0.55f));
  paint(list, numbers,
        glm::floor(
            vec2(corner.x + 0.5f * (width - numbers.width), corner.y + line + numbers.ascent)));
  if (pressed || (hovered && copy_keys())) copy_text(f, rows_text(m), plain_name(symbol));
  // Beside the icon: over the numbers it would hide what is read.
  if (ImGui::GetIO().MousePos.y < corner.y + line) {
    tooltip(f, "Click, or Ctrl+C, to copy its rows with all digits");
  }
  draw_words(c, in_words(parts_of(m)));
  vertical_space(f, 4);
}

void draw_unfolded(MathContext& c, const std::vector<int>& symbols, int resting) {
  Frame& f = c.f;
  std::vector<int> shown;
  for (const int symbol : symbols) {
    if (is_kept(f.state, symbol) || f.state.math.pointed == symbol || c.pointed == symbol) {
      shown.push_back(symbol);
    }
  }
  if (shown.empty() && resting >= 0) shown.push_back(resting);
  for (const int symbol : shown) {
    const auto m = matrix_of(c.values, symbol);
    const Node letter =
        symbol_node(symbol_of(symbol), inks_of(f, c.values, symbol, c.inks, f.colors.panel));
    if (!m) draw_value(c, symbol, letter);
    if (!m) continue;
    draw_matrix_block(c, symbol, letter, meaning_of(*f.model(), c.values, symbol), *m);
  }
}

void draw_value(MathContext& c, Symbol symbol) {
  draw_value(c, symbol_id(symbol), symbol_node(symbol, c.inks));
}

void draw_value(MathContext& c, int symbol, const Node& letter) {
  Frame& f = c.f;
  const auto told = text_of(*f.model(), c.values, symbol);
  if (!told) return;
  const auto& [numbers, words, copied] = *told;
  const vec2 corner = from_im(ImGui::GetCursorScreenPos());
  const float line = f.px(20), indent = f.px(44);
  // In full: there are numbers in it ("turns 30.0° about (0.000, 0.000, 1.000)").
  const std::string said = wrapped(words, ImGui::GetContentRegionAvail().x - indent);
  const float below = words.empty() ? 0.0f : ImGui::CalcTextSize(said.c_str()).y + f.px(4);
  const vec2 size(ImGui::GetContentRegionAvail().x, line + below);
  ImGui::PushID(symbol);
  const bool pressed = ImGui::InvisibleButton("value", im(size));
  ImGui::PopID();
  mark(f, "value:", std::to_string(symbol));
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) c.pointed = symbol;
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (hovered || f.state.math.pointed == symbol) {
    list->AddRectFilled(im(corner), im(corner + size), to_u32(f.colors.text, 0.07f), f.px(4));
  }
  const float x = corner.x + indent, room = corner.x + size.x - x;
  const float baseline = corner.y + 0.72f * line;
  paint(list, lay_out_formula(letter, f.px(kValueSize), c.measure), {corner.x + f.px(4), baseline});
  paint(list,
        fit_formula(text(numbers, Face::Number, c.inks.plain), f.px(kMatrixSize),
                    f.px(kLeastMatrix), room, c.measure),
        {x, baseline});
  list->AddText(ImVec2(x, corner.y + line), to_u32(f.colors.text_dim), said.c_str());
  if (pressed || (hovered && copy_keys())) copy_text(f, copied, plain_name(symbol));
}

}  // namespace bindpose::ui
