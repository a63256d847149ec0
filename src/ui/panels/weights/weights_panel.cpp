#include "ui/panels/weights/weights_panel.h"

#include <algorithm>

#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/swatch.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"
#include "ui/commands/skinning_menu.h"
#include "ui/engine/engine_settings.h"
#include "ui/paint/paint_tool.h"

namespace bindpose::ui {

namespace {

WeightSummary::Row count(const MeshBinding& binding, int joint, WeightStats stats) {
  const auto& [in, skin] = binding;
  WeightSummary::Row row;
  row.stats = stats;
  const int slot = joint >= 0 ? find_slot(skin, joint) : -1;
  if (slot < 0) return row;
  for (std::size_t i = 0; i < in.slot.size(); ++i) {
    if (in.slot[i] != slot) continue;
    ++row.influenced;  // a slot occurs once in a vertex
    row.largest = std::max(row.largest, in.weight[i]);
  }
  return row;
}

// Counting a million vertices takes milliseconds: once for a model and a joint, not every frame.
const WeightSummary& summary(Frame& f) {
  WeightSummary& s = f.state.of_model.weights.summary;
  const Model* model = f.model();
  const std::uint64_t weights = f.scene().weights.revision;
  const bool same_model =
      s.model == model->id && s.weights == weights && s.rows.size() == model->meshes.size();
  if (same_model && s.joint == f.selected()) return s;
  std::vector<WeightSummary::Row> rows;
  for (std::size_t m = 0; m < model->meshes.size(); ++m) {
    const MeshBinding& binding = binding_of(f.scene(), m);
    rows.push_back(count(binding, f.selected(),
                         same_model ? s.rows[m].stats : weight_stats(binding.influences)));
  }
  s.rows = std::move(rows);
  s.model = model->id;
  s.weights = weights;
  s.joint = f.selected();
  return s;
}

void draw_joint_statistics(Frame& f, const WeightSummary& s) {
  if (f.selected() < 0) {
    ImGui::PushTextWrapPos();
    text_dim(f, "Click a joint to see which vertices it moves.");
    ImGui::PopTextWrapPos();
    return;
  }
  const auto j = static_cast<std::size_t>(f.selected());
  std::size_t influenced = 0, meshes = 0;
  float largest = 0.0f;
  for (const WeightSummary::Row& row : s.rows) {
    influenced += row.influenced;
    meshes += row.influenced > 0;
    largest = std::max(largest, row.largest);
  }
  heading_elided(f.model()->skeleton.name[j], ImGui::GetContentRegionAvail().x);
  key_value(f, "Vertices moved", grouped(influenced));
  key_value(f, "Largest weight", number(largest, 3));
  if (s.rows.size() > 1) {
    key_value(f, "In meshes", grouped(meshes) + " of " + grouped(s.rows.size()));
  }
}

// The map of one joint's weights has the same numbers in its legend.
bool map_tells_of_joint(const Frame& f) {
  const Scene& scene = f.scene();
  return scene.view.show == Show::Weights && f.selected() >= 0 && scene.selection.also.empty() &&
         !scene.view.weights_subtree && f.map != nullptr;
}

void draw_mesh_statistics(Frame& f, std::size_t m, const WeightSummary::Row& row) {
  const Mesh& mesh = f.model()->meshes[m];
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string name = mesh.name.empty() ? "mesh " + std::to_string(m + 1) : mesh.name;
  ImGui::PushID(static_cast<int>(m));
  ImGui::TextUnformatted(elided(name, width).c_str());
  mark(f, "statistics:", name);
  if (f.state.of_model.weights.scroll_to_mesh == static_cast<int>(m)) {
    ImGui::SetScrollHereY(0.0f);
    f.state.of_model.weights.scroll_to_mesh = -1;
  }
  ImGui::Indent(f.px(12));
  key_value(f, "Vertices", grouped(mesh.position.size()));
  key_value(f, "Most influences", grouped(row.stats.max_influences));
  key_value(f, "Without weights", grouped(row.stats.unweighted));
  key_value(f, "Sum not 1 in the file", grouped(row.stats.unnormalised));
  if (f.selected() >= 0 && f.model()->meshes.size() > 1) {
    key_value(f, "Moved by this joint", grouped(row.influenced));
  }
  ImGui::Unindent(f.px(12));
  ImGui::PopID();
  vertical_space(f, 4);
}

void choose_map(Frame& f) {
  const float width = ImGui::GetContentRegionAvail().x;
  const bool open = begin_combo(f, "##map", info(map_command(f)).label, width);
  mark(f, "map");
  if (!open) return;
  map_items(f);
  ImGui::EndCombo();
}

void choose_limit(Frame& f) {
  const int chosen = segmented(f, "limit", {"1", "2", "3", "4", "5", "6", "7", "8"},
                               f.scene().view.limit - 1, ImGui::GetContentRegionAvail().x);
  tooltip(f, "How many of the largest weights of a vertex are kept", Command::NextLimit);
  if (chosen < 0) return;
  ViewSettings v = f.scene().view;
  v.limit = chosen + 1;
  f.set_view(v);
}

// The two whose distance is shown, below each other.
void choose_deformers(Frame& f) {
  const ViewSettings& v = f.scene().view;
  const float label = f.px(52), left = ImGui::GetCursorPosX();
  constexpr struct {
    const char* word;
    const char* id;
    Deformer ViewSettings::*setting;
    const char* about;
  } kRows[] = {{"From", "compare from", &ViewSettings::method, "What moves the surface."},
               {"to", "compare to", &ViewSettings::compare, "What it is compared with."}};
  for (const auto& row : kRows) {
    align_text();
    text_dim(f, row.word);
    ImGui::SameLine();
    ImGui::SetCursorPosX(left + label);
    const std::string chosen(info_of(v.*row.setting).name);
    ImGui::PushID(row.id);
    const bool open = begin_combo(f, "##deformer", chosen, ImGui::GetContentRegionAvail().x);
    mark(f, row.id);
    if (open) {
      draw_deformer_items(f, row.setting);
      ImGui::EndCombo();
    } else {
      tooltip(f, std::string(row.about) + " " + std::string(info_of(v.*row.setting).about));
    }
    ImGui::PopID();
  }
}

// What the legend over the view says, in full: all numbers, nothing shortened but names.
void draw_map_numbers(Frame& f, const Legend& legend) {
  heading_wrapped(legend.title, ImGui::GetContentRegionAvail().x);
  ImGui::PushTextWrapPos();
  if (!legend.note.empty()) text_dim(f, wrapped(legend.note, ImGui::GetContentRegionAvail().x));
  if (!legend.where.empty()) text_dim(f, wrapped(legend.where, ImGui::GetContentRegionAvail().x));
  ImGui::PopTextWrapPos();
  const float side = f.px(11), wide = f.scene().view.hatching ? 2.0f * side : side;
  for (const LegendSwatch& swatch : legend.swatches) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float y = at.y + 0.5f * (ImGui::GetTextLineHeight() - side);
    draw_swatch(f, ImGui::GetWindowDrawList(), {{at.x, y}, {at.x + wide, y + side}}, swatch.color,
                swatch.pattern);
    ImGui::Indent(wide + f.px(8));
    key_value(f, swatch.text.c_str(), grouped(swatch.count));
    ImGui::Unindent(wide + f.px(8));
  }
}

// Pins the vertex that a map of distances has its largest value at.
void draw_farthest(Frame& f, const VertexRef& at) {
  if (at.empty() || at == f.scene().selection.pinned_vertex) return;
  if (ImGui::Button("Pin the farthest vertex", ImVec2(ImGui::GetContentRegionAvail().x, 0.0f))) {
    f.edit(SetPinnedVertex{at});
  }
  mark(f, "pin farthest");
  tooltip(f, "Vertex " + grouped(at.vertex) + ": its joints, weights and formula");
}

// The settings of the map that is shown, and what it says.
void draw_map(Frame& f) {
  const ViewSettings& v = f.scene().view;
  if (v.show == Show::Weights) {
    if (toggle(f, "subtree", "With all joints below", v.weights_subtree)) {
      run(f, Command::ToggleSubtree);
    }
    tooltip(f, "Sum the weights of the selected joints and all below them", Command::ToggleSubtree);
  } else if (v.show == Show::Limit) {
    vertical_space(f, 4);
    choose_limit(f);
  } else if (v.show == Show::Engine || v.engine) {
    vertical_space(f, 4);
    draw_engine_settings(f);
  } else if (v.show == Show::Distance) {
    vertical_space(f, 4);
    choose_deformers(f);
  }
  const bool told = v.show != Show::Shaded && f.map != nullptr && !f.map->mesh.empty();
  if (!told) return;
  vertical_space(f, 4);
  draw_map_numbers(f, f.map->legend);
  draw_farthest(f, f.map->farthest);
  vertical_space(f, 4);
}

}  // namespace

void draw_weights_panel(Frame& f) {
  draw_paint_section(f);
  draw_probe_panel(f);
  draw_chosen_weights(f);
  choose_map(f);
  tooltip(f, "What the surface shows", Command::ToggleWeights);
  if (toggle(f, "raw weights", "As stored in the file", f.scene().view.weights == WeightUse::Raw)) {
    run(f, Command::ToggleRawWeights);
  }
  tooltip(f, "Skin with the file's own sums instead of sums of 1", Command::ToggleRawWeights);
  draw_map(f);
  const WeightSummary& s = summary(f);
  if (!map_tells_of_joint(f)) {
    vertical_space(f, 4);
    draw_joint_statistics(f, s);
  }
  vertical_space(f, 8);
  draw_bind_section(f);
  draw_mend_section(f);
  vertical_space(f, 8);
  heading("Meshes");
  for (std::size_t m = 0; m < s.rows.size(); ++m) draw_mesh_statistics(f, m, s.rows[m]);
}

}  // namespace bindpose::ui
