// What the page of the tables tells a student to type is right of the tables themselves.
#include <gtest/gtest.h>

#include <memory>

#include "io/numbers/write_tables.h"
#include "scene/scene.h"

namespace bindpose::compare_line_test {
namespace {

TEST(CompareLine, SaysHowVerticesWereMovedAndQuotesNames) {
  auto model = std::make_shared<Model>();
  model->name = "arm.glb";
  Scene scene = make_scene(model);
  EXPECT_EQ(compare_line(scene, "some/lab"), "bindpose compare arm.glb lab");
  model->name = "my arm.glb";
  scene.view.method = Deformer::DualQuaternion;
  scene.view.weights = WeightUse::Raw;
  EXPECT_EQ(compare_line(scene, "some/my lab"),
            "bindpose compare 'my arm.glb' 'my lab' --method dqs --raw-weights");
}

}  // namespace
}  // namespace bindpose::compare_line_test
