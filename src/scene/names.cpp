#include "scene/names.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

namespace bindpose {

std::optional<BasePose> base_pose_of(std::string_view name) {
  for (const BasePose base : kBasePoses) {
    if (name_of(base) == name) return base;
  }
  return std::nullopt;
}

namespace {

template <typename Named>
int find_by_name(const std::vector<Named>& list, std::string_view name) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const Named& item) { return item.name == name; });
  return found == list.end() ? -1 : static_cast<int>(found - list.begin());
}

int index_of(std::size_t count, std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of('#'), text.size()));
  std::size_t index = 0;
  const char* const last = text.data() + text.size();
  const auto [end, problem] = std::from_chars(text.data(), last, index);
  const bool whole = problem == std::errc{} && end == last;
  return whole && index < count ? static_cast<int>(index) : -1;
}

}  // namespace

int find_clip_by_name(const Model& model, std::string_view name) {
  return find_by_name(model.clips, name);
}

int find_clip(const Model& model, std::string_view text) {
  const int named = find_clip_by_name(model, text);
  return named >= 0 ? named : index_of(model.clips.size(), text);
}

int find_mesh_by_name(const Model& model, std::string_view name) {
  return find_by_name(model.meshes, name);
}

int find_mesh(const Model& model, std::string_view text) {
  const int named = find_mesh_by_name(model, text);
  return named >= 0 ? named : index_of(model.meshes.size(), text);
}

namespace {

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}
bool is_lower(char c) {
  return std::islower(static_cast<unsigned char>(c)) != 0;
}

// A letter that says a side stands alone: "arm.L", "l_arm", "arm_l_01", "mixamorig:L_arm".
bool stands_alone(std::string_view name, std::size_t i) {
  const bool before = i == 0 || !is_letter(name[i - 1]);
  const bool after = i + 1 == name.size() || !is_letter(name[i + 1]);
  return before && after && name.size() > 1;
}

// Whether `word` begins at i and is no part of a longer word ("leftover").
bool has_word(std::string_view name, std::size_t i, std::string_view word) {
  if (name.substr(i, word.size()) != word) return false;
  const std::size_t end = i + word.size();
  const bool before = i == 0 || !is_letter(name[i - 1]) || !is_lower(word[0]);
  const bool after = end == name.size() || !is_lower(name[end]);
  return before && after;
}

}  // namespace

std::string other_side(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kWords[] = {
      {"Left", "Right"}, {"left", "right"}, {"LEFT", "RIGHT"}};
  constexpr std::string_view kLetters = "LRlr", kOthers = "RLrl";
  for (std::size_t i = 0; i < name.size(); ++i) {
    for (const auto& [left, right] : kWords) {
      for (const auto& [from, to] : {std::pair(left, right), std::pair(right, left)}) {
        if (!has_word(name, i, from)) continue;
        return std::string(name.substr(0, i)) + std::string(to) +
               std::string(name.substr(i + from.size()));
      }
    }
  }
  for (std::size_t i = name.size(); i-- > 0;) {
    const std::size_t letter = kLetters.find(name[i]);
    if (letter == std::string_view::npos || !stands_alone(name, i)) continue;
    std::string other(name);
    other[i] = kOthers[letter];
    return other;
  }
  return {};
}

}  // namespace bindpose
