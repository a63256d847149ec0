#include "rig/deform/mush_surface.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "math/numbers.h"

namespace bindpose {
namespace {

constexpr std::uint32_t kNotReached = 0xffffffffu;

// The corners as points, where it is a triangle of three.
bool points_of(const VertexGraph& graph, std::span<const vec3> position,
               std::span<const std::uint32_t> corner, std::array<std::uint32_t, 3>& out) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (corner[k] >= position.size() || !is_finite(position[corner[k]])) return false;
    out[k] = graph.point[corner[k]];
  }
  return out[0] != out[1] && out[1] != out[2] && out[2] != out[0];
}

template <typename F>
void for_each_triangle(const VertexGraph& graph, std::span<const vec3> position,
                       std::span<const std::uint32_t> triangle, const F& f) {
  std::array<std::uint32_t, 3> p;
  for (std::size_t t = 0; t + 2 < triangle.size(); t += 3) {
    if (points_of(graph, position, triangle.subspan(t, 3), p)) f(p);
  }
}

// Whether some edge at the point has one triangle alone.
bool is_border(std::span<const std::uint32_t> ring, std::vector<std::uint32_t>& sorted) {
  sorted.assign(ring.begin(), ring.end());
  std::ranges::sort(sorted);
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    const bool before = k > 0 && sorted[k - 1] == sorted[k];
    const bool after = k + 1 < sorted.size() && sorted[k + 1] == sorted[k];
    if (!before && !after) return true;
  }
  return sorted.empty();
}

// The neighbour to which the smoothed edge is longest along the surface: the frame's tangent
// depends least on where its ends are.
std::uint32_t tangent_of(const MushSurface& s, std::uint32_t p) {
  const float square = glm::dot(s.normal[p], s.normal[p]);
  std::uint32_t best = p;
  float most = 0.0f;
  if (!(square > 0.0f)) return p;
  for (const std::uint32_t q : s.graph->graph.neighbours_of(p)) {
    const vec3 edge = s.smooth[q] - s.smooth[p];
    const float across = glm::dot(edge, s.normal[p]);
    const float along = glm::dot(edge, edge) - across * across / square;
    if (!(along > most)) continue;
    most = along;
    best = q;
  }
  return best;
}

}  // namespace

MushGraph mush_graph(std::span<const vec3> position, std::span<const std::uint32_t> triangle) {
  MushGraph out;
  out.graph = vertex_graph(position, triangle);
  const std::size_t count = out.graph.size();
  out.ring_offset.assign(count + 1, 0);
  for_each_triangle(out.graph, position, triangle, [&](const auto& p) {
    for (const std::uint32_t corner : p) ++out.ring_offset[corner + 1];
  });
  std::partial_sum(out.ring_offset.begin(), out.ring_offset.end(), out.ring_offset.begin());
  out.ring.resize(2 * std::size_t{out.ring_offset.back()});
  std::vector<std::uint32_t> next(out.ring_offset.begin(), out.ring_offset.end() - 1);
  for_each_triangle(out.graph, position, triangle, [&](const auto& p) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t at = 2 * std::size_t{next[p[k]]++};
      out.ring[at] = p[(k + 1) % 3];
      out.ring[at + 1] = p[(k + 2) % 3];
    }
  });
  out.held.resize(count);
  std::vector<std::uint32_t> sorted;
  for (std::size_t p = 0; p < count; ++p) out.held[p] = is_border(out.ring_of(p), sorted) ? 1 : 0;
  return out;
}

std::vector<vec3> at_points(const MushGraph& graph, std::span<const vec3> of_vertex) {
  std::vector<vec3> out(graph.size());
  for (std::size_t p = 0; p < out.size(); ++p) {
    const auto vertices = graph.graph.vertices_of(p);
    vec3 sum = of_vertex[vertices[0]];
    for (const std::uint32_t v : vertices.subspan(1)) sum += of_vertex[v];
    out[p] = vertices.size() > 1 ? sum / static_cast<float>(vertices.size()) : sum;
  }
  return out;
}

void smooth(const MushGraph& graph, const MushSmoothing& smoothing, std::vector<vec3>& x) {
  std::vector<vec3> next(x.size());
  for (int step = 0; step < smoothing.steps; ++step) {
    for (std::size_t p = 0; p < x.size(); ++p) {
      next[p] = x[p];
      if (graph.held[p] != 0) continue;
      const auto beside = graph.graph.neighbours_of(p);
      vec3 sum(0.0f);
      for (const std::uint32_t q : beside) sum += x[q];
      next[p] += smoothing.lambda * (sum / static_cast<float>(beside.size()) - x[p]);
    }
    std::swap(x, next);
  }
}

std::vector<vec3> point_normals(const MushGraph& graph, std::span<const vec3> x) {
  std::vector<vec3> out(x.size(), vec3(0.0f));
  for (std::size_t p = 0; p < x.size(); ++p) {
    const auto ring = graph.ring_of(p);
    for (std::size_t k = 0; k < ring.size(); k += 2)
      out[p] += glm::cross(x[ring[k]] - x[p], x[ring[k + 1]] - x[p]);
  }
  return out;
}

MushSurface mush_surface(std::shared_ptr<const MushGraph> graph, const MushSmoothing& smoothing,
                         std::span<const vec3> position) {
  MushSurface out;
  out.graph = std::move(graph);
  out.smoothing = smoothing;
  out.position = position;
  out.smooth = at_points(*out.graph, position);
  smooth(*out.graph, smoothing, out.smooth);
  out.normal = point_normals(*out.graph, out.smooth);
  out.toward.resize(out.smooth.size());
  for (std::uint32_t p = 0; p < out.toward.size(); ++p) out.toward[p] = tangent_of(out, p);
  return out;
}

namespace {

// Points in the order of how many edges they are away.
struct Reached {
  std::vector<std::uint32_t> point, number;  // #R; #P: its number in `point`, or kNotReached
  std::size_t inner = 0;                     // the first ones, all of whose neighbours are there
};

// At most so many edges from the vertices; stops where that is more than `most` points.
Reached reach_around(const MushGraph& graph, std::span<const std::uint32_t> vertices, int edges,
                     std::size_t most) {
  Reached out;
  out.number.assign(graph.size(), kNotReached);
  const auto add = [&](std::uint32_t p) {
    if (out.number[p] != kNotReached) return;
    out.number[p] = static_cast<std::uint32_t>(out.point.size());
    out.point.push_back(p);
  };
  for (const std::uint32_t v : vertices) add(graph.graph.point[v]);
  for (int e = 0; e < edges && out.point.size() <= most; ++e) {
    const std::size_t end = out.point.size();
    for (; out.inner < end; ++out.inner) {
      for (const std::uint32_t q : graph.graph.neighbours_of(out.point[out.inner])) add(q);
    }
  }
  return out;
}

}  // namespace

std::unique_ptr<const MushPatch> mush_patch(const MushSurface& whole,
                                            std::span<const std::uint32_t> vertices) {
  const MushGraph& from = *whole.graph;
  const std::size_t most = from.size() / 2;
  // Frames look one edge further than the smoothing.
  const Reached reached = reach_around(from, vertices, whole.smoothing.steps + 2, most);
  if (reached.point.size() > most) return nullptr;
  auto out = std::make_unique<MushPatch>();
  auto graph = std::make_shared<MushGraph>();
  VertexGraph& to = graph->graph;
  std::vector<std::uint32_t> place(from.graph.point.size(), kNotReached);
  for (std::size_t k = 0; k < reached.point.size(); ++k) {
    const std::uint32_t p = reached.point[k];
    for (const std::uint32_t v : from.graph.vertices_of(p)) {
      place[v] = static_cast<std::uint32_t>(out->vertex.size());
      to.point.push_back(static_cast<std::uint32_t>(k));
      to.vertex.push_back(place[v]);
      out->vertex.push_back(v);
      out->position.push_back(whole.position[v]);
    }
    to.vertex_offset.push_back(static_cast<std::uint32_t>(to.vertex.size()));
    if (k < reached.inner) {
      for (const std::uint32_t q : from.graph.neighbours_of(p))
        to.neighbour.push_back(reached.number[q]);
      for (const std::uint32_t q : from.ring_of(p)) graph->ring.push_back(reached.number[q]);
    }
    to.offset.push_back(static_cast<std::uint32_t>(to.neighbour.size()));
    graph->ring_offset.push_back(static_cast<std::uint32_t>(graph->ring.size() / 2));
    graph->held.push_back(k < reached.inner ? from.held[p] : std::uint8_t{1});
    out->surface.smooth.push_back(whole.smooth[p]);
    out->surface.normal.push_back(whole.normal[p]);
    const std::uint32_t toward = reached.number[whole.toward[p]];
    out->surface.toward.push_back(toward == kNotReached ? static_cast<std::uint32_t>(k) : toward);
  }
  for (const std::uint32_t v : vertices) out->wanted.push_back(place[v]);
  out->surface.graph = std::move(graph);
  out->surface.smoothing = whole.smoothing;
  out->surface.position = out->position;
  return out;
}

}  // namespace bindpose
