#include "scene/edit/draft/draft_text.h"

#include <stdexcept>

#include "math/numbers.h"
#include "scene/draft/built_model.h"
#include "scene/edit/draft/draft_edit.h"
#include "scene/edit/text/name_words.h"

namespace bindpose {
namespace {

using words::as_word;

std::string place_words(const vec3& v) {
  return words::number(v.x) + " " + words::number(v.y) + " " + words::number(v.z);
}

std::string axes_words(const std::optional<mat3>& axes) {
  if (!axes) return "";
  std::string text = " axes";
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) text += " " + words::number((*axes)[c][r]);
  }
  return text;
}

mat3 nine_numbers(EditReader& in) {
  mat3 m(1.0f);
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c)
      m[c][r] = in.number<float>("9 numbers, three rows of three: the columns are the axes");
  }
  return m;
}

vec3 place(EditReader& in, const char* word) {
  in.choice("the word before a place", {word});
  return in.three("a place, x, y and z in the file's world");
}

// The name of a joint, or "" for the word none.
std::string name_or_none(EditReader& in) {
  return in.take_word("none") ? "" : in.text("the name of a joint of the draft, or none");
}

DraftChange parse_draft_joint(EditReader& in) {
  DraftChange c{DraftChange::Add};
  c.name = in.text("a name for the new joint");
  c.at = place(in, "at");
  while (!in.done()) {
    const std::string more = in.choice("more about a joint", {"under", "axes", "from", "both"});
    if (more == "under") c.other = in.text("the name of the joint that it hangs on");
    if (more == "axes") c.axes = nine_numbers(in);
    if (more == "from") c.origin = in.text("the name of the joint whose weights it gets");
    if (more == "both") c.both = true;
  }
  return c;
}

DraftChange parse_draft_move(EditReader& in) {
  DraftChange c{DraftChange::Move};
  c.name = in.text("the name of a joint of the draft");
  c.at = place(in, "to");
  while (!in.done()) {
    const bool alone = in.choice("more about a move", {"alone", "both"}) == "alone";
    (alone ? c.alone : c.both) = true;
  }
  return c;
}

DraftChange parse_draft_change(EditReader& in) {
  const std::string what = in.choice(
      "something to do to a drafted skeleton",
      {"joint", "move", "parent", "rename", "delete", "mirror", "axes", "new", "from", "none"});
  if (what == "joint") return parse_draft_joint(in);
  if (what == "move") return parse_draft_move(in);
  DraftChange c;
  if (what == "none") {
    c.what = DraftChange::Discard;
  } else if (what == "from") {
    in.choice("where a draft comes from", {"model"});
    c.what = DraftChange::Adopt;
  } else if (what == "mirror") {
    c.what = DraftChange::Mirror;
    in.choice("the word before a side", {"to"});
    c.to_left = in.choice("a side", {"left", "right"}) == "left";
  }
  if (what == "none" || what == "from" || what == "mirror" || what == "new") return c;
  c.name = in.text("the name of a joint of the draft");
  if (what == "parent") {
    c.what = DraftChange::Parent;
    c.other = name_or_none(in);
    c.both = in.take_word("both");
  } else if (what == "rename") {
    c.what = DraftChange::Rename;
    c.other = in.text("the joint's new name");
    c.both = in.take_word("both");
  } else if (what == "delete") {
    c.what = DraftChange::Delete;
    c.both = in.take_word("both");
  } else {
    c.what = DraftChange::Axes;
    if (!in.take_word("auto")) c.axes = nine_numbers(in);
  }
  return c;
}

RebindJoints made_for(const Scene& scene, RebindJoints edit) {
  try {
    edit.made = rebound_model(scene, edit);
  } catch (const std::runtime_error& e) {
    throw EditFailure{e.what()};
  }
  return edit;
}

}  // namespace

std::string draft_words(const DraftChange& c) {
  const std::string both = c.both ? " both" : "";
  switch (c.what) {
    case DraftChange::Begin:
      return "new";
    case DraftChange::Discard:
      return "none";
    case DraftChange::Adopt:
      return "from model";
    case DraftChange::Add:
      return "joint " + as_word(c.name) + " at " + place_words(c.at) +
             (c.other.empty() ? "" : " under " + as_word(c.other)) + axes_words(c.axes) +
             (c.origin.empty() ? "" : " from " + as_word(c.origin)) + both;
    case DraftChange::Move:
      return "move " + as_word(c.name) + " to " + place_words(c.at) + (c.alone ? " alone" : "") +
             both;
    case DraftChange::Parent:
      return "parent " + as_word(c.name) + " " + (c.other.empty() ? "none" : as_word(c.other)) +
             both;
    case DraftChange::Rename:
      return "rename " + as_word(c.name) + " " + as_word(c.other) + both;
    case DraftChange::Delete:
      return "delete " + as_word(c.name) + both;
    case DraftChange::Mirror:
      return std::string("mirror to ") + (c.to_left ? "left" : "right");
    case DraftChange::Axes:
      return "axes " + as_word(c.name) + (c.axes ? axes_words(c.axes).substr(5) : " auto");
  }
  return "new";
}

std::string draft_label(const DraftChange& c) {
  switch (c.what) {
    case DraftChange::Begin:
      return "draft a skeleton";
    case DraftChange::Discard:
      return "leave the draft";
    case DraftChange::Adopt:
      return "draft of the model's skeleton";
    case DraftChange::Add:
      return "place joint " + as_word(c.name);
    case DraftChange::Move:
      return "move joint " + as_word(c.name);
    case DraftChange::Parent:
      return "hang joint " + as_word(c.name) + (c.other.empty() ? " on none" : " on " + c.other);
    case DraftChange::Rename:
      return "rename joint " + as_word(c.name);
    case DraftChange::Delete:
      return "delete joint " + as_word(c.name);
    case DraftChange::Mirror:
      return std::string("mirror joints to the ") + (c.to_left ? "left" : "right");
    case DraftChange::Axes:
      return "axes of joint " + as_word(c.name);
  }
  return "draft";
}

std::vector<std::string> draft_texts(const SkeletonDraft& draft) {
  std::vector<std::string> out;
  for (const int j : parents_first(draft)) {
    const DraftJoint& joint = draft.joint[idx(j)];
    DraftChange add{DraftChange::Add, joint.name};
    if (joint.parent >= 0) add.other = draft.joint[idx(joint.parent)].name;
    add.at = joint.position;
    add.axes = joint.axes;
    add.origin = joint.origin;
    out.push_back("draft " + draft_words(add));
  }
  return out;
}

Edit parse_draft(EditReader& in, const Scene& scene) {
  const EditDraft edit{parse_draft_change(in)};
  if (!in.done()) return edit;  // a word too many: the reader says so
  std::string problem;
  changed_draft(scene.draft, edit.change, *scene.model, problem);
  if (!problem.empty()) throw EditFailure{problem};
  return edit;
}

Edit parse_skeleton(EditReader& in, const Scene& scene) {
  in.choice("what to do with the drafted skeleton", {"build"});
  try {
    return BuildSkeleton{built_model(scene.model, scene.draft)};
  } catch (const std::runtime_error& e) {
    throw EditFailure{e.what()};
  }
}

Edit parse_rebind(EditReader& in, const Scene& scene) {
  RebindJoints edit;
  const std::string to = in.choice("what joints are bound to", {"here", "rest", "pose"});
  edit.to = to == "here"   ? RebindJoints::Here
            : to == "rest" ? RebindJoints::Rest
                           : RebindJoints::Pose;
  while (!in.done()) edit.joint.push_back(in.joint());
  return made_for(scene, std::move(edit));
}

Edit parse_bind_pose(EditReader& in, const Scene& scene) {
  in.choice("which pose becomes the bind pose", {"here"});
  RebindJoints edit;
  edit.to = RebindJoints::WithPoints;
  if (!in.done()) return edit;  // a word too many: the reader says so
  return made_for(scene, std::move(edit));
}

}  // namespace bindpose
