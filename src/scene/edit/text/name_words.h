// Names as words of an edit's text form: in quotes where they need them, by number where a name is
// not enough.
#pragma once

#include <string>
#include <string_view>

#include "scene/scene.h"

namespace bindpose::words {

bool all_digits(std::string_view name);
std::string in_all_quotes(std::string_view name);
// In quotes where blanks, quotes or another meaning of the word ask for them.
std::string as_word(std::string_view name);
// Joints and morphs that the model lacks have a name that no model has; -1: "none".
std::string joint_name(const Model& model, int joint);
std::string morph_name(const Model& model, int channel);
std::string mesh_name(const Model& model, int mesh);
std::string clip_name(const Scene& scene, int clip);  // added ones, too

}  // namespace bindpose::words
