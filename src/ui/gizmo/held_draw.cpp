// Joints that are held in place, and what the pull of a limb could not do.
#include <algorithm>
#include <cstdio>

#include "math/numbers.h"
#include "math/transform.h"
#include "scene/edit/ik_edit.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/length.h"
#include "ui/base/widgets.h"
#include "ui/gizmo/drag_state.h"

namespace bindpose::ui {

namespace {

// A pin from above: a diamond with a dot.
void draw_pin(const Frame& f, ImDrawList* list, const ImVec2& p, bool slipped) {
  const float r = f.px(8.0f);
  const vec3 ink = f.scene().view.dark ? vec3(0.04f) : vec3(1.0f);
  const ImU32 color = to_u32(slipped ? f.colors.warning : f.colors.accent);
  const ImVec2 corner[] = {{p.x, p.y - r}, {p.x + r, p.y}, {p.x, p.y + r}, {p.x - r, p.y}};
  compat::draw_polyline(list, corner, 4, to_u32(ink, 0.8f), true, f.px(4.0f));
  compat::draw_polyline(list, corner, 4, color, true, f.px(2.0f));
  list->AddCircleFilled(p, f.px(2.5f), color);
}

}  // namespace

void draw_held(Frame& f) {
  if (!f.model() || f.scene().held.empty() || !f.scene().view.skeleton) return;
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  list->PushClipRect(im(f.seen.lo), im(f.seen.hi), true);
  const std::vector<int>& slipped = f.document().slipped();
  for (const int joint : f.scene().held) {
    if (idx(joint) >= f.input.posed.world.size() || is_joint_hidden(f.scene(), joint)) continue;
    const vec4 file(vec3(f.input.posed.world[idx(joint)][3]), 1.0f);
    const vec3 p = project(f.input.camera, f.viewport(), vec3(f.model()->to_display * file));
    if (!(p.z > 0.0f)) continue;
    const vec2 at = f.view.lo + vec2(p);
    draw_pin(f, list, im(at), std::ranges::find(slipped, joint) != slipped.end());
    mark(f, "held:", f.model()->skeleton.name[idx(joint)], {at - f.px(8), at + f.px(8)});
  }
  list->PopClipRect();
}

std::string short_of(const Frame& f) {
  const GizmoState& gizmo = f.state.of_model.gizmo;
  if (const std::vector<int>& slipped = f.document().slipped(); !slipped.empty()) {
    const std::string& name = f.model()->skeleton.name[idx(slipped.front())];
    return slipped.size() == 1 ? name + " is out of reach" : "held joints are out of reach";
  }
  if (!pulls_limb(f) || !gizmo.previewed) return "";
  const mat4 above = mul_affine(gizmo.drag->grab_parent, gizmo.drag->grab_base_local);
  const int joint = gizmo.drag->joint;
  const double missing =
      missing_metres(f.scene(), SolveIk{joint, vec3(above * (*gizmo.previewed)[3])});
  if (!(missing > 0.0)) return "";
  char usual[32];
  std::snprintf(usual, sizeof usual, "%.2g m", missing);
  return f.model()->skeleton.name[idx(joint)] + " stops " + length_text(f, missing, usual) +
         " short of the target.";
}

}  // namespace bindpose::ui
