// The map of what the usual normal of a skinned vertex is off by.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "math/numbers.h"
#include "math/rotation.h"
#include "scene/deform/deformer_words.h"
#include "view/colors.h"
#include "view/maps/parts.h"
#include "view/panes.h"

namespace bindpose::maps {
namespace {

// Degrees. What is less is rounding, and the exact normals of dual quaternions hold to 0.05.
constexpr float kLeast = 0.1f;

float degrees_apart(const vec3& a, const vec3& b) {
  const glm::dvec3 x(a), y(b);
  const double angle = std::atan2(glm::length(glm::cross(x, y)), glm::dot(x, y));
  const float degrees = static_cast<float>(angle * kDegreesPerRadian);
  return degrees < kLeast ? 0.0f : degrees;
}

// Between two questions whether the map is still wanted: a pass over the mesh comes with each.
std::size_t block_of(std::size_t vertices) {
  return std::max<std::size_t>(200000, vertices / 8 + 1);
}

std::vector<MeshMap> errors(const Scene& scene, const PosedScene& posed, Deformer method,
                            const StopWish& stop) {
  std::vector<MeshMap> out(scene.model->meshes.size());
  std::vector<std::uint32_t> vertices;
  for (std::size_t m = 0; m < out.size(); ++m) {
    if (is_hidden(scene, m)) continue;
    const std::size_t count = scene.model->meshes[m].position.size();
    for (std::size_t from = 0; from < count; from += block_of(count)) {
      if (stop && stop()) throw MapStopped();
      vertices.resize(std::min(block_of(count), count - from));
      std::iota(vertices.begin(), vertices.end(), static_cast<std::uint32_t>(from));
      const PosedVertices p = posed_vertices(scene, posed, static_cast<int>(m), method, vertices);
      for (std::size_t k = 0; k < vertices.size(); ++k)
        out[m].value.push_back(degrees_apart(p.usual[k], p.exact[k]));
    }
  }
  return out;
}

struct Most {
  float value = 0.0f;
  VertexRef at;
  std::size_t off = 0;  // vertices
};

Most most_of(const std::vector<MeshMap>& meshes) {
  Most out;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    for (std::size_t i = 0; i < meshes[m].value.size(); ++i) {
      const float value = meshes[m].value[i];
      out.off += value > 0.0f;
      if (value <= out.value) continue;
      out.value = value;
      out.at = {static_cast<int>(m), static_cast<std::uint32_t>(i)};
    }
  }
  return out;
}

std::string in_degrees(float value) {
  return short_value(value) + "\xC2\xB0";
}

}  // namespace

// One scale for all panes; the legend tells the largest value of each deformer that they show.
SurfaceMap normals(const Scene& scene, const PosedScene& posed, const StopWish& stop) {
  const std::vector<Deformer> methods = deformers_shown(scene.view);
  SurfaceMap map;
  Legend& legend = map.legend;
  legend.title = "Error of the usual normal, in this pose";
  legend.zero_beside = true;
  Most first;
  std::string by;
  for (std::size_t k = 0; k < methods.size(); ++k) {
    std::vector<MeshMap> values = errors(scene, posed, methods[k], stop);
    const Most most = most_of(values);
    by += (k == 0 ? " " : ", ") + in_degrees(most.value) + " by " +
          deformer_in_sentence(scene, methods[k]);
    if (k == 0 || most.value > first.value) first = most;
    if (k == 0) {
      map.mesh = std::move(values);
    } else {
      map.others.push_back({methods[k], std::move(values)});
    }
  }
  map.farthest = first.at;
  if (first.at.empty()) {
    legend.note = "It is the surface's own everywhere, to within 0.1\xC2\xB0.";
    return map;
  }
  map.high = first.value;
  legend.bar.assign(weight_ramp().begin(), weight_ramp().end());
  for (const float part : {0.25f, 0.5f, 0.75f, 1.0f}) {
    legend.ticks.push_back({part, in_degrees(part * first.value)});
  }
  legend.note =
      methods.size() > 1 ? "At most" + by : grouped(first.off) + " vertices, at most" + by;
  legend.where = "Largest: vertex " + grouped(first.at.vertex);
  if (scene.model->meshes.size() > 1) {
    const Mesh& mesh = scene.model->meshes[static_cast<std::size_t>(first.at.mesh)];
    if (!mesh.name.empty()) legend.where += " of " + mesh.name;
  }
  return map;
}

}  // namespace bindpose::maps
