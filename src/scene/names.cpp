#include "scene/names.h"

#include <algorithm>
#include <charconv>

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

int find_clip_by_name(const Scene& scene, std::string_view name) {
  for (int c = 0; c < clip_count(scene); ++c) {
    if (clip_at(scene, c)->name == name) return c;
  }
  return -1;
}

int find_clip(const Scene& scene, std::string_view text) {
  const int named = find_clip_by_name(scene, text);
  return named >= 0 ? named : index_of(static_cast<std::size_t>(clip_count(scene)), text);
}

std::string clip_number(const Scene& scene, int clip) {
  std::string number = std::to_string(clip);
  while (find_clip(scene, number) != clip) number.insert(0, "#");
  return number;
}

int find_mesh_by_name(const Model& model, std::string_view name) {
  return find_by_name(model.meshes, name);
}

int find_mesh(const Model& model, std::string_view text) {
  const int named = find_mesh_by_name(model, text);
  return named >= 0 ? named : index_of(model.meshes.size(), text);
}

}  // namespace bindpose
