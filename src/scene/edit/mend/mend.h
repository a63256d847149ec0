// Mends of the weights of an open model: which rows of which meshes they change, and what is said
// of it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rig/automatic/bind_input.h"
#include "scene/edit/weights.h"
#include "scene/scene.h"

namespace bindpose {

// What is to be done (rig/mend says how), with the vertices that are selected and what lies at
// their places, so that no seam opens; with all of them where none is, or `all` is set (Everything
// has it set). What gives vertices new weights (Average and those after it) asks for a selection or
// for `all`. Vertices of meshes without a skin follow their node and are left out.
struct Mend {
  enum Kind {
    Normalise,
    Prune,           // weights below `amount`
    Limit,           // to `n`, by largest weight
    LimitFit,        // to `n`, by least squares over poses of the clips
    Fill,            // what has no weights, from around it
    Smooth,          // `n` times, `amount` of the way
    MirrorPlace,     // onto the side `to_left` says, from the place that is opposite
    MirrorTopology,  // likewise, by how the triangles hang together
    Clean,           // weights that the file had broken are left out for good
    Everything,      // all that needs no judgement, to `n` influences (mend_all.h); of all vertices
    Islands,         // what a check finds of these, until it finds none (mend_regions.h)
    Leaks,
    Jumps,
    OneSided,  // joints without weight whose other side has some (mend_one_sided.h)
    Average,
    SetRow,     // to `row`: what was copied
    SetJoint,   // `joint` gets the share `amount`
    ScaleJoint  // `joint` gets `amount` times what it has
  };
  Kind kind = Normalise;
  double amount = 0.0;
  int n = 0;
  int joint = -1;
  bool to_left = false;
  bool all = false;
  std::vector<JointWeight> row{};
  bool strict = false;  // Normalise: whatever is not 1 but for rounding, as glTF's validator has
                        // it; Islands, Leaks: the joint is taken out, and what is left then stays

  bool needs_selection() const { return kind >= Average && !all; }
};
constexpr bool is_of_regions(Mend::Kind kind) {
  return kind == Mend::Islands || kind == Mend::Leaks || kind == Mend::Jumps;
}
inline constexpr double kPruneBelow = 0.01;  // where nothing else is said

struct MendResult {
  std::vector<MeshWeights> weights;  // of the meshes in which rows change; the rest is as it was
  std::size_t changed = 0;           // vertices
  bool hindered = false;             // it could not be done at all: `account` says what is missing
  std::string way;                   // "; at most 0.8 mm in clip walk": of limits and of pruning
  std::string account;               // for the user: what was done, or why nothing was; sentences
};

// Without writing anything. There is a model. Throws BindStopped where `progress` says to stop.
MendResult mended(const Scene& scene, const Mend& mend, const BindProgress& progress = {});

// The text form without the verb "mend".
std::string mend_words(const Mend& mend, const Model& model);

}  // namespace bindpose
