// Damaged model files, made from sound ones: what a disk, a network or an enemy would do to them.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace bindpose::fuzz {

using Random = std::mt19937_64;

// A damaged copy of `bytes`. `ending` is the file's, lower case with the dot: it chooses between
// damage that knows the format (values and links of glTF's JSON, counts of FBX arrays, numbers of
// text formats) and damage that does not. The same random state gives the same copy.
std::string mutate(const std::string& bytes, const std::string& ending, Random& random);

}  // namespace bindpose::fuzz
