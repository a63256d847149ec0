#include "ui/overlays/help.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/commands.h"
#include "ui/overlays/card.h"

namespace bindpose::ui {

namespace {

struct Line {
  bool is_heading;
  std::string text, keys;
};

// Groups in the table's order, then the mouse.
std::vector<Line> help_lines() {
  std::vector<Line> lines;
  const char* group = "";
  for (const CommandInfo& c : command_table()) {
    if (c.keys[0].key == Key::None) continue;
    if (std::strcmp(group, c.group) != 0) lines.push_back({true, group = c.group, {}});
    std::string keys;
    for (const Binding& b : c.keys) {
      const bool keypad = b.key >= Key::Pad0 && b.key <= Key::Pad9;
      if (b.key == Key::None || keypad) continue;
      keys += (keys.empty() ? "" : "  or  ") + shortcut_text(b.key, b.modifiers);
    }
    lines.push_back({false, c.label, keys});
  }
  lines.push_back({true, "Mouse", {}});
  for (const MouseHelp& m : mouse_help()) lines.push_back({false, m.what, m.gesture});
  return lines;
}

// Where each column ends: at a heading, as even as that allows.
std::vector<std::size_t> column_ends(const std::vector<Line>& lines, std::size_t columns) {
  std::vector<std::size_t> ends;
  for (std::size_t c = 1; c < columns; ++c) {
    const std::size_t ideal = c * lines.size() / columns;
    std::size_t best = lines.size();
    for (std::size_t i = ends.empty() ? 1 : ends.back() + 1; i < lines.size(); ++i) {
      if (!lines[i].is_heading) continue;
      const auto off = [ideal](std::size_t k) { return k > ideal ? k - ideal : ideal - k; };
      if (best == lines.size() || off(i) < off(best)) best = i;
    }
    ends.push_back(best);
  }
  ends.push_back(lines.size());
  return ends;
}

float column_height(const std::vector<Line>& lines, std::size_t first, std::size_t end, float line,
                    float spare) {
  float height = 0.0f;
  for (std::size_t i = first; i < end; ++i) {
    height += line + (lines[i].is_heading && i > first ? spare : 0.0f);
  }
  return height;
}

void draw_help_line(Frame& f, const Line& line, float x, float y, float width) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (line.is_heading) {
    list->AddText(ImVec2(x, y), to_u32(f.colors.accent), line.text.c_str());
    return;
  }
  list->AddText(ImVec2(x, y), to_u32(f.colors.text), line.text.c_str());
  const float keys = ImGui::CalcTextSize(line.keys.c_str()).x;
  list->AddText(ImVec2(x + width - keys, y), to_u32(f.colors.text_dim), line.keys.c_str());
  mark(f, "help:", line.text, {{x, y}, {x + width, y + ImGui::GetFontSize()}});
  mark(f, "help keys:", line.text, {{x + width - keys, y}, {x + width, y + ImGui::GetFontSize()}});
}

// Of the widest line among these: what it does, room, its keys.
float column_width(const Frame& f, const std::vector<Line>& lines, std::size_t first,
                   std::size_t end) {
  float width = f.px(200);
  for (std::size_t i = first; i < end; ++i) {
    const float keys = ImGui::CalcTextSize(lines[i].keys.c_str()).x;
    width = std::max(width, ImGui::CalcTextSize(lines[i].text.c_str()).x + f.px(16) + keys);
  }
  return width;
}

struct Columns {
  std::vector<std::size_t> ends;
  std::vector<float> width;
  float total = 0.0f;  // with the gaps
};

Columns columns_of(const Frame& f, const std::vector<Line>& lines, std::size_t count, float gap) {
  Columns out{column_ends(lines, count), {}, -gap};
  std::size_t first = 0;
  for (const std::size_t end : out.ends) {
    out.width.push_back(column_width(f, lines, std::exchange(first, end), end));
    out.total += out.width.back() + gap;
  }
  return out;
}

// As many as fit beside each other.
Columns columns_that_fit(const Frame& f, const std::vector<Line>& lines, float room, float gap) {
  constexpr std::size_t kMost = 4;
  for (std::size_t count = kMost; count > 1; --count) {
    Columns columns = columns_of(f, lines, count, gap);
    if (columns.total <= room) return columns;
  }
  return columns_of(f, lines, 1, gap);
}

}  // namespace

void draw_help(Frame& f) {
  if (!f.state.help.open) return;
  const std::vector<Line> lines = help_lines();
  const float gap = f.px(28);
  // The card has a margin, padding, and room for a scroll bar.
  const vec2 room = from_im(ImGui::GetIO().DisplaySize) - f.px(24.0f) - vec2(f.px(62), f.px(84));
  const Columns columns = columns_that_fit(f, lines, room.x, gap);
  // Lines stand closer where that shows them all.
  float line = 0.0f, spare = 0.0f, body = 0.0f;
  for (const float lead : {1.45f, 1.3f, 1.2f, 1.1f, 1.45f}) {
    line = std::floor(lead * ImGui::GetFontSize());
    spare = 0.6f * line;  // above a heading
    body = 0.0f;
    std::size_t first = 0;
    for (const std::size_t end : columns.ends) {
      body = std::max(body, column_height(lines, std::exchange(first, end), end, line, spare));
    }
    if (body <= room.y) break;
  }
  if (!begin_card(f, "Keyboard and mouse", vec2(columns.total + f.px(62), body + f.px(84)))) {
    f.state.help.open = false;
  }
  ImGui::BeginChild("keys", ImVec2(0, 0), false, ImGuiWindowFlags_NoNav);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  float x = corner.x, lowest = corner.y;
  std::size_t i = 0;
  for (std::size_t c = 0; c < columns.ends.size(); ++c) {
    float y = corner.y;
    for (const std::size_t start = i; i < columns.ends[c]; ++i, y += line) {
      if (lines[i].is_heading && i > start) y += spare;
      draw_help_line(f, lines[i], x, y, columns.width[c]);
    }
    lowest = std::max(lowest, y);
    x += columns.width[c] + gap;
  }
  ImGui::Dummy(ImVec2(1, lowest - corner.y));
  ImGui::EndChild();
  ImGui::End();
}

void draw_about(Frame& f) {
  if (!f.state.help.about) return;
  if (!begin_card(f, "Bindpose", vec2(f.px(480), f.px(190)))) f.state.help.about = false;
  ImGui::PushTextWrapPos();
  ImGui::TextUnformatted(
      "An interactive viewer for skinned characters: pose joints, read weights, "
      "watch the formula.");
  vertical_space(f, 4);
  if (!f.input.renderer.empty()) text_dim(f, "OpenGL: " + f.input.renderer);
  text_dim(f, std::string("Dear ImGui ") + IMGUI_VERSION + ", GLFW, glad, GLM, Assimp");
  ImGui::PopTextWrapPos();
  ImGui::End();
}

}  // namespace bindpose::ui
