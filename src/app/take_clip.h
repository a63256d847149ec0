// A clip of another file for the open rig: what the command line and the window share.
#pragma once

#include <string>
#include <vector>

#include "rig/retarget/joint_map.h"
#include "scene/edit/edit.h"

namespace bindpose::app {

struct TakeChoice {
  int clip = 0;
  JointMap map;
  std::vector<std::string> notes;  // on the map
};

// Which clip of `source` the words mean, and the pairs: those of the map file, or proposed; there
// may be none. Throws std::runtime_error with one sentence: no clip, no such clip, a map that
// cannot be used.
TakeChoice choose_taken(const Model& source, const Model& target, const TakeClip& words);

// Where nobody can be asked: throws, likewise, where there is no pair.
void need_pairs(const TakeChoice& choice, const Model& source, const Model& target);

// Fills in what the words ask for. Throws as these do, and where the clip cannot be played on the
// scene's model. Returns the notes.
std::vector<std::string> fill_in(TakeClip& edit, const Model& source, const Scene& scene);

}  // namespace bindpose::app
