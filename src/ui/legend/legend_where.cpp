// What a click on a legend's line about the largest value does.
#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/overlays/toolbar.h"

namespace bindpose::ui {

void draw_legend_where(Frame& f, const Rect& r) {
  const SurfaceMap* const whole = f.input.map;
  const SurfaceMap* const map =
      whole != nullptr && whole->worst_in_other ? whole->other.get() : whole;
  if (map == nullptr || map->farthest.empty() || !f.state.chrome || f.state.presenter) return;
  begin_fixed_window("legend where", r, ImVec2(0, 0), f.colors.panel, 0.0f);
  const bool pressed = ImGui::InvisibleButton("where", im(r.size()));
  mark(f, "legend where", "", r);
  tooltip(f, whole->worst_in_other ? "Show this vertex" : "Pin this vertex and show it");
  const bool hovered = ImGui::IsItemHovered();
  ImGui::End();
  if (hovered) {
    ImGui::GetBackgroundDrawList()->AddLine(ImVec2(r.lo.x, r.hi.y), im(r.hi),
                                            to_u32(f.colors.accent));
  }
  if (!pressed) return;
  if (!whole->worst_in_other) f.edit(SetPinnedVertex{map->farthest});
  f.out.requests.frame_vertex = Requests::FramedVertex{map->farthest, whole->worst_in_other};
}

}  // namespace bindpose::ui
