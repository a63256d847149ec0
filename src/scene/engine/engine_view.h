// What an engine would show of a scene: how ViewSettings describes it, and the weights that it has.
#pragma once

#include <string>
#include <vector>

#include "scene/scene.h"

namespace bindpose {

EngineWeights engine_of(const ViewSettings& view);

// The weights that this engine has of mesh m. First: in the order of the file (Mesh::file_rank);
// weights that were edited have none, and exports write them from largest to smallest.
Influences engine_influences_of(const Scene& scene, std::size_t mesh);

// How the weights are used then: as they add up in the engine, or made to add up to 1.
WeightUse engine_use(const ViewSettings& view);

// How far the engine's weights put each vertex of mesh m from where all of its weights put it, by
// the view's deformer; #V, the file's units. Exactly 0 where that is no more than rounding.
std::vector<float> engine_cost(const Scene& scene, const PosedScene& posed, std::size_t mesh);

// "4 largest weights, 8 bits". Of the first ones, where meshes that are shown have no order of a
// file: "first 4 weights (the largest first), 8 bits".
std::string engine_words(const Scene& scene);
// What ViewSettings::engine_joints makes of the meshes that are shown: a sentence without its
// point; "" where nothing is limited.
std::string engine_pieces(const Scene& scene);

}  // namespace bindpose
