// Where textures are that a model's file names and that were not found.
#pragma once

#include <string>
#include <vector>

#include "io/texture_places.h"
#include "scene/model.h"

namespace bindpose::app {

// What the model's missing textures are called in its file, each once.
std::vector<std::string> missing_names(const Model& model);

// What is said of them when the model is opened: a sentence with their names and what to do. Empty:
// none is missing.
std::string missing_words(const Model& model);

// `known`, and a folder to search, or the file that takes the place of the missing texture of its
// name (without the ending, whatever the case), else of `chosen` (MissingTexture::stored, or ""),
// or of the only one that is missing. Throws std::runtime_error with one sentence where nothing is
// missing or it is not clear which one it is.
TexturePlaces with_place(const Model& model, TexturePlaces known, const std::string& path,
                         const std::string& chosen = "");

}  // namespace bindpose::app
