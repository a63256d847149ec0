// What the open model is, in numbers.
#include "ui/panels/right_panel.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "math/srgb.h"
#include "scene/numerals.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/length.h"
#include "ui/base/swatch.h"
#include "ui/base/widgets.h"
#include "ui/commands/commands.h"
#include "view/material_color.h"

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

constexpr std::size_t kMostMaterials = 12;
constexpr const char* kSlotNames[] = {"base colour", "metal and roughness", "normals",
                                      "occlusion",   "light of its own",    "specular and gloss"};
static_assert(std::size(kSlotNames) == kTextureSlots);

// What lies on a material: a line a texture, those that were not found at the end.
struct MaterialTextures {
  std::size_t there = 0, missing = 0;
  std::string text;
  std::string first_missing;  // as the file calls it
};

MaterialTextures textures_of(const Model& model, std::size_t m) {
  MaterialTextures out;
  for (std::size_t slot = 0; slot < kTextureSlots; ++slot) {
    const int image = model.materials[m].texture[slot].image;
    if (image < 0) continue;
    ++out.there;
    out.text += std::string("\n") + kSlotNames[slot];
  }
  for (const MissingTexture& texture : model.missing_textures) {
    if (texture.material != static_cast<int>(m)) continue;
    if (++out.missing == 1) out.first_missing = texture.stored;
    out.text += std::string("\n") + kSlotNames[static_cast<std::size_t>(texture.slot)] +
                ", not found: " + texture.stored;
  }
  return out;
}

// Its colour, its name, how many textures it has; a click on one that lacks some looks for
// them.
void draw_material(Frame& f, std::size_t m) {
  const Material& material = f.model()->materials[m];
  const MaterialTextures textures = textures_of(*f.model(), m);
  const float line = ImGui::GetTextLineHeight(), side = f.px(11);
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string name =
      material.name.empty() ? "material " + std::to_string(m + 1) : material.name;
  ImGui::PushID(static_cast<int>(m));
  if (ImGui::InvisibleButton("material", ImVec2(width, line)) && textures.missing > 0) {
    run(f, Command::FindTextures);
    f.state.browser.texture = textures.first_missing;
  }
  ImGui::PopID();
  mark(f, "material:", name);
  tooltip(f, name + (textures.text.empty() ? "\nno textures" : textures.text) +
                 (textures.missing > 0 ? "\nA click looks for what is missing." : ""));
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float y = at.y + 0.5f * (line - side);
  const Rect swatch{{at.x, y}, {at.x + side, y + side}};
  draw_swatch(f, list, swatch, linear_to_srgb(mean_material_color(*f.model(), m)));
  compat::draw_rect(list, im(swatch.lo), im(swatch.hi), to_u32(f.colors.text, 0.25f), 0.0f, 1.0f);
  const std::string count = textures.missing > 0 ? grouped(textures.missing) + " missing"
                            : textures.there > 0 ? counted(textures.there, "texture", "textures")
                                                 : "plain";
  const float right = at.x + width - ImGui::CalcTextSize(count.c_str()).x;
  const float left = at.x + side + f.px(8);
  list->AddText(ImVec2(left, at.y), to_u32(f.colors.text),
                elided(name, right - left - f.px(8)).c_str());
  list->AddText(ImVec2(right, at.y),
                to_u32(textures.missing > 0 ? f.colors.warning : f.colors.text_dim), count.c_str());
}

void draw_materials(Frame& f) {
  const std::size_t all = f.model()->materials.size(), shown = std::min(all, kMostMaterials);
  if (all == 0) return;
  key_value(f, "Materials", grouped(all));
  ImGui::Indent(f.px(12));
  for (std::size_t m = 0; m < shown; ++m) draw_material(f, m);
  if (shown < all) text_dim(f, "and " + grouped(all - shown) + " more");
  ImGui::Unindent(f.px(12));
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
  draw_materials(f);
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
