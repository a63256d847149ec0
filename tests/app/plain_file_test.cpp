// A compressed file decoded in a process of its own.
#include "app/import/plain_file.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "io/gltf/compressed/plain.h"

namespace bindpose::app::plain_file_test {
namespace {

const std::filesystem::path kFox = BINDPOSE_SHARED_DIR "/wild/compressed/fox_meshopt.glb";

std::vector<std::uint8_t> opened(const char* misbehaviour, double seconds = 20.0,
                                 const WriteProgress* progress = nullptr) {
  ImportLimits limits;
  limits.seconds = seconds;
  limits.memory = std::uint64_t{1} << 30;
  limits.worker = BINDPOSE_BINARY;
  if (*misbehaviour != '\0') setenv("BINDPOSE_IMPORT_TEST", misbehaviour, 1);
  try {
    auto bytes = plain_in_child(limits)(kFox, progress);
    unsetenv("BINDPOSE_IMPORT_TEST");
    return bytes;
  } catch (...) {
    unsetenv("BINDPOSE_IMPORT_TEST");
    throw;
  }
}

TEST(PlainFile, is_what_is_decoded_here) {
  if (!std::filesystem::exists(kFox)) GTEST_SKIP() << "no ../shared/wild here";
  EXPECT_TRUE(opened("") == plain_gltf(kFox));
}

TEST(PlainFile, that_cannot_be_decoded_harms_nobody) {
  for (const char* how : {"crash", "quiet"}) EXPECT_THROW(opened(how), ImportError) << how;
  EXPECT_THROW(opened("hang", 0.3), ImportError);
}

TEST(PlainFile, is_not_waited_for_where_the_export_is_cancelled) {
  WriteProgress progress;
  progress.cancel();
  EXPECT_THROW(opened("hang", 20.0, &progress), WriteCancelled);
}

}  // namespace
}  // namespace bindpose::app::plain_file_test
