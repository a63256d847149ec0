// Where vertices are in the picture, and which of them are seen: for choosing them by box or brush.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "scene/scene.h"
#include "view/camera.h"

namespace bindpose {

// One list a mesh, #M, of #V each; empty for a mesh that is hidden.
struct SeenVertices {
  std::vector<std::vector<vec2>> pixel;         // origin top left
  std::vector<std::vector<std::uint8_t>> seen;  // 1: in front of the eye, and no surface hides it
};

// `through`: the surface hides nothing. Otherwise a picture of depths, no larger than a million
// pixels, tells: what lies deeper than all that is drawn within a pixel of its place is hidden.
SeenVertices seen_vertices(const Scene& scene, const PosedScene& posed, Deformer method,
                           const Camera& camera, const Viewport& viewport, bool through);

// A camera that sees the vertices: framed(from) where a third of them are not hidden there;
// otherwise from one of the sides around, above and below, the first that shows so many, or the one
// that shows most. `framed`: how a camera that looks from a side goes there. Hidden meshes do not
// count; of none it is framed(from). Draws a small picture of depths for each side that it tries:
// of large models a few sides alone, above two million triangles none.
Camera seeing(const Scene& scene, const PosedScene& posed, Deformer method,
              const VertexLists& vertices, const Viewport& viewport, const Camera& from,
              const std::function<Camera(const Camera&)>& framed);

}  // namespace bindpose
