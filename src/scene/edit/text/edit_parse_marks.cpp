#include "scene/edit/text/edit_parse_marks.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace bindpose {
namespace {

std::vector<int> some_joints(EditReader& in) {
  std::vector<int> joints{in.joint()};
  while (!in.done()) joints.push_back(in.joint());
  return joints;
}

Edit parse_hide(EditReader& in, bool hidden) {
  const std::vector<std::string> what =
      hidden ? std::vector<std::string>{"joint", "bones", "mesh"}
             : std::vector<std::string>{"joint", "bones", "mesh", "all"};
  const std::string word = in.choice(hidden ? "something to hide" : "something to show", what);
  if (word == "all") return ShowAll{};
  if (word == "mesh") return ShowMesh{in.mesh(), !hidden};
  return HideJoints{some_joints(in), hidden, word == "joint"};
}

Edit parse_isolate(EditReader& in) {
  if (in.choice("something to isolate", {"joint", "mesh"}) == "joint") {
    return Isolate{some_joints(in)};
  }
  Isolate edit{{}, {in.mesh()}};
  while (!in.done()) edit.mesh.push_back(in.mesh());
  return edit;
}

Edit parse_lock(EditReader& in, bool locked) {
  const std::string what = in.choice("something to lock or unlock", {"joint", "all", "weights"});
  const bool weights = what == "weights";
  const bool all = what == "all" || (weights && in.take_word("all"));
  return LockJoints{all ? std::vector<int>{} : some_joints(in), locked, weights};
}

// Within bounds, or a sentence.
float bounded(EditReader& in, float most, std::string_view expected) {
  const float value = in.number<float>(expected);
  if (value >= 0.0f && value <= most) return value;
  throw EditFailure{"That is out of range; expected " + std::string(expected) + "."};
}

Edit parse_axis(EditReader& in, int joint, int axis) {
  AxisRange range{axis};
  if (!in.take_word("none")) {
    range.low = in.number<float>("the least angle, in degrees, or none");
    range.high = in.number<float>("the largest angle, in degrees");
    if (!(range.low >= -180.0f && range.low <= range.high && range.high <= 180.0f)) {
      throw EditFailure{
          "A joint turns from one angle to a larger one, both from -180 to 180 degrees."};
    }
  }
  return RestrainJoint{joint, std::nullopt, std::nullopt, range};
}

Edit parse_limit(EditReader& in) {
  const int joint = in.joint();
  for (const int axis : {0, 1, 2}) {
    if (in.take_word(words::kAxisLetters[axis])) return parse_axis(in, joint, axis);
  }
  if (in.take_word("none")) return RestrainJoint{joint, 180.0f};
  return RestrainJoint{joint, bounded(in, 180.0f, "degrees from 0 to 180, none, or x, y or z")};
}

}  // namespace

bool is_mark_verb(std::string_view verb) {
  constexpr std::string_view kVerbs[] = {"hide",   "show",  "isolate", "lock",
                                         "unlock", "limit", "stiff"};
  return std::ranges::find(kVerbs, verb) != std::end(kVerbs);
}

Edit parse_marks(EditReader& in, std::string_view verb) {
  if (verb == "hide" || verb == "show") return parse_hide(in, verb == "hide");
  if (verb == "isolate") return parse_isolate(in);
  if (verb == "lock" || verb == "unlock") return parse_lock(in, verb == "lock");
  if (verb == "limit") return parse_limit(in);
  const int joint = in.joint();
  return RestrainJoint{joint, std::nullopt, bounded(in, 1.0f, "a stiffness from 0 to 1")};
}

}  // namespace bindpose
