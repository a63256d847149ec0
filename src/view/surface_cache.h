// Where the surface is in a pose, kept so that pointing at it costs next to nothing while the pose
// rests: positions of all vertices, and boxes around runs of neighbouring triangles.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "scene/scene.h"

namespace bindpose {

// The triangles of a mesh in an order in which neighbours in space stand together (Morton 1966, of
// their centres in bind space), cut into runs. Depends on the mesh's points and triangles alone.
struct TriangleRuns {
  std::vector<std::uint32_t> order;         // #T: numbers of triangles
  std::vector<std::uint32_t> first_vertex;  // #R + 1: into `vertex`
  std::vector<std::uint32_t> vertex;        // the vertices of run after run, each once in a run

  std::size_t count() const { return first_vertex.size() - 1; }
};
inline constexpr std::size_t kTrianglesInRun = 64;

// `stop` is asked now and then: once it says true, what is returned is of no use.
TriangleRuns make_runs(const Mesh& mesh, const std::function<bool()>& stop = {});
// The box of each run (#R) where its vertices are now, with room for rounding.
void run_boxes(const TriangleRuns& runs, std::span<const vec3> position, std::vector<Box>& out);

struct SurfaceCache {
  struct PosedMesh {
    TriangleRuns runs;
    std::vector<vec3> position;  // the file's world
    std::vector<Box> box;        // one a run
  };
  ModelId model;                          // whose `meshes` these are
  std::optional<std::uint64_t> revision;  // PosedScene::revision that it holds
  Deformer method = Deformer::Linear;     // and the weights that the vertices are moved by
  WeightUse use = WeightUse::Normalised;
  std::vector<PosedMesh> meshes;
};

// Whether the cache has the runs of this scene's model: for a large one they take long, and
// update() makes those that it lacks.
bool has_runs(const SurfaceCache& cache, const Scene& scene);
// Gives it those, one entry a mesh, where they were made elsewhere.
void take_runs(SurfaceCache& cache, const Scene& scene, std::vector<TriangleRuns> runs);

// Makes the cache hold this pose. Costs nothing where it does already.
void update(SurfaceCache& cache, const Scene& scene, const PosedScene& posed, Deformer method);

}  // namespace bindpose
