#include "view/gizmo/together.h"

#include <gtest/gtest.h>

#include "view/gizmo_pull.h"

namespace bindpose::gizmo_together_test {
namespace {

using rigs::move;
using rigs::turn;

// hips - spine - arm.L, arm.R; the arms' axes point elsewhere.
class Together : public ::testing::Test {
 protected:
  Together() {
    scene = make_scene(rigs::model({{"hips", -1, move(0, 1, 0)},
                                    {"spine", 0, move(0, 1, 0)},
                                    {"arm.L", 1, move(1, 0, 0) * turn(-30, {0, 0, 1})},
                                    {"arm.R", 1, move(-1, 0, 0) * turn(200, {0, 1, 0})}}));
    scene.pose.user_local[3] = turn(25, {1, 0, 0}) * rigs::stretch(2, 2, 2);
  }
  // A drag of `joint` that has made `moved` of its Ul_j.
  mat4 other(int joint, const mat4& moved, int companion, GizmoSpace space,
             GizmoMode mode = GizmoMode::Rotate, Handle handle = Handle::Z) {
    const PosedScene posed = evaluate(scene);
    const auto j = static_cast<std::size_t>(joint);
    GizmoDrag drag;
    drag.joint = joint;
    drag.handle = handle;
    drag.frame.mode = mode;
    drag.grab_user_local = scene.pose.user_local[j];
    drag.grab_world = posed.world[j];
    drag.grab_base_local = posed.base_local[j];
    const int parent = scene.model->skeleton.parent[j];
    if (parent >= 0) drag.grab_parent = posed.world[static_cast<std::size_t>(parent)];
    for (const DragCompanion& c : drag_companions(scene, posed, drag)) {
      if (c.joint == companion) return moved_together(drag, c, moved, space);
    }
    ADD_FAILURE() << "no such companion";
    return mat4(0.0f);
  }
  mat4 world_with(int joint, const mat4& user_local) {
    Scene s = scene;
    s.pose.user_local[static_cast<std::size_t>(joint)] = user_local;
    return evaluate(s).world[static_cast<std::size_t>(joint)];
  }
  mat4 world(int joint) { return evaluate(scene).world[static_cast<std::size_t>(joint)]; }

  Scene scene;
};

void expect_near(const mat4& a, const mat4& b, float tolerance = 2e-5f) {
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) EXPECT_NEAR(a[c][r], b[c][r], tolerance) << c << ", " << r;
  }
}

TEST_F(Together, AboutOwnAxesEachTurnsByTheSameAngleAboutItsOwn) {
  scene.selection = {2, -1, {}, {}, {3}};
  const mat4 by = turn(40, {0, 0, 1});
  expect_near(other(2, by, 3, GizmoSpace::Local), scene.pose.user_local[3] * by);
  // What the dragged joint had before does not matter.
  scene.pose.user_local[2] = turn(70, {1, 2, 3});
  expect_near(other(2, scene.pose.user_local[2] * by, 3, GizmoSpace::Local),
              scene.pose.user_local[3] * by);
}

TEST_F(Together, AboutTheWorldsAxesEachTurnsAboutTheSameDirectionThroughItsOwnOrigin) {
  scene.selection = {2, -1, {}, {}, {3}};
  scene.pose.user_local[2] = turn(15, {0, 1, 0});
  const mat4 about = turn(50, {0, 1, 0});
  const mat4 was = world(2);
  const vec3 origin(was[3]);
  const mat4 wanted =
      move(origin.x, origin.y, origin.z) * about * move(-origin.x, -origin.y, -origin.z) * was;
  const mat4 frame = was * glm::inverse(scene.pose.user_local[2]);  // W_p L
  for (const Handle handle : {Handle::Y, Handle::Screen, Handle::Trackball}) {
    const GizmoSpace space = handle == Handle::Y ? GizmoSpace::World : GizmoSpace::Local;
    const mat4 is = other(2, glm::inverse(frame) * wanted, 3, space, GizmoMode::Rotate, handle);
    const vec3 own(world(3)[3]);
    expect_near(world_with(3, is),
                move(own.x, own.y, own.z) * about * move(-own.x, -own.y, -own.z) * world(3));
  }
}

TEST_F(Together, AMoveGoesToAllThatNoSelectedAncestorCarries) {
  scene.selection = {1, -1, {}, {}, {3}};
  const mat4 lifted = move(0, 0.5f, 0);
  EXPECT_EQ(other(1, lifted, 3, GizmoSpace::World, GizmoMode::Translate), scene.pose.user_local[3]);
  scene.selection = {2, -1, {}, {}, {3}};
  const mat4 was = world(2), frame = was * glm::inverse(scene.pose.user_local[2]);
  const mat4 is = other(2, glm::inverse(frame) * move(0.1f, 0.5f, 0) * was, 3, GizmoSpace::World,
                        GizmoMode::Translate);
  expect_near(world_with(3, is), move(0.1f, 0.5f, 0) * world(3));
}

TEST_F(Together, ScalingIsAlwaysAlongOwnAxes) {
  scene.selection = {2, -1, {}, {}, {3}};
  const mat4 by = rigs::stretch(1, 3, 1);
  expect_near(other(2, by, 3, GizmoSpace::World, GizmoMode::Scale), scene.pose.user_local[3] * by);
}

TEST_F(Together, BackAtTheGrabAllAreAsTheyWere) {
  scene.selection = {2, -1, {}, {}, {3}};
  scene.pose.user_local[2] = turn(33, {1, 1, 0});
  for (const GizmoSpace space : {GizmoSpace::Local, GizmoSpace::Parent, GizmoSpace::World})
    EXPECT_EQ(other(2, scene.pose.user_local[2], 3, space), scene.pose.user_local[3]);
}

TEST_F(Together, WhatCannotBeInvertedStays) {
  scene.selection = {2, -1, {}, {}, {3}};
  scene.pose.user_local[2] = mat4(0.0f);
  scene.pose.user_local[2][3][3] = 1.0f;
  EXPECT_EQ(other(2, turn(10, {0, 0, 1}), 3, GizmoSpace::Local), scene.pose.user_local[3]);
  EXPECT_EQ(other(2, turn(10, {0, 0, 1}), 3, GizmoSpace::World), scene.pose.user_local[3]);
}

// A drag about one point that has turned or scaled by `amount`, of joint 2.
struct AboutOnePoint {
  explicit AboutOnePoint(Scene& s) : scene(s), posed(evaluate(s)) {
    scene.view.gizmo_pivot = GizmoPivot::Common;
    drag.frame = gizmo_frame(scene, posed, camera, {800, 600}).value();
    drag.axis = {0, 1, 0};
  }
  mat4 world_of(int joint) {
    Scene after = scene;
    const auto j = static_cast<std::size_t>(joint);
    const DragCompanion c{joint, scene.pose.user_local[j], posed.world[j],
                          is_carried(scene, joint)};
    after.pose.user_local[j] = moved_about_pivot(drag, scene, c);
    return evaluate(after).world[j];
  }
  Scene& scene;
  PosedScene posed;
  Camera camera;
  GizmoDrag drag;
};

TEST_F(Together, AboutOnePointAllTurnAsOneBody) {
  // The file's world is not what is shown: it lies on its back and counts centimetres.
  auto lying = std::make_shared<Model>(*scene.model);
  lying->to_display = turn(-90, {1, 0, 0}) * rigs::stretch(0.01f, 0.01f, 0.01f);
  const std::vector<mat4> user = scene.pose.user_local;
  scene = make_scene(lying);
  scene.pose.user_local = user;
  scene.selection = {2, -1, {}, {}, {3}};
  AboutOnePoint k(scene);
  const mat4 display = scene.model->to_display;
  const vec3 middle = 0.5f * (vec3(display * world(2)[3]) + vec3(display * world(3)[3]));
  EXPECT_LT(glm::distance(k.drag.frame.origin, middle), 1e-6f) << "the gizmo stands between both";
  k.drag.frame.mode = GizmoMode::Rotate;
  k.drag.amount = {110, 0, 0};
  const mat4 u = move(middle.x, middle.y, middle.z) * turn(110, {0, 1, 0}) *
                 move(-middle.x, -middle.y, -middle.z);
  for (const int joint : {2, 3}) {
    expect_near(display * k.world_of(joint), u * display * world(joint), 1e-5f);
  }
}

TEST_F(Together, AboutOnePointScalingMovesApartAndGrowsAlongOwnAxes) {
  scene.selection = {2, -1, {}, {}, {3}};
  AboutOnePoint k(scene);
  k.drag.frame.mode = GizmoMode::Scale;
  k.drag.amount = {3, 1, 1};
  k.drag.frame.axis[0] = {1, 0, 0};
  k.drag.frame.axis[1] = {0, 1, 0};
  k.drag.frame.axis[2] = {0, 0, 1};
  // The arms are at x = 1 and -1 on both sides of the point.
  for (const int joint : {2, 3}) {
    const mat4 was = world(joint);
    mat4 wanted = was * rigs::stretch(3, 1, 1);
    wanted[3] = vec4(3 * was[3].x, was[3].y, was[3].z, 1);
    expect_near(k.world_of(joint), wanted);
  }
}

TEST_F(Together, AboutOnePointWhoIsCarriedGoesAlong) {
  scene.selection = {3, -1, {}, {}, {1}};
  AboutOnePoint k(scene);
  EXPECT_LT(glm::distance(k.drag.frame.origin, vec3(world(1)[3])), 1e-6f)
      << "the spine carries the arm: its own place is the point";
  k.drag.frame.mode = GizmoMode::Rotate;
  k.drag.amount = {40, 0, 0};
  expect_near(k.world_of(3), world(3));
  const vec3 o(world(1)[3]);
  expect_near(k.world_of(1),
              move(o.x, o.y, o.z) * turn(40, {0, 1, 0}) * move(-o.x, -o.y, -o.z) * world(1));
}

// The same by the mouse, from the grab to what the joints become.
TEST_F(Together, AboutOnePointARingIsDragged) {
  scene.selection = {2, -1, {}, {}, {3}};
  scene.view.gizmo_pivot = GizmoPivot::Common;
  scene.view.gizmo_mode = GizmoMode::Rotate;
  scene.view.gizmo_space = GizmoSpace::World;
  const PosedScene posed = evaluate(scene);
  const Viewport viewport{1280, 720};
  Camera camera;
  camera.yaw = 0.3f, camera.pitch = 0.8f, camera.distance = 6.0f;
  camera.target = {0, 2, 0};
  const GizmoFrame frame = gizmo_frame(scene, posed, camera, viewport).value();
  const auto at = [&](float degrees) {
    return vec2(project(camera, viewport, rigs::on_ring(frame, 1, degrees)));
  };
  GizmoDrag drag = begin_drag(frame, Handle::Y, scene, posed, camera, viewport, at(20));
  for (const float degrees : {50.0f, 90.0f, 130.0f})
    update_drag(drag, scene, camera, viewport, at(20 + degrees), false);
  EXPECT_NEAR(drag.amount.x, 130.0f, 0.05f);
  std::vector<DragCompanion> all = drag_companions(scene, posed, drag);
  all.push_back(drag_joint(drag));
  ASSERT_EQ(all.size(), 2u);
  const vec3 middle = 0.5f * vec3(world(2)[3] + world(3)[3]);
  for (const DragCompanion& c : all) {
    expect_near(world_with(c.joint, moved_about_pivot(drag, scene, c)),
                rigs::about(middle, turn(130, {0, 1, 0})) * world(c.joint), 5e-3f);
  }
}

TEST_F(Together, CompanionsAreTheOtherSelectedOnes) {
  scene.selection = {3, -1, {}, {}, {1, 3, 2}};
  const PosedScene posed = evaluate(scene);
  GizmoDrag drag;
  drag.joint = 3;
  const auto all = drag_companions(scene, posed, drag);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].joint, 1);
  EXPECT_FALSE(all[0].below);
  EXPECT_EQ(all[1].joint, 2);
  EXPECT_TRUE(all[1].below) << "the spine is selected, too";
}

}  // namespace
}  // namespace bindpose::gizmo_together_test
