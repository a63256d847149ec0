// The viewer's work: saving and opening it, keeping it aside, films of it.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include "app/film/film_process.h"
#include "app/import/texture_places.h"
#include "app/paths.h"
#include "app/viewer/lesson/lesson_files.h"
#include "app/viewer/viewer.h"
#include "scene/edit/mark_edit.h"

namespace bindpose::app {

namespace fs = std::filesystem;

namespace {

// "3 minutes ago"
std::string ago(std::chrono::seconds age) {
  const auto in = [](long long n, const char* unit) {
    return std::to_string(n) + " " + unit + (n == 1 ? "" : "s") + " ago";
  };
  const long long s = std::max<long long>(age.count(), 0);
  if (s < 60) return "less than a minute ago";
  if (s < 3600) return in(s / 60, "minute");
  if (s < 48 * 3600) return in(s / 3600, "hour");
  return in(s / (24 * 3600), "day");
}

std::string file_name(const std::string& path) {
  return fs::path(path).filename().string();
}

}  // namespace

Camera camera_of(const WorkspaceCamera& saved, const Camera& from) {
  Camera camera = from;
  camera.target = saved.target;
  camera.distance = saved.distance;
  camera.yaw = saved.yaw;
  camera.pitch = saved.pitch;
  camera.roll = saved.roll;
  camera.orthographic = saved.orthographic;
  camera.shift = vec2(0.0f);
  return camera;
}

void Viewer::handle_workspace(const ui::Requests& requests) {
  if (requests.quit) leave_for({Departure::Quit});
  if (requests.leftover) answer_leftover(*requests.leftover);
  if (requests.unsaved) answer_unsaved(*requests.unsaved);
  if (requests.end_lecture && departure_) {
    const Departure departure = *std::exchange(departure_, std::nullopt);
    if (*requests.end_lecture) depart(departure);
  }
  if (requests.save_workspace) {
    save_workspace(*requests.save_workspace);
  } else if (departure_ && !ui_.has_dialog() && !requests.list_folder) {
    departure_.reset();  // the dialog that asked for a name was cancelled
    arrival_.reset();
  }
}

// And goes where that was to come first.
void Viewer::save_workspace(const std::string& path) {
  const std::optional<Departure> departure = std::exchange(departure_, std::nullopt);
  try {
    workspace_.save(workspace_content(), path, document_);
  } catch (const std::exception& e) {
    notices_.tell(e.what(), true);
    return;
  }
  notices_.tell("Saved " + file_name(path) + ".", false);
  if (options_.remember) recent_.remember(path);
  if (departure) depart(*departure);
}

WorkspaceContent Viewer::workspace_content() const {
  const Camera& c = framing_.camera();
  WorkspaceContent content;
  content.scene = alone(document_.scene());
  content.camera = WorkspaceCamera{c.target, c.distance, c.yaw, c.pitch, c.roll, c.orthographic};
  content.textures = textures_;
  content.compared = compare_.wanted_path();
  if (const OpenLesson* open = session_.open()) {
    content.lesson = open->path;
    content.lesson_step = open->step;
  }
  return content;
}

void Viewer::start_loading(const std::string& path, TexturePlaces textures) {
  give_up_plan();
  next_watch_.start(path);
  next_textures_ = std::move(textures);
  loader_.start(path, next_textures_);
  reloading_ = relinking_ = false;
}

void Viewer::load_again(TexturePlaces textures) {
  next_textures_ = std::move(textures);
  loader_.start(watch_.path(), next_textures_);
  reloading_ = true;
  relinking_ = false;
}

// The open file is read again, with what is found there; what was made of it stays.
void Viewer::find_textures(const std::string& path, const std::string& stored) {
  const Scene& scene = document_.scene();
  if (!scene.model) return;
  try {
    if (loader_.busy() || planner_.busy()) {
      throw std::runtime_error("A file is being read; try again when it is there.");
    }
    load_again(with_place(*scene.model, textures_, path, stored));
    relinking_ = true;
    pace_.settle();
  } catch (const std::exception& e) {
    notices_.tell(e.what(), true);
  }
}

void Viewer::tell_textures(const Model& before) {
  const std::size_t missed = missing_names(before).size();
  const std::vector<std::string> missing = missing_names(*document_.scene().model);
  const std::size_t found = missed - std::min(missed, missing.size());
  const std::string sentence = "Found " + std::to_string(found) + " of " + std::to_string(missed) +
                               (missed == 1 ? " missing texture." : " missing textures.");
  if (missing.empty()) return notices_.tell(sentence, false);
  notices_.warn(sentence + " Not there: " + missing.front() + (missing.size() > 1 ? ", ..." : "") +
                ".");
}

void Viewer::open_workspace(const std::string& path) {
  wanted_workspace_.reset();
  try {
    WorkspaceFile file = read_workspace(path);
    if (!file.model_found) {
      notices_.tell("The model of " + file_name(path) + " is not there any more: " + file.model +
                        "; put it back, or beside the workspace.",
                    true);
      return;
    }
    open(file.model);
    if (!file.textures.empty()) start_loading(file.model, file.textures);
    wanted_workspace_ = std::move(file);
  } catch (const std::exception& e) {
    notices_.tell(e.what(), true);
  }
}

// The model that it names was just shown.
void Viewer::show_workspace(const WorkspaceFile& file, RestoredWorkspace restored) {
  if (!file.lesson.empty()) {
    try {
      PendingLesson wanted{read_lesson(file.lesson), file.lesson, file.lesson_step};
      std::shared_ptr<const Model> model = document_.scene().model;
      const auto& steps = wanted.lesson.steps;
      if (wanted.step < steps.size() && !steps[wanted.step].model.empty()) {  // it shows that one
        model = lesson_companions(file.lesson, import_limits()).open_model(wanted.lesson.model);
      }
      start_lesson(std::move(wanted), std::move(model));
      finish_ease();
    } catch (const std::exception& e) {
      restored.notes.emplace_back(e.what());
    }
  }
  set_document(Document(std::move(restored.scene)));
  if (restored.camera) set_camera(camera_of(*restored.camera, framing_.camera()));
  if (taken_over_) {
    workspace_.recovered(file);
    keep_recovered(restored.complete);
  } else {
    workspace_.opened(file, document_, restored.complete);
  }
  const std::string beside = std::exchange(recovered_beside_, {});
  const std::string& other = beside.empty() ? file.compared : beside;
  if (wanted_comparison_.empty() && !other.empty()) compare_with(other);
  if (restored.notes.empty()) return;
  std::string text = file_name(file.file.string()) + ":";
  for (const std::string& note : restored.notes) text += "\n" + note;
  notices_.warn(text);
}

void Viewer::offer_leftovers() {
  leftovers_ = workspace_.leftovers();
  ask_about_leftover();
}

void Viewer::ask_about_leftover() {
  if (leftovers_.empty()) return;
  const Leftover& first = leftovers_.front();
  const WorkspaceFile& file = first.workspace();
  ui_.ask.question = ui::AskState::Leftover;
  ui_.ask.name = file_name(file.saved_as.empty() ? file.model : file.saved_as);
  ui_.ask.before = ago(first.age());
  pace_.settle();
}

void Viewer::answer_leftover(ui::LeftoverAnswer answer) {
  if (leftovers_.empty()) return;
  Leftover first = std::move(leftovers_.front());
  if (answer == ui::LeftoverAnswer::Later) {
    leftovers_.clear();  // their locks go: the next start asks again
    return;
  }
  leftovers_.erase(leftovers_.begin());
  if (answer == ui::LeftoverAnswer::Discard) {
    first.remove();
    ask_about_leftover();
    return;
  }
  leftovers_.clear();
  const fs::path file = first.workspace().file;
  // Somebody who starts with --diff means the work that comes back, too.
  const std::string beside = compare_.wanted_path();
  open_workspace(file.string());
  if (!wanted_workspace_ || wanted_workspace_->file != file) return;
  taken_over_.emplace(std::move(first));
  recovered_beside_ = beside;
}

// Its own file has it now; only then the one that it came from goes, and only where nothing was
// left out.
void Viewer::keep_recovered(bool complete) {
  keep_work();
  workspace_.wait();
  if (complete && workspace_.kept() && taken_over_) taken_over_->remove();
  taken_over_.reset();
}

void Viewer::keep_work() {
  StepResult ignored;
  keep_aside(ignored);
}

void Viewer::keep_aside(StepResult& result) {
  const auto now = WorkspaceSession::Clock::now();
  if (quit_ || lesson() != nullptr || options_.autosave.empty()) return;
  using Keep = WorkspaceSession::Keep;
  const Keep keep = typing_ ? Keep::AsItBegan : Keep::AsShown;
  const auto content = [this, keep] {
    WorkspaceContent work = workspace_content();
    if (keep == Keep::AsItBegan) work.scene = alone(document_.scene_at_start());
    return work;
  };
  const auto problem = workspace_.keep_aside(document_, keep, content, now);
  if (problem) {
    notices_.tell(
        "What is not saved cannot be kept aside: " + *problem + " Save your work with Ctrl+S.",
        true);
  }
  const auto next = workspace_.seconds_to_next(document_, keep, now);
  if (next) result.wake_within(*next);
}

// A step that took locks along says so: nothing else in the picture would.
void Viewer::handle_history(const ui::Requests& requests) {
  if (!requests.undo && !requests.redo && !requests.go_to) return;
  // What a slider does by itself is a gesture, which is taken back first.
  ui_.of_model.lesson.playing = ui_.of_model.lesson.held = -1;
  const Scene& scene = document_.scene();
  const JointMarks marks = scene.marks;
  const std::shared_ptr<const Model> model = scene.model;
  if (ui_.message.of_step) ui_.message.dismiss();
  if (requests.undo) changed(document_.undo());
  if (requests.redo) changed(document_.redo());
  if (requests.go_to) changed(document_.go_to(*requests.go_to));
  if (model == nullptr || model != scene.model) return;
  if (const std::string said = relocked_words(scene, marks); !said.empty())
    notices_.tell(said, false);
}

// A film is made of a workspace that nobody saved.
void Viewer::start_film(const std::string& path) {
  FilmJob job;
  job.content = workspace_content();
  job.content.lesson.clear();
  job.content.compared.clear();
  job.path = path + (ui_.film.choice.type == ui::FilmType::Pngs ? "/" : "");
  job.words = film_words(ui_.film.choice, document_.scene(), fonts_.scale(), framing_.size().y);
  job.import = import_limits();
  exports_.make_film(document_.scene(), path, std::move(job));
  pace_.settle();
  ui_.film.open = false;
}

}  // namespace bindpose::app
