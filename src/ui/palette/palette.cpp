#include "ui/palette/palette.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/commands.h"

namespace bindpose::ui {

namespace {

constexpr const char* kPalettePopup = "palette";

const CommandInfo& command_in_row(int row) {
  return command_table()[static_cast<std::size_t>(row)];
}

// "Pose   Ctrl+L", or why it cannot be done now.
std::string beside_command(const Frame& f, const CommandInfo& c) {
  if (const std::string why = why_not(f, c.command); !why.empty()) return why;
  const std::string key = shortcut_text(f, c.command);
  const std::string menu = c.menu;
  return menu.empty() || key.empty() ? menu + key : menu + "   " + key;
}

SearchRows command_rows(const Frame& f) {
  SearchRows rows{"command", "Find a command", "No command has that in its name",
                  static_cast<int>(command_table().size())};
  rows.title = [&f](int row) { return label(f, command_in_row(row).command); };
  rows.words = [](int row) {
    const CommandInfo& c = command_in_row(row);
    return std::string(c.label) + " " + c.menu + " " + c.name;
  };
  rows.beside = [&f](int row) { return beside_command(f, command_in_row(row)); };
  rows.grey = [&f](int row) { return !why_not(f, command_in_row(row).command).empty(); };
  for (int row = 0; row < rows.count; ++row) {
    if (command_in_row(row).command == Command::FindCommand) rows.without = row;
  }
  return rows;
}

}  // namespace

void draw_palette(Frame& f) {
  PaletteState& s = f.state.palette;
  if (std::exchange(s.wanted, false)) {
    ImGui::OpenPopup(kPalettePopup);
    f.out.wants_next_frame = true;
  }
  const vec2 display = from_im(ImGui::GetIO().DisplaySize);
  const float width = std::min(f.px(560), display.x - f.px(32));
  ImGui::SetNextWindowPos(ImVec2(std::floor(0.5f * (display.x - width)), f.view.lo.y + f.px(12)));
  ImGui::SetNextWindowSize(ImVec2(width, 0.0f));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(f.px(8), f.px(8)));
  const bool open = ImGui::BeginPopup(kPalettePopup, ImGuiWindowFlags_NoMove);
  ImGui::PopStyleVar();
  s.list.asked = true;
  if (open) {
    const int row = pick_row(f, s.list, command_rows(f));
    if (key_pressed(Key::Escape)) ImGui::CloseCurrentPopup();
    const Command chosen = row >= 0 ? command_in_row(row).command : Command::FindCommand;
    if (row >= 0 && !available(f, chosen)) {
      f.say(std::string(command_in_row(row).label) + ": " + why_not(f, chosen) + ".");
    } else if (row >= 0) {
      ImGui::CloseCurrentPopup();
      run(f, chosen);
      f.out.wants_next_frame = true;
    }
    ImGui::EndPopup();
  }
  s.list.open = open;
}

}  // namespace bindpose::ui
