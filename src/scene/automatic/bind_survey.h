// A look at what weights are to be computed from, before they are: what a method cannot take, and
// what it takes otherwise than whoever made the mesh may think. One place for window and command
// line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scene/automatic/automatic_binding.h"

namespace bindpose {

struct BindSurvey {
  // One sentence where the method can give nothing of use, else "": a skeleton that is nowhere near
  // the surface (farther from its box than that is long: other units or another place); by heat and
  // voxels a surface without any triangle that has area.
  std::string problem;
  // Else a sentence each on what was noticed: how much of it and where, what it means for this
  // method, what to do. None for a sound mesh. All methods: bones outside of the surface's volume.
  // Heat and voxels, which read the surface: borders, edges of three or more triangles, triangles
  // without area, parts with a bone in them inside others (rig/surface/surface_faults.h).
  std::vector<std::string> notes;
};

// `ground` is the model's; `by` nothing: the distance to segments. A bone is outside where no place
// along it is in a voxel (1/64 of the longest side) that the surface touches or has inside
// (rig/automatic/voxel_grid.h). Bones of joints without weight in the file are not asked where
// others have some: roots and controls belong outside.
BindSurvey bind_survey(const Model& model, const BindGround& ground, std::optional<BindMethod> by,
                       const BindProgress& progress = {});

// Weights by segments as an edit, with the notes of the survey in it. Throws std::runtime_error
// with one sentence as bind_by_segments() does, and with the survey's problem.
SetInfluences surveyed_segments(const Model& model, const SegmentRadii& radii);

}  // namespace bindpose
