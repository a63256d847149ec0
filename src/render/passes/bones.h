// The skeleton, seen through the surface: solid octahedra with outlines, joint spheres, thin links.
#pragma once

#include <filesystem>

#include "render/bone_instances.h"
#include "render/gpu/shader.h"

namespace bindpose {

class BonePass {
 public:
  explicit BonePass(const std::filesystem::path& shader_dir);
  // Expects the surface in the depth buffer at depths of [kBoneDepth, 1] and a cleared stencil.
  // `quiet`: more transparent, so that a heat map can be read through the bones.
  void draw(const Frame& frame, const BoneInstances& instances, bool quiet);

  // Bones are kept in front of everything by this part of the depth range.
  static constexpr float kBoneDepth = 0.1f;

 private:
  void draw_octahedra(const Frame& frame, GLsizei count, bool quiet);
  void draw_lines(const Frame& frame, const std::vector<LineInstance>& lines);
  void draw_joints(const Frame& frame, const std::vector<JointInstance>& joints, bool quiet);

  Program octahedron_, line_, joint_;
  GlBuffer bone_buffer_, line_buffer_, joint_buffer_;
  GlVertexArray bone_array_, line_array_, joint_array_;
};

}  // namespace bindpose
