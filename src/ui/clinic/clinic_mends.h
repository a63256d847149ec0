// The mend of a finding, where an edit does it.
#pragma once

#include <string>
#include <vector>

#include "scene/check/check.h"
#include "scene/edit/mend/mend.h"

namespace bindpose::ui {

struct Frame;

struct FindingMend {
  std::string label;  // of its button
  Mend mend;          // of the finding's vertices
};
// `limit`: influences that a vertex may have. Of several it is the user who knows which one: which
// side is the good one, say. Empty where no edit mends the rule.
std::vector<FindingMend> mends_of(const Finding& finding, int limit, float tiny);

// Whether `mend all` mends what the rule finds: no rigger would want to be asked.
bool needs_no_judgement(Rule rule);
// Its button, of use where something listed is of these.
void draw_mend_all(Frame& f);

// Their buttons; a click selects the vertices and mends them, one step of undo. Nothing is drawn
// where there is no mend; where the joints are bound oddly, what leads to the bind doctor.
void draw_mend(Frame& f, const Finding& finding, float indent);

}  // namespace bindpose::ui
