// The text form of edits that choose vertices.
#pragma once

#include <string>

#include "scene/edit/text/edit_reader.h"

namespace bindpose {

std::string text_of(const SelectVertices& edit, const Model& model);
std::string text_of(const ReselectVertices& edit, const Model& model);

// What follows "vertices". Throws EditFailure.
Edit parse_vertices(EditReader& in, const Model& model);

// "0-3,7,12": ascending, no number twice.
std::string ranges_text(const std::vector<std::uint32_t>& numbers);

}  // namespace bindpose
