#include "render/skinner.h"

#include <string>

#include "render/skin_packing.h"

namespace bindpose {
namespace {

constexpr int kMoreTextureUnit = 1;

}  // namespace

Skinner::Skinner(std::filesystem::path shader_dir, const GlInfo& info)
    : dir_(std::move(shader_dir)),
      block_rows_(palette_block_rows(info)),
      upload_(info),
      frame_(GlFramebuffer::make()),
      frame_color_(GlRenderbuffer::make()) {
  glBindRenderbuffer(GL_RENDERBUFFER, frame_color_.id());
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 1, 1);
  glBindFramebuffer(GL_FRAMEBUFFER, frame_.id());
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                            frame_color_.id());
}

Program& Skinner::program(Deformer method, PaletteKind kind) {
  const bool block = kind == PaletteKind::UniformBlock;
  Program& program = (block ? block_program_ : texture_program_)[static_cast<std::size_t>(method)];
  if (!program) {
    const bool bones = info_of(method).palette == PaletteForm::DualQuaternionsAndBones;
    program = Program(
        dir_, {.vertex = "skin.vert",
               .fragment = "",
               .defines = {block ? "PALETTE_ROWS " + std::to_string(block_rows_) : "PALETTE_BUFFER",
                           std::string("DEFORM ") + info_of(method).glsl,
                           bones ? "SPLIT_ROWS 7" : "SPLIT_ROWS 5"},
               .feedback = {"out_position", "out_normal"}});
    if (block)
      glUniformBlockBinding(program.id(), glGetUniformBlockIndex(program.id(), "Palette"),
                            kPaletteBinding);
    program.use();
    program.set("u_palette", kPaletteTextureUnit);
    program.set("u_more", kMoreTextureUnit);
  }
  return program;
}

void Skinner::skin(MeshBuffers& mesh, Deformer method, const Skin& skin,
                   std::span<const mat4> palette, const mat4& node_matrix, WeightUse use,
                   NormalUse normals, const DeformerData& data) {
  if (mesh.vertices == 0) return;
  const GlBuffer& posed = posed_buffer(mesh, method);
  method = resolved(method, skin);
  pack_palette(info_of(method).palette, skin, palette, node_matrix, data.bone, rows_);
  set_centers(mesh, data);
  PaletteKind kind = upload_.kind_for(rows_.size(), palette.size());
  if (kind == PaletteKind::UniformBlock && preferred_) kind = *preferred_;
  Program& skinning = program(method, kind);
  upload_.upload(kind, rows_);
  glActiveTexture(GL_TEXTURE0 + kMoreTextureUnit);
  glBindTexture(GL_TEXTURE_BUFFER, mesh.more_texture.id());

  glBindFramebuffer(GL_FRAMEBUFFER, frame_.id());
  skinning.use();
  skinning.set("u_raw_weights", use == WeightUse::Raw ? 1.0f : 0.0f);
  skinning.set("u_plain_normals", normals == NormalUse::BlendedMatrix ? 1.0f : 0.0f);
  skinning.set("u_mix", data.mix);
  glBindVertexArray(mesh.skin_input.id());
  if (!mesh.more_range) glVertexAttribI2ui(attribute::kMore, 0, 0);
  if (!mesh.raw_weight_sum) glVertexAttrib1f(attribute::kRawWeightSum, 1.0f);
  if (!mesh.dq_blend_weight) glVertexAttrib1f(attribute::kDqBlendWeight, 1.0f);
  if (!mesh.center_of) glVertexAttrib4f(attribute::kCenter, 0.0f, 0.0f, 0.0f, 0.0f);
  glEnable(GL_RASTERIZER_DISCARD);
  const GLsizeiptr bytes = static_cast<GLsizeiptr>(sizeof(vec3)) * mesh.vertices;
  glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, posed.id(), 0, bytes);
  glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 1, posed.id(), posed_normals(mesh), bytes);
  glBeginTransformFeedback(GL_POINTS);
  glDrawArrays(GL_POINTS, 0, mesh.vertices);
  glEndTransformFeedback();
  glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
  glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 1, 0);
  glDisable(GL_RASTERIZER_DISCARD);
  glBindVertexArray(0);
}

}  // namespace bindpose
