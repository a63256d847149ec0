// The viewer's way of a file: asked for, there, shown in the place of what was open, read again.
#include <algorithm>
#include <exception>
#include <utility>

#include "app/import/texture_places.h"
#include "app/viewer/viewer.h"
#include "scene/draft/built_model.h"
#include "scene/names.h"

namespace bindpose::app {
namespace {

// What is said of a file that was read again for its textures.
Notice found_textures(const Model& before, const Model& now) {
  const std::size_t missed = missing_names(before).size();
  const std::vector<std::string> missing = missing_names(now);
  const std::size_t found = missed - std::min(missed, missing.size());
  const std::string sentence = "Found " + std::to_string(found) + " of " + std::to_string(missed) +
                               (missed == 1 ? " missing texture." : " missing textures.");
  if (missing.empty()) return {Notice::Said, sentence};
  return {Notice::Warning,
          sentence + " Not there: " + missing.front() + (missing.size() > 1 ? ", ..." : "") + "."};
}

}  // namespace

void Viewer::open(const std::string& path) {
  open_for(Arrival::Show, path);
}

bool Viewer::open_for(Arrival::For wanted, const std::string& path,
                      const TransferWeights& transfer) {
  recovery_.give_up();
  leaving_.forget_answer();
  if (!opening_.open(path, notices_, wanted, transfer)) return false;
  planned_.give_up();
  session_.take_pending();
  pace_.settle();
  return true;
}

void Viewer::show(std::shared_ptr<const Model> model, std::vector<vec3> joint_colors) {
  keep_picture();
  recent_.forget_open();
  renderer_.set_model(model);  // throws where the driver cannot hold it: nothing has changed then
  end_comparison();
  picture_.show(model);
  fonts_.add(*model);
  session_.close();
  shown_model_ = model->id;
  document_ = Document(make_scene(std::move(model), own_view()));
  view_before_lesson_.reset();
  workspace_.start_over();
  ui::forget_model(ui_);
  picks_.forget();
  // Those of the file's joints, which are others than those that were made by hand.
  if (!document_.scene().model->built) take_colors(std::move(joint_colors));
  evaluate(document_.scene(), posed_);
  build_bones(document_.scene(), posed_, bones_);
  pace_.redraw_view();
  framing_.start_over();
  pace_.settle();
}

void Viewer::take_colors(std::vector<vec3> joint_colors) {
  if (joint_colors.empty()) return;
  bones_.color = std::move(joint_colors);
  bones_.color_of = document_.scene().model->id;
}

// The same file, written again: only what is in it changes, not what the user did.
// Says what could not be kept. False where it was read for its textures and none of them was found.
bool Viewer::show_again(std::shared_ptr<const Model> model, std::vector<vec3> joint_colors) {
  const std::string name = model->name;
  const std::shared_ptr<const Model> before = document_.scene().model;
  // Before anything is changed: the skeleton that was made by hand may not fit the file any more.
  try {
    model = built_like(*before, model);
  } catch (const std::exception& e) {
    opening_.take_relinking();
    notices_.warn(name + " was changed, but the skeleton made by hand does not fit it any more: " +
                  e.what() + " What is shown is as before.");
    return false;
  }
  renderer_.set_model(model);
  picture_.show(model);
  fonts_.add(*model);
  const std::size_t lost = document_.reload(std::move(model));
  shown_model_ = document_.scene().model->id;
  ui::renew_model(ui_);
  picks_.forget();
  if (!document_.scene().model->built) take_colors(std::move(joint_colors));
  evaluate(document_.scene(), posed_);
  build_bones(document_.scene(), posed_, bones_);
  compare_.follow(document_.scene(), posed_, bones_);
  pace_.redraw_view();
  pace_.settle();
  const bool relinked = opening_.take_relinking();
  const bool found =
      relinked && missing_names(*document_.scene().model).size() < missing_names(*before).size();
  if (found) workspace_.changed_beside();
  if (lost == 0 && relinked) {
    notices_.say(found_textures(*before, *document_.scene().model));
  } else if (lost == 0) {
    notices_.tell("Loaded " + name + " again: the file was changed.", false);
  }
  if (lost == 0) return found || !relinked;
  workspace_.save_elsewhere();  // its file still has them
  notices_.warn("Loaded " + name + " again: the file was changed. Edited weights of " +
                (lost == 1 ? "a mesh" : std::to_string(lost) + " meshes") +
                " do not fit it any more and are gone.");
  return found || !relinked;
}

bool Viewer::poll_file() {
  if (poll_lesson()) return true;
  if (compare_.poll_file(import_limits())) {
    pace_.settle();
    return true;
  }
  if (numbers_.poll_file()) {
    pace_.settle();
    return true;
  }
  if (!document_.scene().model || reads() || !opening_.file_changed()) return false;
  opening_.read_again();
  pace_.settle();
  return true;
}

// True where another model is shown now.
bool Viewer::take_loaded() {
  std::optional<Arrival> arrival = opening_.poll();
  if (!arrival) return false;
  arrival->lesson = session_.take_pending();
  if (!arrival->result.model) {
    notices_.tell(arrival->result.error, true);
    return false;
  }
  if (arrival->wanted == Arrival::Weights) {
    start_transfer(*arrival);
    return false;
  }
  if (arrival->wanted != Arrival::Show && offer_clips(*arrival)) return false;
  // What was edited since the file was asked for.
  if (!opening_.reads_again() && unsaved() && !leaving_.may_go_from(document_.position())) {
    ask_to_show(std::move(*arrival));
    return false;
  }
  return take_over(std::move(*arrival));
}

// Once somebody has answered for the open work.
void Viewer::ask_to_show(Arrival arrival) {
  const std::string path = arrival.plan ? arrival.lesson->path : arrival.result.path;
  leaving_.hold(std::move(arrival));
  leave_for({Departure::Show, path});
}

bool Viewer::take_over(Arrival arrival) {
  Loader::Result* const result = &arrival.result;
  std::optional<PendingLesson>& wanted = arrival.lesson;
  const bool again = opening_.reads_again();
  try {
    // A lesson that takes any model goes on with the one that was opened.
    const bool takes_it = lesson() && lesson()->plan.lesson.model.empty() && !arrival.workspace;
    if (lesson() && !wanted && (again || takes_it)) wanted = session_.again();
    if (wanted && !arrival.plan) {
      plan(std::move(arrival));
      return take_planned();
    }
    if (wanted) {
      begin_lesson(std::move(*arrival.plan), wanted->path, wanted->step);
      if (wanted->left) restore(*wanted->left);
      if (!arrival.loaded) return false;
    } else if (again) {
      if (!show_again(result->model, std::move(result->joint_colors)))
        arrival.textures = opening_.textures();
    } else {
      // A workspace that is broken is refused while what was open still is.
      std::optional<RestoredWorkspace> restored;
      if (arrival.workspace) restored = restore_workspace(*arrival.workspace, result->model);
      keep_place();
      const std::string ended = lesson() != nullptr ? lesson()->plan.lesson.title : "";
      show(result->model, std::move(result->joint_colors));
      ui_.message.dismiss();
      if (const std::string problem = settings_.take_problem(); !problem.empty()) {
        notices_.warn(problem);
      } else if (const std::string missing = missing_words(*result->model); !missing.empty()) {
        notices_.warn(missing);
      } else if (!ended.empty()) {
        // In presenter mode nothing else shows where it went.
        notices_.tell("The lesson " + in_quotes(ended) +
                          " is closed, for it has a model of its own. Lessons > Go on with opens "
                          "it again at its step.",
                      false);
      }
      if (restored) show_workspace(*arrival.workspace, std::move(*restored));
    }
    opening_.shown(std::move(arrival.textures));
  } catch (const std::exception& e) {
    notices_.tell(result->model->name + " cannot be shown: " + e.what(), true);
    return false;
  }
  if (options_.remember && !again) {
    recent_.remember(workspace_.path().empty() ? result->path : workspace_.path());
  }
  return true;
}

}  // namespace bindpose::app
