// Files that say what cannot be meant, or break off: what is said of them, and what is shown.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "io/import.h"
#include "io/import_files.h"
#include "scene/scene.h"
#include "scene/weight_problems.h"

namespace bindpose::doubtful_files_test {
namespace {

using import_files::Folder;
using import_files::Gltf;
using import_files::skinned_square;

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

}  // namespace
}  // namespace bindpose::doubtful_files_test
