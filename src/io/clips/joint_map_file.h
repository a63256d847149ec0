// Tables of joint pairs as files, to be kept and changed by hand.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rig/retarget/joint_map.h"
#include "scene/model.h"

namespace bindpose {

// JSON: "bindpose_joint_map": 1, "source" and "target" the names of the files, "pairs" an object
// with the target's joints as keys and the source's as values (null: none), "hips" the target's
// joint that carries the body. Throws std::runtime_error with one sentence where it cannot be
// written.
void write_joint_map(const JointMap& map, const Model& source, const Model& target,
                     const std::filesystem::path& file);

struct JointMapFile {
  JointMap map;                    // sound
  std::vector<std::string> notes;  // what does not fit, a sentence each
};
// Throws std::runtime_error with one sentence: no such file, broken (with the line, or the pair), a
// later version, or of other rigs: no pair of it is in both.
JointMapFile read_joint_map(const std::filesystem::path& file, const Model& source,
                            const Model& target);

}  // namespace bindpose
