#include "scene/edit/text/name_words.h"

#include <algorithm>
#include <iterator>

#include "scene/names.h"

namespace bindpose::words {

bool all_digits(std::string_view name) {
  return name.find_first_not_of("0123456789") == std::string_view::npos;
}

// Words that mean something else where a name may stand, as numbers do.
static bool needs_quotes(std::string_view name) {
  constexpr std::string_view kWords[] = {"none", "morph",    "pose", "bind", "rest",
                                         "clip", "mirrored", "off",  "all"};
  return name.empty() || std::ranges::find(kWords, name) != std::end(kWords) || all_digits(name) ||
         name.find_first_of(" \t\n\r\v\f\"'\\") != std::string_view::npos;
}

std::string in_all_quotes(std::string_view name) {
  std::string text = "\"";
  for (char c : name) {
    switch (c) {
      case '"':
        text += "\\\"";
        break;
      case '\\':
        text += "\\\\";
        break;
      case '\n':
        text += "\\n";
        break;
      case '\r':
        text += "\\r";
        break;
      case '\t':
        text += "\\t";
        break;
      default:
        text += c;
    }
  }
  return text + "\"";
}

std::string as_word(std::string_view name) {
  return needs_quotes(name) ? in_all_quotes(name) : std::string(name);
}

std::string joint_name(const Model& model, int joint) {
  if (joint < 0) return "none";
  if (joint >= model.skeleton.size()) return "\"joint " + std::to_string(joint) + "\"";
  return as_word(model.skeleton.name[static_cast<std::size_t>(joint)]);
}

std::string morph_name(const Model& model, int channel) {
  if (channel < 0 || static_cast<std::size_t>(channel) >= model.morph_channels.size()) {
    return "\"morph " + std::to_string(channel) + "\"";
  }
  return as_word(model.morph_channels[static_cast<std::size_t>(channel)].name);
}

// By name where that is enough, else by index: clips and meshes may share a name. `find` is what
// reads the index back.
template <typename Named>
static std::string name_or_index(const std::vector<Named>& list, int i, const Model& model,
                                 int (*find)(const Model&, std::string_view)) {
  if (i >= static_cast<int>(list.size())) return std::to_string(i);
  const std::string& name = list[static_cast<std::size_t>(i)].name;
  int same = 0;
  for (const Named& other : list) same += other.name == name ? 1 : 0;
  if (same == 1 && !name.empty()) return as_word(name);
  std::string index = std::to_string(i);
  while (find(model, index) != i) index.insert(0, "#");
  return index;
}

// The same for a clip, added ones included.
std::string clip_name(const Scene& scene, int clip) {
  const Clip* const found = clip_at(scene, clip);
  if (found == nullptr) return std::to_string(clip);
  int same = 0;
  for (int c = 0; c < clip_count(scene); ++c) same += clip_at(scene, c)->name == found->name;
  if (same == 1 && !found->name.empty()) return as_word(found->name);
  return clip_number(scene, clip);
}

std::string mesh_name(const Model& model, int mesh) {
  return name_or_index(model.meshes, mesh, model, find_mesh);
}

}  // namespace bindpose::words
