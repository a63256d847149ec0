// The user's saved poses: a folder of pose files, one a pose, named as the pose is.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "io/text/pose_text.h"

namespace bindpose {

// Poses of all rigs are in one folder: they apply by the names of joints. Files may come from
// anywhere; one that is broken is a sentence where it is read, and the others work.
class PoseLibrary {
 public:
  // The folder may not be there yet; empty: nothing can be saved.
  explicit PoseLibrary(std::filesystem::path folder = {}) : folder_(std::move(folder)) {}

  const std::filesystem::path& folder() const { return folder_; }
  // Sorted, no more than kMostPoses; those of files that end with ".json" and are no hidden ones.
  std::vector<std::string> names() const;
  // Throws std::runtime_error with one sentence: there is none, or it cannot be read.
  GivenText read(const Scene& scene, const std::string& name) const;

  // These throw std::runtime_error with one sentence; the folder is then as it was. A name has 1 to
  // 80 letters (240 bytes) of UTF-8 without control characters, "/" or "\\", and does not begin
  // with a point. A pose of that name is not written over.
  void save(const Model& model, const GivenPose& pose, const std::string& name) const;
  void rename(const std::string& name, const std::string& to) const;
  void remove(const std::string& name) const;

  static constexpr std::size_t kMostPoses = 500;

 private:
  std::filesystem::path file_of(const std::string& name) const;

  std::filesystem::path folder_;
};

}  // namespace bindpose
