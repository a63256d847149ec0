#include "ui/browser/columns.h"

#include <cstdio>
#include <ctime>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/browser/file_browser.h"

namespace bindpose::ui {

Columns columns_of(const Frame& f, float width) {
  Columns c;
  if (width > f.px(300)) c.changed = width - f.px(132);
  if (width > f.px(380)) c.size = width - f.px(212);
  c.name_ends = c.size > 0.0f ? c.size : c.changed > 0.0f ? c.changed : width;
  return c;
}

std::string size_text(std::uint64_t bytes) {
  char text[32];
  const auto n = static_cast<double>(bytes);
  if (n < 1e3) {
    std::snprintf(text, sizeof text, "%.0f B", n);
  } else if (n < 1e6) {
    std::snprintf(text, sizeof text, "%.0f kB", n / 1e3);
  } else if (n < 1e9) {
    std::snprintf(text, sizeof text, "%.1f MB", n / 1e6);
  } else {
    std::snprintf(text, sizeof text, "%.1f GB", n / 1e9);
  }
  return text;
}

std::string changed_text(std::int64_t seconds) {
  if (seconds <= 0) return {};
  const auto time = static_cast<std::time_t>(seconds);
  std::tm parts{};
  localtime_r(&time, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts)};
}

void draw_heads(Frame& f, float width) {
  const Columns c = columns_of(f, width);
  const float height = ImGui::GetTextLineHeight() + f.px(6);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const auto head = [&](const char* label, BrowserSort by, float from, float to) {
    ImGui::SetCursorScreenPos(ImVec2(corner.x + from, corner.y));
    ImGui::PushID(label);
    const bool pressed = ImGui::InvisibleButton("head", ImVec2(to - from, height));
    ImGui::PopID();
    mark(f, "browser head:", label);
    const bool on = f.state.browser.sort == by;
    const ImU32 ink = to_u32(on || ImGui::IsItemHovered() ? f.colors.text : f.colors.text_dim);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddText(ImVec2(corner.x + from, corner.y + f.px(2)), ink, label);
    if (on) {
      // Up where values grow downwards.
      const float x = corner.x + from + ImGui::CalcTextSize(label).x + f.px(10);
      const float y = corner.y + 0.5f * height, s = f.state.browser.descending ? -f.px(3) : f.px(3);
      list->AddTriangleFilled(ImVec2(x - f.px(4), y + s), ImVec2(x + f.px(4), y + s),
                              ImVec2(x, y - s), ink);
    }
    if (pressed) sort_entries(f, by);
  };
  head("Name", BrowserSort::Name, f.px(32), c.name_ends - f.px(8));
  if (c.size > 0.0f) head("Size", BrowserSort::Size, c.size, c.changed - f.px(8));
  if (c.changed > 0.0f) head("Changed", BrowserSort::Changed, c.changed, width);
  ImGui::SetCursorScreenPos(ImVec2(corner.x, corner.y + height));
}

}  // namespace bindpose::ui
