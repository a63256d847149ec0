#include "render/material/blend_order.h"

#include <algorithm>
#include <numeric>

namespace bindpose {

float sort_far_to_near(std::span<const vec3> position, std::span<const std::uint32_t> triangle,
                       const mat4& to_view, std::vector<std::uint32_t>& out) {
  const std::size_t count = triangle.size() / 3;
  const vec3 row{to_view[0].z, to_view[1].z, to_view[2].z};
  std::vector<float> depth(
      count);  // thrice, less what is the same for all; growing towards the eye
  double sum = 0.0;
  for (std::size_t t = 0; t < count; ++t) {
    const vec3 corners =
        position[triangle[3 * t]] + position[triangle[3 * t + 1]] + position[triangle[3 * t + 2]];
    depth[t] = glm::dot(row, corners);
    sum += static_cast<double>(depth[t]);
  }
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t t) { return depth[t]; });
  out.clear();
  out.reserve(3 * count);
  for (const std::uint32_t t : order) {
    const auto corners = triangle.subspan(3 * std::size_t{t}, 3);
    out.insert(out.end(), corners.begin(), corners.end());
  }
  if (count == 0) return 0.0f;
  return static_cast<float>(sum / (3.0 * static_cast<double>(count))) + to_view[3].z;
}

void BlendOrder::add(std::size_t mesh, const MeshBuffers& buffers,
                     std::span<const std::uint32_t> triangle, const mat4& to_view) {
  if (list_.size() <= mesh) list_.resize(mesh + 1);
  TriangleList& list = list_[mesh];
  list.indices = -1;
  Place place{mesh, 0.0f};
  const GlBuffer& posed = buffers.posed[static_cast<std::size_t>(buffers.shown)];
  const auto vertices = static_cast<std::size_t>(buffers.vertices);
  if (posed && vertices > 0) {
    glBindBuffer(GL_ARRAY_BUFFER, posed.id());
    const auto bytes = static_cast<GLsizeiptr>(sizeof(vec3) * vertices);
    const void* data = glMapBufferRange(GL_ARRAY_BUFFER, 0, bytes, GL_MAP_READ_BIT);
    if (data != nullptr) {
      place.depth =
          sort_far_to_near({static_cast<const vec3*>(data), vertices}, triangle, to_view, sorted_);
      glUnmapBuffer(GL_ARRAY_BUFFER);
      if (!list.index) list.index = GlBuffer::make();
      fill(list.index, GL_ARRAY_BUFFER, sorted_, GL_STREAM_DRAW);
      list.indices = static_cast<GLsizei>(sorted_.size());
    }
  }
  order_.push_back(place);
}

std::span<const std::size_t> BlendOrder::meshes() {
  std::ranges::stable_sort(order_, {}, &Place::depth);
  mesh_.clear();
  for (const Place& place : order_) mesh_.push_back(place.mesh);
  return mesh_;
}

}  // namespace bindpose
