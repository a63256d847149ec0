// What the scene keeps of edits of weights, for whoever has a copy of them.
#include <gtest/gtest.h>

#include "io/import.h"
#include "scene/edit/edit.h"

namespace bindpose::weight_log_test {
namespace {

TEST(WeightLog, DoesNotGrowForEver) {
  const auto model = import_model(BINDPOSE_SOURCE_DIR "/assets/ogre.glb");
  Document document(make_scene(model));
  const int joint = model->meshes[0].file_binding.skin.joint[0];
  std::size_t most = 0;
  for (std::uint32_t v = 0; v < 500; ++v) {  // another vertex each
    document.apply({SetWeights{{0, v}, {{joint, 1.0f}}}});
    most = std::max(most, document.scene().weights.recent.size());
  }
  EXPECT_GT(most, 16u);
  EXPECT_LE(most, 64u);
}

}  // namespace
}  // namespace bindpose::weight_log_test
