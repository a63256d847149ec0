#include "ui/draft/draft_panel.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "math/numbers.h"
#include "scene/draft/built_model.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/commands.h"
#include "ui/draft/draft_tool.h"

namespace bindpose::ui {

namespace {

constexpr std::size_t kLongestNames = 2047;

// Of a command, where it would do something.
void command_row(Frame& f, Command command, const char* text, bool accent = false) {
  ImGui::BeginDisabled(!available(f, command));
  const bool pressed =
      accent ? accent_button(f, text, ImGui::GetContentRegionAvail().x) : ImGui::Button(text);
  ImGui::EndDisabled();
  mark(f, "draft:", text);
  if (pressed) run(f, command);
}

void joint_rows(Frame& f) {
  DraftTool& tool = f.state.of_model.draft;
  const SkeletonDraft& draft = *f.scene().draft;
  const float row = ImGui::GetTextLineHeightWithSpacing();
  const float height = std::clamp(static_cast<float>(draft.joint.size()) * row, row,
                                  std::max(6.0f * row, 0.4f * ImGui::GetContentRegionAvail().y));
  ImGui::BeginChild("draft joints", ImVec2(0, height + f.px(4)), false, ImGuiWindowFlags_NoNav);
  for (const int j : parents_first(draft)) {
    const DraftJoint& joint = draft.joint[idx(j)];
    int depth = 0;
    for (int p = joint.parent; p >= 0; p = draft.joint[idx(p)].parent) ++depth;
    ImGui::PushID(j);
    const float indent = f.px(4.0f + 10.0f * static_cast<float>(std::min(depth, 10)));
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent);
    const std::string name = elided(joint.name, ImGui::GetContentRegionAvail().x);
    if (ImGui::Selectable((name + "###joint").c_str(), joint.name == tool.selected))
      tool.selected = joint.name;
    // When it is let go: by then a name that was being typed has been given to its joint.
    if (ImGui::IsItemHovered() && ImGui::IsMouseReleased(ImGuiMouseButton_Right)) {
      tool.selected = joint.name;
      f.state.palette.draft_menu = true;
    }
    mark(f, "draft row:", joint.name);
    ImGui::PopID();
  }
  ImGui::EndChild();
}

// Words parted by blanks, commas or ends of lines.
std::vector<std::string> typed_names(const std::string& text) {
  std::vector<std::string> out(1);
  for (const char c : text) {
    const bool parts = c == ' ' || c == ',' || c == ';' || c == '\t' || c == '\n' || c == '\r';
    if (!parts) {
      out.back() += c;
    } else if (!out.back().empty()) {
      out.emplace_back();
    }
  }
  if (out.back().empty()) out.pop_back();
  return out;
}

// The joints whose names are given one after the other: those of the rows from one on, but for the
// other sides of those before, which are named with them where both sides are edited at once.
std::vector<int> rows_to_name(const Frame& f, const SkeletonDraft& draft, int from) {
  std::vector<int> out;
  const std::vector<int> order = parents_first(draft);
  const bool both = f.scene().view.symmetric;
  const DraftPlane plane = both ? draft_plane(*f.model(), draft) : DraftPlane{};
  for (auto row = std::ranges::find(order, from); row != order.end(); ++row) {
    const int other = both ? other_side_of(draft, *row, plane) : *row;
    if (std::ranges::find(out, other) == out.end()) out.push_back(*row);
  }
  return out;
}

// Names for those joints, one or a list parted by commas. Where one cannot be, those before it are
// given. What was named last is selected then. How many were given.
std::size_t give_names(Frame& f, const std::string& typed, const std::vector<int>& rows) {
  std::vector<std::string> wanted{typed};
  if (typed.find(',') != std::string::npos) wanted = typed_names(typed);
  std::shared_ptr<const SkeletonDraft> draft = f.scene().draft;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    if (k == rows.size()) {
      f.say("There are more names than joints; the first ones are given.");
      return k;
    }
    const auto name_of = [&] { return draft->joint[idx(rows[k])].name; };
    DraftChange c{DraftChange::Rename, name_of(), wanted[k]};
    c.both = f.scene().view.symmetric;
    std::string problem;
    const std::shared_ptr<const SkeletonDraft> before = draft;
    draft = changed_draft(draft, c, *f.model(), problem);
    if (!problem.empty()) {
      f.say(problem);
      return k;
    }
    if (*draft != *before) f.edit(EditDraft{c});
    f.state.of_model.draft.selected = name_of();
  }
  return wanted.size();
}

// Enter goes on with the joint in the row below.
void name_field(Frame& f) {
  DraftTool& tool = f.state.of_model.draft;
  if (tool.naming != tool.selected) {
    tool.naming = tool.name = tool.selected;
  }
  tool.name.resize(kLongestNames + 1, '\0');
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (std::exchange(tool.to_name, false)) ImGui::SetKeyboardFocusHere();
  const bool entered =
      ImGui::InputText("##draft name", tool.name.data(), kLongestNames + 1,
                       ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  const bool ended = ImGui::IsItemDeactivatedAfterEdit();
  tool.name.resize(std::char_traits<char>::length(tool.name.c_str()));
  mark(f, "draft name");
  tooltip(f, "Enter goes on with the next joint; a list parted by commas names those below, too");
  if (!ended && !entered) return;
  const std::string typed = tool.name;
  const SkeletonDraft& draft = *f.scene().draft;
  const std::vector<int> rows = rows_to_name(f, draft, find_joint(draft, tool.selected));
  const std::size_t given = typed == tool.selected ? 1 : give_names(f, typed, rows);
  tool.naming.clear();
  if (!entered || given == 0 || given >= rows.size()) return;
  tool.selected = draft.joint[idx(rows[given])].name;
  tool.to_name = true;
}

void parent_field(Frame& f, int j) {
  const SkeletonDraft& draft = *f.scene().draft;
  const int parent = draft.joint[idx(j)].parent;
  const bool open =
      begin_combo(f, "##draft parent", parent < 0 ? "none: a root" : draft.joint[idx(parent)].name,
                  ImGui::GetContentRegionAvail().x);
  mark(f, "draft parent");
  if (!open) return;
  const auto choose = [&](const std::string& name, const char* shown, bool now) {
    if (list_row(shown, now) && !now) {
      DraftChange c{DraftChange::Parent, draft.joint[idx(j)].name, name};
      c.both = f.scene().view.symmetric;
      change_draft(f, c);
    }
    mark(f, "draft parent:", shown);
  };
  choose("", "none: a root", parent < 0);
  for (const int k : parents_first(draft)) {
    const std::string& name = draft.joint[idx(k)].name;
    if (!is_below(draft, k, j)) choose(name, name.c_str(), k == parent);
  }
  ImGui::EndCombo();
}

}  // namespace

void draw_draft_panel(Frame& f) {
  const SkeletonDraft& draft = *f.scene().draft;
  heading("Skeleton by hand");
  text_right(grouped(draft.joint.size()), f.colors.text_dim);
  ImGui::PushTextWrapPos();
  text_dim(f,
           "Click on the surface: a joint in the middle of the volume there, under the selected "
           "one. Drag moves a joint with what hangs on it, with Ctrl in the middle of the volume, "
           "with Alt alone. Delete takes it away.");
  ImGui::PopTextWrapPos();
  vertical_space(f, 4);
  const bool both = f.scene().view.symmetric;
  if (toggle(f, "draft both", "Both sides at once", both)) run(f, Command::ToggleSymmetry);
  mark(f, "draft both");
  command_row(f, Command::DraftMirrorRight, "Mirror right");
  ImGui::SameLine();
  command_row(f, Command::DraftMirrorLeft, "Mirror left");
  vertical_space(f, 4);
  const bool keeps = keeps_own_weights(f.scene(), draft);
  command_row(f, Command::DraftBuild,
              keeps ? "Build and keep weights" : "Build and compute weights", true);
  command_row(f, Command::DraftMode, "Leave without building");
  vertical_space(f, 4);
  if (!draft.joint.empty()) joint_rows(f);
  const int j = selected_draft_joint(f);
  if (j >= 0) {
    vertical_space(f, 4);
    text_dim(f, "Name");
    name_field(f);
    text_dim(f, "Hangs on");
    parent_field(f, j);
    const vec3& p = draft.joint[idx(j)].position;
    key_value(f, "Place", number(p.x, 3) + " " + number(p.y, 3) + " " + number(p.z, 3));
    if (ImGui::Button("Select none")) f.state.of_model.draft.selected.clear();
    mark(f, "draft select none");
    tooltip(f, "The next joint that is placed is a root");
    ImGui::SameLine();
    command_row(f, Command::DraftDelete, "Delete");
  }
}

}  // namespace bindpose::ui
