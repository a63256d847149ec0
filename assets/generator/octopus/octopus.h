// The octopus: a field, eight arms of nine joints, suckers, eyes with lids.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "character.h"
#include "field.h"

namespace bindpose::gen::octopus {

inline constexpr int kBones = 9;  // of an arm
inline constexpr int kArms = 4;   // on a side

struct Arm {
  std::string name;           // "arm_front"
  std::vector<vec3> joint;    // kBones + 1 points, from the root to the tip; left side
  std::vector<float> radius;  // at each
  std::vector<vec3> back;     // unit: away from the suckers
  vec3 middle{0.0f};          // of a ball around it
  float reach = 0.0f;         // its radius
};
const std::array<Arm, kArms>& arms();

inline const vec3 kEye{0.128f, 0.425f, 0.205f};
inline constexpr float kEyeRadius = 0.088f;
inline const vec3 kMantle{0.0f, 0.70f, -0.12f};
inline const vec3 kMantleRadii{0.275f, 0.315f, 0.285f};

// The whole body, symmetric in x.
float body(const vec3& p);
// Negative within the line of the smile.
float mouth(const vec3& p);
float edge_length(const vec3& p);

void add_clips(Character& c);

Character make();

}  // namespace bindpose::gen::octopus
