// Joints that are bound anew: what becomes of T_j, of points, and of all else.
#include <gtest/gtest.h>

#include "draft_fixture.h"
#include "math/transform.h"
#include "scene/draft/bind_doctor.h"
#include "two_bones.h"

namespace bindpose::tests {
namespace {

constexpr float kQuarter = 0.70710678f;

class BoundAnew : public Draft {
 protected:
  BoundAnew() : Draft(two_bones()) {}

  std::vector<vec3> surface() const {
    std::vector<vec3> out;
    skin_mesh(doc.scene(), evaluate(doc.scene()), 0, out, nullptr);
    return out;
  }
  mat4 t(std::size_t slot) const { return evaluate(doc.scene()).palette[0][slot]; }
  mat4 world(int j) const { return evaluate(doc.scene()).world[idx(j)]; }
  const Skin& skin() const { return binding_of(doc.scene(), 0).skin; }
};

// lower turned 90 degrees about z at (0,2,0): (x, y) -> (-(y-2), x+2). T_1 takes (1,3) to (-1,3).
TEST_F(BoundAnew, ReboundHereTheSurfaceGoesBack) {
  edit("joint lower rotate 0 0 90");
  expect_at(surface()[1], vec3(-1, 3, 0), 1e-6f);
  expect_at(surface()[2], vec3(-0.5f, 2.5f, 0), 1e-6f);
  const mat4 before = world(1);
  edit("rebind here");
  EXPECT_LE(max_difference(t(1), mat4(1.0f)), 1e-6f);
  EXPECT_EQ(max_difference(world(1), before), 0.0f) << "W_j stays";
  expect_at(surface()[1], vec3(1, 3, 0), 1e-6f);
  expect_at(skin().bind[1][0], vec3(0, 1, 0), 1e-6f);
  EXPECT_EQ(doc.scene().model->meshes[0].position[1], vec3(1, 3, 0)) << "points stay";
  edit("reset all");  // back by 90 degrees about (0,2,0): T_1 takes (1,3) to (1,1)
  expect_at(surface()[1], vec3(1, 1, 0), 1e-6f);
  doc.undo();
  doc.undo();
  expect_at(surface()[1], vec3(-1, 3, 0), 1e-6f);
}

// Every node stays, and so does what the user marked, held, chose and posed.
TEST_F(BoundAnew, NothingElseGoes) {
  for (const char* text : {"lock joint upper", "hide joint lower", "hold socket", "select lower",
                           "limit lower 30", "pin arm 2", "joint socket translate 0 1 0"})
    edit(text);
  doc.apply({SetView{doc.scene().view}});
  const Scene before = doc.scene();
  const mat4 socket = world(2);
  edit("rebind here");
  const Scene& after = doc.scene();
  EXPECT_EQ(after.model->skeleton.name, before.model->skeleton.name);
  EXPECT_EQ(after.marks, before.marks);
  EXPECT_EQ(after.held, before.held);
  EXPECT_EQ(after.selection.joint, 1);
  EXPECT_EQ(after.selection.pinned_vertex, before.selection.pinned_vertex);
  EXPECT_EQ(after.pose.user_local, before.pose.user_local);
  EXPECT_EQ(max_difference(world(2), socket), 0.0f);
}

// In the bind pose the base itself moves: the turn is in B_j then and no longer in Ul_j.
TEST_F(BoundAnew, InTheBindPoseJointsStayWhereTheyAre) {
  edit("base bind");
  edit("joint lower rotate 0 0 90");
  edit("joint socket translate 0 0 1");
  const std::vector<mat4> before = evaluate(doc.scene()).world;
  edit("rebind here");
  const std::vector<mat4> after = evaluate(doc.scene()).world;
  for (std::size_t j = 0; j < after.size(); ++j)
    EXPECT_LE(max_difference(after[j], before[j]), 1e-5f) << j;
  EXPECT_EQ(doc.scene().pose.user_local[1], mat4(1.0f));
  EXPECT_LE(max_difference(t(1), mat4(1.0f)), 1e-6f);
}

TEST_F(BoundAnew, AJointThatOnlyEditedWeightsNameIsReboundToo) {
  edit("weights arm 3 socket 1");
  edit("joint socket translate 5 0 0");
  expect_at(surface()[3], vec3(6, 1, 0), 1e-6f);
  edit("rebind here socket");
  expect_at(surface()[3], vec3(1, 1, 0), 1e-5f);
  const int slot = find_slot(skin(), 2);
  ASSERT_GE(slot, 0);
  expect_at(vec3(skin().bind[idx(slot)][3]), vec3(5, 3, 0), 1e-5f);
  edit("joint upper translate 0 0 1");
  expect_at(surface()[3], vec3(1, 1, 1), 1e-5f);
  EXPECT_EQ(edit("rebind here upper").extent, Change::Pose);  // and stays so when another one is
  expect_at(surface()[3], vec3(1, 1, 1), 1e-5f);
}

TEST_F(BoundAnew, BelowATurnedJointItIsBoundWhereItStands) {
  edit("weights arm 3 socket 1");
  edit("joint upper rotate 0 0 90");
  edit("rebind here");
  expect_at(surface()[3], vec3(1, 1, 0), 1e-5f);
}

TEST_F(BoundAnew, WhatCannotBeBoundSaysSo) {
  EXPECT_EQ(refused("rebind here socket"),
            "No skin names any of these joints: there is nothing to bind.");
  EXPECT_NE(refused("rebind pose").find("says nothing of its bind pose"), std::string::npos);
  EXPECT_NE(refused("bind pose there").find("\"here\""), std::string::npos);
  edit("joint lower scale 0 0 0");
  EXPECT_NE(refused("bind pose here").find("Joint lower is flat there"), std::string::npos);
}

// The picture stays to rounding, T_j are I, points are where they were shown; a turn from there by
// 90 degrees more is one about the joint's new place.
TEST_F(BoundAnew, APoseBecomesTheBindPose) {
  edit("joint lower rotate 0 0 90");
  edit("morph smile 1");
  const std::vector<vec3> shown = surface();
  expect_at(shown[1], vec3(-1.5f, 3, 0), 1e-6f);  // (1, 3.5)
  const mat4 lower = world(1);
  edit("bind pose here");
  EXPECT_EQ(doc.undo_label(), "Bind pose here");
  for (std::size_t s = 0; s < 2; ++s) EXPECT_LE(max_difference(t(s), mat4(1.0f)), 1e-6f);
  for (std::size_t i = 0; i < 4; ++i) expect_at(surface()[i], shown[i], 1e-6f);
  EXPECT_EQ(max_difference(world(1), lower), 0.0f);
  const Mesh& mesh = doc.scene().model->meshes[0];
  expect_at(mesh.position[1], vec3(-1, 3, 0), 1e-6f);
  expect_at(mesh.position[2], vec3(-0.5f, 2.5f, 0), 1e-6f);
  expect_at(mesh.morph[0].position[0], vec3(-0.5f, 0, 0), 1e-6f);
  edit("morph smile 0");
  edit("reset all");  // the rest pose is what it was; rigid parts look as they did there
  expect_at(surface()[1], vec3(1, 3, 0), 1e-6f);
  expect_at(surface()[0], vec3(0, 1, 0), 1e-6f);
  // T_1 takes (-0.5, 2.5) back by 90 degrees about (0,2), to (0.5, 2.5); T_0 leaves it.
  expect_at(surface()[2], vec3(0, 2.5f, 0), 1e-6f);
  edit("base bind");
  expect_at(surface()[1], vec3(-1, 3, 0), 1e-6f);
  while (doc.can_undo()) doc.undo();
  EXPECT_EQ(doc.scene().model->meshes[0].position[2], vec3(0, 3, 0));
}

TEST_F(BoundAnew, ThePoseOfEditedWeightsBecomesTheBindPose) {
  edit("weights arm 3 lower 1");
  edit("joint lower rotate 0 0 90");
  const std::vector<vec3> shown = surface();
  expect_at(shown[3], vec3(1, 3, 0), 1e-6f);
  edit("bind pose here");
  edit("weights arm 3 upper 1");  // later on: the points are moved all the same
  expect_at(surface()[3], vec3(1, 3, 0), 1e-6f);
  const auto again = built_like(*doc.scene().model, two_bones());
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(again->meshes[0].position[i], doc.scene().model->meshes[0].position[i]) << i;
  EXPECT_EQ(again->bind_local, doc.scene().model->bind_local);
}

// P_m^-1 P_j in the mesh's bind space.
TEST_F(BoundAnew, ReboundToTheFilesPose) {
  auto model = two_bones();
  model->pose_tables.push_back({std::vector<mat4>(3, mat4(1.0f)), {1, 1, 0}, {0}});
  model->pose_tables[0].world[1] =
      mat4(vec4(0, 1, 0, 0), vec4(-1, 0, 0, 0), vec4(0, 0, 1, 0), vec4(0, 2.5f, 0, 1));
  doc = Document(make_scene(model));
  EXPECT_TRUE(apart_from_pose(*model));
  const auto found = bound_joints(doc.scene(), evaluate(doc.scene()));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_FALSE(found[0].from_pose.apart);
  EXPECT_NEAR(found[1].from_pose.degrees, 90.0, 1e-4);
  EXPECT_NEAR(found[1].from_pose.distance, 0.5, 1e-6);
  EXPECT_TRUE(in_doubt(found[1], BindDoubt::Fault));
  EXPECT_FALSE(in_doubt(found[0], BindDoubt::Fault));
  edit("rebind pose lower");
  EXPECT_EQ(skin().bind[1], model->pose_tables[0].world[1]);
  EXPECT_FALSE(apart_from_pose(*doc.scene().model));
  // W_1 is at (0,2) unturned: T_1 takes (x, y) to (y - 2.5, -x) + (0, 2).
  expect_at(surface()[1], vec3(0.5f, 1, 0), 1e-6f);
}

TEST_F(BoundAnew, AfterAPoseBecameTheBindPoseTheFilesTableIsOfNothing) {
  auto model = two_bones();
  model->pose_tables.push_back({std::vector<mat4>(3, mat4(1.0f)), {1, 1, 0}, {0}});
  model->pose_tables[0].world[1][3] = vec4(0, 2, 0, 1);
  doc = Document(make_scene(model));
  edit("joint lower rotate 0 0 90");
  const std::vector<vec3> before = surface();
  edit("bind pose here");
  for (const BoundJoint& j : bound_joints(doc.scene(), evaluate(doc.scene()))) {
    EXPECT_FALSE(in_doubt(j, BindDoubt::Fault));
  }
  EXPECT_NE(refused("rebind pose lower").find("says nothing of its bind pose"), std::string::npos);
  for (std::size_t i = 0; i < before.size(); ++i) expect_at(surface()[i], before[i], 1e-6f);
}

// What the report says of matrices goes with them, joint by joint.
TEST_F(BoundAnew, WhatWasUnusableIsNotTold) {
  auto model = two_bones();
  for (const int joint : {0, 1, -1}) {
    model->report.push_back({Severity::Warning, "joint", "has no inverse.", joint});
    model->report.back().kind = ReportKind::UnusableBind;
  }
  model->report.push_back({Severity::Warning, "joint", "is something else.", 1});
  doc = Document(make_scene(model));
  const auto unusable = [&] {
    std::vector<int> out;
    for (const ReportEntry& e : doc.scene().model->report) {
      if (e.kind == ReportKind::UnusableBind) out.push_back(e.joint);
    }
    return out;
  };
  const auto others = [&] {
    return std::ranges::count(doc.scene().model->report, "is something else.",
                              &ReportEntry::message);
  };
  edit("rebind rest lower");
  EXPECT_EQ(unusable(), (std::vector<int>{0, -1}));
  doc.undo();
  EXPECT_EQ(unusable(), (std::vector<int>{0, 1, -1}));
  edit("rebind here");
  EXPECT_EQ(unusable(), std::vector<int>{});
  EXPECT_EQ(others(), 1);
  doc.undo();
  edit("bind pose here");
  EXPECT_EQ(unusable(), std::vector<int>{});
  doc.undo();
  for (const char* text : {"draft from model", "skeleton build"}) edit(text);
  EXPECT_EQ(unusable(), std::vector<int>{});
  EXPECT_EQ(others(), 1);
}

// Of two meshes that name it, one alone got another B_j (by the file's Pose).
TEST_F(BoundAnew, OfAnotherMeshItIsTold) {
  auto model = two_bones();
  model->meshes.push_back(model->meshes[0]);
  model->meshes[1].name = "sleeve";
  model->report.push_back({Severity::Warning, "joint", "has no inverse.", 1});
  model->report.back().kind = ReportKind::UnusableBind;
  const auto bound = bound_anew(model, {{{0, 1, model->meshes[0].file_binding.skin.bind[1]}}});
  EXPECT_TRUE(std::ranges::any_of(
      bound->report, [](const ReportEntry& e) { return e.kind == ReportKind::UnusableBind; }));
}

TEST_F(BoundAnew, ImagesAreShared) {
  auto model = two_bones();
  model->images.push_back({"skin", 1, 1, {1, 2, 3, 4}});
  doc = Document(make_scene(model));
  for (const char* text : {"rebind here", "bind pose here", "draft from model", "skeleton build"}) {
    if (!doc.scene().draft) edit("joint lower rotate 0 0 30");
    edit(text);
    EXPECT_NE(doc.scene().model, model) << text;
    EXPECT_EQ(&doc.scene().model->images[0], &std::as_const(*model).images[0]) << text;
  }
  Model copy = *model;  // and are not, once one of both is written
  copy.images.push_back({"more", 1, 1, {5, 6, 7, 8}});
  EXPECT_EQ(model->images.size(), 1u);
  EXPECT_EQ(copy.images.size(), 2u);
  EXPECT_EQ(copy.images[0].pixels, model->images[0].pixels);
}

// A sword that the file hangs on a node, and that the user bound to a joint.
TEST_F(BoundAnew, WhatTheFileDoesNotSkinKeepsItsPlace) {
  auto model = two_bones();
  model->skeleton.rest_local[2][3] = vec4(3, 1, 0, 1);
  Mesh sword;
  sword.name = "sword";
  sword.node = 2;
  sword.position = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  sword.normal.assign(3, vec3(0, 0, 1));
  sword.triangle = {0, 1, 2};
  sword.file_binding.influences =
      pack_influences({{{0, 1.0f}}, {{0, 1.0f}}, {{0, 1.0f}}}, 1).influences;
  sword.file_binding.skin.joint = {2};
  sword.file_binding.skin.bind = sword.file_binding.skin.inverse_bind = {mat4(1.0f)};
  model->meshes.push_back(std::move(sword));
  derive_bind_pose(*model);
  doc = Document(make_scene(model));
  edit("weights sword 0 lower 1");
  edit("joint lower rotate 0 0 30");
  std::vector<vec3> before, after;
  skin_mesh(doc.scene(), evaluate(doc.scene()), 1, before, nullptr);
  edit("bind pose here");
  skin_mesh(doc.scene(), evaluate(doc.scene()), 1, after, nullptr);
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < before.size(); ++i) expect_at(after[i], before[i], 1e-5f);
}

TEST(BindDoctor, WhatAxesAre) {
  auto model = two_bones();
  Skin& skin = model->meshes[0].file_binding.skin;
  skin.bind[0] = mat4(vec4(-1, 0, 0, 0), vec4(0, 1, 0, 0), vec4(0, 0, 1, 0), vec4(0, 0, 0, 1));
  skin.bind[1] =
      mat4(vec4(2, 0, 0, 0), vec4(kQuarter, kQuarter, 0, 0), vec4(0, 0, 1, 0), vec4(0, 2, 0, 1));
  for (std::size_t s = 0; s < 2; ++s) skin.inverse_bind[s] = inverse_affine(skin.bind[s]);
  derive_bind_pose(*model);
  const Scene scene = make_scene(model);
  const auto found = bound_joints(scene, evaluate(scene));
  EXPECT_TRUE(found[0].mirrored);
  EXPECT_EQ(axes_sentence(found[0]), "mirrored");
  EXPECT_NEAR(found[1].shear, 45.0, 1e-4);
  EXPECT_NEAR(found[1].uneven, 2.0, 1e-6);
  EXPECT_EQ(axes_sentence(found[1]), "sheared by 45 degrees, of uneven length, 1 to 2");
}

// After another pose: as if all was examined anew.
TEST_F(BoundAnew, TheDoctorSeesAnotherPose) {
  std::vector<BoundJoint> joints = bound_joints(doc.scene(), evaluate(doc.scene()));
  EXPECT_FALSE(joints[1].from_here.apart);
  edit("joint lower rotate 0 0 90");
  edit("joint upper translate 0 3 0");
  const PosedScene posed = evaluate(doc.scene());
  examine_here(doc.scene(), posed, surface_size(*doc.scene().model), joints);
  EXPECT_NEAR(joints[1].from_here.degrees, 90.0, 1e-4);
  EXPECT_NEAR(joints[1].from_here.distance, 3.0, 1e-6);
  const std::vector<BoundJoint> anew = bound_joints(doc.scene(), posed);
  for (std::size_t j = 0; j < joints.size(); ++j) {
    EXPECT_EQ(joints[j].from_here.distance, anew[j].from_here.distance);
    EXPECT_EQ(joints[j].from_here.apart, anew[j].from_here.apart);
    EXPECT_EQ(joints[j].from_rest.distance, anew[j].from_rest.distance);
  }
}

TEST(BindDoctor, HowFarApart) {
  mat4 turned(1.0f);
  turned[0] = vec4(0, 2, 0, 0);  // 90 degrees about z, twice as large
  turned[1] = vec4(-2, 0, 0, 0);
  turned[2] = vec4(0, 0, 2, 0);
  turned[3] = vec4(3, 4, 0, 1);
  const BindApart apart = bind_apart(mat4(1.0f), turned, 10.0);
  EXPECT_NEAR(apart.distance, 5.0, 1e-6);
  EXPECT_NEAR(apart.degrees, 90.0, 1e-6);
  EXPECT_NEAR(apart.scale, 2.0, 1e-6);
  EXPECT_TRUE(apart.apart);
  mat4 near(1.0f);
  near[3] = vec4(0.5f, 0, 0, 1);
  EXPECT_FALSE(bind_apart(mat4(1.0f), near, 1000.0).apart);  // half a unit of a thousand
  EXPECT_TRUE(bind_apart(mat4(1.0f), near, 1.0).apart);
}

}  // namespace
}  // namespace bindpose::tests
