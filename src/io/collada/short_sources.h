// Lists of a Collada file that are shorter than what is read from them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/model_file.h"
#include "scene/model.h"

namespace bindpose {

// A list of numbers, and how many of them its accessor asks for.
struct ShortSource {
  std::string id;
  std::size_t has = 0, asked = 0;
};

// Those of the <float_array>s whose <accessor> leads beyond the numbers that stand there, found in
// the text without parsing it, in its order. Assimp does not look
// whether numbers are there: the accessors are made to end where they do, so that it refuses what
// is asked of the rest. The text keeps its length.
std::vector<ShortSource> mend_short_sources(ModelFile& file);

// Tells of them: a warning each, of many a single one.
void note_short_sources(const std::vector<ShortSource>& sources, Model& model);

}  // namespace bindpose
