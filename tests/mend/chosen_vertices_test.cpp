// Vertices that are chosen one by one: their edit, its text, and what becomes of them.
#include <gtest/gtest.h>

#include "scene/edit/edit.h"
#include "scene/edit/vertices/vertex_text.h"
#include "scene/test_model.h"
#include "scene/vertices/choose.h"
#include "scene/weight_problems.h"

namespace bindpose::chosen_vertices_test {
namespace {

// Three meshes of a few vertices each.
std::shared_ptr<Model> three_meshes() {
  auto model = tests::random_model(3, 6, 3);
  const char* const names[] = {"body", "a hat", "12"};
  for (std::size_t m = 0; m < 3; ++m) {
    Mesh& mesh = model->meshes[m];
    mesh.name = names[m];
    mesh.position.assign(10, vec3(0.0f));
    mesh.normal.assign(10, vec3(0.0f, 0.0f, 1.0f));
    mesh.triangle = {0, 1, 2};
    mesh.file_binding.influences =
        pack_influences(std::vector<std::vector<WeightEntry>>(10, {{0, 1.0f}}),
                        mesh.file_binding.skin.joint.size())
            .influences;
  }
  return model;
}

const VertexGroup& chosen(const Document& document) {
  return document.scene().selection.vertices;
}

void apply(Document& document, const char* text) {
  std::string error;
  const auto edit = parse_edit(text, document.scene(), error);
  ASSERT_TRUE(edit) << error;
  document.apply({*edit});
}

std::string refusal(const Document& document, const char* text) {
  std::string error;
  EXPECT_FALSE(parse_edit(text, document.scene(), error)) << text;
  return error;
}

TEST(ChosenVertices, AreListedByTheirTextForm) {
  Document document(make_scene(three_meshes()));
  apply(document, "vertices of body 7,0-2,1 of \"a hat\" 9 of \"12\" 3-4");
  EXPECT_EQ(vertices_of(document.scene(), chosen(document)),
            (VertexLists{{0, 1, 2, 7}, {9}, {3, 4}}));
  EXPECT_EQ(to_text(SelectVertices{chosen(document)}, document.scene()),
            "vertices of body 0-2,7 of \"a hat\" 9 of \"12\" 3-4");
  EXPECT_EQ(title_of(document.scene(), chosen(document)), "7 vertices of 3 meshes");
  apply(document, "vertices of body 5");
  EXPECT_EQ(title_of(document.scene(), chosen(document)), "1 vertex of body");
  EXPECT_FALSE(document.can_undo());
  apply(document, "vertices none");
  EXPECT_EQ(chosen(document), VertexGroup{});
}

TEST(ChosenVertices, WhatIsNoVertexIsRefusedInASentence) {
  const Document document(make_scene(three_meshes()));
  const std::string range = "; expected numbers of vertices from 0 to 9, such as 1,2,5-9.";
  EXPECT_EQ(refusal(document, "vertices of body 10"), "\"10\" are no vertices of \"body\"" + range);
  for (const char* bad : {"1,", "-1", "3-2", "1;2", "1--2", "0-4294967295", "99999999999", ","}) {
    EXPECT_EQ(refusal(document, (std::string("vertices of body ") + bad).c_str()),
              "\"" + std::string(bad) + "\" are no vertices of \"body\"" + range);
  }
  EXPECT_NE(refusal(document, "vertices of leg 1").find("There is no mesh"), std::string::npos);
  EXPECT_NE(refusal(document, "vertices of body"), "");
}

TEST(ChosenVertices, ThatTheModelLacksAreIgnored) {
  Document document(make_scene(three_meshes()));
  const VertexLists bad[] = {{{10}, {}, {}}, {{1}}, {{2, 1}, {}, {}}, {{1, 1}, {}, {}}};
  for (const VertexLists& lists : bad) {
    EXPECT_EQ(document.apply({SelectVertices{chosen_vertices(lists)}}).extent, Change::None);
    EXPECT_EQ(chosen(document), VertexGroup{});
  }
  EXPECT_EQ(document.apply({SelectVertices{{VertexGroup::Chosen, 0}}}).extent, Change::None);
  EXPECT_EQ(chosen_vertices({{}, {}, {}}), VertexGroup{});
}

TEST(ChosenVertices, AreEqualByWhatIsListed) {
  const VertexGroup a = chosen_vertices({{1, 2}}), b = chosen_vertices({{1, 2}});
  EXPECT_EQ(a, b);
  EXPECT_FALSE(a == chosen_vertices({{1, 3}}));
  Document document(make_scene(three_meshes()));
  document.apply({SelectVertices{chosen_vertices({{1}, {}, {}})}});
  EXPECT_EQ(document.apply({SelectVertices{chosen_vertices({{1}, {}, {}})}}).extent, Change::None);
}

TEST(ChosenVertices, StayWithTheirMeshWhereTheFileIsWrittenAgain) {
  Document document(make_scene(three_meshes()));
  apply(document, "vertices of body 1,8 of \"a hat\" 3 of \"12\" 4");
  const auto next = three_meshes();
  std::swap(next->meshes[0].name, next->meshes[2].name);
  next->meshes[1].name = "helmet";
  next->meshes[2].position.resize(5);
  next->meshes[2].normal.resize(5);
  next->meshes[2].file_binding.influences =
      pack_influences(std::vector<std::vector<WeightEntry>>(5, {{0, 1.0f}}),
                      next->meshes[2].file_binding.skin.joint.size())
          .influences;
  document.reload(next);
  EXPECT_EQ(vertices_of(document.scene(), chosen(document)), (VertexLists{{4}, {}, {1}}));
}

// Two meshes that meet, and one without a skin at the same place.
TEST(ChosenVertices, AtAPlaceAreThoseOfAllSkinsThatMeetThere) {
  auto model = three_meshes();
  for (std::size_t m = 0; m < 3; ++m) {
    for (std::size_t v = 0; v < 10; ++v)
      model->meshes[m].position[v] = vec3(static_cast<float>(v), static_cast<float>(m), 0.0f);
  }
  model->meshes[0].position[8] = model->meshes[0].position[4];  // a seam
  model->meshes[1].position[2] = model->meshes[0].position[4];
  model->meshes[2].position[6] = model->meshes[0].position[4];
  model->meshes[2].file_binding.skin.skinned = false;
  Scene scene = make_scene(model);
  EXPECT_EQ(at_place_of(scene, {0, 8}), (VertexLists{{4, 8}, {2}, {}}));
  EXPECT_EQ(at_place_of(scene, {1, 2}), (VertexLists{{4, 8}, {2}, {}}));
  EXPECT_EQ(at_place_of(scene, {2, 6}), (VertexLists{{}, {}, {6}}));
  EXPECT_EQ(with_places(scene, {{1, 8}, {}, {}}), (VertexLists{{1, 4, 8}, {2}, {}}));
  EXPECT_EQ(with_places(scene, {{}, {}, {6}}), (VertexLists{{}, {}, {6}}));
  scene.mesh_hidden = {0, 1, 0};
  EXPECT_EQ(at_place_of(scene, {0, 8}), (VertexLists{{4, 8}, {}, {}}));
}

}  // namespace
}  // namespace bindpose::chosen_vertices_test
