#include "io/plain/mtl_lines.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "math/ascii.h"

namespace bindpose {
namespace {

constexpr std::string_view kMtlMark = "\xEF\xBB\xBF";

enum class MtlKind { Name, Color, Number, Texture, NotDrawn };

struct MtlKey {
  std::string_view key;  // in small letters
  const char* written;   // as Assimp knows it
  MtlKind kind;
};
constexpr MtlKey kMtlKeys[] = {
    {"newmtl", "newmtl", MtlKind::Name},  {"ka", "Ka", MtlKind::Color},
    {"kd", "Kd", MtlKind::Color},         {"ks", "Ks", MtlKind::Color},
    {"ke", "Ke", MtlKind::Color},         {"tf", "Tf", MtlKind::Color},
    {"d", "d", MtlKind::Number},          {"tr", "Tr", MtlKind::Number},
    {"ns", "Ns", MtlKind::Number},        {"ni", "Ni", MtlKind::Number},
    {"pr", "Pr", MtlKind::Number},        {"pm", "Pm", MtlKind::Number},
    {"illum", "illum", MtlKind::Number},  {"bump", "bump", MtlKind::Texture},
    {"norm", "norm", MtlKind::Texture},   {"disp", "disp", MtlKind::Texture},
    {"refl", "refl", MtlKind::Texture},   {"ps", "", MtlKind::NotDrawn},
    {"pc", "", MtlKind::NotDrawn},        {"pcr", "", MtlKind::NotDrawn},
    {"aniso", "", MtlKind::NotDrawn},     {"anisor", "", MtlKind::NotDrawn},
    {"sharpness", "", MtlKind::NotDrawn}, {"map_aat", "", MtlKind::NotDrawn}};

bool is_mtl_blank(char c) {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\0';
}

std::string_view without_ends(std::string_view text) {
  while (!text.empty() && is_mtl_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_mtl_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Takes the first word of a text that begins with one.
std::string_view take_word(std::string_view& text) {
  const auto end = std::ranges::find_if(text, is_mtl_blank);
  const std::string_view word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text = without_ends(text.substr(word.size()));
  return word;
}

std::optional<float> mtl_number(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  float out = 0.0f;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), out);
  if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(out)) return {};
  return out;
}

// The numbers up to a comment or to as many as can follow; none where a word is no number.
std::vector<float> mtl_numbers(std::string_view text, std::size_t most) {
  std::vector<float> out;
  while (!text.empty() && text.front() != '#' && out.size() < most) {
    const auto number = mtl_number(take_word(text));
    if (!number) return {};
    out.push_back(*number);
  }
  return out;
}

void append_number(float value, std::string& out) {
  char text[32];  // enough for any float
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  if (error == std::errc()) out.append(" ").append(text, end);
}

struct TextureOption {
  std::string_view name;
  int words;  // that follow it, at most
  bool numbers;
};
constexpr TextureOption kOptions[] = {
    {"-o", 3, true},       {"-s", 3, true},       {"-t", 3, true},      {"-mm", 2, true},
    {"-bm", 1, true},      {"-boost", 1, true},   {"-texres", 1, true}, {"-clamp", 1, false},
    {"-blendu", 1, false}, {"-blendv", 1, false}, {"-cc", 1, false},    {"-imfchan", 1, false},
    {"-type", 1, false}};

// Takes options off the front; whether the texture ends at its edges.
bool take_options(std::string_view& text) {
  bool clamps = false;
  while (text.starts_with('-')) {
    std::string_view rest = text;
    const std::string name = in_lower_case(std::string(take_word(rest)));
    const auto option = std::ranges::find(kOptions, name, &TextureOption::name);
    if (option == std::end(kOptions)) return clamps;  // a file's name may begin so
    text = rest;
    for (int k = 0; k < option->words && !text.empty(); ++k) {
      rest = text;
      const std::string_view word = take_word(rest);
      if (option->numbers && !mtl_number(word)) break;
      if (name == "-clamp") clamps = in_lower_case(std::string(word)) == "on";
      text = rest;
    }
  }
  return clamps;
}

// A line of the clean library; none where what follows the statement is wrong.
std::optional<std::string> statement(const MtlKey& key, std::string_view rest) {
  std::string out = key.written;
  switch (key.kind) {
    case MtlKind::Name:
      if (rest.empty()) return {};
      return out.append(" ").append(rest);
    case MtlKind::NotDrawn:
      return "";
    case MtlKind::Texture: {
      const bool clamps = take_options(rest);
      if (rest.empty()) return {};
      return out.append(clamps ? " -clamp on " : " ").append(rest);
    }
    case MtlKind::Color:
    case MtlKind::Number:
      break;
  }
  const bool color = key.kind == MtlKind::Color;
  std::vector<float> number = mtl_numbers(rest, color ? 3 : 1);
  if (color && number.size() == 1) number.resize(3, number[0]);  // the others are as the first
  if (number.size() != (color ? 3u : 1u)) return {};
  for (const float value : number) append_number(value, out);
  return out;
}

}  // namespace

CleanMtl clean_mtl(std::string_view text) {
  CleanMtl out;
  if (text.starts_with(kMtlMark)) text.remove_prefix(kMtlMark.size());
  std::size_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    std::string_view rest = without_ends(text.substr(0, end));
    const std::string_view line = rest;
    const bool both = text.substr(end).starts_with("\r\n");
    text.remove_prefix(std::min(end + (both ? 2 : 1), text.size()));
    if (line.empty() || line.front() == '#') continue;
    const std::string word(take_word(rest));
    const std::string name = in_lower_case(word);
    const MtlKey* key = std::ranges::find(kMtlKeys, name, &MtlKey::key);
    const bool picture = name.starts_with("map_") && key == std::end(kMtlKeys);
    const MtlKey other{name, word.c_str(), MtlKind::Texture};
    const bool known = picture || key != std::end(kMtlKeys);
    const auto clean = known ? statement(picture ? other : *key, rest) : std::nullopt;
    if (!clean) {
      out.left_out.push_back({number, std::string(line), !known});
    } else if (!clean->empty()) {
      out.text.append(*clean).append("\n");
    }
  }
  return out;
}

}  // namespace bindpose
