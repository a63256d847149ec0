#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "automaton/workshop.h"
#include "palette.h"
#include "shapes.h"
#include "surfaces.h"
#include "weights.h"

namespace bindpose::gen::automaton {

void add_face(Workshop& shop, Layers& to) {
  const vec3 gaze = glm::normalize(vec3(0.10f, 0.0f, 1.0f));
  Surface eye = eyeball(kGlow, kEye, kEyeRadius, gaze, 1.35f);
  for (vec2& uv : eye.uv) uv = shop.paint().box.uv(shop.paint().eye, uv.x, uv.y);
  shop.rigid(eye, "eye.L", to.side[kGlow]);
  Surface lid = eyelid(kBrass, kEye, kEyeRadius, glm::normalize(vec3(0.05f, 0.80f, -0.42f)));
  shop.colour(lid, 0.55f);
  shop.rigid(lid, "eyelid.L", to.side[kBrass]);
  const Frame around = frame_along(kEye + 0.012f * gaze, gaze, kUp);
  Surface rim = turned(kBrass, around,
                       {{0.0f, -0.05f},
                        {0.070f, -0.05f},
                        {0.076f, -0.01f},
                        {0.073f, 0.006f},
                        {0.066f, 0.010f},
                        {0.060f, 0.004f},
                        {0.0f, -0.02f}},
                       28);
  shop.colour(rim, 0.6f);
  shop.rigid(rim, "head", to.side[kBrass]);
}

void add_limbs(Workshop& shop, Layers& to) {
  const auto piece = [&](int material, const vec3& a, const vec3& b, const Profile& profile,
                         float tone, const std::string& joint, int around = 18) {
    const vec3 front = std::abs(glm::normalize(b - a).z) > 0.9f ? kUp : kFront;
    Surface s = turned(material, frame_along(a, b - a, front), profile, around);
    shop.colour(s, tone);
    shop.rigid(s, joint == "head" ? joint : joint + ".L",
               to.side[static_cast<std::size_t>(material)]);
  };
  const auto ball_at = [&](int material, const vec3& at, float r, float tone,
                           const std::string& joint) {
    const bool small = r < 0.03f;
    Surface s = ball("ball", material, {mat3(1.0f), at}, vec3(r), small ? 10 : 18, small ? 6 : 12);
    shop.colour(s, tone);
    shop.rigid(s, joint + ".L", to.side[static_cast<std::size_t>(material)]);
  };
  // A bellows from the share `from` of the bone before its joint to the share `till` of the next.
  const auto bellows = [&](const vec3& a, const vec3& j, const vec3& b, float from, float till,
                           float radius, int count, const std::string& first,
                           const std::string& second) {
    const vec3 low = glm::mix(a, j, from), high = glm::mix(j, b, till);
    Surface s = turned(kRubber, frame_along(low, high - low, kFront),
                       folds(glm::length(high - low), radius, 0.24f * radius, count), 20);
    // The line from low to high leaves out the joint: bend the axis over it.
    const vec3 d = high - low;
    const float where = glm::dot(j - low, d) / glm::dot(d, d);
    const vec3 off = j - (low + where * d);
    for (vec3& p : s.position) {
      const float along = glm::dot(p - low, d) / glm::dot(d, d);
      const float x = along < where ? along / where : (1.0f - along) / (1.0f - where);
      p += off * smooth_step(0.0f, 1.0f, std::clamp(x, 0.0f, 1.0f));
    }
    shop.colour(s, 0.7f);
    shop.bent(s, first + ".L", second + ".L", low, high, 0.08f, 0.92f, to.side[kRubber]);
  };
  ball_at(kBrass, kShoulder, 0.058f, 0.55f, "upper_arm");
  piece(kSteel, {0.14f, 1.045f, 0.0f}, kShoulder,
        {{0.0f, 0.0f},
         {0.052f, 0.0f},
         {0.052f, 0.075f},
         {0.040f, 0.082f},
         {0.040f, 0.11f},
         {0.0f, 0.115f}},
        0.5f, "shoulder");
  const vec3 outward = glm::normalize(vec3(0.75f, 0.66f, 0.0f));
  Profile cap;
  for (int k = 0; k <= 8; ++k) {
    const float a = 1.45f * static_cast<float>(8 - k) / 8.0f;
    if (k == 0) {
      cap = {{0.0f, -0.004f}, {0.066f, -0.004f}};
    }
    cap.emplace_back(k == 8 ? 0.0f : 0.084f * std::sin(a), 0.084f * std::cos(a));
  }
  piece(kEnamel, kShoulder, kShoulder + outward, cap, 0.42f, "upper_arm", 26);
  const float upper = glm::length(kElbow - kShoulder), fore = glm::length(kWrist - kElbow);
  piece(kSteel, kShoulder, kElbow,
        {{0.0f, 0.0f},
         {0.030f, 0.0f},
         {0.030f, 0.62f * upper},
         {0.040f, 0.64f * upper},
         {0.040f, 0.72f * upper},
         {0.0f, 0.73f * upper}},
        0.7f, "upper_arm");
  bellows(kShoulder, kElbow, kWrist, 0.66f, 0.30f, 0.046f, 5, "upper_arm", "forearm");
  piece(kEnamel, kElbow, kWrist,
        {{0.0f, 0.20f * fore},
         {0.044f, 0.20f * fore},
         {0.054f, 0.26f * fore},
         {0.072f, 0.50f * fore},
         {0.083f, 0.78f * fore},
         {0.082f, 0.94f * fore},
         {0.072f, 0.985f * fore},
         {0.05f, 0.99f * fore},
         {0.0f, 0.99f * fore}},
        0.72f, "forearm", 26);
  piece(kBrass, kElbow, kWrist, band(0.090f, 0.86f * fore, 0.97f * fore), 0.55f, "forearm", 26);
  piece(kBrass, kElbow, kWrist, band(0.054f, 0.17f * fore, 0.26f * fore), 0.55f, "forearm");
  // The hand.
  piece(kSteel, kWrist, kPalm,
        {{0.0f, -0.02f},
         {0.026f, -0.02f},
         {0.026f, 0.02f},
         {0.040f, 0.034f},
         {0.050f, 0.058f},
         {0.048f, 0.088f},
         {0.034f, 0.102f},
         {0.0f, 0.104f}},
        0.6f, "hand");
  const Character& c = shop.character();
  for (const char* name : {"thumb", "index", "pinky"}) {
    for (const char* number : {"1", "2"}) {
      const Joint& j =
          c.joint[static_cast<std::size_t>(find(c, std::string(name) + number + ".L"))];
      const vec3 a(j.bind[3]), b = j.tail;
      const float r = number[0] == '1' ? 0.0165f : 0.0145f;
      ball_at(kBrass, a, 1.12f * r, 0.6f, std::string(name) + number);
      const float l = glm::length(b - a);
      piece(kSteel, a, b,
            {{0.0f, 0.1f * l},
             {0.85f * r, 0.1f * l},
             {r, 0.3f * l},
             {0.95f * r, 0.85f * l},
             {0.6f * r, 1.05f * l},
             {0.0f, 1.12f * l}},
            0.75f, std::string(name) + number, 12);
    }
  }
  // The legs.
  const float thigh = glm::length(kKnee - kThigh), shin = glm::length(kAnkle - kKnee);
  ball_at(kBrass, kThigh, 0.056f, 0.5f, "thigh");
  piece(kSteel, kThigh, kKnee,
        {{0.0f, 0.0f},
         {0.036f, 0.0f},
         {0.036f, 0.55f * thigh},
         {0.048f, 0.58f * thigh},
         {0.048f, 0.68f * thigh},
         {0.0f, 0.69f * thigh}},
        0.7f, "thigh");
  bellows(kThigh, kKnee, kAnkle, 0.62f, 0.28f, 0.055f, 5, "thigh", "shin");
  piece(kEnamel, kKnee, kAnkle,
        {{0.0f, 0.20f * shin},
         {0.052f, 0.20f * shin},
         {0.062f, 0.25f * shin},
         {0.074f, 0.45f * shin},
         {0.090f, 0.72f * shin},
         {0.100f, 0.90f * shin},
         {0.097f, 0.97f * shin},
         {0.07f, 0.985f * shin},
         {0.0f, 0.985f * shin}},
        0.42f, "shin", 26);
  piece(kBrass, kKnee, kAnkle, band(0.106f, 0.86f * shin, 0.96f * shin), 0.55f, "shin", 26);
  piece(kBrass, kKnee, kAnkle, band(0.063f, 0.17f * shin, 0.26f * shin), 0.55f, "shin");
  const auto shoe = [&](int material, const Profile& profile, float tone) {
    const vec3 about(0.140f, 0.0f, 0.030f);
    Surface s =
        stretched(turned(material, {mat3(1.0f), about}, profile, 28), about, {0.98f, 1.0f, 1.38f});
    shop.colour(s, tone);
    shop.rigid(s, "foot.L", to.side[static_cast<std::size_t>(material)]);
  };
  shoe(kRubber, {{0.0f, 0.0f}, {0.100f, 0.0f}, {0.108f, 0.006f}, {0.108f, 0.020f}, {0.0f, 0.022f}},
       0.3f);
  shoe(kEnamel,
       {{0.0f, 0.012f},
        {0.100f, 0.014f},
        {0.103f, 0.030f},
        {0.098f, 0.052f},
        {0.082f, 0.078f},
        {0.058f, 0.098f},
        {0.028f, 0.108f},
        {0.0f, 0.110f}},
       0.72f);
  shoe(kBrass, band(0.1065f, 0.018f, 0.036f), 0.5f);
  // Ears.
  piece(kBrass, {0.175f, 1.375f, 0.0f}, {0.25f, 1.375f, 0.0f},
        {{0.0f, 0.0f},
         {0.046f, 0.0f},
         {0.050f, 0.014f},
         {0.044f, 0.026f},
         {0.024f, 0.030f},
         {0.020f, 0.046f},
         {0.0f, 0.050f}},
        0.6f, "head", 20);
}

}  // namespace bindpose::gen::automaton
