// The viewer's picture: the scene, refined while nothing changes, the maps on it, and the interface
// over it.
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>

#include "app/film/film_process.h"
#include "app/paths.h"
#include "app/viewer/viewer.h"
#include "scene/deform/deformer_data.h"
#include "view/panes.h"

namespace bindpose::app {

void Viewer::begin_ui(const Input& input, double dt) {
  play_slider(dt);
  const bool dark = document_.scene().view.dark;
  const float chosen = ui::chosen_scale(ui_.settings);
  const float own = chosen > 0.0f ? chosen : input.scale;
  const float scale = ui_.presenter ? ui::presenter_scale(input.size.y, own) : own;
  // Most of the time until a first picture without panels would go into fonts that it does not
  // show.
  const bool all = options_.panels || session_.open() != nullptr || !ui_.formula.empty();
  const auto letters = all ? ui::FontUse::Everything : ui::FontUse::Names;
  if (fonts_.use(scale, dark, letters)) pace_.redraw_view();
  if (fonts_.reloaded()) picture_.forget_window();
  ui_.scale = scale;
  ImGui_ImplOpenGL3_NewFrame();
  ui::begin_frame(input.events, input.size, 1.0f, dt);
}

ui::UiInput Viewer::ui_input() {
  ui::UiInput in{
      .document = document_, .posed = posed_, .bones = bones_, .camera = framing_.camera()};
  in.map = map();
  const VertexRef& probed = document_.scene().selection.probed();
  in.map_beside = map_beside();
  const auto marked = [&](const SurfaceMap* map) {
    return map != nullptr && !probed.empty()
               ? legend_mark(*map, framing_.pane_method(), static_cast<std::size_t>(probed.mesh),
                             probed.vertex)
               : std::nullopt;
  };
  in.probed = marked(in.map);
  in.probed_beside = marked(in.map_beside);
  const Scene& scene = document_.scene();
  in.compared = compared_view_.input(scene, workspace_.path(), framing_.camera(),
                                     maps_.of_other(file(), compare_), compare_);
  in.clinic = answers_.clinic(scene, ui_, pace_);
  in.table = answers_.table(scene, ui_, pace_);
  in.curves = answers_.curves(scene, session_, ui_.of_model.lesson, pace_);
  in.numbers = numbers_.input(scene, posed_, ui_, pace_);
  in.pick = [this](const vec2& pixel) -> std::optional<SurfaceHit> {
    if (framing_.pane_other()) return std::nullopt;
    return surface_at(pixel - framing_.pane_corner(), PanePick::When::IfQuick);
  };
  in.pick_waits = [this] { return picks_.busy(); };
  in.canvas_waits = canvas_.busy();
  if (options_.pen_pressure && ui_.of_model.paint.on && ImGui::GetIO().MouseDown[0])
    in.pen_pressure = options_.pen_pressure();
  in.frame_ms = picture_.milliseconds();
  in.renderer = renderer_name_;
  recent_.fill(in);
  folders_.fill(in);
  in.workspace = workspace_.path();
  if (scene.model) in.beside_model_closed = !can_write_beside(scene.model->path);
  in.unsaved = unsaved();
  in.centers = centers_.state(scene, compare_.scene());
  weights_.fill(in, scene, compare_.on() ? &compare_.scene() : nullptr);
  in.poses = poses_.list();
  if (ui_.film.open && scene.model) in.film = film_facts(ui_.film.choice, scene);
  // Whether a place that is asked for may be seen now hangs on where it will be.
  const LessonPrediction* asked = session_.question();
  if (asked != nullptr && asked->kind == LessonPrediction::Place) session_.find_answer();
  lesson_input(in);
  if (const auto card = busy_card()) {
    in.busy = card->what;
    in.busy_phase = card->phase;
    in.busy_progress = card->part;
  }
  return in;
}

// What is drawn of the view as it is now, in a window of that size.
ViewFrame Viewer::view_frame(const vec2& window) {
  ViewFrame out{.own = {.scene = document_.scene(),
                        .posed = posed_,
                        .bones = bones_,
                        .camera = framing_.camera(),
                        .width = static_cast<int>(framing_.size().x),
                        .height = static_cast<int>(framing_.size().y),
                        .ui_scale = fonts_.scale(),
                        .presenter = ui_.presenter,
                        .map = map(),
                        .map_beside = map_beside()}};
  if (compare_.on()) {
    out.other.emplace(FrameInput{.scene = compare_.scene(),
                                 .posed = compare_.posed(),
                                 .bones = compare_.bones(),
                                 .camera = framing_.camera(),
                                 .map = maps_.of_other(file(), compare_)});
  }
  out.corner = framing_.corner();
  out.size = framing_.size();
  out.window = window;
  out.black = ui_.black;
  return out;
}

Drawn Viewer::draw(const vec2& window, bool view_too) {
  return picture_.draw(view_frame(window), view_too, renderer_, compare_, pace_);
}

void Viewer::draw_still(const Input& input) {
  pace_.redraw_view();
  draw(input.size, true);
}

bool Viewer::is_large() const {
  const auto& model = document_.scene().model;
  return model && triangle_count(*model) >= options_.apart_from_triangles;
}

// From when the brush is out on, so that the first stroke finds it there.
void Viewer::follow_brush() {
  const ui::PaintTool& tool = ui_.of_model.paint;
  if (!tool.on || tool.leave) return canvas_.give_up();
  if (tool.stroke) return;  // it has what it needs
  const bool worked = canvas_.busy();
  canvas_.follow(document_.scene(), ui_.brush.mirrored, ui_.of_model.paint.canvas);
  if (worked && !canvas_.busy()) pace_.settle();
}

void Viewer::follow_centers() {
  const bool figures = lesson() != nullptr && ui_.of_model.lesson.figures.waits;
  if (centers_.follow(document_.scene(), compare_.scene(), figures)) changed({Change::Pose, -1});
}

// Those that are shown, whatever that takes; and what deformers ask for, which they follow from.
void Viewer::wait_for_maps() {
  const Scene& scene = document_.scene();
  if (!scene.model) return;
  if (centers_.wait_for(scene, compare_.on() ? &compare_.scene() : nullptr))
    changed({Change::Pose, -1});
  maps_.wait_for(file(), compare_);
}

// Of what goes on beside the window, what is shown; cancel_busy() ends that.
std::optional<BusyCard> Viewer::busy_card() const {
  if (auto card = opening_.progress()) return card;
  if (const auto other = compare_.progress()) {
    return BusyCard{"Loading " + std::filesystem::path(other->path).filename().string(),
                    other->phase, other->part};
  }
  if (auto card = planned_.progress()) return card;
  if (auto card = weights_.progress()) return card;
  if (auto card = centers_.progress(compare_.scene())) return card;
  if (canvas_.busy()) {
    return BusyCard{"Getting ready to paint",
                    canvas_.of_both_sides() ? "finding what is opposite" : "reading the surface",
                    canvas_.of_both_sides() ? canvas_.part() : -1.0f};
  }
  return exports_.progress();
}

void Viewer::cancel_busy() {
  if (opening_.busy()) {
    opening_.cancel();
  } else if (compare_.loading()) {
    compare_.cancel();
  } else if (planned_.busy()) {
    planned_.give_up();
  } else if (weights_.computes()) {
    weights_.cancel();
  } else if (centers_.busy()) {
    centers_.cancel(document_.scene(), compare_.scene());
  } else if (canvas_.busy()) {
    canvas_.give_up();
    ui_.of_model.paint.leave = true;
  } else {
    exports_.cancel();
  }
}

}  // namespace bindpose::app
