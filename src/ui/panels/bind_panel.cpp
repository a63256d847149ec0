// Weights from the distance to bones: compute them, and drag the radii while the surface follows.
#include "ui/panels/bind_panel.h"

#include <algorithm>
#include <cmath>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/panels/reach_slider.h"

namespace bindpose::ui {

namespace {

float file_height(const Frame& f) {
  const float metres = glm::length(vec3(f.model()->to_display[0]));
  const float height = f.input.bones.layout.height;
  return metres > 0.0f ? height / metres : height;
}

const BoneSegment* segment_of(const BoneReach& reach, int joint) {
  const auto found = std::find_if(reach.segments.begin(), reach.segments.end(),
                                  [&](const BoneSegment& s) { return s.joint == joint; });
  return found == reach.segments.end() ? nullptr : &*found;
}

// joint -1: the radius of all bones.
void radius_slider(Frame& f, const char* id, int joint, float radius, float longest) {
  ReachSlider& slider = f.state.of_model.reach;
  const bool held = slider.held && slider.joint == joint;
  float shown = held ? slider.radius : radius;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  compat::push_font(mono_font());
  const bool changed =
      ImGui::SliderFloat(id, &shown, 0.0f, longest, "%.3f",
                         ImGuiSliderFlags_NoRoundToFormat | ImGuiSliderFlags_AlwaysClamp);
  ImGui::PopFont();
  mark(f, id);
  tooltip(f, "In the file's units. Ctrl+click to type a radius");
  if (ImGui::IsItemActivated()) take_radius(f, joint, radius);
  if (!slider.held || slider.in_view || slider.joint != joint) return;
  if (changed) move_radius(f, shown);
  if (ImGui::IsItemDeactivated()) {
    drop_radius(f, !key_pressed(Key::Escape));
  } else if (key_pressed(Key::Escape)) {
    ImGui::ClearActiveID();
    drop_radius(f, false);
  }
}

void draw_radii(Frame& f, const BoneReach& reach) {
  const float longest = 0.5f * file_height(f);
  float mean = 0.0f;
  for (const BoneSegment& s : reach.segments) mean += s.radius;
  mean /= static_cast<float>(std::max<std::size_t>(reach.segments.size(), 1));
  text_dim(f, reach.radii.all ? "Radius of all bones" : "Radius of all bones (they differ: mean)");
  radius_slider(f, "radius of all", -1, reach.radii.all.value_or(mean), longest);
  const BoneSegment* selected = segment_of(reach, f.selected());
  if (selected != nullptr) {
    const auto j = static_cast<std::size_t>(f.selected());
    text_dim(f,
             elided("Radius of " + f.model()->skeleton.name[j], ImGui::GetContentRegionAvail().x));
    radius_slider(f, "radius of joint", f.selected(), selected->radius, longest);
  }
  ViewSettings view = f.scene().view;
  if (toggle(f, "show reach", "Show the reach in the view", view.capsules)) {
    view.capsules = !view.capsules;
    f.set_view(view);
  }
  tooltip(f, "A capsule around the selected joint's bone, or around all bones. Drag its outline");
  if (reach.radii != SegmentRadii{} && ImGui::Button("Automatic radii")) {
    bind_with(f, {}, Phase::Once);
  }
  mark(f, "automatic radii");
}

}  // namespace

void draw_bind_section(Frame& f) {
  if (f.model() == nullptr || f.model()->meshes.empty()) return;
  if (!section(f, "Weights from distance", "", f.state.bind.open)) return;
  ImGui::PushTextWrapPos();
  text_dim(f, "Each bone pulls on what is nearer to it than its radius r, by (r - d) / r.");
  ImGui::PopTextWrapPos();
  vertical_space(f, 4);
  if (f.scene().reach) {
    draw_radii(f, *f.scene().reach);
  } else {
    if (ImGui::Button("Compute weights")) bind_with(f, {}, Phase::Once);
    mark(f, "compute weights");
    tooltip(f, "Replaces the weights of the skinned meshes; undo brings them back");
  }
}

}  // namespace bindpose::ui
