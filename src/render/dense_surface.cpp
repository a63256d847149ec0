#include "render/dense_surface.h"

#include <algorithm>

namespace bindpose {
namespace {

constexpr std::size_t kPosedBytes = 3 * sizeof(float);           // of a posed position
constexpr std::size_t kDenseModel = 200000, kDenseMesh = 20000;  // triangles
constexpr std::size_t kRefinedModel = 5000, kRefinedMesh = 300;
constexpr float kLongestShift = 0.5f;  // pixels, see refine_offset()
constexpr double kWorthwhile = 0.7;  // more than this part of all: all are drawn, from their buffer

}  // namespace

bool DenseSurface::pays(const Model& model) {
  return triangle_count(model) >= kDenseModel;
}

bool DenseSurface::pays_again(const Model& model) {
  return triangle_count(model) >= kRefinedModel;
}

void DenseSurface::upload(std::size_t mesh, std::size_t most,
                          std::span<const std::uint32_t> chosen) {
  TriangleList& list = list_[mesh];
  list.indices = -1;
  if (static_cast<double>(chosen.size()) > kWorthwhile * static_cast<double>(most)) return;
  if (!list.index) list.index = GlBuffer::make();
  glBindBuffer(GL_ARRAY_BUFFER, list.index.id());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(chosen.size_bytes()), chosen.data(),
               GL_STREAM_DRAW);
  list.indices = static_cast<GLsizei>(chosen.size());
}

void DenseSurface::place_points(const Surface& surface, std::size_t fewest_triangles) {
  points_.resize(surface.meshes.size());
  list_.resize(surface.meshes.size());
  const Frame& frame = surface.frame;
  const mat4 to_clip = frame.view_projection * frame.to_display;
  for (std::size_t m = 0; m < points_.size(); ++m) {
    const MeshBuffers& mesh = surface.meshes[m];
    points_[m].clear();
    list_[m].indices = -1;
    const GlBuffer& posed = mesh.posed[static_cast<std::size_t>(surface.method)];
    if (mesh.hidden || surface.model.meshes[m].triangle.size() < 3 * fewest_triangles || !posed)
      continue;
    glBindBuffer(GL_ARRAY_BUFFER, posed.id());
    const auto bytes = static_cast<GLsizeiptr>(kPosedBytes) * mesh.vertices;
    const void* data = glMapBufferRange(GL_ARRAY_BUFFER, 0, bytes, GL_MAP_READ_BIT);
    if (data == nullptr) continue;
    points_[m].place(static_cast<const float*>(data), kPosedBytes / sizeof(float),
                     static_cast<std::size_t>(mesh.vertices), to_clip,
                     static_cast<int>(frame.pixels.x), static_cast<int>(frame.pixels.y),
                     surface.nearest_depth);
    glUnmapBuffer(GL_ARRAY_BUFFER);
  }
}

void DenseSurface::choose(const Surface& surface) {
  near_.clear();
  place_points(surface, kDenseMesh);
  for (std::size_t m = 0; m < points_.size(); ++m) {
    if (points_[m].empty()) continue;
    const std::vector<std::uint32_t>& all = surface.model.meshes[m].triangle;
    points_[m].choose(all, vec2(0.0f), {}, chosen_);
    upload(m, all.size(), chosen_);
  }
}

void DenseSurface::choose_again(const Surface& surface, vec2 shift,
                                const std::function<PixelMask()>& mask) {
  const bool first = near_.empty();
  if (first) {
    if (points_.empty()) place_points(surface, kRefinedMesh);
    near_.resize(points_.size());
    mask_ = mask();
  }
  for (std::size_t m = 0; m < points_.size(); ++m) {
    if (points_[m].empty()) continue;
    const std::vector<std::uint32_t>& all = surface.model.meshes[m].triangle;
    if (first) points_[m].choose_near(all, kLongestShift, mask_, near_[m]);
    points_[m].choose(near_[m], shift, mask_, chosen_);
    upload(m, all.size(), chosen_);
  }
}

void DenseSurface::narrow(const std::function<void(PixelMask&)>& take) {
  take(mask_);
  for (std::size_t m = 0; m < near_.size(); ++m) {
    if (points_[m].empty()) continue;
    points_[m].choose_near(near_[m], kLongestShift, mask_, chosen_);
    near_[m].swap(chosen_);
  }
}

void DenseSurface::clear() {
  points_ = {};
  near_ = {};
  chosen_ = {};
  mask_ = {};
  list_.clear();
}

}  // namespace bindpose
