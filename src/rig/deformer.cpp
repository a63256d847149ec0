#include "rig/deformer.h"

#include <cassert>
#include <vector>

#include "math/ascii.h"
#include "math/transform.h"

namespace bindpose {
namespace {

// A slot's matrix, taken apart once for all its vertices.
struct RigidMove {
  mat3 linear;
  vec3 shift;
  mat3 turn;  // of normals
};

RigidMove move_of(const mat4& t, NormalUse use) {
  const mat3 linear(t);
  return {linear, vec3(t[3]), use == NormalUse::BlendedMatrix ? linear : cofactor(linear)};
}

}  // namespace

void rigid_skinning(const SkinningInput& in, std::span<vec3> position_out,
                    std::span<vec3> normal_out) {
  const Influences& weights = in.weights;
  assert(position_out.size() == in.position.size());
  assert(weights.vertex_count() == in.position.size());
  assert(normal_out.empty() || normal_out.size() == in.normal.size());
  std::vector<RigidMove> moves;
  for (const mat4& t : in.palette) moves.push_back(move_of(t, in.normals));
  moves.push_back(move_of(in.node_matrix, in.normals));
  for (std::size_t i = 0; i < position_out.size(); ++i) {
    const std::uint32_t first = weights.offset[i];  // sorted: the largest
    const bool has_weights = first != weights.offset[i + 1];
    const RigidMove& move = has_weights ? moves[weights.slot[first]] : moves.back();
    position_out[i] = move.linear * in.position[i] + move.shift;
    if (normal_out.empty()) continue;
    const vec3 n = move.turn * in.normal[i];
    const float length = glm::length(n);
    normal_out[i] = length > 0.0f ? n / length : n;
  }
}

void file_skinning(const SkinningInput& in, std::span<vec3> position_out,
                   std::span<vec3> normal_out) {
  info_of(resolved(Deformer::File, in.skin)).deform(in, position_out, normal_out);
}

std::optional<Deformer> find_deformer(std::string_view key) {
  for (const DeformerInfo& d : kDeformers) {
    if (d.key == key) return d.method;
  }
  return std::nullopt;
}

std::string in_sentence(Deformer method) {
  std::string text(info_of(method).label);
  text[0] = to_lower(text[0]);
  return text;
}

}  // namespace bindpose
