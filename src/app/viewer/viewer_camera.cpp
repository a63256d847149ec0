// The viewer's camera: what frames the model, and what the user asks of it.
#include "app/viewer/viewer.h"
#include "scene/weight_problems.h"

namespace bindpose::app {

void Viewer::set_camera(const Camera& camera) {
  framing_.set_camera(camera);
  scene_dirty_ = true;
}

void Viewer::frame_all() {
  frame(bounds());
}

void Viewer::frame(const Box& box) {
  set_camera(framed(box));
}

Box Viewer::bounds() const {
  if (!document_.scene().model) return {};
  return transformed(posed_bounds(document_.scene(), posed_), document_.scene().model->to_display);
}

// Where the camera goes so that the box fills what no card covers.
Camera Viewer::framed(const Box& box) const {
  return frame_clear(framing_.camera(), framing_.viewport(), box, framing_.cards());
}

// A camera that framing or a lesson put in its place follows the view's size, and makes room for
// what lies over the view.
void Viewer::place_view(const ui::UiOutput& out) {
  const auto wanted = [this] {
    const bool step = framing_.follows() == ViewFraming::Follows::Step && lesson() != nullptr;
    return step ? step_camera() : framed(bounds());
  };
  if (!framing_.place(out, document_.scene().view, fonts_.scale(), wanted)) return;
  scene_dirty_ = true;
  frames_wanted_ = kSettleFrames;
}

// Display space, with room around a few vertices: those alone would fill the view.
Box Viewer::bounds_of(const VertexGroup& group) const {
  const Scene& scene = document_.scene();
  Box box;
  if (!scene.model) return box;
  const auto lists = vertices_of(scene, group);
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

void Viewer::handle_camera(const ui::Requests& requests) {
  const Scene& scene = document_.scene();
  using Follows = ViewFraming::Follows;
  if (requests.look_from) {
    framing_.ease_to(look_from(framing_.camera(), *requests.look_from), Follows::Nothing);
  }
  if (requests.toggle_projection) {
    framing_.toggle_projection();
    scene_dirty_ = true;
  }
  const int joint = scene.selection.joint;
  const bool dots = requests.frame_selection && scene.selection.vertices.kind != VertexGroup::None;
  if (dots) {
    const Box box = bounds_of(scene.selection.vertices);
    if (!box.empty()) framing_.ease_to(framed(box), Follows::Nothing);
  } else if (requests.frame_all || (requests.frame_selection && joint < 0)) {
    framing_.ease_to(framed(bounds()), Follows::Model);
  } else if (requests.frame_selection) {
    Box box;
    const auto add = [&](int root) {
      const int last = scene.model->skeleton.subtree_end[static_cast<std::size_t>(root)];
      for (int j = root; j < last; ++j) box.add(joint_position(scene, posed_, j));
    };
    add(joint);
    for (const int other : scene.selection.also) add(other);
    // A leaf is a point: give it the room that a hand would have on the model.
    const vec3 margin(0.06f * bounds().diagonal());
    box.add(Box{box.lo - margin, box.hi + margin});
    framing_.ease_to(framed(box), Follows::Nothing);
  }
}

}  // namespace bindpose::app
