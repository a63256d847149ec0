#include "rig/deform/delta_mush.h"

#include <algorithm>
#include <cassert>
#include <optional>

#include "math/transform.h"
#include "rig/deform/per_vertex.h"
#include "rig/dual_quaternion.h"
#include "rig/subset.h"

namespace bindpose {
namespace {

// Nothing where normal and edge do not span one, in what floats can tell: of edges that are far
// shorter than the mesh is large they know few digits.
std::optional<mat3> frame_of(const vec3& normal, const vec3& edge) {
  constexpr float kLeast = 1e-3f;
  const float square = glm::dot(edge, edge), length = glm::length(normal);
  if (!(length > kLeast * square)) return std::nullopt;
  const vec3 n = normal / length, along = edge - glm::dot(edge, n) * n;
  const float reach = glm::length(along);
  if (!(reach * reach > kLeast * square)) return std::nullopt;
  const vec3 t = along / reach;
  return mat3(t, glm::cross(n, t), n);
}

class Mush {
 public:
  // `in`: all vertices of the surface.
  Mush(const MushSurface& surface, const SkinningInput& in)
      : surface_(surface), graph_(*surface.graph), in_(in) {
    SkinningInput linear = in;
    linear.use = WeightUse::Normalised;
    linear.normal = {};
    std::vector<vec3> blended(in.position.size());
    linear_blend_skinning(linear, blended, {});
    posed_ = at_points(graph_, blended);
    smooth(graph_, surface.smoothing, posed_);
    posed_normal_ = point_normals(graph_, posed_);
    if (in.position.data() != surface.position.data()) {  // morphed
      own_smooth_ = at_points(graph_, in.position);
      smooth(graph_, surface.smoothing, own_smooth_);
      own_normal_ = point_normals(graph_, own_smooth_);
    }
    split_palette(in.skin, in.palette, in.node_matrix, split_);
    const auto joints = std::span(split_).first(in.palette.size());
    stretches_ = std::ranges::any_of(joints, [](const SplitJoint& j) { return j.stretches(); }) ||
                 std::ranges::adjacent_find(in.weights.offset) != in.weights.offset.end();
  }

  VertexMove at(std::uint32_t p) const {
    const std::vector<vec3>& x = own_smooth_.empty() ? surface_.smooth : own_smooth_;
    return {x[p], posed_[p], turn(p, x)};
  }

 private:
  mat3 turn(std::uint32_t p, const std::vector<vec3>& x) const {
    const std::uint32_t to = surface_.toward[p];
    vec3 edge = x[to] - x[p], normal = (own_normal_.empty() ? surface_.normal : own_normal_)[p];
    mat3 stretch(1.0f);
    if (stretches_) {
      stretch = blended(p, [&](std::size_t slot) {
        const vec4* row = split_[slot].stretch;
        return glm::transpose(mat3(vec3(row[0]), vec3(row[1]), vec3(row[2])));
      });
      edge = stretch * edge;
      normal = cofactor(stretch) * normal;
    }
    const auto before = frame_of(normal, edge);
    const auto now = frame_of(posed_normal_[p], posed_[to] - posed_[p]);
    if (to != p && before && now) return *now * glm::transpose(*before) * stretch;
    return blended(p, [&](std::size_t slot) {
      return mat3(slot < in_.palette.size() ? in_.palette[slot] : in_.node_matrix);
    });
  }

  // The mean over the vertices at a point of sum_j w_ij matrix(j).
  template <typename Matrix>
  mat3 blended(std::uint32_t p, const Matrix& matrix) const {
    const auto vertices = graph_.graph.vertices_of(p);
    mat3 sum(0.0f);
    for (const std::uint32_t v : vertices) {
      const InfluenceRow row = influence_row(in_.weights, v);
      if (row.slot.empty()) sum += matrix(in_.palette.size());
      for (std::size_t k = 0; k < row.slot.size(); ++k) sum += row.weight[k] * matrix(row.slot[k]);
    }
    return sum / static_cast<float>(vertices.size());
  }

  const MushSurface& surface_;
  const MushGraph& graph_;
  const SkinningInput& in_;
  std::vector<vec3> posed_, posed_normal_, own_smooth_, own_normal_;  // #P
  std::vector<SplitJoint> split_;
  bool stretches_ = false;
};

bool has_surface(const SkinningInput& in) {
  return in.data.surface && in.data.surface->graph->graph.point.size() == in.position.size();
}

void move_by(const VertexMove& m, const SkinningInput& in, std::size_t i, std::span<vec3> position,
             std::span<vec3> normal) {
  position[i] = m.to + m.turn * (in.position[i] - m.from);
  if (normal.empty()) return;
  const mat3 turn = in.normals == NormalUse::BlendedMatrix ? m.turn : cofactor(m.turn);
  normal[i] = kernels::normalized_or_same(turn * in.normal[i]);
}

}  // namespace

std::vector<VertexMove> mush_moves(const SkinningInput& whole) {
  assert(has_surface(whole));
  const Mush mush(*whole.data.surface, whole);
  std::vector<VertexMove> out;
  out.reserve(whole.position.size());
  for (const std::uint32_t p : whole.data.surface->graph->graph.point) out.push_back(mush.at(p));
  return out;
}

std::vector<VertexMove> mush_moves(const SkinningInput& whole,
                                   std::span<const std::uint32_t> vertices) {
  assert(has_surface(whole));
  const MushSurface& surface = *whole.data.surface;
  std::vector<VertexMove> out;
  out.reserve(vertices.size());
  const auto patch = mush_patch(surface, vertices);
  if (!patch) {
    const Mush mush(surface, whole);
    for (const std::uint32_t v : vertices) out.push_back(mush.at(surface.graph->graph.point[v]));
    return out;
  }
  const Influences weights = subset(whole.weights, patch->vertex);
  std::vector<vec3> position;
  if (whole.position.data() != surface.position.data()) {
    for (const std::uint32_t v : patch->vertex) position.push_back(whole.position[v]);
  }
  SkinningInput part = with_weights(whole, weights);
  part.position = position.empty() ? patch->surface.position : std::span<const vec3>(position);
  part.dq_blend_weight = {};
  const Mush mush(patch->surface, part);
  for (const std::uint32_t at : patch->wanted)
    out.push_back(mush.at(patch->surface.graph->graph.point[at]));
  return out;
}

void delta_mush_skinning(const SkinningInput& in, std::span<vec3> position_out,
                         std::span<vec3> normal_out) {
  if (in.data.move.size() == in.position.size()) {
    for (std::size_t i = 0; i < position_out.size(); ++i)
      move_by(in.data.move[i], in, i, position_out, normal_out);
    return;
  }
  if (!has_surface(in)) {
    SkinningInput linear = in;
    linear.use = WeightUse::Normalised;
    return linear_blend_skinning(linear, position_out, normal_out);
  }
  const Mush mush(*in.data.surface, in);
  const VertexGraph& graph = in.data.surface->graph->graph;
  for (std::uint32_t p = 0; p < graph.size(); ++p) {
    const VertexMove move = mush.at(p);
    for (const std::uint32_t v : graph.vertices_of(p))
      move_by(move, in, v, position_out, normal_out);
  }
}

}  // namespace bindpose
