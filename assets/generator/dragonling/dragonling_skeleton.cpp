#include <string>

#include "dragonling/dragonling.h"

namespace bindpose::gen::dragonling {
namespace {

void add_legs(Character& c, int hips, int chest, bool left) {
  const auto bone = [&](const std::string& name, int parent, const vec3& a, const vec3& b,
                        const vec3& front) {
    const auto at = [&](const vec3& p) { return left ? p : mirror(p); };
    return add_joint(c, name + (left ? ".L" : ".R"), parent, at(a), at(b), at(front));
  };
  const int shoulder = bone("shoulder", chest, {0.045f, 0.54f, 0.07f}, kShoulder, kFront);
  const int upper = bone("upper_arm", shoulder, kShoulder, kElbow, kFront);
  const int forearm = bone("forearm", upper, kElbow, kWrist, kFront);
  bone("forepaw", forearm, kWrist, kFingers, kUp);
  const int thigh = bone("thigh", hips, kThigh, kKnee, kFront);
  const int shin = bone("shin", thigh, kKnee, kHock, kFront);
  const int foot = bone("metatarsus", shin, kHock, kBall, kFront);
  bone("hindpaw", foot, kBall, kToes, kUp);
  const int wing = bone("wing_arm", chest, kWingRoot, kWingElbow, kFront);
  const int fore = bone("wing_forearm", wing, kWingElbow, kWingWrist, kFront);
  for (std::size_t f = 0; f < 3; ++f) {
    const std::string name = "wing_finger" + std::to_string(f + 1);
    const int first = bone(name + "a", fore, kWingWrist, kWingFinger[f][0], kFront);
    bone(name + "b", first, kWingFinger[f][0], kWingFinger[f][1], kFront);
  }
}

}  // namespace

void add_skeleton(Character& c) {
  const int root = add_joint(c, "root", -1, vec3(0.0f), {0.0f, 0.2f, 0.0f}, kFront);
  const vec3 waist = glm::mix(kHips, kChest, 0.5f);
  const int hips = add_joint(c, "hips", root, kHips, waist, kUp);
  const int spine = add_joint(c, "spine", hips, waist, kChest, kUp);
  const int chest = add_joint(c, "chest", spine, kChest, kNeck, kUp);
  const vec3 nape = glm::mix(kNeck, kHead, 0.5f);
  const int neck = add_joint(c, "neck1", chest, kNeck, nape, kFront);
  const int upper = add_joint(c, "neck2", neck, nape, kHead, kFront);
  const int head = add_joint(c, "head", upper, kHead, kSkull + vec3(0.0f, 0.16f, 0.0f), kFront);
  add_joint(c, "snout", head, kSkull + vec3(0.0f, -0.05f, 0.06f),
            kSkull + vec3(0.0f, -0.05f, 0.26f), kUp);
  for (const bool left : {true, false}) {
    const auto at = [&](const vec3& p) { return left ? p : mirror(p); };
    const std::string side = left ? ".L" : ".R";
    const vec3 eye = kSkull + kEye;
    add_joint(c, "eye" + side, head, at(eye), at(eye + vec3(0.03f, 0.0f, 0.085f)), kUp);
    add_joint(c, "eyelid" + side, head, at(eye), at(eye + vec3(0.025f, 0.05f, 0.065f)), kUp);
    add_joint(c, "ear" + side, head, at(kSkull + kEarRoot), at(kSkull + kEarTip), kFront);
  }
  add_legs(c, hips, chest, true);
  add_legs(c, hips, chest, false);
  int parent = hips;
  for (std::size_t k = 0; k < kTailBones; ++k) {
    parent = add_joint(c, "tail" + std::to_string(k + 1), parent, tail()[k], tail()[k + 1], kUp);
  }
}

std::vector<Segment> heat_segments(const Character& c) {
  std::vector<Segment> out;
  for (std::size_t j = 1; j < c.joint.size(); ++j) {
    const Joint& joint = c.joint[j];
    if (joint.name.starts_with("eye") || joint.name.starts_with("wing_finger")) continue;
    out.push_back({static_cast<int>(j), vec3(joint.bind[3]), joint.tail});
  }
  const auto pair = [&](const std::string& name, const vec3& a, const vec3& b) {
    out.push_back({find(c, name), a, b});
    out.push_back({find(c, name), mirror(a), mirror(b)});
  };
  pair("head", kSkull + vec3(0.0f, 0.02f, 0.0f), kSkull + vec3(0.10f, 0.02f, 0.08f));
  pair("head", kSkull + vec3(0.0f, -0.06f, 0.0f), kSkull + vec3(0.09f, -0.06f, 0.06f));
  pair("hips", kHips, kHips + vec3(0.06f, -0.02f, 0.02f));
  pair("chest", kChest, kChest + vec3(0.05f, 0.05f, -0.01f));
  pair("spine", {0.0f, 0.46f, -0.10f}, {0.07f, 0.44f, -0.08f});
  return out;
}

}  // namespace bindpose::gen::dragonling
