#include "ui/overlays/needle_labels.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/formula/inline_formula.h"
#include "ui/formula/typeset_draw.h"
#include "view/marks/needles.h"

namespace bindpose::ui {

namespace {

// A stroke of the needle's colour, its formula, its name.
struct Entry {
  Needle kind;
  std::string more{};  // behind the name
};

class KeyLine {
 public:
  // Beside each other, or below where `room` is too narrow for that.
  KeyLine(const Frame& f, std::vector<Entry> entries, float room = 1e9f)
      : f_(f), entries_(std::move(entries)) {
    for (const Entry& e : entries_) {
      formula_.push_back(lay_out_formula(
          formula_node(needle_formula(e.kind), {f.colors.text, 1.0f}), size(), formula_measure()));
      const bool letters = needle_formula(e.kind)[0] != '\0';
      word_.push_back(std::string(letters ? "  " : "") + needle_name(e.kind) + e.more);
      const float width = stroke() + formula_.back().width + words(word_.back());
      width_ += width;
      widest_ = std::max(widest_, width);
    }
    width_ += gap() * static_cast<float>(entries_.size() - 1);
    stacked_ = width_ > room;
  }
  vec2 extent() const {
    if (!stacked_) return {width_, row()};
    return {widest_, row() * static_cast<float>(entries_.size())};
  }
  void draw(ImDrawList* list, vec2 at) const {
    const float font = ImGui::GetFontSize(), left = at.x;
    for (std::size_t k = 0; k < entries_.size(); ++k) {
      if (stacked_ && k > 0) at = {left, at.y + row()};
      const float y = at.y + 0.65f * font, base = at.y + 0.98f * font;
      const ImVec2 a(at.x, y), b(at.x + stroke() - f_.px(7), y);
      list->AddLine(a, b, IM_COL32(15, 18, 23, 255), f_.px(6));
      list->AddLine(ImVec2(a.x + f_.px(1), y), ImVec2(b.x - f_.px(1), y),
                    to_u32(needle_color(entries_[k].kind)), f_.px(3.5f));
      at.x += stroke();
      paint(list, formula_[k], {at.x, base});
      at.x += formula_[k].width;
      list->AddText(ImVec2(std::floor(at.x), std::floor(at.y + 0.15f * font)),
                    to_u32(f_.colors.text), word_[k].c_str());
      at.x += words(word_[k]) + gap();
    }
  }

 private:
  float size() const { return ImGui::GetFontSize(); }
  static float row() { return 1.3f * ImGui::GetFontSize(); }
  float stroke() const { return f_.px(25); }
  float gap() const { return f_.px(12); }
  static float words(const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; }

  const Frame& f_;
  std::vector<Entry> entries_;
  std::vector<Typeset> formula_;
  std::vector<std::string> word_;
  float width_ = 0.0f, widest_ = 0.0f;  // of all beside each other, and of one
  bool stacked_ = false;
};

std::optional<vec2> on_view(const Frame& f, const vec3& file) {
  const vec3 display(f.model()->to_display * vec4(file, 1.0f));
  const vec3 p = project(f.input.camera, f.viewport(), display);
  if (!(p.z > 0.0f) || !std::isfinite(p.x) || !std::isfinite(p.y)) return std::nullopt;
  return f.view.lo + vec2(p);
}

// Needles whose tips lie in one place share a label.
struct Label {
  vec2 tip;
  std::vector<Entry> entries;
};

std::vector<Label> labels_of(const Frame& f, const VertexNeedles& needles) {
  std::vector<Label> labels;
  for (const Needle kind : kNeedleKinds) {
    if (needles.direction[static_cast<std::size_t>(kind)] == vec3(0.0f)) continue;
    const auto tip = on_view(f, needles.tip(kind));
    if (!tip) continue;
    const auto same = std::ranges::find_if(
        labels, [&](const Label& l) { return glm::distance(l.tip, *tip) < f.px(4); });
    if (same != labels.end())
      same->entries.push_back({kind});
    else
      labels.push_back({*tip, {{kind}}});
  }
  return labels;
}

// Tags give way upwards where the needles point up, else downwards: placed from the other end on,
// they stand in the order of their tips.
void sort_as_they_stand(std::vector<Label>& labels, const vec2& foot) {
  float up = 0.0f;
  for (const Label& label : labels) up += foot.y - label.tip.y;
  std::ranges::stable_sort(labels, [&](const Label& a, const Label& b) {
    return up > 0.0f ? a.tip.y > b.tip.y : a.tip.y < b.tip.y;
  });
}

// From a tip to its tag.
struct Leader {
  vec2 from, to;
};

Leader leader_to(const vec2& tip, const Rect& box) {
  return {tip, glm::clamp(tip, box.lo, box.hi)};
}

bool crosses(const Leader& l, const Rect& r) {
  // Cut to what is within the box, one axis after the other.
  float begin = 0.0f, end = 1.0f;
  for (int i = 0; i < 2; ++i) {
    const float d = l.to[i] - l.from[i];
    if (std::abs(d) < 1e-3f) {
      if (l.from[i] <= r.lo[i] || l.from[i] >= r.hi[i]) return false;
      continue;
    }
    const float a = (r.lo[i] - l.from[i]) / d, b = (r.hi[i] - l.from[i]) / d;
    begin = std::max(begin, std::min(a, b));
    end = std::min(end, std::max(a, b));
  }
  return begin < end;
}

// Drawn where the tag had to give way.
void draw_leader(const Frame& f, ImDrawList* list, const Label& label, const Rect& box) {
  const auto [from, to] = leader_to(label.tip, box);
  if (glm::distance(to, from) < f.px(12)) return;
  list->AddLine(im(from), im(to), IM_COL32(15, 18, 23, 200), f.px(3));
  list->AddLine(im(from), im(to), to_u32(needle_color(label.entries.front().kind)), f.px(1.2f));
}

// What a tag has to keep off: cards, needles, the tags before it and what leads to them.
struct TakenRoom {
  std::vector<Rect> rects, tags;
  std::vector<Leader> leaders;

  bool has_room(const Rect& box, const vec2& tip) const {
    const Leader own = leader_to(tip, box);
    const auto over = [&](const Rect& r) { return overlaps(r, box); };
    return std::ranges::none_of(rects, over) && std::ranges::none_of(tags, over) &&
           std::ranges::none_of(tags, [&](const Rect& r) { return crosses(own, r); }) &&
           std::ranges::none_of(leaders, [&](const Leader& l) { return crosses(l, box); });
  }
  void add(const Rect& box, const vec2& tip) {
    tags.push_back(box);
    leaders.push_back(leader_to(tip, box));
  }
};

// How wide a tag may be that stands beside the tip, away from the figure. Where the needle stands
// upright it is above the tip, and as wide as it likes.
float room_beside(const Frame& f, const vec2& foot, const vec2& tip) {
  const vec2 along = tip - foot;
  if (std::abs(along.x) < 0.3f * std::abs(along.y)) return 1e9f;
  return (along.x > 0.0f ? f.seen.hi.x - tip.x : tip.x - f.seen.lo.x) - f.px(9);
}

// On the side of the tip that is away from the vertex, clear of what is taken: on as the needle
// points, else the other way, else beside those, else as near to the tip as there is room.
Rect place_label(const Frame& f, const vec2& foot, const vec2& tip, const vec2& size,
                 const TakenRoom& taken) {
  const vec2 along = tip - foot;
  const float length = glm::length(along);
  const vec2 out = length > 1.0f ? along / length : vec2(0.0f, -1.0f);
  const float beside = glm::clamp(3.0f * out.x, -1.0f, 1.0f);  // over it where it stands upright
  const vec2 center = tip + vec2(beside, out.y) * (0.5f * size + f.px(5));
  const auto inside = [&](const vec2& lo) {
    return glm::floor(glm::max(f.seen.lo + f.px(4), glm::min(lo, f.seen.hi - size - f.px(4))));
  };
  std::vector<Rect> all = taken.rects;
  all.insert(all.end(), taken.tags.begin(), taken.tags.end());
  const float step = size.y + f.px(3);
  const auto stacked = [&](vec2 lo, bool down) {
    lo = inside(lo);
    for (int k = 0; k < 2 * static_cast<int>(all.size()); ++k) {
      const auto hit = std::ranges::find_if(all, [&](const Rect& r) {
        return overlaps(r, {lo, lo + size});
      });
      if (hit == all.end()) break;
      lo = inside({lo.x, down ? hit->hi.y + f.px(3) : hit->lo.y - step});
    }
    return Rect{lo, lo + size};
  };
  const vec2 first = center - 0.5f * size;
  const bool on = out.y > 0.0f;
  for (const float aside : {0.0f, 0.5f, -0.5f, 1.0f, -1.0f}) {
    for (const bool down : {on, !on}) {
      const Rect box = stacked(first + vec2(aside * size.x, 0.0f), down);
      if (taken.has_room(box, tip)) return box;
    }
  }
  constexpr int kRings = 12, kWays = 16;
  for (int ring = 1; ring <= kRings; ++ring) {
    for (int way = 0; way < kWays; ++way) {
      const float angle = 2.0f * std::numbers::pi_v<float> * static_cast<float>(way) / kWays;
      const vec2 to(std::cos(angle), std::sin(angle));
      const vec2 lo =
          inside(tip + to * (0.5f * size + f.px(12.0f * static_cast<float>(ring))) - 0.5f * size);
      if (taken.has_room({lo, lo + size}, tip)) return {lo, lo + size};
    }
  }
  return stacked(first, on);
}

bool cross(const Leader& a, const Leader& b) {
  const auto side = [](const Leader& l, const vec2& p) {
    const vec2 d = l.to - l.from, e = p - l.from;
    return d.x * e.y - d.y * e.x;
  };
  return side(a, b.from) * side(a, b.to) < 0.0f && side(b, a.from) * side(b, a.to) < 0.0f;
}

// Which tag is placed first decides where the others have room: in the order in which they lead to
// their tips the shortest way, as they stand where that is as good.
std::vector<Rect> place_labels(const Frame& f, const vec2& foot, const std::vector<Label>& labels,
                               const std::vector<vec2>& sizes, const TakenRoom& cards) {
  std::vector<std::size_t> order(labels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<Rect> best, boxes(labels.size());
  float least = 0.0f;
  do {
    TakenRoom taken = cards;
    float cost = 0.0f;
    for (const std::size_t k : order) {
      const vec2& tip = labels[k].tip;
      boxes[k] = place_label(f, foot, tip, sizes[k], taken);
      const Leader own = leader_to(tip, boxes[k]);
      cost += glm::distance(own.from, own.to);
      if (!taken.has_room(boxes[k], tip)) cost += f.px(1000);
      for (std::size_t n = 0; n < labels.size(); ++n) {
        if (n != k && cross(own, {foot, labels[n].tip})) cost += f.px(100);
      }
      taken.add(boxes[k], tip);
    }
    if (best.empty() || cost < least - f.px(8)) best = boxes, least = cost;
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

}  // namespace

void draw_needle_labels(Frame& f) {
  if (!f.model() || !f.scene().view.surface) return;
  const auto needles = vertex_needles(f.scene(), f.input.posed, f.method);
  if (!needles) return;
  const auto foot = on_view(f, needles->at);
  if (!foot) return;
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  // Neither over the vertex nor over a needle, nor under what the map says.
  TakenRoom taken{legend_cards(f), {}, {}};
  taken.rects.push_back(axes_place(f));
  const auto keep_free = [&](const vec2& at, float around) {
    taken.rects.push_back({at - vec2(f.px(around)), at + vec2(f.px(around))});
  };
  std::vector<Label> labels = labels_of(f, *needles);
  sort_as_they_stand(labels, *foot);
  keep_free(*foot, 9);
  for (const Label& label : labels) {
    for (const float part : {0.35f, 0.7f}) keep_free(glm::mix(*foot, label.tip, part), 5);
  }
  const vec2 pad(f.px(6), f.px(1));
  std::vector<KeyLine> lines;
  std::vector<vec2> sizes;
  for (const Label& label : labels) {
    const float room = room_beside(f, *foot, label.tip) - 2.0f * pad.x;
    lines.emplace_back(f, label.entries, room);
    sizes.push_back(lines.back().extent() + 2.0f * pad);
  }
  const std::vector<Rect> boxes = place_labels(f, *foot, labels, sizes, taken);
  for (std::size_t k = 0; k < labels.size(); ++k) {
    draw_leader(f, list, labels[k], boxes[k]);
    draw_card(f, list, boxes[k], f.px(4));
    lines[k].draw(list, boxes[k].lo + pad);
    f.state.words.labels.push_back(boxes[k]);
    mark(f, "needle:", needle_name(labels[k].entries.front().kind), boxes[k]);
  }
}

void draw_needle_key(Frame& f) {
  if (!f.model() || !f.scene().view.surface || f.scene().view.needles != Needles::All) return;
  const KeyLine lines[] = {{f, {{Needle::Exact, ": the surface's own normal"}}},
                           {f, {{Needle::Usual, ", where it parts from that"}}}};
  const vec2 pad(f.px(10), f.px(6));
  vec2 size(0.0f);
  for (const KeyLine& line : lines) {
    size = {std::max(size.x, line.extent().x), size.y + line.extent().y};
  }
  size += 2.0f * pad;
  float bottom = f.whole.hi.y - f.px(12);
  for (const Rect& card : legend_cards(f)) {
    if (card.lo.x < f.whole.lo.x + f.px(12) + size.x)
      bottom = std::min(bottom, card.lo.y - f.px(8));
  }
  const vec2 lo = glm::floor(vec2(f.whole.lo.x + f.px(12), bottom - size.y));
  const Rect card = above_formula(f, {lo, lo + size});
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  draw_card(f, list, card, f.px(6));
  mark(f, "needle key", "", card);
  f.out.cards.push_back(card);
  vec2 at = card.lo + pad;
  for (const KeyLine& line : lines) {
    line.draw(list, at);
    at.y += line.extent().y;
  }
}

}  // namespace bindpose::ui
