#include "view/free_view.h"

#include <algorithm>
#include <cmath>

namespace bindpose {

namespace {

bool overlap(const ViewPart& a, const ViewPart& b) {
  return a.lo.x < b.hi.x && b.lo.x < a.hi.x && a.lo.y < b.hi.y && b.lo.y < a.hi.y;
}

bool any_overlap(const ViewPart& part, std::span<const ViewPart> cards) {
  return std::ranges::any_of(cards, [&](const ViewPart& card) { return overlap(part, card); });
}

bool inside(const ViewPart& a, const ViewPart& b) {
  return a.lo.x >= b.lo.x && a.lo.y >= b.lo.y && a.hi.x <= b.hi.x && a.hi.y <= b.hi.y;
}

// Where a free rectangle may begin and end along an axis: the view's ends and the cards' edges.
std::vector<float> edges(float length, std::span<const ViewPart> cards, int axis) {
  std::vector<float> out{0.0f, length};
  for (const ViewPart& card : cards) {
    for (const float at : {card.lo[axis], card.hi[axis]}) {
      if (at > 0.0f && at < length) out.push_back(at);
    }
  }
  std::ranges::sort(out);
  return out;
}

vec2 middle(const Viewport& v) {
  return 0.5f * vec2(v.width, v.height);
}

// The camera with its target at that pixel.
Camera shifted_to(Camera c, const Viewport& v, const vec2& pixel) {
  const vec2 off = (pixel - middle(v)) / (0.5f * std::max(v.height, 1.0f));
  c.shift = {off.x, -off.y};
  return c;
}

// The camera shifted so that `seen`, a rectangle around its target in the middle of the view, lies
// in the part: as little as possible. In its middle along an axis where it is too large for it.
Camera moved_into(const Camera& c, const Viewport& v, const ViewPart& seen, const ViewPart& part) {
  vec2 by(0.0f);
  for (int k = 0; k < 2; ++k) {
    const float least = part.lo[k] - seen.lo[k], most = part.hi[k] - seen.hi[k];
    by[k] = least <= most ? std::clamp(0.0f, least, most) : 0.5f * (least + most);
  }
  return shifted_to(c, v, middle(v) + by);
}

ViewPart shrunk(const ViewPart& part) {
  const vec2 margin = 0.5f * (1.0f - kFrameFill) * part.size();
  return {part.lo + margin, part.hi - margin};
}

bool fits(const vec2& size, const vec2& room) {
  constexpr float kRounding = 0.01f;  // of a pixel
  return size.x <= room.x + kRounding && size.y <= room.y + kRounding;
}

float shorter(const vec2& size) {
  return std::min(size.x, size.y);
}

// Large and in the middle: halfway to the view's edge counts like half the size again.
Camera best_of(const std::vector<Camera>& choices, const Viewport& v, const Camera& without) {
  const auto cost = [&v](const Camera& c) {
    // `shift` is in halves of the height.
    const float off =
        std::max(std::abs(c.shift.x) * v.height / std::max(v.width, 1.0f), std::abs(c.shift.y));
    return c.distance * (1.0f + off);
  };
  const auto best = std::ranges::min_element(choices, {}, cost);
  return best == choices.end() ? without : *best;
}

}  // namespace

std::vector<ViewPart> free_parts(const Viewport& v, std::span<const ViewPart> cards) {
  const std::vector<float> xs = edges(v.width, cards, 0), ys = edges(v.height, cards, 1);
  const vec2 least = kLeastPart * vec2(v.width, v.height);
  std::vector<ViewPart> found;
  for (std::size_t x0 = 0; x0 < xs.size(); ++x0) {
    for (std::size_t x1 = x0 + 1; x1 < xs.size(); ++x1) {
      for (std::size_t y0 = 0; y0 < ys.size(); ++y0) {
        for (std::size_t y1 = y0 + 1; y1 < ys.size(); ++y1) {
          const ViewPart part{{xs[x0], ys[y0]}, {xs[x1], ys[y1]}};
          if (fits(least, part.size()) && !any_overlap(part, cards)) found.push_back(part);
        }
      }
    }
  }
  std::vector<ViewPart> out;
  for (std::size_t i = 0; i < found.size(); ++i) {
    bool largest = true;
    for (std::size_t k = 0; k < found.size() && largest; ++k) {
      const bool same = inside(found[k], found[i]);
      largest = k == i || !inside(found[i], found[k]) || (same && i < k);
    }
    if (largest) out.push_back(found[i]);
  }
  return out;
}

ViewPart projected(const Camera& c, const Viewport& v, const Box& box) {
  const vec2 first(project(c, v, box.center()));
  ViewPart out{first, first};
  for (const vec3& corner : corners(box)) {
    const vec3 at = project(c, v, corner);
    if (!(at.z > 0.0f)) return {vec2(-1.0f), vec2(v.width, v.height) + 1.0f};
    out.lo = glm::min(out.lo, vec2(at));
    out.hi = glm::max(out.hi, vec2(at));
  }
  return out;
}

Camera frame_clear(const Camera& c, const Viewport& v, const Box& box,
                   std::span<const ViewPart> cards) {
  const Camera whole = frame(c, v, box);
  if (box.empty() || !any_overlap(projected(whole, v, box), cards)) return whole;
  std::vector<Camera> choices;
  for (const ViewPart& part : free_parts(v, cards)) {
    Camera beside = whole;
    const float distance = fitting_distance(whole, v, box, 0.5f * kFrameFill * part.size());
    beside.distance = std::max(distance, whole.distance);
    choices.push_back(moved_into(beside, v, projected(beside, v, box), shrunk(part)));
  }
  return best_of(choices, v, whole);
}

Camera stand_clear(const Camera& c, const Viewport& v, const Box& box,
                   std::span<const ViewPart> cards) {
  const Camera whole = shifted_to(c, v, middle(v));
  if (box.empty()) return whole;
  const ViewPart seen = projected(whole, v, box), view{vec2(0.0f), 2.0f * middle(v)};
  // What reaches out of the view does so on purpose: the rest is to be seen.
  const ViewPart shown{glm::max(seen.lo, view.lo), glm::min(seen.hi, view.hi)};
  if (!any_overlap(shown, cards)) return whole;
  std::vector<Camera> choices;
  for (const ViewPart& part : free_parts(v, cards)) {
    if (fits(shown.size(), shrunk(part).size())) {
      choices.push_back(moved_into(whole, v, shown, shrunk(part)));
      continue;
    }
    const float side = shorter(part.size());
    Camera smaller = whole;
    smaller.distance *= std::max(1.0f, shorter(view.size()) / side);
    const vec2 half(0.5f * side);
    choices.push_back(moved_into(smaller, v, {middle(v) - half, middle(v) + half}, part));
  }
  return best_of(choices, v, whole);
}

}  // namespace bindpose
