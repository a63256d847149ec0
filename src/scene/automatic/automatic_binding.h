// A model's weights computed anew by inverse distance, heat or voxels, in the bind pose; and how
// good weights are, whoever made them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rig/automatic/bind_input.h"
#include "rig/automatic/figures.h"
#include "scene/edit/edits.h"
#include "scene/segment_binding.h"

namespace bindpose {

enum class BindMethod { Inverse, Heat, Voxel };
inline constexpr BindMethod kBindMethods[] = {BindMethod::Inverse, BindMethod::Heat,
                                              BindMethod::Voxel};

// One number of each method says how wide the transitions are.
struct AutomaticAmount {
  std::string method;  // "heat": in text forms and on the command line
  std::string word;    // "strength"
  float least, most, standard;
};
const AutomaticAmount& amount_of(BindMethod method);
std::optional<BindMethod> bind_method_of(std::string_view word);

struct AutomaticMethod {
  BindMethod method = BindMethod::Heat;
  float amount = 1.0f;   // p, c or a: rig/automatic
  int resolution = 128;  // of voxels along the longest side
  int limit = 4;         // influences a vertex at most; 0: as many as the method gives
  // By docs/weights.md: without the bones of roots and controls all methods come nearer to what
  // riggers paint.
  BindJoints joints = BindJoints::Weighted;

  bool operator==(const AutomaticMethod&) const = default;
};
// With the numbers that it has where none are named.
AutomaticMethod automatic_method(BindMethod method);
// "" or one sentence on the number that is out of range.
std::string problem_of(const AutomaticMethod& how);

struct AutomaticBinding {
  AutomaticMethod how;
  std::vector<MeshWeights> weights;  // slot s is the joint of segment s of bind_ground()
  std::size_t vertices = 0, bones = 0;
  std::size_t left_out = 0;    // bones of joints without weight in the file, by how.joints
  std::size_t unweighted = 0;  // that are not finite
  std::size_t strays = 0;      // vertices that saw no bone, or that nothing joined with one
  // A sentence each on what was not as the method says it: of bind_survey(), and on what it did.
  std::vector<std::string> notes;
};

// For the meshes of bind_ground(). Throws std::runtime_error with one sentence where there is
// nothing to bind, the survey (bind_survey.h) finds that nothing of use would come of it, or the
// numbers are out of range, BindStopped where `progress` says to stop.
AutomaticBinding bind_automatically(const Model& model, const AutomaticMethod& how,
                                    const BindProgress& progress = {});
// The same as an edit, notes included; its text is text_of(binding.how).
SetInfluences edit_of(const AutomaticBinding& binding);

// Of the scene's weights, whoever made them, on the meshes of bind_ground(), which throws. Joints
// without a bone count as the one above that has one. What is shown of them, a line each:
struct SceneFigures {
  WeightFigures figures;
  int least_joint = -1;  // whose bend costs most volume
};
SceneFigures scene_figures(const Scene& scene, const BindProgress& progress = {});
std::vector<std::pair<std::string, std::string>> figure_lines(const SceneFigures& figures,
                                                              const Model& model);
// The same so short that several stand side by side ("609k"): a name and a number each, always the
// same names in the same order; "-" where the surface has no volume.
std::vector<std::pair<std::string, std::string>> figure_cells(const WeightFigures& figures);

// Weights that were judged, whoever made them.
struct JudgedWeights {
  std::string name;  // "heat", "file"
  SceneFigures figures;
  std::vector<std::pair<std::string, std::string>> lines;  // figure_lines()
};

}  // namespace bindpose
