// write_pose and read_pose.
#include <nlohmann/json.hpp>
#include <string>

#include "io/files/file_writer.h"
#include "io/text/json_text.h"
#include "io/text/pose_json.h"
#include "io/text/scene_json.h"

namespace bindpose {
namespace fs = std::filesystem;

void write_pose(const Scene& scene, const fs::path& file) {
  nlohmann::ordered_json root = {{"bindpose_pose", 1}};
  root.update(pose_json(scene));
  FileWriter writer(file);
  writer.write(pretty(root));
  writer.commit();
}

PoseFile read_pose(const Model& model, const fs::path& file) {
  return read_pose(borrowed_scene(model), file);
}

PoseFile read_pose(const Scene& scene, const fs::path& file) {
  constexpr std::uintmax_t kLargest = std::uintmax_t{1} << 25;
  const std::string subject = "The pose file " + file.string();
  const nlohmann::json root = read_json(file, subject, kLargest);
  check_pose_version(root, subject);
  return pose_from_json(scene, root, subject);
}

}  // namespace bindpose
