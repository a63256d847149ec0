// The legend of the map, over the view's lower left corner.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scene/diff/follow.h"
#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/pane_frames.h"
#include "ui/base/swatch.h"
#include "ui/base/widgets.h"
#include "ui/legend/legend_bar.h"
#include "ui/overlays/toolbar.h"

namespace bindpose::ui {

namespace {

constexpr float kPad = 12.0f, kTightPad = 8.0f, kGap = 6.0f, kSwatch = 11.0f;
// Lines of a list where there is little room.
constexpr std::size_t kFewLines = 2;

const Legend* legend_of(const Frame& f) {
  if (!f.model() || f.map == nullptr || f.map->legend.title.empty()) return nullptr;
  return &f.map->legend;
}

// "12,345", or "12k" where that is too wide.
std::string fitting_count(std::size_t n, float width) {
  const std::string full = grouped(n);
  if (ImGui::CalcTextSize(full.c_str()).x <= width || n < 1000) return full;
  const bool millions = n >= 1'000'000;
  const double part = static_cast<double>(n) / (millions ? 1e6 : 1e3);
  char text[32];
  std::snprintf(text, sizeof text, part < 10.0 ? "%.1f%s" : "%.0f%s", part, millions ? "M" : "k");
  return text;
}

bool is_marked(const Frame& f, std::size_t swatch) {
  const std::optional<LegendMark>& mark = f.probed;
  return mark && mark->place == LegendMark::OnSwatch && mark->swatch == swatch;
}

// Colour, name and count in a line of `width`.
void draw_line(Frame& f, ImDrawList* list, const LegendSwatch& swatch, vec2 at, float width,
               bool marked) {
  const float font = ImGui::GetFontSize(), side = f.px(kSwatch);
  const float y = at.y + 0.5f * (font - side);
  // A pattern needs room to be seen.
  const float wide = f.scene().view.hatching ? 2.0f * side : side;
  const Rect box{{at.x, y}, {at.x + wide, y + side}};
  draw_swatch(f, list, box, swatch.color, swatch.pattern);
  if (marked) {
    const vec2 grow(f.px(2));
    compat::draw_rect(list, im(box.lo - grow), im(box.hi + grow), to_u32(f.colors.text), f.px(3),
                      f.px(1.5f));
  }
  const float x = box.hi.x + f.px(6);
  const std::string count = fitting_count(swatch.count, 0.4f * width);
  const float count_width = ImGui::CalcTextSize(count.c_str()).x;
  put_legend_text(list, x, at.y, f.colors.text,
                  elided(swatch.text, at.x + width - x - count_width - f.px(8)));
  put_legend_text(list, at.x + width - count_width, at.y, f.colors.text_dim, count);
}

float line_height(const Frame& f) {
  return ImGui::GetFontSize() + f.px(5);
}

// A formula stands below, or the pane is low: what is left of the height is the model's.
bool is_tight(const Frame& f) {
  const Rect& card = f.state.lesson.formula_card;
  const bool low_pane = f.scene().view.panes == Panes::Four && f.whole.size().y < f.px(880);
  return low_pane || card.hi.y > card.lo.y;
}

float pad(const Frame& f) {
  return is_tight(f) ? kTightPad : kPad;
}

bool is_pane(const Frame& f) {
  return f.view.size() != f.whole.size();
}

// The whole view has two panes beside each other.
bool two_beside(const Frame& f) {
  const Panes panes = f.scene().view.panes;
  return !is_pane(f) && (panes == Panes::Two || panes == Panes::Four);
}

// Of a list: two, or one that is high and narrow where a wide view has no tools at its edge.
std::size_t columns(const Frame& f, const Legend& legend) {
  const bool bare = f.state.presenter || !f.state.chrome;
  const bool wide = f.view.size().x > 1.25f * f.view.size().y;
  const bool one = legend.layout == Legend::List && bare && wide && !two_beside(f) && !is_tight(f);
  return one ? 1 : 2;
}

std::size_t list_length(const Frame& f, const Legend& legend) {
  const bool few = legend.layout == Legend::List && is_tight(f);
  return few ? std::min(2 * kFewLines, legend.swatches.size()) : legend.swatches.size();
}

std::size_t list_rows(const Frame& f, const Legend& legend) {
  const std::size_t beside = columns(f, legend);
  return (list_length(f, legend) + beside - 1) / beside;
}

void draw_list(Frame& f, ImDrawList* list, const Legend& legend, const Rect& room) {
  const float gap = f.px(18), beside = static_cast<float>(columns(f, legend));
  const float width = (room.size().x - (beside - 1.0f) * gap) / beside;
  const std::size_t rows = list_rows(f, legend);
  for (std::size_t k = 0; k < list_length(f, legend); ++k) {
    const vec2 at = room.lo + vec2(static_cast<float>(k / rows) * (width + gap),
                                   static_cast<float>(k % rows) * line_height(f));
    draw_line(f, list, legend.swatches[k], at, width, is_marked(f, k));
  }
}

// Wide enough for the words, but beside the axes in the other corner.
float card_width(const Frame& f, const Legend& legend) {
  if (columns(f, legend) == 1) return f.px(210);
  const float words = std::max(ImGui::CalcTextSize(legend.title.c_str()).x,
                               ImGui::CalcTextSize(legend.note.c_str()).x);
  // In a lecture everything is larger, and the model needs the room more than a bar does.
  const bool bar = legend.layout != Legend::Classes && legend.layout != Legend::List;
  const float least = f.state.presenter && bar ? f.px(230) : f.px(336);
  const float wanted = std::clamp(words + f.px(2 * pad(f)), least, f.px(420));
  const float room =
      std::min(f.view.size().x - f.px(24 + 84), std::max(0.55f * f.view.size().x, f.px(300)));
  // A narrow pane has all its width for it: the axes stand above it there.
  const float beside = f.view.size().x < f.px(280) ? 0.0f : f.px(84);
  if (is_pane(f)) return std::clamp(f.view.size().x - f.px(24) - beside, f.px(150), wanted);
  // It stands in one pane, so that the others stay free.
  const bool crowded = f.input.map_beside != nullptr || f.input.compared.on();
  const bool panes = two_beside(f) && (crowded || 0.5f * f.view.size().x - f.px(24) >= f.px(280));
  return std::clamp(panes ? 0.5f * f.view.size().x - f.px(24) : room, f.px(150), wanted);
}

// The classes' counts, each in a cell of `width`.
std::vector<std::string> counts_in(const Frame& f, const Legend& legend, float width) {
  std::vector<std::string> out;
  for (const LegendSwatch& swatch : legend.swatches) {
    out.push_back(swatch.count > 0 ? fitting_count(swatch.count, width - f.px(4)) : "");
  }
  return out;
}

// Counts that would touch each other stand in two lines, every second one below.
bool staggers(const Frame& f, const Legend& legend, float width) {
  const float cell = width / static_cast<float>(legend.swatches.size());
  float left = 0.0f;  // the width of the count before
  for (const std::string& text : counts_in(f, legend, cell)) {
    const float here = ImGui::CalcTextSize(text.c_str()).x;
    if (left > 0.0f && here > 0.0f && 0.5f * (left + here) + f.px(5) > cell) return true;
    left = here;
  }
  return false;
}

void draw_classes(Frame& f, ImDrawList* list, const Legend& legend, const Rect& room) {
  const float width = room.size().x / static_cast<float>(legend.swatches.size());
  const float font = ImGui::GetFontSize(), height = f.px(kLegendBarHeight);
  const bool stagger = staggers(f, legend, room.size().x);
  const std::vector<std::string> counts = counts_in(f, legend, (stagger ? 2.0f : 1.0f) * width);
  for (std::size_t k = 0; k < legend.swatches.size(); ++k) {
    const LegendSwatch& swatch = legend.swatches[k];
    const float x = room.lo.x + static_cast<float>(k) * width;
    const Rect box{{x, room.lo.y}, {x + width - f.px(2), room.lo.y + height}};
    list->AddRectFilled(im(box.lo), im(box.hi), to_u32(swatch.color));
    if (is_marked(f, k)) draw_legend_marker(f, list, box.center().x, box.lo.y);
    const auto middle = [&](const std::string& text, float y, const vec3& ink) {
      const vec2 size = from_im(ImGui::CalcTextSize(text.c_str()));
      const vec2 at(box.center().x - 0.5f * size.x, y);
      put_legend_text(list, at.x, at.y, ink, text);
      return Rect{at, at + size};
    };
    middle(swatch.text, box.hi.y + f.px(3), swatch.count > 0 ? f.colors.text : f.colors.text_dim);
    const float line = stagger && k % 2 == 1 ? 2.0f * font + f.px(2) : font;
    const Rect count = middle(counts[k], box.hi.y + f.px(5) + line, f.colors.text_dim);
    mark(f, "legend count:", swatch.text, count);
  }
}

// Title and note, as many lines as they need; one each in a low view, where the tools stand close
// above; in a low pane and above a formula, where the model needs the room, one of them: the title,
// or why there are no colours to read.
std::vector<std::string> words(const Frame& f, const Legend& legend) {
  const float room = card_width(f, legend) - f.px(2 * pad(f));
  const bool tall = f.whole.size().y >= f.px(440);
  const bool colors = !legend.bar.empty() || !legend.swatches.empty() || legend.note.empty();
  const bool is_wide = ImGui::CalcTextSize(legend.title.c_str()).x > room;
  const std::string* title =
      is_wide && !legend.title_short.empty() ? &legend.title_short : &legend.title;
  const std::string* only = !is_tight(f) ? nullptr : colors ? title : &legend.note;
  std::vector<std::string> out;
  if (only != nullptr && !only->empty())
    out.push_back(tall ? wrapped(*only, room) : elided(*only, room));
  if (only != nullptr) return out;
  for (const std::string* text : {&legend.title, &legend.note, &legend.where}) {
    if (!text->empty()) out.push_back(tall ? wrapped(*text, room) : elided(*text, room));
  }
  return out;
}

float words_height(const Frame& f, const Legend& legend) {
  float height = 0.0f;
  for (const std::string& text : words(f, legend)) {
    height += ImGui::CalcTextSize(text.c_str()).y + f.px(3);
  }
  return height;
}

// While the map is computed there are no colours yet.
bool has_body(const Legend& legend) {
  return !legend.bar.empty() || !legend.swatches.empty() || legend.zero_beside;
}

// Of what lies under title and note.
float body_height(const Frame& f, const Legend& legend) {
  if (!has_body(legend)) return 0.0f;
  const float font = ImGui::GetFontSize();
  switch (legend.layout) {
    case Legend::Classes: {
      const bool two = staggers(f, legend, card_width(f, legend) - f.px(2 * pad(f)));
      return f.px(kLegendBarHeight + 5) + (two ? 3.0f * font + f.px(2) : 2.0f * font);
    }
    case Legend::List:
      return static_cast<float>(list_rows(f, legend)) * line_height(f);
    default: {
      const float swatches = static_cast<float>(list_rows(f, legend)) * line_height(f) +
                             f.px(legend.swatches.empty() ? 0 : kGap);
      return f.px(kLegendBarHeight + 5) + font + swatches;
    }
  }
}

Rect legend_card(const Frame& f) {
  const vec2 size(card_width(f, *legend_of(f)), legend_height(f));
  const vec2 lo(f.view.lo.x + f.px(12), f.view.hi.y - f.px(12) - size.y);
  const Rect card = above_formula(f, {lo, lo + size});
  // Above a high formula there is no room below the tools: beside them.
  const Rect tools = toolbar_rect(f);
  const bool left = f.view.lo.x <= f.whole.lo.x;  // the tools are in that column of panes
  const bool shown = f.state.chrome && !f.state.presenter && left;
  const float aside = tools.hi.x + f.px(8) - card.lo.x;
  if (!shown || card.lo.y > tools.hi.y || card.hi.x + aside > f.view.hi.x) return card;
  return {card.lo + vec2(aside, 0.0f), card.hi + vec2(aside, 0.0f)};
}

void draw_legend(Frame& f) {
  const Legend* legend = legend_of(f);
  if (legend == nullptr) return;
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  const float font = ImGui::GetFontSize();
  const Rect card = legend_card(f);
  draw_card(f, list, card, f.px(6));
  mark(f, is_pane(f) ? "legend beside" : "legend", "", card);
  f.out.cards.push_back(card);
  Rect room{card.lo + vec2(f.px(pad(f)), f.px(pad(f) - 2)), card.hi - vec2(f.px(pad(f)))};
  vec3 ink = f.colors.text;
  const bool of_view = f.map == f.input.map && !legend->where.empty();
  const std::vector<std::string> lines = words(f, *legend);
  for (std::size_t k = 0; k < lines.size(); ++k) {
    put_legend_text(list, room.lo.x, room.lo.y, ink, lines[k]);
    const vec2 size = from_im(ImGui::CalcTextSize(lines[k].c_str()));
    if (of_view && k == 2 && lines.size() == 3) draw_legend_where(f, {room.lo, room.lo + size});
    room.lo.y += size.y + f.px(3);
    ink = f.colors.text_dim;
  }
  if (!has_body(*legend)) return;
  room.lo.y += f.px(kGap);
  if (legend->layout == Legend::Classes) {
    draw_classes(f, list, *legend, room);
  } else if (legend->layout == Legend::List) {
    draw_list(f, list, *legend, room);
  } else {
    draw_legend_bar(f, list, *legend, room);
    room.lo.y += f.px(kLegendBarHeight + 5 + kGap) + font;
    draw_list(f, list, *legend, room);
  }
}

// Where legends stand: the whole view, and the last pane where it has a map of its own.
std::vector<Frame> legend_frames(const Frame& f) {
  Frame whole = f;
  whole.view = whole.seen = f.whole;
  whole.map = f.input.map;
  whole.probed = f.input.probed;
  std::vector<Frame> out;
  if (legend_shown(whole)) out.push_back(whole);
  const ComparisonInput& c = f.input.compared;
  const bool of_other = c.on() && c.other->map != nullptr && panes_of(whole).back().other;
  // One scale tells of both.
  const bool shared = tells_of_two(f.scene().view.show);
  if (f.input.map_beside == nullptr && (!of_other || shared)) return out;
  const Frame last = pane_frame(whole, panes_of(whole).back());
  if (legend_shown(last)) out.push_back(last);
  return out;
}

}  // namespace

bool legend_shown(const Frame& f) {
  return legend_of(f) != nullptr;
}

float legend_height(const Frame& f) {
  const Legend* legend = legend_of(f);
  if (legend == nullptr) return 0.0f;
  return f.px(2 * pad(f) + kGap - 2) + words_height(f, *legend) + body_height(f, *legend);
}

std::vector<Rect> legend_cards(const Frame& f) {
  std::vector<Rect> out;
  for (const Frame& place : legend_frames(f)) out.push_back(legend_card(place));
  return out;
}

void draw_legends(Frame& f) {
  for (Frame& place : legend_frames(f)) draw_legend(place);
}

}  // namespace bindpose::ui
