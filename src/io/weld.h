// One vertex for corners that differ in nothing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rig/weights/weight_rows.h"

namespace bindpose {

// What makes two vertices the same. Optional arrays are empty or #V; numbers are compared exactly,
// but -0 equals 0. Rows of weights are compared entry by entry, so sort them first.
struct WeldKey {
  std::span<const vec3> position;
  std::span<const vec3> normal;
  std::span<const vec2> uv;
  std::span<const vec4> color;
  const WeightRows* weights = nullptr;
  std::vector<std::span<const vec3>> more{};  // whatever else a vertex has: what morphs add
  std::span<const vec2> uv_second{};
};

struct Weld {
  std::vector<std::uint32_t> new_index;  // #V: old vertex -> new vertex
  std::vector<std::uint32_t> source;  // new vertex -> the first old vertex of its kind, ascending
};

// Linear time: a hash table of all vertices. Not a number equals only the same bits.
Weld weld_vertices(const WeldKey& key);

}  // namespace bindpose
