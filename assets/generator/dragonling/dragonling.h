// The dragonling: a young dragon on four legs, with wings of skin and a long tail.
#pragma once

#include <array>
#include <vector>

#include "character.h"
#include "field.h"
#include "palette.h"
#include "weights.h"

namespace bindpose::gen::dragonling {

inline constexpr vec3 kAcross{1.0f, 0.0f, 0.0f}, kUp{0.0f, 1.0f, 0.0f}, kFront{0.0f, 0.0f, 1.0f};

// Left side is +x.
inline const vec3 kHips{0.0f, 0.475f, -0.24f};
inline const vec3 kChest{0.0f, 0.50f, 0.06f};
inline const vec3 kNeck{0.0f, 0.575f, 0.20f};
inline const vec3 kHead{0.0f, 0.775f, 0.335f};
inline const vec3 kShoulder{0.118f, 0.455f, 0.135f};
inline const vec3 kElbow{0.160f, 0.285f, 0.055f};
inline const vec3 kWrist{0.163f, 0.095f, 0.125f};
inline const vec3 kFingers{0.168f, 0.035f, 0.215f};
inline const vec3 kThigh{0.108f, 0.445f, -0.25f};
inline const vec3 kKnee{0.172f, 0.285f, -0.135f};
inline const vec3 kHock{0.168f, 0.140f, -0.315f};
inline const vec3 kBall{0.173f, 0.042f, -0.255f};
inline const vec3 kToes{0.176f, 0.032f, -0.155f};
inline const vec3 kWingRoot{0.075f, 0.610f, 0.030f};
inline const vec3 kWingElbow{0.245f, 0.760f, -0.090f};
inline const vec3 kWingWrist{0.395f, 0.985f, 0.010f};
inline const vec3 kFlank{0.105f, 0.520f, -0.225f};
inline const std::array<std::array<vec3, 2>, 3> kWingFinger{{
    {vec3{0.700f, 1.195f, -0.070f}, vec3{1.010f, 1.135f, -0.230f}},
    {vec3{0.660f, 0.985f, -0.230f}, vec3{0.865f, 0.800f, -0.390f}},
    {vec3{0.490f, 0.825f, -0.270f}, vec3{0.575f, 0.610f, -0.435f}},
}};

// The head is modelled around its own origin.
inline const vec3 kSkull{0.0f, 0.880f, 0.420f};
inline const vec3 kEye{0.093f, 0.028f, 0.112f};  // from there
inline constexpr float kEyeRadius = 0.066f;
inline const vec3 kEarRoot{0.135f, 0.030f, -0.060f};
inline const vec3 kEarTip{0.300f, 0.105f, -0.170f};

inline constexpr int kTailBones = 10;
// Its kTailBones + 1 points, and the radius of the body there.
const std::vector<vec3>& tail();
float tail_radius(float along);  // 0 at the hips to 1 at the tip

float body(const vec3& p);
float mouth(const vec3& p);  // below 0 in the line of the mouth
float edge_length(const vec3& p);

struct Paints {
  PaintBox box{512};
  int skin, gold, ivory, eye, wing;
};
Paints paints();
vec2 skin_uv(const Paints& paint, const vec3& p, const vec3& normal);

enum Materials { kSkin, kGold, kIvory, kEyes, kMembrane };

void add_skeleton(Character& c);
std::vector<Segment> heat_segments(const Character& c);
void add_parts(Character& c, const Paints& paint, const TriangleMesh& mesh,
               const WeightRows& weight);
void add_wings(Character& c, const Paints& paint);
void add_clips(Character& c);

Character make();

}  // namespace bindpose::gen::dragonling
