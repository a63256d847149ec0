#include "app/viewer/fonts/fonts.h"

#include <fontconfig/fontconfig.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <memory>

namespace bindpose::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxFaces = 6;

// fontconfig is started at its first use and gives its memory back at the program's end.
void start_fontconfig() {
  struct Fontconfig {
    Fontconfig() { FcInit(); }
    ~Fontconfig() { FcFini(); }
    Fontconfig(const Fontconfig&) = delete;
    Fontconfig& operator=(const Fontconfig&) = delete;
  };
  static const Fontconfig library;
}

struct Free {
  void operator()(FcPattern* p) const { FcPatternDestroy(p); }
  void operator()(FcCharSet* p) const { FcCharSetDestroy(p); }
  void operator()(FcFontSet* p) const { FcFontSetDestroy(p); }
};
using Pattern = std::unique_ptr<FcPattern, Free>;
using CharSet = std::unique_ptr<FcCharSet, Free>;
using FoundFonts = std::unique_ptr<FcFontSet, Free>;

// The file of the first of the families that is installed.
std::string match_font(std::initializer_list<const char*> families,
                       int weight = FC_WEIGHT_REGULAR) {
  for (const char* family : families) {
    const Pattern pattern(FcPatternCreate());
    FcPatternAddString(pattern.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(family));
    FcPatternAddInteger(pattern.get(), FC_WEIGHT, weight);
    FcPatternAddInteger(pattern.get(), FC_SLANT, FC_SLANT_ROMAN);
    FcPatternAddBool(pattern.get(), FC_SCALABLE, FcTrue);
    FcConfigSubstitute(nullptr, pattern.get(), FcMatchPattern);
    FcDefaultSubstitute(pattern.get());
    FcResult result = FcResultNoMatch;
    const Pattern match(FcFontMatch(nullptr, pattern.get(), &result));
    if (match == nullptr) continue;
    FcChar8* name = nullptr;
    FcChar8* file = nullptr;
    // fontconfig answers with its best stand-in: take it only when it is the family asked for.
    if (FcPatternGetString(match.get(), FC_FAMILY, 0, &name) != FcResultMatch ||
        FcPatternGetString(match.get(), FC_FILE, 0, &file) != FcResultMatch ||
        std::string(reinterpret_cast<const char*>(name)) != family) {
      continue;
    }
    // stb_truetype draws a variable font's default instance, which is fine, but collections not.
    const std::string path = reinterpret_cast<const char*>(file);
    const std::string ending = fs::path(path).extension().string();
    if (ending == ".ttf" || ending == ".otf" || ending == ".TTF" || ending == ".OTF") return path;
  }
  return {};
}

// All outline fonts, those that suit the letters' languages first.
FoundFonts sorted_fonts(std::span<const char32_t> letters) {
  const CharSet wanted(FcCharSetCreate());
  for (const char32_t letter : letters) FcCharSetAddChar(wanted.get(), letter);
  const Pattern pattern(FcPatternCreate());
  FcPatternAddString(pattern.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>("sans-serif"));
  FcPatternAddCharSet(pattern.get(), FC_CHARSET, wanted.get());
  FcPatternAddBool(pattern.get(), FC_SCALABLE, FcTrue);
  FcConfigSubstitute(nullptr, pattern.get(), FcMatchPattern);
  FcDefaultSubstitute(pattern.get());
  FcResult result = FcResultNoMatch;
  return FoundFonts(FcFontSort(nullptr, pattern.get(), FcTrue, nullptr, &result));
}

// What stb_truetype can draw: outlines of one colour.
bool usable(FcPattern* font) {
  FcBool outline = FcFalse, color = FcFalse;
  FcChar8* format = nullptr;
  FcPatternGetBool(font, FC_OUTLINE, 0, &outline);
  FcPatternGetBool(font, FC_COLOR, 0, &color);
  if (FcPatternGetString(font, FC_FONTFORMAT, 0, &format) != FcResultMatch) return false;
  const std::string_view kind(reinterpret_cast<const char*>(format));
  return outline && !color && (kind == "TrueType" || kind == "CFF");
}

// The part of `missing` that the font has, which it is taken out of.
ui::ExtraFace face_of(FcPattern* font, std::vector<char32_t>& missing) {
  ui::ExtraFace face;
  FcCharSet* has = nullptr;
  FcChar8* file = nullptr;
  if (FcPatternGetCharSet(font, FC_CHARSET, 0, &has) != FcResultMatch) return face;
  if (FcPatternGetString(font, FC_FILE, 0, &file) != FcResultMatch) return face;
  FcPatternGetInteger(font, FC_INDEX, 0, &face.number);
  face.number &= 0xffff;  // above it stands the instance of a variable font
  face.file = reinterpret_cast<const char*>(file);
  const auto taken = std::stable_partition(missing.begin(), missing.end(), [has](char32_t letter) {
    return !FcCharSetHasChar(has, letter);
  });
  face.letters.assign(taken, missing.end());
  missing.erase(taken, missing.end());
  return face;
}

}  // namespace

FontFiles find_fonts() {
  start_fontconfig();
  const auto sans = {"Inter", "Noto Sans", "DejaVu Sans", "Liberation Sans", "Ubuntu"};
  return {match_font(sans),
          match_font({"JetBrains Mono", "Noto Sans Mono", "DejaVu Sans Mono", "Liberation Mono",
                      "Ubuntu Mono"}),
          match_font(sans, FC_WEIGHT_BOLD)};
}

std::vector<ui::ExtraFace> faces_for(std::span<const char32_t> letters) {
  std::vector<ui::ExtraFace> faces;
  std::vector<char32_t> missing(letters.begin(), letters.end());
  if (missing.empty()) return faces;
  start_fontconfig();
  const FoundFonts fonts = sorted_fonts(letters);
  for (int i = 0; fonts && i < fonts->nfont && !missing.empty(); ++i) {
    if (!usable(fonts->fonts[i])) continue;
    ui::ExtraFace face = face_of(fonts->fonts[i], missing);
    if (!face.letters.empty()) faces.push_back(std::move(face));
    if (faces.size() == kMaxFaces) break;
  }
  return faces;
}

}  // namespace bindpose::app
