// What a large model looks like with few triangles: drawn while something moves, where all of it
// would take too long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "scene/model.h"

namespace bindpose {

// Triangles between some of a mesh's own vertices: posed, coloured and mapped they stay what they
// are.
struct CoarseMesh {
  std::vector<std::uint32_t> vertex;    // of the mesh, ascending, each once
  std::vector<std::uint32_t> triangle;  // counts into `vertex`
};

struct CoarseModel {
  std::vector<CoarseMesh> mesh;  // one a mesh of the model
};
std::size_t triangle_count(const CoarseModel& model);

// Models with fewer triangles are never drawn with less than all of them.
inline constexpr std::size_t kCoarseFrom = 150000;
// About so many a coarse model has.
inline constexpr std::size_t kCoarseTriangles = 100000;

// The two ways to make one. Quick merges what shares a cell of a grid: about 30 ms a million
// triangles. Close collapses edges where that changes least, after a grid much finer than a pixel
// where there are millions of them: about a second.
enum class CoarseQuality { Quick, Close };

// `stop` is asked between meshes and between the steps of one: when it says true, what is returned
// is of no use. Safe on any thread.
CoarseModel make_coarse(const Model& model, CoarseQuality quality,
                        std::size_t most_triangles = kCoarseTriangles,
                        const std::function<bool()>& stop = {});

}  // namespace bindpose
