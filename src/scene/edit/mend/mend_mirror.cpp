#include "scene/edit/mend/mend_mirror.h"

#include <algorithm>
#include <cmath>

#include "math/numbers.h"
#include "rig/mend/mirror_surface.h"
#include "scene/pose/symmetry.h"

namespace bindpose {
namespace {

using Row = std::vector<ExactWeight>;
constexpr double kMendOnPlane = 1e-4;  // of the rig's size
constexpr double kMendFar = 0.02;

void add(Row& row, int slot, double weight) {
  const auto at = std::ranges::find(row, slot, &ExactWeight::slot);
  if (at == row.end()) {
    row.push_back({slot, weight});
  } else {
    at->weight += weight;
  }
}

// Joints to slots of the mesh that is mended; new ones behind those of its skin.
struct Slots {
  const Skin& skin;
  const std::vector<int>& partner;
  std::vector<int> more;

  int of_joint(int joint) {
    if (const int slot = find_slot(skin, joint); slot >= 0) return slot;
    auto at = std::ranges::find(more, joint);
    if (at == more.end()) at = more.insert(at, joint);
    return static_cast<int>(skin.joint.size()) + static_cast<int>(at - more.begin());
  }
  int opposite(int joint) {
    const int p = partner[idx(joint)];
    return of_joint(p == kNoPartner ? joint : p);
  }
};

// The row of a vertex of any mesh, times a factor, on the other side.
void add_opposite(const MeshBinding& from, std::uint32_t vertex, double factor, Slots& slots,
                  Row& out) {
  const Influences& in = from.influences;
  for (std::size_t k = in.offset[vertex]; k < in.offset[vertex + 1]; ++k) {
    add(out, slots.opposite(from.skin.joint[in.slot[k]]), factor * in.weight[k]);
  }
}

void add_opposite(const MeshBinding& from, const MirrorPlace& place, Slots& slots, Row& out) {
  for (int c = 0; c < 3; ++c) {
    if (place.bary[c] > 0.0f) {
      add_opposite(from, place.vertex[idx(c)], double(place.bary[c]), slots, out);
    }
  }
}

// What is opposite to each of the vertices: of which mesh, where on it.
struct Opposite {
  int mesh = -1;
  MirrorPlace place;
};

// Where a mesh has a place nearer than what was found so far, by more than `closer`, it is taken.
void find_on(const Scene& scene, int mesh, std::span<const vec3> from, const JointPairs& pairs,
             double closer, const MendProgress& progress, std::vector<Opposite>& out) {
  const Mesh& on = scene.model->meshes[idx(mesh)];
  const auto found = opposite_by_place(from, pairs.plane, on.position, on.triangle,
                                       static_cast<float>(kMendFar * pairs.size),
                                       static_cast<float>(kMendOnPlane * pairs.size), progress);
  for (std::size_t k = 0; k < from.size(); ++k) {
    const bool nearer =
        out[k].mesh < 0 || double(found[k].distance) + closer < double(out[k].place.distance);
    if (found[k].found && nearer) out[k] = {mesh, found[k]};
  }
}

// The nearest of all meshes; of two that are as near the vertex's own.
std::vector<Opposite> by_place(const Scene& scene, int mesh, std::span<const vec3> from,
                               const JointPairs& pairs, const MendProgress& progress) {
  std::vector<Opposite> out(from.size());
  find_on(scene, mesh, from, pairs, 0.0, progress, out);
  for (int m = 0; m < static_cast<int>(scene.model->meshes.size()); ++m) {
    if (m != mesh && binding_of(scene, idx(m)).skin.skinned) {
      find_on(scene, m, from, pairs, kMendOnPlane * pairs.size, progress, out);
    }
  }
  return out;
}

std::vector<Opposite> by_topology(const Scene& scene, int mesh,
                                  std::span<const std::uint32_t> vertices,
                                  const JointPairs& pairs) {
  const Mesh& on = scene.model->meshes[idx(mesh)];
  const VertexGraph graph = vertex_graph(on.position, on.triangle);
  const auto opposite =
      opposite_by_topology(graph, on.position, on.triangle, pairs.plane, kMendOnPlane * pairs.size);
  std::vector<Opposite> out(vertices.size());
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    const std::uint32_t p = opposite[graph.point[vertices[k]]];
    if (p == kNoPoint) continue;
    const std::uint32_t v = graph.vertices_of(p)[0];
    out[k] = {mesh, {{v, v, v}, vec3(1.0f, 0.0f, 0.0f), true, 0.0f}};
  }
  return out;
}

}  // namespace

MirroredMesh mirrored_weights(const Scene& scene, int mesh, const MendScope& scope,
                              const Mend& mend, const MendProgress& progress) {
  const JointPairs& pairs = rig_mirror(scene).pairs;
  const MeshBinding& binding = binding_of(scene, idx(mesh));
  const Mesh& own = scene.model->meshes[idx(mesh)];
  std::vector<std::uint32_t> wanted, middle;
  std::vector<vec3> from;
  for (const std::uint32_t i : scope.vertex) {
    const double height = pairs.plane.height(glm::dvec3(own.position[i]));
    const bool on_plane = std::abs(height) <= kMendOnPlane * pairs.size;
    if (on_plane) middle.push_back(i);
    if (on_plane || (height > 0.0) != mend.to_left) continue;
    wanted.push_back(i);
    from.push_back(own.position[i]);
  }
  const std::vector<Opposite> opposite = mend.kind == Mend::MirrorTopology
                                             ? by_topology(scene, mesh, wanted, pairs)
                                             : by_place(scene, mesh, from, pairs, progress);
  Slots slots{binding.skin, pairs.partner, {}};
  RowRewriter out(binding.influences);
  std::size_t k = 0, m = 0;
  while (k < wanted.size() || m < middle.size()) {  // both ascend
    const bool in_middle = k == wanted.size() || (m < middle.size() && middle[m] < wanted[k]);
    const std::uint32_t i = in_middle ? middle[m] : wanted[k];
    const Row now = exact_row(binding.influences, i);
    Row row;
    if (in_middle) {
      ++m;
      for (const ExactWeight& e : now) add(row, e.slot, 0.5 * e.weight);
      add_opposite(binding, i, 0.5, slots, row);
    } else {
      const Opposite& o = opposite[k++];
      if (o.mesh >= 0) add_opposite(binding_of(scene, idx(o.mesh)), o.place, slots, row);
    }
    if (!row.empty()) row = keeping_locked(now, std::move(row), scope);
    if (!row.empty()) {
      out.put(i, std::move(row));
    } else if (!in_middle) {
      out.leave(i);
    }
  }
  return {out.finish(), std::move(slots.more)};
}

}  // namespace bindpose
