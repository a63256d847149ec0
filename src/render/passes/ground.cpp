#include "render/passes/ground.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "render/ground.h"

namespace bindpose {
namespace {

constexpr int kMapSide = 96;  // texels: enough for feet, cheap on a software renderer
constexpr int kDiscCorners = 48;
constexpr float kGroundRadius = 4.0f;  // of the disc, in model sizes
constexpr std::size_t kShadowPoints = 6000;

// Whether the material has holes, or lets something through.
bool is_cut(const MeshLook& look) {
  return look.blends || (look.features & feature::kMasked) != 0;
}

void make_map(GlTexture& texture, GlFramebuffer& frame) {
  texture = GlTexture::make();
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture.id());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RG8, kMapSide, kMapSide, 0, GL_RG, GL_UNSIGNED_BYTE, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  frame = GlFramebuffer::make();
  glBindFramebuffer(GL_FRAMEBUFFER, frame.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.id(), 0);
}

}  // namespace

int shadow_point_stride(std::size_t model_triangles, std::size_t model_vertices) {
  if (model_triangles <= kShadowTriangles) return 1;
  // No stride may be longer than 2,048 bytes: 170 vertices. Half of that is far enough apart.
  return static_cast<int>(std::clamp<std::size_t>(model_vertices / kShadowPoints, 1, 85));
}

GroundPass::GroundPass(const std::filesystem::path& shader_dir)
    : grid_(shader_dir, {.vertex = "ground.vert", .fragment = "ground.frag"}),
      splat_(shader_dir, {.vertex = "shadow_splat.vert", .fragment = "shadow_splat.frag"}),
      cut_(shader_dir,
           {.vertex = "shadow_splat.vert", .fragment = "shadow_splat.frag", .defines = {"CUT"}}),
      blur_(shader_dir, {.vertex = "fullscreen.vert", .fragment = "shadow_blur.frag"}),
      shadow_(shader_dir, {.vertex = "shadow.vert", .fragment = "shadow.frag"}),
      no_vertices_(GlVertexArray::make()) {
  for (int i = 0; i < 2; ++i) make_map(map_[i], frame_[i]);
}

void GroundPass::update_shadow(const Frame& frame, const Box& box, const ShadowCasters& casters) {
  map_half_ = 0.0f;
  if (casters.meshes.empty() || box.empty()) return;
  // A margin for what reaches beyond the joints and for the blur; steps keep the map's texels in
  // place while the model moves, so that the shadow does not crawl.
  const vec2 center{box.center().x, box.center().z};
  const float step = 0.05f * frame.model_size;
  const float reach = 0.5f * std::max(box.size().x, box.size().z) + 0.35f * frame.model_size;
  map_half_ = std::ceil(reach / step) * step;
  const float texel = 2.0f * map_half_ / static_cast<float>(kMapSide);
  map_center_ = glm::round(center / texel) * texel;

  glBindFramebuffer(GL_FRAMEBUFFER, frame_[0].id());
  glViewport(0, 0, kMapSide, kMapSide);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_STENCIL_TEST);
  glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE);
  glBlendEquation(GL_MAX);
  splat(frame, splat_);
  glPointSize(3.0f);
  std::vector<std::pair<std::size_t, MeshLook>> cut;
  for (std::size_t m = 0; m < casters.meshes.size(); ++m) {
    const MeshBuffers& mesh = casters.meshes[m];
    if (mesh.hidden) continue;
    MeshLook look = look_of(casters.model, m, mesh, casters.textures, casters.view, vec3(0.0f));
    if (is_cut(look)) {
      cut.emplace_back(m, std::move(look));
      continue;
    }
    // Upright walls have no area from above: their vertices stand for them.
    glBindVertexArray(mesh.points.id());
    glDrawArrays(GL_POINTS, 0, (mesh.vertices + mesh.point_stride - 1) / mesh.point_stride);
    if (mesh.point_stride > 1) continue;
    glBindVertexArray(mesh.surface.id());
    glDrawElements(GL_TRIANGLES, mesh.indices, GL_UNSIGNED_INT, nullptr);
  }
  if (!cut.empty()) splat(frame, cut_);
  for (const auto& [m, look] : cut) splat_cut(casters, m, look);
  glPointSize(1.0f);
  glBlendEquation(GL_FUNC_ADD);
  glDisable(GL_BLEND);
  blur();
}

void GroundPass::splat(const Frame& frame, Program& program) {
  program.use();
  program.set("u_to_display", frame.to_display);
  program.set("u_center", map_center_);
  program.set("u_half", map_half_);
  program.set("u_ground", frame.ground);
  program.set("u_size", frame.model_size);
}

void GroundPass::splat_cut(const ShadowCasters& casters, std::size_t m, const MeshLook& look) {
  const MeshBuffers& mesh = casters.meshes[m];
  const bool pictured = (look.features & feature::kBaseMap) != 0;
  const TextureUse& use = look.material.use(TextureSlot::BaseColor);
  cut_.set("u_alpha", look.material.base_color.a);
  cut_.set("u_cutout", look.blends ? -1.0f : look.material.alpha_cutoff);
  cut_.set("u_pictured", pictured ? 1.0f : 0.0f);
  if (pictured) {
    bind_texture(casters.textures, 0, TextureSlot::BaseColor, use);
    const UvRows rows = uv_rows(use);
    cut_.set("u_place_u", rows.u);
    cut_.set("u_place_v", rows.v);
    cut_.set("u_second", use.uv_set == 1 ? 1.0f : 0.0f);
  }
  if (mesh.point_stride > 1) {
    glBindVertexArray(mesh.points.id());
    glDrawArrays(GL_POINTS, 0, (mesh.vertices + mesh.point_stride - 1) / mesh.point_stride);
  } else {
    // The corners of a card of leaves or hair are clear: upright, it is seen by what lies along its
    // triangles' sides, one of which crosses it.
    glBindVertexArray(mesh.surface.id());
    glDrawElements(GL_TRIANGLES, mesh.indices, GL_UNSIGNED_INT, nullptr);
    glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    glDrawElements(GL_TRIANGLES, mesh.indices, GL_UNSIGNED_INT, nullptr);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  }
  glBindSampler(0, 0);
}

void GroundPass::blur() {
  blur_.use();
  glBindVertexArray(no_vertices_.id());
  glActiveTexture(GL_TEXTURE0);
  for (int pass = 0; pass < 2; ++pass) {
    glBindFramebuffer(GL_FRAMEBUFFER, frame_[1 - pass].id());
    glBindTexture(GL_TEXTURE_2D, map_[pass].id());
    blur_.set("u_direction", pass == 0 ? vec2(1.0f, 0.0f) : vec2(0.0f, 1.0f));
    glDrawArrays(GL_TRIANGLES, 0, 3);
  }
}

void GroundPass::draw(const Frame& frame, bool shadow) {
  // From below, the ground would only be in the way.
  const float above = (frame.eye.y - frame.ground) / frame.model_size;
  const float strength = std::clamp(0.5f + 8.0f * above, 0.0f, 1.0f);
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glBindVertexArray(no_vertices_.id());
  const vec3 center{frame.model_center.x, frame.ground, frame.model_center.z};
  const GridSpacing spacing = grid_spacing(frame.model_size);
  grid_.use();
  grid_.set("u_view_projection", frame.view_projection);
  grid_.set("u_center", center);
  grid_.set("u_radius", kGroundRadius * frame.model_size);
  grid_.set("u_minor", spacing.minor);
  grid_.set("u_major", spacing.major);
  grid_.set("u_strength", above < 0.0f ? 0.35f + 0.65f * strength : 1.0f);
  grid_.set("u_line", glm::mix(frame.theme->grid, frame.theme->grid_bold, 0.4f));
  grid_.set("u_bold", frame.theme->grid_bold);
  grid_.set("u_axis_x", frame.theme->axis[0]);
  grid_.set("u_axis_z", frame.theme->axis[2]);
  grid_.set("u_floor",
            frame.dark ? vec4(0.36f, 0.385f, 0.43f, 0.42f) : vec4(1.0f, 1.0f, 1.0f, 0.55f));
  grid_.set("u_line_pixels", 1.25f * frame.ui_scale);
  glDrawArrays(GL_TRIANGLE_FAN, 0, kDiscCorners + 2);
  if (shadow && map_half_ > 0.0f && strength > 0.0f) {
    shadow_.use();
    shadow_.set("u_view_projection", frame.view_projection);
    shadow_.set("u_center", vec3(map_center_.x, frame.ground, map_center_.y));
    shadow_.set("u_half", map_half_);
    shadow_.set("u_strength", strength * (frame.dark ? 1.0f : 0.75f));
    shadow_.set("u_color", frame.dark ? vec3(0.02f, 0.022f, 0.028f) : vec3(0.22f, 0.24f, 0.28f));
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, map_[0].id());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  }
  glDisable(GL_BLEND);
}

}  // namespace bindpose
