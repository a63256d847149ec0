#include "ui/explain/curves_card.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <sstream>

#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/formula/math_values.h"

namespace bindpose::ui {

namespace {

// Okabe and Ito's ("Color universal design", 2008): told apart by eyes without the cones for green,
// red or blue, too. The two that are most alike on a light ground, orange and vermilion, stand far
// apart in the order.
constexpr std::array<vec3, 6> kCurveInks{{{0.90f, 0.62f, 0.00f},
                                          {0.34f, 0.71f, 0.91f},
                                          {0.00f, 0.62f, 0.45f},
                                          {0.80f, 0.47f, 0.65f},
                                          {0.84f, 0.37f, 0.00f},
                                          {0.00f, 0.45f, 0.70f}}};
constexpr float kCardWidth = 340.0f, kLeastCard = 190.0f;  // at scale 1
constexpr float kCardShare = 0.42f;                        // of the view's width, at most,
constexpr float kMostShare = 0.6f;                         // unless it were narrower than the least
constexpr float kPlotHeight = 0.42f;                       // of the card's width

vec3 curve_ink(const Frame& f, std::size_t k) {
  return readable(kCurveInks[k % kCurveInks.size()], f.colors.panel);
}

struct ValueRange {
  double low = 0.0, high = 1.0;
};

// Of all values, a little beyond.
ValueRange value_range(const Curves& curves) {
  constexpr double kLeastSpan = 0.02;
  ValueRange r{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const Curves::Line& line : curves.line) {
    for (const double v : line.value) {
      if (!std::isfinite(v)) continue;
      r = {std::min(r.low, v), std::max(r.high, v)};
    }
  }
  if (!(r.low <= r.high)) return {};
  const double size = std::max(std::abs(r.low), std::abs(r.high));
  const double span = std::max({r.high - r.low, kLeastSpan * size, 1e-9});
  const double middle = 0.5 * (r.low + r.high);
  return {middle - 0.56 * span, middle + 0.56 * span};
}

// 1, 2 or 5 times a power of ten.
double round_step(double span, int parts) {
  const double raw = span / parts, unit = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double n : {1.0, 2.0, 5.0}) {
    if (n * unit >= raw) return n * unit;
  }
  return 10.0 * unit;
}

int decimals_of_step(double step) {
  return std::clamp(static_cast<int>(-std::floor(std::log10(step) + 1e-9)), 0, 4);
}

struct CurvePlot {
  const Frame& f;
  const Curves& curves;
  Rect r;
  ValueRange range;
  ImDrawList* list = ImGui::GetWindowDrawList();

  vec2 at(double x, double y) const {
    const double low = curves.at.front(), high = curves.at.back();
    const auto px = static_cast<float>((x - low) / std::max(1e-12, high - low));
    const auto py = static_cast<float>((y - range.low) / (range.high - range.low));
    return {r.lo.x + px * r.size().x, r.hi.y - py * r.size().y};
  }
  double position(float x) const {
    const double part = double((x - r.lo.x) / std::max(1.0f, r.size().x));
    return curves.at.front() + std::clamp(part, 0.0, 1.0) * (curves.at.back() - curves.at.front());
  }
  void text(vec2 where, const std::string& words, float align) const {
    where.x -= align * ImGui::CalcTextSize(words.c_str()).x;
    list->AddText(im(glm::floor(where)), to_u32(f.colors.text_dim), words.c_str());
  }
  void grid() const {
    const ImU32 ink = to_u32(f.colors.text, 0.14f);
    const double step = round_step(range.high - range.low, 3);
    for (double v = std::ceil(range.low / step) * step; v <= range.high; v += step) {
      const float y = std::floor(at(curves.at.front(), v).y);
      list->AddLine(ImVec2(r.lo.x, y), ImVec2(r.hi.x, y), ink);
      text({r.lo.x - f.px(5), y - 0.5f * ImGui::GetFontSize()}, number(v, decimals_of_step(step)),
           1.0f);
    }
    const double low = curves.at.front(), high = curves.at.back();
    const double along = round_step(high - low, 4);
    for (double x = std::ceil(low / along) * along; x <= high + 1e-9; x += along) {
      const float px = std::floor(at(x, range.low).x);
      list->AddLine(ImVec2(px, r.lo.y), ImVec2(px, r.hi.y), ink);
      // The last one stays within the card.
      const std::string words = number(x, decimals_of_step(along));
      const float half = 0.5f * ImGui::CalcTextSize(words.c_str()).x;
      text({std::min(px, r.hi.x + f.px(6) - half), r.hi.y + f.px(3)}, words, 0.5f);
    }
  }
  void line(std::size_t k) const {
    std::vector<ImVec2> points;
    const auto end = [&] {
      if (points.size() > 1) {
        compat::draw_polyline(list, points.data(), static_cast<int>(points.size()),
                              to_u32(curve_ink(f, k)), false, f.px(2));
      }
      points.clear();
    };
    const Curves::Line& line = curves.line[k];
    for (std::size_t i = 0; i < line.value.size(); ++i) {
      if (!std::isfinite(line.value[i])) {
        end();
        continue;
      }
      points.push_back(im(at(curves.at[i], line.value[i])));
    }
    end();
  }
  void dot(std::size_t k, double x, bool hollow) const {
    const double v = curves.value(k, x);
    if (!std::isfinite(v)) return;
    const ImVec2 where = im(at(std::clamp(x, curves.at.front(), curves.at.back()), v));
    list->AddCircleFilled(where, f.px(hollow ? 4.0f : 5.5f), to_u32(f.colors.panel));
    if (hollow) {
      list->AddCircle(where, f.px(3.0f), to_u32(curve_ink(f, k)), 16, f.px(1.5f));
    } else {
      list->AddCircleFilled(where, f.px(4.0f), to_u32(curve_ink(f, k)));
    }
  }
};

std::string curve_place_text(const Curves& curves, double at) {
  const bool angle = curves.along_unit == "degrees";
  const double span = curves.at.back() - curves.at.front();
  return curves.along + " " + number(at, span > 20.0 ? 0 : 2) +
         (angle ? "\xC2\xB0" : (curves.along_unit.empty() ? "" : "\xC2\xA0" + curves.along_unit));
}

// "volume, " where all names begin so and one of them would be cut: it is said once, above.
std::string shared_words(const Curves& curves, float width, float gap) {
  const auto cut = [&](const Curves::Line& line) {
    return ImGui::CalcTextSize(line.label.c_str()).x >
           width - gap - ImGui::CalcTextSize("0.000 cm").x;
  };
  if (curves.line.size() < 2 || std::ranges::none_of(curves.line, cut)) return {};
  std::string shared = curves.line[0].label;
  for (const Curves::Line& line : curves.line) {
    const auto ends = std::ranges::mismatch(shared, line.label);
    shared.erase(ends.in1, shared.end());
  }
  const std::size_t comma = shared.rfind(", ");
  return comma == shared.npos ? std::string() : shared.substr(0, comma + 2);
}

std::string curve_value_text(const Curves& curves, std::size_t k, double at) {
  const double v = curves.value(k, at);
  if (!std::isfinite(v)) return "none";
  return number(v, 3) + (curves.unit.empty() ? "" : "\xC2\xA0" + curves.unit);
}

// A name in lines: the first beside its value, the others with the whole width.
std::vector<std::string> name_lines(const std::string& name, float beside, float whole) {
  std::vector<std::string> out;
  const auto fits = [&](const std::string& words) {
    return ImGui::CalcTextSize(words.c_str()).x <= (out.empty() ? beside : whole);
  };
  std::string line;
  std::istringstream words(name);
  for (std::string word; words >> word;) {
    const std::string longer = line.empty() ? word : line + " " + word;
    if (!line.empty() && !fits(longer)) {
      out.push_back(line);
      line = word;
    } else {
      line = longer;
    }
  }
  out.push_back(line);
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = elided(out[k], k == 0 ? beside : whole);
  return out;
}

using LegendNames = std::vector<std::vector<std::string>>;  // by curve

// Without `shared`, beside the widest of a curve's values: they stay where the mouse goes along it.
LegendNames legend_names(const Frame& f, const Curves& curves, float width,
                         const std::string& shared) {
  LegendNames out;
  for (std::size_t k = 0; k < curves.line.size(); ++k) {
    float wide = 0.0f;
    for (const double at : curves.at)
      wide = std::max(wide, ImGui::CalcTextSize(curve_value_text(curves, k, at).c_str()).x);
    out.push_back(name_lines(curves.line[k].label.substr(shared.size()), width - f.px(32) - wide,
                             width - f.px(22)));
  }
  return out;
}

// The names, and what each curve is there.
void legend_rows(Frame& f, const Curves& curves, const LegendNames& names, double at, vec2 where,
                 float width) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 ink = to_u32(f.colors.text);
  const float row = ImGui::GetFontSize() + f.px(4);
  for (std::size_t k = 0; k < curves.line.size(); ++k) {
    const float y = where.y + 0.5f * ImGui::GetFontSize();
    list->AddLine(ImVec2(where.x, y), ImVec2(where.x + f.px(16), y), to_u32(curve_ink(f, k)),
                  f.px(3));
    const std::string value = curve_value_text(curves, k, at);
    const float wide = ImGui::CalcTextSize(value.c_str()).x;
    list->AddText(im(glm::floor(where + vec2(width - wide, 0.0f))), ink, value.c_str());
    for (const std::string& name : names[k]) {
      const vec2 at_name = glm::floor(where + vec2(f.px(22), 0.0f));
      list->AddText(im(at_name), ink, name.c_str());
      mark(f, "curve:", name, {at_name, at_name + from_im(ImGui::CalcTextSize(name.c_str()))});
      where.y += row;
    }
  }
}

Rect card_place(const Frame& f, float height) {
  const ViewSettings& v = f.scene().view;
  const float rows = (v.panes != Panes::One ? 1.0f : 0.0f) + (v.engine ? 1.0f : 0.0f) +
                     (v.mistake != Mistake::None ? 1.0f : 0.0f);
  // In a narrow view it takes more of it: a step that talks of curves has to show them.
  const float least = std::min(f.px(kLeastCard), kMostShare * f.view.size().x);
  const float width = std::max(least, std::min(f.px(kCardWidth), kCardShare * f.view.size().x));
  const vec2 corner(f.view.hi.x - f.px(10) - width,
                    f.view.lo.y + f.px(10) + rows * (ImGui::GetFontSize() + f.px(16)));
  return {glm::floor(corner), glm::floor(corner) + vec2(std::floor(width), height)};
}

void draw_close(Frame& f, const Rect& card) {
  ImGui::SetCursorScreenPos(ImVec2(card.hi.x - f.px(28), card.lo.y + f.px(4)));
  if (icon_button(f, "curves close", Icon::Close, false, true, 22.0f)) {
    ViewSettings view = f.scene().view;
    view.sweep = Sweep::Off;
    f.set_view(view);
  }
  mark(f, "curves close");
  tooltip(f, "Close the curves");
}

}  // namespace

bool shows_lesson_curves(const Frame& f) {
  // They would tell what a question asks.
  return f.input.lesson != nullptr && f.input.question() == nullptr &&
         f.input.lesson->steps[f.input.lesson_step].curves;
}

double curves_now(const Frame& f) {
  const bool swept = f.scene().view.sweep != Sweep::Off && f.selected() >= 0;
  if (!shows_lesson_curves(f)) return swept ? swept_angle(f.scene()) : 0.0;
  const std::vector<double>& sliders = f.state.of_model.lesson.sliders;
  const std::size_t k = f.input.lesson->steps[f.input.lesson_step].curves->slider;
  return k < sliders.size() ? sliders[k]
                            : f.input.lesson->lesson.steps[f.input.lesson_step].sliders[k].start;
}

void draw_curves_card(Frame& f) {
  if (!f.model() || !f.input.curves.wanted) return;
  const Curves* curves = f.input.curves.curves;
  const bool known = curves != nullptr && !curves->line.empty() && curves->at.size() > 1 &&
                     curves->line[0].value.size() == curves->at.size();
  const float row = ImGui::GetFontSize() + f.px(4), pad = f.px(10);
  const float width = card_place(f, 0.0f).size().x;
  if (width < std::floor(f.px(kLeastCard))) return;
  const std::string shared =
      known ? shared_words(*curves, width - 2.0f * pad, f.px(40)) : std::string();
  const LegendNames names =
      known ? legend_names(f, *curves, width - 2.0f * pad, shared) : LegendNames();
  float rows = 0.0f;
  for (const auto& lines : names) rows += static_cast<float>(lines.size());
  const float plot = std::floor(kPlotHeight * width);
  const float head = (known && !curves->title.empty() ? 2.0f : 1.0f) * row;
  const Rect card = card_place(f, 2.0f * pad + head + plot + row + rows * row + f.px(6));
  begin_fixed_window("curves card", card, ImVec2(0, 0), f.colors.panel, 0.0f);
  ImDrawList* list = ImGui::GetWindowDrawList();
  draw_card(f, list, card, f.px(8));
  mark(f, "curves", "", card);
  f.out.cards.push_back(card);
  const bool closes = !shows_lesson_curves(f) && f.state.chrome && !f.state.presenter;
  const auto title = [&](const std::string& words, float line) {
    const float room = width - 2.0f * pad - (closes && line == 0.0f ? f.px(26) : 0.0f);
    list->AddText(im(card.lo + vec2(pad, pad + line * row)), to_u32(f.colors.text),
                  elided(words, room).c_str());
  };
  if (!known) {
    title("Computing curves", 0.0f);
    if (closes) draw_close(f, card);
    ImGui::End();
    return;
  }
  const float axis = ImGui::CalcTextSize("0.000").x + f.px(6);
  const float top = card.lo.y + pad + head;
  const CurvePlot p{f,
                    *curves,
                    {{card.lo.x + pad + axis, top}, {card.hi.x - pad, top + plot}},
                    value_range(*curves)};
  const double now = std::clamp(curves_now(f), curves->at.front(), curves->at.back());
  ImGui::SetCursorScreenPos(im(p.r.lo));
  ImGui::InvisibleButton("plot", im(p.r.size()));
  mark(f, "curves plot", "", p.r);
  const bool read = ImGui::IsItemHovered();
  const double at = read ? p.position(ImGui::GetIO().MousePos.x) : now;
  p.grid();
  for (std::size_t k = 0; k < curves->line.size(); ++k) p.line(k);
  if (read) {
    const float x = std::floor(ImGui::GetIO().MousePos.x);
    list->AddLine(ImVec2(x, p.r.lo.y), ImVec2(x, p.r.hi.y), to_u32(f.colors.text, 0.5f));
  }
  for (std::size_t k = 0; k < curves->line.size(); ++k) {
    if (shows_lesson_curves(f)) p.dot(k, curves->start, true);
    p.dot(k, now, false);
  }
  const std::string where = shared + curve_place_text(*curves, at);
  const std::string news = f.input.curves.computing ? "Computing: " : "";
  title(news + (curves->title.empty() ? where : curves->title), 0.0f);
  if (!curves->title.empty()) title(where, 1.0f);
  legend_rows(f, *curves, names, at, {card.lo.x + pad, p.r.hi.y + f.px(6) + row},
              width - 2.0f * pad);
  if (closes) draw_close(f, card);
  ImGui::End();
}

}  // namespace bindpose::ui
