#include "app/viewer/picture/shown_centers.h"

#include "scene/deform/deformer_data.h"
#include "view/panes.h"

namespace bindpose::app {
namespace {

bool make_shown(const Scene& scene) {
  if (!scene.deformers || !shows_centers(scene)) return false;
  scene.deformers->make_centers(scene);
  return true;
}

}  // namespace

bool ShownCenters::follow(const Scene& open, const Scene& other, bool figures) {
  const bool own = own_.follow(open, figures);
  return of_other_.follow(other) || own;
}

bool ShownCenters::wait_for(const Scene& open, const Scene* other) {
  own_.wait();
  of_other_.wait();
  const bool own = make_shown(open);
  return (other != nullptr && make_shown(*other)) || own;
}

void ShownCenters::cancel(const Scene& open, const Scene& other) {
  own_.busy() ? own_.cancel(open) : of_other_.cancel(other);
}

ui::CentersState ShownCenters::state(const Scene& open, const Scene& other) const {
  if (busy()) return ui::CentersState::Computed;
  const bool gave_up = own_.gave_up(open) || of_other_.gave_up(other);
  return gave_up ? ui::CentersState::GivenUp : ui::CentersState::There;
}

std::optional<BusyCard> ShownCenters::progress(const Scene& other) const {
  constexpr const char* kPhase = "linear blending is shown until then";
  if (own_.busy()) return BusyCard{"Computing centres of rotation", kPhase, own_.part()};
  if (!of_other_.busy()) return std::nullopt;
  return BusyCard{"Computing centres of rotation of " + other.model->name, kPhase,
                  of_other_.part()};
}

}  // namespace bindpose::app
