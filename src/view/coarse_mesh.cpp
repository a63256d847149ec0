#include "view/coarse_mesh.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <span>

#include "math/numbers.h"

namespace bindpose {
namespace {

using Indices = std::vector<std::uint32_t>;

// What may change, as a part of the mesh's extent: edges collapse until the triangles are few
// enough, unless that would be seen.
constexpr float kCloseError = 0.01f;
constexpr float kGridError = 0.3f;
// Of a mesh with more triangles than this many times what is wanted, a grid makes so many first.
constexpr std::size_t kGridFirst = 6;
constexpr std::size_t kFewest = 64;  // triangles of a mesh: fewer are kept as they are

// The library's function took one argument more from version 0.25 on (vertices that stay).
using Grid = std::size_t (*)(unsigned int*, const unsigned int*, std::size_t, const float*,
                             std::size_t, std::size_t, std::size_t, float, float*);
using GridWithLocks = std::size_t (*)(unsigned int*, const unsigned int*, std::size_t, const float*,
                                      std::size_t, std::size_t, const unsigned char*, std::size_t,
                                      float, float*);
// What the library works on: points that are numbers, and triangles between them.
struct Surface {
  std::span<const vec3> position;
  Indices triangle;
  std::vector<vec3> mended{};  // where `position` had to be made
};

std::size_t run_grid(Grid grid, const Surface& in, Indices& out, std::size_t wanted) {
  return grid(out.data(), in.triangle.data(), in.triangle.size(), &in.position[0].x,
              in.position.size(), sizeof(vec3), wanted, kGridError, nullptr);
}
[[maybe_unused]] std::size_t run_grid(GridWithLocks grid, const Surface& in, Indices& out,
                                      std::size_t wanted) {
  return grid(out.data(), in.triangle.data(), in.triangle.size(), &in.position[0].x,
              in.position.size(), sizeof(vec3), nullptr, wanted, kGridError, nullptr);
}

Indices by_grid(const Surface& in, std::size_t triangles) {
  Indices out(in.triangle.size());
  out.resize(run_grid(&meshopt_simplifySloppy, in, out, 3 * triangles));
  return out;
}

Indices by_edges(const Surface& in, std::size_t triangles) {
  Indices out(in.triangle.size());
  out.resize(meshopt_simplify(out.data(), in.triangle.data(), in.triangle.size(), &in.position[0].x,
                              in.position.size(), sizeof(vec3), 3 * triangles, kCloseError, 0,
                              nullptr));
  return out;
}

// Without triangles that have a corner nowhere.
Surface sound_surface(const Mesh& mesh) {
  const auto good = [&](const vec3& p) { return is_finite(p); };
  if (std::ranges::all_of(mesh.position, good)) return {mesh.position, mesh.triangle};
  Surface out;
  for (std::size_t t = 0; t + 2 < mesh.triangle.size(); t += 3) {
    const std::span corner = std::span(mesh.triangle).subspan(t, 3);
    if (std::ranges::all_of(corner, [&](std::uint32_t v) { return good(mesh.position[v]); }))
      out.triangle.insert(out.triangle.end(), corner.begin(), corner.end());
  }
  // The library measures all points, also those that no triangle has.
  const auto somewhere = std::ranges::find_if(mesh.position, good);
  for (const vec3& p : mesh.position) {
    out.mended.push_back(good(p) ? p : somewhere != mesh.position.end() ? *somewhere : vec3(0.0f));
  }
  out.position = out.mended;
  return out;
}

// Counts only the vertices that are used.
CoarseMesh compacted(Indices triangle, std::size_t vertices) {
  CoarseMesh out;
  std::vector<std::uint32_t> place(vertices, 0);
  for (const std::uint32_t v : triangle) place[v] = 1;
  for (std::size_t v = 0; v < vertices; ++v) {
    if (place[v] == 0) continue;
    place[v] = static_cast<std::uint32_t>(out.vertex.size());
    out.vertex.push_back(static_cast<std::uint32_t>(v));
  }
  for (std::uint32_t& v : triangle) v = place[v];
  out.triangle = std::move(triangle);
  return out;
}

Indices simplified(const Mesh& mesh, CoarseQuality quality, std::size_t triangles,
                   const std::function<bool()>& stop) {
  Surface now = sound_surface(mesh);
  const auto too_many = [&](std::size_t limit) {
    return now.triangle.size() > 3 * limit && !stop();
  };
  if (!too_many(std::max(triangles, kFewest))) return now.triangle;
  if (quality == CoarseQuality::Quick) return by_grid(now, triangles);
  if (too_many(2 * kGridFirst * triangles)) now.triangle = by_grid(now, kGridFirst * triangles);
  if (too_many(triangles)) now.triangle = by_edges(now, triangles);
  // Many small pieces keep their edges: only a grid makes them fewer.
  if (too_many(2 * triangles)) now.triangle = by_grid(now, triangles);
  return now.triangle;
}

}  // namespace

std::size_t triangle_count(const CoarseModel& model) {
  std::size_t count = 0;
  for (const CoarseMesh& mesh : model.mesh) count += mesh.triangle.size() / 3;
  return count;
}

CoarseModel make_coarse(const Model& model, CoarseQuality quality, std::size_t most_triangles,
                        const std::function<bool()>& stop) {
  const std::function<bool()> stops = stop ? stop : [] { return false; };
  const double part = std::min(
      1.0, double(most_triangles) / double(std::max<std::size_t>(triangle_count(model), 1)));
  CoarseModel out;
  for (const Mesh& mesh : model.meshes) {
    if (stops()) break;
    const auto wanted = static_cast<std::size_t>(part * double(mesh.triangle.size() / 3));
    out.mesh.push_back(compacted(simplified(mesh, quality, wanted, stops), mesh.position.size()));
  }
  return out;
}

}  // namespace bindpose
