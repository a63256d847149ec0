// Picking the skinned surface on the CPU.
#pragma once

#include <optional>

#include "scene/scene.h"
#include "view/camera.h"
#include "view/surface_cache.h"

namespace bindpose {

struct SurfaceHit {
  int mesh;
  std::uint32_t triangle;  // number of the triangle
  vec3 bary;
  std::uint32_t vertex;  // the corner nearest to the hit in the file's world
  vec3 point;            // display space
  int joint;             // largest weight at the hit (blended over the corners), or the mesh's node
};

// Nearest visible triangle under the pixel, or nothing. The cache is brought up to the pose first.
std::optional<SurfaceHit> pick_surface(SurfaceCache& cache, const Scene& scene,
                                       const PosedScene& posed, Deformer method,
                                       const Camera& camera, const Viewport& viewport,
                                       const vec2& pixel);

// The same without a cache, by trying every triangle: slower than with one that holds the pose, but
// much faster than where its runs have to be made first.
std::optional<SurfaceHit> pick_surface_plainly(const Scene& scene, const PosedScene& posed,
                                               Deformer method, const Camera& camera,
                                               const Viewport& viewport, const vec2& pixel);

// The same by the view's deformer, for once.
std::optional<SurfaceHit> pick_surface(const Scene& scene, const PosedScene& posed,
                                       const Camera& camera, const Viewport& viewport,
                                       const vec2& pixel);

}  // namespace bindpose
