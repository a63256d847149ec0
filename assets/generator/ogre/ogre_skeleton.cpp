#include <cstddef>
#include <string>

#include "ogre/ogre.h"
#include "ogre/ogre_plan.h"

namespace bindpose::gen::ogre {
namespace {

constexpr vec3 kFront{0.0f, 0.0f, 1.0f};
constexpr vec3 kUp{0.0f, 1.0f, 0.0f};

struct Side {
  std::string suffix;
  bool left;
  vec3 operator()(const vec3& p) const { return left ? p : mirror(p); }
};
const Side kSides[2] = {{".L", true}, {".R", false}};

void add_arm(Character& c, int chest, const Side& side) {
  const auto name = [&](const std::string& n) { return n + side.suffix; };
  const auto bone = [&](const std::string& n, int parent, const vec3& a, const vec3& b,
                        const vec3& front) {
    return add_joint(c, name(n), parent, side(a), side(b), side(front));
  };
  const vec3 palm = hand_frame().axes[0];
  const int shoulder = bone("shoulder", chest, kClavicle, kShoulder, kFront);
  const int upper = bone("upper_arm", shoulder, kShoulder, kElbow, kFront);
  const int forearm = bone("forearm", upper, kElbow, kWrist, kFront);
  const vec3 knuckle = hand_point(fingers()[2].joint[0]);
  const int hand = bone("hand", forearm, kWrist, knuckle, palm);
  for (const Finger& f : fingers()) {
    const vec3 a = hand_point(f.joint[0]), b = hand_point(f.joint[1]);
    const int first = bone(std::string(f.name) + "1", hand, a, b, palm);
    bone(std::string(f.name) + "2", first, b, hand_point(f.joint[2]), palm);
  }
}

void add_leg(Character& c, int hips, const Side& side) {
  const auto bone = [&](const std::string& n, int parent, const vec3& a, const vec3& b,
                        const vec3& front) {
    return add_joint(c, n + side.suffix, parent, side(a), side(b), side(front));
  };
  const int thigh = bone("thigh", hips, kThigh, kKnee, kFront);
  const int shin = bone("shin", thigh, kKnee, kAnkle, kFront);
  const int foot = bone("foot", shin, kAnkle, kBall, kUp);
  bone("toe", foot, kBall, kToeTip, kUp);
}

}  // namespace

void add_skeleton(Character& c) {
  const int root = add_joint(c, "root", -1, vec3(0.0f), vec3(0.0f, 0.2f, 0.0f), kFront);
  const int hips = add_joint(c, "hips", root, kHips, kSpine, kFront);
  const int spine = add_joint(c, "spine", hips, kSpine, kChest, kFront);
  add_joint(c, "belly", spine, kBelly, kNavel, kUp);
  const int chest = add_joint(c, "chest", spine, kChest, kNeck, kFront);
  const int neck = add_joint(c, "neck", chest, kNeck, kHead, kFront);
  const int head = add_joint(c, "head", neck, kHead, kCrown, kFront);
  add_joint(c, "jaw", head, kJaw, kChin, kUp);
  for (const Side& side : kSides) {
    const vec3 eye = head_point(kEye);
    add_joint(c, "eye" + side.suffix, head, side(eye), side(eye + vec3(0.0f, 0.0f, 0.08f)), kUp);
  }
  for (const Side& side : kSides) {
    add_joint(c, "ear" + side.suffix, head, side(head_point(kEarRoot)), side(head_point(kEarTip)),
              kFront);
  }
  for (const Side& side : kSides) add_arm(c, chest, side);
  for (const Side& side : kSides) add_leg(c, hips, side);
}

std::vector<Segment> heat_segments(const Character& c) {
  std::vector<Segment> out;
  for (std::size_t j = 1; j < c.joint.size(); ++j) {
    const Joint& joint = c.joint[j];
    if (joint.name.starts_with("eye")) continue;
    out.push_back({static_cast<int>(j), vec3(joint.bind[3]), joint.tail});
  }
  const auto both = [&](const std::string& name, const vec3& a, const vec3& b) {
    out.push_back({find(c, name + ".L"), a, b});
    out.push_back({find(c, name + ".R"), mirror(a), mirror(b)});
  };
  const auto pair = [&](const std::string& name, const vec3& a, const vec3& b) {
    out.push_back({find(c, name), a, b});
    out.push_back({find(c, name), mirror(a), mirror(b)});
  };
  pair("hips", kHips, vec3(0.10f, 0.65f, -0.04f));
  out.push_back({find(c, "hips"), kHips, vec3(0.0f, 0.56f, 0.0f)});  // keeps the thighs apart
  pair("chest", kChest, vec3(0.16f, 1.12f, 0.04f));
  // The chin hangs low over the throat and the chest, which must not follow the jaw.
  pair("neck", vec3(0.0f, 1.32f, 0.02f), vec3(0.06f, 1.33f, 0.14f));
  pair("chest", kNeck, vec3(0.07f, 1.20f, 0.13f));
  pair("head", vec3(0.0f, 1.56f, 0.06f), head_point({0.10f, -0.045f, 0.14f}));
  pair("head", vec3(0.0f, 1.60f, 0.06f), head_point({0.09f, 0.07f, 0.08f}));
  pair("jaw", kJaw, head_point({0.10f, -0.135f, 0.08f}));
  both("foot", kAnkle, kAnkle + vec3(0.0f, -0.05f, -0.06f));
  for (const Finger& f : fingers()) {
    both("hand", kWrist, glm::mix(kWrist, hand_point(f.joint[0]), 0.85f));
  }
  return out;
}

}  // namespace bindpose::gen::ogre
