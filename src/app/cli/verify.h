// `bindpose verify`: the same pose by every formulation, and on the GPU.
#pragma once

#include <string>
#include <vector>

#include "scene/scene.h"

namespace bindpose {
class Renderer;
}

namespace bindpose::app {

struct Check {
  std::string name;       // "W_j: one loop against the product of the chain, in double"
  double difference = 0;  // relative: lengths to the model's size, matrix entries to their largest
  bool skipped = false;
  std::string note;         // why it was skipped, or where the largest difference is
  std::size_t samples = 0;  // that were compared
};

inline constexpr double kVerifyLimit = 1e-5;

// The checks that need no GPU.
std::vector<Check> verify_on_cpu(const Scene& scene);
// GPU skinning by transform feedback against the CPU, positions and normals, with every deformer.
std::vector<Check> verify_on_gpu(const Scene& scene, Renderer& renderer);

// A table for a person, with the number of comparisons behind each line. `failed` counts the checks
// above kVerifyLimit.
std::string verify_report(const std::vector<Check>& checks, int& failed);
// The same as a line of JSON: checks_line() of io/text/scene_json.h.
std::string verify_line(const std::string& path, const std::vector<Check>& checks, int& failed);

}  // namespace bindpose::app
