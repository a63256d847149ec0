// Nodes that no skin names, beside the joints: closed forms of nodes added by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>
#include <memory>

#include "io/diff/diff_text.h"
#include "io/import.h"
#include "math/numbers.h"
#include "math/rotation.h"
#include "rigid_model.h"
#include "scene/diff/scene_diff.h"

namespace bindpose::tests::node_diff_test {
namespace {

using Words = std::vector<std::string>;

std::shared_ptr<Model> arm() {
  static const auto read = import_model(BINDPOSE_SOURCE_DIR "/assets/arm.glb", {});
  return std::make_shared<Model>(*read);
}

// Arm with one node more: a root, or below its last node.
std::shared_ptr<Model> with_node(const std::string& name, const mat4& local, bool below = false) {
  auto model = arm();
  Skeleton& s = model->skeleton;
  const int parent = below ? s.size() - 1 : kNoParent;
  for (int p = parent; p >= 0; p = s.parent[idx(p)]) ++s.subtree_end[idx(p)];
  s.name.push_back(name);
  s.parent.push_back(parent);
  s.rest_local.push_back(local);
  s.subtree_end.push_back(s.size());
  s.file_flags.is_joint.push_back(0);
  s.file_flags.has_weight.push_back(0);
  if (!s.human_bone.empty()) s.human_bone.emplace_back();
  model->bind_local.push_back(local);
  model->has_bind.push_back(0);
  return model;
}

mat4 moved(float x) {
  return glm::translate(mat4(1.0f), vec3(x, 0, 0));
}

// Larger or smaller along one axis: told as the largest difference along any. (Against the bind
// pose, to whose axes these stand a little askew.)
TEST(NodeDiffs, AJointsSizeAlongEachAxis) {
  const int last_joint = Compared(arm(), arm()).diff.joints.back().a;
  for (int axis = 0; axis < 3; ++axis) {
    const auto sized = arm();
    vec3 factor(1.0f);
    factor[axis] = 1.5f;
    mat4& last = sized->skeleton.rest_local[idx(last_joint)];
    last = glm::scale(last, factor);
    for (const Compared& both : {Compared(arm(), sized), Compared(sized, arm())}) {
      ASSERT_FALSE(both.diff.joints.empty());
      EXPECT_NEAR(both.diff.joints.back().rest.scale, 0.5, 0.05) << axis;
      EXPECT_LT(both.diff.joints.front().rest.scale, 1e-5) << axis;
    }
  }
}

TEST(NodeDiffs, APlaceThatOthersLookUp) {
  const Compared same(with_node("socket", moved(0.5f)), with_node("socket", moved(0.5f)));
  EXPECT_TRUE(same.diff.same());
  EXPECT_NE(same.text().find("nodes      the same ("), std::string::npos) << same.text();

  const Compared away(with_node("socket", moved(0.5f)), with_node("socket", moved(0.75f)));
  EXPECT_EQ(away.parts(), Words{"nodes"});
  const auto socket = std::ranges::find(away.diff.nodes, true, &NodeDiff::rest_differs);
  ASSERT_NE(socket, away.diff.nodes.end());
  EXPECT_EQ(socket->carries, NodeCarries::Nothing);
  EXPECT_NEAR(socket->rest.metres, 0.25 * metres_a_unit(*arm()), 1e-6);
  EXPECT_NE(away.text().find("The first node that differs is socket, in nodes: at rest "),
            std::string::npos)
      << away.text();
  EXPECT_NE(diff_json(away.report()).find("\"node\": \"socket\""), std::string::npos);

  const mat4 turn = glm::rotate(moved(0.5f), 0.5f, vec3(0, 0, 1));
  const Compared turned(with_node("socket", moved(0.5f)), with_node("socket", turn));
  EXPECT_EQ(turned.parts(), Words{"nodes"});

  DiffOptions ignoring;
  ignoring.ignored[static_cast<int>(DiffPart::Nodes)] = true;
  EXPECT_TRUE(
      Compared(with_node("socket", moved(0.5f)), with_node("socket", turn), ignoring).diff.same());
}

TEST(NodeDiffs, OneThatOnlyOneFileHas) {
  const Compared without(with_node("socket", moved(0.5f)), arm());
  EXPECT_EQ(without.parts(), Words{"nodes"});
  EXPECT_NE(without.text().find("socket  only in A"), std::string::npos) << without.text();
  const Compared renamed(with_node("socket", moved(0.5f)), with_node("grip", moved(0.5f)));
  EXPECT_EQ(std::ranges::count_if(renamed.diff.nodes, &NodeDiff::differs), 2);
}

// What exporters name and add as they like: the end of a chain, the node of a skinned mesh.
TEST(NodeDiffs, HelpersAreToldAndNoDifference) {
  const std::string last = arm()->skeleton.name.back();
  const Compared end(arm(), with_node(last + "_end", moved(0.5f), true));
  EXPECT_TRUE(end.diff.same()) << end.text();
  EXPECT_NE(end.text().find("; only in B, without an effect: " + last + "_end"), std::string::npos)
      << end.text();
  auto other = arm();
  const int node = other->meshes[0].node;
  ASSERT_EQ(other->skeleton.file_flags.is_joint[idx(node)], 0);
  other->skeleton.name[idx(node)] = "body_v2";
  const Compared named(arm(), other);
  EXPECT_TRUE(named.diff.same()) << named.text();
  EXPECT_NE(named.text().find("only in B, without an effect: body_v2"), std::string::npos);
}

TEST(NodeDiffs, WhatTheyHangOn) {
  const auto one = with_node("socket", moved(0.5f), true);
  const int parent = one->skeleton.parent.back();
  mat4 world(1.0f);
  for (int p = parent; p >= 0; p = one->skeleton.parent[idx(p)])
    world = one->skeleton.rest_local[idx(p)] * world;
  // At the same place at rest, and without clips nothing moves it away.
  const auto other = with_node("socket", world * moved(0.5f));
  one->clips.clear(), other->clips.clear();
  const Compared c(one, other);
  const auto socket = std::ranges::find(c.diff.nodes, true, &NodeDiff::other_parent);
  if (one->skeleton.file_flags.is_joint[idx(parent)] != 0) {
    ASSERT_NE(socket, c.diff.nodes.end());
    EXPECT_EQ(c.parts(), Words{"nodes"}) << c.text();
    EXPECT_NE(c.text().find("in A, none in B"), std::string::npos) << c.text();
  }
}

TEST(NodeDiffs, ClipsThatMoveThem) {
  const auto swinging = [](float angle) {
    const auto model = with_node("lamp", moved(0.5f));
    model->clips[0].tracks.push_back(
        swing(model->skeleton.size() - 1, vec3(0.5f, 0, 0), angle, model->clips[0].duration));
    return model;
  };
  EXPECT_TRUE(Compared(swinging(0.5f), swinging(0.5f)).diff.same());
  const Compared c(swinging(0.5f), swinging(1.0f));
  EXPECT_EQ(c.parts(), (Words{"clips", "nodes"}));
  ASSERT_GE(c.diff.clips[0].node, 0);
  EXPECT_NEAR(c.diff.nodes[idx(c.diff.clips[0].node)].clips.degrees, 0.5 * kDegreesPerRadian, 1e-3);
  EXPECT_NE(c.text().find("farthest at lamp"), std::string::npos) << c.text();
  DiffOptions ignoring;
  ignoring.ignored[static_cast<int>(DiffPart::Nodes)] = true;
  EXPECT_TRUE(Compared(swinging(0.5f), swinging(1.0f), ignoring).diff.same());
}

TEST(NodeDiffs, ABoxWithoutASkinThatTurns) {
  const auto box = [](float angle) {
    auto model = rigid_model(box_mesh(), mat4(1.0f));
    model->clips = {Clip{"turn", 1.0, {swing(0, vec3(0.0f), angle, 1.0)}, {}}};
    return model;
  };
  EXPECT_TRUE(Compared(box(1.0f), box(1.0f)).diff.same());
  const Compared c(box(1.0f), box(2.0f));
  EXPECT_EQ(c.parts(), (Words{"clips", "nodes", "surface"}));
  EXPECT_NE(c.text().find("turn  farthest at box"), std::string::npos) << c.text();
}

// The mesh is where it was: its node stands at another corner of it.
TEST(NodeDiffs, WhereTheNodeOfAMeshStandsDoesNotMatter) {
  const auto box = [](float pivot) {
    Mesh mesh = box_mesh();
    for (vec3& p : mesh.position) p.x -= pivot;
    auto model = rigid_model(mesh, moved(pivot));
    Clip clip{"slide", 1.0, {swing(0, vec3(pivot, 0, 0), 0.0f, 1.0)}, {}};
    clip.tracks[0].factors[0].translation = {{0.0, 1.0}, {vec3(pivot, 0, 0), vec3(pivot, 2, 0)}};
    model->clips = {clip};
    return model;
  };
  const Compared c(box(0.0f), box(0.5f));
  EXPECT_TRUE(c.diff.same()) << c.text();
}

// A place that is no number in one file alone, which a file written by another program had.
TEST(NodeDiffs, APlaceThatIsNoNumber) {
  const auto broken = [](bool is_broken) {
    const auto model = arm();
    for (JointTrack& track : model->clips[0].tracks) {
      for (TrackFactor& factor : track.factors) {
        if (!is_broken || factor.rotation.value.empty()) continue;
        factor.translation = {{0.0}, {vec3(std::numeric_limits<float>::quiet_NaN())}};
      }
    }
    return model;
  };
  const Compared c(arm(), broken(true));
  EXPECT_TRUE(c.diff.differs[static_cast<int>(DiffPart::Clips)]);
  EXPECT_TRUE(c.diff.differs[static_cast<int>(DiffPart::Surface)]);
  EXPECT_NE(c.text().find("in one file at no place at all"), std::string::npos) << c.text();
  EXPECT_TRUE(Compared(broken(true), broken(true)).diff.same());
}

}  // namespace
}  // namespace bindpose::tests::node_diff_test
