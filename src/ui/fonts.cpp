#include <imgui.h>

#include <cmath>

#include "ui/imgui_compat.h"
#include "ui/ui.h"
#include "ui/widgets.h"

namespace bindpose::ui {

namespace {

// Latin with its extensions, Greek, Cyrillic, punctuation: what joint names are written in.
constexpr ImWchar kText[] = {0x0020, 0x024F, 0x0370, 0x04FF, 0x1E00, 0x1EFF, 0x2010, 0x205E, 0};
// Superscripts, arrows and operators, from the monospaced face where the sans has none.
constexpr ImWchar kSymbols[] = {0x00B0, 0x00D7, 0x2070, 0x209C, 0x2190, 0x21FF,
                                0x2200, 0x22FF, 0x2C7C, 0x2C7C, 0};
constexpr ImWchar kHeading[] = {0x0020, 0x024F, 0x0370, 0x03FF, 0x2010, 0x2044, 0};

constexpr float kSansSize = 15.0f, kHeadingSize = 18.0f, kMonoSize = 13.5f;

ImFontConfig config(float framebuffer_scale) {
  ImFontConfig c;
  c.OversampleH = framebuffer_scale > 1.0f ? 1 : 2;
  c.OversampleV = 1;
  c.PixelSnapH = false;
  return c;
}

ImFont* add(const std::string& file, float pixels, const ImFontConfig& c, const ImWchar* ranges) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  ImFont* font = file.empty()
                     ? nullptr
                     : atlas.AddFontFromFileTTF(file.c_str(), std::round(pixels), &c, ranges);
  if (font != nullptr || c.MergeMode) return font;
  ImFontConfig fallback;
  fallback.SizePixels = std::round(pixels);
  return atlas.AddFontDefault(&fallback);
}

ImFont* font_at(int index) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  return index < atlas.Fonts.Size ? atlas.Fonts[index] : atlas.Fonts[0];
}

}  // namespace

void load_fonts(const std::string& sans, const std::string& mono, float scale,
                float framebuffer_scale) {
  ImGuiIO& io = ImGui::GetIO();
  io.Fonts->Clear();
  const float pixels = scale * framebuffer_scale;
  const ImFontConfig own = config(framebuffer_scale);
  ImFontConfig merge = own;
  merge.MergeMode = true;

  add(sans, kSansSize * pixels, own, kText);
  if (!sans.empty()) add(mono, kSansSize * pixels, merge, kSymbols);
  add(sans, kHeadingSize * pixels, own, kHeading);
  add(mono, kMonoSize * pixels, own, kText);
  if (!mono.empty()) add(mono, kMonoSize * pixels, merge, kSymbols);
  io.FontGlobalScale = 1.0f / framebuffer_scale;
}

void build_fonts() {
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
}

ImFont* sans_font() {
  return font_at(0);
}
ImFont* heading_font() {
  return font_at(1);
}
ImFont* mono_font() {
  return font_at(2);
}

}  // namespace bindpose::ui
