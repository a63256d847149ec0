#include "scene/edit/paint/paint_canvas.h"

#include <numeric>

#include "math/numbers.h"
#include "rig/mend/mirror_surface.h"
#include "scene/pose/symmetry.h"

namespace bindpose {
namespace {

constexpr double kOppositePlace = 1e-4,
                 kFarOpposite = 0.02;  // of the rig's size, as mirrored mends

bool can_be_painted(const Scene& scene, std::size_t mesh) {
  return !is_hidden(scene, mesh) && binding_of(scene, mesh).skin.skinned;
}

// Where the vertices of each mesh begin.
std::vector<std::uint32_t> painted_meshes(const Scene& scene) {
  std::vector<std::uint32_t> first;
  std::size_t count = 0;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    const bool paints = can_be_painted(scene, m);
    first.push_back(paints ? static_cast<std::uint32_t>(count) : PaintCanvas::kNotPainted);
    if (paints) count += scene.model->meshes[m].position.size();
  }
  return first;
}

std::vector<vec3> points_of_meshes(const Scene& scene, const std::vector<std::uint32_t>& first) {
  std::vector<vec3> out;
  for (std::size_t m = 0; m < first.size(); ++m) {
    if (first[m] == PaintCanvas::kNotPainted) continue;
    const auto& all = scene.model->meshes[m].position;
    out.insert(out.end(), all.begin(), all.end());
  }
  return out;
}

std::vector<std::uint32_t> triangles_of_meshes(const Scene& scene,
                                               const std::vector<std::uint32_t>& first) {
  std::vector<std::uint32_t> out;
  for (std::size_t m = 0; m < first.size(); ++m) {
    if (first[m] == PaintCanvas::kNotPainted) continue;
    for (const std::uint32_t v : scene.model->meshes[m].triangle) out.push_back(first[m] + v);
  }
  return out;
}

}  // namespace

PaintCanvas::PaintCanvas(const Scene& scene)
    : model_(scene.model->id),
      first_(painted_meshes(scene)),
      position_(points_of_meshes(scene, first_)),
      triangle_(triangles_of_meshes(scene, first_)),
      graph_(vertex_graph(position_, triangle_)),
      disc_(graph_, triangle_) {
  mesh_of_.reserve(position_.size());
  for (std::size_t m = 0; m < first_.size(); ++m) {
    if (first_[m] == kNotPainted) continue;
    mesh_of_.insert(mesh_of_.end(), scene.model->meshes[m].position.size(), static_cast<int>(m));
  }
}

bool PaintCanvas::fits(const Scene& scene) const {
  return scene.model->id == model_ && painted_meshes(scene) == first_;
}

bool PaintCanvas::of_same_meshes(const Scene& a, const Scene& b) {
  return painted_meshes(a) == painted_meshes(b);
}

void PaintCanvas::find_opposite(const Scene& scene, const MendProgress& progress) {
  const JointPairs& pairs = rig_mirror(scene).pairs;
  const std::size_t points = graph_.size();
  std::vector<vec3> from(points);
  for (std::size_t p = 0; p < points; ++p) from[p] = position_[graph_.vertices_of(p)[0]];
  const auto found = opposite_by_place(from, pairs.plane, position_, triangle_,
                                       static_cast<float>(kFarOpposite * pairs.size),
                                       static_cast<float>(kOppositePlace * pairs.size), progress);
  // What a point gets comes from where it is opposite to: turned round, for dabs know what gives.
  const auto each = [&](const auto& visit) {
    for (std::uint32_t p = 0; p < points; ++p) {
      if (!found[p].found) continue;
      for (int c = 0; c < 3; ++c) {
        if (found[p].bary[c] > 0.0f)
          visit(graph_.point[found[p].vertex[idx(c)]], Share{p, found[p].bary[c]});
      }
    }
  };
  share_offset_.assign(points + 1, 0);
  each([this](std::uint32_t giver, const Share&) { ++share_offset_[giver + 1]; });
  std::partial_sum(share_offset_.begin(), share_offset_.end(), share_offset_.begin());
  share_.resize(share_offset_.back());
  std::vector<std::uint32_t> next(share_offset_.begin(), share_offset_.end() - 1);
  each([&](std::uint32_t giver, const Share& share) { share_[next[giver]++] = share; });
}

std::span<const PaintCanvas::Share> PaintCanvas::opposite(const Scene& scene, std::uint32_t point) {
  if (share_offset_.empty()) find_opposite(scene);
  return std::span(share_).subspan(share_offset_[point],
                                   share_offset_[point + 1] - share_offset_[point]);
}

}  // namespace bindpose
