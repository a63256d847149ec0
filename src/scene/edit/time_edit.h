// The edits of time: playback, the moment that is shown, range and rate.
#pragma once

#include "scene/edit/edit.h"
#include "scene/edit/text/edit_reader.h"

namespace bindpose {

Change write_edit(Scene& scene, const SetTime& e);
Change write_edit(Scene& scene, const SetPlayback& e);
Change write_edit(Scene& scene, const SetRate& e);
Change write_edit(Scene& scene, const SetRange& e);

Change write_edit(Scene& scene, const SetFade& e);

// Of a clip that was not shown before: all of it, from its start, by itself.
void at_start(Pose& pose);

// Behind their first word. Throw EditFailure.
Edit parse_playback(EditReader& in);
Edit parse_timeline(EditReader& in);

// As text that those read; `into`: the other clip's name.
std::string text_of(const SetTime& e);
std::string text_of(const SetPlayback& e);
std::string text_of(const SetRate& e);
std::string text_of(const SetRange& e);
std::string text_of(const SetFade& e, const std::string& into);

}  // namespace bindpose
