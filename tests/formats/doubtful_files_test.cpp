// Files that say what cannot be meant, or break off: what is said of them, and what is shown.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "io/import.h"
#include "io/import_files.h"
#include "io/io_fixture.h"
#include "scene/scene.h"
#include "scene/weight_problems.h"

namespace bindpose::doubtful_files_test {
namespace {

using import_files::Folder;
using import_files::Gltf;
using import_files::skinned_square;
using tests::sentence_of;

bool reported(const Model& model, const std::string& part) {
  return std::ranges::any_of(model.report, [&](const ReportEntry& r) {
    return r.message.find(part) != std::string::npos;
  });
}

std::shared_ptr<const Model> load(Gltf g) {
  const Folder folder;
  return import_model(g.write(folder));
}

// Assimp passes over joint numbers beyond the skin's.
TEST(DoubtfulGltf, weights_for_joints_that_the_skin_does_not_have_are_told) {
  import_files::Square square;
  square.joint[4 * 1 + 1] = 7;  // without weight: nothing is lost
  square.joint[4 * 5 + 0] = 200;
  const auto model = load(skinned_square(square));
  EXPECT_TRUE(reported(*model,
                       "1 weight is for a joint that its skin does not have (number 200 of "
                       "2, counted from 0); left out."));
  EXPECT_EQ(weight_problems(borrowed_scene(*model), kUsualLimit).broken, 1u);
  EXPECT_TRUE(reported(*model, "1 vertex has no weights and follows the mesh's node."));
  EXPECT_FALSE(reported(*load(skinned_square()), "does not have"));
}

TEST(DoubtfulGltf, a_vertex_beyond_all_sizes_stays_out_of_the_picture) {
  import_files::Square square;
  square.position[3 * 5 + 1] = 1e38f;
  const auto model = load(skinned_square(square));
  EXPECT_TRUE(reported(*model, "1 vertex lies farther out than can be computed with"));
  const auto told = std::ranges::find_if(model->report, [](const ReportEntry& entry) {
    return entry.message.find("farther out") != std::string::npos;
  });
  ASSERT_NE(told, model->report.end());
  EXPECT_EQ(told->place, "mesh square");
  EXPECT_EQ(told->vertex.size(), 1u);
  const Scene scene = borrowed_scene(*model);
  EXPECT_LT(posed_bounds(scene, evaluate(scene)).diagonal(), 10.0f);
  square.position[3 * 5 + 1] = 1e17f;
  EXPECT_FALSE(reported(*load(skinned_square(square)), "farther out"));
}

std::string refusal(const std::string& name, const std::string& text) {
  const Folder folder;
  const auto file = folder.write(name, text);
  return sentence_of([&] { import_model(file); });
}

// As they came from Assimp these sentences named neither place nor way out.
TEST(BrokenOff, HasASentenceOfOurs) {
  const std::string head = std::string("glTF\2\0\0\0\x0c\0\0\0", 12);
  EXPECT_NE(refusal("head.glb", head)
                .find("head.glb\" breaks off after 12 bytes, before anything of "
                      "the model; copy or export it again."),
            std::string::npos)
      << refusal("head.glb", head);
  const std::string start = "<?xml version=\"1.0\"?>\n<COLLADA version=\"1.4.1\">\n <asset>\n";
  const std::string cut = refusal("cut.dae", start + "  <unit meter=\"1\"/>\n");
  EXPECT_NE(cut.find("cut.dae\" breaks off in line 4: its element COLLADA does not end; copy or "
                     "export it again."),
            std::string::npos)
      << cut;
  const std::string broken = refusal("broken.dae", start + "  </unit>\n </asset>\n</COLLADA>\n");
  EXPECT_NE(broken.find("broken.dae\" is no sound XML: in line 4 an element"), std::string::npos)
      << broken;
}

TEST(BrokenOff, WordsWhereNumbersBelongAreNamed) {
  const std::string start =
      "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float "
      "z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n";
  const std::string said = refusal("a.ply", start + "1 hip 0\n0 1 0\n3 0 1 2\n");
  EXPECT_NE(said.find("a.ply\" was not opened: line 11, of its vertex list, has \"hip\" where a "
                      "number belongs; export it again."),
            std::string::npos)
      << said;
  EXPECT_NE(refusal("b.ply", start + "1 0 0\n0 1 0\nx 0 1 2\n").find("line 13, of its face list"),
            std::string::npos);
  EXPECT_EQ(refusal("c.ply", start + "1 -.5e1 nan\n+0 1 inf\n3 0 1 2\n"), "");
}

}  // namespace
}  // namespace bindpose::doubtful_files_test
