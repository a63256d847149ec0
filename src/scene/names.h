// The words by which people name parts of a scene: on the command line, in edits and in pose files.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scene/scene.h"

namespace bindpose {

// For sentences; without escapes.
inline std::string in_quotes(std::string_view name) {
  return "\"" + std::string(name) + "\"";
}

inline constexpr BasePose kBasePoses[] = {BasePose::Bind, BasePose::Rest, BasePose::Clip};

constexpr std::string_view name_of(BasePose base) {
  switch (base) {
    case BasePose::Bind:
      return "bind";
    case BasePose::Rest:
      return "rest";
    case BasePose::Clip:
      return "clip";
  }
  return "rest";
}
std::optional<BasePose> base_pose_of(std::string_view name);

// Index of the first clip with exactly that name, or -1.
int find_clip_by_name(const Model& model, std::string_view name);
// A name first, so that a clip that is called "0" can be reached; then an index: "2", and "#2"
// where some clip is called "2". -1: neither.
int find_clip(const Model& model, std::string_view text);
// The same for a scene's, added ones included.
int find_clip_by_name(const Scene& scene, std::string_view name);
int find_clip(const Scene& scene, std::string_view text);
// The number of a clip as find_clip() reads it, "#" in front where a name would win. In range.
std::string clip_number(const Scene& scene, int clip);
// Meshes likewise.
int find_mesh_by_name(const Model& model, std::string_view name);
int find_mesh(const Model& model, std::string_view text);

}  // namespace bindpose
