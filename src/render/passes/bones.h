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
  // What of a bone the surface hides: shown as usual, quietly so that a map can be read through it,
  // or as solid as what is free, for the surface is translucent.
  enum class Behind { Usual, Quiet, Solid };
  void draw(const Frame& frame, const BoneInstances& instances, Behind behind);
  // What suits a surface that shows that.
  static Behind behind_of(const ViewSettings& view, Show show);

  // Bones are kept in front of everything by this part of the depth range.
  static constexpr float kBoneDepth = 0.1f;

 private:
  void draw_octahedra(const Frame& frame, GLsizei count, Behind behind);
  void draw_lines(const Frame& frame, const std::vector<LineInstance>& lines);
  void draw_joints(const Frame& frame, const std::vector<JointInstance>& joints, bool quiet);

  Program octahedron_, line_, joint_;
  GlBuffer bone_buffer_, line_buffer_, joint_buffer_;
  GlVertexArray bone_array_, line_array_, joint_array_;
};

}  // namespace bindpose
