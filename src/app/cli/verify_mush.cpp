// Delta mush point by point in double, straight from its formula (rig/deform/delta_mush.h); which
// edge a tangent goes along is a choice, and taken over.
#include <map>
#include <set>
#include <tuple>

#include "app/cli/verify_worst.h"
#include "rig/deform/mush_surface.h"
#include "scene/deform/deformer_data.h"

namespace bindpose::app {
namespace {

using glm::dmat3;
using glm::dmat4;
using glm::dvec3;

// MushPlaces of a mesh with what is around them.
struct MushPlace {
  std::vector<std::size_t> vertex;
  std::set<std::size_t> beside;
  std::vector<std::pair<std::size_t, std::size_t>> corner;  // the other two of each triangle
  bool held = true;
};

class MushPlaces {
 public:
  explicit MushPlaces(const Mesh& mesh) : of(mesh.position.size()) {
    std::map<std::tuple<float, float, float>, std::size_t> known;
    for (std::size_t i = 0; i < of.size(); ++i) {
      const vec3 p = mesh.position[i] + vec3(0.0f);
      const auto [at, is_new] = known.try_emplace({p.x, p.y, p.z}, place.size());
      if (is_new) place.emplace_back();
      of[i] = at->second;
      place[of[i]].vertex.push_back(i);
    }
    std::map<std::pair<std::size_t, std::size_t>, int> triangles;  // of an edge
    for (std::size_t t = 0; t < mesh.triangle.size(); t += 3) {
      for (std::size_t k = 0; k < 3; ++k) add_corner(mesh, t, k, triangles);
    }
    for (std::size_t p = 0; p < place.size(); ++p) {
      MushPlace& at = place[p];
      at.held = at.corner.empty();
      for (const std::size_t q : at.beside) at.held = at.held || triangles[std::minmax(p, q)] == 1;
    }
  }

  std::vector<std::size_t> of;  // #V
  std::vector<MushPlace> place;

  std::vector<dvec3> smoothed(const std::vector<dvec3>& vertex, const MushSmoothing& by) const {
    std::vector<dvec3> y(place.size(), dvec3(0.0));
    for (std::size_t p = 0; p < y.size(); ++p) {
      for (const std::size_t v : place[p].vertex) y[p] += vertex[v];
      y[p] /= double(place[p].vertex.size());
    }
    for (int step = 0; step < by.steps; ++step) {
      std::vector<dvec3> next = y;
      for (std::size_t p = 0; p < y.size(); ++p) {
        if (place[p].held) continue;
        dvec3 mean(0.0);
        for (const std::size_t q : place[p].beside) mean += y[q] / double(place[p].beside.size());
        next[p] += double(by.lambda) * (mean - y[p]);
      }
      y = next;
    }
    return y;
  }

  // How well the frame there is known, 0 to 1, and the frame. Of the surface as `stretch` makes it.
  double frame(const std::vector<dvec3>& y, std::size_t p, std::size_t toward, const dmat3& stretch,
               dmat3& out) const {
    const auto to = [&](std::size_t q) { return stretch * (y[q] - y[p]); };
    dvec3 n(0.0);
    for (const auto& [b, c] : place[p].corner) n += glm::cross(to(b), to(c));
    const dvec3 edge = to(toward);
    const double square = glm::dot(edge, edge), length = glm::length(n);
    if (!(square > 0.0) || !(length > 0.0)) return 0.0;
    n /= length;
    const dvec3 along = edge - glm::dot(edge, n) * n;
    const dvec3 t = along / glm::length(along);
    out = dmat3(t, glm::cross(n, t), n);
    return std::min({1.0, length / square, glm::dot(along, along) / square});
  }

 private:
  void add_corner(const Mesh& mesh, std::size_t t, std::size_t k,
                  std::map<std::pair<std::size_t, std::size_t>, int>& triangles) {
    const std::size_t a = of[mesh.triangle[t + k]], b = of[mesh.triangle[t + (k + 1) % 3]],
                      c = of[mesh.triangle[t + (k + 2) % 3]];
    if (a != b) {
      place[a].beside.insert(b);
      place[b].beside.insert(a);
    }
    if (a == b || b == c || c == a) return;
    ++triangles[std::minmax(a, b)];
    place[a].corner.emplace_back(b, c);
  }
};

// What is left of a joint's matrix without its turn (the polar factor by Newton's iteration: N.
// Higham 1986); false where it flattens or mirrors.
bool stretch_of(const mat4& t, dmat3& out) {
  const dmat3 m{mat3(t)};
  if (!(glm::determinant(m) > 1e-9)) return false;
  dmat3 r = m;
  for (int i = 0; i < 60; ++i) r = 0.5 * (r + glm::inverse(glm::transpose(r)));
  out = glm::transpose(r) * m;
  return true;
}

}  // namespace

std::vector<Check> check_delta_mush(const Scene& scene, const PosedScene& posed, double size) {
  const std::string name = "delta-mush positions, against the formula in double";
  Worst worst;
  std::vector<Check> out;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    const auto& [mesh, in, skin] = bound_mesh(scene, m);
    std::vector<dmat3> stretches(posed.palette[m].size() + 1);
    stretches.back() = dmat3(mat3(posed.node_matrix[m]));
    bool known = glm::determinant(stretches.back()) > 1e-9;
    for (std::size_t s = 0; s < posed.palette[m].size(); ++s)
      known = known && stretch_of(posed.palette[m][s], stretches[s]);
    if (!known) {
      out.push_back(skip(name, "mesh " + mesh.name + ": a joint mirrors or flattens in this pose"));
      continue;
    }
    const Shaped shaped = shaped_points(mesh, posed);
    std::vector<dvec3> blended;
    std::vector<dmat3> stretch;
    for (std::size_t i = 0; i < shaped.position.size(); ++i) {
      const bool alone = in.offset[i] == in.offset[i + 1];
      dmat4 sum(alone ? dmat4(posed.node_matrix[m]) : dmat4(0.0));
      stretch.push_back(alone ? stretches.back() : dmat3(0.0));
      for (auto k = in.offset[i]; k < in.offset[i + 1]; ++k) {
        sum += static_cast<double>(in.weight[k]) * dmat4(posed.palette[m][in.slot[k]]);
        stretch.back() += static_cast<double>(in.weight[k]) * stretches[in.slot[k]];
      }
      blended.emplace_back(sum * glm::dvec4(shaped.position[i], 1.0));
    }
    const auto surface = deformer_data(scene, m, {Deformer::DeltaMush}).surface;
    const MushPlaces places(mesh);
    const std::vector<dvec3> before = places.smoothed(shaped.position, surface->smoothing);
    const std::vector<dvec3> now = places.smoothed(blended, surface->smoothing);
    std::vector<vec3> position;
    skin_mesh(scene, posed, static_cast<int>(m), Deformer::DeltaMush, position, nullptr);
    for (std::size_t i = 0; i < position.size(); ++i) {
      const std::size_t p = places.of[i];
      const VertexGraph& graph = surface->graph->graph;
      const auto toward = graph.vertices_of(surface->toward[graph.point[i]])[0];
      dmat3 frame_before(1.0), frame_now(1.0), own(0.0);
      for (const std::size_t v : places.place[p].vertex)
        own += stretch[v] / double(places.place[p].vertex.size());
      constexpr double kKnown = 0.2;  // what of a frame floats are sure of
      if (places.frame(before, p, places.of[toward], own, frame_before) < kKnown ||
          places.frame(now, p, places.of[toward], dmat3(1.0), frame_now) < kKnown)
        continue;
      const dvec3 expected = now[p] + frame_now * (glm::transpose(frame_before) * own *
                                                   (shaped.position[i] - before[p]));
      worst.add(glm::length(expected - dvec3(position[i])) / size,
                "vertex " + std::to_string(i) + " of mesh " + mesh.name);
    }
  }
  out.insert(out.begin(), finish(name, worst));
  return out;
}

}  // namespace bindpose::app
