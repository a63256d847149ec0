// For scene/diff/*.cpp: one of the two scenes that are compared, as the comparison sees it.
#pragma once

#include <string>
#include <vector>

#include "scene/diff/scene_diff.h"

namespace bindpose {

struct DiffSide {
  const Scene& scene;
  const Model& model;
  std::vector<std::uint8_t> counts;  // #J: a joint
  std::vector<mat4> bind;            // #J: W_j of the bind pose, in display space
  Scene in_bind;                     // the scene in its bind pose, shapes at rest
  std::vector<mat4> onto{};          // #M: what its surface is taken by in that pose; none: nothing
};

DiffSide diff_side(const Scene& scene);

// The joints of both by their names: see compare_scenes().
std::vector<JointDiff> pair_joints(const DiffSide& a, const DiffSide& b);
// All other nodes by their names, `joints` being those of pair_joints(): without their poses.
std::vector<NodeDiff> pair_other_nodes(const DiffSide& a, const DiffSide& b,
                                       const std::vector<JointDiff>& joints);
// What the poses say, into `joints` and `nodes`; returns the clips.
std::vector<ClipDiff> compare_poses(const DiffSide& a, const DiffSide& b,
                                    const DiffOptions& options, double size,
                                    std::vector<JointDiff>& joints, std::vector<NodeDiff>& nodes);
// NodeDiff::alone and what follows, once the others are known; `surfaces`: none where they are not
// compared.
void judge_nodes(const DiffSide& a, const DiffSide& b, const DiffOptions& options, double size,
                 const std::vector<JointDiff>& joints, const std::vector<SurfaceDiff>& surfaces,
                 std::vector<NodeDiff>& nodes);
// When joints and morphs of two clips are compared, up to the end of the shorter: at `samples` even
// times, its ends among them, and at every key of either (2,000 of them at most, evenly chosen): a
// key alone may be what differs. Seconds, ascending.
std::vector<double> times_to_compare(const Clip& a, const Clip& b, int samples);
// How many times as large as the tolerances allow: above 1 it differs.
double badness(const Apart& apart, const DiffOptions& options, double size);
// `limit` times as large; where nothing is allowed everything is infinitely large but 0.
double times_limit(double value, double limit);
struct SurfacesAsked {
  std::vector<std::vector<float>>* each = nullptr;  // gets WeightsApart::each
  const std::vector<ClipDiff>* clips = nullptr;     // where surfaces are compared, too
  int* samples = nullptr;                           // gets SceneDiff::surface_samples
  std::vector<MorphDiff>* morphs = nullptr;         // gets MorphDiff::place
  bool faces = false;                               // SurfaceDiff::faces
};
std::vector<SurfaceDiff> compare_surfaces(const DiffSide& a, const DiffSide& b,
                                          const DiffOptions& options,
                                          const std::vector<JointDiff>& joints,
                                          const DiffSizes& size, const SurfacesAsked& asked = {});
// Without MorphDiff::place and what is told of their shapes. Also marks the clips in which they
// differ.
std::vector<MorphDiff> compare_morphs(const DiffSide& a, const DiffSide& b,
                                      const DiffOptions& options, std::vector<ClipDiff>& clips);
// MorphDiff::metres and differs, once their places are compared.
void judge_morphs(const DiffSide& a, const DiffSide& b, const DiffOptions& options, double size,
                  std::vector<MorphDiff>& morphs);
std::vector<SkinningDiff> compare_skinning(const Model& a, const Model& b, double tolerance);
// `placed`: how textures lie is compared with the texture coordinates; here only how one lies
// against others of the same coordinates.
std::vector<MaterialDiff> compare_materials(const Model& a, const Model& b, double tolerance,
                                            bool placed);

// The first texture of a material (an index, or -1) that lies by that set of coordinates; one that
// changes nothing where there is none.
const TextureUse& first_use(const Model& model, int material, int uv_set);

// The box around the surface in the bind pose, in the rest pose; around the joints where there is
// none.
Box bind_box(const DiffSide& side);
Box rest_box(const DiffSide& side);

}  // namespace bindpose
