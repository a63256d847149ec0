#include "ui/paint/paint_tool.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "scene/probe.h"
#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/length.h"
#include "ui/base/widgets.h"

namespace bindpose::ui {

namespace {

constexpr std::size_t kDabsInFrame = 16;  // what waits longer is painted in the next one
constexpr float kLeastStep = 2.0f;        // pixels between two dabs

BrushSettings& brush(Frame& f) {
  return f.state.brush;
}

float metres_of_unit(const Frame& f) {
  const float metres = glm::length(vec3(f.model()->to_display[0]));
  return metres > 0.0f ? metres : 1.0f;
}

// What a stroke that begins now does: Ctrl turns it round, Shift smooths.
PaintMode mode_now(Frame& f) {
  const ImGuiIO& io = ImGui::GetIO();
  const PaintMode mode = brush(f).mode;
  if (io.KeyShift) return PaintMode::Smooth;
  if (!io.KeyCtrl && !io.KeySuper) return mode;
  switch (mode) {
    case PaintMode::Add:
      return PaintMode::Subtract;
    case PaintMode::Subtract:
      return PaintMode::Add;
    case PaintMode::Smooth:
      return PaintMode::Sharpen;
    case PaintMode::Sharpen:
      return PaintMode::Smooth;
    case PaintMode::Replace:
      break;
  }
  return mode;
}

// The eye in the file's world; of a camera without perspective so far away that all lines of sight
// run alike.
vec3 eye_in_file(const Frame& f) {
  const Camera& c = f.input.camera;
  const vec3 at = c.orthographic ? c.target + 1e4f * c.distance * camera_axes(c).back : eye(c);
  return vec3(glm::inverse(f.model()->to_display) * vec4(at, 1.0f));
}

Paint paint_of(Frame& f) {
  const BrushSettings& b = brush(f);
  Paint paint;
  paint.mode = mode_now(f);
  const bool turned = paint.mode == b.mode && (ImGui::GetIO().KeyCtrl || ImGui::GetIO().KeySuper);
  paint.joint = paint.of_joint() ? f.selected() : -1;
  paint.strength = static_cast<double>(b.strength);
  paint.value = static_cast<double>(turned ? 0.0f : b.value);
  if (paint.mode != PaintMode::Replace) paint.value = 1.0;
  paint.radius = brush_radius(f);
  paint.fall_off = b.fall_off;
  paint.through = b.through;
  if (b.front_only) paint.seen_from = eye_in_file(f);
  paint.mirrored = b.mirrored;
  paint.limit = b.capped ? f.scene().view.limit : 0;
  return paint;
}

std::optional<SurfaceHit> hit_at(Frame& f, const vec2& pixel) {
  const bool inside = pixel.x >= f.view.lo.x && pixel.y >= f.view.lo.y && pixel.x < f.view.hi.x &&
                      pixel.y < f.view.hi.y;
  return inside && f.input.pick ? f.input.pick(pixel) : std::nullopt;
}

// How many pixels the brush is wide where it is.
float pixels_of_radius(Frame& f, const vec3& at) {
  return brush_metres(f) / std::max(pixel_size(f.input.camera, f.viewport(), at), 1e-12f);
}

void say_of_stroke(Frame& f, const std::string& sentence, bool warning) {
  f.state.message.show(sentence, false, warning);
  f.state.of_model.paint.told = {f.state.message.shown, f.selected(),
                                 has_locked_weights(f.scene(), f.selected())};
}

void take_back_what_was_told(Frame& f) {
  PaintTool::Told& told = f.state.of_model.paint.told;
  if (told.shown > 0 && f.state.message.shown == told.shown) f.state.message.dismiss();
  told = {};
}

// Of a joint that is not painted now, or was unlocked, it is not true any more.
void keep_what_was_told_true(Frame& f) {
  const PaintTool::Told& told = f.state.of_model.paint.told;
  if (told.shown == 0) return;
  if (told.joint != f.selected() || told.locked != has_locked_weights(f.scene(), told.joint))
    take_back_what_was_told(f);
}

void forget_stroke(PaintTool& tool) {
  tool.stroke.reset();
  tool.waiting.clear();
  tool.previewed = false;
}

// Paints where the mouse was, as many places as a frame has time for.
void paint_waiting(Frame& f, std::size_t most) {
  PaintTool& tool = f.state.of_model.paint;
  const std::size_t count = std::min(most, tool.waiting.size());
  std::vector<Painting::Hit> hits;
  for (std::size_t k = 0; k < count; ++k) {
    const auto& [pixel, pressure] = tool.waiting[k];
    const auto hit = hit_at(f, pixel);
    if (!hit) continue;
    const auto place = tool.stroke->place(hit->mesh, hit->triangle, hit->bary);
    if (place) hits.push_back({{*place, pressure}, hit->mesh, hit->triangle});
  }
  tool.waiting.erase(tool.waiting.begin(),
                     tool.waiting.begin() + static_cast<std::ptrdiff_t>(count));
  f.out.wants_next_frame = f.out.wants_next_frame || !tool.waiting.empty();
  if (hits.empty()) return;
  tool.stroke->add(std::move(hits));
  if (tool.stroke->result()->changed == 0 && !tool.previewed) return;
  tool.previewed = true;
  f.edit(PaintWeights{tool.stroke->paint(), tool.stroke->result()}, Phase::Preview);
}

void end_stroke(Frame& f, bool keep) {
  PaintTool& tool = f.state.of_model.paint;
  if (keep) paint_waiting(f, tool.waiting.size());
  const std::shared_ptr<const PaintResult> result = tool.stroke->result();
  const bool changes = keep && result->changed > 0;
  PaintWeights edit{tool.stroke->paint(), result};
  if (changes) tool.last = to_text(edit, f.scene());
  // What stays as it is although it was painted has to be said; what changes is seen.
  const bool told = keep && result->account.find("stay") != std::string::npos;
  if (told || (keep && !changes)) say_of_stroke(f, result->account, false);
  if (told && changes) f.state.message.of_step = true;
  if (changes || tool.previewed) f.edit(std::move(edit), changes ? Phase::Commit : Phase::Cancel);
  forget_stroke(tool);
}

void begin_stroke(Frame& f, const vec2& mouse) {
  PaintTool& tool = f.state.of_model.paint;
  const auto mesh = static_cast<std::size_t>(tool.over->mesh);
  auto stroke = std::make_shared<Painting>(f.scene(), f.input.posed, paint_of(f), tool.canvas);
  std::string problem = stroke->obstacle();
  if (problem.empty() && !binding_of(f.scene(), mesh).skin.skinned) {
    const std::string& name = f.model()->meshes[mesh].name;
    problem = (name.empty() ? "This mesh" : name) +
              " has no skin: it follows its node, and there are no weights to paint.";
  }
  if (!problem.empty()) return say_of_stroke(f, problem, true);
  take_back_what_was_told(f);
  tool.stroke = std::move(stroke);
  tool.previewed = false;
  tool.last_dab = mouse;
  tool.pressure = f.input.pen_pressure;
  tool.waiting = {{mouse, tool.pressure}};
}

// Dabs stand evenly along the way of the mouse, however often it is asked where it is.
void follow_mouse(Frame& f, const vec2& mouse) {
  PaintTool& tool = f.state.of_model.paint;
  // In the frame in which it is let go the pen has left already.
  if (ImGui::GetIO().MouseDown[0]) tool.pressure = f.input.pen_pressure;
  const PaintMode mode = tool.stroke->paint().mode;
  const bool adds_up = mode == PaintMode::Smooth || mode == PaintMode::Sharpen;
  const vec3 at = tool.over ? tool.over->point : f.input.camera.target;
  const float step =
      std::max(pixels_of_radius(f, at) * (adds_up ? 0.25f : 0.125f), f.px(kLeastStep));
  for (vec2 way = mouse - tool.last_dab; glm::length(way) >= step; way = mouse - tool.last_dab) {
    tool.last_dab += way * (step / glm::length(way));
    tool.waiting.push_back({tool.last_dab, tool.pressure});
  }
}

void update_resize(Frame& f, const vec2& mouse) {
  PaintTool& tool = f.state.of_model.paint;
  PaintTool::Resize& resize = *tool.resize;
  const bool began = std::exchange(resize.fresh, false);
  const vec3 at = resize.at ? resize.at->point : f.input.camera.target;
  const float metres = pixel_size(f.input.camera, f.viewport(), at) * (mouse.x - resize.from.x);
  const float height = std::max(f.input.bones.layout.height, 1e-12f);
  brush(f).radius = std::clamp(resize.radius + metres / height, kLeastBrush, kMostBrush);
  f.out.gizmo_owns_mouse = true;
  if (key_pressed(Key::Escape) || ImGui::IsMouseClicked(1)) {
    brush(f).radius = resize.radius;
    tool.resize.reset();
  } else if (!began && (ImGui::IsMouseReleased(0) || key_pressed(Key::Enter))) {
    tool.resize.reset();
  }
}

void end_painting(Frame& f) {
  PaintTool& tool = f.state.of_model.paint;
  forget_stroke(tool);
  tool.on = tool.leave = false;
  tool.resize.reset();
  tool.over.reset();
  if (f.scene().view.show != Show::Weights || tool.show_before == Show::Weights) return;
  ViewSettings view = f.scene().view;
  view.show = tool.show_before;
  f.set_view(view);
}

// The circle that the brush has on the surface: in display space, one point after the other.
std::vector<vec3> ring(Frame& f, const SurfaceHit& hit, float metres) {
  const Mesh& mesh = f.model()->meshes[static_cast<std::size_t>(hit.mesh)];
  const std::uint32_t* corner = &mesh.triangle[3 * std::size_t{hit.triangle}];
  std::array<vec3, 3> at{};
  for (std::size_t c = 0; c < 3; ++c) {
    const Probe corner_now =
        probe(f.scene(), f.input.posed, VertexRef{hit.mesh, corner[c]}, f.method);
    at[c] = vec3(f.model()->to_display * vec4(corner_now.position, 1.0f));
  }
  vec3 normal = glm::cross(at[1] - at[0], at[2] - at[0]);
  const vec3 back = camera_axes(f.input.camera).back;
  normal = glm::length(normal) > 0.0f ? glm::normalize(normal) : back;
  const vec3 aside = std::abs(normal.y) < 0.9f ? vec3(0, 1, 0) : vec3(1, 0, 0);
  const vec3 u = glm::normalize(glm::cross(normal, aside)), v = glm::cross(normal, u);
  constexpr int kSides = 56;
  std::vector<vec3> out;
  for (int k = 0; k < kSides; ++k) {
    const float angle = 6.2831853f * static_cast<float>(k) / kSides;
    out.push_back(hit.point + metres * (std::cos(angle) * u + std::sin(angle) * v));
  }
  return out;
}

void draw_ring(Frame& f, ImDrawList* list, const std::vector<vec3>& points, float alpha,
               float width) {
  std::vector<ImVec2> line;
  for (const vec3& point : points) {
    const vec3 p = project(f.input.camera, f.viewport(), point);
    if (!(p.z > 0.0f)) return;
    line.push_back(im(f.view.lo + vec2(p)));
  }
  const int count = static_cast<int>(line.size());
  compat::draw_polyline(list, line.data(), count,
                        IM_COL32(10, 12, 16, static_cast<int>(150.0f * alpha)), true,
                        f.px(width + 2.0f));
  compat::draw_polyline(list, line.data(), count, to_u32(vec3(1.0f), alpha), true, f.px(width));
}

}  // namespace

float brush_metres(const Frame& f) {
  return f.state.brush.radius * std::max(f.input.bones.layout.height, 1e-6f);
}
float brush_radius(const Frame& f) {
  return brush_metres(f) / metres_of_unit(f);
}

void toggle_painting(Frame& f) {
  PaintTool& tool = f.state.of_model.paint;
  if (tool.on) return end_painting(f);
  tool.on = true;
  f.state.of_model.vertices.brush = false;
  ViewSettings view = f.scene().view;
  tool.show_before = view.show;
  view.show = Show::Weights;
  view.vertices = view.probe = false;
  f.set_view(view);
  f.state.right.tab = InspectorTab::Weights;
  if (f.state.layout.right_folded) f.state.layout.left_open = false;  // there is no room for both
  f.state.layout.right_open = true;
  if (f.selected() < 0)
    f.say("Select the joint to paint: in the tree, or Alt+click on the surface.");
}

void begin_resize(Frame& f) {
  PaintTool& tool = f.state.of_model.paint;
  if (!tool.stroke)
    tool.resize = PaintTool::Resize{from_im(ImGui::GetIO().MousePos), brush(f).radius, tool.over};
}

void scale_brush(Frame& f, float factor) {
  brush(f).radius = std::clamp(brush(f).radius * factor, kLeastBrush, kMostBrush);
}

void update_painting(Frame& f) {
  PaintTool& tool = f.state.of_model.paint;
  if (!tool.on) return;
  const ImGuiIO& io = ImGui::GetIO();
  const vec2 mouse = from_im(io.MousePos);
  if (!f.model() || f.state.has_dialog()) {
    if (tool.stroke) end_stroke(f, false);
    tool.resize.reset();
    return;
  }
  if (tool.leave) return end_painting(f);
  keep_what_was_told_true(f);
  if (tool.resize) return update_resize(f, mouse);
  tool.over = f.out.view_hovered || tool.stroke ? hit_at(f, mouse) : std::nullopt;
  // Escape that leaves a field or a list does no more.
  const bool elsewhere = io.WantTextInput || f.state.focus.popup;
  if (key_pressed(Key::Escape) && !elsewhere) {
    f.out.gizmo_owns_mouse = tool.stroke != nullptr;
    if (tool.stroke) return end_stroke(f, false);
    return end_painting(f);
  }
  const bool pressed = f.out.view_hovered && ImGui::IsMouseClicked(0) && !io.KeyAlt;
  const bool waits = f.input.canvas_waits || (f.input.pick_waits && f.input.pick_waits());
  if (pressed && tool.over && !tool.stroke && !f.input.canvas_waits) {
    begin_stroke(f, mouse);
    f.out.gizmo_owns_mouse = true;
  } else if (pressed && !tool.stroke && waits) {
    // It may be beside the model: but a view that turns is not what the brush was put down for.
    f.state.message.show("The surface is being made ready for the brush; try again in a moment.",
                         false, false);
    f.out.gizmo_owns_mouse = true;
  }
  if (!tool.stroke) return;
  f.out.gizmo_owns_mouse = true;
  follow_mouse(f, mouse);
  if (!io.MouseDown[0]) return end_stroke(f, true);
  paint_waiting(f, kDabsInFrame);
}

void draw_painting(Frame& f) {
  PaintTool& tool = f.state.of_model.paint;
  if (!tool.on || f.state.has_dialog()) return;
  ImDrawList* list = ImGui::GetForegroundDrawList();
  list->PushClipRect(im(f.view.lo), im(f.view.hi), true);
  const std::optional<SurfaceHit>& at = tool.resize ? tool.resize->at : tool.over;
  const vec2 mouse = from_im(ImGui::GetIO().MousePos);
  const float metres = brush_metres(f);
  if (at) {
    draw_ring(f, list, ring(f, *at, metres), 0.95f, 1.5f);
    // Half of the strength, where the brush has a fall-off.
    if (brush(f).fall_off != FallOff::Flat)
      draw_ring(f, list, ring(f, *at, 0.5f * metres), 0.5f, 1.0f);
  } else if (f.out.view_hovered || tool.resize) {
    const vec2 middle = tool.resize ? tool.resize->from : mouse;
    list->AddCircle(im(middle), pixels_of_radius(f, f.input.camera.target),
                    to_u32(f.colors.text_dim, 0.6f), 0, f.px(1.0f));
  }
  list->PopClipRect();
  if (tool.resize) {
    const double shown = static_cast<double>(metres);
    const std::string text =
        "Radius " + length_text(f, shown, three_digits(metres)) + ".  Click: done, Esc: as it was";
    mark(f, "brush tag", "",
         draw_tag(f, list, mouse + vec2(f.px(16), f.px(12)), text, f.colors.text, f.view));
  }
}

}  // namespace bindpose::ui
