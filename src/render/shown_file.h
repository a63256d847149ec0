// One of the files that are shown: its model on the GPU, and what is made of it for a picture.
#pragma once

#include <filesystem>
#include <optional>

#include "render/passes/ground.h"
#include "render/renderer.h"
#include "render/shown_model.h"
#include "view/marks/needles.h"
#include "view/panes.h"

namespace bindpose {

struct ShownFile {
  ShownFile(const std::filesystem::path& dir, const GlInfo& gl) : model(dir, gl), ground(dir) {}

  // One soft shadow for all panes of the file, cast by its surface in the first one. `joints`: the
  // box of the pose, display space.
  void cast_shadow(const ViewSettings& view, const Frame& frame, const Box& joints) {
    const auto wanted = model.surface(view.method);
    // Whether materials are looked at, which cut the shadow.
    const int looks = (view.textures ? 1 : 0) + (view.xray ? 2 : 0);
    if (shadow_looks != looks) shadow_of.reset();
    shadow_looks = looks;
    if (!view.surface || shadow_of == wanted) return;
    // The same surface with all its triangles has cast it already: the coarse one's would be no
    // better.
    if (wanted) {
      ShownModel::Surface full = *wanted;
      full.copy = 0;
      if (shadow_of == full) return;
    }
    model.show(view.method);
    ground.update_shadow(frame, joints.empty() ? model.rest() : joints,
                         {*model.model(), model.meshes(), model.textures(), view});
    shadow_of = wanted;
  }

  // The map that the pane shows, on the meshes from now on; null: none.
  const SurfaceMap* show_map(const FrameInput& input, const Pane& pane) {
    if (pane.show == Show::Shaded) return nullptr;
    const bool beside = pane.show != input.scene.view.show;
    const SurfaceMap* map = beside ? input.map_beside : input.map;
    if (map == nullptr) {
      MapCache& made = beside ? maps_beside : maps;
      map = &made.get(input.scene, input.posed, input.bones, pane.show);
    }
    if (map->mesh.size() != model.meshes().size()) return nullptr;
    model.show(*map, beside ? MapPlace::Beside : MapPlace::First, pane.method);
    return map;
  }

  ShownModel model;
  GroundPass ground;
  std::optional<ShownModel::Surface> shadow_of;
  int shadow_looks = 0;
  PanePoses poses;
  NeedleField needles;
  MapCache maps, maps_beside;  // for those who bring none
};

}  // namespace bindpose
