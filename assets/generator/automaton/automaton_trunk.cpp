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
namespace {

// Corners cut once (G. Chaikin), so that the outline is round.
Profile rounded(const Profile& profile) {
  Profile out{profile.front()};
  for (std::size_t k = 0; k + 1 < profile.size(); ++k) {
    if (k > 0) out.push_back(glm::mix(profile[k], profile[k + 1], 0.25f));
    if (k + 2 < profile.size()) out.push_back(glm::mix(profile[k], profile[k + 1], 0.75f));
  }
  out.push_back(profile.back());
  return out;
}

void rivets(const Workshop& shop, const std::string& joint, float radius, float y, int count,
            float size, Surface& to) {
  for (int k = 0; k < count; ++k) {
    const float a = 2.0f * std::numbers::pi_v<float> * (static_cast<float>(k) + 0.5f) /
                    static_cast<float>(count);
    const vec3 out(std::sin(a), 0.0f, std::cos(a));
    if (out.x < 0.0f) continue;
    Surface s =
        turned(kBrass, frame_along(radius * out + vec3(0.0f, y, 0.0f), out, kUp),
               {{0.0f, -size}, {size, 0.0f}, {0.7f * size, 0.55f * size}, {0.0f, 0.75f * size}}, 6);
    shop.colour(s, 0.9f);
    Surface other = reflected(s, "rivet");
    shop.rigid(s, joint, to);
    shop.rigid(other, joint, to);
  }
}

}  // namespace

void add_trunk(Workshop& shop, Layers& to) {
  const Frame up{mat3(1.0f), vec3(0.0f)};
  const auto middle = [&](int material, const Profile& profile, float tone,
                          const std::string& joint, int around = 32,
                          const vec3& stretch = vec3(1.0f), const vec3& about = vec3(0.0f)) {
    Surface s = evened(stretched(turned(material, up, profile, around), about, stretch));
    shop.colour(s, tone);
    shop.rigid(s, joint, to.middle[static_cast<std::size_t>(material)]);
  };
  middle(kEnamel,
         rounded({{0.0f, 0.800f},
                  {0.120f, 0.800f},
                  {0.150f, 0.815f},
                  {0.185f, 0.860f},
                  {0.212f, 0.915f},
                  {0.222f, 0.975f},
                  {0.216f, 1.030f},
                  {0.196f, 1.080f},
                  {0.160f, 1.120f},
                  {0.110f, 1.145f},
                  {0.065f, 1.150f},
                  {0.0f, 1.150f}}),
         0.42f, "chest", 40);
  middle(kBrass, band(0.174f, 0.806f, 0.846f), 0.5f, "chest");
  middle(kBrass, band(0.193f, 1.070f, 1.098f), 0.5f, "chest");
  middle(kBrass, band(0.082f, 1.128f, 1.164f), 0.6f, "chest", 28);
  rivets(shop, "chest", 0.1705f, 0.826f, 18, 0.0085f, to.middle[kBrass]);
  middle(kEnamel,
         {{0.0f, 0.535f},
          {0.060f, 0.540f},
          {0.112f, 0.560f},
          {0.142f, 0.598f},
          {0.150f, 0.640f},
          {0.146f, 0.662f},
          {0.128f, 0.672f},
          {0.0f, 0.672f}},
         0.72f, "hips");
  middle(kBrass, band(0.158f, 0.640f, 0.672f), 0.5f, "hips");
  // The head, wider than deep, with a brass crown and collar.
  const vec3 wide(1.14f, 1.0f, 1.0f);
  middle(kEnamel,
         rounded({{0.0f, 1.235f},
                  {0.105f, 1.238f},
                  {0.140f, 1.256f},
                  {0.161f, 1.295f},
                  {0.170f, 1.350f},
                  {0.168f, 1.405f},
                  {0.152f, 1.458f},
                  {0.118f, 1.500f},
                  {0.065f, 1.524f},
                  {0.0f, 1.530f}}),
         0.72f, "head", 40, wide);
  middle(kBrass, band(0.078f, 1.206f, 1.246f), 0.6f, "head", 28);
  middle(kBrass, band(0.060f, 1.508f, 1.542f), 0.7f, "head", 24, wide);
  middle(kEnamel,
         {{0.0f, 1.448f},
          {0.120f, 1.448f},
          {0.1605f, 1.448f},
          {0.1585f, 1.462f},
          {0.1475f, 1.478f},
          {0.1f, 1.480f},
          {0.0f, 1.480f}},
         0.95f, "head", 32, wide);
  // Bellows in waist and neck.
  Surface waist = evened(
      turned(kRubber, {mat3(1.0f), {0.0f, 0.655f, 0.0f}}, folds(0.165f, 0.122f, 0.026f, 5), 28));
  shop.colour(waist, 0.7f);
  for (const vec3& p : waist.position) {
    const float y = smooth_step(0.665f, 0.74f, p.y), z = smooth_step(0.735f, 0.81f, p.y);
    std::vector<Influence> row;
    const Character& c = shop.character();
    for (const Influence& i :
         {Influence{find(c, "hips"), 1.0f - y}, Influence{find(c, "waist"), y - z * y},
          Influence{find(c, "chest"), y * z}}) {
      if (i.weight > 0.0f) row.push_back(i);
    }
    std::sort(row.begin(), row.end(),
              [](const Influence& a, const Influence& b) { return a.weight > b.weight; });
    waist.influence.push_back(row);
  }
  append(to.middle[kRubber], waist);
  Surface neck = evened(
      turned(kRubber, {mat3(1.0f), {0.0f, 1.135f, 0.0f}}, folds(0.105f, 0.064f, 0.018f, 4), 20));
  shop.colour(neck, 0.7f);
  shop.bent(neck, "chest", "head", {0.0f, 1.135f, 0.0f}, {0.0f, 1.24f, 0.0f}, 0.05f, 0.95f,
            to.middle[kRubber]);
  // The antenna is a spring with a lamp.
  Surface spring =
      evened(turned(kSteel, {mat3(1.0f), kCrown}, folds(0.15f, 0.012f, 0.006f, 9), 10));
  shop.colour(spring, 0.7f);
  shop.bent(spring, "antenna1", "antenna2", kCrown, kCrown + vec3(0.0f, 0.15f, 0.0f), 0.15f, 0.85f,
            to.middle[kSteel]);
  Surface lamp = evened(
      ball("lamp", kGlow, {mat3(1.0f), kCrown + vec3(0.0f, 0.168f, 0.0f)}, vec3(0.027f), 16, 10));
  for (std::size_t v = 0; v < lamp.uv.size(); ++v)
    lamp.uv[v] =
        shop.paint().box.uv(shop.paint().eye, 0.5f + 0.19f + 0.03f * lamp.normal[v].y, 0.5f);
  shop.rigid(lamp, "antenna2", to.middle[kGlow]);
}

void add_front(Workshop& shop, Layers& to) {
  const Frame hole = frame_along({0.0f, 0.965f, 0.200f}, kFront, kUp);
  Surface rim = evened(turned(kBrass, hole,
                              {{0.0f, -0.03f},
                               {0.096f, -0.03f},
                               {0.108f, 0.0f},
                               {0.104f, 0.020f},
                               {0.094f, 0.027f},
                               {0.085f, 0.024f},
                               {0.082f, 0.010f},
                               {0.0f, 0.010f}},
                              36));
  shop.colour(rim, 0.6f);
  for (std::size_t v = 0; v < rim.uv.size(); ++v) {
    const vec3 l = hole.to_local(rim.position[v]);
    if (l.y > 0.005f && std::hypot(l.x, l.z) < 0.083f)
      rim.uv[v] = shop.paint().box.uv(shop.paint().brass, 0.0f, 0.12f);
  }
  shop.rigid(rim, "chest", to.middle[kBrass]);
  Surface glass = evened(turned(kGlass, hole,
                                {{0.0f, 0.012f},
                                 {0.084f, 0.014f},
                                 {0.080f, 0.030f},
                                 {0.064f, 0.046f},
                                 {0.036f, 0.057f},
                                 {0.0f, 0.061f}},
                                32));
  for (std::size_t v = 0; v < glass.uv.size(); ++v) {
    glass.uv[v] =
        shop.paint().box.uv(shop.paint().glass, 0.5f, smooth_step(0.2f, 1.0f, glass.normal[v].z));
  }
  shop.rigid(glass, "chest", to.middle[kGlass]);
  const auto gear = [&](const vec3& at, int teeth, float root, float tip, float phase, int material,
                        const std::string& joint) {
    const Frame f = frame_along(at - 0.012f * kFront, kFront,
                                glm::normalize(vec3(std::sin(phase), std::cos(phase), 0.0f)));
    Surface s = prism("gear", material, f, gear_outline(teeth, root, tip), 0.0075f, 0.0018f);
    shop.colour(s, 0.75f);
    for (std::size_t v = 0; v < s.uv.size(); ++v) {
      const vec3 l = f.to_local(s.position[v]);
      const float r = std::hypot(l.x, l.z) / root;
      s.uv[v] = shop.paint().box.uv(material == kBrass ? shop.paint().brass : shop.paint().steel,
                                    r < 0.4f ? 0.3f : 0.9f, s.normal[v].z > 0.5f ? 1.0f : 0.45f);
    }
    shop.rigid(s, joint, to.middle[static_cast<std::size_t>(material)]);
    Surface hub = turned(
        kSteel, {f.axes, f.origin},
        {{0.0f, -0.01f}, {0.30f * root, -0.01f}, {0.30f * root, 0.012f}, {0.0f, 0.014f}}, 12);
    shop.colour(hub, 0.8f);
    shop.rigid(hub, joint, to.middle[kSteel]);
  };
  gear(kGear1, 12, 0.037f, 0.046f, 0.0f, kBrass, "gear1");
  gear(kGear2, 8, 0.0235f, 0.032f, 0.05f, kSteel, "gear2");
  // The mouth: a grille with bars.
  std::vector<vec2> slot;
  for (int k = 0; k < 20; ++k) {
    const float a = 2.0f * std::numbers::pi_v<float> * static_cast<float>(k) / 20.0f;
    const vec2 round(std::sin(a), std::cos(a));
    slot.push_back(0.026f * round + vec2(round.x > 1e-4f    ? 0.050f
                                         : round.x < -1e-4f ? -0.050f
                                                            : 0.0f,
                                         0.0f));
  }
  const Frame mouth = frame_along({0.0f, 1.284f, 0.146f}, kFront, kUp);
  Surface plate = evened(prism("mouth", kRubber, mouth, slot, 0.020f, 0.004f));
  shop.colour(plate, 0.0f);
  shop.rigid(plate, "head", to.middle[kRubber]);
  for (int k = -3; k <= 3; ++k) {
    const float x = 0.0195f * static_cast<float>(k),
                h = 0.021f - 0.0016f * std::abs(static_cast<float>(k));
    const float z = 0.1675f - 0.02f * x * x / 0.0036f * 0.2f;
    const std::array<vec3, 3> line{vec3(x, 1.284f - h, z - 0.003f), vec3(x, 1.284f, z),
                                   vec3(x, 1.284f + h, z - 0.003f)};
    const std::array<float, 3> radius{0.0048f, 0.0052f, 0.0048f};
    Surface bar = tube("bar", kBrass, line, radius, 6);
    shop.colour(bar, 0.8f);
    shop.rigid(bar, "head", to.middle[kBrass]);
  }
  // The key in its back.
  Surface shaft = turned(kSteel, frame_along(kKey + 0.03f * kFront, -kFront, kUp),
                         {{0.0f, 0.0f},
                          {0.030f, 0.0f},
                          {0.030f, 0.030f},
                          {0.014f, 0.036f},
                          {0.014f, 0.135f},
                          {0.0f, 0.138f}},
                         16);
  shop.colour(shaft, 0.6f);
  shop.rigid(shaft, "key", to.middle[kSteel]);
  std::vector<vec2> bow;
  for (int k = 0; k < 40; ++k) {
    const float a = 2.0f * std::numbers::pi_v<float> * static_cast<float>(k) / 40.0f;
    const float r = 0.026f + 0.088f * std::pow(std::abs(std::sin(a)), 1.6f);
    bow.push_back(r * vec2(std::sin(a), std::cos(a)));
  }
  // Its plane holds the shaft: the outline's long way is up, its short way along the shaft.
  const vec3 middle = kKey - 0.130f * kFront;
  const Frame flat{mat3(kUp, kAcross, -kFront), middle};
  Surface wing = evened(prism("bow", kBrass, flat, bow, 0.012f, 0.004f));
  shop.colour(wing, 0.8f);
  shop.rigid(wing, "key", to.middle[kBrass]);
}

}  // namespace bindpose::gen::automaton
