#include "ui/overlays/message_place.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "ui/base/draw_helpers.h"
#include "ui/base/pane_frames.h"
#include "ui/overlays/probe_draw.h"

namespace bindpose::ui {
namespace {

bool same(const Rect& a, const Rect& b) {
  return a.lo == b.lo && a.hi == b.hi;
}

Rect grown(const Rect& r, float by) {
  return {r.lo - vec2(by), r.hi + vec2(by)};
}

bool is_in_view(const Frame& f, const Rect& r) {
  return r.lo.y >= f.view.lo.y && r.hi.y <= f.view.hi.y && r.lo.x >= f.view.lo.x &&
         r.hi.x <= f.view.hi.x;
}

// Past whatever is in its way, one after the other.
std::optional<Rect> moved(const Frame& f, Rect r, bool downwards) {
  const float gap = f.px(6);
  const std::vector<Rect>& taken = f.state.words.taken;
  while (is_in_view(f, r)) {
    const auto hit =
        std::ranges::find_if(taken, [&](const Rect& t) { return overlaps(grown(t, gap - 1), r); });
    if (hit == taken.end()) return r;
    const float by = downwards ? hit->hi.y + gap - r.lo.y : hit->lo.y - gap - r.hi.y;
    r = {r.lo + vec2(0.0f, by), r.hi + vec2(0.0f, by)};
  }
  return {};
}

bool is_free(const Frame& f, const Rect& r) {
  return is_in_view(f, r) && std::ranges::none_of(f.state.words.taken, [&](const Rect& t) {
           return overlaps(grown(t, f.px(6) - 1), r);
         });
}

Rect at(const Rect& r, const vec2& lo) {
  return {lo, lo + r.size()};
}

// Below or beside something, as far up as there is room, there as near to where it was to be as may
// be.
std::optional<Rect> beside(const Frame& f, const Rect& r) {
  const float gap = f.px(6);
  std::vector<float> down{r.lo.y}, across{r.lo.x, f.view.lo.x + f.px(12)};
  across.push_back(f.view.hi.x - f.px(12) - r.size().x);
  for (const Rect& t : f.state.words.taken) {
    if (t.hi.y + gap > r.lo.y) down.push_back(t.hi.y + gap);
    across.push_back(t.hi.x + gap);
    across.push_back(t.lo.x - gap - r.size().x);
  }
  std::ranges::sort(down);
  std::ranges::sort(across, {}, [&](float x) { return std::abs(x - r.lo.x); });
  for (const float y : down) {
    for (const float x : across) {
      const Rect there = at(r, glm::floor(vec2(x, y)));
      if (is_free(f, there)) return there;
    }
  }
  return {};
}

// In the middle of the view's upper half, or else wherever there is room.
std::optional<Rect> free_place(const Frame& f, const Rect& r) {
  const std::optional<Rect> below = moved(f, r, true);
  if (below && below->hi.y < f.view.center().y) return below;
  return beside(f, r);
}

}  // namespace

Rect clear_of_words(const Frame& f, const Rect& r, bool downwards) {
  if (const auto free = moved(f, r, downwards)) return *free;
  const vec2 across(0.0f,
                    downwards ? f.view.hi.y - f.px(12) - r.hi.y : f.view.lo.y + f.px(12) - r.lo.y);
  return moved(f, {r.lo + across, r.hi + across}, !downwards).value_or(r);
}

MessagePlace message_place(Frame& f, const std::vector<Rect>& wanted) {
  ViewWords& words = f.state.words;
  const bool same_message = words.message == f.state.message.shown;
  words.message = f.state.message.shown;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    const bool was_here = same_message && same(words.wanted, wanted[k]);
    if (was_here && is_free(f, words.place)) return {k, words.place};
  }
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    const auto free = free_place(f, wanted[k]);
    if (!free) continue;
    words.wanted = wanted[k];
    words.place = *free;
    return {k, *free};
  }
  words.wanted = wanted[0];
  words.place = wanted[0];
  // In a view without room the count of what is mended is what has to be read.
  if (const Rect& title = f.state.of_model.vertex_title.place; overlaps(words.place, title))
    words.place = at(words.place, {words.place.lo.x, title.hi.y + f.px(6)});
  return {0, words.place};
}

void note_words(Frame& f) {
  std::vector<Rect> taken = f.out.cards;
  const std::vector<Rect>& tags = f.state.panes.words;
  taken.insert(taken.end(), tags.begin(), tags.end());
  const std::vector<Rect> labels = std::exchange(f.state.words.labels, {});
  taken.insert(taken.end(), labels.begin(), labels.end());
  if (f.model() && f.state.of_model.vertex_title.place.size().x > 0.0f)
    taken.push_back(f.state.of_model.vertex_title.place);
  // The ring of the vertex that is pinned: what is mended is often it alone.
  const Selection& chosen = f.scene().selection;
  if (f.model() && !chosen.pinned_vertex.empty() && chosen.probed() == chosen.pinned_vertex) {
    for_each_pane(f, [&](Frame& pane, bool) {
      const std::vector<vec2> marks = probe_marks(pane);
      if (!marks.empty()) taken.push_back(grown({marks[0], marks[0]}, f.px(14)));
    });
  }
  const bool says = !f.state.message.text.empty() || !f.input.busy.empty();
  if (says && !std::ranges::equal(taken, f.state.words.taken, same)) f.out.wants_next_frame = true;
  f.state.words.taken = std::move(taken);
}

}  // namespace bindpose::ui
