#include "ui/overlays/distance_draw.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "scene/segment_binding.h"
#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/length.h"
#include "ui/base/widgets.h"

namespace bindpose::ui {

namespace {

struct DistancePen {
  Frame& f;
  ImDrawList* list;
  std::vector<Rect> taken;

  bool pixel(const vec3& file, vec2& out) const {
    const vec3 display(f.model()->to_display * vec4(file, 1.0f));
    const vec3 p = project(f.input.camera, f.viewport(), display);
    out = f.view.lo + vec2(p);
    return p.z > 0.0f;
  }

  // No tag lies over a line's ends.
  void keep_free(const BoneDistance& d) {
    for (const vec3& end : {d.from, d.to}) {
      vec2 at;
      if (pixel(end, at)) taken.push_back({at - f.px(5), at + f.px(5)});
    }
  }

  void draw(const BoneDistance& d) {
    vec2 from, to;
    if (!pixel(d.from, from) || !pixel(d.to, to)) return;
    const vec3 color = f.joint_color(d.joint);
    list->AddLine(im(from), im(to), IM_COL32(10, 12, 16, 190), f.px(4.5f));
    list->AddLine(im(from), im(to), to_u32(color), f.px(2.25f));
    list->AddCircleFilled(im(to), f.px(4.5f), IM_COL32(10, 12, 16, 220));
    list->AddCircleFilled(im(to), f.px(3.0f), to_u32(color));
    label(d, from, to);
  }

  // Beside the bone's end of the line, on the far side of the vertex where there is room.
  void label(const BoneDistance& d, const vec2& from, const vec2& to) {
    const float unit = glm::length(vec3(f.model()->to_display[0]));
    const auto j = static_cast<std::size_t>(d.joint);
    const std::string words =
        f.model()->skeleton.name[j] + "  " +
        length_text(f, static_cast<double>(unit * d.distance), three_digits(unit * d.distance));
    const vec2 size = from_im(ImGui::CalcTextSize(words.c_str())) + f.px(2) * vec2(6.0f, 2.0f);
    const Rect box = place(to, to.x < from.x, size);
    taken.push_back(draw_tag(f, list, box.lo, words, f.colors.text, f.seen));
    mark(f, "distance:", f.model()->skeleton.name[j], taken.back());
  }

  // Where no other tag and no card is: at `to`, else as little below or above as can be, to its
  // left or right. As at first where there is no room at all.
  Rect place(const vec2& to, bool left, const vec2& size) const {
    const float aside[] = {left ? -size.x - f.px(10) : f.px(10),
                           left ? f.px(10) : -size.x - f.px(10)};
    const float step = 0.5f * size.y;
    constexpr int kSteps = 24;
    for (const float x : aside) {
      for (int k = 0; k < kSteps; ++k) {
        // 0, 1 down, 1 up, 2 down, ...
        const float off = static_cast<float>((k + 1) / 2) * (k % 2 != 0 ? step : -step);
        const Rect box = at(to + vec2(x, off - 0.5f * size.y), size);
        if (std::ranges::none_of(taken, [&](const Rect& r) { return overlaps(r, box); }))
          return box;
      }
    }
    return at(to + vec2(aside[0], -0.5f * size.y), size);
  }
  Rect at(const vec2& corner, const vec2& size) const {
    const vec2 lo = glm::floor(glm::max(f.seen.lo, glm::min(corner, f.seen.hi - size)));
    return clear_of_cards(f, {lo, lo + size});
  }
};

}  // namespace

void draw_distances(Frame& f) {
  if (!f.model() || !f.scene().view.distances) return;
  const auto all = bone_distances(f.scene(), f.input.posed, f.scene().selection.probed());
  if (all.empty()) return;
  DistancePen pen{f, ImGui::GetBackgroundDrawList(), {}};
  pen.taken.push_back(axes_place(f));
  for (const BoneDistance& d : all) pen.keep_free(d);
  pen.list->PushClipRect(im(f.seen.lo), im(f.seen.hi), true);
  for (const BoneDistance& d : all) pen.draw(d);
  pen.list->PopClipRect();
}

}  // namespace bindpose::ui
