#include "render/passes/capsules.h"
#include "render/gpu/instance_attribute.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

namespace bindpose {
namespace {

constexpr int kAround = 40;
constexpr int kRings = 10;  // of each half
constexpr float kJustAbove = 1e-5f;

struct Instance {
  vec4 head_radius;
  vec3 tail;
  vec4 color;
  mat4 matrix;
};

// Rings from the head's pole to the tail's, the equator twice: once for each half.
std::vector<vec3> sphere_rings() {
  std::vector<vec3> direction;
  const auto ring = [&](float z) {
    const float r = std::sqrt(std::max(0.0f, 1.0f - z * z));
    for (int k = 0; k <= kAround; ++k) {
      const float a = 2.0f * std::numbers::pi_v<float> * static_cast<float>(k) / kAround;
      direction.emplace_back(r * std::cos(a), r * std::sin(a), z);
    }
  };
  const auto height = [](int k) {
    return std::sin(0.5f * std::numbers::pi_v<float> * static_cast<float>(k) / kRings);
  };
  for (int k = kRings; k >= 0; --k) ring(-height(k));
  ring(kJustAbove);
  for (int k = 1; k <= kRings; ++k) ring(height(k));
  return direction;
}

std::vector<std::uint16_t> sphere_triangles(std::size_t directions) {
  const int rings = static_cast<int>(directions) / (kAround + 1);
  std::vector<std::uint16_t> index;
  const auto at = [](int ring, int k) {
    return static_cast<std::uint16_t>(ring * (kAround + 1) + k);
  };
  for (int r = 0; r + 1 < rings; ++r) {
    for (int k = 0; k < kAround; ++k) {
      for (const std::uint16_t i :
           {at(r, k), at(r, k + 1), at(r + 1, k), at(r, k + 1), at(r + 1, k + 1), at(r + 1, k)}) {
        index.push_back(i);
      }
    }
  }
  return index;
}

}  // namespace

CapsulePass::CapsulePass(const std::filesystem::path& shader_dir)
    : program_(shader_dir, {.vertex = "capsule.vert", .fragment = "capsule.frag"}),
      sphere_(GlBuffer::make()),
      index_(GlBuffer::make()),
      instances_(GlBuffer::make()),
      array_(GlVertexArray::make()) {
  glBindVertexArray(array_.id());
  const std::vector<vec3> direction = sphere_rings();
  fill(sphere_, GL_ARRAY_BUFFER, direction, GL_STATIC_DRAW);
  glEnableVertexAttribArray(0);
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(vec3), nullptr);
  const std::vector<std::uint16_t> index = sphere_triangles(direction.size());
  indices_ = static_cast<GLsizei>(index.size());
  fill(index_, GL_ELEMENT_ARRAY_BUFFER, index, GL_STATIC_DRAW);
  glBindBuffer(GL_ARRAY_BUFFER, instances_.id());
  instance_attribute(1, 4, sizeof(Instance), offsetof(Instance, head_radius));
  instance_attribute(2, 3, sizeof(Instance), offsetof(Instance, tail));
  instance_attribute(3, 4, sizeof(Instance), offsetof(Instance, color));
  for (GLuint c = 0; c < 4; ++c) {
    instance_attribute(4 + c, 4, sizeof(Instance), offsetof(Instance, matrix) + c * sizeof(vec4));
  }
  glBindVertexArray(0);
}

void CapsulePass::draw(const Frame& frame, std::span<const Capsule> capsules, bool perspective) {
  if (capsules.empty()) return;
  std::vector<Instance> instances;
  for (const Capsule& c : capsules) {
    instances.push_back({vec4(c.head, c.radius), c.tail, c.color, c.to_display});
  }
  fill(instances_, GL_ARRAY_BUFFER, instances, GL_STREAM_DRAW);
  program_.use();
  program_.set("u_view", frame.view);
  program_.set("u_projection", frame.projection);
  program_.set("u_perspective", perspective ? 1.0f : 0.0f);
  glBindVertexArray(array_.id());
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_FALSE);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  // The far side first, so that the near one lies over it.
  glEnable(GL_CULL_FACE);
  constexpr GLenum kSides[] = {GL_FRONT, GL_BACK};
  for (const GLenum side : kSides) {
    glCullFace(side);
    glDrawElementsInstanced(GL_TRIANGLES, indices_, GL_UNSIGNED_SHORT, nullptr,
                            static_cast<GLsizei>(instances.size()));
  }
  glDisable(GL_CULL_FACE);
  glDisable(GL_BLEND);
  glDepthMask(GL_TRUE);
}

}  // namespace bindpose
