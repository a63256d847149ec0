#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "ui/base/imgui_compat.h"
#include "ui/base/type_size.h"
#include "ui/base/widgets.h"
#include "ui/ui.h"

namespace bindpose::ui {

namespace {

// Latin with its extensions, Greek, Cyrillic, punctuation: what joint names are written in.
constexpr ImWchar kText[] = {0x0020, 0x024F, 0x0370, 0x04FF, 0x1E00, 0x1EFF, 0x2010, 0x205E, 0};
// Superscripts and arrows, from the monospaced face where the sans has none.
constexpr ImWchar kSymbolGlyphs[] = {0x2070, 0x209C, 0x2190, 0x2195, 0x2207, 0x2208, 0x2248,
                                     0x2248, 0x2260, 0x2265, 0x2C7C, 0x2C7C, 0};
// The monospaced face shows numbers only.
constexpr ImWchar kNumberGlyphs[] = {0x0020, 0x00FF, 0x2010, 0x2015, 0x2070, 0x2089, 0};

// A lesson's text: the languages of text, mathematics.
constexpr ImWchar kReading[] = {0x0020, 0x017F, 0x0370, 0x04FF, 0x2010, 0x205E, 0};
// Formulas in large: letters, Greek, the few signs that are no letters.
constexpr ImWchar kFormula[] = {0x0020, 0x007E, 0x00B0, 0x00B7, 0x00D7, 0x00D7, 0x0175,
                                0x0175, 0x0391, 0x03C9, 0x2010, 0x2026, 0};
constexpr ImWchar kDigits[] = {0x0020, 0x007E, 0x00B0, 0x00B0, 0x2010, 0x2015, 0};

// Heights of capitals in pixels at scale 1, so that every face looks the same size: 10 points, what
// desktops use, and a step more for headings. Monospaced faces look larger than they are.
constexpr float kSansCapital = 9.7f, kHeadingCapital = 11.6f, kMonoCapital = 9.2f;
constexpr float kReadingCapital = 11.0f, kTitleCapital = 14.5f;
// Height of capitals as a part of the type's size (em).
constexpr float kCapitalOfEm = 0.72f;
constexpr float kFormulaCapital = 14.0f, kLargeCapital = 34.0f;

ImFontConfig config(float framebuffer_scale) {
  ImFontConfig c;
  c.OversampleH = framebuffer_scale > 1.0f ? 1 : 2;
  c.OversampleV = 1;
  c.PixelSnapH = false;
  return c;
}

float size_for(const std::string& file, float capital) {
  constexpr float kUsualRatio = 0.6f;
  const float ratio = file.empty() ? 0.0f : compat::capital_height(file.c_str());
  return capital / (ratio > 0.3f && ratio < 1.0f ? ratio : kUsualRatio);
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

// Letters as ranges for the atlas, which keeps a pointer to them as long as its fonts live.
using Ranges = std::vector<ImWchar>;
std::vector<Ranges>& ranges_of(const ImFontAtlas* atlas) {
  static std::map<const ImFontAtlas*, std::vector<Ranges>> kept;
  return kept[atlas];
}

Ranges ranges_for(const std::vector<char32_t>& letters) {
  Ranges ranges;
  for (const char32_t letter : letters) {
    if (letter <= IM_UNICODE_CODEPOINT_MAX)
      ranges.insert(ranges.end(), 2, static_cast<ImWchar>(letter));
  }
  ranges.push_back(0);
  return ranges;
}

ImFont* font_at(int index) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  return index < atlas.Fonts.Size ? atlas.Fonts[index] : atlas.Fonts[0];
}

}  // namespace

bool has_letter(char32_t letter) {
  for (const ImWchar* range = kText; *range != 0; range += 2) {
    if (letter >= range[0] && letter <= range[1]) return true;
  }
  return false;
}

void load_fonts(const std::string& sans, const std::string& mono, float scale,
                float framebuffer_scale, const std::string& bold,
                const std::vector<ExtraFace>& extra, FontUse use) {
  ImGuiIO& io = ImGui::GetIO();
  io.Fonts->Clear();
  const float pixels = scale * framebuffer_scale;
  const ImFontConfig own = config(framebuffer_scale);
  ImFontConfig merge = own;
  merge.MergeMode = true;

  std::vector<Ranges>& ranges = ranges_of(io.Fonts);
  ranges.clear();
  for (const ExtraFace& face : extra) ranges.push_back(ranges_for(face.letters));
  // To the font that was added last.
  const auto add_letters = [&](float size) {
    for (std::size_t i = 0; i < extra.size() && !sans.empty(); ++i) {
      ImFontConfig c = merge;
      c.FontNo = extra[i].number;
      if (ranges[i].size() > 1) add(extra[i].file, size, c, ranges[i].data());
    }
  };

  const float sans_size = size_for(sans, kSansCapital) * pixels;
  add(sans, sans_size, own, kText);
  if (!sans.empty()) add(mono, sans_size, merge, kSymbolGlyphs);
  add_letters(sans_size);
  io.FontGlobalScale = 1.0f / framebuffer_scale;
  if (use == FontUse::Names) return;  // font_at() gives this one for all others
  add(sans, sans_size * kHeadingCapital / kSansCapital, own, kText);
  add_letters(sans_size * kHeadingCapital / kSansCapital);
  add(mono, size_for(mono, kMonoCapital) * pixels, own, kNumberGlyphs);
  const float reading_size = sans_size * kReadingCapital / kSansCapital;
  const std::string& heavy = bold.empty() ? sans : bold;
  const auto with_symbols = [&](const std::string& file, float size) {
    add(file, size, own, kReading);
    if (!sans.empty()) add(mono, size, merge, kSymbolGlyphs);
    add_letters(size);
  };
  with_symbols(sans, reading_size);
  with_symbols(heavy, reading_size);
  with_symbols(heavy, sans_size * kTitleCapital / kSansCapital);
  const float sans_pixel = size_for(sans, 1.0f) * pixels,
              mono_pixel = size_for(mono, 1.0f) * pixels;
  for (const float capital : {kFormulaCapital, kLargeCapital}) {
    add(sans, sans_pixel * capital, own, kFormula);
    if (!sans.empty()) add(mono, mono_pixel * capital, merge, kSymbolGlyphs);
  }
  add(mono, mono_pixel * kLargeCapital, own, kDigits);
}

float least_type(float height) {
  constexpr float kLines = 36.0f;
  return height / kLines;
}

float presenter_scale(float height, float display_scale) {
  const float wanted = least_type(height) * kCapitalOfEm / kSansCapital;
  // In steps, so that dragging the window's border does not load fonts anew for every pixel.
  return std::max(display_scale, std::ceil(wanted * 20.0f) / 20.0f);
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
ImFont* reading_font() {
  return font_at(3);
}
ImFont* reading_bold_font() {
  return font_at(4);
}
ImFont* title_font() {
  return font_at(5);
}

ImFont* formula_font(bool digits, float size) {
  // Shrunk letters stay fair down to half their size; stretched ones blur at once.
  ImFont* normal = digits ? mono_font() : font_at(6);
  const float pixels = compat::font_pixels(normal) * ImGui::GetIO().FontGlobalScale;
  const bool large = kCapital * size > 1.15f * compat::font_shape(normal).capital * pixels;
  return digits ? (large ? font_at(8) : mono_font()) : font_at(large ? 7 : 6);
}

}  // namespace bindpose::ui
