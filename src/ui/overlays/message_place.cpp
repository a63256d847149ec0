#include "ui/overlays/message_place.h"

#include <algorithm>
#include <cmath>
#include <limits>
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

// What is to be kept off; `tight`: of room that is kept only what is filled.
std::vector<Rect> taken_now(const Frame& f, bool tight) {
  const ViewWords& words = f.state.words;
  std::vector<Rect> out = words.taken;
  for (Rect& t : out) {
    if (tight && same(t, words.kept.room)) t = words.kept.filled;
  }
  return out;
}

// Past whatever is in its way, one after the other.
std::optional<Rect> moved(const Frame& f, const std::vector<Rect>& taken, Rect r, bool downwards) {
  const float gap = f.px(6);
  while (is_in_view(f, r)) {
    const auto hit =
        std::ranges::find_if(taken, [&](const Rect& t) { return overlaps(grown(t, gap - 1), r); });
    if (hit == taken.end()) return r;
    const float by = downwards ? hit->hi.y + gap - r.lo.y : hit->lo.y - gap - r.hi.y;
    r = {r.lo + vec2(0.0f, by), r.hi + vec2(0.0f, by)};
  }
  return {};
}

bool is_free(const Frame& f, const std::vector<Rect>& taken, const Rect& r) {
  return is_in_view(f, r) && std::ranges::none_of(taken, [&](const Rect& t) {
           return overlaps(grown(t, f.px(6) - 1), r);
         });
}

Rect at(const Rect& r, const vec2& lo) {
  return {lo, lo + r.size()};
}

// Places below or beside something, as far up as may be, there as near to where it was to be as may
// be; until `ends` says so.
template <typename Ends>
void each_place(const Frame& f, const std::vector<Rect>& taken, const Rect& r, const Ends& ends) {
  const float gap = f.px(6);
  std::vector<float> down{r.lo.y}, across{r.lo.x, f.view.lo.x + f.px(12)};
  across.push_back(f.view.hi.x - f.px(12) - r.size().x);
  for (const Rect& t : taken) {
    if (t.hi.y + gap > r.lo.y) down.push_back(t.hi.y + gap);
    across.push_back(t.hi.x + gap);
    across.push_back(t.lo.x - gap - r.size().x);
  }
  std::ranges::sort(down);
  std::ranges::sort(across, {}, [&](float x) { return std::abs(x - r.lo.x); });
  for (const float y : down) {
    for (const float x : across) {
      if (ends(at(r, glm::floor(vec2(x, y))))) return;
    }
  }
}

// In the middle of the view's upper half, or else wherever there is room.
std::optional<Rect> free_place(const Frame& f, const std::vector<Rect>& taken, const Rect& r) {
  std::optional<Rect> out = moved(f, taken, r, true);
  if (out && out->hi.y < f.view.center().y) return out;
  out.reset();
  each_place(f, taken, r, [&](const Rect& there) {
    if (is_free(f, taken, there)) out = there;
    return out.has_value();
  });
  return out;
}

// In a view without room: where it covers least. The count of what is mended is what has to be
// read.
Rect least_covering(const Frame& f, const std::vector<Rect>& taken, const Rect& r) {
  constexpr float kTitle = 1000.0f;
  const Rect& title = f.state.of_model.vertex_title.place;
  Rect out = r;
  float least = std::numeric_limits<float>::infinity();
  each_place(f, taken, r, [&](const Rect& there) {
    if (!is_in_view(f, there)) return false;
    float covered = 0.0f;
    for (const Rect& t : taken) {
      const vec2 both = glm::min(t.hi, there.hi) - glm::max(t.lo, there.lo);
      if (both.x > 0.0f && both.y > 0.0f)
        covered += both.x * both.y * (same(t, title) ? kTitle : 1.0f);
    }
    if (covered < least) least = covered, out = there;
    return false;
  });
  return out;
}

}  // namespace

Rect clear_of_words(const Frame& f, const Rect& r, bool downwards) {
  const std::vector<Rect>& taken = f.state.words.taken;
  if (const auto free = moved(f, taken, r, downwards)) return *free;
  const vec2 across(0.0f,
                    downwards ? f.view.hi.y - f.px(12) - r.hi.y : f.view.lo.y + f.px(12) - r.lo.y);
  return moved(f, taken, {r.lo + across, r.hi + across}, !downwards).value_or(r);
}

MessagePlace message_place(Frame& f, const std::vector<Rect>& wanted) {
  ViewWords& words = f.state.words;
  const bool same_message = words.message == f.state.message.shown;
  words.message = f.state.message.shown;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    const bool was_here = same_message && same(words.wanted, wanted[k]);
    if (was_here && is_free(f, taken_now(f, words.tight), words.place)) return {k, words.place};
  }
  for (const bool tight : {false, true}) {
    const std::vector<Rect> taken = taken_now(f, tight);
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      const auto free = free_place(f, taken, wanted[k]);
      if (!free) continue;
      words.wanted = wanted[k];
      words.place = *free;
      words.tight = tight;
      return {k, *free};
    }
  }
  words.tight = true;
  words.wanted = wanted[0];
  words.place = least_covering(f, taken_now(f, true), wanted[0]);
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
  ViewWords& words = f.state.words;
  const ViewWords::Kept kept = std::exchange(words.kept_now, {});
  const bool changes = !std::ranges::equal(taken, words.taken, same) ||
                       !same(kept.room, words.kept.room) || !same(kept.filled, words.kept.filled);
  const bool says = !f.state.message.text.empty() || !f.input.busy.empty();
  if (says && changes) f.out.wants_next_frame = true;
  words.taken = std::move(taken);
  words.kept = kept;
}

}  // namespace bindpose::ui
