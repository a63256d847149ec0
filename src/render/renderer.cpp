#include "render/renderer.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "render/bone_instances.h"
#include "render/dense_surface.h"
#include "render/gpu/gl_info.h"
#include "render/gpu/pane_area.h"
#include "render/gpu/targets.h"
#include "render/ground.h"
#include "render/passes/background.h"
#include "render/passes/bones.h"
#include "render/passes/capsules.h"
#include "render/passes/dots.h"
#include "render/passes/ghosts.h"
#include "render/passes/needles.h"
#include "render/passes/surface.h"
#include "render/shown_file.h"

namespace bindpose {
namespace {

constexpr int kSamples = 4;
constexpr float kDefaultSize = 1.8f;  // metres: the ground's scale while nothing is open

// For the near and far planes: the joints, with room for the surface around them.
Box visible_box(const Box& joints, const Frame& frame) {
  const vec3 margin{0.6f * frame.model_size};
  Box box;
  box.add(joints.empty() ? frame.model_center - margin : joints.lo - margin);
  box.add(joints.empty() ? frame.model_center + margin : joints.hi + margin);
  return box;
}

int sample_count(const GlInfo& info, Antialiasing wanted) {
  const bool multisample =
      wanted == Antialiasing::Multisample || (wanted == Antialiasing::Automatic && !info.software);
  return multisample && info.max_samples >= kSamples ? kSamples : 0;
}

}  // namespace

struct Renderer::Impl {
  Impl(const std::filesystem::path& dir, Antialiasing antialiasing)
      : shader_dir(dir),
        info(query_gl()),
        targets(dir, sample_count(info, antialiasing)),
        background(dir),
        own(dir, info),
        ghosts(dir),
        surface(dir),
        dots(dir),
        needles(dir),
        bones(dir) {
#ifndef NDEBUG
    watch_gl_errors();
#endif
  }

  // What a pane shows: which file, and of that what.
  struct Subject {
    const FrameInput& input;
    ShownFile& file;
    bool shown() const { return file.model.shows(input.scene); }
  };
  Subject subject(const FrameInput& input, const Pane& pane);
  Box joints_of(const Subject& of) const;
  void draw_reach(const FrameInput& input, const Frame& frame);
  Frame make_frame(const FrameInput& input, const Box& joints, const Viewport& viewport,
                   vec2 shift) const;
  void begin_files(const FrameInput& input, const std::vector<Pane>& panes);
  void draw_backdrop(const FrameInput& input, const Frame& frame, const std::vector<Pane>& panes);
  void choose_triangles(const FrameInput& input, const Frame& still,
                        const std::vector<Pane>& panes);
  void draw_pane(const FrameInput& input, const Frame& frame, const Pane& pane);
  void draw(const FrameInput& input);

  std::filesystem::path shader_dir;
  GlInfo info;
  Targets targets;
  BackgroundPass background;
  ShownFile own;
  std::optional<ShownFile> other;  // of a comparison
  GhostPass ghosts;
  SurfacePass surface;
  DenseSurface dense;
  DotPass dots;
  NeedlePass needles;
  BonePass bones;
  std::optional<CapsulePass> reach;  // made when first needed
  BoneInstances instances;
};

Renderer::Impl::Subject Renderer::Impl::subject(const FrameInput& input, const Pane& pane) {
  if (pane.other && input.other != nullptr && other) return {*input.other, *other};
  return {input, own};
}

Box Renderer::Impl::joints_of(const Subject& of) const {
  return of.shown() ? joint_box(of.input.scene, of.input.posed) : Box{};
}

// shift: of the picture, in pixels.
Frame Renderer::Impl::make_frame(const FrameInput& input, const Box& joints,
                                 const Viewport& viewport, vec2 shift) const {
  Frame frame;
  const ShownModel& model = own.model;
  const bool shown = model.shows(input.scene);
  frame.pixels = vec2(viewport.width, viewport.height);
  frame.ui_scale = input.ui_scale;
  frame.presenter = input.presenter;
  frame.dark = input.scene.view.dark;
  frame.theme = &theme(frame.dark);
  frame.eye = eye(input.camera);
  frame.model_size =
      shown && model.rest().diagonal() > 0.0f ? model.rest().diagonal() : kDefaultSize;
  if (shown) {
    frame.to_display = model.model()->to_display;
    frame.model_center = joints.empty() ? model.rest().center() : joints.center();
    frame.ground = ground_height(model.rest());
  }
  const Box visible = visible_box(joints, frame);
  mat4 offset{1.0f};
  offset[3] = vec4(2.0f * shift / frame.pixels, 0.0f, 1.0f);
  frame.view = view_matrix(input.camera);
  frame.projection = offset * projection_matrix(input.camera, viewport, visible);
  frame.view_projection = frame.projection * frame.view;
  return frame;
}

// Over the surface, in its depth range.
void Renderer::Impl::draw_reach(const FrameInput& input, const Frame& frame) {
  const Scene& scene = input.scene;
  if (!scene.reach || !scene.view.capsules) return;
  if (!reach) reach.emplace(shader_dir);
  reach->draw(frame, capsules(scene, input.posed, scene.reach->segments, input.bones.color),
              !input.camera.orthographic);
}

// What lies behind everything.
void Renderer::Impl::draw_backdrop(const FrameInput& input, const Frame& frame,
                                   const std::vector<Pane>& panes) {
  constexpr float kNothing[4] = {};
  if (input.transparent) return glClearBufferfv(GL_COLOR, 0, kNothing);
  const PixelRect whole{0, 0, targets.width(), targets.height()};
  Frame whole_frame = frame;
  whole_frame.pixels = vec2(whole.width, whole.height);
  background.draw(whole_frame);
  if (!input.scene.view.grid) return;
  for (const Pane& pane : panes) {
    if (!begin_pane(pane, whole.height, whole)) continue;
    const Subject of = subject(input, pane);
    of.file.ground.draw(frame, of.shown() && input.scene.view.surface);
  }
  glDisable(GL_SCISSOR_TEST);
}

// A software renderer is spared those that leave nothing on the picture. `still`: the frame of the
// first drawing.
void Renderer::Impl::choose_triangles(const FrameInput& input, const Frame& still,
                                      const std::vector<Pane>& panes) {
  const Scene& scene = input.scene;
  ShownModel& model = own.model;
  // With several panes a pixel of one would have to be told from that of another.
  const bool possible = scene.view.mistake == Mistake::None && model.shows(scene) &&
                        scene.view.surface && info.software && !targets.multisampled() &&
                        panes.size() == 1 && !model.uses_coarse();
  const bool again = targets.average();
  if (!possible ||
      !(again ? DenseSurface::pays_again(*model.model()) : DenseSurface::pays(*model.model()))) {
    return dense.clear();
  }
  const DenseSurface::Surface drawn{still, *model.model(), model.meshes(), panes.front().method,
                                    BonePass::kBoneDepth};
  if (!again) return dense.choose(drawn);
  if (targets.narrows()) dense.narrow([this](PixelMask& mask) { targets.narrow(mask); });
  dense.choose_again(drawn, refine_offset(input.refine),
                     [this] { return targets.seen_edges(BonePass::kBoneDepth); });
}

void Renderer::Impl::draw_pane(const FrameInput& whole, const Frame& common, const Pane& pane) {
  const Subject of = subject(whole, pane);
  const FrameInput& input = of.input;
  ShownModel& model = of.file.model;
  const Scene& scene = input.scene;
  const bool shown = of.shown();
  Frame frame = common;
  if (shown) frame.to_display = model.model()->to_display;
  const PosedScene& posed = of.file.poses.of(scene, input.posed, pane);
  // Panes share a deformer's buffers, and each pose goes there by a framebuffer of its own.
  if (shown && scene.view.mistake != Mistake::None) {
    model.skin(pane.method, scene, posed);
    targets.bind();
  }
  if (!begin_pane(pane, targets.height(), targets.region())) return;
  if (shown) model.show(pane.method);
  if (shown && scene.view.ghosts != Ghosts::Off) {
    model.make_bind_points(scene, posed);
    ghosts.draw(frame, model.meshes(), ghosts_of(scene, posed, frame, input.bones.color));
  }
  if (shown && scene.view.surface) {
    const SurfaceMap* map = of.file.show_map(input, pane);
    if (map == nullptr) model.make_clay(scene.view.textures);
    glDepthRange(BonePass::kBoneDepth, 1.0);
    surface.draw(frame, {*model.model(), posed, model.meshes(), model.triangles(), model.textures(),
                         scene.view, map, dense.triangles()});
    if (scene.view.wireframe) surface.draw_wireframe(frame, model.meshes());
    dots.draw(frame, model.dots());
    draw_reach(input, frame);
    needles.draw(frame, scene, input.posed, pane.method, whole.camera, of.file.needles);
    glDepthRange(0.0, 1.0);
  }
  if (shown && scene.view.skeleton) {
    build_bone_instances(scene, input.posed, input.bones, whole.camera, frame, pane.show,
                         instances);
    bones.draw(frame, instances, BonePass::behind_of(scene.view, pane.show));
  }
}

// Each file's posed vertices and its shadow.
void Renderer::Impl::begin_files(const FrameInput& input, const std::vector<Pane>& panes) {
  if (!input.scene.view.surface && !input.scene.view.grid) return;
  for (const bool of_other : {false, true}) {
    const auto first = std::ranges::find(panes, of_other, &Pane::other);
    if (first == panes.end()) continue;
    const Subject of = subject(input, *first);
    if (!of.shown()) continue;
    of.file.model.set_dots(of.input.scene);
    of.file.model.set_hidden(of.input.scene);
    for (const Pane& pane : panes) {
      if (pane.other == of_other) of.file.model.skin(pane.method, of.input.scene, of.input.posed);
    }
    const Box joints = joints_of(of);
    Frame frame = make_frame(input, joints, panes.front().viewport, vec2(0.0f));
    frame.to_display = of.file.model.model()->to_display;
    of.file.cast_shadow(of.input.scene.view, frame, joints);
  }
}

void Renderer::Impl::draw(const FrameInput& input) {
  own.model.follow_weights(input.scene);
  own.model.use_coarse(input.coarse);
  Box joints = joints_of({input, own});
  if (input.other != nullptr && other) {
    other->model.follow_weights(input.other->scene);
    other->model.use_coarse(input.other->coarse);
    joints.add(joints_of({*input.other, *other}));
  }
  targets.resize(input.width, input.height);
  targets.begin(targets.multisampled() ? 0 : input.refine);
  const Viewport whole{static_cast<float>(targets.width()), static_cast<float>(targets.height())};
  const std::vector<Pane> panes = layout_panes(input.scene.view, whole);
  const Frame still = make_frame(input, joints, panes.front().viewport, vec2(0.0f));

  glDisable(GL_CULL_FACE);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_SCISSOR_TEST);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  begin_files(input, panes);
  const bool keeps_backdrop = targets.average() || (input.more && !targets.multisampled());
  if (keeps_backdrop && !targets.has_backdrop()) {
    targets.bind_backdrop();
    draw_backdrop(input, still, panes);
  }
  targets.bind();
  choose_triangles(input, still, panes);
  glDepthMask(GL_TRUE);
  glStencilMask(0xff);
  glClearDepth(targets.cleared_depth());
  glClearStencil(0);
  glDisable(GL_SCISSOR_TEST);
  glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  glEnable(GL_SCISSOR_TEST);
  keeps_backdrop ? targets.draw_backdrop() : draw_backdrop(input, still, panes);
  const Frame frame = targets.average() ? make_frame(input, joints, panes.front().viewport,
                                                     refine_offset(input.refine))
                                        : still;
  for (const Pane& pane : panes) draw_pane(input, frame, pane);
  glDisable(GL_SCISSOR_TEST);  // it would hold for blits and the average, too
  targets.finish(input.more);
  restore_defaults();
}

Renderer::Renderer(const std::filesystem::path& shader_dir, Antialiasing antialiasing)
    : impl_(std::make_unique<Impl>(shader_dir, antialiasing)) {}
Renderer::~Renderer() = default;

void Renderer::set_model(std::shared_ptr<const Model> model) {
  impl_->own.model.set(std::move(model));
}

void Renderer::set_other(std::shared_ptr<const Model> model) {
  if (!model) return impl_->other.reset();
  if (!impl_->other) impl_->other.emplace(impl_->shader_dir, impl_->info);
  impl_->other->model.set(std::move(model));
  impl_->other->shadow_of.reset();
}

void Renderer::set_coarse(CoarseModel coarse) {
  impl_->own.model.set_coarse(std::move(coarse));
}

void Renderer::set_other_coarse(CoarseModel coarse) {
  if (impl_->other) impl_->other->model.set_coarse(std::move(coarse));
}

void Renderer::draw(const FrameInput& input) {
  impl_->draw(input);
}

void Renderer::skin(const Scene& scene, const PosedScene& posed) {
  impl_->own.model.follow_weights(scene);
  if (!impl_->own.model.shows(scene)) return;
  impl_->own.model.use_coarse(false);
  for (const Pane& pane : layout_panes(scene.view, {1.0f, 1.0f})) {
    impl_->own.model.skin(pane.method, scene, posed);
  }
  restore_defaults();
}

unsigned int Renderer::color_texture() const {
  return impl_->targets.picture();
}
void Renderer::blit(unsigned int framebuffer, int x, int y, const PixelRect& part,
                    int shrunk) const {
  impl_->targets.blit(framebuffer, x, y, shrunk, part);
}
Image Renderer::read_pixels() const {
  return impl_->targets.read();
}

GpuSkinned Renderer::transform_feedback(const Scene& scene, const PosedScene& posed, int mesh) {
  if (!impl_->own.model.shows(scene)) impl_->own.model.set(scene.model);
  impl_->own.model.follow_weights(scene);
  const auto m = static_cast<std::size_t>(mesh);
  GpuSkinned out;
  if (m >= impl_->own.model.model()->meshes.size()) return out;
  const Deformer method = scene.view.method;
  MeshBuffers& buffers = impl_->own.model.skin_by_shader(m, method, scene, posed);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  const auto vertices = static_cast<std::size_t>(buffers.vertices);
  out.position.resize(vertices);
  out.normal.resize(vertices);
  glBindBuffer(GL_ARRAY_BUFFER, posed_buffer(buffers, method).id());
  const auto bytes = static_cast<GLsizeiptr>(vertices * sizeof(vec3));
  glGetBufferSubData(GL_ARRAY_BUFFER, 0, bytes, out.position.data());
  glGetBufferSubData(GL_ARRAY_BUFFER, posed_normals(buffers), bytes, out.normal.data());
  return out;
}

void Renderer::force_palette_texture(bool force) {
  impl_->own.model.prefer(force ? std::optional(PaletteKind::BufferTexture) : std::nullopt);
}
void Renderer::force_shader_skinning(bool force) {
  impl_->own.model.force_shader(force);
}
void Renderer::force_furnace(bool force) {
  impl_->surface.set_furnace(force);
}
bool Renderer::software() const {
  return impl_->info.software;
}
bool Renderer::multisampled() const {
  return impl_->targets.multisampled();
}
std::string Renderer::description() const {
  return impl_->info.description;
}
std::size_t Renderer::skin_count() const {
  return impl_->own.model.skin_count();
}
std::size_t Renderer::palette_limit_uniform() const {
  return palette_limit(impl_->info);
}

}  // namespace bindpose
