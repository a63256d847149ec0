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

int find_clip_by_name(const Model& model, std::string_view name) {
  const auto found = std::find_if(model.clips.begin(), model.clips.end(),
                                  [&](const Clip& clip) { return clip.name == name; });
  return found == model.clips.end() ? -1 : static_cast<int>(found - model.clips.begin());
}

int find_clip(const Model& model, std::string_view text) {
  if (const int named = find_clip_by_name(model, text); named >= 0) return named;
  text.remove_prefix(std::min(text.find_first_not_of('#'), text.size()));
  std::size_t index = 0;
  const char* const last = text.data() + text.size();
  const auto [end, problem] = std::from_chars(text.data(), last, index);
  const bool whole = problem == std::errc{} && end == last;
  return whole && index < model.clips.size() ? static_cast<int>(index) : -1;
}

}  // namespace bindpose
