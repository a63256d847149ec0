#include "render/mesh_buffers.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace bindpose {
namespace {

constexpr GLsizei kVertexBytes = 6 * sizeof(float);  // position and normal, interleaved

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
  const std::vector<vec3> interleaved = interleave(mesh.position, mesh.normal);
  out.bind = GlBuffer::make();
  fill(out.bind, GL_ARRAY_BUFFER, interleaved, GL_STATIC_DRAW);
  out.posed = GlBuffer::make();
  fill(out.posed, GL_ARRAY_BUFFER, interleaved, GL_DYNAMIC_COPY);
  out.index = GlBuffer::make();
  // Not through GL_ELEMENT_ARRAY_BUFFER, which would change whatever vertex array is bound.
  fill(out.index, GL_ARRAY_BUFFER, mesh.triangle, GL_STATIC_DRAW);
  out.has_uv = !mesh.uv.empty();
  if (out.has_uv) {
    out.uv = GlBuffer::make();
    fill(out.uv, GL_ARRAY_BUFFER, mesh.uv, GL_STATIC_DRAW);
  }
  out.has_color = !mesh.color.empty();
  if (out.has_color) {
    out.color = GlBuffer::make();
    fill(out.color, GL_ARRAY_BUFFER, mesh.color, GL_STATIC_DRAW);
  }
}

// Slots and weights side by side: 16-bit slots where they suffice (they nearly always do).
struct InfluenceLayout {
  GLenum slot_type;
  GLsizei stride;
  std::size_t weight_offset;
};

InfluenceLayout upload_influences(MeshBuffers& out, const PackedAttributes& packed) {
  const bool narrow = out.slots <= 0xffff;  // the node's slot, #S, must fit as well
  const std::size_t slot_bytes = kInlineInfluences * (narrow ? 2 : 4);
  const std::size_t stride = slot_bytes + kInlineInfluences * sizeof(float);
  std::vector<std::uint8_t> bytes(stride * packed.weights.size() / kInlineInfluences);
  for (std::size_t k = 0; k < packed.weights.size(); ++k) {
    std::uint8_t* vertex = bytes.data() + k / kInlineInfluences * stride;
    const std::size_t i = k % kInlineInfluences;
    if (narrow) {
      const auto slot = static_cast<std::uint16_t>(packed.slots[k]);
      std::copy_n(reinterpret_cast<const std::uint8_t*>(&slot), 2, vertex + 2 * i);
    } else {
      std::copy_n(reinterpret_cast<const std::uint8_t*>(&packed.slots[k]), 4, vertex + 4 * i);
    }
    std::copy_n(reinterpret_cast<const std::uint8_t*>(&packed.weights[k]), 4,
                vertex + slot_bytes + 4 * i);
  }
  out.influence = GlBuffer::make();
  fill(out.influence, GL_ARRAY_BUFFER, bytes, GL_STATIC_DRAW);
  return {narrow ? static_cast<GLenum>(GL_UNSIGNED_SHORT) : static_cast<GLenum>(GL_UNSIGNED_INT),
          static_cast<GLsizei>(stride), slot_bytes};
}

void upload_more(MeshBuffers& out, const PackedAttributes& packed, const GlInfo& info,
                 const std::string& name) {
  if (packed.rest.size() > info.max_buffer_texels)
    throw std::runtime_error(
        "Mesh " + name + " has " + std::to_string(packed.rest.size()) +
        " influences beyond four a vertex; this driver's buffer textures hold " +
        std::to_string(info.max_buffer_texels) + '.');
  out.more = GlBuffer::make();
  if (packed.rest.empty())
    fill(out.more, GL_TEXTURE_BUFFER, std::vector<vec2>(1, vec2(0.0f)), GL_STATIC_DRAW);
  else
    fill(out.more, GL_TEXTURE_BUFFER, packed.rest, GL_STATIC_DRAW);
  out.more_texture = GlTexture::make();
  glBindTexture(GL_TEXTURE_BUFFER, out.more_texture.id());
  glTexBuffer(GL_TEXTURE_BUFFER, GL_RG32F, out.more.id());
  if (!packed.more.empty()) {
    out.more_range = GlBuffer::make();
    fill(out.more_range, GL_ARRAY_BUFFER, packed.more, GL_STATIC_DRAW);
  }
  if (!packed.stored_sum.empty()) {
    out.stored_sum = GlBuffer::make();
    fill(out.stored_sum, GL_ARRAY_BUFFER, packed.stored_sum, GL_STATIC_DRAW);
  }
}

void describe_skin_input(MeshBuffers& out, const InfluenceLayout& layout) {
  out.skin_input = GlVertexArray::make();
  glBindVertexArray(out.skin_input.id());
  float_attribute(attribute::kBindPosition, out.bind, 3, kVertexBytes, 0);
  float_attribute(attribute::kBindNormal, out.bind, 3, kVertexBytes, sizeof(vec3));
  unsigned_attribute(attribute::kSlots, out.influence, kInlineInfluences, layout.slot_type,
                     layout.stride);
  float_attribute(attribute::kWeights, out.influence, kInlineInfluences, layout.stride,
                  layout.weight_offset);
  if (out.more_range) unsigned_attribute(attribute::kMore, out.more_range, 2, GL_UNSIGNED_INT, 0);
  if (out.stored_sum) float_attribute(attribute::kStoredSum, out.stored_sum, 1, 0, 0);
}

void describe_posed(MeshBuffers& out) {
  out.surface = GlVertexArray::make();
  glBindVertexArray(out.surface.id());
  float_attribute(attribute::kPosition, out.posed, 3, kVertexBytes, 0);
  float_attribute(attribute::kNormal, out.posed, 3, kVertexBytes, sizeof(vec3));
  if (out.uv) float_attribute(attribute::kUv, out.uv, 2, 0, 0);
  if (out.color) float_attribute(attribute::kColor, out.color, 4, 0, 0);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, out.index.id());
  out.points = GlVertexArray::make();
  glBindVertexArray(out.points.id());
  float_attribute(attribute::kPosition, out.posed, 3, kVertexBytes * out.point_stride, 0);
  glBindVertexArray(0);
}

}  // namespace

MeshBuffers make_mesh_buffers(const Mesh& mesh, const GlInfo& info, int point_stride) {
  MeshBuffers out;
  out.vertices = static_cast<GLsizei>(mesh.position.size());
  out.indices = static_cast<GLsizei>(mesh.triangle.size());
  out.slots = mesh.skin.joint.size();
  out.point_stride = std::max(point_stride, 1);
  const PackedAttributes packed = pack_attributes(mesh);
  upload_geometry(out, mesh);
  const InfluenceLayout layout = upload_influences(out, packed);
  upload_more(out, packed, info, mesh.name);
  describe_skin_input(out, layout);
  describe_posed(out);
  return out;
}

void set_bind_points(MeshBuffers& mesh, std::span<const vec3> position,
                     std::span<const vec3> normal) {
  fill(mesh.bind, GL_ARRAY_BUFFER, interleave(position, normal), GL_DYNAMIC_DRAW);
}

void set_joint_weights(MeshBuffers& mesh, const std::vector<float>& weights) {
  glBindVertexArray(mesh.surface.id());
  if (weights.empty()) {
    glDisableVertexAttribArray(attribute::kJointWeight);
  } else {
    if (!mesh.joint_weight) mesh.joint_weight = GlBuffer::make();
    fill(mesh.joint_weight, GL_ARRAY_BUFFER, weights, GL_DYNAMIC_DRAW);
    float_attribute(attribute::kJointWeight, mesh.joint_weight, 1, 0, 0);
  }
  glBindVertexArray(0);
}

}  // namespace bindpose
