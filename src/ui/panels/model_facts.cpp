// What the open model is, in numbers.
#include "ui/panels/right_panel.h"

#include <algorithm>
#include <cmath>

#include "ui/base/imgui_compat.h"
#include "ui/base/length.h"
#include "ui/base/widgets.h"

namespace bindpose::ui {

namespace {

struct Totals {
  std::size_t skinned = 0, weighted = 0;
};

Totals totals_of(const Scene& scene) {
  Totals t;
  for (const BoundMesh& bound : bound_meshes(scene)) t.skinned += bound.skin.skinned ? 1 : 0;
  t.weighted = static_cast<std::size_t>(std::ranges::count(joint_flags(scene).has_weight, 1));
  return t;
}

// "1.83 m"; what is no metre long or longer than a street, in the unit that says it.
std::string metres(float length) {
  const auto m = static_cast<double>(length);
  return m < 0.01 ? number(1000.0 * m, 2) + " mm" : number(m, 2) + " m";
}

}  // namespace

void draw_model_facts(Frame& f) {
  const Model& model = *f.model();
  const Totals totals = totals_of(f.scene());
  heading_wrapped(model.name, ImGui::GetContentRegionAvail().x);
  if (!model.format.empty()) text_dim(f, model.format);
  vertical_space(f, 4);
  const auto told = [&](float length) {
    return length_text(f, static_cast<double>(length), metres(length));
  };
  const vec3& sides = f.input.bones.layout.sides;
  key_value(f, "Height", told(sides.y));
  key_value(f, "Width, depth", told(sides.x) + ", " + told(sides.z));
  key_value(f, "Meshes", grouped(model.meshes.size()));
  if (totals.skinned < model.meshes.size()) key_value(f, "Skinned", grouped(totals.skinned));
  key_value(f, "Vertices", grouped(vertex_count(model)));
  key_value(f, "Triangles", grouped(triangle_count(model)));
  key_value(f, "Joints", grouped(joint_count(joint_flags(f.scene()))));
  key_value(f, "With weights", grouped(totals.weighted));
  if (!model.materials.empty()) key_value(f, "Materials", grouped(model.materials.size()));
  if (!model.morph_channels.empty()) key_value(f, "Morphs", grouped(model.morph_channels.size()));
  // Those that were made or taken here as well.
  const int clips = clip_count(f.scene()), listed = std::min(clips, 8);
  key_value(f, "Clips", grouped(static_cast<std::size_t>(clips)));
  ImGui::Indent(f.px(12));
  for (int i = 0; i < listed; ++i) {
    const Clip& clip = *clip_at(f.scene(), i);
    const std::string name = clip.name.empty() ? "clip " + std::to_string(i + 1) : clip.name;
    key_value(f, name.c_str(), number(clip.duration, 2) + " s");
  }
  if (listed < clips) {
    text_dim(f, "and " + grouped(static_cast<std::size_t>(clips - listed)) +
                    " more in the timeline's list");
  }
  ImGui::Unindent(f.px(12));
}

}  // namespace bindpose::ui
