// Weights that are computed beside the window, and what is said of them.
#include "app/viewer/viewer.h"
#include "scene/automatic/bind_text.h"

namespace bindpose::app {

void Viewer::handle_weights(const ui::Requests& requests) {
  const Scene& scene = document_.scene();
  if (!scene.model) return;
  if (requests.compute_weights) weights_.start(scene.model, *requests.compute_weights);
  if (requests.judge_weights) {
    judged_ = {scene.model.get(), scene.weights.revision};
    weight_figures_.clear();
    figures_.start(scene);
  }
  if (requests.compute_weights || requests.judge_weights) frames_wanted_ = kSettleFrames;
}

void Viewer::take_weights() {
  if (auto lines = figures_.poll()) {
    weight_figures_ = std::move(*lines);
    frames_wanted_ = kSettleFrames;
  }
  const auto made = weights_.poll();
  if (!made) return;
  frames_wanted_ = kSettleFrames;
  if (made->model != document_.scene().model) return;  // another one was opened meanwhile
  if (!made->problem.empty()) return tell(made->problem, true);
  apply({edit_of(made->binding)});
  for (const std::string& note : made->binding.notes) warn(note);
  judged_ = {document_.scene().model.get(), document_.scene().weights.revision};
  weight_figures_.clear();
  figures_.start(document_.scene());
}

}  // namespace bindpose::app
