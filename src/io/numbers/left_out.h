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

// Of what that file names and `compare` knows, what is not in `given`: "W", "T of 3 of 17 joints".
// Nothing where the folder has no such file. Throws std::runtime_error with one sentence where it
// is none.
std::vector<std::string> still_left_out(const Scene& scene, const std::filesystem::path& folder,
                                        const GivenNumbers& given);

}  // namespace bindpose
