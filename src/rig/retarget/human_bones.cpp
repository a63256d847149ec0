#include "rig/retarget/human_bones.h"

#include <algorithm>
#include <array>
#include <string>

namespace bindpose {
namespace {

struct Bone {
  std::string_view name, part;
};
// On both sides: "left" or "right" stands before, and then the letter is large.
constexpr Bone kSided[] = {{"Eye", "eye"},
                           {"UpperLeg", "thigh"},
                           {"LowerLeg", "shin"},
                           {"Foot", "foot"},
                           {"Toes", "toe"},
                           {"Shoulder", "shoulder"},
                           {"UpperArm", "upperarm"},
                           {"LowerArm", "forearm"},
                           {"Hand", "hand"},
                           {"ThumbMetacarpal", "thumb"},
                           {"ThumbProximal", "thumb"},
                           {"ThumbDistal", "thumb"}};
constexpr Bone kLongFingers[] = {
    {"Index", "index"}, {"Middle", "middle"}, {"Ring", "ring"}, {"Little", "little"}};
constexpr std::string_view kPhalanges[] = {"Proximal", "Intermediate", "Distal"};
constexpr Bone kUnsided[] = {{"hips", "hips"},        {"spine", "spine"}, {"chest", "spine"},
                             {"upperChest", "spine"}, {"neck", "neck"},   {"head", "head"},
                             {"jaw", "jaw"}};

struct Entry {
  std::string name;
  JointPart part;
};

const std::vector<Entry>& table() {
  static const std::vector<Entry> all = [] {
    std::vector<Entry> out;
    for (const Bone& b : kUnsided) {
      out.push_back({std::string(b.name), {std::string(b.part), BodySide::None}});
    }
    for (const BodySide side : {BodySide::Left, BodySide::Right}) {
      const std::string word = side == BodySide::Left ? "left" : "right";
      const auto add = [&](const std::string& name, std::string_view part) {
        out.push_back({word + name, {std::string(part), side}});
      };
      for (const Bone& b : kSided) add(std::string(b.name), b.part);
      for (const Bone& f : kLongFingers) {
        for (const std::string_view p : kPhalanges) add(std::string(f.name).append(p), f.part);
      }
    }
    return out;
  }();
  return all;
}

const Entry* find(std::string_view name) {
  const auto at = std::ranges::find(table(), name, &Entry::name);
  return at == table().end() ? nullptr : &*at;
}

}  // namespace

std::string_view human_bone_of_vrm1(std::string_view name) {
  const Entry* entry = find(name);
  return entry == nullptr ? std::string_view() : std::string_view(entry->name);
}

std::string_view human_bone_of_vrm0(std::string_view name) {
  constexpr std::array<std::array<std::string_view, 2>, 4> kThumbs{
      {{"leftThumbProximal", "leftThumbMetacarpal"},
       {"leftThumbIntermediate", "leftThumbProximal"},
       {"rightThumbProximal", "rightThumbMetacarpal"},
       {"rightThumbIntermediate", "rightThumbProximal"}}};
  for (const auto& [old, now] : kThumbs) {
    if (name == old) return now;
  }
  return name.ends_with("ThumbMetacarpal") ? std::string_view() : human_bone_of_vrm1(name);
}

std::optional<JointPart> part_of_human_bone(std::string_view name) {
  const Entry* entry = find(name);
  if (entry == nullptr) return std::nullopt;
  return entry->part;
}

}  // namespace bindpose
