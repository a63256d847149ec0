#include "render/mesh_buffers.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include "render/material/winding.h"

namespace bindpose {
namespace {

constexpr GLsizei kBindBytes = 2 * sizeof(vec3);  // position and normal, interleaved

const void* at(std::size_t offset) {
  return reinterpret_cast<const void*>(offset);
}

void float_attribute(GLuint index, const GlBuffer& buffer, GLint components, GLsizei stride,
                     std::size_t offset) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer.id());
  glEnableVertexAttribArray(index);
  glVertexAttribPointer(index, components, GL_FLOAT, GL_FALSE, stride, at(offset));
}

void unsigned_attribute(GLuint index, const GlBuffer& buffer, GLint components, GLenum type,
                        GLsizei stride) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer.id());
  glEnableVertexAttribArray(index);
  glVertexAttribIPointer(index, components, type, stride, nullptr);
}

std::vector<vec3> interleave(std::span<const vec3> position, std::span<const vec3> normal) {
  std::vector<vec3> out(2 * position.size());
  for (std::size_t i = 0; i < position.size(); ++i) {
    out[2 * i] = position[i];
    out[2 * i + 1] = i < normal.size() ? normal[i] : vec3(0.0f);
  }
  return out;
}

void upload_geometry(MeshBuffers& out, const Mesh& mesh) {
  out.index = GlBuffer::make();
  // Not through GL_ELEMENT_ARRAY_BUFFER, which would change whatever vertex array is bound.
  fill(out.index, GL_ARRAY_BUFFER, mesh.triangle, GL_STATIC_DRAW);
  out.has_uv = !mesh.uv.empty();
  if (out.has_uv) {
    out.uv = GlBuffer::make();
    fill(out.uv, GL_ARRAY_BUFFER, mesh.uv, GL_STATIC_DRAW);
  }
  out.has_uv_second = !mesh.uv_second.empty();
  if (out.has_uv_second) {
    out.uv_second = GlBuffer::make();
    fill(out.uv_second, GL_ARRAY_BUFFER, mesh.uv_second, GL_STATIC_DRAW);
  }
  out.has_clear_color = std::ranges::any_of(mesh.color, [](const vec4& c) { return c.a < 1.0f; });
  out.winds_by_normals = winds_by_normals(mesh);
  out.flat = mesh.flat;
  out.has_color = !mesh.color.empty();
  if (out.has_color) {
    out.color = GlBuffer::make();
    fill(out.color, GL_ARRAY_BUFFER, mesh.color, GL_STATIC_DRAW);
  }
}

// Slots and weights side by side: 16-bit slots where they suffice (they nearly always do).
void put_vertex(const std::uint32_t* slots, const float* weights, std::size_t slot_bytes,
                std::uint8_t* out) {
  for (std::size_t i = 0; i < kInlineInfluences; ++i) {
    const auto narrow = static_cast<std::uint16_t>(slots[i]);
    if (slot_bytes == sizeof narrow) {
      std::memcpy(out + i * slot_bytes, &narrow, slot_bytes);
    } else {
      std::memcpy(out + i * slot_bytes, &slots[i], slot_bytes);
    }
  }
  std::memcpy(out + kInlineInfluences * slot_bytes, weights, kInlineInfluences * sizeof(float));
}

void upload_influences(MeshBuffers& out, const PackedAttributes& packed) {
  const bool narrow = out.slots <= 0xffff;  // the node's slot, #S, must fit as well
  out.slot_bytes = narrow ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
  const std::size_t stride = kInlineInfluences * (out.slot_bytes + sizeof(float));
  out.influence_stride = static_cast<GLsizei>(stride);
  const std::size_t vertices = packed.weights.size() / kInlineInfluences;
  std::vector<std::uint8_t> bytes(stride * vertices);
  for (std::size_t i = 0; i < vertices; ++i) {
    put_vertex(&packed.slots[kInlineInfluences * i], &packed.weights[kInlineInfluences * i],
               out.slot_bytes, bytes.data() + i * stride);
  }
  out.influence = GlBuffer::make();
  fill(out.influence, GL_ARRAY_BUFFER, bytes, GL_STATIC_DRAW);
}

void upload_more(MeshBuffers& out, const PackedAttributes& packed, const GlInfo& info,
                 const std::string& name, std::size_t spare_entries) {
  if (packed.overflow.size() > info.max_buffer_texels)
    throw std::runtime_error(
        "Mesh " + name + " has " + std::to_string(packed.overflow.size()) +
        " influences beyond four a vertex; this driver's buffer textures hold " +
        std::to_string(info.max_buffer_texels) + '.');
  out.more = GlBuffer::make();
  out.more_used = packed.overflow.size();
  out.more_room = std::max<std::size_t>(
      std::min(packed.overflow.size() + spare_entries, info.max_buffer_texels), 1);
  glBindBuffer(GL_TEXTURE_BUFFER, out.more.id());
  glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(out.more_room * sizeof(vec2)), nullptr,
               GL_STATIC_DRAW);
  glBufferSubData(GL_TEXTURE_BUFFER, 0, static_cast<GLsizeiptr>(out.more_used * sizeof(vec2)),
                  packed.overflow.data());
  out.more_texture = GlTexture::make();
  glBindTexture(GL_TEXTURE_BUFFER, out.more_texture.id());
  glTexBuffer(GL_TEXTURE_BUFFER, GL_RG32F, out.more.id());
  out.more_range = GlBuffer();
  out.raw_weight_sum = GlBuffer();
  out.moved_rest.clear();
  if (!packed.more.empty()) {
    out.more_range = GlBuffer::make();
    fill(out.more_range, GL_ARRAY_BUFFER, packed.more, GL_STATIC_DRAW);
  }
  if (!packed.raw_weight_sum.empty()) {
    out.raw_weight_sum = GlBuffer::make();
    fill(out.raw_weight_sum, GL_ARRAY_BUFFER, packed.raw_weight_sum, GL_STATIC_DRAW);
  }
}

void describe_skin_input(MeshBuffers& out) {
  out.skin_input = GlVertexArray::make();
  glBindVertexArray(out.skin_input.id());
  float_attribute(attribute::kBindPosition, out.bind, 3, kBindBytes, 0);
  float_attribute(attribute::kBindNormal, out.bind, 3, kBindBytes, sizeof(vec3));
  const bool narrow = out.slot_bytes == sizeof(std::uint16_t);
  unsigned_attribute(
      attribute::kSlots, out.influence, kInlineInfluences,
      narrow ? static_cast<GLenum>(GL_UNSIGNED_SHORT) : static_cast<GLenum>(GL_UNSIGNED_INT),
      out.influence_stride);
  float_attribute(attribute::kWeights, out.influence, kInlineInfluences, out.influence_stride,
                  kInlineInfluences * out.slot_bytes);
  if (out.more_range) unsigned_attribute(attribute::kMore, out.more_range, 2, GL_UNSIGNED_INT, 0);
  if (out.raw_weight_sum) float_attribute(attribute::kRawWeightSum, out.raw_weight_sum, 1, 0, 0);
  if (out.dq_blend_weight) float_attribute(attribute::kDqBlendWeight, out.dq_blend_weight, 1, 0, 0);
  if (out.center_of) float_attribute(attribute::kCenter, out.center, 4, 0, 0);
}

void describe_points(MeshBuffers& out, Deformer method) {
  const GlBuffer& posed = posed_buffer(out, method);
  constexpr auto kBytes = static_cast<GLsizei>(sizeof(vec3));
  glBindVertexArray(out.surface.id());
  float_attribute(attribute::kPosition, posed, 3, kBytes, 0);
  float_attribute(attribute::kNormal, posed, 3, kBytes,
                  static_cast<std::size_t>(posed_normals(out)));
  glBindVertexArray(out.points.id());
  float_attribute(attribute::kPosition, posed, 3, kBytes * out.point_stride, 0);
  glBindVertexArray(0);
  out.shown = method;
}

void describe_posed(MeshBuffers& out) {
  out.surface = GlVertexArray::make();
  out.points = GlVertexArray::make();
  describe_points(out, Deformer::Linear);
  const auto per_vertex = [&](GLuint index, const GlBuffer& buffer, GLint components) {
    if (!buffer) return;
    glBindVertexArray(out.surface.id());
    float_attribute(index, buffer, components, 0, 0);
    glBindVertexArray(out.points.id());
    const auto bytes = static_cast<GLsizei>(sizeof(float)) * components;
    float_attribute(index, buffer, components, bytes * out.point_stride, 0);
  };
  per_vertex(attribute::kUv, out.uv, 2);
  per_vertex(attribute::kUvSecond, out.uv_second, 2);
  per_vertex(attribute::kColor, out.color, 4);
  glBindVertexArray(out.surface.id());
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, out.index.id());
  glBindVertexArray(0);
}

void put(const GlBuffer& buffer, GLenum target, std::size_t place, std::size_t bytes,
         const void* data) {
  glBindBuffer(target, buffer.id());
  glBufferSubData(target, static_cast<GLintptr>(place * bytes), static_cast<GLsizeiptr>(bytes),
                  data);
}

// The entries beyond the first four of a vertex go behind all others, where they stay while they
// fit. False: there is no room.
bool set_overflow(MeshBuffers& out, std::uint32_t vertex, const std::vector<vec2>& overflow) {
  if (!out.more_range) return overflow.empty();
  const auto count = static_cast<std::uint32_t>(overflow.size());
  auto& [first, room] = out.moved_rest[vertex];
  if (count > room) {
    if (out.more_used + count > out.more_room) return false;
    first = static_cast<std::uint32_t>(out.more_used);
    room = count;
    out.more_used += count;
  }
  for (std::uint32_t k = 0; k < count; ++k) {
    put(out.more, GL_TEXTURE_BUFFER, first + k, sizeof(vec2), &overflow[k]);
  }
  const std::uint32_t range[2] = {first, count};
  put(out.more_range, GL_ARRAY_BUFFER, vertex, sizeof range, range);
  return true;
}

}  // namespace

MeshBuffers make_mesh_buffers(const Mesh& mesh, int point_stride) {
  MeshBuffers out;
  out.vertices = static_cast<GLsizei>(mesh.position.size());
  out.indices = static_cast<GLsizei>(mesh.triangle.size());
  out.point_stride = std::max(point_stride, 1);
  upload_geometry(out, mesh);
  describe_posed(out);
  return out;
}

bool make_skin_input(MeshBuffers& buffers, const BoundMesh& bound, const GlInfo& info) {
  if (buffers.skin_input) return false;
  const Mesh& mesh = bound.mesh;
  buffers.slots = bound.skin.joint.size();
  const PackedAttributes packed = pack_attributes(bound);
  upload_more(buffers, packed, info, mesh.name, 0);
  upload_influences(buffers, packed);
  buffers.bind = GlBuffer::make();
  fill(buffers.bind, GL_ARRAY_BUFFER, interleave(mesh.position, mesh.normal), GL_STATIC_DRAW);
  if (!mesh.dq_blend_weight.empty()) {
    buffers.dq_blend_weight = GlBuffer::make();
    fill(buffers.dq_blend_weight, GL_ARRAY_BUFFER, mesh.dq_blend_weight, GL_STATIC_DRAW);
  }
  describe_skin_input(buffers);
  glBindVertexArray(0);
  return true;
}

GLintptr posed_normals(const MeshBuffers& mesh) {
  return static_cast<GLintptr>(sizeof(vec3)) * std::max(mesh.vertices, 1);
}

const GlBuffer& posed_buffer(MeshBuffers& mesh, Deformer method) {
  GlBuffer& buffer = mesh.posed[static_cast<std::size_t>(method)];
  if (!buffer) {
    buffer = GlBuffer::make();
    glBindBuffer(GL_ARRAY_BUFFER, buffer.id());
    glBufferData(GL_ARRAY_BUFFER, 2 * posed_normals(mesh), nullptr, GL_DYNAMIC_COPY);
  }
  return buffer;
}

void show_posed(MeshBuffers& mesh, Deformer method) {
  if (mesh.shown != method) describe_points(mesh, method);
}

void set_bind_points(MeshBuffers& mesh, std::span<const vec3> position,
                     std::span<const vec3> normal) {
  fill(mesh.bind, GL_ARRAY_BUFFER, interleave(position, normal), GL_DYNAMIC_DRAW);
}

void set_influences(MeshBuffers& buffers, const BoundMesh& bound, const GlInfo& info) {
  if (!buffers.skin_input) return;
  constexpr std::size_t kSpareEntries = 4096;  // what was edited once is likely to be edited again
  buffers.slots = bound.skin.joint.size();
  const PackedAttributes packed = pack_attributes(bound);
  upload_influences(buffers, packed);
  upload_more(buffers, packed, info, bound.mesh.name, kSpareEntries);
  describe_skin_input(buffers);
  glBindVertexArray(0);
}

void set_vertex_influences(MeshBuffers& buffers, const BoundMesh& bound, std::uint32_t vertex,
                           const GlInfo& info) {
  if (!buffers.skin_input) return;
  const PackedVertex packed = pack_vertex(bound, vertex);
  const bool new_sum = packed.raw_weight_sum != 1.0f && !buffers.raw_weight_sum;
  if (buffers.slots != bound.skin.joint.size() || new_sum ||
      !set_overflow(buffers, vertex, packed.overflow)) {
    return set_influences(buffers, bound, info);
  }
  std::uint8_t bytes[kInlineInfluences * 2 * sizeof(float)];
  put_vertex(packed.slots, packed.weights, buffers.slot_bytes, bytes);
  put(buffers.influence, GL_ARRAY_BUFFER, vertex,
      static_cast<std::size_t>(buffers.influence_stride), bytes);
  if (buffers.raw_weight_sum) {
    put(buffers.raw_weight_sum, GL_ARRAY_BUFFER, vertex, sizeof(float), &packed.raw_weight_sum);
  }
}

void set_centers(MeshBuffers& buffers, const DeformerData& data) {
  const std::shared_ptr<const void> wanted = data.center.empty() ? nullptr : data.keep_center;
  if (wanted == buffers.center_of) return;
  buffers.center_of = wanted;
  if (wanted) {
    if (!buffers.center) buffers.center = GlBuffer::make();
    glBindBuffer(GL_ARRAY_BUFFER, buffers.center.id());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(data.center.size_bytes()),
                 data.center.data(), GL_STATIC_DRAW);
  }
  describe_skin_input(buffers);
  glBindVertexArray(0);
}

namespace {

// One after the other for each vertex.
std::vector<vec4> colors_with_patterns(const MeshMap& map) {
  std::vector<vec4> out;
  out.reserve(map.color.size());
  for (std::size_t i = 0; i < map.color.size(); ++i) {
    out.emplace_back(map.color[i], static_cast<float>(map.pattern[i]));
  }
  return out;
}

}  // namespace

void set_clay(MeshBuffers& mesh, std::span<const vec4> color) {
  mesh.color = GlBuffer::make();
  fill(mesh.color, GL_ARRAY_BUFFER, color, GL_STATIC_DRAW);
  glBindVertexArray(mesh.surface.id());
  float_attribute(attribute::kColor, mesh.color, 4, 0, 0);
  glBindVertexArray(0);
  mesh.has_clay = true;
}

void set_map(MeshBuffers& mesh, std::size_t place, const MeshMap& map) {
  if (map.color.empty() && map.value.empty()) return;
  GlBuffer& buffer = mesh.map[place];
  if (!buffer) buffer = GlBuffer::make();
  if (!map.pattern.empty()) {
    fill(buffer, GL_ARRAY_BUFFER, colors_with_patterns(map), GL_DYNAMIC_DRAW);
  } else if (!map.color.empty()) {
    fill(buffer, GL_ARRAY_BUFFER, map.color, GL_DYNAMIC_DRAW);
  } else {
    fill(buffer, GL_ARRAY_BUFFER, map.value, GL_DYNAMIC_DRAW);
  }
}

void show_map(MeshBuffers& mesh, std::size_t place, const MeshMap& map) {
  glBindVertexArray(mesh.surface.id());
  glDisableVertexAttribArray(attribute::kPattern);
  if (map.color.empty() && map.value.empty()) {
    glDisableVertexAttribArray(attribute::kMap);
  } else if (!map.pattern.empty()) {
    float_attribute(attribute::kMap, mesh.map[place], 3, sizeof(vec4), 0);
    float_attribute(attribute::kPattern, mesh.map[place], 1, sizeof(vec4), sizeof(vec3));
  } else {
    float_attribute(attribute::kMap, mesh.map[place], map.color.empty() ? 1 : 3, 0, 0);
  }
  glBindVertexArray(0);
}

}  // namespace bindpose
