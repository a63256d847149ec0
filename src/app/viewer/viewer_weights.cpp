// Weights that are computed beside the window, and what is said of them.
#include <utility>

#include "app/viewer/viewer.h"
#include "io/workspace/workspace.h"
#include "scene/automatic/bind_survey.h"
#include "scene/automatic/transfer.h"
#include "scene/edit/mark_edit.h"
#include "scene/edit/mend/locked_rows.h"

namespace bindpose::app {
void Viewer::apply(const EditRequest& request) {
  changed(document_.apply(request));
  const bool told = request.phase == Phase::Once || request.phase == Phase::Commit;
  if (const auto* weights = request.edit.as<SetInfluences>(); told && weights != nullptr)
    notices_.warn(ui::lines_of(weights->notes));
  if (!told || document_.skipped().empty()) return;
  notices_.note(skipped_words(*document_.scene().model, document_.skipped()), 4.0);
}

void Viewer::handle_weights(const ui::Requests& requests) {
  const Scene& scene = document_.scene();
  if (!scene.model) return;
  if (requests.build_skeleton) return build_skeleton();
  const bool beside = requests.show_beside || requests.segments_beside;
  if (beside && compare_.on() && !compare_.path().empty()) {
    return notices_.tell(
        "Another file is compared already: end that first (File > End the comparison).", true);
  }
  if (requests.compute_weights) {
    weights_.compute(scene.model, *requests.compute_weights, requests.show_beside);
  }
  if (requests.segments_beside) {
    try {
      const SetInfluences edit = surveyed_segments(*scene.model, {});
      show_weights_beside(edit, "weights by radius");
      notices_.warn(ui::lines_of(edit.notes, "B, weights by radius: "));
    } catch (const std::exception& e) {
      notices_.tell(e.what(), true);
    }
  }
  try {
    if (requests.load_weights) {
      weights_.load(scene, *requests.load_weights);
      pace_.settle();
    }
    if (requests.save_weights) {
      exports_.write_weights(scene, *requests.save_weights);
      pace_.settle();
    }
  } catch (const std::exception& e) {
    notices_.tell(e.what(), true);
  }
  if (requests.mend_weights) mend_weights(*requests.mend_weights);
  if (requests.transfer_weights) take_weights_from(*requests.transfer_weights);
  if (requests.judge_weights) judge(requests.judge_other && compare_.on());
  if (requests.compute_weights || requests.judge_weights) pace_.settle();
}

void Viewer::judge(bool other) {
  weights_.judge(other ? compare_.scene() : document_.scene(), document_.scene());
}

// Beside the window: what takes long has its progress there, and can be cancelled.
void Viewer::mend_weights(const Mend& mend) {
  if (weights_.computes()) {
    return notices_.tell(
        weights_.doing() + " is not done yet: wait for it, or cancel it, and mend then.", true);
  }
  weights_.mend(document_.scene(), mend);
  take_weights();
  pace_.settle();
}

// The file is read first, beside the window as well.
void Viewer::take_weights_from(const TransferWeights& how) {
  const std::string& own = document_.scene().model->path;
  if (how.file == own)
    return notices_.tell("That is the open model itself; choose another file.", true);
  open_for(Arrival::Weights, how.file, how);
}

// Of a workspace with the weights as they are edited there.
void Viewer::start_transfer(const Arrival& arrival) {
  const Scene& scene = document_.scene();
  if (!scene.model) return;
  std::shared_ptr<const Model> from = arrival.result.model;
  if (arrival.workspace) {
    try {
      const RestoredWorkspace restored = restore_workspace(*arrival.workspace, from);
      from = with_edited_weights(restored.scene);
      if (!restored.notes.empty()) notices_.warn(restored.notes.front());
    } catch (const std::exception& e) {
      return notices_.tell(e.what(), true);
    }
  }
  if (needs_rig_of(*scene.model, *from)) {
    return notices_.tell(
        scene.model->name + " has no bones of its own. To put it on the skeleton of " + from->name +
            ": bindpose transfer " + scene.model->name + " --from " + from->name + " -o OUT.glb",
        true);
  }
  weights_.transfer(scene, from, arrival.transfer);
  pace_.settle();
}

// The open model with other weights becomes the other side of a comparison. It is a model of its
// own: whoever keeps something that was made of one must not take it for the other's.
void Viewer::show_weights_beside(const Edit& edit, const std::string& name) {
  auto model = std::make_shared<Model>(*document_.scene().model);
  model->id = ModelId::fresh();
  model->name = name;
  Document other(make_scene(std::move(model)));
  other.apply({edit});
  try {
    show_comparison(other.scene(), "");
    weights_.name(compare_.scene(), edit);
    judge(true);
  } catch (const std::exception& e) {
    notices_.tell("The " + name + " cannot be shown: " + e.what(), true);
  }
}

void Viewer::take_weights() {
  if (weights_.poll_figures()) pace_.settle();
  if (document_.in_gesture()) return;  // a stroke goes on from the weights that it began with
  const auto came = weights_.poll(document_.scene(), notices_, pace_);
  if (!came) return;
  const WeightMaker::Result& made = came->made;
  if (const auto* mend = made.edit.as<MendWeights>()) {
    notices_.tell(made.account, false);
    ui_.message.of_step = mend->made->changed > 0;
    if (mend->made->changed > 0) apply({made.edit});
    return;
  }
  if (!came->beside.empty()) {
    show_weights_beside(made.edit, came->beside);
    notices_.warn(ui::lines_of(made.notes, "B, " + came->beside + ": "));
    if (!made.notes.empty()) ui_.message.of_other = true;
    return;
  }
  const unsigned int told = ui_.message.shown;
  const std::string locks = lock_note(document_.scene(), made.edit);
  apply({made.edit});
  std::string said = made.account;
  if (!locks.empty()) said += (said.empty() ? "" : "\n") + locks;
  if (!made.notes.empty()) said += (said.empty() ? "" : "\n") + ui::lines_of(made.notes);
  if (!made.notes.empty())
    notices_.warn(said);
  else if (!said.empty())
    made.passes&& locks.empty() ? notices_.note(said) : notices_.tell(said, false);
  if (ui_.message.shown != told) ui_.message.of_step = true;
  weights_.name(document_.scene(), made.edit);
  judge(false);
}

}  // namespace bindpose::app
