// Weights that are computed beside the window, what they are for, and the figures of those that the
// open model has had.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/beside/weight_judge.h"
#include "app/beside/weight_maker.h"
#include "app/viewer/busy_card.h"
#include "app/viewer/notices.h"
#include "app/viewer/picture/pacing.h"
#include "scene/automatic/automatic_binding.h"
#include "scene/scene.h"
#include "ui/ui.h"

namespace bindpose::app {

class ComputedWeights {
 public:
  // What is being computed is given up for what is asked for next. `beside`: what comes is shown
  // beside the model's own.
  void compute(const std::shared_ptr<const Model>& model, const AutomaticMethod& how, bool beside);
  void load(const Scene& scene, const std::filesystem::path& file);
  void transfer(const Scene& scene, std::shared_ptr<const Model> from, const TransferWeights& how);
  // What is quick is there at once. Expects that nothing is being computed.
  void mend(const Scene& scene, const Mend& mend);
  // Those that come with a skeleton that was built: heat where the surface suits it; voxels where
  // parts of it saw no bone. `said`: what was built.
  void bind_built(const std::shared_ptr<const Model>& model, const std::string& said);

  struct Result {
    WeightMaker::Result made;  // of the scene's model, without a problem
    std::string beside;        // to be shown beside the model's own, by that name; "": an edit
  };
  // What came for this scene, once; what does not suit it any more is said.
  std::optional<Result> poll(const Scene& scene, Notices& notices, Pacing& pace);

  bool computes() const { return maker_.busy(); }
  // "Computing weights by heat"
  const std::string& doing() const { return maker_.doing(); }
  std::optional<BusyCard> progress() const;
  void cancel() { maker_.cancel(); }
  bool busy() const { return maker_.busy() || judge_.busy(); }

  // The scene has what the edit gave it, by its method's name.
  void name(const Scene& scene, const Edit& edit);
  // Figures of the scene's weights; `open`: itself, or what it is compared with.
  void judge(const Scene& scene, const Scene& open) { judge_.judge(scene, open); }
  // True where figures came.
  bool poll_figures() { return judge_.poll(); }
  void fill(ui::UiInput& in, const Scene& open, const Scene* other) const;

 private:
  bool wants_voxels(const WeightMaker::Result& made, Notices& notices);

  WeightMaker maker_;
  WeightJudge judge_;
  std::string beside_;                      // Result::beside of what is being computed
  std::shared_ptr<const Model> for_built_;  // what is being computed comes with its skeleton
};

}  // namespace bindpose::app
