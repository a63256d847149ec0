// Elements of Collada that Assimp crashes over or misreads: <skew> by its definition (RenderMan,
// FCollada), axes of any length, arrays without a count, commas, units that are none.
#include <gtest/gtest.h>

#include <cmath>

#include "io/collada_files.h"
#include "io/import.h"
#include "io/io_fixture.h"

namespace bindpose::tests::collada_elements_test {
namespace {

class ColladaElements : public FolderTest {
 protected:
  std::shared_ptr<const Model> open(const std::string& text) {
    write_all(folder_ / "a.dae", text);
    return import_model(folder_ / "a.dae");
  }
  std::string file(const std::string& inside, const std::string& more = "",
                   const std::string& head = "<up_axis>Y_UP</up_axis>") {
    return dae_file(
        "<library_geometries>" + dae_geometry("tri", "cloth", "0 0 0 1 0 0 0 1 0") +
            "</library_geometries>" + more,
        "<node id=\"m\" name=\"m\">" + inside + "<instance_geometry url=\"#tri\"/></node>", head);
  }
  static mat4 local(const Model& model) {
    for (std::size_t j = 0; j < model.skeleton.name.size(); ++j) {
      if (model.skeleton.name[j] == "m") return model.skeleton.rest_local[j];
    }
    return mat4(0.0f);
  }
  void expect(const std::string& inside, const mat4& wanted) {
    SCOPED_TRACE(inside);
    const mat4 is = local(*open(file(inside)));
    for (int c = 0; c < 4; ++c) {
      for (int r = 0; r < 4; ++r) EXPECT_NEAR(is[c][r], wanted[c][r], 1e-5f) << c << r;
    }
  }
  static std::string said(const Model& model, const std::string& part) {
    for (const ReportEntry& e : model.report) {
      if (e.message.find(part) != e.message.npos) return e.message;
    }
    return {};
  }
};

mat4 by_rows(std::initializer_list<float> n) {
  mat4 out(1.0f);
  int k = 0;
  for (const float x : n) {
    out[k % 4][k / 4] = x;
    ++k;
  }
  return out;
}

TEST_F(ColladaElements, SkewTurnsItsFirstAxisTowardsItsSecond) {
  // (0, 1, 0) goes to (1, 1, 0): x' = x + y tan 45.
  expect("<skew>45 0 1 0 1 0 0</skew>", by_rows({1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}));
  expect("<skew sid=\"s\">\n30 2 0 0 0 0 7 </skew>",
         by_rows({1, 0, 0, 0, 0, 1, 0, 0, std::tan(std::acos(-1.0f) / 6), 0, 1, 0, 0, 0, 0, 1}));
  // Axes that are not square to each other: (1, 1, 0) is turned by 15 degrees towards (0, 1, 0),
  // from 45 to 60: y' = y + x (tan 60 - 1).
  expect("<skew>15 1 1 0 0 1 0</skew>",
         by_rows({1, 0, 0, 0, std::sqrt(3.0f) - 1.0f, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}));
}

TEST_F(ColladaElements, ASkewThatIsNoneIsTold) {
  for (const char* skew : {"45 0 0 0 1 0 0", "45 1 0 0 2 0 0", "90 0 1 0 1 0 0", "45 0 1", "x"}) {
    SCOPED_TRACE(skew);
    const auto model = open(file("<skew>" + std::string(skew) + "</skew>"));
    EXPECT_EQ(local(*model), mat4(1.0f));
    EXPECT_NE(said(*model, "1 <skew> has no two axes"), "");
  }
}

TEST_F(ColladaElements, AxesOfTurnsHaveNoLength) {
  const mat4 quarter = by_rows({0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
  expect("<rotate>0 0 1 90</rotate>", quarter);
  expect("<rotate sid=\"rz\">0 0 2 90</rotate>", quarter);
  expect("<rotate>0 0 0.25 90</rotate>", quarter);
  expect("<rotate>0 0 0 90</rotate>", mat4(1.0f));
  EXPECT_NE(said(*open(file("<rotate>0 0 0 90</rotate>")), "1 <rotate> has no axis"), "");
}

TEST_F(ColladaElements, CommasBetweenNumbers) {
  const mat4 moved = by_rows({1, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 3, 0, 0, 0, 1});
  expect("<translate>1,2,3</translate>", moved);
  expect("<translate>1, 2, 3</translate>", moved);
  expect("<translate sid=\"t\">1,0 2,0 3</translate>", moved);  // for the point
  expect("<matrix>1,0,0,1,0,1,0,2,0,0,1,3,0,0,0,1</matrix>", moved);
  expect("<scale>2,3,4</scale>", by_rows({2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1}));
  expect("<rotate>0,0,1,90</rotate>", by_rows({0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}));
}

TEST_F(ColladaElements, CommasOfCurvesAndBindShapes) {
  std::string curves = "<library_animations>" +
                       dae_animation("a", {"m/rz.ANGLE", "0 1", "0 90", "LINEAR LINEAR"}) +
                       "</library_animations>";
  for (const auto& [from, to] : {std::pair(">0 1<", ">0,1<"), std::pair(">0 90<", ">0,90<")}) {
    curves.replace(curves.find(from), std::string(from).size(), to);
  }
  const auto model = open(file("<rotate sid=\"rz\">0 0 1 0</rotate>", curves));
  ASSERT_EQ(model->clips.size(), 1u);
  EXPECT_DOUBLE_EQ(model->clips[0].duration, 1.0);

  std::string skin = dae_skin("skin", "tri", "hip");
  skin.insert(skin.find("#tri\">") + 6,
              "<bind_shape_matrix>2,0,0,0,0,2,0,0,0,0,2,0,0,0,0,1</bind_shape_matrix>");
  const auto skinned = open(
      dae_file("<library_geometries>" + dae_geometry("tri", "cloth", "0 0 0 1 0 0 0 1 0") +
                   "</library_geometries><library_controllers>" + skin + "</library_controllers>",
               "<node id=\"hip\" sid=\"hip\" type=\"JOINT\"/><node id=\"m\"><instance_controller "
               "url=\"#skin\"/></node>"));
  // Its joint stands at the origin: there the surface lies as B_j^-1 has it.
  const Mesh& mesh = skinned->meshes.at(0);
  float most = 0.0f;
  for (const vec3& p : mesh.position) {
    most = std::max(most, (mesh.file_binding.skin.inverse_bind.at(0) * vec4(p, 1.0f)).x);
  }
  EXPECT_FLOAT_EQ(most, 2.0f);
}

TEST_F(ColladaElements, ArraysWithoutACount) {
  std::string text = file("");
  const std::size_t at = text.find(" count=\"9\"");
  ASSERT_NE(at, text.npos);
  text.erase(at, std::string(" count=\"9\"").size());
  EXPECT_EQ(open(text)->meshes.at(0).position.size(), 3u);
}

TEST_F(ColladaElements, AUnitThatIsNoLength) {
  for (const char* metres : {"0", "-1", "x"}) {
    SCOPED_TRACE(metres);
    const std::string unit = std::string("<unit meter=\"") + metres + "\" name=\"none\"/>";
    const auto model = open(file("", "", unit + "<up_axis>Y_UP</up_axis>"));
    EXPECT_EQ(said(*model, "no length"), "Its unit is \"" + std::string(metres) +
                                             "\" metres long, which is no length; 1 was taken.");
    EXPECT_EQ(model->to_display, mat4(1.0f));
    EXPECT_EQ(local(*model), mat4(1.0f));
  }
}

}  // namespace
}  // namespace bindpose::tests::collada_elements_test
