// Skeletons that a model has, changed by hand, and joints that are bound anew.
#include <gtest/gtest.h>

#include "../scene/test_model.h"
#include "draft_fixture.h"
#include "math/transform.h"

namespace bindpose::tests {
namespace {

// The file has named the weights of each vertex from the smallest to the largest.
std::shared_ptr<const Model> with_file_order(const Model& model) {
  auto out = std::make_shared<Model>(model);
  for (Mesh& mesh : out->meshes) {
    const std::vector<std::uint32_t>& offset = mesh.file_binding.influences.offset;
    for (std::size_t v = 0; v + 1 < offset.size(); ++v) {
      for (std::uint32_t k = offset[v + 1]; k > offset[v]; --k)
        mesh.file_rank.push_back(static_cast<std::uint16_t>(k - offset[v] - 1));
    }
  }
  return out;
}

// A rig whose meshes share their B_j, with two clips' worth of trouble: rest apart from bind.
class DraftOfARig : public Draft {
 protected:
  DraftOfARig() : Draft(with_file_order(*random_model(7, 12, 2))) {}

  std::vector<vec3> surface(std::size_t m) const {
    std::vector<vec3> out;
    skin_mesh(doc.scene(), evaluate(doc.scene()), static_cast<int>(m), Deformer::Linear, out,
              nullptr);
    return out;
  }
  static float apart(const std::vector<vec3>& a, const std::vector<vec3>& b) {
    float most = 0.0f;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, glm::length(a[i] - b[i]));
    return most;
  }
};

TEST_F(DraftOfARig, AsItIsItMovesAsItDid) {
  const auto rest = surface(0);
  const auto weights = binding_of(doc.scene(), 0).influences.weight;
  edit("draft from model");
  EXPECT_EQ(draft().joint.size(), 12u);
  ASSERT_FALSE(doc.scene().model->meshes[0].file_rank.empty());
  edit("skeleton build");
  EXPECT_EQ(check_model(*doc.scene().model), "");
  EXPECT_FALSE(doc.scene().model->meshes[0].file_rank.empty()) << "it is the file's order still";
  EXPECT_EQ(binding_of(doc.scene(), 0).influences.weight, weights);
  EXPECT_LE(apart(surface(0), rest), 1e-4f);
}

TEST_F(DraftOfARig, OtherAxesAndPlacesDoNotMoveTheRest) {
  const auto rest = surface(0);
  edit("draft from model");
  edit("draft axes joint3 auto");
  edit("draft move joint5 to 0.5 0.25 0 alone");
  edit("draft joint extra at 0 1 0 under joint2");
  edit("skeleton build");
  EXPECT_LE(apart(surface(0), rest), 2e-3f);
  edit("base bind");
  const PosedScene posed = evaluate(doc.scene());
  for (const mat4& t : posed.palette[0]) EXPECT_LE(max_difference(t, mat4(1.0f)), 1e-3f);
}

TEST_F(DraftOfARig, AJointThatIsGoneLeavesItsWeightsToTheOneAbove) {
  const Model& file = *doc.scene().model;
  const int gone = file.skeleton.size() - 1;
  const int above = file.skeleton.parent[idx(gone)];
  ASSERT_GE(above, 0);
  const std::string heir = file.skeleton.name[idx(above)];
  const auto own = joint_weights(binding_of(doc.scene(), 0), gone);
  const auto heirs_own = joint_weights(binding_of(doc.scene(), 0), above);
  edit("draft from model");
  const std::string name = file.skeleton.name[idx(gone)];
  edit("draft delete " + name);
  edit("skeleton build");
  const Model& built = *doc.scene().model;
  EXPECT_EQ(find_joint(built.skeleton, name), -1);
  EXPECT_TRUE(built.meshes[0].file_rank.empty()) << "these are no rows of the file any more";
  const auto now = joint_weights(binding_of(doc.scene(), 0), find_joint(built.skeleton, heir));
  for (std::size_t i = 0; i < now.size(); ++i) EXPECT_NEAR(now[i], own[i] + heirs_own[i], 1e-5f);
}

TEST_F(DraftOfARig, EditedWeightsGoOver) {
  edit("weights mesh0 1 joint4 1");
  edit("draft from model");
  edit("draft rename joint4 shoulder");
  edit("draft rename shoulder joint4");
  edit("skeleton build");
  const int joint4 = find_joint(doc.scene().model->skeleton, "joint4");
  EXPECT_EQ(joint_weights(binding_of(doc.scene(), 0), joint4)[1], 1.0f);
  EXPECT_TRUE(doc.scene().edited.binding[0]);
}

// A joint is what it was whatever it is called: its weights, its motion, its marks.
TEST_F(DraftOfARig, ARenamedJointKeepsWhatItHas) {
  edit("weights mesh0 1 joint4 1");
  edit("lock joint joint4");
  edit("select joint4");
  edit("joint joint4 rotate 0 0 25");
  const auto posed = surface(0);
  const auto own =
      joint_weights(binding_of(doc.scene(), 0), find_joint(doc.scene().model->skeleton, "joint4"));
  edit("draft from model");
  edit("draft rename joint4 shoulder");
  edit("draft rename joint5 joint4");  // its name goes to another one
  edit("skeleton build");
  const Skeleton& skeleton = doc.scene().model->skeleton;
  const int shoulder = find_joint(skeleton, "shoulder");
  ASSERT_GE(shoulder, 0);
  EXPECT_EQ(joint_weights(binding_of(doc.scene(), 0), shoulder), own);
  EXPECT_TRUE(is_locked(doc.scene(), shoulder));
  EXPECT_FALSE(is_locked(doc.scene(), find_joint(skeleton, "joint4")));
  EXPECT_EQ(doc.scene().selection.joint, shoulder);
  EXPECT_LE(apart(surface(0), posed), 2e-3f);
  // And once more: what it was built of counts, so does what the joint was there.
  edit("draft from model");
  edit("draft rename shoulder arm");
  edit("skeleton build");
  const int arm = find_joint(doc.scene().model->skeleton, "arm");
  EXPECT_EQ(joint_weights(binding_of(doc.scene(), 0), arm), own);
  EXPECT_LE(apart(surface(0), posed), 2e-3f);
  const auto again = built_like(*doc.scene().model, random_model(7, 12, 2));
  EXPECT_EQ(again->meshes[0].file_binding.influences.slot,
            doc.scene().model->meshes[0].file_binding.influences.slot);
}

// What is shown and what is marked goes over as from a file that was read again.
TEST_F(DraftOfARig, TheUsersPoseAndMarksGoOver) {
  auto model = std::make_shared<Model>(*doc.scene().model);
  model->meshes[1].name = model->meshes[0].name;  // parts of one mesh
  doc = Document(make_scene(model));
  doc.apply({ShowMesh{1, false}});
  for (const char* text :
       {"hide joint joint6", "limit joint2 40", "pin mesh0 3", "select joint7",
        "joint joint2 rotate 10 20 30", "joint joint7 translate 0.1 0 0.2", "hold joint11"})
    edit(text);
  const auto posed = surface(0);
  const Scene before = doc.scene();
  edit("draft from model");
  edit("draft axes joint2 auto");
  edit("skeleton build");
  const Scene& after = doc.scene();
  const auto now = [&](const char* name) { return find_joint(after.model->skeleton, name); };
  EXPECT_TRUE(is_joint_hidden(after, now("joint6")));
  EXPECT_EQ(restraint_of(after, now("joint2")).limit, 40.0f);
  EXPECT_EQ(after.selection.joint, now("joint7"));
  EXPECT_EQ(after.selection.pinned_vertex, before.selection.pinned_vertex);
  EXPECT_TRUE(is_hidden(after, 1));
  EXPECT_EQ(after.held.size(), before.held.size());
  EXPECT_NE(after.pose.user_local[idx(now("joint2"))], mat4(1.0f));
  EXPECT_LE(apart(surface(0), posed), 2e-3f);
}

// In millimetres as in kilometres: what does not move is as it was, what moves is not.
TEST_F(DraftOfARig, TolerancesAreThoseOfTheModelsSize) {
  for (const float unit : {1e-4f, 1e4f}) {
    auto model = std::make_shared<Model>(*random_model(7, 12, 2));
    for (mat4& l : model->skeleton.rest_local) l[3] = vec4(unit * vec3(l[3]), 1.0f);
    for (Mesh& mesh : model->meshes) {
      for (vec3& p : mesh.position) p *= unit;
      Skin& skin = mesh.file_binding.skin;
      for (std::size_t s = 0; s < skin.bind.size(); ++s) {
        skin.bind[s][3] = vec4(unit * vec3(skin.bind[s][3]), 1.0f);
        skin.inverse_bind[s] = inverse_affine(skin.bind[s]);
      }
    }
    derive_bind_pose(*model);
    doc = Document(make_scene(model));
    const auto before = surface(0);
    edit("draft from model");
    const DraftJoint moved = joint("joint5");
    const vec3 to = moved.position + 0.01f * unit * vec3(1, 0, 0);
    DraftChange move{DraftChange::Move, "joint5", {}, to};
    move.alone = true;
    doc.apply({EditDraft{move}});
    edit("skeleton build");
    const Skeleton& now = doc.scene().model->skeleton;
    EXPECT_EQ(now.rest_local[idx(find_joint(now, "joint1"))],
              model->skeleton.rest_local[idx(find_joint(model->skeleton, "joint1"))])
        << unit;
    EXPECT_LE(apart(surface(0), before), 2e-3f * unit) << unit;
    const auto bound_at = [](const Model& m) {
      const Skin& skin = m.meshes[0].file_binding.skin;
      return vec3(skin.bind[idx(find_slot(skin, find_joint(m.skeleton, "joint5")))][3]);
    };
    EXPECT_GT(glm::length(bound_at(*doc.scene().model) - bound_at(*model)), 0.005f * unit);
  }
}

// B_j := W_j: T_j of these joints is the identity here, and W_j are as they were.
TEST_F(DraftOfARig, ReboundJointsRestWhereTheyAre) {
  edit("joint joint2 rotate 0 0 40");
  const auto world = evaluate(doc.scene()).world;
  edit("rebind here");
  const PosedScene posed = evaluate(doc.scene());
  for (const mat4& t : posed.palette[0]) EXPECT_LE(max_difference(t, mat4(1.0f)), 1e-3f);
  for (std::size_t j = 0; j < world.size(); ++j)
    EXPECT_LE(max_difference(posed.world[j], world[j]), 1e-3f);
  EXPECT_EQ(doc.undo_label(), "Rebind here");
  doc.undo();
  EXPECT_GT(max_difference(evaluate(doc.scene()).palette[0][3], mat4(1.0f)), 1e-2f);
}

TEST_F(DraftOfARig, OneJointIsReboundToTheRestPose) {
  const auto before = evaluate(doc.scene());
  edit("rebind rest joint3");
  const auto after = evaluate(doc.scene());
  const auto slot_of = [&](const char* name) {
    const int j = find_joint(doc.scene().model->skeleton, name);
    return idx(find_slot(binding_of(doc.scene(), 0).skin, j));
  };
  EXPECT_LE(max_difference(after.palette[0][slot_of("joint3")], mat4(1.0f)), 1e-3f);
  EXPECT_GT(max_difference(after.palette[0][slot_of("joint5")], mat4(1.0f)), 1e-2f);
}

}  // namespace
}  // namespace bindpose::tests
