// What lies over the view, and what of the model it hides.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "view/free_view.h"
#include "view/marks/needles.h"
#include "view/panes.h"
#include "viewer/viewer_fixture.h"

namespace bindpose::app::viewer_tests {

inline bool overlap(const ui::Rect& a, const ui::Rect& b) {
  return a.lo.x < b.hi.x && b.lo.x < a.hi.x && a.lo.y < b.hi.y && b.lo.y < a.hi.y;
}

inline bool inside(const ui::Rect& a, const ui::Rect& b) {
  return a.lo.x >= b.lo.x && a.lo.y >= b.lo.y && a.hi.x <= b.hi.x && a.hi.y <= b.hi.y;
}

class RoomWidget : public ViewerWidget {
 protected:
  RoomWidget() {
    viewer.ui_state().record_rects = true;
    viewer.set_draws(false);
  }

  void look(const vec2& size, bool presenter) {
    input.size = size;
    viewer.ui_state().presenter = presenter;
    rest();
  }
  // Until the camera has made room; the picture itself need not be finished.
  void rest() {
    for (int i = 0; i < 6; ++i) viewer.step(input, 1.0);
  }

  // Where on the screen the joint or the needle's tip is that a label names.
  std::optional<vec2> told_by(const std::string& label) {
    const PosedScene posed = evaluate(scene());
    std::optional<vec3> at;
    const auto needles = vertex_needles(scene(), posed, scene().view.method);
    for (const Needle kind : kNeedleKinds) {
      if (needles && label == std::string("needle:") + needle_name(kind)) at = needles->tip(kind);
    }
    const auto& names = scene().model->skeleton.name;
    for (std::size_t j = 0; j < names.size(); ++j) {
      if (label == "lit:" + names[j]) at = vec3(posed.world[j][3]);
    }
    if (!at || scene().view.panes != Panes::One) return std::nullopt;
    const ui::Rect view = viewer.ui_state().rects.at("view");
    const vec2 size = glm::floor(view.size());
    const Pane pane = layout_panes(scene().view, {size.x, size.y}).front();
    const vec3 display(scene().model->to_display * vec4(*at, 1.0f));
    return glm::floor(view.lo) + pane.corner +
           vec2(project(viewer.camera(), pane.viewport, display));
  }

  // How many vertices of the posed surface a card hides, in every pane.
  int hidden_by(const std::string& name) {
    const auto& rects = viewer.ui_state().rects;
    if (rects.count(name) == 0) return 0;
    const ui::Rect card = rects.at(name), view = rects.at("view");
    const vec2 corner = glm::floor(view.lo), size = glm::floor(view.size());
    const PosedScene posed = evaluate(scene());
    const std::vector<Pane> panes = layout_panes(scene().view, {size.x, size.y});
    int hidden = 0;
    std::vector<vec3> position;
    for (std::size_t m = 0; m < scene().model->meshes.size(); ++m) {
      skin_mesh(scene(), posed, static_cast<int>(m), position, nullptr);
      for (const vec3& p : position) {
        const vec3 display(scene().model->to_display * vec4(p, 1.0f));
        for (const Pane& pane : panes) {
          const vec2 at =
              corner + pane.corner + vec2(project(viewer.camera(), pane.viewport, display));
          hidden +=
              at.x > card.lo.x && at.x < card.hi.x && at.y > card.lo.y && at.y < card.hi.y ? 1 : 0;
        }
      }
    }
    return hidden;
  }
};

}  // namespace bindpose::app::viewer_tests
