// What edits of clips make of a scene.
#pragma once

#include "scene/edit/edit.h"

namespace bindpose {

// Clips that the rig cannot play, and those that the scene did not add, change nothing.
Change write_edit(Scene& scene, const TakeClip& edit);
Change write_edit(Scene& scene, const BakeClip& edit);
Change write_edit(Scene& scene, const DropClip& edit);

}  // namespace bindpose
