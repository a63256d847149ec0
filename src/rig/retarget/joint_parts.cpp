#include "rig/retarget/joint_parts.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "math/ascii.h"
#include "math/numbers.h"
#include "rig/pose/side_names.h"
#include "rig/retarget/human_bones.h"

namespace bindpose {
namespace {

std::string_view without_space(std::string_view name) {
  const std::size_t colon = name.find_last_of(":|");
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

// "LHipJoint" -> l hip joint; "upper_arm.L" -> upper arm l; "Spine01" -> spine 01.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!is_letter(c) && !is_digit(c)) continue;
    const char before = i > 0 ? name[i - 1] : ' ';
    const char after = i + 1 < name.size() ? name[i + 1] : ' ';
    const bool goes_on = (is_digit(c) && is_digit(before)) || (is_lower(c) && is_letter(before)) ||
                         (is_upper(c) && is_upper(before) && !is_lower(after));
    if (!goes_on) words.emplace_back();
    words.back() += to_lower(c);
  }
  return words;
}

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

constexpr std::array<std::string_view, 26> kNoise{
    "mixamorig", "bip",   "valve", "def", "org", "jnt",       "joint", "bone", "b",
    "c",         "cc",    "base",  "j",   "rig", "character", "f",     "bn",   "sk",
    "skeleton",  "human", "biped", "m",   "avg", "bend",      "g",     "jt"};
constexpr std::array<std::string_view, 18> kNoPart{
    "ik",  "pole", "target", "ctrl",     "control", "twist", "roll", "end",    "tip",
    "nub", "site", "helper", "effector", "slide",   "dummy", "sec",  "socket", "prop"};

constexpr std::array<std::string_view, 2> kSideWords{"left", "right"};
constexpr std::array<std::string_view, 6> kSides{"l", "lt", "lf", "r", "rt", "rf"};

struct Named {
  std::string key;  // letters only
  BodySide side = BodySide::None;
  std::string digits;
};

struct Word {
  std::string_view key, part;
};
// Of these, "leg", "hip" with a side, "arm", "palm" and "shoulder" are judged by their neighbours.
constexpr Word kWords[] = {{"hips", "hips"},
                           {"hip", "hips"},
                           {"pelvis", "hips"},
                           {"spine", "spine"},
                           {"chest", "spine"},
                           {"upperchest", "spine"},
                           {"lowerchest", "spine"},
                           {"chestlower", "spine"},
                           {"chestupper", "spine"},
                           {"abdomen", "spine"},
                           {"abdomenlower", "spine"},
                           {"abdomenupper", "spine"},
                           {"torso", "spine"},
                           {"waist", "spine"},
                           {"lowerback", "spine"},
                           {"upperback", "spine"},
                           {"back", "spine"},
                           {"upperbody", "spine"},
                           {"ribs", "spine"},
                           {"ribcage", "spine"},
                           {"thorax", "spine"},
                           {"stomach", "spine"},
                           {"belly", "spine"},
                           {"neck", "neck"},
                           {"necklower", "neck"},
                           {"neckupper", "neck"},
                           {"head", "head"},
                           {"skull", "head"},
                           {"jaw", "jaw"},
                           {"eye", "eye"},
                           {"shoulder", "shoulder"},
                           {"clavicle", "shoulder"},
                           {"clav", "shoulder"},
                           {"collar", "shoulder"},
                           {"collarbone", "shoulder"},
                           {"shldr", "upperarm"},
                           {"arm", "upperarm"},
                           {"upperarm", "upperarm"},
                           {"uparm", "upperarm"},
                           {"armupper", "upperarm"},
                           {"forearm", "forearm"},
                           {"lowerarm", "forearm"},
                           {"lowarm", "forearm"},
                           {"armlower", "forearm"},
                           {"elbow", "forearm"},
                           {"hand", "hand"},
                           {"wrist", "hand"},
                           {"palm", "hand"},
                           {"thigh", "thigh"},
                           {"upleg", "thigh"},
                           {"upperleg", "thigh"},
                           {"legupper", "thigh"},
                           {"hipjoint", "thigh"},
                           {"shin", "shin"},
                           {"calf", "shin"},
                           {"knee", "shin"},
                           {"lowerleg", "shin"},
                           {"lowleg", "shin"},
                           {"leglower", "shin"},
                           {"leg", "shin"},
                           {"foot", "foot"},
                           {"ankle", "foot"},
                           {"toe", "toe"},
                           {"toes", "toe"},
                           {"ball", "toe"},
                           {"thumb", "thumb"},
                           {"index", "index"},
                           {"middle", "middle"},
                           {"mid", "middle"},
                           {"ring", "ring"},
                           {"pinky", "little"},
                           {"pinkie", "little"},
                           {"little", "little"}};

std::string_view part_of(std::string_view key) {
  const auto* found = std::find_if(std::begin(kWords), std::end(kWords),
                                   [&](const Word& w) { return w.key == key; });
  return found == std::end(kWords) ? std::string_view() : found->part;
}

std::string_view side_at_start(std::string_view word) {
  for (const std::string_view side : kSideWords) {
    if (word.starts_with(side)) return side;
  }
  return {};
}

// "Lefthand": no letter says where the side ends, but what is left of the word is a part.
BodySide side_in_a_word(std::string_view name) {
  for (const std::string& word : words_of(without_space(name))) {
    const std::string_view side = side_at_start(word);
    if (side.empty() || part_of(std::string_view(word).substr(side.size())).empty()) continue;
    return side == "left" ? BodySide::Left : BodySide::Right;
  }
  return BodySide::None;
}

Named named(std::string_view name) {
  Named out;
  const std::vector<OtherSide> sides = other_sides(name);
  if (!sides.empty()) {
    out.side = sides.front().left ? BodySide::Left : BodySide::Right;
  } else {
    out.side = side_in_a_word(name);
  }
  for (std::string word : words_of(without_space(name))) {
    word.erase(0, side_at_start(word).size());
    if (word.empty() || (!sides.empty() && is_one_of(word, kSides))) continue;
    if (is_one_of(word, kNoPart)) return {};
    if (is_digit(word[0])) {
      // the number of "Bip01" stands before everything else and counts nothing
      if (!out.key.empty()) out.digits += word;
    } else if (!is_one_of(word, kNoise)) {
      out.key += word;
    }
  }
  return out;
}

bool is_finger(std::string_view part) {
  return part == "thumb" || part == "index" || part == "middle" || part == "ring" ||
         part == "little";
}

// "handthumb", "fingerindex", "thumbproximal"; Biped's "Finger21": the second joint of the third.
std::string_view finger_of(const Named& name) {
  std::string_view key = name.key;
  if (key == "finger" && !name.digits.empty()) {
    constexpr std::string_view kFingers[] = {"thumb", "index", "middle", "ring", "little"};
    const auto finger = static_cast<std::size_t>(name.digits[0] - '0');
    return finger < std::size(kFingers) ? kFingers[finger] : std::string_view();
  }
  for (const std::string_view before : {"hand", "finger"}) {
    if (key.starts_with(before)) key.remove_prefix(before.size());
  }
  for (const std::string_view behind :
       {"proximal", "intermediate", "distal", "metacarpal", "finger"}) {
    if (key.ends_with(behind)) key.remove_suffix(behind.size());
  }
  const std::string_view part = part_of(key);
  return is_finger(part) ? part : std::string_view();
}

constexpr std::array<std::string_view, 5> kMiddle{"hips", "spine", "neck", "head", "jaw"};

using SidedKeys = std::set<std::pair<BodySide, std::string_view>>;  // of all joints

std::string_view judged(const Named& name, const SidedKeys& all) {
  const auto has = [&](std::initializer_list<std::string_view> keys) {
    return std::any_of(keys.begin(), keys.end(), [&](std::string_view key) {
      return all.contains({name.side, key});
    });
  };
  const bool sided = name.side != BodySide::None;
  if (name.key == "hip" && sided) {
    return has({"thigh", "upleg", "upperleg", "legupper"}) ? "" : "thigh";
  }
  if (name.key == "hipjoint" && has({"thigh", "upleg", "upperleg"})) return "";
  if (name.key == "leg" && sided) {
    const bool lower = has({"shin", "calf", "knee", "lowerleg", "lowleg", "leglower"});
    return lower && !has({"thigh", "upleg", "upperleg", "hip"}) ? "thigh" : "shin";
  }
  if (name.key == "arm" && has({"upperarm", "uparm", "armupper", "shldr"})) return "";
  // Beside a hand it is one of the bones within.
  if (name.key == "palm" && has({"hand", "wrist"})) return "";
  if (name.key == "shoulder") {
    return has({"arm", "upperarm", "uparm", "armupper", "shldr"}) ? "shoulder" : "upperarm";
  }
  std::string_view part = part_of(name.key);
  if (part.empty()) part = finger_of(name);
  if (is_one_of(part, kMiddle) == sided) return "";  // "eye" without a side is none of the two
  return part;
}

}  // namespace

std::vector<RigPlace> in_rig(const Skeleton& skeleton) {
  const std::vector<std::uint8_t>& joint = skeleton.file_flags.is_joint;
  if (std::ranges::find(joint, 1) == joint.end()) {
    return std::vector<RigPlace>(skeleton.name.size(), RigPlace::Bone);
  }
  std::vector<RigPlace> out(skeleton.name.size(), RigPlace::Outside);
  for (std::size_t j = 0; j < out.size(); ++j) {
    const int p = skeleton.parent[j];
    const bool below = p >= 0 && out[idx(p)] != RigPlace::Outside;
    if (joint[j] != 0 || below) out[j] = RigPlace::Below;
  }
  for (std::size_t j = out.size(); j-- > 0;) {  // children come after their parents
    if (joint[j] != 0) out[j] = RigPlace::Bone;
    const int p = skeleton.parent[j];
    if (out[j] == RigPlace::Bone && p >= 0) out[idx(p)] = RigPlace::Bone;
  }
  return out;
}

std::vector<JointPart> joint_parts(const Skeleton& skeleton) {
  const std::vector<RigPlace> place = in_rig(skeleton);
  std::vector<Named> names;
  for (std::size_t j = 0; j < place.size(); ++j) {
    names.push_back(place[j] != RigPlace::Outside ? named(skeleton.name[j]) : Named{});
  }
  SidedKeys keys;
  for (const Named& name : names) keys.emplace(name.side, name.key);
  std::vector<JointPart> out(names.size());
  std::set<std::pair<BodySide, std::string>> said;  // by the file
  for (std::size_t j = 0; j < skeleton.human_bone.size(); ++j) {
    const std::optional<JointPart> part = part_of_human_bone(skeleton.human_bone[j]);
    if (!part) continue;
    out[j] = *part;
    said.emplace(part->side, part->part);
  }
  for (std::size_t j = 0; j < names.size(); ++j) {
    const std::string_view part = judged(names[j], keys);
    if (part.empty() || said.contains({names[j].side, std::string(part)})) continue;
    if (out[j].part.empty()) out[j] = {std::string(part), names[j].side};
  }
  return out;
}

std::string plain_joint_name(std::string_view name) {
  std::string out;
  for (const char c : without_space(name)) {
    if (is_letter(c) || is_digit(c) || (static_cast<unsigned char>(c) & 0x80u)) out += to_lower(c);
  }
  return out;
}

}  // namespace bindpose
