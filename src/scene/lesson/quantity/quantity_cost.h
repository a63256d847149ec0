// Quantities of what fewer weights or another deformer would change, and of what is wrong with the
// rig, for the table in quantity.cpp.
#pragma once

#include "scene/lesson/quantity/quantity_vertex.h"

namespace bindpose::quantities {

// How far the pinned vertex, and the one that is farthest, would move in this pose if it kept only
// ViewSettings::limit influences (rig/weights/limit.h), or had the weights of the view's engine
// (scene/engine/engine_view.h). Millimetres.
double limit_cost(const Scene& scene, const PosedScene& posed, const Joints& none);
double limit_cost_largest(const Scene& scene, const PosedScene& posed, const Joints& none);
double engine_cost_of_vertex(const Scene& scene, const PosedScene& posed, const Joints& none);
double engine_cost_largest(const Scene& scene, const PosedScene& posed, const Joints& none);
// How far the view's deformer puts it from where ViewSettings::compare does. Centimetres.
double apart(const Scene& scene, const PosedScene& posed, const Joints& none);
double apart_largest(const Scene& scene, const PosedScene& posed, const Joints& none);

// The largest number of influences of any vertex, and how many have more than ViewSettings::limit.
double most_influences(const Scene& scene, const PosedScene& posed, const Joints& none);
double over_limit(const Scene& scene, const PosedScene& posed, const Joints& none);

// Vertices, joints or skins that `bindpose check` finds by that rule of the default profile.
double finding(const Scene& scene, const PosedScene& posed, const Joints& rule);

}  // namespace bindpose::quantities
