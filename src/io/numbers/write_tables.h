// The arrays of a rig in one pose as files: what a homework starts from.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "scene/scene.h"

namespace bindpose {

// Which arrays there are; B_inverse is B^-1.
inline constexpr std::string_view kTables[] = {
    "parent", "L", "Ul", "W", "B", "B_inverse", "T", "vertices", "weights", "vertices_posed"};

struct TablesOptions {
  std::vector<std::string> without;  // of kTables: for the student to compute
  bool json = true, csv = true, npy = true;
  std::string program_line;  // for the README: compare_line(), or nothing
};

// What asks whether the numbers in a folder are right, posed vertices by the scene's own deformer
// and weights: "bindpose compare arm.glb lab --method dqs", words quoted for a shell where they
// need it. The pose is the folder's own.
std::string compare_line(const Scene& scene, const std::filesystem::path& folder);

// Writes into the folder, which is made where it is not there: tables.json, NAME.csv and NAME.npy,
// joints.csv and slots.csv with the names that belong to rows, pose.json, README.md, and
// left_out.json where something is left out. Throws
// std::runtime_error with one sentence where the folder is not empty or cannot be written. There is
// a model; `posed` is what evaluate() made of the scene.
void write_tables(const Scene& scene, const PosedScene& posed, const std::filesystem::path& folder,
                  const TablesOptions& options);

}  // namespace bindpose
