// What a slipped brush leaves: islands, leaks, jumps. Mended until a check finds none.
#pragma once

#include "scene/edit/mend/mend.h"

namespace bindpose {

// `mend` of one of these kinds, on the vertices that are selected; on all where none is, or `all`
// is set. Where a joint pulls on an island or a leak it is taken out of the rows there, which add
// up to 1 again: nothing else changes. What is left, as where a vertex has no other joint, and
// jumps, are smoothed all the way, twenty steps at a time, at first at these vertices alone, then
// at what the check still finds. No vertex gets more influences than it had, or than the view's
// limit if that is more. Locked joints keep their weights. The account says what is left. A strict
// mend only takes out: what has no other joint stays as it is. Throws BindStopped where `progress`
// says to stop.
MendResult regions_mended(const Scene& scene, const Mend& mend, const BindProgress& progress = {});

}  // namespace bindpose
