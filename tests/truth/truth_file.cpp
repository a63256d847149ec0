#include "truth/truth_file.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

namespace bindpose::truth {
namespace {

using nlohmann::json;

TruthPose read_pose(const json& data, bool fbx) {
  TruthPose pose;
  pose.tag = data.at("tag").get<std::string>();
  pose.clip = data.at("clip").get<int>();
  if (data.at("clip_name").is_string()) pose.clip_name = data.at("clip_name").get<std::string>();
  // Assimp shifts FBX clips to start at 0; other formats keep their times.
  const json& time = data.at(fbx && pose.clip >= 0 ? "time_in_clip" : "time");
  if (time.is_number()) pose.time = time.get<double>();
  const auto flat = data.at("points").get<std::vector<float>>();
  for (std::size_t i = 0; i + 2 < flat.size(); i += 3) {
    pose.points.emplace_back(flat[i], flat[i + 1], flat[i + 2]);
  }
  const json joints = data.value("joints", json::object());
  for (const auto& [name, p] : joints.items()) {
    pose.joints[name] = {p.at(0).get<float>(), p.at(1).get<float>(), p.at(2).get<float>()};
  }
  return pose;
}

TruthFile read_truth(const std::filesystem::path& path, const std::filesystem::path& models) {
  std::ifstream in(path);
  const json data = json::parse(in);
  TruthFile truth;
  truth.model = data.at("model").get<std::string>();
  truth.file = models / truth.model / data.at("file").get<std::string>();
  truth.diagonal = data.at("rest_bbox_diagonal").get<float>();
  const bool fbx = truth.file.extension() == ".fbx";
  for (const json& pose : data.at("poses")) truth.poses.push_back(read_pose(pose, fbx));
  return truth;
}

}  // namespace

std::vector<TruthFile> load_truth(const std::filesystem::path& shared, bool paired) {
  std::vector<TruthFile> all;
  std::error_code absent;
  for (const auto& entry : std::filesystem::directory_iterator(shared / "truth", absent)) {
    if (entry.path().extension() != ".json") continue;
    all.push_back(read_truth(entry.path(), shared / "models"));
    all.back().paired = paired;
  }
  std::sort(all.begin(), all.end(),
            [](const TruthFile& a, const TruthFile& b) { return a.model < b.model; });
  return all;
}

}  // namespace bindpose::truth
