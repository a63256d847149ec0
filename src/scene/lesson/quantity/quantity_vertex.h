// Quantities of the pinned vertex, for the table in quantity.cpp. NaN where no vertex is pinned.
#pragma once

#include <limits>
#include <vector>

#include "scene/scene.h"

namespace bindpose::quantities {

using Joints = std::vector<int>;

// There is nothing to measure.
inline constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

double weight(const Scene& scene, const PosedScene& posed, const Joints& joint);
double weight_sum(const Scene& scene, const PosedScene& posed, const Joints& joint);
double influences(const Scene& scene, const PosedScene& posed, const Joints& joint);
double vertex_x(const Scene& scene, const PosedScene& posed, const Joints& joint);
double vertex_y(const Scene& scene, const PosedScene& posed, const Joints& joint);
double vertex_z(const Scene& scene, const PosedScene& posed, const Joints& joint);
double candidate_x(const Scene& scene, const PosedScene& posed, const Joints& joint);
double candidate_y(const Scene& scene, const PosedScene& posed, const Joints& joint);
double candidate_z(const Scene& scene, const PosedScene& posed, const Joints& joint);
double vertex_to_joint(const Scene& scene, const PosedScene& posed, const Joints& joint);
double bone_distance(const Scene& scene, const PosedScene& posed, const Joints& joint);
double posed_bone_distance(const Scene& scene, const PosedScene& posed, const Joints& joint);
double vertex_moved(const Scene& scene, const PosedScene& posed, const Joints& joint);
double normal_error(const Scene& scene, const PosedScene& posed, const Joints& joint);
double usual_normal_error(const Scene& scene, const PosedScene& posed, const Joints& joint);

// Metres a unit of the file.
double metres_a_unit(const Scene& scene);

}  // namespace bindpose::quantities
