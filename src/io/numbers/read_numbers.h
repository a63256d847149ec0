// Somebody else's numbers from files: what `bindpose compare` and the Numbers panel hold against
// the model.
#pragma once

#include <filesystem>
#include <string>

#include "scene/numbers/given_numbers.h"

namespace bindpose {

struct NumbersFormat {
  std::string as;             // a key or another name of a quantity; "" by what the file says
  bool column_major = false;  // matrices are stored by columns
};

// JSON: what `bindpose matrices` or `bindpose tables` prints, any part of it, or {"W": {"hips":
// M}}, {"W": [M, M]}, [M, M], with M four rows of four, three of four, or 16 or 12 numbers; posed
// vertices as {"vertices_posed": [[x, y, z]]}. CSV: a line a joint, "joint" (and "mesh") by name
// and 16 or 12 numbers, or numbers alone; a line a vertex with x, y, z. .npy: (N, 4, 4), (N, 3, 4),
// (N, 16), (V, 3), parents (N). OBJ: posed vertices. Of CSV and .npy the file's name says what it
// has (W.csv), or `as`. A folder: all files in it that are called so, and what they miss of what
// was left out for somebody to compute.
//
// Where joints are not named they are in the model's order, those of skins in that of
// RigInputs::slot; as many as there are. Throws std::runtime_error with one sentence where a file
// is no such thing; what is not known, such as a joint of another rig, is left out and noted.
GivenNumbers read_numbers(const Scene& scene, const std::filesystem::path& file,
                          const NumbersFormat& format = {});

// pose.json of the folder, or beside the file where tables were written; empty: there is none.
std::filesystem::path pose_of_numbers(const std::filesystem::path& file);

}  // namespace bindpose
