// Poses apart from a base pose as text: what is copied, and the files of the pose library.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "scene/pose/given_pose.h"

namespace bindpose {

// A pose file (io/text/scene_json.h) on the bind pose, which names every joint that the pose speaks
// of, those that are not turned as well.
std::string pose_text(const Model& model, const GivenPose& pose);

struct GivenText {
  GivenPose pose;
  std::size_t joints = 0;            // that the text names
  std::size_t matched = 0;           // of them, those that the model has
  std::vector<std::string> notes{};  // what the model lacks
};

// Reads the text of a pose file for the scene's model and clips. On the bind pose it speaks of the
// joints that it names, on another base pose of all. `subject` begins every sentence ("The
// clipboard"). Throws std::runtime_error with one sentence where it is no pose; text of more than
// 32 MiB is none.
GivenText read_pose_text(const Scene& scene, std::string_view text, const std::string& subject);

}  // namespace bindpose
