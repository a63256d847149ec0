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
  if (fonts_.reloaded()) screen_.forget();
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
  in.compared = comparison_input();
  in.clinic = clinic_input();
  in.table = table_input();
  in.curves = curves_input();
  in.numbers = numbers_input();
  in.pick = [this](const vec2& pixel) -> std::optional<SurfaceHit> {
    if (framing_.pane_other()) return std::nullopt;
    return pick_in_pane(pixel - framing_.pane_corner(), Pick::IfQuick);
  };
  in.pick_waits = [this] { return surface_.busy(); };
  if (options_.pen_pressure && ui_.of_model.paint.on && ImGui::GetIO().MouseDown[0])
    in.pen_pressure = options_.pen_pressure();
  in.frame_ms = frame_ms_;
  in.renderer = renderer_name_;
  in.recent = recent_;
  in.folder_entries = folder_.entry;
  in.folder_facts = folder_.facts;
  recent_pictures_.begin_frame();
  in.recent_pictures = recent_pictures_.textures();
  in.folder = folder_.folder;
  in.home = home_;
  in.start_folder = start_folder_;
  in.own_folder = own_folder_;
  in.model_endings = endings_;
  in.workspace = workspace_.path();
  if (const auto& model = document_.scene().model)
    in.beside_model_closed = !can_write_beside(model->path);
  in.unsaved = unsaved();
  in.computes_weights = weights_.busy();
  in.centers = makes_centers() ? ui::CentersState::Computed
               : centers_.gave_up(document_.scene()) || centers_of_other_.gave_up(compare_.scene())
                   ? ui::CentersState::GivenUp
                   : ui::CentersState::There;
  if (document_.scene().model) {
    in.weight_figures =
        judge_.lines(document_.scene(), compare_.on() ? &compare_.scene() : nullptr);
    in.judged = judge_.columns(document_.scene());
  }
  in.poses = poses_;
  if (ui_.film.open && document_.scene().model)
    in.film = film_facts(ui_.film.choice, document_.scene());
  // Whether a place that is asked for may be seen now hangs on where it will be.
  const LessonPrediction* asked = session_.question();
  if (asked != nullptr && asked->kind == LessonPrediction::Place) session_.find_answer();
  lesson_input(in);
  if (const auto progress = loader_.progress()) {
    in.busy = "Loading " + std::filesystem::path(progress->path).filename().string();
    in.busy_phase = progress->phase;
    in.busy_progress = progress->part;
  } else if (const auto other = compare_.progress()) {
    in.busy = "Loading " + std::filesystem::path(other->path).filename().string();
    in.busy_phase = other->phase;
    in.busy_progress = other->part;
  } else if (planner_.busy()) {
    in.busy = "Opening " + planner_.title();
    in.busy_phase = "its steps are computed";
    in.busy_progress = planner_.part();
  } else if (weights_.busy()) {
    in.busy = weights_.doing();
    in.busy_phase = "beside the window";
    in.busy_progress = weights_.part();
  } else if (centers_.busy()) {
    in.busy = "Computing centres of rotation";
    in.busy_phase = "linear blending is shown until then";
    in.busy_progress = centers_.part();
  } else if (centers_of_other_.busy()) {
    in.busy = "Computing centres of rotation of " + compare_.scene().model->name;
    in.busy_phase = "linear blending is shown until then";
    in.busy_progress = centers_of_other_.part();
  } else if (export_.busy() && !export_.name().empty()) {
    in.busy = export_.name();
    in.busy_phase = "writing beside the window";
    in.busy_progress = export_.part();
  }
  return in;
}

// A picture of the scene, or one more refinement of the last one. `whole`: of all of the model even
// while it moves.
void Viewer::draw_view(bool whole) {
  const auto start = std::chrono::steady_clock::now();
  if (pace_.view_dirty() || shows_coarse()) refine_ = 0;
  FrameInput frame{.scene = document_.scene(),
                   .posed = posed_,
                   .bones = bones_,
                   .camera = framing_.camera(),
                   .width = static_cast<int>(framing_.size().x),
                   .height = static_cast<int>(framing_.size().y),
                   .ui_scale = fonts_.scale(),
                   .refine = refine_,
                   .presenter = ui_.presenter,
                   .map = map(),
                   .map_beside = map_beside(),
                   .more = options_.still,
                   .transparent = options_.transparent};
  frame.coarse = detail_.coarse(pace_.view_dirty() && !whole, start);
  std::optional<FrameInput> other;
  if (compare_.on()) {
    other.emplace(FrameInput{.scene = compare_.scene(),
                             .posed = compare_.posed(),
                             .bones = compare_.bones(),
                             .camera = framing_.camera(),
                             .map = map_of_other()});
    other->coarse = compare_.detail().coarse(pace_.view_dirty() && !whole, start);
    frame.other = &*other;
  }
  renderer_.draw(frame);
  view_fresh_ = true;
  ++frames_;
  const bool refines = options_.refines && renderer_.software() && !renderer_.multisampled() &&
                       !frame.coarse && !(other && other->coarse);
  refine_ = refines && refine_ + 1 < kRefineSteps ? refine_ + 1 : 0;
  if (pace_.view_dirty()) {
    frame_ms_ =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  }
  drew_whole_ = !frame.coarse && !(other && other->coarse);
  pace_.view_is_drawn();
}

// view_too: else the view keeps the picture that it has until the next step. False where the window
// looks as before.
bool Viewer::draw(const Input& input, bool view_too) {
  if (!draws_) {
    pace_.view_is_drawn();
    return false;
  }
  const vec2 corner = framing_.corner(), size = framing_.size();
  window_size_ = input.size;
  drew_whole_ = false;
  std::optional<ViewPlace> view;
  if (size.x >= 1.0f && size.y >= 1.0f) {
    view.emplace();
    view->area = {static_cast<int>(corner.x), static_cast<int>(corner.y), static_cast<int>(size.x),
                  static_cast<int>(size.y)};
    view->copy = [&](unsigned int framebuffer) {
      renderer_.blit(framebuffer, static_cast<int>(corner.x),
                     static_cast<int>(input.size.y - corner.y - size.y));
    };
    if (view_too && (pace_.view_dirty() || refine_ > 0 || whole_due() == 0.0)) {
      do {
        draw_view(options_.still);
      } while (options_.still && refine_ > 0);
    }
    view->changed = std::exchange(view_fresh_, false);
  }
  ImDrawData& interface = *ImGui::GetDrawData();
  // The window itself may be black, whatever is drawn: see run_window().
  if (std::exchange(was_black_, ui_.black) != ui_.black) screen_.forget();
  if (renderer_.software() && !options_.still && !options_.transparent)
    return screen_.draw(interface, view, options_.framebuffer);
  draw_whole(interface, view, options_.framebuffer);
  return true;
}

void Viewer::draw_still(const Input& input) {
  pace_.redraw_view();
  draw(input);
}

// From the start of one step to that of the next is what a picture takes, the window's part
// included.
void Viewer::follow_detail() {
  const auto now = std::chrono::steady_clock::now();
  if (drew_whole_) {
    const double seconds = std::chrono::duration<double>(now - step_start_).count();
    detail_.measured(seconds);
    compare_.detail().measured(seconds);
  }
  step_start_ = now;
  if (auto coarse = compare_.detail().take()) renderer_.set_other_coarse(std::move(*coarse));
  if (auto coarse = detail_.take()) renderer_.set_coarse(std::move(*coarse));
}

// Seconds until all of what is shown has to be drawn; see MovingDetail.
std::optional<double> Viewer::whole_due() const {
  const auto own = detail_.whole_due(step_start_);
  const auto other = compare_.detail().whole_due(step_start_);
  return own && other ? std::min(*own, *other) : own ? own : other;
}

bool Viewer::is_large() const {
  const auto& model = document_.scene().model;
  return model && triangle_count(*model) >= options_.apart_from_triangles;
}

const SurfaceMap* Viewer::map() {
  const Scene& scene = document_.scene();
  if (!scene.model || scene.view.show == Show::Shaded) {
    maps_.drop();
    return nullptr;
  }
  const SurfaceMap& map = maps_.get(scene, posed_, bones_, scene.view.show, compare_.side());
  if (!compare_.on()) maps_.scale_up_to(largest_length(map));
  return &map;
}

const SurfaceMap* Viewer::map_beside() {
  const Scene& scene = document_.scene();
  const std::optional<Show> show = show_beside(scene.view);
  if (!scene.model || !show) {
    maps_beside_.drop();
    return nullptr;
  }
  return &maps_beside_.get(scene, posed_, bones_, *show);
}

// What a deformer asked for may have come: every surface of the scene is another one then.
void Viewer::follow_centers() {
  const bool figures = lesson() != nullptr && ui_.of_model.lesson.figures.waits;
  if (centers_.follow(document_.scene(), figures)) changed({Change::Pose, -1});
  if (centers_of_other_.follow(compare_.scene())) changed({Change::Pose, -1});
}

namespace {

bool make_shown_centers(const Scene& scene) {
  if (!scene.deformers || !shows_centers(scene)) return false;
  scene.deformers->make_centers(scene);
  return true;
}

}  // namespace

// Those that are shown, whatever that takes; and what deformers ask for, which they follow from.
void Viewer::wait_for_maps() {
  const Scene& scene = document_.scene();
  if (!scene.model) return;
  centers_.wait();
  centers_of_other_.wait();
  // What was cancelled or not begun is made now.
  bool made = make_shown_centers(scene);
  if (compare_.on()) made = make_shown_centers(compare_.scene()) || made;
  if (made) changed({Change::Pose, -1});
  if (scene.view.show != Show::Shaded)
    maps_.wait_for(scene, posed_, bones_, scene.view.show, compare_.side());
  if (const std::optional<Show> beside = show_beside(scene.view))
    maps_beside_.wait_for(scene, posed_, bones_, *beside);
  compare_.wait_for_map();
}

Viewer::MapRevisions Viewer::map_revisions() {
  const auto revision = [](const SurfaceMap* map) { return map != nullptr ? map->revision : 0; };
  return {revision(map()), revision(map_beside()), revision(map_of_other())};
}

bool Viewer::makes_map() {
  return maps_.busy() || maps_beside_.busy() || compare_.busy();
}

const SurfaceMap* Viewer::map_of_other() {
  if (!compare_.on()) return nullptr;
  const SurfaceMap* own = map();
  const SurfaceMap* others = compare_.map(own);
  // One scale, as long as the longer of both; each file has its own unit.
  const double own_unit = metres_a_unit(*document_.scene().model);
  const double others_unit = metres_a_unit(*compare_.scene().model);
  double high = own != nullptr ? double{largest_length(*own)} * own_unit : 0.0;
  if (own != nullptr && others != nullptr && own->show == others->show)
    high = std::max(high, double{largest_length(*others)} * others_unit);
  maps_.scale_up_to(static_cast<float>(high / own_unit));
  compare_.scale_map_up_to(static_cast<float>(high / others_unit));
  return others;
}

void Viewer::cancel_busy() {
  // The card names what loads where something does, else the export.
  if (loader_.busy()) {
    loader_.cancel();
    wanted_comparison_.clear();
  } else if (compare_.loading()) {
    compare_.cancel();
  } else if (planner_.busy()) {
    give_up_plan();
  } else if (weights_.busy()) {
    weights_.cancel();
  } else if (centers_.busy()) {
    centers_.cancel(document_.scene());
  } else if (centers_of_other_.busy()) {
    centers_of_other_.cancel(compare_.scene());
  } else {
    export_.cancel();
  }
}

}  // namespace bindpose::app
