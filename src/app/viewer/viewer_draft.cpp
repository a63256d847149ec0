// Skeletons that are made by hand: joints placed by clicks, what is built of them, and the model
// that is shown when it is another one than before.
#include <exception>
#include <utility>

#include "app/viewer/viewer.h"
#include "scene/draft/built_model.h"
#include "scene/numerals.h"
#include "ui/base/widgets.h"

namespace bindpose::app {

// A joint in the middle of the volume there; beside the surface the selection goes.
void Viewer::draft_click(const vec2& pixel) {
  if (framing_.pane_other()) return notices_.note("Joints are placed on A: click there.");
  bool open = false;
  ui::DraftTool& tool = ui_.of_model.draft;
  const auto edit = ui::placed_joint(tool, document_.scene(), framing_.camera(),
                                     framing_.viewport(), pixel, open);
  if (!edit) {
    tool.selected.clear();
    pace_.settle();
    return;
  }
  apply(*edit);
  if (open) notices_.note("The surface is open there: the joint stands on it.");
}

void Viewer::build_skeleton() {
  const Scene& scene = document_.scene();
  bool keeps = false;
  try {
    const std::shared_ptr<const Model> built = built_model(scene.model, scene.draft);
    keeps = keeps_own_weights(scene, *scene.draft);
    apply({BuildSkeleton{built}});
  } catch (const std::exception& e) {
    return notices_.tell(e.what(), true);
  }
  if (keeps) return notices_.note("Built; weights went over by what the joints were.");
  const std::string built = "Built " + counted_joints(joint_count(joint_flags(document_.scene())));
  weights_.bind_built(document_.scene().model, built);
  notices_.note(built + "; computing weights by heat.");
}

// An edit, or undo, gave the document another model.
void Viewer::follow_model() {
  const std::shared_ptr<const Model> model = document_.scene().model;
  renderer_.set_model(model);
  picture_.show(model);
  fonts_.add(*model);
  ui::DraftTool draft = std::move(ui_.of_model.draft);
  ui::renew_model(ui_);
  ui_.of_model.draft.selected = std::move(draft.selected);
  picks_.forget();
  shown_model_ = model->id;
}

}  // namespace bindpose::app
