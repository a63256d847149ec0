// The viewer's camera: what frames the model, and what the user asks of it.
#include "app/viewer/viewer.h"
#include "scene/weight_problems.h"
#include "view/lesson_camera.h"
#include "view/seen_vertices.h"

namespace bindpose::app {

namespace {

// The mean of the normals of those vertices in display space; zero where they have none.
vec3 side_of(const Scene& scene, const PosedScene& posed, const VertexGroup& group) {
  const auto lists = vertices_of(scene, group);
  std::vector<vec3> position, normal;
  vec3 sum(0.0f);
  for (std::size_t m = 0; m < lists.size(); ++m) {
    if (lists[m].empty() || is_hidden(scene, m)) continue;
    skin_mesh(scene, posed, static_cast<int>(m), position, &normal);
    for (const std::uint32_t i : lists[m]) {
      if (i < normal.size()) sum += normal[i];
    }
  }
  return mat3(scene.model->to_display) * sum;
}

// Of those vertices, in display space, with so much room around: few of them alone would fill the
// view.
Box bounds_of(const Scene& scene, const PosedScene& posed, const VertexGroup& group, float room) {
  Box box;
  if (!scene.model) return box;
  const auto lists = vertices_of(scene, group);
  std::vector<vec3> position;
  for (std::size_t m = 0; m < lists.size(); ++m) {
    if (lists[m].empty() || is_hidden(scene, m)) continue;
    skin_mesh(scene, posed, static_cast<int>(m), position, nullptr);
    for (const std::uint32_t i : lists[m]) {
      box.add(vec3(scene.model->to_display * vec4(position[i], 1.0f)));
    }
  }
  if (box.empty()) return box;
  return {box.lo - vec3(room), box.hi + vec3(room)};
}

}  // namespace

void Viewer::set_camera(const Camera& camera) {
  framing_.set_camera(camera);
  pace_.redraw_view();
}

void Viewer::frame_all() {
  frame(bounds());
}

void Viewer::look_as(const LessonCamera& wanted) {
  set_camera(lesson_camera(wanted, framing_.camera(), framing_.viewport(), bounds(),
                           document_.scene(), posed_, framing_.cards()));
}

void Viewer::frame(const Box& box) {
  set_camera(framed(box));
}

Box Viewer::bounds() const {
  if (!document_.scene().model) return {};
  const auto of = [](const Scene& scene, const PosedScene& posed) {
    return transformed(posed_bounds(scene, posed), scene.model->to_display);
  };
  Box box = of(document_.scene(), posed_);
  if (compare_.on()) box.add(of(compare_.scene(), compare_.posed()));
  return box;
}

// Where the camera goes so that the box fills what no card covers.
Camera Viewer::framed(const Box& box) const {
  return framed(box, framing_.camera());
}

Camera Viewer::framed(const Box& box, const Camera& from) const {
  return frame_clear(from, framing_.viewport(), box, framing_.cards());
}

// A camera that framing or a lesson put in its place follows the view's size, and makes room for
// what lies over the view.
void Viewer::place_view(const ui::UiOutput& out) {
  const auto wanted = [this] {
    const bool step = framing_.follows() == ViewFraming::Follows::Step && lesson() != nullptr;
    return step ? step_camera() : framed(bounds());
  };
  if (!framing_.place(out, document_.scene().view, fonts_.scale(), wanted)) return;
  pace_.redraw_view();
  pace_.settle();
}

Box Viewer::vertex_box(const ui::Requests::FramedVertex& vertex) const {
  const bool other = vertex.of_other && compare_.on();
  const Scene& scene = other ? compare_.scene() : document_.scene();
  Box box;
  if (!scene.model || !has_vertex(*scene.model, vertex.at)) return box;
  const std::uint32_t at[] = {vertex.at.vertex};
  const PosedVertices found = posed_vertices(scene, other ? compare_.posed() : posed_,
                                             vertex.at.mesh, scene.view.method, at);
  box.add(vec3(scene.model->to_display * vec4(found.position.front(), 1.0f)));
  const vec3 margin(0.09f * bones_.layout.height);
  return {box.lo - margin, box.hi + margin};
}

void Viewer::handle_camera(const ui::Requests& requests) {
  const Scene& scene = document_.scene();
  using Follows = ViewFraming::Follows;
  if (requests.look_from) {
    // A view that is asked for while the camera is still on its way keeps what is being framed.
    framing_.ease_to(look_from(framing_.goal(), *requests.look_from), Follows::Nothing);
  }
  if (requests.toggle_projection) {
    framing_.toggle_projection();
    pace_.redraw_view();
  }
  const int joint = scene.selection.joint;
  const bool dots = requests.frame_selection && scene.selection.vertices.kind != VertexGroup::None;
  if (requests.frame_vertex) {
    const Box box = vertex_box(*requests.frame_vertex);
    if (!box.empty()) framing_.ease_to(framed(box), Follows::Nothing);
  } else if (dots) {
    const Box box =
        bounds_of(scene, posed_, scene.selection.vertices, 0.05f * bones_.layout.height);
    const auto at_box = [&](const Camera& from) { return framed(box, from); };
    Camera camera = framing_.camera();
    if (requests.face_selection && !box.empty()) {
      camera = facing(camera, side_of(scene, posed_, scene.selection.vertices));
      // The ear is in front of the horn, an arm in front of the hip.
      camera =
          seeing(scene, posed_, scene.view.method, vertices_of(scene, scene.selection.vertices),
                 framing_.viewport(), camera, at_box);
      framing_.ease_to(camera, Follows::Nothing);
    } else if (!box.empty()) {
      framing_.ease_to(at_box(camera), Follows::Nothing);
    }
  } else if (requests.frame_all && lesson() != nullptr) {
    // A step shows more than the surface: copies of it, trails, what its sliders reach.
    framing_.ease_to(step_camera(), Follows::Step);
  } else if (requests.frame_all || (requests.frame_selection && joint < 0)) {
    framing_.ease_to(framed(bounds()), Follows::Model);
  } else if (requests.frame_selection) {
    Box box;
    const auto add = [&](int root) {
      const int last = scene.model->skeleton.subtree_end[static_cast<std::size_t>(root)];
      for (int j = root; j < last; ++j) {
        box.add(joint_position(scene, posed_, j));
        const int other = compare_.joint_of_b(j);
        if (other >= 0) box.add(joint_position(compare_.scene(), compare_.posed(), other));
      }
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
