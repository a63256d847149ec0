// Mends as edits: text, undo, accounts, locks, and what they leave alone.
#include <gtest/gtest.h>

#include "explain/walk_rig.h"
#include "io/import.h"
#include "scene/edit/edit.h"
#include "scene/numerals.h"
#include "scene/pose/symmetry.h"
#include "scene/weight_problems.h"

namespace bindpose::mend_edit_test {
namespace {

const Scene& ogre() {
  static const Scene scene = make_scene(import_model(BINDPOSE_SOURCE_DIR "/assets/ogre.glb"));
  return scene;
}

class MendEditTest : public ::testing::Test {
 protected:
  Document document_{ogre()};

  const Scene& scene() const { return document_.scene(); }
  Edit edit(const std::string& text) {
    std::string error;
    const auto edit = parse_edit(text, scene(), error);
    EXPECT_TRUE(edit) << error;
    return edit ? *edit : Edit(ResetAll{});
  }
  Change apply(const std::string& text) { return document_.apply({edit(text)}); }
  std::string account(const std::string& text) {
    return mended(scene(), edit(text).get<MendWeights>().mend).account;
  }
  std::string refusal(const std::string& text) {
    std::string error;
    EXPECT_FALSE(parse_edit(text, scene(), error)) << text;
    return error;
  }
  std::size_t over(int n) const { return weight_problems(scene(), n).over_limit; }
  VertexLists changed() const {
    VertexLists out(scene().model->meshes.size());
    for (std::size_t m = 0; m < out.size(); ++m) {
      const Influences& a = ogre().model->meshes[m].file_binding.influences;
      const Influences& b = binding_of(scene(), m).influences;
      for (std::uint32_t i = 0; i < a.vertex_count(); ++i) {
        if (!(read_row(a, i) == read_row(b, i))) out[m].push_back(i);
      }
    }
    return out;
  }
};

TEST_F(MendEditTest, TextReadsBackAsItself) {
  for (const char* text : {"mend all",
                           "mend all 8",
                           "mend clean",
                           "mend normalise",
                           "mend normalise strict all",
                           "mend prune 0.02 all",
                           "mend limit 4",
                           "mend limit 3 fit",
                           "mend fill",
                           "mend smooth 0.25 3",
                           "mend mirror to left by place",
                           "mend mirror to right by topology all",
                           "mend average",
                           "mend paste Head 0.25 Neck 0.75",
                           "mend paste all",
                           "mend set Head 0.5",
                           "mend scale Head 1.5 all",
                           "vertices all",
                           "vertices invert",
                           "vertices grow 2",
                           "vertices shrink 1",
                           "vertices parts",
                           "vertices same",
                           "vertices joint Head",
                           "lock weights Head Neck",
                           "unlock weights all"}) {
    std::string words = text;
    for (const auto& [from, to] : {std::pair<std::string, int>{"Head", 3}, {"Neck", 2}}) {
      const std::string name = ogre().model->skeleton.name[static_cast<std::size_t>(to)];
      for (std::size_t at; (at = words.find(from)) != std::string::npos;)
        words.replace(at, 4, name);
    }
    EXPECT_EQ(to_text(edit(words), scene()), words);
  }
  EXPECT_EQ(refusal("mend limit 0"),
            "That is out of range; expected how many influences stay, from 1 to 64.");
  EXPECT_EQ(refusal("mend all 65"),
            "That is out of range; expected how many influences stay, from 1 to 64.");
  EXPECT_EQ(to_text(edit("mend all 4"), scene()), "mend all") << "as engines take";
  EXPECT_NE(refusal("mend"), "");
  EXPECT_NE(refusal("mend smooth 2"), "");
  EXPECT_NE(refusal("mend mirror left"), "");
  EXPECT_NE(refusal("mend prune -1"), "");
  EXPECT_NE(refusal("mend set nobody 0.5"), "");
  const std::string head = ogre().model->skeleton.name[3];
  EXPECT_EQ(refusal("mend paste " + head + " 0.25 " + head + " 0.75 all"),
            "A joint is named twice; give it one weight.");
}

// A rig of which nothing says what is left: it cannot be mirrored, and is mended otherwise.
TEST_F(MendEditTest, OnlyMirroringAsksForTwoSides) {
  const auto model = walk_rig::arm();
  model->skeleton.rest_local[1][3] = model->bind_local[1][3] = vec4(0.3f, 1.0f, -0.2f, 1.0f);
  model->skeleton.rest_local[2][3] = model->bind_local[2][3] = vec4(0.5f, 0.4f, 0.25f, 1.0f);
  model->skeleton.rest_local[3][3] = model->bind_local[3][3] = vec4(1.0f, 0.3f, -1.0f, 1.0f);
  document_ = Document(make_scene(model));
  ASSERT_FALSE(rig_mirror(scene()).pairs.has_plane);
  for (const Mend::Kind kind : {Mend::MirrorPlace, Mend::MirrorTopology, Mend::OneSided}) {
    Mend mend;
    mend.kind = kind;
    EXPECT_EQ(mended(scene(), mend).account,
              "The model has no two sides: neither names nor places of its joints say which is "
              "left.")
        << kind;
  }
  EXPECT_EQ(account("mend limit 1").rfind("The model has no", 0), std::string::npos);
  EXPECT_NE(apply("mend limit 1").extent, Change::None);
  EXPECT_EQ(over(1), 0u);
}

TEST_F(MendEditTest, LimitingBringsTheCountToZeroAndTouchesNothingElse) {
  const VertexLists wanted = vertices_of(scene(), {VertexGroup::Influences, 3});
  ASSERT_GT(count_of(wanted), 0u);
  const std::string said = account("mend limit 3 fit");
  EXPECT_EQ(
      said.find("Limited " + grouped(count_of(wanted)) + " vertices to 3 influences; at most "), 0u)
      << said;
  EXPECT_NE(said.find(" in clip "), std::string::npos) << said;
  apply("mend limit 3 fit");
  EXPECT_EQ(over(3), 0u);
  EXPECT_EQ(changed(), wanted);
  EXPECT_EQ(document_.undo_label(), "Limit 3 fit weights");
  EXPECT_EQ(account("mend limit 3"), "Nothing to limit: no vertex has more than 3 influences.");
  EXPECT_EQ(apply("mend limit 3").extent, Change::None);
  document_.undo();
  EXPECT_EQ(count_of(changed()), 0u);
  document_.redo();
  EXPECT_EQ(changed(), wanted);
}

// A half of 1/255 is a float's, and says nothing with all its digits.
TEST_F(MendEditTest, SentencesHaveFourDigitsAtMost) {
  const Mend prune{Mend::Prune, double{0.5f / 255.0f}};
  const std::string said = mended(scene(), prune).account;
  EXPECT_NE(said.find("below 0.001961"), std::string::npos) << said;
  EXPECT_EQ(said.find("0.0019607"), std::string::npos) << said;
  EXPECT_EQ(edit_label(MendWeights{prune}, scene()), "Prune 0.001961 weights");
  EXPECT_EQ(edit_label(MendWeights{{Mend::Smooth, 0.5, 12345}}, scene()),
            "Smooth 0.5 12345 weights");
}

TEST_F(MendEditTest, OnlyWhatIsSelectedIsMended) {
  apply("vertices influences 3");
  apply("vertices same");
  const VertexLists all = vertices_of(scene(), scene().selection.vertices);
  VertexLists one(all.size());
  for (std::size_t m = 0; m < all.size() && count_of(one) == 0; ++m) {
    if (!all[m].empty()) one[m] = {all[m].front()};
  }
  document_.apply({SelectVertices{chosen_vertices(one)}});
  apply("mend limit 3");
  EXPECT_EQ(changed(), one);
  apply("mend limit 3 all");
  EXPECT_EQ(changed(), all);
}

TEST_F(MendEditTest, WhatGivesNewWeightsAsksForASelection) {
  const std::string head = scene().model->skeleton.name[2];
  EXPECT_EQ(account("mend average"), "Select vertices first.");
  EXPECT_EQ(apply("mend set \"" + head + "\" 1").extent, Change::None);
  apply("lock weights \"" + head + "\"");
  apply("vertices joint \"" + head + "\"");
  EXPECT_EQ(account("mend set \"" + head + "\" 1"), "The weights of " + head + " are locked.");
}

// Not the other way round either: the lock of poses is another one.
TEST_F(MendEditTest, LockedWeightsStayAndPosesAreFree) {
  int joint = -1;  // one that shares vertices with others
  const Influences& in = binding_of(scene(), 0).influences;
  for (std::size_t i = 0; i < in.vertex_count() && joint < 0; ++i) {
    if (in.offset[i + 1] - in.offset[i] > 2)
      joint = binding_of(scene(), 0).skin.joint[in.slot[in.offset[i]]];
  }
  ASSERT_GE(joint, 0);
  const std::string name = scene().model->skeleton.name[static_cast<std::size_t>(joint)];
  const std::vector<float> before = joint_weights(binding_of(scene(), 0), joint);
  apply("lock weights \"" + name + "\"");
  EXPECT_TRUE(has_locked_weights(scene(), joint));
  EXPECT_FALSE(is_locked(scene(), joint));
  apply("mend smooth 1 5 all");
  EXPECT_GT(count_of(changed()), 100u);
  const std::vector<float> after = joint_weights(binding_of(scene(), 0), joint);
  for (std::size_t i = 0; i < before.size(); ++i) ASSERT_NEAR(before[i], after[i], 2e-7) << i;
  document_.undo();
  document_.undo();
  EXPECT_FALSE(has_locked_weights(scene(), joint));
}

// Weights of one side are spoilt and come back from the other.
void expect_mirrored(const Scene& scene, const VertexLists& lists, float most) {
  const auto& pairs = rig_mirror(scene).pairs;
  std::size_t worse = 0, all = 0;
  for (std::size_t m = 0; m < lists.size(); ++m) {
    const MeshBinding& now = binding_of(scene, m);
    const MeshBinding& file = scene.model->meshes[m].file_binding;
    for (std::size_t j = 0; j < pairs.partner.size(); ++j) {
      if (find_slot(file.skin, static_cast<int>(j)) < 0) continue;
      const std::vector<float> a = joint_weights(now, static_cast<int>(j)),
                               b = joint_weights(file, static_cast<int>(j));
      for (const std::uint32_t i : lists[m]) {
        ++all;
        worse += std::abs(a[i] - b[i]) > most ? 1 : 0;
      }
    }
  }
  EXPECT_GT(all, 1000u);
  EXPECT_LE(double(worse), 0.002 * double(all)) << worse << " of " << all;
}

TEST_F(MendEditTest, WhatWasSpoiltOnOneSideComesBackFromTheOther) {
  const auto& pairs = rig_mirror(scene()).pairs;
  ASSERT_TRUE(pairs.has_plane);
  VertexLists left(scene().model->meshes.size());
  for (std::size_t m = 0; m < left.size(); ++m) {
    const Mesh& mesh = scene().model->meshes[m];
    for (std::uint32_t i = 0; i < mesh.position.size(); ++i) {
      if (pairs.plane.height(glm::dvec3(mesh.position[i])) > 0.02 * pairs.size)
        left[m].push_back(i);
    }
  }
  for (const char* how : {"place", "topology"}) {
    document_ = Document(ogre());
    // Eyes and nails hang on nothing that reaches the plane: by topology they have no other side.
    if (how == std::string("topology"))
      std::fill(left.begin() + 1, left.end(), VertexLists::value_type());
    document_.apply({SelectVertices{chosen_vertices(left)}});
    apply("mend average");
    const std::string text = std::string("mend mirror to left by ") + how;
    const std::string said = account(text);
    apply(text);
    SCOPED_TRACE(text + ": " + said);
    expect_mirrored(scene(), left, 1e-3f);
  }
}

// A row in the middle takes each joint with its other side: where two more have no room, one that
// is its own other side may have.
TEST_F(MendEditTest, WhereNoPairHasRoomAJointOfTheMiddleMay) {
  const auto& pairs = rig_mirror(scene()).pairs;
  const Mesh& mesh = scene().model->meshes[0];
  std::uint32_t middle = 0;
  while (std::abs(pairs.plane.height(glm::dvec3(mesh.position[middle]))) > 1e-5 * pairs.size)
    ASSERT_LT(++middle, mesh.position.size());
  VertexLists lists(scene().model->meshes.size());
  lists[0] = {middle};
  document_.apply({SelectVertices{chosen_vertices(lists)}});
  const auto joint = [&](const std::string& name) {
    return find_joint(scene().model->skeleton, name);
  };
  ASSERT_GE(joint("upper_arm.R"), 0);
  ASSERT_GE(joint("thigh.R"), 0);
  ASSERT_GE(joint("chest"), 0);
  Mend row{Mend::SetRow};
  row.row = {{joint("upper_arm.R"), 0.5f}, {joint("thigh.R"), 0.4f}, {joint("chest"), 0.1f}};
  document_.apply({MendWeights{row}});
  apply("mend mirror to left by place");
  const auto weight = [&](const std::string& name) {
    return joint_weights(binding_of(scene(), 0), joint(name))[middle];
  };
  EXPECT_NEAR(weight("upper_arm.R"), 0.25f / 0.6f, 1e-5f);
  EXPECT_NEAR(weight("upper_arm.L"), 0.25f / 0.6f, 1e-5f);
  EXPECT_NEAR(weight("chest"), 0.1f / 0.6f, 1e-5f);
  EXPECT_EQ(weight("thigh.R"), 0.0f);
}

TEST_F(MendEditTest, VerticesWithoutWeightsAreFilled) {
  apply("vertices joint \"" + scene().model->skeleton.name[5] + "\"");
  const VertexLists bare = vertices_of(scene(), scene().selection.vertices);
  ASSERT_GT(count_of(bare), 10u);
  apply("mend paste");
  EXPECT_EQ(weight_problems(scene(), 4).unweighted, count_of(bare));
  apply("vertices none");
  EXPECT_EQ(account("mend fill"),
            "Filled " + grouped(count_of(bare)) + " vertices from around them.");
  apply("mend fill");
  EXPECT_EQ(weight_problems(scene(), 4).unweighted, 0u);
}

TEST_F(MendEditTest, TheSelectionGrowsShrinksAndTakesWholeParts) {
  const auto count = [this] { return count_of(vertices_of(scene(), scene().selection.vertices)); };
  apply("vertices of " + std::string("\"") + scene().model->meshes[0].name + "\" 100");
  apply("vertices grow");
  const std::size_t ring = count();
  EXPECT_GT(ring, 4u);
  apply("vertices grow 3");
  EXPECT_GT(count(), ring);
  apply("vertices shrink 3");
  EXPECT_GE(count(), ring);  // closing fills notches
  apply("vertices parts");
  const std::size_t part = count();
  EXPECT_GT(part, 100u);
  apply("vertices shrink 10000");  // no end of it: nothing eats a closed part away
  EXPECT_EQ(count(), part);
  apply("vertices invert");
  const std::size_t rest = count();
  apply("vertices all");
  EXPECT_EQ(count(), part + rest);
  apply("vertices invert");
  EXPECT_EQ(scene().selection.vertices.kind, VertexGroup::None);
}

}  // namespace
}  // namespace bindpose::mend_edit_test
