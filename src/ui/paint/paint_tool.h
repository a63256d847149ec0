// Weights painted in the view: a brush that lies on the surface.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scene/edit/paint/paint.h"
#include "view/pick.h"

namespace bindpose::ui {

struct Frame;

// What the brush is set to; stays from model to model.
struct BrushSettings {
  PaintMode mode = PaintMode::Add;
  float strength = 0.5f;  // 0 to 1
  float value = 1.0f;     // Replace: 0 to 1
  float radius = 0.05f;   // a part of the model's height
  FallOff fall_off = FallOff::Smooth;
  bool through = false;
  bool front_only = true;
  bool mirrored = false;
  bool capped = false;  // at ViewSettings::limit influences
};
inline constexpr float kLeastBrush = 0.002f, kMostBrush = 0.5f;  // BrushSettings::radius

// Of the model that is open.
struct PaintTool {
  bool on = false;
  bool leave = false;                   // it ends in the next frame: nobody waits for its canvas
  std::shared_ptr<PaintCanvas> canvas;  // of the strokes so far
  std::shared_ptr<Painting> stroke;     // while the button is down
  vec2 last_dab{0.0f};                  // pixels
  float pressure = 1.0f;                // of the pen, when the button was down last
  struct Dab {
    vec2 pixel;
    float pressure;
  };
  std::vector<Dab> waiting;        // places of the mouse that are still to be painted
  bool previewed = false;          // the stroke has changed something
  std::optional<SurfaceHit> over;  // under the mouse
  // The size follows the mouse (F): where it was taken, and how large it was then.
  struct Resize {
    vec2 from;
    float radius;
    std::optional<SurfaceHit> at;
    bool fresh = true;  // a menu's entry began it: the button that is let go is the menu's
  };
  std::optional<Resize> resize;
  Show show_before = Show::Shaded;  // when the mode began
  // What was said of a stroke last (MessageState::shown), and of which joint as it was then: it
  // goes when another stroke begins, another joint is chosen, or its lock is another.
  struct Told {
    unsigned int shown = 0;
    int joint = -1;
    bool locked = false;
  } told{};
  std::string last;  // the text form of the last stroke

  bool busy() const { return stroke != nullptr || resize.has_value(); }
};

// Begins and ends the mode; while it lasts the selected joint's weights are shown.
void toggle_painting(Frame& f);
void begin_resize(Frame& f);
void scale_brush(Frame& f, float factor);
// BrushSettings::radius in the file's units, and in metres as displayed.
float brush_radius(const Frame& f);
float brush_metres(const Frame& f);

// In the pane that the mouse works in. Takes the mouse where it paints.
void update_painting(Frame& f);
void draw_painting(Frame& f);

// The section of the Weights tab, while the mode is on.
void draw_paint_section(Frame& f);

}  // namespace bindpose::ui
