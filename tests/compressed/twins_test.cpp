// Files that other programs compressed, beside what another program decodes them to.
#include <gtest/gtest.h>

#include <filesystem>

#include "compressed/same_surface.h"
#include "io/import.h"

namespace bindpose::packed_files {
namespace {

class CompressedTwins : public ::testing::TestWithParam<const char*> {};

TEST_P(CompressedTwins, give_the_same_posed_points) {
  const std::filesystem::path folder =
      std::filesystem::path(BINDPOSE_SHARED_DIR) / "wild" / "compressed";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no ../shared/wild here";
  const std::string name = GetParam();
  const auto packed = import_model(folder / (name + ".glb"));
  const auto plain = import_model(folder / (name + ".plain.glb"));
  expect_same(packed, plain, 1e-6f);
}

INSTANTIATE_TEST_SUITE_P(Wild, CompressedTwins,
                         ::testing::Values("cesium_man_draco", "robot_draco", "fox_meshopt",
                                           "robot_gltfpack"),
                         [](const auto& file) { return std::string(file.param); });

}  // namespace
}  // namespace bindpose::packed_files
