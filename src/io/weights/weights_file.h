// Weights as files of their own, to be kept, changed by other programs and read again.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scene/edit/weights.h"
#include "scene/scene.h"

namespace bindpose {

// All influences of all skinned meshes as they count in the scene, edited ones included, each float
// by the fewest digits that read back as itself.
//
// JSON: {"bindpose_weights": 1, "model", "meshes": [{"mesh" (name), "index", "vertices" (how many),
// "joints": [names], "weights": [[joint, weight, joint, weight, ...], ...]  (a row a vertex, joints
// by their place in "joints", weights adding up to 1; none: no weights), "sums": {"12": 0.9}
// (stored sums that are not 1)}]}. CSV: mesh,index,vertex,joint,weight,sum: a line an influence. A
// vertex without a line has no weights.
//
// By the file's ending, .json or .csv. Throws std::runtime_error with one sentence.
void write_weights(const Scene& scene, const std::filesystem::path& file);

// What of it can be put into the scene by SetInfluences. Meshes go by index where the name is the
// same, else by name; joints by name; meshes that the file lacks stay as they are. Sums need not be
// 1: they become the stored sums. Throws std::runtime_error with one sentence for what is no such
// file, and where a mesh, a joint or a vertex is not there, a vertex has a joint twice or a number
// is no weight: then nothing is to be changed. `notes`: sentences on vertices that a CSV file does
// not name.
std::vector<MeshWeights> read_weights(const Scene& scene, const std::filesystem::path& file,
                                      std::vector<std::string>* notes = nullptr);

}  // namespace bindpose
