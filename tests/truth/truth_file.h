// Poses that other programs computed, as ../shared/truth holds them (README.md there).
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "math/types.h"

namespace bindpose::truth {

struct TruthPose {
  std::string tag;
  int clip = -1;
  std::string clip_name;  // "" where the file has none
  double time = 0.0;      // in the importer's time line of the clip
  std::vector<vec3> points;
  std::map<std::string, vec3> joints;
};

struct TruthFile {
  std::string model;
  std::filesystem::path file;  // the model
  float diagonal = 1.0f;       // of the rest pose
  bool paired = true;          // point k is the same vertex in every pose
  std::vector<TruthPose> poses;
};

// All of them, by name; empty where the folder is absent. `paired`: of the points in it.
std::vector<TruthFile> load_truth(const std::filesystem::path& shared, bool paired);

}  // namespace bindpose::truth
