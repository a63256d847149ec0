// Weights as a game engine keeps them: a few a vertex, rounded.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rig/mesh.h"

namespace bindpose {

// Which weights of a vertex stay: the largest, or those that the file names first.
enum class EnginePick { Largest, First };
enum class WeightFormat { Float, Half, Unorm16, Unorm8 };

struct EngineWeights {
  EnginePick pick = EnginePick::Largest;
  int keep = 4;  // weights a vertex; 0: all
  WeightFormat format = WeightFormat::Float;
  // What stays is made to add up to 1 before it is rounded, and rounded so that it still does.
  // false: what is left out is missing, and so is what rounding loses.
  bool whole = true;

  bool operator==(const EngineWeights&) const = default;
};

// The number that a weight in [0, 1] becomes: the nearest of the format, of two equally near ones
// the even one. Half: IEEE 754 binary16; unorms: k / 65535, k / 255.
float rounded_weight(float weight, WeightFormat format);

// The weights that an engine has of these. file_rank: #I, as Mesh::file_rank; empty: from largest
// to smallest. Rows add up to 1 as always, and raw_weight_sum is what they add up to in the engine:
// 1 where `whole` (of unorms the largest weight takes what is missing, so that they add up to
// exactly 255 or 65535; halves are taken as they are). A row of which nothing stays keeps one slot,
// with the sum 0. Rows without entries stay so. Sums that `in` has as stored in the file do not
// count.
Influences engine_influences(const Influences& in, std::span<const std::uint16_t> file_rank,
                             const EngineWeights& engine);

// Of how many pieces a mesh is made by an engine that allows so many joints (slots) a piece:
// triangle after triangle goes to the first piece that has room for its joints. 0: some triangle
// alone needs more. most >= 1; triangle: 3 #T.
std::size_t joint_pieces(const Influences& in, std::span<const std::uint32_t> triangle,
                         std::size_t most);

}  // namespace bindpose
