// Skeletons made by hand: joints placed, moved, hung, named, deleted and mirrored, and what is
// built of them.
#include <gtest/gtest.h>

#include "draft_fixture.h"
#include "math/transform.h"
#include "scene/edit/draft/draft_text.h"

namespace bindpose::tests {
namespace {

TEST_F(Draft, JointsArePlacedUnderOthersAndMoveWithWhatHangsBelow) {
  edit("draft joint root at 0 0 0");
  edit("draft joint knee at 0 2 0 under root");
  edit("draft joint foot at 0 4 0 under knee");
  EXPECT_EQ(parent("foot"), "knee");
  edit("draft move knee to 1 2 0");
  expect_at(joint("foot").position, vec3(1, 4, 0));
  expect_at(joint("root").position, vec3(0));
  edit("draft move knee to 0 2 0 alone");
  expect_at(joint("knee").position, vec3(0, 2, 0));
  expect_at(joint("foot").position, vec3(1, 4, 0));
}

TEST_F(Draft, WhatHungOnADeletedJointHangsOnItsParent) {
  edit("draft joint root at 0 0 0");
  edit("draft joint spare at 9 0 0");
  edit("draft joint knee at 0 2 0 under root");
  edit("draft joint foot at 0 4 0 under knee");
  edit("draft delete knee");
  EXPECT_EQ(names(), (std::vector<std::string>{"root", "spare", "foot"}));
  EXPECT_EQ(parent("foot"), "root");
  edit("draft delete root");
  EXPECT_EQ(parent("foot"), "");
}

TEST_F(Draft, NothingHangsBelowItself) {
  edit("draft joint root at 0 0 0");
  edit("draft joint knee at 0 2 0 under root");
  EXPECT_EQ(refused("draft parent root knee"),
            "\"knee\" hangs below \"root\" and cannot be its parent.");
  EXPECT_EQ(refused("draft parent root root"), "\"root\" cannot be its own parent.");
  edit("draft parent knee none");
  EXPECT_EQ(parent("knee"), "");
  edit("draft parent root knee");
  EXPECT_EQ(parent("root"), "knee");
}

TEST_F(Draft, NamesAreUnique) {
  edit("draft joint root at 0 0 0");
  EXPECT_NE(refused("draft joint root at 1 0 0").find("already"), std::string::npos);
  edit("draft joint knee at 0 2 0 under root");
  EXPECT_NE(refused("draft rename knee root").find("already"), std::string::npos);
  edit("draft rename root hips");
  EXPECT_EQ(parent("knee"), "hips");
  EXPECT_EQ(free_name(draft(), "knee"), "knee2");
}

TEST_F(Draft, WhatCannotBeSaysSoInASentence) {
  EXPECT_NE(refused("draft move knee to 0 0 0").find("it has none yet"), std::string::npos);
  EXPECT_NE(refused("skeleton build").find("no drafted skeleton"), std::string::npos);
  EXPECT_NE(refused("draft from model").find("no skeleton that could be changed"),
            std::string::npos);
  edit("draft joint knee at 0 0 0");
  EXPECT_NE(refused("draft move kne to 0 0 0").find("did you mean \"knee\""), std::string::npos);
  EXPECT_NE(refused("draft joint foot at 0 1e30 0").find("out of the range"), std::string::npos);
  EXPECT_NE(refused("draft axes knee 1 0 0 1 0 0 1 0 0").find("lie in one plane"),
            std::string::npos);
  EXPECT_NE(refused("draft mirror to left").find("no joint on the right side"), std::string::npos);
  EXPECT_EQ(draft().joint.size(), 1u);
}

TEST_F(Draft, MirroringGoesThroughTheMiddleOfTheSurface) {
  doc = Document(make_scene(tube_model(4.0f, 3.0f)));  // about x = 3; the left is +x
  edit("draft joint hips at 3 2 0");
  edit("draft joint leg at 3.4 1 0.25 under hips");
  edit("draft joint foot.L at 3.5 0 0.5 under leg");
  edit("draft mirror to right");
  EXPECT_EQ(names(), (std::vector<std::string>{"hips", "leg.L", "foot.L", "leg.R", "foot.R"}));
  expect_at(joint("leg.R").position, vec3(2.6f, 1, 0.25f), 1e-5f);
  expect_at(joint("foot.R").position, vec3(2.5f, 0, 0.5f), 1e-5f);
  EXPECT_EQ(parent("leg.R"), "hips");
  EXPECT_EQ(parent("foot.R"), "leg.R");
  edit("draft move foot.L to 3.5 0 1");
  edit("draft mirror to right");  // what is there is moved
  EXPECT_EQ(draft().joint.size(), 5u);
  expect_at(joint("foot.R").position, vec3(2.5f, 0, 1), 1e-5f);
}

// Three pairs about x = 0 by their names; one of them was moved: the other side is still there.
TEST_F(Draft, OneMovedJointDoesNotMoveTheMirror) {
  edit("draft joint arm.L at 1 2 0");
  edit("draft joint arm.R at -1 2 0");
  edit("draft joint leg.L at 0.4 1 0");
  edit("draft joint leg.R at -0.4 1 0");
  edit("draft joint foot.L at 0.4 0 0");
  edit("draft joint foot.R at -0.4 0 0");
  edit("draft move arm.L to 3 2 0");
  edit("draft mirror to right");
  expect_at(joint("arm.R").position, vec3(-3, 2, 0), 1e-6f);
  expect_at(joint("foot.R").position, vec3(-0.4f, 0, 0), 1e-6f);
}

// y and z mirrored, x turned round: right-handed, and a turn about x is the mirrored turn.
TEST_F(Draft, AxesAreMirroredToo) {
  edit("draft joint arm.L at 1 2 0 axes 0 1 0 0 0 1 1 0 0");  // x = +z, y = +x, z = +y
  edit("draft mirror to right");
  ASSERT_TRUE(joint("arm.R").axes);
  const mat3 axes = *joint("arm.R").axes;
  EXPECT_EQ(axes[0], vec3(0, 0, -1));
  EXPECT_EQ(axes[1], vec3(-1, 0, 0));
  EXPECT_EQ(axes[2], vec3(0, 1, 0));
  EXPECT_NEAR(glm::determinant(axes), 1.0f, 1e-6f);
  edit("draft axes arm.L auto");
  edit("draft mirror to right");
  EXPECT_FALSE(joint("arm.R").axes);
  edit("draft joint hand at 2 2 0 under arm.L axes 0 1 0 0 0 1 1 0 0 both");
  EXPECT_EQ((*joint("hand.R").axes)[1], vec3(-1, 0, 0));
}

TEST_F(Draft, BothSidesAtOnce) {
  edit("draft joint hips at 0 2 0 both");  // in the plane: one
  edit("draft joint leg at 0.4 1 0 under hips both");
  EXPECT_EQ(names(), (std::vector<std::string>{"hips", "leg.L", "leg.R"}));
  edit("draft joint foot at -0.4 0 0.2 under leg.R both");
  expect_at(joint("foot.R").position, vec3(-0.4f, 0, 0.2f));
  expect_at(joint("foot.L").position, vec3(0.4f, 0, 0.2f), 1e-5f);
  EXPECT_EQ(parent("foot.L"), "leg.L");
  edit("draft move leg.L to 0.3 1.5 0 both");
  expect_at(joint("leg.R").position, vec3(-0.3f, 1.5f, 0), 1e-5f);
  expect_at(joint("foot.R").position, vec3(-0.3f, 0.5f, 0.2f), 1e-5f);
  edit("draft delete foot.L both");
  EXPECT_EQ(names(), (std::vector<std::string>{"hips", "leg.L", "leg.R"}));
}

// y along the bone, z to the front, right-handed; a leaf goes on as its parent.
TEST_F(Draft, DefaultAxesAreAlongTheBone) {
  edit("draft joint a at 0 0 0");
  edit("draft joint b at 2 0 0 under a");
  edit("draft joint c at 2 0 5 under b");
  const auto axes = draft_axes(draft(), *doc.scene().model);
  expect_at(axes[0][1], vec3(1, 0, 0));
  expect_at(axes[0][2], vec3(0, 0, 1));
  expect_at(axes[0][0], vec3(0, -1, 0));
  expect_at(axes[1][1], vec3(0, 0, 1));  // to the front itself
  for (const mat3& m : axes) EXPECT_NEAR(glm::determinant(m), 1.0f, 1e-5f);
  EXPECT_EQ(axes[1], axes[2]);
}

TEST_F(Draft, BothSidesTurnAlike) {
  edit("draft joint hips at 0 2 0");
  edit("draft joint arm at 0.2 2 0 under hips both");
  edit("draft joint hand at 0.9 1.5 0.1 under arm.L both");
  const auto axes = draft_axes(draft(), *doc.scene().model);
  const mat3& l = axes[idx(find_joint(draft(), "arm.L"))];
  const mat3& r = axes[idx(find_joint(draft(), "arm.R"))];
  // The mirror image of a turn about x is a turn the other way about the image of x: -x of the
  // other side.
  const auto image = [](const vec3& v) { return vec3(-v.x, v.y, v.z); };
  expect_at(image(l[0]), -r[0], 1e-5f);
  expect_at(image(l[1]), r[1], 1e-5f);
  expect_at(image(l[2]), r[2], 1e-5f);
}

TEST_F(Draft, TextReadsBack) {
  edit("draft joint \"left arm\" at 0.1 1 -0.25");
  for (const char* text :
       {"draft new", "draft none", "draft joint a at 0.1 1 -0.25",
        "draft joint a at 0 1 2 under \"left arm\" axes 0 1 0 1 0 0 0 0 1 both",
        "draft joint a at 0 1 2 under \"left arm\" from \"old arm\"",
        "draft move \"left arm\" to 1 2 3 alone", "draft move \"left arm\" to 1 2 3 both",
        "draft parent \"left arm\" none", "draft parent \"left arm\" none both",
        "draft rename \"left arm\" b", "draft rename \"left arm\" b both",
        "draft delete \"left arm\" both", "draft mirror to left", "draft axes \"left arm\" auto",
        "draft axes \"left arm\" 2 0 0 0 1 0 0 0 1", "skeleton build"}) {
    std::string error;
    if (std::string(text) == "draft mirror to left") edit("draft joint r at -3 0 0");
    const auto parsed = parse_edit(text, doc.scene(), error);
    ASSERT_TRUE(parsed) << text << ": " << error;
    EXPECT_EQ(to_text(*parsed, doc.scene()), text);
  }
}

TEST_F(Draft, ADraftIsTheEditsThatMakeIt) {
  edit("draft joint foot at 0.1 0 0");
  edit("draft joint hips at 0 2 0 from old");
  edit("draft parent foot hips");
  edit("draft axes foot 0 1 0 1 0 0 0 0 1");
  edit("draft rename foot sole");
  edit("draft rename sole foot");
  edit("draft rename hips pelvis");
  edit("draft rename pelvis hip");
  Document again(make_scene(doc.scene().model));
  for (const std::string& text : draft_texts(draft())) {
    std::string error;
    const auto parsed = parse_edit(text, again.scene(), error);
    ASSERT_TRUE(parsed) << error;
    again.apply({*parsed});
  }
  const SkeletonDraft& made = *again.scene().draft;
  ASSERT_EQ(made.joint.size(), 2u);
  EXPECT_EQ(made.joint[0].name, "hip");
  EXPECT_EQ(made.joint[0].origin, "old");
  EXPECT_EQ(made.joint[1].origin, "") << "it is called what it was";
  EXPECT_EQ(made.joint[1].axes, joint("foot").axes);
  EXPECT_EQ(made.joint[1].parent, 0);
}

TEST_F(Draft, TheBindPoseIsShownWhileThereIsOne) {
  doc.apply({TransformJoint{1, TransformJoint::Translate, vec3(0, 5, 0)}});
  EXPECT_EQ(evaluate(doc.scene()).world[1][3].y, 5.0f);
  edit("draft new");
  EXPECT_EQ(evaluate(doc.scene()).world[1][3].y, 0.0f);
  edit("draft none");
  EXPECT_EQ(evaluate(doc.scene()).world[1][3].y, 5.0f);
}

TEST_F(Draft, EveryStepIsUndone) {
  edit("draft joint hips at 0 2 0");
  edit("draft joint leg at 0 1 0 under hips");
  const SkeletonDraft both = draft();
  edit("draft delete hips");
  EXPECT_EQ(doc.undo_label(), "Delete joint hips");
  doc.undo();
  EXPECT_EQ(draft(), both);
  doc.undo();
  EXPECT_EQ(draft().joint.size(), 1u);
  doc.undo();
  EXPECT_EQ(doc.scene().draft, nullptr);
  doc.redo();
  doc.redo();
  EXPECT_EQ(draft(), both);
}

TEST_F(Draft, StepsSayWhatTheyDid) {
  for (const auto& [text, label] : {std::pair{"draft joint foot at 0.1 0 0", "Place joint foot"},
                                    {"draft joint hips at 0 2 0", "Place joint hips"},
                                    {"draft move foot to 0 1 0", "Move joint foot"},
                                    {"draft parent foot hips", "Hang joint foot on hips"},
                                    {"draft parent foot none", "Hang joint foot on none"},
                                    {"draft axes foot 0 1 0 1 0 0 0 0 1", "Axes of joint foot"},
                                    {"draft rename foot sole", "Rename joint foot"},
                                    {"draft none", "Leave the draft"}}) {
    edit(text);
    EXPECT_EQ(doc.undo_label(), label);
  }
}

TEST_F(Draft, ADragIsOneStep) {
  edit("draft joint hips at 0 2 0");
  const auto to = [](float x) { return EditDraft{{DraftChange::Move, "hips", {}, vec3(x, 2, 0)}}; };
  doc.apply({to(1), Phase::Preview});
  doc.apply({to(2), Phase::Preview});
  expect_at(joint("hips").position, vec3(2, 2, 0));
  doc.apply({to(3), Phase::Commit});
  EXPECT_EQ(doc.done(), 2u);
  doc.undo();
  expect_at(joint("hips").position, vec3(0, 2, 0));
  doc.apply({to(1), Phase::Preview});
  doc.apply({to(1), Phase::Cancel});
  expect_at(joint("hips").position, vec3(0, 2, 0));
}

TEST_F(Draft, ABuiltSkeletonIsTheIdentityInTheBindPose) {
  const Mesh& before = doc.scene().model->meshes[0];
  edit("draft joint hips at 0 1 0");
  edit("draft joint leg at 0.3 2.5 0.1 under hips");
  edit("skeleton build");
  const Scene& scene = doc.scene();
  EXPECT_EQ(scene.draft, nullptr);
  EXPECT_EQ(check_model(*scene.model), "");
  EXPECT_EQ(scene.model->skeleton.name[0], "hips");
  EXPECT_EQ(scene.model->skeleton.parent[1], 0);
  EXPECT_EQ(scene.model->skeleton.rest_local.size(), 3u);  // and the mesh's own node
  const PosedScene posed = evaluate(scene);
  for (const mat4& t : posed.palette[0]) EXPECT_LE(max_difference(t, mat4(1.0f)), 1e-6f);
  EXPECT_EQ(scene.model->meshes[0].position, before.position);
  EXPECT_EQ(joint_count(joint_flags(scene)), 2u);
  // Nothing has weights yet, and it moves when it has.
  EXPECT_EQ(weight_stats(binding_of(scene, 0).influences).unweighted, before.position.size());
  edit("bind inverse");
  EXPECT_EQ(weight_stats(binding_of(scene, 0).influences).unweighted, 0u);
  edit("joint leg rotate 0 0 90");
  std::vector<vec3> position;
  skin_mesh(scene, evaluate(scene), 0, position, nullptr);
  EXPECT_NE(position, before.position);
}

TEST_F(Draft, BuildingIsOneStepAndUndoBringsAllBack) {
  const std::shared_ptr<const Model> file = doc.scene().model;
  edit("joint tube translate 0 1 0");
  edit("draft joint hips at 0 1 0");
  edit("draft joint leg at 0 3 0 under hips");
  const SkeletonDraft drawn = draft();
  edit("skeleton build");
  const std::shared_ptr<const Model> built = doc.scene().model;
  edit("bind inverse");
  edit("joint leg rotate 0 0 30");
  const std::vector<mat4> pose = doc.scene().pose.user_local;
  EXPECT_EQ(doc.history()[3], "Build the skeleton");
  doc.undo();
  doc.undo();
  doc.undo();
  EXPECT_EQ(doc.scene().model, file);
  EXPECT_EQ(draft(), drawn);
  EXPECT_EQ(doc.scene().pose.user_local[1][3].y, 1.0f);
  while (doc.can_redo()) doc.redo();
  EXPECT_EQ(doc.scene().model, built);
  EXPECT_EQ(doc.scene().pose.user_local, pose);
  EXPECT_EQ(weight_stats(binding_of(doc.scene(), 0).influences).unweighted, 0u);
}

TEST_F(Draft, AFileWrittenAgainGetsTheSkeletonAgain) {
  edit("draft joint hips at 0 1 0");
  edit("draft joint leg at 0 3 0 under hips");
  edit("skeleton build");
  edit("bind inverse");
  edit("joint leg rotate 0 0 30");
  const auto pose = doc.scene().pose.user_local;
  auto taller = tube_model(5.0f);
  EXPECT_EQ(doc.reload(taller), 0u);
  EXPECT_EQ(doc.scene().model->skeleton.name[1], "leg");
  EXPECT_EQ(doc.scene().pose.user_local, pose);
  EXPECT_EQ(doc.scene().model->meshes[0].position, taller->meshes[0].position);
  EXPECT_EQ(weight_stats(binding_of(doc.scene(), 0).influences).unweighted, 0u);
  EXPECT_EQ(doc.done(), 1u);  // of the steps since, those that are no weights
  while (doc.can_undo()) doc.undo();
  EXPECT_EQ(doc.scene().model->skeleton.name[1], "leg");
}

// Names that joints had once are given to others.
TEST_F(Draft, JointsThatTakeTheNameOfOthersAreNotTakenForThem) {
  edit("draft new");
  edit("draft joint joint at 0 0 0");
  edit("draft rename joint hips");
  EXPECT_EQ(joint("hips").origin, "") << "it was placed by hand";
  edit("draft joint top at 0 2 0 under hips");
  edit("skeleton build");
  edit("draft from model");
  edit("draft rename top head");
  edit("draft joint top at 0 1 0 under hips");
  edit("skeleton build");
  edit("weights 0 0 top 1");
  edit("draft from model");
  edit("skeleton build");  // nothing changed
  const Influences& in = binding_of(doc.scene(), 0).influences;
  const Skin& skin = binding_of(doc.scene(), 0).skin;
  ASSERT_EQ(in.offset[1] - in.offset[0], 1u);
  EXPECT_EQ(doc.scene().model->skeleton.name[idx(skin.joint[in.slot[in.offset[0]]])], "top");
}

}  // namespace
}  // namespace bindpose::tests
