// Quantities of the whole posed surface, for the table in quantity.cpp.
#pragma once

#include "scene/lesson/quantity/quantity_vertex.h"

namespace bindpose::quantities {

// Litres. Hidden meshes count as well. See rig/enclosed_volume.h for what is counted how often.
double volume(const Scene& scene, const PosedScene& posed, const Joints& none);
double signed_volume_of(const Scene& scene, const PosedScene& posed, const Joints& none);
// Divided by that of the bind pose without shapes. NaN where that is 0.
double volume_ratio(const Scene& scene, const PosedScene& posed, const Joints& none);
double signed_volume_ratio(const Scene& scene, const PosedScene& posed, const Joints& none);
// The longest any edge became, as a multiple of its length at bind.
double stretch(const Scene& scene, const PosedScene& posed, const Joints& none);

template <Deformer kMethod>
Scene deformed_by(const Scene& scene) {
  Scene other = scene;
  other.view.method = kMethod;
  return other;
}
template <Deformer kMethod>
double volume_ratio_by(const Scene& scene, const PosedScene& posed, const Joints& none) {
  return volume_ratio(deformed_by<kMethod>(scene), posed, none);
}
template <Deformer kMethod>
double signed_volume_ratio_by(const Scene& scene, const PosedScene& posed, const Joints& none) {
  return signed_volume_ratio(deformed_by<kMethod>(scene), posed, none);
}

}  // namespace bindpose::quantities
