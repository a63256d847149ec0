// The lists of numbers in a Collada file: made such that Assimp takes them, and checked before it
// follows them outside of their arrays.
#pragma once

#include <filesystem>

#include "io/collada/document.h"
#include "scene/model.h"

namespace bindpose {

// Commas between numbers (of lists, and of the elements that move and turn), blanks that do not
// break a line and the "1.#IND00" of old C libraries become what Assimp reads, in place. Throws
// ImportError where a number is none.
void mend_collada_lists(ModelFile& file);

// Throws ImportError with one sentence where the lists of a mesh or a skin hold words that are no
// numbers, or lead beyond their sources. Indices below 0, which Assimp takes for 0, are reported.
// Returns whether a skin gives weight to its bind shape (bind_shape.h).
bool check_collada_lists(ColladaDocument& document, const std::filesystem::path& path,
                         Model& model);

// Throws ImportError where the scene that the file shows has no nodes: Assimp would make up one.
void check_collada_scene(const ColladaDocument& document, const std::filesystem::path& path);

// Reports what nodes show that is not in the file.
void note_lost_instances(const ColladaDocument& document, ModelFile& file, Model& model);

}  // namespace bindpose
