// Lists of numbers in Collada that lead nowhere, over which Assimp crashes or never comes to an
// end, and such that are only written in another way.
#include <gtest/gtest.h>

#include <algorithm>

#include "io/collada/document.h"
#include "io/collada_files.h"
#include "io/import.h"
#include "io/io_fixture.h"

namespace bindpose::tests::collada_lists_test {
namespace {

// A triangle that two joints move.
std::string skinned() {
  return dae_file("<library_geometries>" + dae_geometry("tri", "cloth", "0 0 0 1 0 0 0 1 0") +
                      "</library_geometries><library_controllers>" +
                      dae_skin("skin", "tri", "hip knee") + "</library_controllers>",
                  "<node id=\"hip\" sid=\"hip\" type=\"JOINT\"><node id=\"knee\" sid=\"knee\" "
                  "type=\"JOINT\"/></node><node id=\"m\" name=\"shirt\"><instance_controller "
                  "url=\"#skin\"/></node>");
}

class ColladaLists : public FolderTest {
 protected:
  std::shared_ptr<const Model> open(const std::string& text) {
    write_all(folder_ / "a.dae", text);
    return import_model(folder_ / "a.dae");
  }
  static std::string with(const std::string& from, const std::string& to) {
    std::string text = skinned();
    const std::size_t at = text.find(from);
    EXPECT_NE(at, text.npos) << from;
    return text.replace(at, from.size(), to);
  }
  // What is said of the file where `from` is `to`: all of it is in `parts`, and where it is.
  void expect(const std::string& from, const std::string& to,
              std::initializer_list<const char*> parts) {
    SCOPED_TRACE(to);
    const std::string said = sentence_of([&] { open(with(from, to)); });
    EXPECT_NE(said.find("a.dae\" was not opened: in "), std::string::npos) << said;
    for (const char* part : parts) EXPECT_NE(said.find(part), std::string::npos) << said;
    EXPECT_TRUE(said.ends_with("; export it again.")) << said;
  }
  void expect_triangle(const std::string& text) {
    const auto model = open(text);
    ASSERT_EQ(model->meshes.size(), 1u);
    const Mesh& mesh = model->meshes[0];
    ASSERT_EQ(mesh.position.size(), 3u);
    EXPECT_TRUE(std::any_of(mesh.position.begin(), mesh.position.end(),
                            [](const vec3& p) { return p == vec3(1, 0, 0); }));
    EXPECT_TRUE(mesh.file_binding.skin.skinned);
  }
};

TEST_F(ColladaLists, TheFileIsSound) {
  expect_triangle(skinned());
}

// Keys of a clip are taken where all of their numbers are some, from the first to the last.
TEST(ColladaSources, AreSoundToTheirLastNumber) {
  const auto taken = [](const std::string& numbers) {
    ColladaDocument document;
    document.xml.load_string(("<source><float_array id=\"a\" count=\"3\">" + numbers +
                              "</float_array><technique_common><accessor source=\"#a\" "
                              "count=\"3\" stride=\"1\"/></technique_common></source>")
                                 .c_str());
    const auto source = document.xml.child("source");
    document.by_id = {{"a", source.child("float_array")}};
    return collada_source(document, source);
  };
  const auto sound = taken("0 1 2.5");
  ASSERT_TRUE(sound);
  EXPECT_EQ(sound->value, (std::vector<double>{0.0, 1.0, 2.5}));
  for (const char* numbers : {"1e39 1 2", "0 -1e39 2", "0 1 1e39", "0 1 NaN"}) {
    EXPECT_FALSE(taken(numbers)) << numbers;
  }
}

TEST_F(ColladaLists, WordsThatAreNoIndex) {
  expect("<p>0", "<p>x", {"geometry \"cloth\"", "number 1 of <p> is \"x\""});
  expect("<p>0 1", "<p>0 1.0", {"number 2 of <p> is \"1.0\""});
  expect("<v>0 0 0", "<v>0 0 hip", {"controller \"skin\"", "number 3 of <v> is \"hip\""});
  expect("<v>0 0 0", "<v>0 0 -2", {"number 3 of <v> is below 0"});
  expect("<v>0 0 0 0", "<v>0 0 0 -1", {"number 4 of <v> is below 0"});  // a weight
  expect("<vcount>1", "<vcount>1.5", {"number 1 of <vcount> is \"1.5\""});
}

TEST_F(ColladaLists, IndicesBeyondTheirSource) {
  expect("<p>0 1 2", "<p>0 1 3", {"number 3 of <p> is 3", "\"tri-p\" has 3"});
  expect("<v>0 0 0", "<v>0 0 2", {"number 3 of <v> is 2", "\"skin-j\" has 2"});
  expect("<v>0 0", "<v>0 1", {"number 2 of <v> is 1", "\"skin-w\" has 1"});
  expect("<v>0 0 0", "<v>0 0 4294967295", {"number 3 of <v> is 4294967295"});
  expect("<v>0 0 0", "<v>0 0 99999999999999999999999", {"number 3 of <v> is "});
}

TEST_F(ColladaLists, CountsThatLie) {
  expect("count=\"9\">", "count=\"0\">", {"\"tri-p\" has 0"});
  expect("<Name_array id=\"skin-j-array\" count=\"2\"",
         "<Name_array id=\"skin-j-array\" count=\"0\"", {"\"skin-j\" has 0"});
  expect("<vertex_weights count=\"3\"", "<vertex_weights count=\"1e39\"",
         {"the skin has weights for 1 vertex, and \"tri-p\" has 3"});
  expect("<vertex_weights count=\"3\"", "<vertex_weights count=\"4\"",
         {"<vcount> has 3 numbers for 4 vertices"});
  expect("<vcount>1", "<vcount>2", {"<vcount> says 4 weights, and <v> has 3"});
  expect("<vcount>1", "<vcount>4294967295", {"<vcount> says"});
  expect("#skin-b-array\" count=\"2\" stride=\"16\"",
         "#skin-b-array\" count=\"2\" stride=\"99999\"", {"2 joints", "1 matrix"});
  expect("#skin-b-array\" count=\"2\"", "#skin-b-array\" count=\"1\"", {"2 joints", "1 matrix"});
  for (const char* stride : {"0", "-1", "x"}) {
    expect("#tri-p-array\" count=\"3\" stride=\"3\"",
           "#tri-p-array\" count=\"3\" stride=\"" + std::string(stride) + "\"",
           {"source \"tri-p\"", "has the stride", stride});
  }
  expect("#skin-b-array\" count=\"2\" stride=\"16\"", "#skin-b-array\" count=\"2\" stride=\"2\"",
         {"source \"skin-b\"", "has the stride \"2\"", "16 numbers"});
}

TEST_F(ColladaLists, CommasBetweenNumbers) {
  expect_triangle(with("0 0 0 1 0 0 0 1 0", "0, 0, 0, 1, 0, 0, 0, 1, 0"));
  expect_triangle(with("0 0 0 1 0 0 0 1 0", "0,0,0, 1,0,0, 0,1,0"));
  expect_triangle(with("<p>0 1 2", "<p>0,1,2"));
  expect_triangle(with("0 0 0 1 0 0 0 1 0", "0 0 0 1,0 0 0 0 1 0"));  // a decimal comma
}

TEST_F(ColladaLists, BlanksThatDoNotBreakALine) {
  expect_triangle(with("0 0 0 1 0 0 0 1 0",
                       "0 0 0 1 0 0\xC2\xA0"
                       "0 1 0"));
}

// They count as no number at all, as elsewhere.
TEST_F(ColladaLists, IndefiniteNumbers) {
  for (const char* word : {"-1.#IND00", "1.#QNAN0", "1.#INF", "-1.#INF00"}) {
    const auto model = open(with(">0 0 0 1 0 0 0 1 0", ">0 0 0 1 0 0 0 1 " + std::string(word)));
    ASSERT_EQ(model->meshes.size(), 1u) << word;
    EXPECT_TRUE(std::any_of(model->report.begin(), model->report.end(), [](const ReportEntry& e) {
      return e.message.find("not a finite number") != std::string::npos;
    })) << word;
  }
}

TEST_F(ColladaLists, WordsThatAreNoNumber) {
  expect(">0 0 0 1 0 0 0 1 0", ">0 0 0 one 0 0 0 1 0",
         {"the list \"tri-p-array\" number 4 is \"one\""});
}

TEST_F(ColladaLists, IndicesBelowZeroAreTold) {
  const auto model = open(with("<p>0 1 2", "<p>-1 1 2"));
  EXPECT_TRUE(std::any_of(model->report.begin(), model->report.end(), [](const ReportEntry& e) {
    return e.message == "1 index of a corner is below 0 and was read as 0.";
  }));
}

// COLLADA 1.4.1: joint -1 is the bind shape, so that share of a vertex is moved by nothing. The
// first vertex is the hip's, the second one half the bind shape's, the third one wholly.
std::string with_bind_shape(const std::string& joint, const std::string& head) {
  std::string text = skinned();
  const auto put = [&](const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, text.npos) << from;
    text.replace(at, from.size(), to);
  };
  put("<skin source=\"#tri\">",
      "<skin source=\"#tri\"><bind_shape_matrix>2 0 0 7 0 2 0 0 0 0 2 0 0 0 0 1"
      "</bind_shape_matrix>");
  put("<vcount>1 1 1</vcount><v>0 0 0 0 0 0</v>",
      "<vcount>1 2 1</vcount><v>0 0 0 1 " + joint + " 1 " + joint + " 0</v>");
  put("<float_array id=\"skin-w-array\" count=\"1\">1<",
      "<float_array id=\"skin-w-array\" count=\"2\">1 0.5<");
  put("skin-w-array\" count=\"1\"", "skin-w-array\" count=\"2\"");
  put("<up_axis>Y_UP", "<up_axis>" + head);
  return text;
}

TEST_F(ColladaLists, WhatIsGivenToTheBindShapeIsMovedByNothing) {
  for (const char* axis : {"Y_UP", "Z_UP"}) {
    SCOPED_TRACE(axis);
    const auto whole = open(with_bind_shape("0", axis));
    const auto model = open(with_bind_shape("-1", axis));
    ASSERT_EQ(model->meshes.size(), 1u);
    ASSERT_EQ(model->meshes[0].position.size(), 3u);
    EXPECT_EQ(model->skeleton.size(), whole->skeleton.size() + 1);
    const int still = find_joint(model->skeleton, "bind shape"),
              hip = find_joint(model->skeleton, "hip");
    ASSERT_GE(still, 0);
    ASSERT_GE(hip, 0);
    EXPECT_EQ(model->skeleton.file_flags.has_weight[static_cast<std::size_t>(still)], 1);

    Scene scene = make_scene(model), without = make_scene(whole);
    std::vector<vec3> rest, posed, other;
    skin_mesh(without, evaluate(without), 0, other, nullptr);
    skin_mesh(scene, evaluate(scene), 0, rest, nullptr);
    ASSERT_EQ(rest.size(), 3u);
    for (std::size_t v = 0; v < 3; ++v) EXPECT_LT(glm::distance(rest[v], other[v]), 1e-5f) << v;
    scene.pose.user_local[static_cast<std::size_t>(hip)][3] = vec4(0, 0, 5, 1);
    skin_mesh(scene, evaluate(scene), 0, posed, nullptr);
    const vec3 move = posed[0] - rest[0];
    EXPECT_NEAR(glm::length(move), 5.0f, 1e-5f);
    EXPECT_LT(glm::distance(posed[1], rest[1] + 0.5f * move), 1e-5f);
    EXPECT_EQ(posed[2], rest[2]);

    const auto said = std::find_if(model->report.begin(), model->report.end(),
                                   [](const auto& e) { return e.place == "joint bind shape"; });
    ASSERT_NE(said, model->report.end());
    EXPECT_EQ(said->message,
              "2 weights are given to the bind shape (joint -1 in the file): this joint was added "
              "for them, and nothing moves it.");
    EXPECT_EQ(said->joint, still);
  }
}

// A file that has such a name already, and weights of no joint at all among a joint's number.
TEST_F(ColladaLists, TheBindShapesJointHasANameOfItsOwn) {
  std::string text = with_bind_shape("-1", "Y_UP");
  text.replace(text.find("id=\"m\""), 6, "id=\"bind_shape\"");
  const auto model = open(text);
  EXPECT_GE(find_joint(model->skeleton, "bind shape"), 0);
  EXPECT_GE(find_joint(model->skeleton, "shirt"), 0);
  text.replace(text.find("<v>0 0"), 6, "<v>2 0");
  const std::string said = sentence_of([&] { open(text); });
  EXPECT_NE(said.find("number 1 of <v> is 2, and \"skin-j\" has 2"), said.npos) << said;
}

TEST_F(ColladaLists, WhatANodeShowsAndIsNotThere) {
  const auto model = open(with("url=\"#skin\"", "url=\"#gone\""));
  const auto said =
      std::find_if(model->report.begin(), model->report.end(), [](const ReportEntry& e) {
        return e.place == "node shirt" && e.severity == Severity::Warning;
      });
  ASSERT_NE(said, model->report.end());
  EXPECT_NE(said->message.find("\"#gone\", which is not in the file"), std::string::npos);
  EXPECT_EQ(said->joint, find_joint(model->skeleton, "shirt"));
}

}  // namespace
}  // namespace bindpose::tests::collada_lists_test
