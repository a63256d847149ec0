// The first bytes of a file.
#include "io/files/file_head.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "temp_folder.h"

namespace bindpose {
namespace {

namespace fs = std::filesystem;

TEST(FileHead, HasNoMoreThanAskedForAndNoMoreThanThereIs) {
  const fs::path file = tests::temp_folder() / "bindpose_file_head.txt";
  std::ofstream(file, std::ios::binary) << "bones";
  EXPECT_EQ(file_head(file, 3), "bon");
  EXPECT_EQ(file_head(file, 100), "bones");
  fs::remove(file);
  EXPECT_EQ(file_head(file, 100), "");
}

// What a file says of its size need not be so: those that Linux makes up say 4096.
TEST(FileHead, EndsWhereTheBytesEnd) {
  const fs::path file = "/sys/devices/system/cpu/online";
  std::error_code error;
  if (fs::file_size(file, error) < 100 || error) GTEST_SKIP() << "no such file here";
  const std::string head = file_head(file, 100);
  EXPECT_GT(head.size(), 0u);
  EXPECT_EQ(std::ranges::count(head, '\0'), 0);
}

}  // namespace
}  // namespace bindpose
