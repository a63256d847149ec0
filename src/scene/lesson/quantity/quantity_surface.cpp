#include "scene/lesson/quantity/quantity_surface.h"

#include <algorithm>
#include <cmath>

#include "rig/enclosed_volume.h"
#include "rig/surface_measure.h"

namespace bindpose::quantities {
namespace {

using Measure = double (*)(std::span<const SurfacePart> parts);

double enclosed(std::span<const SurfacePart> parts) {
  return enclosed_volume(parts);
}

// Of all meshes together, in the file's units cubed.
double posed_measure(const Scene& scene, const PosedScene& posed, Measure measure) {
  std::vector<std::vector<vec3>> position(scene.model->meshes.size());
  std::vector<SurfacePart> parts;
  for (std::size_t m = 0; m < position.size(); ++m) {
    skin_mesh(scene, posed, static_cast<int>(m), position[m], nullptr);
    parts.push_back({position[m], scene.model->meshes[m].triangle});
  }
  return measure(parts);
}

// A figure asks at every frame of a drag, and a loaded model never changes.
double bind_measure(const Scene& scene, Measure measure) {
  struct Known {
    ModelId model;
    Measure measure = nullptr;
    double value = 0.0;
  };
  thread_local Known known;
  if (known.model != scene.model->id || known.measure != measure) {
    std::vector<SurfacePart> parts;
    for (const Mesh& mesh : scene.model->meshes) parts.push_back({mesh.position, mesh.triangle});
    known = {scene.model->id, measure, measure(parts)};
  }
  return known.value;
}

double in_litres(const Scene& scene, double units_cubed) {
  constexpr double kLitres = 1000.0;
  return units_cubed * std::pow(metres_a_unit(scene), 3.0) * kLitres;
}

double ratio(const Scene& scene, const PosedScene& posed, Measure measure) {
  const double bound = bind_measure(scene, measure);
  return bound != 0.0 ? posed_measure(scene, posed, measure) / bound : kNothing;
}

}  // namespace

double volume(const Scene& scene, const PosedScene& posed, const Joints&) {
  return in_litres(scene, posed_measure(scene, posed, enclosed));
}
double signed_volume_of(const Scene& scene, const PosedScene& posed, const Joints&) {
  return in_litres(scene, posed_measure(scene, posed, signed_volume));
}
double volume_ratio(const Scene& scene, const PosedScene& posed, const Joints&) {
  return ratio(scene, posed, enclosed);
}
double signed_volume_ratio(const Scene& scene, const PosedScene& posed, const Joints&) {
  return ratio(scene, posed, signed_volume);
}

double stretch(const Scene& scene, const PosedScene& posed, const Joints&) {
  double largest = 0.0;
  std::vector<vec3> position;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    const Mesh& mesh = scene.model->meshes[m];
    skin_mesh(scene, posed, static_cast<int>(m), position, nullptr);
    largest = std::max(largest, largest_stretch(mesh.position, position, mesh.triangle));
  }
  return largest;
}

}  // namespace bindpose::quantities
