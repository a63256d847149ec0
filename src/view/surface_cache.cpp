#include "view/surface_cache.h"

#include <algorithm>
#include <array>
#include <utility>

#include "math/bounds.h"

namespace bindpose {
namespace {

struct Keyed {
  std::uint32_t key, triangle;
};

// Ten bits with two zeros before each.
std::uint32_t spread(std::uint32_t x) {
  x = (x | (x << 16)) & 0x030000ffu;
  x = (x | (x << 8)) & 0x0300f00fu;
  x = (x | (x << 4)) & 0x030c30c3u;
  return (x | (x << 2)) & 0x09249249u;
}

std::uint32_t morton(const vec3& unit) {
  const auto cell = [](float x) {
    return spread(static_cast<std::uint32_t>(std::clamp(x, 0.0f, 1.0f) * 1023.0f));
  };
  return cell(unit.x) | (cell(unit.y) << 1) | (cell(unit.z) << 2);
}

// By key, ten bits at a time; equal keys keep their order.
void radix_sort(std::vector<Keyed>& list) {
  constexpr unsigned kBits = 10, kKeyBits = 30;
  constexpr std::uint32_t kMask = (1u << kBits) - 1u;
  std::vector<Keyed> other(list.size());
  for (unsigned shift = 0; shift < kKeyBits; shift += kBits) {
    std::array<std::size_t, (1u << kBits) + 1u> start{};
    for (const Keyed& k : list) ++start[((k.key >> shift) & kMask) + 1u];
    for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
    for (const Keyed& k : list) other[start[(k.key >> shift) & kMask]++] = k;
    list.swap(other);
  }
}

std::vector<std::uint32_t> spatial_order(const Mesh& mesh) {
  Box box;
  add_points(box, mesh.position);
  // One size for all axes: a cell is a cube, also in a flat mesh.
  const vec3 sides = box.hi - box.lo;
  const float size = std::max({sides.x, sides.y, sides.z, 1e-30f});
  const std::size_t triangles = mesh.triangle.size() / 3;
  std::vector<Keyed> keyed(triangles);
  for (std::size_t t = 0; t < triangles; ++t) {
    const std::uint32_t* c = &mesh.triangle[3 * t];
    const vec3 center = (mesh.position[c[0]] + mesh.position[c[1]] + mesh.position[c[2]]) / 3.0f;
    keyed[t] = {morton((center - box.lo) / size), static_cast<std::uint32_t>(t)};
  }
  radix_sort(keyed);
  std::vector<std::uint32_t> order(triangles);
  for (std::size_t t = 0; t < triangles; ++t) order[t] = keyed[t].triangle;
  return order;
}

}  // namespace

TriangleRuns make_runs(const Mesh& mesh, const std::function<bool()>& stop) {
  constexpr std::size_t kBetween = 1024;  // runs
  TriangleRuns runs;
  runs.first_vertex = {0};
  if (stop && stop()) return runs;
  runs.order = spatial_order(mesh);
  std::vector<std::uint32_t> seen(mesh.position.size(), 0);  // the last run that had it, from 1
  for (std::size_t first = 0; first < runs.order.size(); first += kTrianglesInRun) {
    const auto run = static_cast<std::uint32_t>(runs.first_vertex.size());
    if (run % kBetween == 1 && stop && stop()) return runs;
    const std::size_t last = std::min(first + kTrianglesInRun, runs.order.size());
    for (std::size_t k = first; k < last; ++k) {
      for (std::size_t corner = 0; corner < 3; ++corner) {
        const std::uint32_t v = mesh.triangle[3 * std::size_t{runs.order[k]} + corner];
        if (seen[v] == run) continue;
        seen[v] = run;
        runs.vertex.push_back(v);
      }
    }
    runs.first_vertex.push_back(static_cast<std::uint32_t>(runs.vertex.size()));
  }
  return runs;
}

void run_boxes(const TriangleRuns& runs, std::span<const vec3> position, std::vector<Box>& out) {
  constexpr float kRounding = 1e-5f;
  out.resize(runs.count());
  for (std::size_t r = 0; r < out.size(); ++r) {
    vec3 lo = position[runs.vertex[runs.first_vertex[r]]];
    vec3 hi = lo;
    for (std::size_t k = runs.first_vertex[r] + 1; k < runs.first_vertex[r + 1]; ++k) {
      const vec3& p = position[runs.vertex[k]];
      lo = glm::min(lo, p);
      hi = glm::max(hi, p);
    }
    // A flat run has a flat box, which a ray at a slant could miss.
    const vec3 margin(kRounding * (glm::length(hi - lo) + 0.5f * glm::length(lo + hi)));
    out[r] = Box{lo - margin, hi + margin};
  }
}

bool has_runs(const SurfaceCache& cache, const Scene& scene) {
  return scene.model && cache.model == scene.model->id &&
         cache.meshes.size() == scene.model->meshes.size();
}

void take_runs(SurfaceCache& cache, const Scene& scene, std::vector<TriangleRuns> runs) {
  cache = SurfaceCache{};
  cache.model = scene.model->id;
  cache.meshes.resize(runs.size());
  for (std::size_t m = 0; m < runs.size(); ++m) cache.meshes[m].runs = std::move(runs[m]);
}

void update(SurfaceCache& cache, const Scene& scene, const PosedScene& posed, Deformer method) {
  if (!scene.model) {
    cache = SurfaceCache{};
    return;
  }
  const std::vector<Mesh>& meshes = scene.model->meshes;
  if (!has_runs(cache, scene)) {
    std::vector<TriangleRuns> runs;
    for (const Mesh& mesh : meshes) runs.push_back(make_runs(mesh));
    take_runs(cache, scene, std::move(runs));
  }
  const WeightUse use = scene.view.weights;
  if (cache.revision == posed.revision && cache.method == method && cache.use == use) return;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    SurfaceCache::PosedMesh& mesh = cache.meshes[m];
    skin_mesh(scene, posed, static_cast<int>(m), method, mesh.position, nullptr);
    run_boxes(mesh.runs, mesh.position, mesh.box);
  }
  cache.revision = posed.revision;
  cache.method = method;
  cache.use = use;
}

}  // namespace bindpose
