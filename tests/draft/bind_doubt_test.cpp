// What the bind doctor lists, and what it leaves alone because it is bound so already.
#include <gtest/gtest.h>

#include "draft_fixture.h"
#include "scene/draft/bind_doctor.h"
#include "scene/edit/draft/draft_edit.h"
#include "two_bones.h"

namespace bindpose::tests {
namespace {

class BindDoubts : public Draft {
 protected:
  BindDoubts() : Draft(two_bones()) {}

  std::vector<int> in_doubt_about(BindDoubt doubt) const {
    std::vector<int> out;
    for (const BoundJoint& j : bound_joints(doc.scene(), evaluate(doc.scene()))) {
      if (in_doubt(j, doubt)) out.push_back(j.joint);
    }
    return out;
  }
  // How many there are to be undone.
  std::size_t steps() const { return doc.done(); }
};

TEST_F(BindDoubts, OffInAnyWayIsOffInOneOfThem) {
  using List = std::vector<int>;
  EXPECT_EQ(in_doubt_about(BindDoubt::Any), List{});
  auto model = two_bones();
  model->skeleton.rest_local[1][3] = vec4(0, 2.5f, 0, 1);
  doc = Document(make_scene(model));
  EXPECT_EQ(in_doubt_about(BindDoubt::Rest), List{1});
  EXPECT_EQ(in_doubt_about(BindDoubt::Any), List{1}) << "the rest pose is one of the ways";
  EXPECT_EQ(in_doubt_about(BindDoubt::Fault), List{}) << "and no fault";
  edit("base bind");
  edit("joint upper rotate 0 0 30");
  EXPECT_EQ(in_doubt_about(BindDoubt::Any), (List{0, 1})) << "and so is what is shown";
  EXPECT_EQ(in_doubt_about(BindDoubt::Fault), List{});
  // Whatever is off in one way is off in any.
  model = two_bones();
  model->meshes[0].file_binding.skin.bind[0][0][0] = -1.0f;
  doc = Document(make_scene(model));
  for (const BindDoubt doubt : {BindDoubt::Fault, BindDoubt::Axes, BindDoubt::Any})
    EXPECT_EQ(in_doubt_about(doubt), List{0});
}

TEST_F(BindDoubts, WhatIsBoundSoAlreadyIsNoStep) {
  auto model = two_bones();
  model->pose_tables.push_back({std::vector<mat4>(3, mat4(1.0f)), {1, 1, 0}, {0}});
  // A Pose is written in other numbers than a skin: in the last digits they differ.
  model->pose_tables[0].world[1][3] = vec4(0, 2.00001f, 0, 1);
  doc = Document(make_scene(model));
  const ModelId before = doc.scene().model->id;
  for (const char* text : {"rebind pose", "rebind pose lower", "rebind rest", "rebind here",
                           "bind pose here", "base bind", "rebind here", "bind pose here"})
    edit(text);
  EXPECT_EQ(steps(), 1u) << "the base pose alone";
  EXPECT_EQ(doc.scene().model->id, before);
  edit("joint lower rotate 0 0 0.1");  // a tenth of a degree is meant
  EXPECT_EQ(edit("rebind here").extent, Change::Pose);
  EXPECT_EQ(steps(), 3u);
  EXPECT_EQ(edit("rebind here").extent, Change::None) << "a second time";
}

// One of two joints is enough, and one that only edited weights name counts.
TEST_F(BindDoubts, OneThatIsElsewhereIsAStep) {
  edit("joint lower translate 0 0 1");
  EXPECT_EQ(edit("rebind here upper").extent, Change::None);
  EXPECT_EQ(edit("rebind here").extent, Change::Pose);
  edit("weights arm 3 socket 1");
  edit("joint socket translate 0 0 1");
  EXPECT_EQ(edit("rebind here lower").extent, Change::None);
  EXPECT_EQ(edit("rebind here socket").extent, Change::Pose);
}

// The points' own node counts where they go along.
TEST_F(BindDoubts, APoseWithTheMeshsNodeElsewhereIsOne) {
  auto model = two_bones();
  model->meshes[0].node = 2;
  doc = Document(make_scene(model));
  EXPECT_EQ(edit("bind pose here").extent, Change::Pose);
  EXPECT_EQ(edit("bind pose here").extent, Change::None);
}

}  // namespace
}  // namespace bindpose::tests
