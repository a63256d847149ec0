// Viewer: the camera, and what it has to show.
#include "app/viewer/viewer.h"
#include "scene/weight_problems.h"

namespace bindpose::app {

void Viewer::set_camera(const Camera& camera) {
  camera_ = camera;
  frame_on_first_view_ = framed_ = false;
  scene_dirty_ = true;
}

void Viewer::frame_all() {
  camera_ = frame_clear(camera_, viewport_, bounds(), cards_);
  scene_dirty_ = true;
}

Box Viewer::bounds() const {
  if (!document_.scene().model) return {};
  return transformed(posed_bounds(document_.scene(), posed_), document_.scene().model->to_display);
}

// Display space, with room around a few vertices: those alone would fill the view.
Box Viewer::bounds_of(const VertexGroup& group) const {
  const Scene& scene = document_.scene();
  Box box;
  if (!scene.model) return box;
  const auto lists = vertices_of(*scene.model, group);
  std::vector<vec3> position;
  for (std::size_t m = 0; m < lists.size(); ++m) {
    if (lists[m].empty() || is_hidden(scene, m)) continue;
    skin_mesh(scene, posed_, static_cast<int>(m), position, nullptr);
    for (const std::uint32_t i : lists[m]) {
      box.add(vec3(scene.model->to_display * vec4(position[i], 1.0f)));
    }
  }
  if (box.empty()) return box;
  const vec3 margin(0.05f * bones_.layout.height);
  return {box.lo - margin, box.hi + margin};
}

}  // namespace bindpose::app
