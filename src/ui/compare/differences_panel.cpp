#include "ui/compare/differences_panel.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "scene/diff/diff_account.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/tree_rows.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"

namespace bindpose::ui {

namespace {

// Lines of a part before it is asked for all of them.
constexpr std::size_t kFewDifferences = 8;
constexpr float kRowPad = 5.0f, kRowIndent = 20.0f;

constexpr const char* kPartName[kDiffParts] = {"Joints",
                                               "Parents",
                                               "Bones of a human",
                                               "Bind pose",
                                               "Axes",
                                               "Rest pose",
                                               "Clips",
                                               "Nodes",
                                               "Surface",
                                               "Weights",
                                               "Deformers",
                                               "Texture coordinates",
                                               "Colours of vertices",
                                               "Morphs",
                                               "Materials"};
constexpr const char* kPartAbout[kDiffParts] = {
    "Joints that only one of the files has.",
    "Joints that hang below another one.",
    "Which joint is which bone of a human, as VRM says it.",
    "Where joints are in the bind pose. A click shows that pose.",
    "How joints are turned in the bind pose. A click shows that pose.",
    "Joints in the pose that the files come in. A click shows that pose.",
    "Clips of the same name, sampled. A click goes to the clip, at the time of the largest "
    "difference.",
    "Nodes that no skin names. Those that carry joints or meshes count by what they do to them. A "
    "click shows the node in the rest pose, or in the clip.",
    "Vertices that are not on the other surface in the bind pose, and vertices that clips take "
    "elsewhere than that point of it. A click frames the farthest, in that pose.",
    "Weights where the surfaces meet, by the names of joints. A click frames the vertex and "
    "shows its joint's weights in both.",
    "How meshes of one name ask to be moved by their joints.",
    "Where pictures lie on the surface, by place. A click frames the vertex.",
    "Colours that the vertices have, by place. A click frames the vertex.",
    "Morphs by their names.",
    "Materials of meshes of one name; of other meshes by their own names."};

std::string tolerance_text(double tolerance) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", tolerance);
  return text;
}

// A line: a name, and below it what it differs in. `accent`: the name is what the panel is about.
void draw_row(Frame& f, DiffPart part, const DiffRow& row, const std::string& id, bool accent) {
  const float indent = f.px(accent ? 8 : kRowIndent), pad = f.px(kRowPad);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, room = width - indent - f.px(8);
  const std::string words = wrapped(row.words, room);
  const ImVec2 below = words.empty() ? ImVec2(0, 0) : ImGui::CalcTextSize(words.c_str());
  const float font = ImGui::GetFontSize();
  const float height = 2.0f * pad + font + (words.empty() ? 0.0f : below.y + f.px(2));
  const bool shows = can_show(part, row);
  ImGui::PushID(id.c_str());
  ImGui::BeginDisabled(!shows);
  const bool pressed = ImGui::InvisibleButton("row", ImVec2(width, height));
  const bool hovered = ImGui::IsItemHovered();
  ImGui::EndDisabled();
  ImGui::PopID();
  mark(f, "difference:", id);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 end(corner.x + width, corner.y + height);
  const bool selected = (part < DiffPart::Clips || part == DiffPart::Nodes) && row.joint_a >= 0 &&
                        row.joint_a == f.selected();
  if (accent) {
    list->AddRectFilled(corner, end, to_u32(f.colors.accent, hovered ? 0.2f : 0.12f), f.px(4));
  } else if (hovered || selected) {
    list->AddRectFilled(
        corner, end, to_u32(selected ? f.colors.accent : f.colors.text, selected ? 0.16f : 0.07f),
        f.px(4));
  }
  const float x = corner.x + indent;
  list->AddText(ImVec2(x, corner.y + pad), to_u32(shows ? f.colors.text : f.colors.text_dim),
                elided(row.name, room).c_str());
  if (!words.empty()) {
    list->AddText(ImVec2(x, corner.y + pad + font + f.px(2)), to_u32(f.colors.text_dim),
                  words.c_str());
  }
  if (pressed) show_difference(f, part, row);
}

void draw_rows(Frame& f, const DiffChapter& chapter) {
  const auto p = static_cast<std::size_t>(chapter.part);
  bool& all = f.state.of_model.differences.all[p];
  std::size_t drawn = 0, left = 0;
  for (const auto* rows : {&chapter.rows, &chapter.more}) {
    const std::size_t shown = all ? rows->size() : std::min(rows->size(), kFewDifferences);
    for (std::size_t k = 0; k < shown; ++k) {
      draw_row(f, chapter.part, (*rows)[k],
               std::string(kDiffWord[p]) + " " + std::to_string(drawn++), false);
    }
    left += rows->size() - shown;
  }
  if (left == 0) return;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + f.px(kRowIndent));
  const std::string label = grouped(left) + " more";
  if (ImGui::Button((label + "##" + kDiffWord[p]).c_str())) all = true;
  mark(f, "more differences:", kDiffWord[p]);
}

// A line for each of both files, in the words of the panes.
void draw_file_names(Frame& f) {
  const ComparisonInput& c = f.input.compared;
  const auto line = [&](const char* letter, const std::string& name, const std::string& path) {
    text_colored(f.colors.accent, letter);
    ImGui::SameLine(0.0f, f.px(8));
    ImGui::TextUnformatted(elided(name, ImGui::GetContentRegionAvail().x).c_str());
    tooltip(f, path);
  };
  line("A", c.name_a, f.model()->path);
  line("B", c.name_b, c.other->document.scene().model->path);
}

void choose_tolerance(Frame& f) {
  const ComparisonInput& c = f.input.compared;
  const std::string now =
      c.account != nullptr ? c.account->limits : "To " + tolerance_text(c.tolerance);
  // What it is a part of stands in the tooltip.
  const std::string shown = now.substr(0, now.find(" of "));
  const bool open = begin_combo(f, "##tolerance", shown, ImGui::GetContentRegionAvail().x);
  mark(f, "tolerance");
  if (!open) {
    tooltip(f, now +
                   ".\nWhat is smaller is no difference: lengths as a part of A's size, turns in "
                   "radians, weights as they are.");
    return;
  }
  for (const double t : {0.0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2}) {
    const std::string name = tolerance_text(t);
    if (ImGui::MenuItem(name.c_str(), nullptr, t == c.tolerance)) f.out.requests.tolerance = t;
    start_list_at(t == c.tolerance);
    mark(f, "tolerance:", name);
  }
  ImGui::EndCombo();
}

void draw_first(Frame& f, const DiffAccount& account) {
  if (account.first.words.empty()) return;
  text_dim(f, account.first_part == DiffPart::Nodes ? "The first node that differs"
                                                    : "The first joint that differs");
  DiffRow row = account.first;
  row.words =
      std::string("in ") + kDiffWord[static_cast<int>(account.first_part)] + ": " + row.words;
  draw_row(f, account.first_part, row, "first", true);
  vertical_space(f, 4);
}

void draw_account(Frame& f, const DiffAccount& account) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, f.px(2)));
  if (account.same) {
    heading("They are the same.");
    vertical_space(f, 4);
  }
  draw_first(f, account);
  for (const DiffChapter& chapter : account.part) {
    if (chapter.rows.empty()) continue;
    const auto p = static_cast<std::size_t>(chapter.part);
    bool open = !f.state.of_model.differences.folded[p];
    section(f, kPartName[p], grouped(chapter.rows.size()), open, &f.colors.warning);
    tooltip(f, chapter.says + ". " + kPartAbout[p]);
    f.state.of_model.differences.folded[p] = !open;
    if (open) draw_rows(f, chapter);
  }
  vertical_space(f, 6);
  for (const DiffChapter& chapter : account.part) {
    if (!chapter.rows.empty()) continue;
    ImGui::PushTextWrapPos();
    text_dim(f,
             std::string(kPartName[static_cast<std::size_t>(chapter.part)]) + ": " + chapter.says);
    ImGui::PopTextWrapPos();
    tooltip(f, kPartAbout[static_cast<std::size_t>(chapter.part)]);
  }
  ImGui::PopStyleVar();
}

void show_base(Frame& f, BasePose base, int clip = -1, double time = 0.0) {
  f.edit(SetBasePose{base, clip});
  if (base != BasePose::Clip) return;
  Playback rests = f.scene().playback;
  rests.playing = false;
  f.edit(SetPlayback{rests});
  f.edit(SetTime{time});
}

void show_map(Frame& f, Show map) {
  ViewSettings v = f.scene().view;
  v.show = map;
  v.surface = true;
  f.set_view(v);
}

void show_vertex(Frame& f, const DiffRow& row) {
  if (row.of_a) f.edit(SetPinnedVertex{row.at});
  f.out.requests.frame_vertex = Requests::FramedVertex{row.at, !row.of_a};
}

}  // namespace

bool can_show(DiffPart part, const DiffRow& row) {
  switch (part) {
    case DiffPart::Clips:
      return row.clip >= 0;
    case DiffPart::Surface:
    case DiffPart::Weights:
    case DiffPart::Uv:
    case DiffPart::Colors:
    case DiffPart::Morphs:
      return !row.at.empty();
    case DiffPart::Skinning:
    case DiffPart::Materials:
      return false;
    default:
      return row.joint_a >= 0;
  }
}

void show_difference(Frame& f, DiffPart part, const DiffRow& row) {
  if (!can_show(part, row)) return;
  const bool by_vertex = !row.at.empty();
  const bool surface_in_clip = part == DiffPart::Surface && row.clip >= 0;
  if (part == DiffPart::Bind || part == DiffPart::Axes ||
      (part == DiffPart::Surface && !surface_in_clip))
    show_base(f, BasePose::Bind);
  const bool node_in_clip = part == DiffPart::Nodes && row.clip >= 0;
  if (part == DiffPart::Rest || (part == DiffPart::Nodes && !node_in_clip))
    show_base(f, BasePose::Rest);
  if (part == DiffPart::Clips || node_in_clip || surface_in_clip)
    show_base(f, BasePose::Clip, row.clip, row.time);
  if (part == DiffPart::Surface) show_map(f, Show::Apart);
  if (part == DiffPart::Weights) show_map(f, Show::Weights);
  if (row.joint_a >= 0) {
    select_joint(f, row.joint_a);
    f.out.requests.frame_selection = !by_vertex;
  }
  if (by_vertex) show_vertex(f, row);
}

void draw_differences(Frame& f) {
  const ComparisonInput& c = f.input.compared;
  if (!c.on()) return;
  draw_file_names(f);
  vertical_space(f, 4);
  if (toggle(f, "apart", "Colour by distance", f.scene().view.show == Show::Apart))
    run(f, Command::ShowApart);
  tooltip(f, "How far each surface is from the other, in this pose", Command::ShowApart);
  if (toggle(f, "weights-apart", "Colour by weights", f.scene().view.show == Show::WeightsApart))
    run(f, Command::ShowWeightsApart);
  tooltip(f, "Where a joint's weight differs, and by how much", Command::ShowWeightsApart);
  choose_tolerance(f);
  vertical_space(f, 4);
  const float button = ImGui::GetFrameHeight() + 2.0f * ImGui::GetStyle().ItemSpacing.y + f.px(6);
  ImGui::BeginChild("differences", ImVec2(0, -button), false, ImGuiWindowFlags_NoNav);
  if (c.account != nullptr) draw_account(f, *c.account);
  if (c.computing) text_dim(f, "Comparing ...");
  ImGui::EndChild();
  vertical_space(f, 4);
  if (ImGui::Button("End the comparison", ImVec2(ImGui::GetContentRegionAvail().x, 0.0f)))
    run(f, Command::EndComparison);
  mark(f, "end comparison");
  tooltip(f, "Back to the open model alone", Command::EndComparison);
}

}  // namespace bindpose::ui
