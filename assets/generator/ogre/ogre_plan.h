// Where the ogre's joints are and what its body looks like: the numbers that make the character.
#pragma once

#include <array>

#include "field.h"

namespace bindpose::gen::ogre {

// Left side is +x; the right side is its mirror image.
inline const vec3 kHips{0.0f, 0.66f, -0.01f};
inline const vec3 kSpine{0.0f, 0.80f, -0.02f};
inline const vec3 kChest{0.0f, 1.02f, -0.03f};
inline const vec3 kNeck{0.0f, 1.27f, -0.01f};
inline const vec3 kHead{0.0f, 1.39f, 0.03f};
inline const vec3 kCrown{0.0f, 1.84f, 0.05f};
inline const vec3 kJaw{0.0f, 1.49f, 0.06f};
inline const vec3 kChin{0.0f, 1.43f, 0.23f};
inline const vec3 kBelly{0.0f, 0.90f, 0.04f};
inline const vec3 kNavel{0.0f, 0.86f, 0.33f};
inline const vec3 kClavicle{0.08f, 1.23f, -0.02f};
inline const vec3 kShoulder{0.385f, 1.205f, -0.03f};
inline const vec3 kElbow{0.60f, 0.985f, -0.05f};
inline const vec3 kWrist{0.775f, 0.77f, 0.02f};
inline const vec3 kThigh{0.165f, 0.62f, 0.0f};
inline const vec3 kKnee{0.195f, 0.365f, 0.03f};
inline const vec3 kAnkle{0.21f, 0.115f, -0.02f};
inline const vec3 kBall{0.245f, 0.045f, 0.15f};
inline const vec3 kToeTip{0.265f, 0.04f, 0.27f};

// The head is modelled around its own origin at its own scale.
inline const vec3 kHeadOrigin{0.0f, 1.575f, 0.075f};
inline constexpr float kHeadScale = 1.12f;
inline vec3 head_point(const vec3& local) {
  return kHeadOrigin + kHeadScale * local;
}
inline vec3 head_local(const vec3& p) {
  return (p - kHeadOrigin) / kHeadScale;
}

inline const vec3 kEye{0.082f, 0.064f, 0.146f};  // head-local
inline constexpr float kEyeRadius = 0.058f;
inline const vec3 kEarRoot{0.175f, 0.045f, -0.02f};
inline const vec3 kEarTip{0.385f, 0.105f, -0.09f};

// Hand frame at the wrist: y along the hand, z to the thumb, x out of the palm.
Frame hand_frame();
inline constexpr float kHandScale = 1.16f;
struct Finger {
  const char* name;
  std::array<vec3, 3> joint;  // knuckle, middle, tip; in the hand frame, before kHandScale
  std::array<float, 3> radius;
};
const std::array<Finger, 4>& fingers();
vec3 hand_point(const vec3& local);

// The whole body, symmetric in x.
float body(const vec3& p);
// Curve of the smile in head-local x, y: negative inside the opened mouth.
float mouth_opening(const vec3& local);
// Wanted edge length of the mesh.
float edge_length(const vec3& p);

}  // namespace bindpose::gen::ogre
