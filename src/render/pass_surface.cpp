#include "render/pass_surface.h"

#include <array>

#include "math/transform.h"
#include "render/textures.h"
#include "view/colors.h"

namespace bindpose {
namespace {

constexpr int kImageUnit = 0;
constexpr int kRampUnit = 1;

void draw_triangles(const MeshBuffers& mesh) {
  glBindVertexArray(mesh.surface.id());
  // What the mesh does not have is the same for all vertices.
  if (!mesh.has_uv) glVertexAttrib2f(attribute::kUv, 0.0f, 0.0f);
  if (!mesh.has_color) glVertexAttrib4f(attribute::kColor, 1.0f, 1.0f, 1.0f, 1.0f);
  glVertexAttrib1f(attribute::kJointWeight, 0.0f);
  glDrawElements(GL_TRIANGLES, mesh.indices, GL_UNSIGNED_INT, nullptr);
}

}  // namespace

SurfacePass::SurfacePass(std::filesystem::path shader_dir) : dir_(std::move(shader_dir)) {}

Program& SurfacePass::program(bool weights, bool textured) {
  Program& program = weights ? weights_ : textured ? textured_ : shaded_;
  if (!program) {
    std::vector<std::string> defines;
    if (weights) defines.emplace_back("WEIGHTS");
    if (textured && !weights) defines.emplace_back("TEXTURED");
    program =
        Program(dir_, {.vertex = "surface.vert", .fragment = "surface.frag", .defines = defines});
    program.use();
    program.set("u_image", kImageUnit);
    program.set("u_ramp", kRampUnit);
  }
  return program;
}

void SurfacePass::set_frame(Program& program, const Frame& frame) const {
  const mat4 to_view = frame.view * frame.to_display;
  // Normals of unit size whatever the file's unit is.
  const mat3 normal = cofactor(mat3(to_view));
  const float size = glm::length(normal[0]);
  program.use();
  program.set("u_to_view", to_view);
  program.set("u_projection", frame.projection);
  program.set("u_normal_to_view", size > 0.0f ? normal / size : normal);
  program.set("u_up", mat3(frame.view) * vec3(0.0f, 1.0f, 0.0f));
}

void SurfacePass::draw(const Frame& frame, const Model& model,
                       const std::vector<MeshBuffers>& meshes,
                       const std::vector<GlTexture>& textures, const ViewSettings& view,
                       bool weights) {
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LESS);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
  if (view.wireframe) {
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.0f, 1.0f);
  }
  if (weights) {
    if (!ramp_) ramp_ = make_ramp_texture();
    glActiveTexture(GL_TEXTURE0 + kRampUnit);
    glBindTexture(GL_TEXTURE_2D, ramp_.id());
  }
  static const Material kPlain{.name = {}, .base_color = vec4(srgb_to_linear(vec3(0.80f)), 1.0f)};
  std::array<bool, 2> frame_set{false, false};
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    const int material_index = model.meshes[m].material;
    const bool has_material = material_index >= 0;
    const Material& material =
        has_material ? model.materials[static_cast<std::size_t>(material_index)] : kPlain;
    const bool has_image = material.image >= 0 && meshes[m].has_uv;
    const bool textured = has_image && view.textures && !weights;
    Program& surface = program(weights, textured);
    if (!frame_set[textured]) set_frame(surface, frame);
    frame_set[textured] = true;
    surface.use();
    vec4 base = material.base_color;
    // The base colour of a textured material tints the texture; alone it says nothing.
    if (has_image && !textured) base = kPlain.base_color;
    if (!view.textures || !has_material) base = vec4(srgb_to_linear(frame.theme->surface), 1.0f);
    surface.set("u_base", base);
    if (weights) surface.set("u_zero", weight_zero_color());
    if (textured) {
      surface.set("u_cutout", material.alpha_cutout ? 0.5f : -1.0f);
      glActiveTexture(GL_TEXTURE0 + kImageUnit);
      glBindTexture(GL_TEXTURE_2D, textures[static_cast<std::size_t>(material.image)].id());
    }
    draw_triangles(meshes[m]);
  }
  glDisable(GL_POLYGON_OFFSET_FILL);
}

void SurfacePass::draw_wireframe(const Frame& frame, const std::vector<MeshBuffers>& meshes) {
  if (!wire_) wire_ = Program(dir_, {.vertex = "surface.vert", .fragment = "wire.frag"});
  set_frame(wire_, frame);
  wire_.set("u_color",
            frame.dark ? vec4(0.05f, 0.06f, 0.08f, 0.55f) : vec4(0.10f, 0.12f, 0.16f, 0.5f));
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_FALSE);
  glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
  for (const MeshBuffers& mesh : meshes) draw_triangles(mesh);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
}

}  // namespace bindpose
