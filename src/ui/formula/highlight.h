// What the formulas point at, drawn over the view: frames, points and arrows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "math/types.h"
#include "view/marks/screw.h"

namespace bindpose::ui {

struct Frame;

// All in the file's world.
struct Highlight {
  struct Axes {
    mat4 frame{1.0f};  // drawn with axes of one length, whatever its scale
    std::string name;
    vec3 color{1.0f};
    bool faint = false;
  };
  struct Point {
    vec3 at{0.0f};
    std::string name;
    vec3 color{1.0f};
    float size = 1.0f;  // 1: as usual
  };
  struct Arrow {
    vec3 from{0.0f}, to{0.0f};
    vec3 color{1.0f};
  };
  struct Line {  // through these
    std::vector<vec3> points;
    vec3 color{1.0f};
    float width = 1.0f, alpha = 1.0f;
  };
  std::vector<Axes> frames;
  std::vector<Point> points;
  std::vector<Arrow> arrows;
  std::vector<vec3> path;  // a line through these
  std::vector<Line> lines{};
  struct Screw {
    ScrewMark mark;
    std::string name;  // of what it is
    vec3 color{1.0f};
  };
  std::optional<Screw> screw;

  bool empty() const {
    return frames.empty() && points.empty() && arrows.empty() && path.empty() && lines.empty() &&
           !screw;
  }
};

// T_j of a joint as a screw beside where the joint was bound.
Highlight::Screw screw_of_joint(const Frame& f, int joint, const mat4& skin, const mat4& bind);

// UiState::highlight in a pane, over the gizmo; with ViewSettings::screw the selected joint's
// screw.
void draw_highlight(Frame& f);
// Others in its way.
void draw_marks(Frame& f, const Highlight& marks);

}  // namespace bindpose::ui
