// Some vertices of a mesh as the input of a deformer: each goes where it goes among all.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rig/deformer.h"

namespace bindpose {

class MeshPart {
 public:
  // `whole`: all vertices of the mesh, with what the deformer needs. Vertices in any order, any
  // number of times.
  MeshPart(Deformer method, const SkinningInput& whole, std::span<const std::uint32_t> vertices);
  MeshPart(const MeshPart&) = delete;
  MeshPart& operator=(const MeshPart&) = delete;

  // Good as long as the part. Points may be put in the places of others: they then go as the
  // vertices there would.
  SkinningInput input() const;
  std::vector<vec3> position, normal;  // normal: empty where the whole has none

 private:
  const SkinningInput& whole_;
  Influences weights_;
  std::vector<float> dq_blend_weight_;
  std::vector<vec4> center_;
  std::vector<VertexMove> move_;
};

}  // namespace bindpose
