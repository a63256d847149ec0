#include "ui/base/icons.h"

#include <algorithm>
#include <cmath>

#include "math/numbers.h"
#include "ui/base/imgui_compat.h"

namespace bindpose::ui {

namespace {

// Draws in a square from -1 to 1, y down.
struct Pen {
  ImDrawList* list;
  ImVec2 center;
  float half;
  ImU32 color;
  float width;

  ImVec2 at(float x, float y) const { return {center.x + x * half, center.y + y * half}; }
  void line(float x0, float y0, float x1, float y1) const {
    const ImVec2 p[] = {at(x0, y0), at(x1, y1)};
    compat::draw_polyline(list, p, 2, color, false, width);
  }
  void circle(float x, float y, float r) const {
    list->AddCircle(at(x, y), r * half, color, 0, width);
  }
  void dot(float x, float y, float r) const { list->AddCircleFilled(at(x, y), r * half, color); }
  void triangle(float x0, float y0, float x1, float y1, float x2, float y2) const {
    list->AddTriangleFilled(at(x0, y0), at(x1, y1), at(x2, y2), color);
  }
  void rect(float x0, float y0, float x1, float y1, float rounding = 0.1f) const {
    compat::draw_rect(list, at(x0, y0), at(x1, y1), color, rounding * half, width);
  }
  void fill(float x0, float y0, float x1, float y1, float rounding = 0.1f) const {
    list->AddRectFilled(at(x0, y0), at(x1, y1), color, rounding * half);
  }
  // Angles in radians from +x, clockwise on the screen.
  void arc(float x, float y, float r, float from, float to) const {
    list->PathArcTo(at(x, y), r * half, from, to, 24);
    compat::draw_polyline(list, list->_Path.Data, list->_Path.Size, color, false, width);
    list->PathClear();
  }
  void shape(std::initializer_list<ImVec2> points, bool closed) const {
    ImVec2 buffer[12];
    int n = 0;
    for (const ImVec2& p : points) buffer[n++] = at(p.x, p.y);
    compat::draw_polyline(list, buffer, n, color, closed, width);
  }
};

void draw_translate(const Pen& p) {
  p.line(-0.7f, 0, 0.7f, 0);
  p.line(0, -0.7f, 0, 0.7f);
  p.triangle(1, 0, 0.55f, -0.34f, 0.55f, 0.34f);
  p.triangle(-1, 0, -0.55f, 0.34f, -0.55f, -0.34f);
  p.triangle(0, -1, 0.34f, -0.55f, -0.34f, -0.55f);
  p.triangle(0, 1, -0.34f, 0.55f, 0.34f, 0.55f);
}

void draw_rotate(const Pen& p) {
  p.arc(0, 0, 0.8f, -0.35f * kPi, 1.2f * kPi);
  const float a = -0.35f * kPi;
  const float x = 0.8f * std::cos(a), y = 0.8f * std::sin(a);
  p.triangle(x - 0.52f, y - 0.02f, x + 0.14f, y - 0.42f, x + 0.12f, y + 0.36f);
}

void draw_scale(const Pen& p) {
  p.rect(-0.85f, 0.1f, -0.1f, 0.85f);
  p.line(0.05f, -0.05f, 0.7f, -0.7f);
  p.triangle(0.9f, -0.9f, 0.25f, -0.8f, 0.8f, -0.25f);
}

// Candidates with lines to the point that they blend to.
void draw_probe(const Pen& p) {
  p.line(-0.7f, -0.6f, 0.1f, 0.2f);
  p.line(0.75f, -0.45f, 0.1f, 0.2f);
  p.line(-0.35f, 0.8f, 0.1f, 0.2f);
  p.circle(0.1f, 0.2f, 0.3f);
  p.dot(-0.7f, -0.65f, 0.24f);
  p.dot(0.75f, -0.5f, 0.2f);
  p.dot(-0.4f, 0.8f, 0.17f);
}

// A magnet.
void draw_snap(const Pen& p) {
  p.arc(0, 0.1f, 0.66f, 0, kPi);
  p.line(-0.66f, 0.1f, -0.66f, -0.5f);
  p.line(0.66f, 0.1f, 0.66f, -0.5f);
  p.fill(-0.88f, -0.9f, -0.44f, -0.5f);
  p.fill(0.44f, -0.9f, 0.88f, -0.5f);
}

// A limb whose end is pulled.
void draw_pull(const Pen& p) {
  p.line(-0.75f, 0.7f, -0.25f, -0.3f);
  p.line(-0.25f, -0.3f, 0.35f, 0.15f);
  p.dot(-0.75f, 0.7f, 0.2f);
  p.dot(-0.25f, -0.3f, 0.2f);
  p.line(0.35f, 0.15f, 0.65f, -0.45f);
  p.triangle(0.85f, -0.9f, 0.3f, -0.5f, 0.95f, -0.25f);
}

void draw_spaces(const Pen& p, Icon icon) {
  if (icon == Icon::World) {
    p.circle(0, 0, 0.85f);
    p.line(-0.85f, 0, 0.85f, 0);
    p.shape({{0, -0.85f}, {0.36f, -0.5f}, {0.42f, 0}, {0.36f, 0.5f}, {0, 0.85f}}, false);
    p.shape({{0, -0.85f}, {-0.36f, -0.5f}, {-0.42f, 0}, {-0.36f, 0.5f}, {0, 0.85f}}, false);
    return;
  }
  // A joint on its parent; the one whose axes are used is filled.
  p.line(-0.42f, 0.42f, 0.3f, -0.3f);
  const bool local = icon == Icon::Local;
  if (local) {
    p.circle(-0.6f, 0.6f, 0.3f);
    p.dot(0.5f, -0.5f, 0.42f);
  } else {
    p.dot(-0.52f, 0.52f, 0.42f);
    p.circle(0.56f, -0.56f, 0.3f);
  }
}

void draw_shaded(const Pen& p) {
  p.circle(0, 0, 0.85f);
  p.list->PathArcTo(p.at(0, 0), 0.85f * p.half, -0.25f * kPi, 0.75f * kPi, 20);
  p.list->PathFillConvex(p.color);
}

void draw_weights(const Pen& p) {
  const float alpha[] = {0.3f, 0.5f, 0.75f, 1.0f};
  for (int i = 0; i < 4; ++i) {
    const float x = -0.9f + 0.46f * static_cast<float>(i);
    const float top = 0.5f - 0.42f * static_cast<float>(i);
    const ImU32 faded = ImGui::ColorConvertFloat4ToU32([&] {
      ImVec4 c = ImGui::ColorConvertU32ToFloat4(p.color);
      c.w *= alpha[i];
      return c;
    }());
    p.list->AddRectFilled(p.at(x, top), p.at(x + 0.36f, 0.85f), faded, 0.06f * p.half);
  }
}

void draw_bone(const Pen& p) {
  p.shape({{-0.8f, 0.8f}, {-0.55f, 0.05f}, {0.8f, -0.8f}, {-0.05f, 0.55f}}, true);
  p.line(-0.8f, 0.8f, 0.8f, -0.8f);
}

void draw_view_icons(const Pen& p, Icon icon) {
  switch (icon) {
    case Icon::Names:
      p.shape({{-0.9f, -0.55f}, {0.35f, -0.55f}, {0.9f, 0}, {0.35f, 0.55f}, {-0.9f, 0.55f}}, true);
      p.dot(-0.45f, 0, 0.16f);
      break;
    case Icon::Axes:
      p.line(-0.35f, 0.35f, -0.35f, -0.9f);
      p.line(-0.35f, 0.35f, 0.9f, 0.35f);
      p.line(-0.35f, 0.35f, -0.9f, 0.9f);
      break;
    case Icon::Grid:
      for (const float x : {-0.8f, 0.0f, 0.8f}) {
        p.line(x, -0.8f, x, 0.8f);
        p.line(-0.8f, x, 0.8f, x);
      }
      break;
    case Icon::Wireframe:
      p.shape({{0, -0.85f}, {0.9f, 0.7f}, {-0.9f, 0.7f}}, true);
      p.shape({{0, 0.7f}, {-0.45f, -0.08f}, {0.45f, -0.08f}}, true);
      break;
    case Icon::Frame:
      for (const float x : {-1.0f, 1.0f}) {
        for (const float y : {-1.0f, 1.0f}) {
          p.shape({{0.85f * x, 0.4f * y}, {0.85f * x, 0.85f * y}, {0.4f * x, 0.85f * y}}, false);
        }
      }
      p.dot(0, 0, 0.22f);
      break;
    default:
      break;
  }
}

void draw_transport(const Pen& p, Icon icon) {
  switch (icon) {
    case Icon::Play:
      p.triangle(-0.55f, -0.8f, 0.85f, 0, -0.55f, 0.8f);
      break;
    case Icon::Pause:
      p.fill(-0.62f, -0.75f, -0.18f, 0.75f);
      p.fill(0.18f, -0.75f, 0.62f, 0.75f);
      break;
    case Icon::JumpStart:
      p.fill(-0.75f, -0.7f, -0.5f, 0.7f);
      p.triangle(0.75f, -0.7f, -0.4f, 0, 0.75f, 0.7f);
      break;
    case Icon::StepBack:
      p.triangle(0.15f, -0.65f, -0.8f, 0, 0.15f, 0.65f);
      p.fill(0.4f, -0.65f, 0.65f, 0.65f);
      break;
    case Icon::StepForward:
      p.triangle(-0.15f, -0.65f, 0.8f, 0, -0.15f, 0.65f);
      p.fill(-0.65f, -0.65f, -0.4f, 0.65f);
      break;
    case Icon::JumpEnd:
      p.fill(0.5f, -0.7f, 0.75f, 0.7f);
      p.triangle(-0.75f, -0.7f, 0.4f, 0, -0.75f, 0.7f);
      break;
    case Icon::PreviousKey:
    case Icon::NextKey: {
      const float to = icon == Icon::NextKey ? 1.0f : -1.0f;
      p.triangle(-0.9f * to, -0.55f, -0.1f * to, 0, -0.9f * to, 0.55f);
      p.shape({{0.5f * to - 0.4f, 0}, {0.5f * to, -0.5f}, {0.5f * to + 0.4f, 0}, {0.5f * to, 0.5f}},
              true);
      break;
    }
    case Icon::PingPong:
      p.line(-0.5f, 0, 0.5f, 0);
      p.triangle(0.95f, 0, 0.35f, -0.42f, 0.35f, 0.42f);
      p.triangle(-0.95f, 0, -0.35f, -0.42f, -0.35f, 0.42f);
      break;
    case Icon::Once:
      p.line(-0.9f, 0, 0.1f, 0);
      p.triangle(0.55f, 0, -0.05f, -0.42f, -0.05f, 0.42f);
      p.fill(0.65f, -0.65f, 0.85f, 0.65f);
      break;
    case Icon::Fade:  // one goes, the other one comes
      p.shape({{-0.95f, -0.55f}, {-0.4f, -0.55f}, {0.4f, 0.55f}, {0.95f, 0.55f}}, false);
      p.shape({{-0.95f, 0.55f}, {-0.4f, 0.55f}, {0.4f, -0.55f}, {0.95f, -0.55f}}, false);
      break;
    case Icon::Curves:
      p.shape({{-0.9f, 0.6f}, {-0.5f, 0.5f}, {-0.1f, 0}, {0.3f, -0.5f}, {0.9f, -0.6f}}, false);
      break;
    default:  // Loop
      p.shape({{-0.85f, 0.1f}, {-0.85f, -0.5f}, {0.5f, -0.5f}}, false);
      p.triangle(0.95f, -0.5f, 0.35f, -0.9f, 0.35f, -0.1f);
      p.shape({{0.85f, -0.1f}, {0.85f, 0.5f}, {-0.5f, 0.5f}}, false);
      p.triangle(-0.95f, 0.5f, -0.35f, 0.1f, -0.35f, 0.9f);
      break;
  }
}

void draw_light(const Pen& p, Icon icon) {
  if (icon == Icon::Sun) {
    p.circle(0, 0, 0.4f);
    for (int i = 0; i < 8; ++i) {
      const float a = static_cast<float>(i) * kPi / 4.0f;
      p.line(0.68f * std::cos(a), 0.68f * std::sin(a), 0.95f * std::cos(a), 0.95f * std::sin(a));
    }
    return;
  }
  p.list->PathArcTo(p.at(0, 0), 0.8f * p.half, -0.05f * kPi, 1.55f * kPi, 28);
  p.list->PathArcTo(p.at(0.42f, -0.42f), 0.62f * p.half, 1.42f * kPi, 0.08f * kPi, 20);
  compat::draw_polyline(p.list, p.list->_Path.Data, p.list->_Path.Size, p.color, true, p.width);
  p.list->PathClear();
}

void draw_general(const Pen& p, Icon icon) {
  switch (icon) {
    case Icon::Close:
      p.line(-0.6f, -0.6f, 0.6f, 0.6f);
      p.line(-0.6f, 0.6f, 0.6f, -0.6f);
      break;
    case Icon::Copy:
      p.rect(-0.3f, -0.3f, 0.85f, 0.85f, 0.2f);
      p.shape({{-0.3f, 0.4f}, {-0.8f, 0.4f}, {-0.8f, -0.8f}, {0.4f, -0.8f}, {0.4f, -0.3f}}, false);
      break;
    case Icon::Search:
      p.circle(-0.2f, -0.2f, 0.55f);
      p.line(0.22f, 0.22f, 0.8f, 0.8f);
      break;
    case Icon::Folder:
      p.shape({{-0.9f, 0.7f},
               {-0.9f, -0.65f},
               {-0.25f, -0.65f},
               {0, -0.35f},
               {0.9f, -0.35f},
               {0.9f, 0.7f}},
              true);
      break;
    case Icon::File:
      p.shape({{-0.6f, 0.9f}, {-0.6f, -0.9f}, {0.2f, -0.9f}, {0.6f, -0.5f}, {0.6f, 0.9f}}, true);
      p.shape({{0.2f, -0.9f}, {0.2f, -0.5f}, {0.6f, -0.5f}}, false);
      break;
    case Icon::FolderUp:
      p.line(0, 0.8f, 0, -0.6f);
      p.shape({{-0.55f, -0.15f}, {0, -0.75f}, {0.55f, -0.15f}}, false);
      break;
    case Icon::Reset:
      p.arc(0, 0.05f, 0.72f, -0.85f * kPi, 0.7f * kPi);
      p.triangle(-0.98f, -0.62f, -0.22f, -0.5f, -0.78f, 0.1f);
      break;
    case Icon::Select:  // the mouse's arrow
      p.shape({{-0.5f, -0.9f}, {-0.5f, 0.55f}, {-0.1f, 0.15f}, {0.55f, 0.15f}}, true);
      p.line(-0.05f, 0.2f, 0.3f, 0.95f);
      break;
    case Icon::ChevronRight:
      p.shape({{-0.3f, -0.6f}, {0.35f, 0}, {-0.3f, 0.6f}}, false);
      break;
    default:  // ChevronDown
      p.shape({{-0.6f, -0.3f}, {0, 0.35f}, {0.6f, -0.3f}}, false);
      break;
  }
}

void draw_eye(const Pen& p, Icon icon) {
  p.arc(0, 0.62f, 1.1f, -0.81f * kPi, -0.19f * kPi);
  p.arc(0, -0.62f, 1.1f, 0.19f * kPi, 0.81f * kPi);
  if (icon == Icon::EyeOff) {
    p.line(-0.75f, 0.75f, 0.75f, -0.75f);
  } else {
    p.dot(0, 0, 0.3f);
  }
}

void draw_lock(const Pen& p, Icon icon) {
  p.fill(-0.65f, -0.05f, 0.65f, 0.85f, 0.15f);
  const float x = icon == Icon::LockOpen ? 0.75f : 0.0f;  // an open one's shackle stands beside it
  p.arc(x, -0.35f, 0.42f, -kPi, 0.0f);
  p.line(x - 0.42f, -0.35f, x - 0.42f, 0.0f);
  if (icon == Icon::Lock) p.line(0.42f, -0.35f, 0.42f, 0.0f);
}

void draw_panel(const Pen& p, Icon icon) {
  p.rect(-0.95f, -0.75f, 0.95f, 0.75f, 0.2f);
  if (icon == Icon::PanelLeft) {
    p.fill(-0.95f, -0.75f, -0.35f, 0.75f, 0.2f);
  } else {
    p.fill(0.35f, -0.75f, 0.95f, 0.75f, 0.2f);
  }
}

// What was said.
void draw_speech(const Pen& p) {
  p.shape({{-0.9f, -0.8f},
           {0.9f, -0.8f},
           {0.9f, 0.4f},
           {-0.2f, 0.4f},
           {-0.6f, 0.85f},
           {-0.6f, 0.4f},
           {-0.9f, 0.4f}},
          true);
  p.line(-0.5f, -0.38f, 0.5f, -0.38f);
  p.line(-0.5f, 0.0f, 0.2f, 0.0f);
}

}  // namespace

void draw_icon(ImDrawList* list, Icon icon, ImVec2 center, float size, ImU32 color) {
  const Pen p{list, center, 0.5f * size, color, std::max(1.0f, size / 11.0f)};
  if (icon >= Icon::Play && icon <= Icon::Fade) return draw_transport(p, icon);
  switch (icon) {
    case Icon::Translate:
      return draw_translate(p);
    case Icon::Rotate:
      return draw_rotate(p);
    case Icon::Scale:
      return draw_scale(p);
    case Icon::Probe:
      return draw_probe(p);
    case Icon::Snap:
      return draw_snap(p);
    case Icon::Pull:
      return draw_pull(p);
    case Icon::Local:
    case Icon::Parent:
    case Icon::World:
      return draw_spaces(p, icon);
    case Icon::Shaded:
      return draw_shaded(p);
    case Icon::Weights:
      return draw_weights(p);
    case Icon::Skeleton:
      return draw_bone(p);
    case Icon::Names:
    case Icon::Axes:
    case Icon::Grid:
    case Icon::Wireframe:
    case Icon::Frame:
      return draw_view_icons(p, icon);
    case Icon::Sun:
    case Icon::Moon:
      return draw_light(p, icon);
    case Icon::Eye:
    case Icon::EyeOff:
      return draw_eye(p, icon);
    case Icon::Lock:
    case Icon::LockOpen:
      return draw_lock(p, icon);
    case Icon::PanelLeft:
    case Icon::PanelRight:
      return draw_panel(p, icon);
    case Icon::Message:
      return draw_speech(p);
    default:
      return draw_general(p, icon);
  }
}

}  // namespace bindpose::ui
