#include "ui/overlays/help.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>
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

// The commands by their groups, which the table has in several parts; both in its order.
std::vector<const CommandInfo*> commands_by_group() {
  std::vector<std::string_view> groups;
  for (const CommandInfo& c : command_table()) {
    if (std::ranges::find(groups, c.group) == groups.end()) groups.emplace_back(c.group);
  }
  std::vector<const CommandInfo*> out;
  for (const std::string_view group : groups) {
    for (const CommandInfo& c : command_table()) {
      if (c.group == group) out.push_back(&c);
    }
  }
  return out;
}

// Groups in the table's order, then the mouse. `all_keys`: not only the first of each command.
std::vector<Line> help_lines(const Frame& f, bool all_keys) {
  std::vector<Line> lines;
  const char* group = "";
  for (const CommandInfo* command : commands_by_group()) {
    const CommandInfo& c = *command;
    const Bindings set = keys_of(f.state.settings.keys, c);
    if (set[0].empty()) continue;
    if (std::strcmp(group, c.group) != 0) lines.push_back({true, group = c.group, {}});
    std::string keys;
    for (const Binding& b : set) {
      const bool keypad = b.key >= Key::Pad0 && b.key <= Key::Pad9;
      if (b.key == Key::None || keypad || (!all_keys && !keys.empty())) continue;
      keys += (keys.empty() ? "" : " or ") + shortcut_text(b.key, b.modifiers);
    }
    lines.push_back({false, c.label, keys});
  }
  lines.push_back({true, "Mouse", {}});
  for (const MouseHelp& m : mouse_help(f)) lines.push_back({false, m.what, m.gesture});
  return lines;
}

// Where each column ends: as even as can be, at a heading where one is near, and never behind one.
std::vector<std::size_t> column_ends(const std::vector<Line>& lines, std::size_t columns) {
  constexpr std::size_t kNear = 2;
  std::vector<std::size_t> ends;
  for (std::size_t c = 1; c < columns; ++c) {
    std::size_t best = std::min(c * lines.size() / columns, lines.size() - 1);
    while (best > 1 && lines[best - 1].is_heading) --best;
    for (std::size_t off = 0; off <= kNear; ++off) {
      const std::size_t before = best - std::min(best - 1, off);
      const std::size_t after = std::min(best + off, lines.size() - 1);
      if (!lines[before].is_heading && !lines[after].is_heading) continue;
      best = lines[before].is_heading ? before : after;
      break;
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

float text_width(const std::string& text, float em) {
  return ImGui::GetFont()->CalcTextSizeA(em, 1e9f, 0.0f, text.c_str()).x;
}

void draw_help_line(Frame& f, const Line& line, float x, float y, float width, float em) {
  const auto put = [y, em](float at, const vec3& ink, const std::string& text) {
    ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), em, ImVec2(std::floor(at), y),
                                        to_u32(ink), text.c_str());
  };
  if (line.is_heading) {
    put(x, f.colors.accent, line.text);
    const std::string place = " " + std::to_string(int(x)) + " " + std::to_string(int(y));
    return mark(f, "help heading:", line.text + place, {{x, y}, {x + width, y + em}});
  }
  put(x, f.colors.text, line.text);
  const float keys = text_width(line.keys, em);
  put(x + width - keys, f.colors.text_dim, line.keys);
  mark(f, "help:", line.text, {{x, y}, {x + width, y + em}});
  mark(f, "help keys:", line.text, {{x + width - keys, y}, {x + width, y + em}});
}

// Of the widest line among these: what it does, room, its keys.
float column_width(const Frame& f, const std::vector<Line>& lines, std::size_t first,
                   std::size_t end, float em) {
  float width = f.px(160);
  for (std::size_t i = first; i < end; ++i) {
    const float keys = text_width(lines[i].keys, em);
    width = std::max(width, text_width(lines[i].text, em) + f.px(16) + keys);
  }
  return width;
}

struct KeyColumns {
  std::vector<std::size_t> ends;
  std::vector<float> width;
  float total = 0.0f;  // with the gaps
};

KeyColumns columns_of(const Frame& f, const std::vector<Line>& lines, std::size_t count, float gap,
                      float em) {
  KeyColumns out{column_ends(lines, count), {}, -gap};
  std::size_t first = 0;
  for (const std::size_t end : out.ends) {
    out.width.push_back(column_width(f, lines, std::exchange(first, end), end, em));
    out.total += out.width.back() + gap;
  }
  return out;
}

// As many as fit beside each other.
KeyColumns columns_that_fit(const Frame& f, const std::vector<Line>& lines, float room, float gap,
                            float em) {
  constexpr std::size_t kMost = 6;
  for (std::size_t count = kMost; count > 1; --count) {
    KeyColumns columns = columns_of(f, lines, count, gap, em);
    if (columns.total <= room) return columns;
  }
  return columns_of(f, lines, 1, gap, em);
}

}  // namespace

namespace {

// What is shown, how large its type is and how close its lines stand.
struct HelpPage {
  std::vector<Line> lines;
  KeyColumns columns;
  float em = 0.0f, line = 0.0f, spare = 0.0f, body = 0.0f;  // spare: above a heading
};

// Lines stand closer where that shows them all.
HelpPage help_page(const Frame& f, bool all_keys, float em, const vec2& room, float gap) {
  HelpPage p{help_lines(f, all_keys), {}, em};
  p.columns = columns_that_fit(f, p.lines, room.x, gap, em);
  for (const float lead : {1.45f, 1.3f, 1.2f, 1.1f, 1.45f}) {
    p.line = std::floor(lead * em);
    p.spare = 0.4f * p.line;
    p.body = 0.0f;
    std::size_t first = 0;
    for (const std::size_t end : p.columns.ends) {
      const float height = column_height(p.lines, std::exchange(first, end), end, p.line, p.spare);
      p.body = std::max(p.body, height);
    }
    if (p.body <= room.y) break;
  }
  return p;
}

// In smaller type, then without the second key of a command, where that brings all into the window;
// else it is scrolled.
HelpPage page_that_fits(const Frame& f, const vec2& room, float gap) {
  const float em = ImGui::GetFontSize();
  for (const bool all_keys : {true, false}) {
    for (const float part : {1.0f, 0.92f, 0.85f, 0.8f, 0.74f}) {
      HelpPage page = help_page(f, all_keys, std::floor(part * em), room, gap);
      if (page.body <= room.y) return page;
    }
  }
  return help_page(f, true, em, room, gap);
}

}  // namespace

void draw_help(Frame& f) {
  if (!f.state.help.open) return;
  const float gap = f.px(24);
  // The card has a margin, padding, and room for a scroll bar.
  const vec2 room = from_im(ImGui::GetIO().DisplaySize) - f.px(24.0f) - vec2(f.px(62), f.px(84));
  const HelpPage page = page_that_fits(f, room, gap);
  const auto& [lines, columns, em, line, spare, body] = page;
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
      draw_help_line(f, lines[i], x, y, columns.width[c], em);
    }
    lowest = std::max(lowest, y);
    x += columns.width[c] + gap;
  }
  ImGui::Dummy(ImVec2(1, lowest - corner.y));
  mark(f, "help:", "page");
  scroll_by_keys(f);
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
