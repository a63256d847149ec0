// How thick and how long the surface is along a bone, for the table in quantity.cpp. What is
// measured is chosen in the bind pose and goes with the surface: the ring in which the plane across
// the joint's bone, at a part of its length, cuts a skinned mesh (the largest that goes around the
// bone). NaN where the joint has no bone, or no ring goes around it.
#pragma once

#include "scene/lesson/quantity/quantity_surface.h"

namespace bindpose::quantities {

// Square centimetres: ring_area() of rig/surface/section_ring.h, at ViewSettings::section_at.
double section(const Scene& scene, const PosedScene& posed, const Joints& joint);
// Divided by that of the bind pose.
double section_ratio(const Scene& scene, const PosedScene& posed, const Joints& joint);
// Centimetres: of the line through the middles of the rings at 5, 10, ... 95 % of the bone. At the
// joints themselves a plane may cut what lies beyond.
double bone_length(const Scene& scene, const PosedScene& posed, const Joints& joint);
double bone_length_ratio(const Scene& scene, const PosedScene& posed, const Joints& joint);

template <Deformer kMethod>
double section_ratio_by(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  return section_ratio(deformed_by<kMethod>(scene), posed, joint);
}
template <Deformer kMethod>
double bone_length_ratio_by(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  return bone_length_ratio(deformed_by<kMethod>(scene), posed, joint);
}

}  // namespace bindpose::quantities
