// One context and one renderer for all tests of the process, and what they check after each.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "app/gl_context.h"
#include "app/paths.h"
#include "render/gpu/gl_info.h"
#include "render/renderer.h"

namespace bindpose::test {

inline Renderer& shared_renderer() {
  static app::OffscreenContext context;
  static Renderer renderer(app::shader_folder());  // BINDPOSE_DATA may name others
  return renderer;
}

class GlTest : public ::testing::Test {
 protected:
  void SetUp() override {
    shared_renderer();
    take_gl_errors();
  }
  void TearDown() override { EXPECT_EQ(take_gl_errors(), ""); }
  Renderer& renderer() { return shared_renderer(); }
};

}  // namespace bindpose::test
