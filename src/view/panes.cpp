#include "view/panes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "scene/explain/mistaken_pose.h"

namespace bindpose {
namespace {

Pane make_pane(const ViewSettings& view, Deformer ViewSettings::*setting, const vec2& lo,
               const vec2& hi) {
  const vec2 size = glm::max(hi - lo, vec2(1.0f));
  return {lo, {size.x, size.y}, lo, lo + size, view.*setting, setting, view.show};
}

std::vector<Pane> split_panes(const ViewSettings& view, const vec2& whole) {
  const float line =
      std::clamp(std::round(view.split * whole.x), 1.0f, std::max(whole.x - 1.0f, 1.0f));
  Pane left = make_pane(view, &ViewSettings::method, vec2(0.0f), whole);
  Pane right = make_pane(view, &ViewSettings::compare, vec2(0.0f), whole);
  left.shown_to.x = right.shown_from.x = line;
  return {left, right};
}

// Of a comparison: what differs are the files alone.
std::vector<Pane> of_two_files(std::vector<Pane> panes) {
  if (panes.size() < 2) return panes;
  panes.back().other = true;
  panes.back().method = panes.front().method;
  panes.back().setting = panes.front().setting;
  return panes;
}

std::vector<Pane> right_panes(const ViewSettings& view, const Viewport& viewport) {
  using V = ViewSettings;
  const vec2 whole(viewport.width, viewport.height);
  if (view.panes == Panes::One) return {make_pane(view, &V::method, vec2(0.0f), whole)};
  if (view.panes == Panes::Split) return split_panes(view, whole);
  // All of one size, so that one camera serves them.
  const bool four = view.panes == Panes::Four && !view.other_file;
  const vec2 count(2.0f, four ? 2.0f : 1.0f);
  const vec2 size = glm::floor((whole - kPaneGap * (count - 1.0f)) / count);
  constexpr Deformer V::*kSettings[] = {&V::method, &V::compare, &V::pane3, &V::pane4};
  std::vector<Pane> panes;
  for (int i = 0; i < (four ? 4 : 2); ++i) {
    const vec2 lo = vec2(static_cast<float>(i % 2), static_cast<float>(i / 2)) * (size + kPaneGap);
    panes.push_back(make_pane(view, kSettings[i], lo, lo + size));
  }
  if (four && view.pane4_distance) {
    panes.back().method = view.method;
    panes.back().show = Show::Distance;
  }
  return panes;
}

}  // namespace

std::vector<Pane> layout_panes(const ViewSettings& view, const Viewport& viewport) {
  std::vector<Pane> panes = right_panes(view, viewport);
  if (view.other_file) panes = of_two_files(std::move(panes));
  // What differs from the first pane is the mistake alone.
  if (view.mistake != Mistake::None && panes.size() > 1 && !view.other_file) {
    panes.back().method = panes.front().method;
    panes.back().setting = panes.front().setting;
    panes.back().show = panes.front().show;
  }
  panes.back().mistake = view.mistake;
  return panes;
}

std::size_t pane_at(const std::vector<Pane>& panes, const vec2& pixel) {
  const auto away = [&](const Pane& p) {
    const vec2 out = glm::max(glm::max(p.shown_from - pixel, pixel - p.shown_to), vec2(0.0f));
    return glm::dot(out, out);
  };
  const auto nearest = std::min_element(
      panes.begin(), panes.end(), [&](const Pane& a, const Pane& b) { return away(a) < away(b); });
  return static_cast<std::size_t>(nearest - panes.begin());
}

std::vector<Deformer> deformers_shown(const ViewSettings& view) {
  std::vector<Deformer> out;
  for (const Pane& pane : layout_panes(view, {1.0f, 1.0f})) {
    if (std::find(out.begin(), out.end(), pane.method) == out.end()) out.push_back(pane.method);
  }
  return out;
}

std::optional<Show> show_beside(const ViewSettings& view) {
  for (const Pane& pane : layout_panes(view, {1.0f, 1.0f})) {
    if (pane.show != view.show) return pane.show;
  }
  return std::nullopt;
}

const PosedScene& PanePoses::of(const Scene& scene, const PosedScene& posed, const Pane& pane) {
  if (pane.mistake == Mistake::None) return posed;
  const bool other_pose = std::exchange(revision_, posed.revision) != posed.revision;
  if (std::exchange(mistake_, pane.mistake) != pane.mistake || other_pose) {
    mistaken_ = with_mistake(scene, posed, pane.mistake);
  }
  return mistaken_;
}

ViewSettings in_pane(const ViewSettings& view, const Pane& pane) {
  ViewSettings out = view;
  out.method = pane.method;
  out.show = pane.show;
  out.mistake = pane.mistake;
  return out;
}

}  // namespace bindpose
