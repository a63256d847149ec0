// The mend of a finding, where an edit does it.
#pragma once

#include <optional>
#include <string>

#include "scene/check/check.h"
#include "scene/edit/mend/mend.h"

namespace bindpose::ui {

struct Frame;

struct FindingMend {
  std::string label;  // of its button
  Mend mend;          // of the finding's vertices
};
// `limit`: influences that a vertex may have. Nothing where no edit mends the rule.
std::optional<FindingMend> mend_of(const Finding& finding, int limit, float tiny);

// Its button; a click selects the vertices and mends them, one step of undo. Nothing is drawn where
// there is no mend.
void draw_mend(Frame& f, const Finding& finding, float indent);

}  // namespace bindpose::ui
