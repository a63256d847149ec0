#include "scene/weight_problems.h"

#include <gtest/gtest.h>

#include "scene/edit/edit.h"
#include "scene/test_model.h"

namespace bindpose::weight_problems_test {
namespace {

using Lists = std::vector<std::vector<std::uint32_t>>;

// Two skinned meshes and one without a skin. Rows: none; 1; 2 with sum 0.5; 3; 5.
std::shared_ptr<Model> flawed_model() {
  auto model = tests::random_model(3, 6, 3);
  const std::vector<std::vector<WeightEntry>> rows = {
      {},
      {{0, 1.0f}},
      {{0, 0.25f}, {1, 0.25f}},
      {{0, 0.5f}, {1, 0.25f}, {2, 0.25f}},
      {{0, 0.5f}, {1, 0.125f}, {2, 0.125f}, {3, 0.125f}, {4, 0.125f}}};
  for (Mesh& mesh : model->meshes) {
    mesh.position.resize(5);
    mesh.normal.resize(5);
    mesh.triangle = {0, 1, 2};
    const std::size_t slots = mesh.file_binding.skin.joint.size();
    std::vector<std::vector<WeightEntry>> own = rows;
    if (slots < 5) own[4] = rows[3];
    mesh.file_binding.influences = pack_influences(own, slots).influences;
  }
  model->meshes[2].file_binding.skin.skinned = false;
  ReportEntry entry{Severity::Warning, "mesh", "left out", -1, 1, {4, 2}};
  entry.kind = ReportKind::BrokenWeights;
  model->report = {{Severity::Info, "file", "nothing", -1, -1, {}}, entry};
  derive_weight_flags(*model);
  return model;
}

TEST(WeightProblems, CountsWhatIsWrongInSkinnedMeshes) {
  const auto model = flawed_model();
  const WeightProblems p = weight_problems(borrowed_scene(*model), 2);
  EXPECT_EQ(p.unweighted, 2u);
  EXPECT_EQ(p.sum_off, 2u);
  EXPECT_EQ(p.broken, 2u);
  EXPECT_EQ(p.over_limit, 4u);
  EXPECT_EQ(weight_problems(borrowed_scene(*model), 3).over_limit, 1u);
  EXPECT_EQ(weight_problems(borrowed_scene(*model), 8).over_limit, 0u);
}

TEST(WeightProblems, ListsTheVerticesOfAGroup) {
  const auto model = flawed_model();
  EXPECT_EQ(vertices_of(borrowed_scene(*model), {VertexGroup::Unweighted, 0}),
            (Lists{{0}, {0}, {}}));
  EXPECT_EQ(vertices_of(borrowed_scene(*model), {VertexGroup::Sum, 0}), (Lists{{2}, {2}, {}}));
  EXPECT_EQ(vertices_of(borrowed_scene(*model), {VertexGroup::Influences, 2}),
            (Lists{{3, 4}, {3, 4}, {}}));
  EXPECT_EQ(vertices_of(borrowed_scene(*model), {VertexGroup::Broken, 0}), (Lists{{}, {2, 4}, {}}));
  EXPECT_EQ(vertices_of(borrowed_scene(*model), {VertexGroup::Report, 1}), (Lists{{}, {2, 4}, {}}));
  for (const VertexGroup& none :
       {VertexGroup{}, VertexGroup{VertexGroup::Report, 0}, VertexGroup{VertexGroup::Report, 99}}) {
    EXPECT_EQ(vertices_of(borrowed_scene(*model), none), (Lists{{}, {}, {}}));
  }
  auto first = std::make_shared<Model>(*model);
  first->report = {{Severity::Warning, "mesh", "Vertex 3.", -1, 0, {3}}, first->report[1]};
  EXPECT_EQ(vertices_of(borrowed_scene(*first), {VertexGroup::Report, 0}), (Lists{{3}, {}, {}}));
  EXPECT_EQ(vertices_of(borrowed_scene(*first), {VertexGroup::Report, -1}), (Lists{{3}, {}, {}}));
  EXPECT_EQ(title_of(borrowed_scene(*model), {VertexGroup::Influences, 3}),
            "1 vertex with more than 3 influences");
}

TEST(WeightProblems, AreThoseBehindAMeshWithoutASkinToo) {
  const auto model = flawed_model();
  model->meshes[0].file_binding.skin.skinned = false;
  const Scene scene = borrowed_scene(*model);
  EXPECT_EQ(vertices_of(scene, {VertexGroup::Unweighted, 0}), (Lists{{}, {0}, {}}));
  EXPECT_EQ(weight_problems(scene, 2).unweighted, 1u);
}

TEST(WeightProblems, AnEntryWithoutVerticesSpeaksOfItsWholeMesh) {
  const auto model = flawed_model();
  model->meshes[2].name = "hat";
  model->report.push_back({Severity::Info, "mesh hat", "all of it", -1, 2});
  const VertexGroup whole{VertexGroup::Report, 2};
  EXPECT_EQ(vertices_of(borrowed_scene(*model), whole), (Lists{{}, {}, {0, 1, 2, 3, 4}}));
  EXPECT_EQ(title_of(borrowed_scene(*model), whole), "mesh hat, 5 vertices");
  EXPECT_EQ(vertices_of(borrowed_scene(*model), {VertexGroup::Broken, 0}), (Lists{{}, {2, 4}, {}}));
}

TEST(WeightProblems, JointsWithoutWeightAreThoseThatASkinNamesInVain) {
  const auto model = flawed_model();
  for (const int j : weight_problems(borrowed_scene(*model), 4).without_weight) {
    EXPECT_EQ(model->skeleton.file_flags.is_joint[static_cast<std::size_t>(j)], 1);
    EXPECT_EQ(model->skeleton.file_flags.has_weight[static_cast<std::size_t>(j)], 0);
  }
  EXPECT_FALSE(weight_problems(borrowed_scene(*model), 4).without_weight.empty());
}

// What is text reads back as itself, and does what it says.
TEST(Selecting, SeveralJointsMeshesAndVerticesHaveTextForms) {
  Document document(make_scene(flawed_model()));
  const Model& model = *document.scene().model;
  const auto apply = [&](const char* text) {
    std::string error;
    const auto edit = parse_edit(text, model, error);
    ASSERT_TRUE(edit) << error;
    EXPECT_EQ(to_text(*edit, model), text);
    document.apply({*edit});
  };
  const Selection& s = document.scene().selection;
  apply("select joint2 joint0 joint4");
  const auto joint = [&](const char* name) {
    return find_joint(model.skeleton, name);
  };  // they are sorted
  EXPECT_EQ(s.joint, joint("joint2"));
  EXPECT_EQ(s.also, (std::vector<int>{joint("joint0"), joint("joint4")}));
  EXPECT_TRUE(is_selected(s, joint("joint4")));
  EXPECT_FALSE(is_selected(s, joint("joint1")));
  apply("vertices influences 3");
  EXPECT_EQ(s.vertices, (VertexGroup{VertexGroup::Influences, 3}));
  apply("vertices none");
  EXPECT_EQ(s.vertices, VertexGroup{});
  apply("mesh mesh1 hide");
  EXPECT_TRUE(is_hidden(document.scene(), 1));
  EXPECT_FALSE(is_hidden(document.scene(), 0));
  apply("meshes hide");
  EXPECT_TRUE(is_hidden(document.scene(), 0));
  apply("meshes show");
  EXPECT_FALSE(is_hidden(document.scene(), 1));
  EXPECT_EQ(document.history(),
            (std::vector<std::string>{"Mesh mesh1 hide", "Meshes hide", "Meshes show"}))
      << "what is selected is no step";
  apply("select none");
  EXPECT_TRUE(s.also.empty());
}

TEST(Selecting, TogglingTakesInAndOut) {
  Selection s;
  EXPECT_EQ(toggle_selected(s, 3).joint, 3);
  s.joint = 3;
  SetSelection next = toggle_selected(s, 5);
  EXPECT_EQ(next.joint, 5) << "the last one chosen has the gizmo";
  EXPECT_EQ(next.also, std::vector<int>{3});
  s = {.joint = 7, .also = {3, 5}};
  next = toggle_selected(s, 7);
  EXPECT_EQ(next.joint, 5) << "it goes back to the one chosen before";
  EXPECT_EQ(next.also, std::vector<int>{3});
  next = toggle_selected(s, 3);
  EXPECT_EQ(next.joint, 7);
  EXPECT_EQ(next.also, std::vector<int>{5});
  EXPECT_EQ(toggle_selected(Selection{.joint = 3}, 3).joint, -1);
}

}  // namespace
}  // namespace bindpose::weight_problems_test
