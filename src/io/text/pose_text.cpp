#include "io/text/pose_text.h"

#include <nlohmann/json.hpp>

#include "io/text/json_text.h"
#include "io/text/pose_json.h"

namespace bindpose {

std::string pose_text(const Model& model, const GivenPose& pose) {
  nlohmann::ordered_json root;
  root["bindpose_pose"] = 1;
  root["base"] = "bind";
  root["joints"] = nlohmann::ordered_json::object();
  for (std::size_t j = 0; j < pose.deviation.size(); ++j) {
    if (pose.deviation[j])
      root["joints"][clean_utf8(model.skeleton.name[j])] = matrix_rows(*pose.deviation[j]);
  }
  for (std::size_t c = 0; c < pose.morph.size(); ++c) {
    if (pose.morph[c])
      root["morphs"][clean_utf8(model.morph_channels[c].name)] = shortest_double(*pose.morph[c]);
  }
  return pretty(root);
}

GivenText read_pose_text(const Scene& scene, std::string_view text, const std::string& subject) {
  constexpr std::size_t kLargest = std::size_t{1} << 25;
  if (text.size() > kLargest) refuse_json(subject, "it is larger than 32 MiB");
  const nlohmann::json root = json_of(text, subject);
  check_pose_version(root, subject);
  const PoseFile file = pose_from_json(scene, root, subject);
  GivenText out{{}, file.joints, file.matched, file.notes};
  std::vector<int> joints = file.named;
  if (file.pose.base != BasePose::Bind) {
    joints.clear();
    for (int j = 0; j < scene.model->skeleton.size(); ++j) joints.push_back(j);
  }
  out.pose = pose_on_base(scene, file.pose, joints);
  return out;
}

}  // namespace bindpose
