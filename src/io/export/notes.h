// What an export cannot carry, in sentences.
#pragma once

#include <string>
#include <vector>

#include "scene/scene.h"

namespace bindpose {

// Of a model that is not written as its own glTF file has it: what its materials lose, and why. At
// most one sentence. `opened`: that file is at hand, but has no place for what was edited.
std::vector<std::string> notes_on_materials(const Model& model, bool opened);

// What is said of vertices without weights that follow a joint made for them; nothing where there
// are none. `joints`: the names of those joints.
std::vector<std::string> notes_on_tied(std::size_t vertices,
                                       const std::vector<std::string>& joints);

// Of joints that clips shear, in a file that is written anew: glTF's keys are translation, rotation
// and scale alone. At most one sentence.
std::vector<std::string> notes_on_shear(const Scene& scene);

// Of skins that ask for dual quaternions, which a file that is written anew cannot say. At most one
// sentence.
std::vector<std::string> notes_on_deformers(const Model& model);

}  // namespace bindpose
