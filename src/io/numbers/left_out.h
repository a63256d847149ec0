// What a folder of tables leaves to the student: a file beside them that says so, and whether it is
// there when the folder is handed in.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scene/numbers/given_numbers.h"

namespace bindpose {

// left_out.json; nothing where nothing is left out.
void write_left_out(const std::filesystem::path& folder, const std::vector<std::string>& without);

// Of what that file names, `given.missing`: what is not there ("W", "T of 3 of 17 joints"), and
// `given.unjudged`: what is there and `compare` holds against nothing, which are the model's own
// weights and vertices. Nothing where the folder has no such file. Throws std::runtime_error with
// one sentence where it is none.
void ask_for_left_out(const Scene& scene, const std::filesystem::path& folder, GivenNumbers& given);

}  // namespace bindpose
