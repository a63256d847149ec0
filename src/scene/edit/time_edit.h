// The edits of time: playback, the moment that is shown, range and rate.
#pragma once

#include "scene/edit/edit.h"
#include "scene/edit/edit_reader.h"

namespace bindpose {

Change write_edit(Scene& scene, const SetTime& e);
Change write_edit(Scene& scene, const SetPlayback& e);
Change write_edit(Scene& scene, const SetRate& e);
Change write_edit(Scene& scene, const SetRange& e);

// Of a clip that was not shown before: all of it, from its start.
void at_start(Pose& pose);

// Behind their first word. Throw EditFailure.
Edit parse_playback(EditReader& in);
Edit parse_timeline(EditReader& in);

}  // namespace bindpose
