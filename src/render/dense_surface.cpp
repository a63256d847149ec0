#include "render/dense_surface.h"

#include <algorithm>

namespace bindpose {
namespace {

constexpr std::size_t kPosedBytes = 3 * sizeof(float);           // of a posed position
constexpr std::size_t kDenseModel = 200000, kDenseMesh = 20000;  // triangles
constexpr float kLongestShift = 0.5f;                            // pixels, see refine_offset()
constexpr double kWorthwhile = 0.7;  // more than this part of all: all are drawn, from their buffer

}  // namespace

bool DenseSurface::pays(const Model& model) {
  return triangle_count(model) >= kDenseModel;
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

void DenseSurface::choose(const Frame& frame, const Model& model,
                          const std::vector<MeshBuffers>& meshes, Deformer method) {
  points_.resize(meshes.size());
  list_.resize(meshes.size());
  near_.clear();
  const mat4 to_clip = frame.view_projection * frame.to_display;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    points_[m].clear();
    list_[m].indices = -1;
    const std::vector<std::uint32_t>& all = model.meshes[m].triangle;
    const GlBuffer& posed = meshes[m].posed[static_cast<std::size_t>(method)];
    if (meshes[m].hidden || all.size() < 3 * kDenseMesh || !posed) continue;
    glBindBuffer(GL_ARRAY_BUFFER, posed.id());
    const auto bytes = static_cast<GLsizeiptr>(kPosedBytes) * meshes[m].vertices;
    const void* data = glMapBufferRange(GL_ARRAY_BUFFER, 0, bytes, GL_MAP_READ_BIT);
    if (data == nullptr) continue;
    points_[m].place(static_cast<const float*>(data), kPosedBytes / sizeof(float),
                     static_cast<std::size_t>(meshes[m].vertices), to_clip,
                     static_cast<int>(frame.pixels.x), static_cast<int>(frame.pixels.y));
    glUnmapBuffer(GL_ARRAY_BUFFER);
    points_[m].choose(all, vec2(0.0f), {}, chosen_);
    upload(m, all.size(), chosen_);
  }
}

void DenseSurface::choose_again(const Model& model, vec2 shift, const PixelMask& mask) {
  const bool first = near_.empty();
  near_.resize(points_.size());
  for (std::size_t m = 0; m < points_.size(); ++m) {
    if (points_[m].empty()) continue;
    if (first) points_[m].choose_near(model.meshes[m].triangle, kLongestShift, mask, near_[m]);
    points_[m].choose(near_[m], shift, mask, chosen_);
    upload(m, model.meshes[m].triangle.size(), chosen_);
  }
}

void DenseSurface::clear() {
  points_ = {};
  near_ = {};
  chosen_ = {};
  list_.clear();
}

}  // namespace bindpose
