// The viewer's work: saving and opening it, keeping it aside, films of it.
#include <filesystem>
#include <utility>

#include "app/film/film_process.h"
#include "app/paths.h"
#include "app/viewer/lesson/lesson_files.h"
#include "app/viewer/viewer.h"
#include "scene/edit/mark_edit.h"

namespace bindpose::app {

namespace fs = std::filesystem;

namespace {

std::string file_name(const std::string& path) {
  return fs::path(path).filename().string();
}

}  // namespace

void Viewer::handle_workspace(const ui::Requests& requests) {
  if (requests.quit) leave_for({Departure::Quit});
  if (requests.leftover) answer_leftover(*requests.leftover);
  if (requests.unsaved) answer_unsaved(*requests.unsaved);
  if (requests.end_lecture && leaving_.asks()) {
    const Departure departure = *leaving_.take();
    if (*requests.end_lecture) depart(departure);
  }
  if (requests.save_workspace) {
    save_workspace(*requests.save_workspace);
  } else if (leaving_.asks() && !ui_.has_dialog() && !requests.list_folder) {
    leaving_.cancel();  // the dialog that asked for a name was cancelled
  }
}

// And goes where that was to come first.
void Viewer::save_workspace(const std::string& path) {
  const std::optional<Departure> departure = leaving_.take();
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
  content.textures = opening_.textures();
  content.compared = compare_.wanted_path();
  if (const OpenLesson* open = session_.open()) {
    content.lesson = open->path;
    content.lesson_step = open->step;
  }
  return content;
}

// The open file is read again, with what is found there; what was made of it stays.
void Viewer::find_textures(const std::string& path, const std::string& stored) {
  const Scene& scene = document_.scene();
  if (!scene.model) return;
  try {
    if (reads()) throw std::runtime_error("A file is being read; try again when it is there.");
    opening_.read_with_textures(*scene.model, path, stored);
    pace_.settle();
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
  if (recovery_.under_way()) {
    workspace_.recovered(file);
    // Its own file has it now; only then the one that it came from goes, and only where nothing was
    // left out.
    keep_work();
    workspace_.wait();
    recovery_.end(restored.complete && workspace_.kept());
  } else {
    workspace_.opened(file, document_, restored.complete);
  }
  const std::string beside = recovery_.take_beside();
  const std::string& other = beside.empty() ? file.compared : beside;
  if (!opening_.compares_later() && !other.empty()) compare_with(other);
  if (restored.notes.empty()) return;
  std::string text = file_name(file.file.string()) + ":";
  for (const std::string& note : restored.notes) text += "\n" + note;
  notices_.warn(text);
}

void Viewer::offer_leftovers() {
  recovery_.offer(workspace_.leftovers(), ui_, pace_);
}

void Viewer::answer_leftover(ui::LeftoverAnswer answer) {
  std::optional<Leftover> first = recovery_.answer(answer, ui_, pace_);
  if (!first) return;
  const fs::path file = first->workspace().file;
  const std::string beside = compare_.wanted_path();
  if (!open_for(Arrival::Show, file.string())) return;
  recovery_.begin(std::move(*first), beside);
}

void Viewer::keep_work() {
  StepResult ignored;
  keep_aside(ignored);
}

void Viewer::keep_aside(StepResult& result) {
  const auto now = WorkspaceSession::Clock::now();
  if (leaving_.quits() || lesson() != nullptr || options_.autosave.empty()) return;
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
