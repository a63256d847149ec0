// Shaders that do not compile: the message names the file and the line.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "gl/gl_fixture.h"
#include "render/gpu/shader_text.h"

namespace bindpose::test::shader_test {
namespace {

// A copy of the program's shaders, to break. background.frag includes dither.glsl in its first
// line.
class ShaderTest : public GlTest {
 protected:
  void SetUp() override {
    GlTest::SetUp();
    dir_ = std::filesystem::path(::testing::TempDir()) / "bindpose_shader_test";
    std::filesystem::remove_all(dir_);
    std::filesystem::copy(BINDPOSE_SOURCE_DIR "/shaders", dir_);
  }
  void TearDown() override {
    std::filesystem::remove_all(dir_);
    GlTest::TearDown();
  }
  void write(const char* file, const char* text) { std::ofstream(dir_ / file) << text; }
  // What the renderer's constructor says, or "" when it is content.
  std::string complaint() {
    try {
      Renderer broken(dir_);
    } catch (const std::runtime_error& e) {
      return e.what();
    }
    return "";
  }

  std::filesystem::path dir_;
};

TEST_F(ShaderTest, TheCopyItselfIsSound) {
  EXPECT_EQ(complaint(), "");
}

TEST_F(ShaderTest, AnErrorInAnIncludedFileNamesThatFileAndLine) {
  write("dither.glsl", "// one\n\nfloat dither() { return nonsense; }\n");
  const std::string message = complaint();
  EXPECT_NE(message.find("dither.glsl:3"), std::string::npos) << message;
  EXPECT_NE(message.find("background.frag"), std::string::npos) << message;
}

TEST_F(ShaderTest, AnErrorAfterAnIncludeKeepsItsOwnLine) {
  write("background.frag",
        "#include \"dither.glsl\"\nout vec4 c;\n\nvoid main() { c = vec4(nonsense); }\n");
  const std::string message = complaint();
  EXPECT_NE(message.find("background.frag:4"), std::string::npos) << message;
}

TEST_F(ShaderTest, AMissingIncludeNamesWhoAskedForIt) {
  std::filesystem::remove(dir_ / "dither.glsl");
  const std::string message = complaint();
  EXPECT_NE(message.find("dither.glsl"), std::string::npos) << message;
  EXPECT_NE(message.find("background.frag"), std::string::npos) << message;
}

TEST_F(ShaderTest, IncludesInACircleEnd) {
  write("dither.glsl", "#include \"background.frag\"\n");
  EXPECT_NE(complaint().find("circle"), std::string::npos);
}

TEST(ShaderText, IncludesArePutInWithTheirLines) {
  const ShaderText text = expand_shader(BINDPOSE_SOURCE_DIR "/shaders", "skin.vert");
  EXPECT_EQ(text.files, (std::vector<std::string>{
                            "skin.vert", "skinning.glsl", "deform_rigid.glsl", "deform_linear.glsl",
                            "deform_dual_quaternion.glsl", "deform_centers.glsl",
                            "deform_bulge_free.glsl", "deform_log_matrix.glsl"}));
  EXPECT_NE(text.text.find("#line 1 1\n"), std::string::npos);
  EXPECT_EQ(text.text.find("#include"), std::string::npos);
}

TEST(ShaderText, PlacesInTheLogsOfAllDriversAreNamed) {
  const std::vector<std::string> files{"a.vert", "b.glsl"};
  EXPECT_EQ(name_files_in_log("1:12(5): error: x", files), "b.glsl:12(5): error: x");
  EXPECT_EQ(name_files_in_log("0(7) : error C1: y", files), "a.vert:7 : error C1: y");
  EXPECT_EQ(name_files_in_log("ERROR: 1:3: 'z'", files), "ERROR: b.glsl:3: 'z'");
  EXPECT_EQ(name_files_in_log("9:12: unknown file", files), "9:12: unknown file");
}

}  // namespace
}  // namespace bindpose::test::shader_test
