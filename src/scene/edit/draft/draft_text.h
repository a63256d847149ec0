// The text form of edits of drafted skeletons, and of what is built of them.
#pragma once

#include <string>
#include <vector>

#include "scene/edit/text/edit_reader.h"

namespace bindpose {

// "joint knee.L at 0.1 0.5 0 under thigh.L": what follows the word `draft`.
std::string draft_words(const DraftChange& change);
// "place joint knee.L": for the list of steps.
std::string draft_label(const DraftChange& change);
// Edits that make the draft anew, parents first, each in its text form.
std::vector<std::string> draft_texts(const SkeletonDraft& draft);

// What follows the words `draft`, `skeleton`, `rebind` and `bind pose`. What cannot be done to the
// scene throws EditFailure with a sentence. There is a model.
Edit parse_draft(EditReader& in, const Scene& scene);
Edit parse_skeleton(EditReader& in, const Scene& scene);
Edit parse_rebind(EditReader& in, const Scene& scene);
Edit parse_bind_pose(EditReader& in, const Scene& scene);  // after `bind pose`

}  // namespace bindpose
