#include "render/shader.h"

#include <gtest/gtest.h>

#include <fstream>

#include "gl/gl_fixture.h"

namespace bindpose::test {
namespace {

class ShaderTest : public GlTest {
 protected:
  void SetUp() override {
    GlTest::SetUp();
    dir_ = std::filesystem::path(::testing::TempDir()) / "bindpose_shader_test";
    std::filesystem::create_directories(dir_);
  }
  void TearDown() override {
    std::filesystem::remove_all(dir_);
    GlTest::TearDown();
  }
  void write(const char* file, const char* text) { std::ofstream(dir_ / file) << text; }
  // What the constructor says, or "" when it is content.
  std::string complaint(const ProgramSource& source) {
    try {
      Program program(dir_, source);
    } catch (const std::runtime_error& e) {
      return e.what();
    }
    return "";
  }

  std::filesystem::path dir_;
};

TEST_F(ShaderTest, AnErrorInAnIncludedFileNamesThatFileAndLine) {
  write("part.glsl",
        "float half_of(float x) { return 0.5 * x; }\n\nfloat bad() { return nonsense; }\n");
  write("a.vert",
        "// one\n#include \"part.glsl\"\nvoid main() { gl_Position = vec4(half_of(1.0)); }\n");
  const std::string message = complaint({.vertex = "a.vert"});
  EXPECT_NE(message.find("part.glsl:3"), std::string::npos) << message;
  EXPECT_NE(message.find("a.vert"), std::string::npos) << message;
}

TEST_F(ShaderTest, AnErrorAfterAnIncludeKeepsItsOwnLine) {
  write("part.glsl", "float half_of(float x) { return 0.5 * x; }\n");
  write("a.vert", "// one\n#include \"part.glsl\"\n\nvoid main() { gl_Position = nonsense; }\n");
  const std::string message = complaint({.vertex = "a.vert"});
  EXPECT_NE(message.find("a.vert:4"), std::string::npos) << message;
}

TEST_F(ShaderTest, AMissingIncludeNamesWhoAskedForIt) {
  write("a.vert", "#include \"gone.glsl\"\nvoid main() {}\n");
  const std::string message = complaint({.vertex = "a.vert"});
  EXPECT_NE(message.find("gone.glsl"), std::string::npos) << message;
  EXPECT_NE(message.find("a.vert"), std::string::npos) << message;
}

TEST_F(ShaderTest, IncludesInACircleEnd) {
  write("a.vert", "#include \"b.glsl\"\nvoid main() {}\n");
  write("b.glsl", "#include \"a.vert\"\n");
  EXPECT_NE(complaint({.vertex = "a.vert"}).find("circle"), std::string::npos);
}

TEST_F(ShaderTest, DefinesReachTheShader) {
  write("a.vert", "#ifndef WANTED\nbroken\n#endif\nvoid main() { gl_Position = vec4(WANTED); }\n");
  EXPECT_NE(complaint({.vertex = "a.vert"}), "");
  EXPECT_EQ(complaint({.vertex = "a.vert", .defines = {"WANTED 1.0"}}), "");
}

TEST(ShaderLog, PlacesOfAllDriversAreNamed) {
  const std::vector<std::string> files{"a.vert", "b.glsl"};
  EXPECT_EQ(name_files_in_log("1:12(5): error: x", files), "b.glsl:12(5): error: x");
  EXPECT_EQ(name_files_in_log("0(7) : error C1: y", files), "a.vert:7 : error C1: y");
  EXPECT_EQ(name_files_in_log("ERROR: 1:3: 'z'", files), "ERROR: b.glsl:3: 'z'");
  EXPECT_EQ(name_files_in_log("9:12: unknown file", files), "9:12: unknown file");
}

}  // namespace
}  // namespace bindpose::test
