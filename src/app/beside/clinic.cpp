#include "app/beside/clinic.h"

namespace bindpose::app {

const std::vector<Finding>* Clinic::get(const Scene& scene, const CheckProfile& profile) {
  if (!scene.model) {
    latest_.forget();
    return nullptr;
  }
  const Key key{scene.model->id, scene.weights.revision, clip_count(scene), profile.name,
                profile.influences};
  // A finding points at vertices and joints of its own model.
  return latest_.get(
      key, [&](const Key& of) { return of.model == key.model; },
      [scene, profile](const std::function<bool()>& stopped) {
        return check(scene, profile, stopped);
      });
}

}  // namespace bindpose::app
