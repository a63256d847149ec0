#include "ui/formula/large/formula_morph.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ui/base/widgets.h"
#include "ui/formula/typeset_draw.h"

namespace bindpose::ui {

namespace {

// Parts of the time in which the old fades, and from which the new appears.
constexpr float kGone = 0.45f, kComes = 0.5f;

float eased_part(float t) {
  const float x = std::clamp(t, 0.0f, 1.0f);
  return x * x * (3.0f - 2.0f * x);
}

float leaving(float t) {
  return std::clamp(1.0f - t / kGone, 0.0f, 1.0f);
}

// Where nothing was, nothing is waited for.
float coming(const FormulaShapes& from, float t) {
  return std::clamp(from.empty() ? 2.0f * t : (t - kComes) / (1.0f - kComes), 0.0f, 1.0f);
}

// Where in its card something stands, so that a card that grows moves nothing.
vec2 place_in(const Rect& card, const vec2& at) {
  return (at - card.lo) / glm::max(card.size(), vec2(1.0f));
}

Ink mixed(const Ink& a, const Ink& b, float t) {
  return {blend(a.color, b.color, t), a.alpha + (b.alpha - a.alpha) * t};
}

void paint_strokes(ImDrawList* list, std::vector<Stroke> strokes, float alpha) {
  if (alpha <= 0.0f) return;
  Typeset picture;
  picture.strokes = std::move(strokes);
  paint(list, picture, vec2(0.0f), alpha);
}

// Brackets go to brackets where both formulas have as many, of as many corners; else nothing is
// returned.
std::vector<Stroke> strokes_between(const FormulaShapes& from, const FormulaShapes& to,
                                    float part) {
  std::vector<Stroke> strokes = to.strokes;
  if (from.strokes.size() != strokes.size()) return {};
  for (std::size_t i = 0; i < strokes.size(); ++i) {
    const Stroke& was = from.strokes[i];
    Stroke& is = strokes[i];
    if (was.points.size() != is.points.size()) return {};
    for (std::size_t k = 0; k < is.points.size(); ++k)
      is.points[k] = was.points[k] + (is.points[k] - was.points[k]) * part;
    is.ink = mixed(was.ink, is.ink, part);
  }
  return strokes;
}

}  // namespace

void FormulaShapes::add(const Typeset& line, const vec2& at) {
  for (Run run : line.runs) {
    run.at += at;
    runs.push_back(std::move(run));
  }
  for (Stroke stroke : line.strokes) {
    for (vec2& point : stroke.points) point += at;
    strokes.push_back(std::move(stroke));
  }
}

std::vector<int> morph_partners(const FormulaShapes& from, const FormulaShapes& to) {
  struct Pair {
    float distance;
    int from, to;
  };
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < to.runs.size(); ++i) {
    const Run& is = to.runs[i];
    if (is.face == Face::Number) continue;
    for (std::size_t k = 0; k < from.runs.size(); ++k) {
      const Run& was = from.runs[k];
      if (was.face != is.face || was.text != is.text) continue;
      const vec2 apart = place_in(to.card, is.at) - place_in(from.card, was.at);
      pairs.push_back({glm::dot(apart, apart), static_cast<int>(k), static_cast<int>(i)});
    }
  }
  const auto numbers_of = [](const FormulaShapes& of) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < of.runs.size(); ++i) {
      if (of.runs[i].face == Face::Number) out.push_back(i);
    }
    return out;
  };
  std::ranges::stable_sort(pairs, std::less<>{}, &Pair::distance);
  std::vector<int> partner(to.runs.size(), -1);
  std::vector<bool> taken(from.runs.size(), false);
  for (const Pair& pair : pairs) {
    const auto i = static_cast<std::size_t>(pair.to), k = static_cast<std::size_t>(pair.from);
    if (partner[i] >= 0 || taken[k]) continue;
    partner[i] = pair.from;
    taken[k] = true;
  }
  const auto were = numbers_of(from), are = numbers_of(to);
  for (std::size_t i = 0; were.size() == are.size() && i < are.size(); ++i)
    partner[are[i]] = static_cast<int>(were[i]);
  return partner;
}

Rect morph_card(const FormulaShapes& from, const FormulaShapes& to, float t) {
  if (from.empty()) return to.card;
  const float part = eased_part(t);
  return {from.card.lo + (to.card.lo - from.card.lo) * part,
          from.card.hi + (to.card.hi - from.card.hi) * part};
}

void paint_morph(ImDrawList* list, const FormulaShapes& from, const FormulaShapes& to, float t) {
  const std::vector<int> partner = morph_partners(from, to);
  std::vector<bool> goes(from.runs.size(), false);
  Typeset picture;
  const auto add = [&picture](Run run, float alpha) {
    run.ink.alpha *= alpha;
    if (run.ink.alpha > 0.0f) picture.runs.push_back(std::move(run));
  };
  const float part = eased_part(t);
  for (std::size_t i = 0; i < to.runs.size(); ++i) {
    Run run = to.runs[i];
    if (partner[i] < 0) {
      add(std::move(run), coming(from, t));
      continue;
    }
    const auto k = static_cast<std::size_t>(partner[i]);
    goes[k] = true;
    const Run& was = from.runs[k];
    run.at = was.at + (run.at - was.at) * part;
    run.size = was.size + (run.size - was.size) * part;
    run.ink = mixed(was.ink, run.ink, part);
    add(std::move(run), 1.0f);
  }
  for (std::size_t k = 0; k < from.runs.size(); ++k) {
    if (!goes[k]) add(from.runs[k], leaving(t));
  }
  std::vector<Stroke> between = strokes_between(from, to, part);
  if (between.empty()) {
    paint_strokes(list, from.strokes, leaving(t));
    paint_strokes(list, to.strokes, coming(from, t));
  } else {
    paint_strokes(list, std::move(between), 1.0f);
  }
  paint(list, picture, vec2(0.0f));
}

void follow_morph(FormulaMorph& morph, FormulaShapes now, double dt) {
  if (std::exchange(morph.wanted, false) && !now.empty()) {
    morph.from = std::move(morph.shown);
    morph.elapsed = 0.0;
  } else if (morph.on()) {
    morph.elapsed += dt;
    if (now.empty() || morph.elapsed >= kMorphSeconds) {
      morph.elapsed = -1.0;
      morph.from = {};
    }
  }
  morph.shown = std::move(now);
}

}  // namespace bindpose::ui
