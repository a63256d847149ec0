#include <gtest/gtest.h>

#include "scene/edit/edit.h"
#include "scene/near_match.h"
#include "scene/test_model.h"

namespace bindpose::tests::edit_text_test {
namespace {

const char* const kNames[] = {
    "hips",       "forearm.L", "left arm", "the \"big\" one",    "back\\slash",
    "Ärmel 左腕", "none",      "42",       "new\nline\tand tab", "it's",
    "'",          "#2"};

Model named_model() {
  Model model;
  std::vector<RawJoint> raw;
  for (const char* name : kNames) {
    raw.push_back({name, static_cast<int>(raw.size()) - 1, mat4(1.0f), true});
  }
  model.skeleton = build_skeleton(raw).skeleton;
  for (const char* name : {"walk", "run fast", "walk", "", "3", "wave"}) {
    model.clips.push_back({name, 2.0, {}});
  }
  return model;
}

// Applying is how two edits are compared: the parsed one must do what the first one does.
bool same_effect(const Model& model, const Edit& a, const Edit& b) {
  const auto shared = std::make_shared<const Model>(model);
  Scene start = make_scene(shared);
  start.pose.user_local[3][3][0] = 5.0f;
  start.selection = {2, 2};
  Document x(start), y(start);
  x.apply({SetBasePose{BasePose::Clip, 5}});
  y.apply({SetBasePose{BasePose::Clip, 5}});
  const Change cx = x.apply({a});
  const Change cy = y.apply({b});
  const Scene &s = x.scene(), &t = y.scene();
  return a.index() == b.index() && cx.extent == cy.extent && cx.extent != Change::None &&
         s.pose.user_local == t.pose.user_local && s.pose.base == t.pose.base &&
         s.pose.clip == t.pose.clip && s.pose.time == t.pose.time && s.playback == t.playback &&
         s.view == t.view && s.selection.joint == t.selection.joint &&
         s.selection.hovered_joint == t.selection.hovered_joint;
}

void expect_round_trip(const Model& model, const Edit& edit) {
  const std::string text = to_text(edit, model);
  std::string error;
  const auto parsed = parse_edit(text, model, error);
  ASSERT_TRUE(parsed) << text << "\n" << error;
  EXPECT_TRUE(error.empty());
  EXPECT_TRUE(same_effect(model, edit, *parsed)) << text;
  EXPECT_EQ(to_text(*parsed, model), text);
  EXPECT_EQ(text.find('\n'), std::string::npos) << "one line";
}

TEST(EditText, EachKindRoundTrips) {
  const Model model = named_model();
  std::mt19937 rng(60);
  for (int j = 0; j < model.skeleton.size(); ++j) {
    expect_round_trip(model, SetUserLocal{j, random_affine(rng)});
    expect_round_trip(model, TransformJoint{j, TransformJoint::Rotate, random_vec(rng, 180.0f)});
    expect_round_trip(model, TransformJoint{j, TransformJoint::Translate, random_vec(rng, 1e-6f)});
    expect_round_trip(model, TransformJoint{j, TransformJoint::Scale, random_vec(rng, 1e20f)});
    if (j != 2) expect_round_trip(model, SetSelection{j});
    if (j != 2) expect_round_trip(model, SetHover{j});
  }
  expect_round_trip(model, ResetJoint{3});
  expect_round_trip(model, ResetSubtree{0});
  expect_round_trip(model, ResetAll{});
  SetPose pose{std::vector<mat4>(std::size(kNames), mat4(1.0f))};
  expect_round_trip(model, pose);
  pose.user_local[2] = random_affine(rng);
  pose.user_local[6] = random_affine(rng);
  expect_round_trip(model, pose);
  expect_round_trip(model, SetSelection{-1});
  expect_round_trip(model, SetHover{-1});
  expect_round_trip(model, SetTime{1.0 / 3.0});
  expect_round_trip(model, SetBasePose{BasePose::Bind});
  expect_round_trip(model, SetBasePose{BasePose::Rest});
  for (int c = 0; c < 5; ++c) expect_round_trip(model, SetBasePose{BasePose::Clip, c});
  expect_round_trip(model, SetPlayback{{true, AtEnd::Once, 0.1}});
  expect_round_trip(model, SetPlayback{{true, AtEnd::Loop, 1.0}});
}

TEST(EditText, EveryViewSettingRoundTrips) {
  const Model model = named_model();
  const ViewSettings d;
  std::vector<ViewSettings> views(64, d);
  views[0].show = Show::Weights;
  views[1].textures = !d.textures;
  views[2].surface = !d.surface;
  views[3].skeleton = !d.skeleton;
  views[4].joint_axes = !d.joint_axes;
  views[5].joint_names = !d.joint_names;
  views[6].wireframe = !d.wireframe;
  views[7].grid = !d.grid;
  views[8].dark = !d.dark;
  views[9].weights = WeightUse::Raw;
  views[10].gizmo_mode = GizmoMode::Scale;
  views[11].gizmo_space = GizmoSpace::World;
  views[12].snap = !d.snap;
  views[13].snap_degrees = 7.1f;
  views[14].snap_distance = 0.3f;
  views[15].snap_scale = 1e-7f;
  views[16].show = Show::Joints;
  views[17].show = Show::Dominant;
  views[18].show = Show::Influences;
  views[19].show = Show::Sum;
  views[20].show = Show::Limit;
  views[21].show = Show::Distance;
  views[22].weights_subtree = true;
  views[23].limit = 7;
  views[24].method = Deformer::Rigid;
  views[25].method = Deformer::DualQuaternion;
  views[26].compare = Deformer::Rigid;
  views[32].normals = NormalUse::BlendedMatrix;
  views[27].panes = Panes::Four;
  views[28].panes = Panes::Split;
  views[29].split = 0.3f;
  views[30].pane3 = Deformer::DualQuaternion;
  views[31].pane4 = Deformer::Rigid;
  views[34].needles = Needles::Vertex;
  views[35].needles = Needles::All;
  views[36].show = Show::Normals;
  views[37].screw = !d.screw;
  views[33].pane4_distance = !d.pane4_distance;
  views[38].bones = Bones::Chain;
  views[39].distances = !d.distances;
  views[40].mistake = Mistake::RestForBind;
  views[42].xray = !d.xray;
  views[41].hatching = !d.hatching;
  views[43].tone = Tone::Filmic;
  views[44].tone = Tone::Plain;
  views[45].both_sides = !d.both_sides;
  views[46].engine = !d.engine;
  views[47].engine_pick = EnginePick::First;
  views[48].engine_keep = 0;
  views[49].engine_format = WeightFormat::Half;
  views[50].engine_whole = !d.engine_whole;
  views[51].engine_joints = 75;
  views[52].show = Show::Engine;
  views[61].mush_steps = 0;
  views[62].mush_lambda = 0.123f;
  views[63].method = Deformer::DeltaMush;
  views[53].walker = WalkOf::Joint;
  views[54].walker_at = 2.25f;
  views[55].chord = !d.chord;
  views[56].walker = WalkOf::All;
  views[57].sweep = Sweep::Z;
  views[58].sweep_of = SweepOf::Length;
  views[59].sweep_from = -45.5f;
  views[59].sweep_to = 360.0f;
  views[60].section_at = 0.25f;
  for (const MistakeInfo& m : kMistakes) {
    if (m.mistake != Mistake::None) views.emplace_back().mistake = m.mistake;
  }
  for (const ViewSettings& view : views) expect_round_trip(model, SetView{view});
}

TEST(EditText, IsWhatTheDocumentationSays) {
  const Model model = named_model();
  EXPECT_EQ(to_text(TransformJoint{1, TransformJoint::Rotate, {0.0f, 0.0f, 45.0f}}, model),
            "joint forearm.L rotate 0 0 45");
  EXPECT_EQ(to_text(SetUserLocal{2, mat4(1.0f)}, model),
            "joint \"left arm\" matrix 1 0 0 0 0 1 0 0 0 0 1 0");
  EXPECT_EQ(to_text(SetBasePose{BasePose::Clip, 1}, model), "base clip \"run fast\"");
  EXPECT_EQ(to_text(SetBasePose{BasePose::Clip, 2}, model), "base clip 2");
  EXPECT_EQ(to_text(SetTime{1.5}, model), "time 1.5");
  EXPECT_EQ(to_text(SetSelection{-1}, model), "select none");
  EXPECT_EQ(to_text(SetSelection{6}, model), "select \"none\"");
  EXPECT_EQ(edit_label(SetUserLocal{2, mat4(2.0f)}, model), "Pose \"left arm\"");
  EXPECT_EQ(edit_label(SetBasePose{BasePose::Clip, 1}, model), "Clip \"run fast\"");
  EXPECT_EQ(edit_label(SetBasePose{BasePose::Bind}, model), "Bind pose");
  EXPECT_EQ(edit_label(ResetAll{}, model), "Reset all");
}

TEST(ParseEdit, TakesWhatPeopleType) {
  const Model model = named_model();
  std::string error;
  const auto a = parse_edit("  joint 'left arm'\trotate +1 -2. 3e1 ", model, error);
  ASSERT_TRUE(a) << error;
  EXPECT_EQ(a->get<TransformJoint>().joint, 2);
  EXPECT_EQ(a->get<TransformJoint>().amount, vec3(1.0f, -2.0f, 30.0f));
  const auto b = parse_edit("base clip", model, error);
  ASSERT_TRUE(b) << error;
  EXPECT_EQ(b->get<SetBasePose>().clip, -1);
  ASSERT_TRUE(parse_edit("playback pause", model, error)) << error;
  // A name comes before a number; what is quoted is a name.
  const auto clip = [&](const char* text) {
    const auto edit = parse_edit(text, model, error);
    return edit ? edit->get<SetBasePose>().clip : -1;
  };
  EXPECT_EQ(clip("base clip 3"), 4);
  EXPECT_EQ(clip("base clip #3"), 3);
  EXPECT_EQ(clip("base clip 5"), 5);
  EXPECT_EQ(clip("base clip \"5\""), -1);
}

TEST(ParseEdit, ANameWithBlanksIsTold) {
  Model model = named_model();
  for (const char* name : {"expression happy", "expression happy end", "expression aa"})
    model.morph_channels.push_back({name});
  std::string error;
  EXPECT_FALSE(parse_edit("morph expression happy 1", model, error));
  EXPECT_EQ(
      error,
      "There is no morph \"expression\"; did you mean \"expression happy\", with the quotes?");
  EXPECT_FALSE(parse_edit("morph \"expression\" happy 1", model, error));
  EXPECT_EQ(error.find("with the quotes"), std::string::npos) << error;
  ASSERT_TRUE(parse_edit("morph \"expression happy\" 1", model, error)) << error;
}

struct BadText {
  const char* text;
  const char* names;     // the word that is wrong
  const char* expected;  // what is said beside
};

TEST(ParseEdit, NamesTheWrongWordAndWhatWasExpected) {
  const Model model = named_model();
  const BadText cases[] = {
      {"", "empty", "joint"},
      {"   ", "empty", "joint"},
      {"jiont hips rotate 0 0 1", "\"jiont\"", "did you mean \"joint\""},
      {"explode hips", "\"explode\"", "reset"},
      {"joint", "\"joint\"", "name of a joint"},
      {"joint forarm.L rotate 0 0 1", "\"forarm.L\"", "did you mean \"forearm.L\""},
      {"joint FOREARM.l rotate 0 0 1", "\"FOREARM.l\"", "did you mean \"forearm.L\""},
      {"joint forearm rotate 0 0 1", "\"forearm\"", "did you mean \"forearm.L\""},
      {"joint zzzzzzzz rotate 0 0 1", "\"zzzzzzzz\"", "12 joints"},
      {"joint left arm rotate 0 0 1", "\"left\"", "left arm"},
      {"joint hips rotat 0 0 1", "\"rotat\"", "did you mean \"rotate\""},
      {"joint hips dance", "\"dance\"", "rotate, rotation, translate, scale or matrix"},
      {"joint hips rotate 0 0", "\"0\"", "degrees"},
      {"joint hips rotate 0 0 4x", "\"4x\"", "degrees"},
      {"joint hips rotate 0 0 nan", "\"nan\"", "degrees"},
      {"joint hips rotate 0 0 inf", "\"inf\"", "degrees"},
      {"joint hips rotate 0 0 1e99", "\"1e99\"", "degrees"},
      {"joint hips rotate 0 0 0x10", "\"0x10\"", "degrees"},
      {"joint hips rotate 0 0 1,5", "\"1,5\"", "degrees"},
      {"joint hips rotate 0 0 1 2", "\"2\"", "too many"},
      {"joint hips matrix 1 2 3", "\"3\"", "12 numbers"},
      {"joint \"hips rotate 0 0 1", "\"hips rotate 0 0 1", "not closed"},
      {"reset", "\"reset\"", "joint, subtree, morph, morphs or all"},
      {"reset al", "\"al\"", "did you mean \"all\""},
      {"pose hips 1 0 0", "\"0\"", "12 numbers"},
      {"base wave", "\"wave\"", "bind, rest or clip"},
      {"base clip wlak", "\"wlak\"", "did you mean \"walk\""},
      {"base clip 17", "\"17\"", "clip"},
      {"time", "\"time\"", "seconds"},
      {"time soon", "\"soon\"", "seconds"},
      {"select nobody", "\"nobody\"", "joint"},
      {"view gird on", "\"gird\"", "did you mean \"grid\""},
      {"view grid maybe", "\"maybe\"", "off or on"},
      {"view grid", "\"grid\"", "expected off or on"},
      {"playback stop", "\"stop\"", "pause or play"},
      {"playback play twice", "\"twice\"", "loop, ping-pong or once"},
  };
  for (const BadText& c : cases) {
    std::string error;
    EXPECT_FALSE(parse_edit(c.text, model, error)) << c.text;
    EXPECT_NE(error.find(c.names), std::string::npos) << c.text << "\n" << error;
    EXPECT_NE(error.find(c.expected), std::string::npos) << c.text << "\n" << error;
    EXPECT_TRUE(error.ends_with(".") || error.ends_with("?")) << error;
  }
}

TEST(EditDistance, CountsEdits) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("abc", ""), 3u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("arm", "ram"), 1u);
  EXPECT_EQ(edit_distance("Arm.L", "arm.l"), 0u);
}

TEST(NearMatches, AQuestionNeedsNoFullStop) {
  const std::vector<std::string> names{"hand.L", "foot.L"};
  EXPECT_EQ(as_sentence("there is no joint \"hand.K\"" + did_you_mean("hand.K", names)),
            "there is no joint \"hand.K\"; did you mean \"hand.L\"?");
  EXPECT_EQ(as_sentence("there is no joint"), "there is no joint.");
  EXPECT_EQ(as_sentence(""), ".");
}

TEST(NearMatches, BestFirstAndNotTooMany) {
  const std::vector<std::string> names = {
      "mixamorig:LeftArm", "arm.R", "arm.L", "leg.L", "army", "x"};
  EXPECT_EQ(near_matches("arm.l", names, 2), (std::vector<std::string>{"arm.L", "arm.R"}));
  EXPECT_EQ(near_matches("leftarm", names), (std::vector<std::string>{"mixamorig:LeftArm"}));
  EXPECT_TRUE(near_matches("qqqq", names).empty());
  EXPECT_TRUE(near_matches("", names).empty());
}

}  // namespace
}  // namespace bindpose::tests::edit_text_test
