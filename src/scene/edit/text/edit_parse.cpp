// Reads the text form of edits; edit_text.cpp writes it.
#include <string>
#include <string_view>
#include <vector>

#include "scene/automatic/bind_text.h"
#include "scene/automatic/transfer_text.h"
#include "scene/edit/draft/draft_text.h"
#include "scene/edit/edit.h"
#include "scene/edit/ik_edit.h"
#include "scene/edit/mend/mend_text.h"
#include "scene/edit/paint/paint_text.h"
#include "scene/edit/text/edit_parse_joint.h"
#include "scene/edit/text/edit_parse_marks.h"
#include "scene/edit/text/edit_reader.h"
#include "scene/edit/text/edit_words.h"
#include "scene/edit/time_edit.h"
#include "scene/edit/vertices/vertex_text.h"

namespace bindpose {
namespace {

Edit parse_ik(EditReader& in, const Model& model) {
  SolveIk edit{in.joint(), vec3(0.0f)};
  const int above = joints_above(model, edit.joint);
  const std::string& name = model.skeleton.name[static_cast<std::size_t>(edit.joint)];
  if (above == 0) {
    throw EditFailure{in_quotes(name) + " has no joint above it that could turn."};
  }
  in.choice("the word before a place", {"to"});
  edit.target = in.three("a place, x, y and z in the file's world");
  while (!in.done()) {
    if (in.choice("more about a chain", {"chain", "pole"}) == "pole") {
      edit.pole = in.three("a place, x, y and z in the file's world");
      continue;
    }
    edit.chain = in.index("how many joints turn");
    if (edit.chain < 1 || edit.chain > above) {
      throw EditFailure{"A chain of " + std::to_string(edit.chain) + " does not fit above " +
                        in_quotes(name) + "; expected a number from 1 to " + std::to_string(above) +
                        "."};
    }
  }
  return edit;
}

Edit parse_look(EditReader& in) {
  LookAtPoint edit{in.joint(), vec3(0.0f)};
  in.choice("the word before a place", {"at"});
  edit.target = in.three("a place, x, y and z in the file's world");
  if (!in.done()) {
    in.choice("more about a look", {"axis"});
    edit.axis = in.word("an axis of the joint", words::kAxis);
  }
  return edit;
}

HoldJoints parse_hold(EditReader& in, const Model& model) {
  HoldJoints edit;
  const int first = in.joint_or_none();
  for (int j = first; j >= 0; j = in.done() ? -1 : in.joint()) {
    if (!ends_limb(model, j)) {
      throw EditFailure{in_quotes(model.skeleton.name[static_cast<std::size_t>(j)]) +
                        " has no joint above it that could turn to hold it."};
    }
    edit.joint.push_back(j);
  }
  return edit;
}

Edit parse_reset(EditReader& in) {
  const std::string what =
      in.choice("something to reset", {"joint", "subtree", "morph", "morphs", "all"});
  if (what == "joint") return ResetJoint{in.joint()};
  if (what == "subtree") return ResetSubtree{in.joint()};
  if (what == "morph") return ResetMorph{in.morph()};
  if (what == "morphs") return ResetMorph{};
  return ResetAll{};
}

SetMorph parse_morph(EditReader& in) {
  const int channel = in.morph();
  return {channel, in.number<float>("a weight, usually from 0 to 1")};
}

std::vector<int> parse_joints(EditReader& in) {
  std::vector<int> joints;
  while (!in.done()) joints.push_back(in.joint());
  return joints;
}

Edit parse_mirror(EditReader& in) {
  if (in.take_word("pose")) return MirrorPose{};
  std::vector<int> joints{in.joint()};
  while (!in.done()) joints.push_back(in.joint());
  return MirrorPose{joints};
}

void find_given(BlendPose& edit, const FindPose& find) {
  std::string problem = "There are no saved poses here, so not " + in_quotes(edit.name) + ".";
  edit.towards = BlendPose::Given;
  if (find) edit.given = find(edit.name, problem);
  if (!edit.given) throw EditFailure{problem};
}

Edit parse_blend(EditReader& in, const FindPose& find) {
  BlendPose edit{BlendPose::Given, 1.0f};
  edit.mirrored = in.take_word("mirrored");
  bool named = edit.mirrored;
  for (const auto& w : words::kTowards) {
    if (named || !in.take_word(w.text)) continue;
    edit.towards = w.value;
    named = true;
    break;
  }
  if (edit.towards == BlendPose::Given) {
    edit.name = in.text("bind, rest, clip or the name of a saved pose");
    find_given(edit, find);
  }
  edit.factor = in.number<float>("a factor, from 0 to 1");
  edit.joints = parse_joints(in);
  return edit;
}

Edit parse_relax(EditReader& in) {
  RelaxPose edit{in.number<float>("a factor, from 0 to 1")};
  edit.joints = parse_joints(in);
  return edit;
}

Edit parse_pose(EditReader& in, const Model& model, const FindPose& find) {
  if (in.left() == 1) {
    BlendPose saved{BlendPose::Given, 1.0f};
    saved.name = in.text("the name of a saved pose");
    find_given(saved, find);
    return saved;
  }
  SetPose edit;
  edit.as_is = true;
  edit.user_local.assign(model.skeleton.parent.size(), mat4(1.0f));
  edit.user_morph.resize(model.morph_channels.size());
  while (!in.done()) {
    if (in.take_word("morph")) {
      const SetMorph morph = parse_morph(in);
      edit.user_morph[static_cast<std::size_t>(morph.channel)] = morph.weight;
      continue;
    }
    const int joint = in.joint();
    edit.user_local[static_cast<std::size_t>(joint)] = in.matrix();
  }
  return edit;
}

Edit parse_base(EditReader& in) {
  SetBasePose edit{in.word("a base pose", words::kBase), -1};
  if (edit.base == BasePose::Clip && !in.done()) edit.clip = in.clip();
  return edit;
}

void expect_clip(EditReader& in) {
  in.choice("what to do that with", {"clip"});
}

Edit parse_take(EditReader& in) {
  expect_clip(in);
  TakeClip edit{in.next("the file that has the clip").text};
  while (!in.done()) {
    const EditToken token = in.next("a clip, a map or feet");
    if (token.text == "map" && !token.quoted) {
      edit.map = in.next("a file with pairs of joints").text;
    } else if (token.text == "feet" && !token.quoted) {
      edit.feet = true;
    } else if (edit.clip.empty()) {
      edit.clip = token.text;
    } else {
      throw EditFailure{in_quotes(token.text) +
                        " is one word too many; expected map FILE or feet."};
    }
  }
  return edit;
}

Edit parse_bake(EditReader& in) {
  expect_clip(in);
  return BakeClip{in.done() ? "" : in.next("a name for the new clip").text};
}

Edit parse_drop(EditReader& in, const Model& model) {
  expect_clip(in);
  const DropClip edit{in.clip()};
  if (edit.clip < static_cast<int>(model.clips.size())) {
    throw EditFailure{"Clip " + in_quotes(model.clips[static_cast<std::size_t>(edit.clip)].name) +
                      " is the model's own; only clips that were taken or baked can be dropped."};
  }
  return edit;
}

// Reads the value of the setting named `key`; told all settings, it picks its own.
struct ViewReader {
  EditReader& in;
  const std::string& key;
  ViewSettings& view;

  template <typename T, std::size_t N>
  void operator()(std::string_view name, T ViewSettings::*member,
                  const words::Word<T> (&table)[N]) const {
    if (name == key) view.*member = in.word("a value of " + key, table);
  }
  void operator()(std::string_view name, float ViewSettings::*member) const {
    if (name == key) view.*member = in.number<float>("a number for " + key);
  }
  void operator()(std::string_view name, int ViewSettings::*member) const {
    if (name == key) view.*member = in.index("a whole number for " + key);
  }
};

Edit parse_view(EditReader& in, const ViewSettings& view) {
  SetView edit{view};
  std::vector<std::string> keys;
  words::for_each_view_setting(
      [&](std::string_view key, auto, const auto&...) { keys.emplace_back(key); });
  while (!in.done()) {
    const std::string key = in.choice("a setting of the view", keys);
    words::for_each_view_setting(ViewReader{in, key, edit.view});
  }
  return edit;
}

Edit parse_weights(EditReader& in) {
  SetWeights edit{in.vertex(), {}};
  while (!in.done()) {
    const int joint = in.joint();
    edit.row.push_back({joint, in.number<float>("a weight, from 0 up")});
    if (edit.row.back().weight < 0.0f)
      throw EditFailure{"A weight cannot be negative; expected 0 or more."};
  }
  return edit;
}

Edit parse_select(EditReader& in) {
  SetSelection edit{in.joint_or_none()};
  while (edit.joint >= 0 && !in.done()) edit.also.push_back(in.joint());
  return edit;
}

bool parse_shown(EditReader& in) {
  return in.choice("what to do with a mesh", {"show", "hide"}) == "show";
}

Edit parse(EditReader& in, const Scene& scene, const FindPose& find) {
  const Model& model = *scene.model;
  const std::string verb = in.choice(
      "an edit",
      {"joint",        "ik",       "look",  "reset",    "morph",    "pose",  "base",     "time",
       "playback",     "select",   "hover", "view",     "vertices", "mesh",  "meshes",   "pin",
       "hover-vertex", "weights",  "bind",  "take",     "bake",     "drop",  "mirror",   "blend",
       "relax",        "hold",     "hide",  "show",     "isolate",  "lock",  "unlock",   "limit",
       "stiff",        "timeline", "mend",  "transfer", "paint",    "draft", "skeleton", "rebind"});
  if (verb == "joint") return parse_joint(in);
  if (verb == "ik") return parse_ik(in, model);
  if (verb == "look") return parse_look(in);
  if (verb == "hold") return parse_hold(in, model);
  if (is_mark_verb(verb)) return parse_marks(in, verb);
  if (verb == "reset") return parse_reset(in);
  if (verb == "morph") return parse_morph(in);
  if (verb == "pose") return parse_pose(in, model, find);
  if (verb == "mirror") return parse_mirror(in);
  if (verb == "blend") return parse_blend(in, find);
  if (verb == "relax") return parse_relax(in);
  if (verb == "base") return parse_base(in);
  if (verb == "time") return SetTime{in.number<double>("a time in seconds")};
  if (verb == "playback") return parse_playback(in);
  if (verb == "timeline") return parse_timeline(in);
  if (verb == "select") return parse_select(in);
  if (verb == "vertices") return parse_vertices(in, model);
  if (verb == "meshes") return ShowMesh{-1, parse_shown(in)};
  if (verb == "mesh") {
    const int mesh = in.mesh();
    return ShowMesh{mesh, parse_shown(in)};
  }
  if (verb == "hover") return SetHover{in.joint_or_none()};
  if (verb == "pin") return SetPinnedVertex{in.vertex_or_none()};
  if (verb == "hover-vertex") return SetHoverVertex{in.vertex_or_none()};
  if (verb == "weights") return parse_weights(in);
  if (verb == "mend") return parse_mend(in);
  if (verb == "paint") return parse_paint(in);
  if (verb == "bind" && in.take_word("pose")) return parse_bind_pose(in, scene);
  if (verb == "bind") return parse_bind(in, model);
  if (verb == "transfer") return parse_transfer(in);
  if (verb == "take") return parse_take(in);
  if (verb == "bake") return parse_bake(in);
  if (verb == "drop") return parse_drop(in, model);
  if (verb == "draft") return parse_draft(in, scene);
  if (verb == "skeleton") return parse_skeleton(in, scene);
  if (verb == "rebind") return parse_rebind(in, scene);
  return parse_view(in, scene.view);
}

}  // namespace

std::optional<Edit> parse_edit(std::string_view text, const Model& model, std::string& error,
                               const ViewSettings& view, const FindPose& find_pose) {
  Scene scene;
  scene.model = std::shared_ptr<const Model>(std::shared_ptr<const Model>(), &model);
  scene.view = view;
  return parse_edit(text, scene, error, find_pose);
}

std::optional<Edit> parse_edit(std::string_view text, const Scene& scene, std::string& error,
                               const FindPose& find_pose) {
  error.clear();
  try {
    EditReader in(scene, tokens_of(text));
    Edit edit = parse(in, scene, find_pose);
    in.finish();
    return edit;
  } catch (const EditFailure& failure) {
    error = failure.sentence;
    return std::nullopt;
  }
}

std::optional<SegmentRadii> parse_radii(std::string_view text, const Model& model) {
  try {
    Scene scene;
    scene.model = std::shared_ptr<const Model>(std::shared_ptr<const Model>(), &model);
    EditReader in(scene, tokens_of(text));
    if (in.choice("an edit", {"bind"}) != "bind") return std::nullopt;
    in.choice("a way to bind", {"segments"});
    return parse_segments(in);
  } catch (const EditFailure&) {
    return std::nullopt;
  }
}

}  // namespace bindpose
