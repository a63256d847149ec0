#include "app/letters.h"

#include <fontconfig/fontconfig.h>

#include <algorithm>
#include <memory>

#include "io/utf8.h"

namespace bindpose::app {
namespace {

constexpr std::size_t kMostFaces = 6;

char32_t decoded(std::string_view sequence) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(sequence[i]); };
  if (sequence.size() == 1) return byte(0);
  char32_t letter = byte(0) & (0x7fu >> sequence.size());
  for (std::size_t i = 1; i < sequence.size(); ++i) letter = (letter << 6) | (byte(i) & 0x3fu);
  return letter;
}

struct Free {
  void operator()(FcPattern* p) const { FcPatternDestroy(p); }
  void operator()(FcCharSet* p) const { FcCharSetDestroy(p); }
  void operator()(FcFontSet* p) const { FcFontSetDestroy(p); }
};
using Pattern = std::unique_ptr<FcPattern, Free>;
using CharSet = std::unique_ptr<FcCharSet, Free>;
using FontSet = std::unique_ptr<FcFontSet, Free>;

// All outline fonts, those that suit the letters' languages first.
FontSet sorted_fonts(std::span<const char32_t> letters) {
  FcInit();
  const CharSet wanted(FcCharSetCreate());
  for (const char32_t letter : letters) FcCharSetAddChar(wanted.get(), letter);
  const Pattern pattern(FcPatternCreate());
  FcPatternAddString(pattern.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>("sans-serif"));
  FcPatternAddCharSet(pattern.get(), FC_CHARSET, wanted.get());
  FcPatternAddBool(pattern.get(), FC_SCALABLE, FcTrue);
  FcConfigSubstitute(nullptr, pattern.get(), FcMatchPattern);
  FcDefaultSubstitute(pattern.get());
  FcResult result = FcResultNoMatch;
  return FontSet(FcFontSort(nullptr, pattern.get(), FcTrue, nullptr, &result));
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

bool add_letters(std::string_view text, std::vector<char32_t>& letters) {
  bool grew = false;
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(utf8_sequence(text), 1);
    const bool ascii = static_cast<unsigned char>(text.front()) < 0x80;
    if (!ascii && utf8_sequence(text) > 0) {
      const char32_t letter = decoded(text.substr(0, length));
      const auto at = std::lower_bound(letters.begin(), letters.end(), letter);
      if (!ui::has_letter(letter) && (at == letters.end() || *at != letter)) {
        letters.insert(at, letter);
        grew = true;
      }
    }
    text.remove_prefix(length);
  }
  return grew;
}

bool add_letters(const Model& model, std::vector<char32_t>& letters) {
  bool grew = add_letters(model.name, letters);
  const auto add = [&](const std::string& text) { grew = add_letters(text, letters) || grew; };
  for (const std::string& name : model.skeleton.name) add(name);
  for (const Mesh& mesh : model.meshes) add(mesh.name);
  for (const Material& material : model.materials) add(material.name);
  for (const MorphChannel& channel : model.morph_channels) add(channel.name);
  for (const Clip& clip : model.clips) add(clip.name);
  for (const ReportEntry& entry : model.report) add(entry.place), add(entry.message);
  return grew;
}

bool add_letters(const Lesson& lesson, std::vector<char32_t>& letters) {
  bool grew = add_letters(lesson.title, letters);
  const auto add = [&](const std::string& text) { grew = add_letters(text, letters) || grew; };
  for (const LessonStep& step : lesson.steps) {
    add(step.title);
    for (const LessonSlider& slider : step.sliders) add(slider.label);
    for (const LessonBlock& block : step.text) {
      for (const LessonSpan& span : block.spans) add(span.text);
    }
  }
  return grew;
}

std::vector<ui::ExtraFace> faces_for(std::span<const char32_t> letters) {
  std::vector<ui::ExtraFace> faces;
  std::vector<char32_t> missing(letters.begin(), letters.end());
  if (missing.empty()) return faces;
  const FontSet fonts = sorted_fonts(letters);
  for (int i = 0; fonts && i < fonts->nfont && !missing.empty(); ++i) {
    if (!usable(fonts->fonts[i])) continue;
    ui::ExtraFace face = face_of(fonts->fonts[i], missing);
    if (!face.letters.empty()) faces.push_back(std::move(face));
    if (faces.size() == kMostFaces) break;
  }
  return faces;
}

}  // namespace bindpose::app
