#include "ui/overlays/message_place.h"

#include <algorithm>
#include <optional>

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

}  // namespace

Rect clear_of_words(const Frame& f, const Rect& r, bool downwards) {
  if (const auto free = moved(f, r, downwards)) return *free;
  const vec2 across(0.0f,
                    downwards ? f.view.hi.y - f.px(12) - r.hi.y : f.view.lo.y + f.px(12) - r.lo.y);
  return moved(f, {r.lo + across, r.hi + across}, !downwards).value_or(r);
}

Rect message_place(Frame& f, const Rect& r) {
  ViewWords& words = f.state.words;
  const bool was_here = words.message == f.state.message.shown && words.place.size() == r.size() &&
                        words.place.lo.x == r.lo.x && is_in_view(f, words.place);
  const bool free = was_here && std::ranges::none_of(words.taken, [&](const Rect& t) {
                      return overlaps(t, words.place);
                    });
  if (!free) words.place = clear_of_words(f, r, true);
  // In a view without room the count of what is mended is what has to be read.
  const Rect& title = f.state.of_model.vertex_title.place;
  if (overlaps(words.place, title)) {
    const float down = title.hi.y + f.px(6) - words.place.lo.y;
    words.place = {words.place.lo + vec2(0.0f, down), words.place.hi + vec2(0.0f, down)};
  }
  words.message = f.state.message.shown;
  return words.place;
}

void note_words(Frame& f) {
  std::vector<Rect> taken = f.out.cards;
  const std::vector<Rect>& tags = f.state.panes.words;
  taken.insert(taken.end(), tags.begin(), tags.end());
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
