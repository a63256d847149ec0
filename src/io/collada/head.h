// What a Collada file says of its nodes and units, found in its text without parsing it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace bindpose {

// A node's name by its id, where both are there. Assimp calls nodes by their ids, which are unique;
// people know the names.
std::unordered_map<std::string, std::string> collada_node_names(std::string_view text);

// What Assimp calls the nodes of type JOINT: their ids, or sids where they have none.
std::unordered_set<std::string> collada_joints(std::string_view text);

// Throws ImportError where an element's count is no number, less than nothing, or more than the
// text has letters: Assimp makes room for so many first.
void check_collada_counts(std::string_view text, const std::filesystem::path& path);

// The value of `key` (" id=") in an opening tag, entities replaced; "" when it is not there.
std::string xml_attribute(std::string_view element, std::string_view key);

// Metres a unit as the head says it, or 1.
double collada_metres(std::string_view text);

}  // namespace bindpose
