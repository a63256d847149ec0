#include "render/passes/surface.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/transform.h"
#include "render/gpu/textures.h"
#include "view/colors.h"

namespace bindpose {
namespace {

constexpr int kImageUnit = 0;
constexpr int kRampUnit = 1;
constexpr float kXray = 0.34f, kXrayOfMap = 0.62f;  // a map has to be read
constexpr float kHatchGap = 9.0f;                   // pixels from line to line, before ui_scale

void draw_triangles(const MeshBuffers& mesh, const TriangleList* some = nullptr) {
  glBindVertexArray(mesh.surface.id());
  // What the mesh does not have is the same for all vertices.
  if (!mesh.has_uv) glVertexAttrib2f(attribute::kUv, 0.0f, 0.0f);
  if (!mesh.has_color) glVertexAttrib4f(attribute::kColor, 1.0f, 1.0f, 1.0f, 1.0f);
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

// What a mesh looks like under the view's settings.
struct MeshLook {
  vec4 base;       // linear
  int image = -1;  // texture, or -1
  bool colored = false;
  bool cutout = false;
};

MeshLook look_of(const Model& model, std::size_t m, const MeshBuffers& buffers,
                 const ViewSettings& view, const Frame& frame) {
  MeshLook look{vec4(srgb_to_linear(frame.theme->surface), 1.0f)};
  const int index = model.meshes[m].material;
  if (!view.textures) return look;
  look.colored = buffers.has_color;
  if (index < 0) return look;
  const Material& material = model.materials[static_cast<std::size_t>(index)];
  look.base = material.base_color;
  look.image = buffers.has_uv ? material.base_image() : -1;
  // Nothing real reflects more than this: pure white would have no room left for light and form.
  if (look.image < 0) look.base = vec4(glm::min(vec3(look.base), vec3(0.78f)), look.base.a);
  look.cutout = material.alpha_mode != AlphaMode::Opaque;
  return look;
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

}  // namespace

SurfacePass::SurfacePass(std::filesystem::path shader_dir) : dir_(std::move(shader_dir)) {}

Program& SurfacePass::program(Kind kind) {
  Program& program = programs_[kind];
  if (!program) {
    std::vector<std::string> defines;
    if (kind == kRamp) defines.emplace_back("MAP_RAMP");
    if (kind >= kBlend) defines.emplace_back("MAP_COLOR");
    if (kind == kCells || kind == kCellsHatched) defines.emplace_back("CELLS");
    if (kind == kBlendHatched || kind == kCellsHatched) defines.emplace_back("HATCHED");
    if (kind == kTextured || kind == kTexturedColored) defines.emplace_back("TEXTURED");
    if (kind == kColored || kind == kTexturedColored) defines.emplace_back("COLORED");
    program = Program(dir_, {.vertex = "surface.vert",
                             .fragment = "surface.frag",
                             .defines = defines,
                             .geometry = kind > kBlend ? "surface_cells.geom" : ""});
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

// The program that draws the map, with what it needs to know.
SurfacePass::Kind SurfacePass::set_map(const SurfaceMap& map, const Frame& frame) {
  const bool cells = map.style == MapStyle::Cells;
  if (cells || map.style == MapStyle::Blend) {
    const bool hatched =
        std::ranges::any_of(map.mesh, [](const MeshMap& m) { return !m.pattern.empty(); });
    if (!hatched) return cells ? kCells : kBlend;
    const Kind kind = cells ? kCellsHatched : kBlendHatched;
    Program& surface = program(kind);
    surface.use();
    surface.set("u_hatch_gap", kHatchGap * std::max(frame.ui_scale, 1.0f));
    return kind;
  }
  const bool is_signed = map.style == MapStyle::Signed;
  GlTexture& ramp = is_signed ? signed_ : sequential_;
  if (!ramp) ramp = make_ramp_texture(is_signed ? signed_ramp() : weight_ramp());
  glActiveTexture(GL_TEXTURE0 + kRampUnit);
  glBindTexture(GL_TEXTURE_2D, ramp.id());
  Program& surface = program(kRamp);
  surface.use();
  surface.set("u_low", is_signed ? -map.high : 0.0f);
  surface.set("u_high", map.high);
  surface.set("u_zero", weight_zero_color());
  surface.set("u_none", no_weights_color());
  surface.set("u_broken", not_finite_color());
  return kRamp;
}

void SurfacePass::draw(const Frame& frame, const Model& model,
                       const std::vector<MeshBuffers>& meshes,
                       const std::vector<GlTexture>& textures, const ViewSettings& view,
                       const SurfaceMap* map, const std::vector<TriangleList>& some) {
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LESS);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
  if (view.wireframe) {
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.0f, 1.0f);
  }
  const bool mapped = map != nullptr && !map->mesh.empty();
  const Kind map_kind = mapped ? set_map(*map, frame) : kPlain;
  std::array<bool, kKinds> frame_set{};
  const auto draw_mesh = [&](std::size_t m) {
    const MeshLook look = look_of(model, m, meshes[m], view, frame);
    const Kind kind =
        mapped
            ? map_kind
            : static_cast<Kind>((look.image >= 0 ? kTextured : 0) + (look.colored ? kColored : 0));
    Program& surface = program(kind);
    if (!std::exchange(frame_set[kind], true)) set_frame(surface, frame);
    surface.use();
    surface.set("u_base", look.base);
    surface.set("u_xray", view.xray ? (mapped ? kXrayOfMap : kXray) : 0.0f);
    if (look.image >= 0 && !mapped) {
      surface.set("u_cutout", look.cutout ? 0.5f : -1.0f);
      glActiveTexture(GL_TEXTURE0 + kImageUnit);
      glBindTexture(GL_TEXTURE_2D, textures[static_cast<std::size_t>(look.image)].id());
    }
    draw_triangles(meshes[m], m < some.size() ? &some[m] : nullptr);
  };
  const auto draw_all = [&] {
    for (std::size_t m = 0; m < meshes.size(); ++m) {
      if (!meshes[m].hidden) draw_mesh(m);
    }
  };
  if (view.xray) {
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
