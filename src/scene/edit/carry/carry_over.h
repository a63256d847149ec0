// What the user did to a scene, on another model: one that was read again, or that got another
// skeleton.
#pragma once

#include <vector>

#include "scene/edit/edit.h"

namespace bindpose {

// Index in the old model -> index in the new one, -1 where that lacks it.
struct ModelMaps {
  std::vector<int> joint, clip, channel, mesh;
  int clips_before = 0, more_clips = 0;  // the old model's own; how many more the new one has

  // By names; the first of equal ones wins.
  ModelMaps(const Model& from, const Model& to);

  static int mapped(const std::vector<int>& map, int index) {
    const auto i = static_cast<std::size_t>(index);
    return index >= 0 && i < map.size() ? map[i] : -1;
  }
  // A clip of the scene, the added ones included.
  int clip_of(int old) const { return old >= clips_before ? old + more_clips : mapped(clip, old); }
};

// What is hidden, locked, restrained and held, with the new model's joints and meshes.
Document::Marked carried_marks(const Document::Marked& from, const ModelMaps& maps,
                               const Model& to);

// Morphs, the base pose with its clip, time and timeline, playback, selection, pinned and chosen
// vertices, and marks. `to` has its model and its added clips, as many as `from`. Neither Ul_j nor
// weights: these need more than names.
void carry_over(const Scene& from, const ModelMaps& maps, Scene& to);

}  // namespace bindpose
