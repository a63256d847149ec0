// Skins put together from what several meshes need of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "math/types.h"
#include "rig/weights/weight_rows.h"

namespace bindpose {

// Matrices of one joint that came through different meshes differ by rounding: in parts of their
// largest entry.
inline constexpr float kSameMatrix = 1e-5f;

// Joints of a skin, as nodes of the file that is written, with their inverse bind matrices: of the
// points as the file has them.
struct SkinSlots {
  std::vector<int> node;
  std::vector<mat4> inverse_bind;

  // For each of `nodes` its slot here; what is lacking is put behind what is there. Nothing, and
  // nothing is added, where a node is there with another matrix or there is no room.
  std::optional<std::vector<std::uint16_t>> fit(std::span<const int> nodes,
                                                std::span<const mat4> matrices,
                                                float tolerance = kSameMatrix);
};

// Fits into the first of the skins that takes them, else into a new one at the end. `skin` is the
// index of that. Throws std::runtime_error with one sentence where no skin can hold so many.
struct FittedSkin {
  std::size_t skin = 0;
  std::vector<std::uint16_t> slot;
};
FittedSkin fit_skin(std::vector<SkinSlots>& skins, std::span<const int> nodes,
                    std::span<const mat4> matrices);

// Weights as glTF stores them: sets of four a vertex, as many as the vertex with most of them
// needs.
struct InfluenceSet {
  std::vector<std::uint16_t> joint;  // 4 #V
  std::vector<float> weight;         // 4 #V
};
std::vector<InfluenceSet> influence_sets(const WeightRows& rows);

}  // namespace bindpose
