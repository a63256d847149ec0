#include "render/passes/surface.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <utility>

#include "math/transform.h"
#include "render/gpu/textures.h"
#include "render/material/environment.h"
#include "render/material/winding.h"
#include "view/colors.h"

namespace bindpose {
namespace {

using namespace feature;

constexpr float kXray = 0.34f, kXrayOfMap = 0.62f;  // a map has to be read
constexpr float kHatchGap = 9.0f;                   // pixels from line to line, before ui_scale

void draw_triangles(const MeshBuffers& mesh, const TriangleList* some = nullptr) {
  glBindVertexArray(mesh.surface.id());
  // What the mesh does not have is the same for all vertices.
  if (!mesh.has_uv) glVertexAttrib2f(attribute::kUv, 0.0f, 0.0f);
  if (!mesh.has_uv_second) glVertexAttrib2f(attribute::kUvSecond, 0.0f, 0.0f);
  if (!mesh.color) glVertexAttrib4f(attribute::kColor, 1.0f, 1.0f, 1.0f, 1.0f);
  glVertexAttrib3f(attribute::kMap, 0.0f, 0.0f, 0.0f);
  glVertexAttrib1f(attribute::kPattern, 0.0f);
  if (some == nullptr || some->indices < 0) {
    glDrawElements(GL_TRIANGLES, mesh.indices, GL_UNSIGNED_INT, nullptr);
    return;
  }
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, some->index.id());
  glDrawElements(GL_TRIANGLES, some->indices, GL_UNSIGNED_INT, nullptr);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh.index.id());
}

// Lines that lie closer than a few pixels add up to black: of dense meshes each is fainter. A model
// that is looked at as a whole covers about a sixth of the picture.
float wire_alpha(const Frame& frame, const std::vector<MeshBuffers>& meshes) {
  float triangles = 1.0f;
  for (const MeshBuffers& mesh : meshes) {
    if (!mesh.hidden) triangles += static_cast<float>(mesh.indices) / 3.0f;
  }
  const float area = frame.pixels.x * frame.pixels.y / 6.0f;
  const float between = std::sqrt(2.0f * area / triangles) / std::max(frame.ui_scale, 1.0f);
  return 0.3f * std::clamp(between / 10.0f, 0.35f, 1.0f);
}

// The studio's texels, once for the process: a thread begins with them at the first call, for
// until the first picture the driver and the importer are busy as well.
const std::shared_future<EnvironmentTexels>& environment_texels() {
  static const std::shared_future<EnvironmentTexels> texels =
      std::async(std::launch::async, compute_environment).share();
  return texels;
}

}  // namespace

SurfacePass::SurfacePass(std::filesystem::path shader_dir) : dir_(std::move(shader_dir)) {
  environment_texels();
}

void SurfacePass::set_furnace(bool furnace) {
  furnace_ = furnace;
}

SurfacePass::Variant& SurfacePass::variant(std::uint32_t features) {
  Variant& variant = variants_[features];
  if (!variant.program) {
    const bool corners = (features & (kCells | kHatched)) != 0;
    variant.program = Program(dir_, {.vertex = "surface.vert",
                                     .fragment = "surface.frag",
                                     .defines = defines_of(features),
                                     .geometry = corners ? "surface_cells.geom" : ""});
    variant.program.use();
    set_units(variant.program);
  }
  return variant;
}

// The program, in use, with what it needs to know of the frame.
Program& SurfacePass::ready(std::uint32_t features, const Frame& frame) {
  Variant& wanted = variant(features);
  wanted.program.use();
  if (std::exchange(wanted.drawing, drawing_) != drawing_) {
    set_frame(wanted.program, frame);
    if ((features & kFull) != 0) set_studio(wanted.program);
  }
  return wanted.program;
}

void SurfacePass::set_studio(Program& program) {
  glActiveTexture(GL_TEXTURE0 + kEnvironmentUnit);
  if (!environment_) environment_ = make_environment(environment_texels().get());
  glBindTexture(GL_TEXTURE_CUBE_MAP, environment_.id());
  glEnable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
  program.set("u_last_level", static_cast<float>(kEnvironmentLevels - 1));
  program.set("u_lights", furnace_ ? 0.0f : 1.0f);
  program.set("u_sky_low", furnace_ ? vec3(1.0f) : vec3(0.075f, 0.070f, 0.068f));
  program.set("u_sky_high", furnace_ ? vec3(1.0f) : vec3(0.19f, 0.205f, 0.23f));
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

// The features that draw the map, whose program knows what it needs.
std::uint32_t SurfacePass::set_map(const SurfaceMap& map, const Frame& frame) {
  const bool cells = map.style == MapStyle::Cells;
  if (cells || map.style == MapStyle::Blend) {
    const bool hatched =
        std::ranges::any_of(map.mesh, [](const MeshMap& m) { return !m.pattern.empty(); });
    const std::uint32_t features = kMapColor | (cells ? kCells : 0u) | (hatched ? kHatched : 0u);
    if (hatched) {
      ready(features, frame).set("u_hatch_gap", kHatchGap * std::max(frame.ui_scale, 1.0f));
    }
    return features;
  }
  const bool is_signed = map.style == MapStyle::Signed;
  GlTexture& ramp = is_signed ? signed_ : sequential_;
  if (!ramp) ramp = make_ramp_texture(is_signed ? signed_ramp() : weight_ramp());
  glActiveTexture(GL_TEXTURE0 + kRampUnit);
  glBindTexture(GL_TEXTURE_2D, ramp.id());
  Program& surface = ready(kMapRamp, frame);
  surface.set("u_low", is_signed ? -map.high : 0.0f);
  surface.set("u_high", map.high);
  surface.set("u_zero", weight_zero_color());
  surface.set("u_none", no_weights_color());
  surface.set("u_broken", not_finite_color());
  return kMapRamp;
}

void SurfacePass::draw_mesh(const Frame& frame, const SurfaceInput& in, std::size_t m,
                            const TriangleList* triangles, std::uint32_t features) {
  const bool mapped = (features & (kMapRamp | kMapColor)) != 0;
  Program& surface = ready(features, frame);
  surface.set("u_xray", in.view.xray ? (mapped ? kXrayOfMap : kXray) : 0.0f);
  surface.set("u_flat", in.meshes[m].flat ? 1.0f : 0.0f);
  if (!mapped) {
    const MeshLook& look = looks_[m];
    set_material(surface, look, in.textures);
    const bool one_sided = !look.material.two_sided && in.meshes[m].winds_by_normals;
    const Winding winding = one_sided ? winding_of(in.model, in.posed, m) : Winding::Mixed;
    if (winding != Winding::Mixed) {
      glEnable(GL_CULL_FACE);
      glFrontFace(winding == Winding::AsStored ? GL_CCW : GL_CW);
    }
  }
  draw_triangles(in.meshes[m], triangles);
  glDisable(GL_CULL_FACE);
}

// What lets light through is blended over what does not: hair, lashes and glass lie in layers, of
// which the nearest must come last. Triangles are sorted, one by one within a mesh and the meshes
// by their middles. (Averages that need no order, McGuire and Bavoil 2013, wash out dark hair over
// a light face; peeling layers draws all of it once a layer, too dear without a graphics card.)
void SurfacePass::draw_thin_parts(const Frame& frame, const SurfaceInput& in) {
  const mat4 to_view = frame.view * frame.to_display;
  order_.begin();
  for (std::size_t m = 0; m < in.meshes.size(); ++m) {
    if (looks_[m].blends && !in.meshes[m].hidden)
      order_.add(m, in.meshes[m], in.triangles[m], to_view);
  }
  const std::span<const std::size_t> meshes = order_.meshes();
  if (meshes.empty()) return;
  glDepthMask(GL_FALSE);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  for (const std::size_t m : meshes)
    draw_mesh(frame, in, m, &order_.triangles(m), looks_[m].features | kThinPart);
}

void SurfacePass::draw(const Frame& frame, const SurfaceInput& in) {
  ++drawing_;
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LESS);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
  if (in.view.wireframe) {
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.0f, 1.0f);
  }
  const bool mapped = in.map != nullptr && !in.map->mesh.empty();
  const std::uint32_t map_features = mapped ? set_map(*in.map, frame) : 0;
  looks_.clear();
  for (std::size_t m = 0; m < in.meshes.size() && !mapped; ++m)
    looks_.push_back(
        look_of(in.model, m, in.meshes[m], in.textures, in.view, frame.theme->surface));
  const auto draw_all = [&] {
    for (std::size_t m = 0; m < in.meshes.size(); ++m) {
      if (in.meshes[m].hidden) continue;
      const TriangleList* some = m < in.some.size() ? &in.some[m] : nullptr;
      const std::uint32_t solid = !mapped && looks_[m].blends ? kSolidPart : 0u;
      draw_mesh(frame, in, m, some, (mapped ? map_features : looks_[m].features) | solid);
    }
  };
  if (in.view.xray) {
    // The nearest surface of each pixel is found first: what lies behind it would show through.
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    draw_all();
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthFunc(GL_EQUAL);
    glDepthMask(GL_FALSE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  }
  draw_all();
  if (!mapped && !in.view.xray) draw_thin_parts(frame, in);
  for (GLuint unit = 0; unit < kTextureSlots; ++unit) glBindSampler(unit, 0);
  glDisable(GL_BLEND);
  glDepthFunc(GL_LESS);
  glDepthMask(GL_TRUE);
  glDisable(GL_POLYGON_OFFSET_FILL);
}

void SurfacePass::draw_wireframe(const Frame& frame, const std::vector<MeshBuffers>& meshes) {
  if (!wire_) wire_ = Program(dir_, {.vertex = "surface.vert", .fragment = "wire.frag"});
  set_frame(wire_, frame);
  const vec3 ink = frame.dark ? vec3(0.05f, 0.06f, 0.08f) : vec3(0.10f, 0.12f, 0.16f);
  wire_.set("u_color", vec4(ink, wire_alpha(frame, meshes)));
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_FALSE);
  glLineWidth(1.0f);
  glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
  for (const MeshBuffers& mesh : meshes) {
    if (!mesh.hidden) draw_triangles(mesh);
  }
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
}

}  // namespace bindpose
