// What the arrays of a glTF document that is to be compressed are used for, and whether what it
// says of them is sound.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace bindpose {

enum class ArrayUse { Unknown, Triangles, Position, Normal, Coordinates, Weights, Turns, Other };

struct ArrayUses {
  std::map<std::size_t, ArrayUse> use;         // by accessor; Other where it has two
  std::set<std::vector<std::size_t>> weights;  // of each primitive: accessors of all its sets
};

// These throw std::runtime_error with the sentence of refuse_unsound().
ArrayUses array_uses(const nlohmann::ordered_json& document);
// All bytes are copied by what the views say, so that it has to be true of every one of them: whole
// numbers, and a place in the one buffer, which has `size` bytes. Views that lie over one another
// may not make much of little.
void check_views(const nlohmann::ordered_json& document, std::size_t size);
// object[key], or `otherwise` where there is none. Nothing stands in for a number that is negative
// or has a fraction.
std::size_t sound_number(const nlohmann::ordered_json& object, const char* key,
                         std::size_t otherwise);
[[noreturn]] void refuse_unsound();

// The array object[key], or an empty one.
const nlohmann::ordered_json& list_of(const nlohmann::ordered_json& object, const char* key);

}  // namespace bindpose
