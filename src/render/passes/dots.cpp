#include "render/passes/dots.h"

#include <algorithm>
#include <utility>

namespace bindpose {
namespace {

constexpr float kRadius = 3.2f;  // pixels at scale 1
constexpr float kHiddenAlpha = 0.28f;

void draw_points(const std::vector<MeshBuffers>& meshes) {
  for (const MeshBuffers& mesh : meshes) {
    if (mesh.hidden || mesh.vertices == 0) continue;
    glBindVertexArray(mesh.points.id());
    glDrawArrays(GL_POINTS, 0, mesh.vertices);
  }
}

}  // namespace

DotPass::DotPass(std::filesystem::path shader_dir) : dir_(std::move(shader_dir)) {}

void DotPass::draw(const Frame& frame, const std::vector<MeshBuffers>& meshes) {
  if (std::ranges::none_of(meshes, [](const MeshBuffers& m) { return m.vertices > 0; })) return;
  if (!program_) program_ = Program(dir_, {.vertex = "dot.vert", .fragment = "dot.frag"});
  program_.use();
  program_.set("u_to_view", frame.view * frame.to_display);
  program_.set("u_projection", frame.projection);
  program_.set("u_radius", kRadius * frame.ui_scale);
  program_.set("u_lift", 0.004f * frame.model_size);
  program_.set("u_color", frame.theme->accent);
  program_.set("u_outline", frame.theme->bone_outline);
  glEnable(GL_PROGRAM_POINT_SIZE);
  glEnable(GL_DEPTH_TEST);
  glDepthMask(GL_FALSE);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDepthFunc(GL_GREATER);
  program_.set("u_alpha", kHiddenAlpha);
  draw_points(meshes);
  glDepthFunc(GL_LEQUAL);
  program_.set("u_alpha", 1.0f);
  draw_points(meshes);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
  glDisable(GL_PROGRAM_POINT_SIZE);
}

}  // namespace bindpose
