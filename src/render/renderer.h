// Draws a posed scene with OpenGL 3.3 core into a framebuffer of its own. The only place, with its
// siblings in this folder, that talks to GL. A current context and loaded glad are expected.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "render/gpu/pixel_rect.h"
#include "scene/scene.h"
#include "view/bones.h"
#include "view/camera.h"
#include "view/coarse_mesh.h"
#include "view/colors.h"
#include "view/surface_map.h"

namespace bindpose {

// What one picture is made of.
struct FrameInput {
  const Scene& scene;
  const PosedScene& posed;
  const BoneSet& bones;
  Camera camera;
  int width = 1;  // pixels of the framebuffer
  int height = 1;
  float ui_scale = 1.0f;  // joint spheres and outlines follow the display's scale
  int refine =
      0;  // software antialiasing: 0 draws anew; k > 0 adds the k-th jittered picture to the
          // average of those before (nothing else may have changed). Ignored with MSAA.
  bool presenter = false;  // bones thick and outlined, to be seen from the last row
  // The map that the scene's Show names, and the one of show_beside() (view/panes.h); null: the
  // renderer makes it itself.
  const SurfaceMap* map = nullptr;
  const SurfaceMap* map_beside = nullptr;
  // What the panes of the other file of a comparison show (Pane::other): its scene, posed, bones,
  // map and coarse count.
  const FrameInput* other = nullptr;
  bool coarse = false;  // what set_coarse() gave is drawn instead of all of the model
  bool more = false;    // `refine` goes on from 0 at once: what its drawings share is kept
  // Neither background nor ground: alpha says how much is covered, and colours are multiplied by
  // it.
  bool transparent = false;
};
inline constexpr int kRefineSteps = 8;

// What transform feedback gave back: what the vertex shader computed, world space of the file.
struct GpuSkinned {
  std::vector<vec3> position, normal;
};

// How edges are smoothed. Automatic: multisampling where hardware draws, refinement on a software
// renderer.
enum class Antialiasing { Automatic, Multisample, Refine };

class Renderer {
 public:
  // Shaders are read from `shader_dir`. Throws std::runtime_error with one sentence (which shader,
  // the driver's log) when they do not compile.
  explicit Renderer(const std::filesystem::path& shader_dir,
                    Antialiasing antialiasing = Antialiasing::Automatic);
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  // Uploads geometry and textures of a model; null frees them. Call when another model is shown.
  // Weights that are edited are followed by themselves.
  void set_model(std::shared_ptr<const Model> model);

  // The same for the other file of a comparison; null where none is compared any more.
  void set_other(std::shared_ptr<const Model> model);

  // What FrameInput::coarse draws of that model; made of the same file (view/coarse_mesh.h).
  // Without one all of the model is drawn.
  void set_coarse(CoarseModel coarse);
  void set_other_coarse(CoarseModel coarse);

  void draw(const FrameInput& input);

  // The part of draw() that skins: what the panes' deformers make of the pose, where the buffers do
  // not hold it already.
  void skin(const Scene& scene, const PosedScene& posed);

  // The finished picture as a GL texture (RGBA8, sRGB-encoded values, origin bottom left), its
  // size, or pixels with the first row on top.
  unsigned int color_texture() const;
  // Copies the picture to a framebuffer (0: the window's) at (x, y from the bottom), as far as it
  // lies in `part` (counted from the bottom, too), and leaves that framebuffer bound, without a
  // scissor. Each pixel becomes a square of `shrunk` by `shrunk`.
  void blit(unsigned int framebuffer, int x, int y, const PixelRect& part, int shrunk = 1) const;
  Image read_pixels() const;

  // Runs the skinning shader over mesh m without drawing and reads back what it computed.
  GpuSkinned transform_feedback(const Scene& scene, const PosedScene& posed, int mesh);

  // Skins from the buffer texture even where the palette fits the uniform block, for tests and
  // `verify`.
  void force_palette_texture(bool force);

  // draw() and skin() move vertices by the shaders even on a software renderer, for tests and the
  // benchmarks.
  void force_shader_skinning(bool force);

  // For tests: surfaces that are not matte see light of 1 from everywhere instead of the studio.
  void force_furnace(bool force);

  bool software() const;  // a software renderer (llvmpipe): no MSAA, refinement instead
  bool multisampled() const;
  std::string description() const;  // GL_RENDERER and version, for `info` and the About box
  std::size_t skin_count() const;   // how often a mesh was skinned, for tests
  std::size_t palette_limit_uniform()
      const;  // joints that fit the uniform block here; above: buffer texture

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bindpose
