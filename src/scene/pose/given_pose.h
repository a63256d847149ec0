// Poses apart from a base pose: what is copied, saved, mirrored and blended.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace bindpose {

// What a pose says of each joint: D_j = (L^bind_j)^-1 L_j Ul_j, how far the joint is away from the
// bind pose, in its own frame. It looks the same on top of any base pose: Ul_j = L_j^-1 L^bind_j
// D_j.
struct GivenPose {
  std::vector<std::optional<mat4>> deviation;  // #J; nothing: the pose does not speak of the joint
  std::vector<std::optional<float>> morph;     // #C, m_k likewise
};

// Finds a saved pose by its name, for parse_edit(). Null: there is none, and `problem` is one
// sentence that says so.
using FindPose =
    std::function<std::shared_ptr<const GivenPose>(const std::string& name, std::string& problem)>;

// D_j of the scene as it stands, for all joints. There is a model.
std::vector<glm::dmat4> deviations(const Scene& scene);
// The pose of these joints as it stands; empty: of all, with the m_k that are set or not 0.
GivenPose pose_of(const Scene& scene, const std::vector<int>& joints);
// What a pose on a base of its own, of the scene's model and clips, says of these joints.
GivenPose pose_on_base(const Scene& of, const Pose& pose, const std::vector<int>& joints);

// Ul_j that bring joint j to that D_j over L_j = base_local; Ul_j as it is where that differs by
// nothing but rounding, or where L_j cannot be inverted.
mat4 user_local_of(const Scene& scene, const mat4& base_local, std::size_t joint,
                   const glm::dmat4& deviation);

// The pose with its sides changed over (rig/pose/mirror.h), morphs by their names. What has no
// partner is left out.
GivenPose mirrored(const Scene& scene, const GivenPose& pose);

// The scene's pose with that one in it. Only what it speaks of changes.
Pose with_pose(const Scene& scene, const GivenPose& pose);

// The joints that the selection names, in its order; empty: nothing is selected.
std::vector<int> selected_joints(const Scene& scene);

}  // namespace bindpose
