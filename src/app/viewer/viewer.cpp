#include "app/viewer/viewer.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "app/paths.h"
#include "app/viewer/fonts.h"
#include "app/viewer/letters.h"
#include "app/viewer/state_file.h"
#include "io/import.h"
#include "view/panes.h"

namespace bindpose::app {

namespace {

// While a file loads the window looks for news this often.
constexpr double kLoadPollSeconds = 0.03;

}  // namespace

Viewer::Viewer(const ViewerOptions& options)
    : options_(options),
      renderer_(options.shaders),
      loader_(options.import),
      detail_(options.detail) {
  ui::create_context();
  ImGui_ImplOpenGL3_Init("#version 330");
  renderer_name_ = renderer_.description();
  for (const std::string& ending : supported_extensions()) endings_.push_back(ending.substr(1));
  ui_.chrome = ui_.gizmo = options.panels;
  if (options.remember) recent_ = recent_files();
  home_ = home_folder();
  own_folder_ = asset_folder().string();
  for (const LessonFile& file : shipped_lessons()) {
    lessons_.push_back({file.title.empty() ? file.name : file.title, file.summary, file.path});
  }
}

Viewer::~Viewer() {
  ImGui_ImplOpenGL3_Shutdown();
  ui::destroy_context();
}

void Viewer::open(const std::string& path) {
  next_watch_.start(path);
  loader_.start(path);
  reloading_ = false;
  pending_lesson_.reset();
  frames_wanted_ = kSettleFrames;
}

void Viewer::show(std::shared_ptr<const Model> model) {
  renderer_.set_model(model);  // throws where the driver cannot hold it: nothing has changed then
  detail_.show(model);
  new_letters_ = add_letters(*model, letters_) || new_letters_;
  ease_.reset();
  lesson_.reset();
  document_ = Document(make_scene(std::move(model), document_.scene().view));
  ui::forget_model(ui_);
  surface_ = {};
  evaluate(document_.scene(), posed_);
  build_bones(document_.scene(), posed_, bones_);
  scene_dirty_ = true;
  navigation_ = Navigation();
  frame_on_first_view_ = true;
  frames_wanted_ = kSettleFrames;
}

void Viewer::set_document(Document document) {
  document_ = std::move(document);
  changed({Change::Pose, -1});
}

// The same file, written again: only what is in it changes, not what the user did.
void Viewer::show_again(std::shared_ptr<const Model> model) {
  renderer_.set_model(model);
  detail_.show(model);
  new_letters_ = add_letters(*model, letters_) || new_letters_;
  document_.reload(std::move(model));
  ui::renew_model(ui_);
  surface_ = {};
  evaluate(document_.scene(), posed_);
  build_bones(document_.scene(), posed_, bones_);
  scene_dirty_ = true;
  frames_wanted_ = kSettleFrames;
}

bool Viewer::poll_file() {
  if (poll_lesson()) return true;
  if (!document_.scene().model || loader_.busy() || !watch_.changed()) return false;
  loader_.start(watch_.path());
  reloading_ = true;
  frames_wanted_ = kSettleFrames;
  return true;
}

void Viewer::apply(const EditRequest& request) {
  changed(document_.apply(request));
}

std::string Viewer::title() const {
  const auto& model = document_.scene().model;
  return model ? model->name + " - Bindpose" : "Bindpose";
}

void Viewer::tell(const std::string& sentence, bool is_error) {
  ui_.message = {sentence, is_error, false};
  frames_wanted_ = kSettleFrames;
}

void Viewer::warn(const std::string& sentence) {
  ui_.message = {sentence, false, true};
  frames_wanted_ = kSettleFrames;
}

void Viewer::take_loaded() {
  std::optional<Loader::Result> result = loader_.poll();
  if (!result) return;
  std::optional<PendingLesson> lesson = std::exchange(pending_lesson_, std::nullopt);
  if (!result->model) {
    tell(result->error, true);
    return;
  }
  try {
    if (reloading_ && lesson_) {
      lesson = PendingLesson{lesson_->plan.lesson, lesson_->path, lesson_->step};
    }
    if (lesson) {
      if (!start_lesson(std::move(*lesson), result->model)) return;
    } else if (reloading_) {
      show_again(result->model);
      tell("Loaded " + result->model->name + " again: the file was changed.", false);
    } else {
      show(result->model);
      ui_.message.text.clear();
    }
    if (!reloading_) watch_ = next_watch_;
  } catch (const std::exception& e) {
    tell(result->model->name + " cannot be shown: " + e.what(), true);
    return;
  }
  if (options_.remember && !reloading_) {
    remember_file(result->path);
    recent_ = recent_files();
  }
}

void Viewer::begin_ui(const Input& input, double dt) {
  const bool dark = document_.scene().view.dark;
  const float scale = ui_.presenter ? ui::presenter_scale(input.size.y, input.scale) : input.scale;
  // Most of the time until a first picture without panels would go into fonts that it does not
  // show.
  const bool all_fonts = options_.panels || lesson_.has_value();
  if (scale != scale_ || new_letters_ || all_fonts != all_fonts_) {
    if (new_letters_) faces_ = faces_for(letters_);
    ui::load_fonts(options_.fonts.sans, options_.fonts.mono, scale, 1.0f, options_.fonts.bold,
                   faces_, all_fonts ? ui::FontUse::Everything : ui::FontUse::Names);
    new_letters_ = false;
    all_fonts_ = all_fonts;
#if IMGUI_VERSION_NUM < 19200  // later versions follow the atlas by themselves
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    if (scale_ > 0.0f) ImGui_ImplOpenGL3_CreateFontsTexture();  // the first time NewFrame does it
#endif
  }
  if (scale != scale_ || dark != dark_) ui::apply_theme(dark, scale);
  if (scale != scale_) scene_dirty_ = true;
  scale_ = scale;
  dark_ = dark;
  ui_.scale = scale;
  ImGui_ImplOpenGL3_NewFrame();
  ui::begin_frame(input.events, input.size, 1.0f, dt);
}

const SurfaceMap* Viewer::map() {
  const Scene& scene = document_.scene();
  if (!scene.model || scene.view.show == Show::Shaded) return nullptr;
  return &maps_.get(scene, posed_, bones_, scene.view.show);
}

const SurfaceMap* Viewer::map_beside() {
  const Scene& scene = document_.scene();
  const std::optional<Show> show = show_beside(scene.view);
  return scene.model && show ? &maps_beside_.get(scene, posed_, bones_, *show) : nullptr;
}

ui::UiInput Viewer::ui_input() {
  ui::UiInput in{.document = document_, .posed = posed_, .bones = bones_, .camera = camera_};
  in.map = map();
  const VertexRef& probed = document_.scene().selection.probed();
  in.map_beside = map_beside();
  const auto marked = [&](const SurfaceMap* map) {
    return map != nullptr && !probed.empty()
               ? legend_mark(*map, pane_method_, static_cast<std::size_t>(probed.mesh),
                             probed.vertex)
               : std::nullopt;
  };
  in.probed = marked(in.map);
  in.probed_beside = marked(in.map_beside);
  in.frame_ms = frame_ms_;
  in.renderer = renderer_name_;
  in.recent = recent_;
  in.folder_entries = folder_;
  in.folder = folder_name_;
  in.home = home_;
  in.own_folder = own_folder_;
  in.model_endings = endings_;
  in.lessons = lessons_;
  if (lesson_) {
    in.lesson = &lesson_->plan;
    in.lesson_step = lesson_->step;
    in.lesson_path = lesson_->path;
  }
  if (const auto progress = loader_.progress()) {
    in.busy = "Loading " + std::filesystem::path(progress->path).filename().string();
    in.busy_phase = progress->phase;
    in.busy_progress = progress->part;
  }
  return in;
}

// How much of the pose has to be computed again.
void Viewer::changed(const Change& change) {
  const Scene& scene = document_.scene();
  if (change.extent == Change::None) return;
  scene_dirty_ = true;
  frames_wanted_ = kSettleFrames;
  if (change.extent == Change::View || !scene.model) return;
  if (change.extent == Change::Subtree) {
    evaluate_subtree(scene, change.joint, posed_);
  } else {
    evaluate(scene, posed_);
  }
  build_bones(scene, posed_, bones_);
}

void Viewer::handle_requests(const ui::Requests& requests) {
  if (requests.cancel_busy) loader_.cancel();
  if (requests.undo) changed(document_.undo());
  if (requests.redo) changed(document_.redo());
  const Scene& scene = document_.scene();
  if (requests.look_from || requests.frame_selection || requests.frame_all) {
    framed_ = false;
    if (lesson_) lesson_->framed = false;
  }
  if (requests.look_from) navigation_.move_to(camera_, look_from(camera_, *requests.look_from));
  if (requests.toggle_projection) {
    camera_.orthographic = !camera_.orthographic;
    scene_dirty_ = true;
  }
  const int joint = scene.selection.joint;
  const bool dots = requests.frame_selection && scene.selection.vertices.kind != VertexGroup::None;
  if (dots) {
    const Box box = bounds_of(scene.selection.vertices);
    if (!box.empty()) navigation_.move_to(camera_, frame_clear(camera_, viewport_, box, cards_));
  } else if (requests.frame_all || (requests.frame_selection && joint < 0)) {
    navigation_.move_to(camera_, frame_clear(camera_, viewport_, bounds(), cards_));
    framed_ = true;
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
    navigation_.move_to(camera_, frame_clear(camera_, viewport_, box, cards_));
  }
  handle_files(requests);
  handle_lesson(requests);
}

StepResult Viewer::step(const Input& input, double dt) {
  StepResult result;
  follow_detail();
  take_loaded();
  if (!input.dropped_files.empty()) open(input.dropped_files.front());
  if (!input.events.empty() || input.size != size_) frames_wanted_ = kSettleFrames;
  size_ = input.size;

  begin_ui(input, dt);
  const ui::UiOutput out = ui::draw(ui_, ui_input());
  const Mouse mouse = read_mouse();
  ImGui::Render();
  place_view(out);
  const bool takes_over = std::ranges::any_of(out.edits, [](const EditRequest& request) {
    return !std::holds_alternative<SetHover>(request.edit);
  });
  if (takes_over || out.requests.undo) finish_ease();
  for (const EditRequest& request : out.edits) apply(request);
  handle_requests(out.requests);
  handle_mouse(out, mouse);
  animate_lesson(dt);
  changed(document_.advance(dt));
  if (navigation_.animate(camera_, dt)) scene_dirty_ = true;
  if (scene_dirty_) frames_wanted_ = kSettleFrames;
  if (options_.still) {
    scene_dirty_ = false;
  } else {
    draw(input);
  }

  if (frames_wanted_ > 0) --frames_wanted_;
  result.quit = out.requests.quit;
  result.idle = frames_wanted_ == 0 && refine_ == 0 && !out.wants_next_frame &&
                !ui::input_pending() && !navigation_.animating() && !document_.advancing() &&
                !ease_;
  result.cursor = out.cursor;
  if (result.idle) drew_whole_ = false;  // the next step comes whenever there is input
  if (loader_.busy()) result.wake_after = kLoadPollSeconds;
  const std::optional<double> due =
      view_size_.x >= 1.0f ? detail_.whole_due(step_start_) : std::nullopt;
  if (due && !(result.wake_after >= 0.0 && result.wake_after < *due)) result.wake_after = *due;
  if (result.idle && !due && !options_.state_file.empty()) {
    write_state(options_.state_file, {document_, posed_, camera_, viewport_, view_corner_, ui_,
                                      frames_, loader_.busy()});
  }
  return result;
}

}  // namespace bindpose::app
