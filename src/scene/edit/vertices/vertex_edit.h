// What edits that choose vertices make of a scene.
#pragma once

#include "scene/edit/edit.h"

namespace bindpose {

Change write_edit(Scene& scene, const SelectVertices& edit);
Change write_edit(Scene& scene, const ReselectVertices& edit);

}  // namespace bindpose
