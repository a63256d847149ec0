#include "render/passes/bones.h"
#include "render/gpu/instance_attribute.h"

#include <cstddef>

namespace bindpose {
namespace {

constexpr GLsizei kOctahedronVertices = 24;  // 8 triangles
constexpr GLsizei kQuadVertices = 4;

void begin_array(GlVertexArray& array, GlBuffer& buffer) {
  array = GlVertexArray::make();
  buffer = GlBuffer::make();
  glBindVertexArray(array.id());
  glBindBuffer(GL_ARRAY_BUFFER, buffer.id());
}

}  // namespace

BonePass::BonePass(const std::filesystem::path& shader_dir)
    : octahedron_(shader_dir, {.vertex = "bone.vert", .fragment = "bone.frag"}),
      line_(shader_dir, {.vertex = "line.vert", .fragment = "line.frag"}),
      joint_(shader_dir, {.vertex = "joint.vert", .fragment = "joint.frag"}) {
  begin_array(bone_array_, bone_buffer_);
  instance_attribute(0, 3, sizeof(BoneInstance), offsetof(BoneInstance, head));
  instance_attribute(1, 3, sizeof(BoneInstance), offsetof(BoneInstance, tail));
  instance_attribute(2, 3, sizeof(BoneInstance), offsetof(BoneInstance, side));
  instance_attribute(3, 1, sizeof(BoneInstance), offsetof(BoneInstance, radius));
  instance_attribute(4, 3, sizeof(BoneInstance), offsetof(BoneInstance, color));
  instance_attribute(5, 1, sizeof(BoneInstance), offsetof(BoneInstance, emphasis));
  begin_array(line_array_, line_buffer_);
  instance_attribute(0, 3, sizeof(LineInstance), offsetof(LineInstance, from));
  instance_attribute(1, 3, sizeof(LineInstance), offsetof(LineInstance, to));
  instance_attribute(2, 4, sizeof(LineInstance), offsetof(LineInstance, color));
  instance_attribute(3, 1, sizeof(LineInstance), offsetof(LineInstance, width));
  begin_array(joint_array_, joint_buffer_);
  instance_attribute(0, 3, sizeof(JointInstance), offsetof(JointInstance, center));
  instance_attribute(1, 1, sizeof(JointInstance), offsetof(JointInstance, radius));
  instance_attribute(2, 3, sizeof(JointInstance), offsetof(JointInstance, color));
  instance_attribute(3, 1, sizeof(JointInstance), offsetof(JointInstance, lift));
  instance_attribute(4, 1, sizeof(JointInstance), offsetof(JointInstance, emphasis));
  glBindVertexArray(0);
}

BonePass::Behind BonePass::behind_of(const ViewSettings& view, Show show) {
  if (!view.surface) return Behind::Usual;
  if (show != Show::Shaded) return view.xray ? Behind::Usual : Behind::Quiet;
  return view.xray ? Behind::Solid : Behind::Usual;
}

void BonePass::draw(const Frame& frame, const BoneInstances& instances, Behind behind) {
  const bool quiet = behind == Behind::Quiet;
  glEnable(GL_DEPTH_TEST);
  if (!instances.bones.empty()) {
    fill(bone_buffer_, GL_ARRAY_BUFFER, instances.bones, GL_STREAM_DRAW);
    draw_octahedra(frame, static_cast<GLsizei>(instances.bones.size()), behind);
  }
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDepthMask(GL_FALSE);
  glDepthFunc(GL_LEQUAL);
  glDepthRange(0.0, kBoneDepth);
  draw_lines(frame, instances.lines);
  draw_joints(frame, instances.joints, quiet);
  glDisable(GL_DEPTH_TEST);
  draw_lines(frame, instances.axes);
  glDepthRange(0.0, 1.0);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
}

void BonePass::draw_octahedra(const Frame& frame, GLsizei count, Behind behind) {
  const auto draw = [&] { glDrawArraysInstanced(GL_TRIANGLES, 0, kOctahedronVertices, count); };
  octahedron_.use();
  octahedron_.set("u_view", frame.view);
  octahedron_.set("u_projection", frame.projection);
  octahedron_.set("u_waist", kBoneWaist);
  octahedron_.set("u_outline", frame.theme->bone_outline);
  octahedron_.set("u_line_pixels", (frame.presenter ? 1.5f : 1.0f) * frame.ui_scale);
  glBindVertexArray(bone_array_.id());

  // 1: stencil where a bone stands in front of the surface.
  glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  glDepthMask(GL_FALSE);
  glDepthRange(kBoneDepth, 1.0);
  glDepthFunc(GL_LEQUAL);
  glEnable(GL_STENCIL_TEST);
  glStencilFunc(GL_ALWAYS, 1, 0xff);
  glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
  draw();
  // 2: the nearest bone of each pixel, in a depth range in front of the surface.
  glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
  glDepthMask(GL_TRUE);
  glDepthRange(0.0, kBoneDepth);
  draw();
  // 3: its colour, once where it is free and once, quieter, where the surface hides it.
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glDepthMask(GL_FALSE);
  glDepthFunc(GL_EQUAL);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glStencilFunc(GL_EQUAL, 1, 0xff);
  const vec3 free = frame.presenter ? vec3(0.92f, 1.0f, 0.97f) : vec3(0.82f, 0.95f, 0.95f);
  octahedron_.set("u_opacity", free);
  draw();
  glStencilFunc(GL_EQUAL, 0, 0xff);
  octahedron_.set("u_opacity", behind == Behind::Quiet   ? vec3(0.06f, 0.32f, 0.25f)
                               : behind == Behind::Solid ? free
                               : frame.presenter         ? vec3(0.62f, 0.95f, 0.90f)
                                                         : vec3(0.50f, 0.75f, 0.88f));
  draw();
  glDisable(GL_STENCIL_TEST);
  glDepthMask(GL_TRUE);
  glDepthRange(0.0, 1.0);
}

void BonePass::draw_lines(const Frame& frame, const std::vector<LineInstance>& lines) {
  if (lines.empty()) return;
  fill(line_buffer_, GL_ARRAY_BUFFER, lines, GL_STREAM_DRAW);
  line_.use();
  line_.set("u_view_projection", frame.view_projection);
  line_.set("u_pixels", frame.pixels);
  glBindVertexArray(line_array_.id());
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, kQuadVertices, static_cast<GLsizei>(lines.size()));
}

void BonePass::draw_joints(const Frame& frame, const std::vector<JointInstance>& joints,
                           bool quiet) {
  if (joints.empty()) return;
  fill(joint_buffer_, GL_ARRAY_BUFFER, joints, GL_STREAM_DRAW);
  joint_.use();
  joint_.set("u_view", frame.view);
  joint_.set("u_projection", frame.projection);
  joint_.set("u_pixels", frame.pixels);
  joint_.set("u_outline", frame.theme->bone_outline);
  joint_.set("u_opacity", quiet ? 0.35f : 0.85f);
  joint_.set("u_rim_pixels", frame.presenter ? 1.5f * frame.ui_scale : 1.2f);
  glBindVertexArray(joint_array_.id());
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, kQuadVertices, static_cast<GLsizei>(joints.size()));
}

}  // namespace bindpose
