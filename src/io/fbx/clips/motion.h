// How one model moves in one animation stack: its curves read, the stack's layers made one.
#pragma once

#include "io/fbx/local.h"

namespace bindpose {

// Counts of what was not to be had exactly, over all models of a stack.
struct FbxMotionNotes {
  std::size_t bad_curves = 0;  // damaged; the value at rest stands in
  std::size_t baked = 0;       // layers that had to be combined into keys
  std::size_t cut_short = 0;   // curves that repeat too often to be written out
};

// A property's curves in one layer. Layers of a stack lie on top of each other, the lowest first.
struct FbxLayered {
  const FbxLayer* layer = nullptr;
  bool lowest = false;  // of the stack: nothing below to be added to
  const FbxAnimated* animated = nullptr;
};

struct FbxClock {
  double ticks_per_second = 46186158000.0;
  double start = 0.0;     // ticks
  double duration = 0.0;  // seconds
};

// The weight of a blend shape channel in one layer of a stack.
struct FbxLayeredMorph {
  const FbxLayer* layer = nullptr;
  bool lowest = false;
  const FbxAnimatedMorph* animated = nullptr;
};

// The channel's weight over time (1 is 100 percent), one key where it stands still. `rest`: its
// weight at rest.
Curve read_fbx_morph(const FbxTree& tree, const std::vector<FbxLayeredMorph>& layered,
                     const FbxClock& clock, std::size_t& budget, double rest,
                     FbxMotionNotes& notes);

// Fills `motion` with the parts that move and sets the others in `local` to their value in the
// stack. `local` comes in as the model's rest.
void read_fbx_motion(const FbxTree& tree, const std::vector<FbxLayered>& layered,
                     const FbxClock& clock, std::size_t& budget, FbxLocal& local, FbxMotion& motion,
                     FbxMotionNotes& notes);

}  // namespace bindpose
