// Where a joint goes that is placed on a surface: into the middle of the volume under the mouse.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "math/geometry.h"
#include "scene/draft/built_model.h"
#include "view/camera.h"

namespace bindpose {

struct VolumePoint {
  vec3 point;   // the file's world
  bool middle;  // half of the way through; false: on the surface, which is open there
};

// Along the ray from where it first meets the surface to where it first is outside of all closed
// parts of it, and half of that way. Which side of a triangle is the outer one follows from the
// first triangle that is met, so that it does not matter which way round all are. A front and a
// back in one place (a card of hair) are no volume: what is behind counts, and where all faces are
// there twice, the way from the first to the second. Where the ray
// never gets outside again, the first place counts. Nothing where the surface is missed. `surface`
// is one a mesh of the model; those of `hidden` (#M, or empty) are left out.
std::optional<VolumePoint> volume_middle(const Model& model, std::span<const BindSurface> surface,
                                         std::span<const std::uint8_t> hidden, const Ray& ray);

// The same for a pixel of the view; the model stands in its bind pose.
std::optional<VolumePoint> volume_middle(const Model& model, std::span<const BindSurface> surface,
                                         std::span<const std::uint8_t> hidden, const Camera& camera,
                                         const Viewport& viewport, const vec2& pixel);

}  // namespace bindpose
