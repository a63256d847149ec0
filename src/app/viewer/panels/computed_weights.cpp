#include "app/viewer/panels/computed_weights.h"

#include <string_view>
#include <utility>

namespace bindpose::app {
namespace {

// "heat", "heat limit 8", "radius"; "" where no method made them.
std::string method_of(const Edit& edit) {
  constexpr std::string_view kVerb = "bind ";
  const auto* made = edit.as<SetInfluences>();
  if (made == nullptr) return "";
  if (made->reach) return "radius";
  return made->made_by.starts_with(kVerb) ? made->made_by.substr(kVerb.size()) : "";
}

}  // namespace

void ComputedWeights::compute(const std::shared_ptr<const Model>& model, const AutomaticMethod& how,
                              bool beside) {
  maker_.start(model, how);
  beside_ = beside ? "weights by " + amount_of(how.method).method : "";
}

void ComputedWeights::load(const Scene& scene, const std::filesystem::path& file) {
  maker_.start(scene, file);
  beside_.clear();
}

void ComputedWeights::transfer(const Scene& scene, std::shared_ptr<const Model> from,
                               const TransferWeights& how) {
  maker_.start(scene, std::move(from), how);
  beside_.clear();
}

void ComputedWeights::mend(const Scene& scene, const Mend& mend) {
  maker_.start(scene, mend);
  beside_.clear();
  maker_.wait_a_moment();
}

void ComputedWeights::bind_built(const std::shared_ptr<const Model>& model,
                                 const std::string& said) {
  beside_.clear();
  for_built_ = model;
  maker_.start(model, automatic_method(BindMethod::Heat), said + "; weights by heat.");
}

bool ComputedWeights::wants_voxels(const WeightMaker::Result& made, Notices& notices) {
  const bool own = std::exchange(for_built_, nullptr) == made.model;
  if (!own || (made.problem.empty() && !made.strays)) return false;
  maker_.start(made.model, automatic_method(BindMethod::Voxel),
               "Weights by voxels: parts of the surface see no bone, which heat asks for.");
  notices.note("Parts of the surface see no bone; computing weights by voxels.");
  return true;
}

std::optional<ComputedWeights::Result> ComputedWeights::poll(const Scene& scene, Notices& notices,
                                                             Pacing& pace) {
  std::optional<WeightMaker::Result> made = maker_.poll();
  if (!made) return std::nullopt;
  pace.settle();
  const auto refuse = [&](const std::string& why) {
    notices.tell(why, true);
    return std::nullopt;
  };
  if (made->model != scene.model) {
    beside_.clear();
    if (!scene.model || scene.model->path != made->model->path) return std::nullopt;
    return refuse(
        "The model is another one than the weights were computed for: they were not taken.");
  }
  if (wants_voxels(*made, notices)) return std::nullopt;
  if (!made->problem.empty()) return refuse(made->problem);
  const bool edited = made->weights != scene.weights.revision;
  if (edited && made->edit.as<MendWeights>() != nullptr)
    return refuse("Weights were edited while they were mended: mend them again.");
  // What is locked is decided when it is mended, not when it is written.
  if (made->edit.as<MendWeights>() != nullptr && made->locks != scene.marks.weights_locked)
    return refuse("Weights were locked or unlocked while they were mended: mend them again.");
  const auto* taken = made->edit.as<TransferWeights>();
  if (edited && taken != nullptr && taken->selected) {
    return refuse(
        "Weights were edited while those of the chosen vertices were computed: take them again.");
  }
  return Result{std::move(*made), std::exchange(beside_, {})};
}

std::optional<BusyCard> ComputedWeights::progress() const {
  if (!maker_.busy()) return std::nullopt;
  return BusyCard{maker_.doing(), "beside the window", maker_.part()};
}

void ComputedWeights::name(const Scene& scene, const Edit& edit) {
  if (const std::string way = method_of(edit); !way.empty()) judge_.name(scene, way);
}

void ComputedWeights::fill(ui::UiInput& in, const Scene& open, const Scene* other) const {
  in.computes_weights = maker_.busy();
  if (!open.model) return;
  in.weight_figures = judge_.lines(open, other);
  in.judged = judge_.columns(open);
}

}  // namespace bindpose::app
