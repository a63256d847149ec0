// What is said of two models that were compared, where nothing or more than one thing differs.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "io/diff/diff_text.h"
#include "io/import.h"
#include "scene/diff/scene_diff.h"

namespace bindpose::tests::diff_words_test {
namespace {

std::shared_ptr<Model> arm() {
  static const auto read = import_model(BINDPOSE_SOURCE_DIR "/assets/arm.glb", {});
  return std::make_shared<Model>(*read);
}

TEST(DiffWords, HowFarTheSameSurfaceIsTheSame) {
  const Scene a = make_scene(arm()), b = make_scene(arm());
  const DiffOptions options;
  const SceneDiff diff = compare_scenes(a, b, options);
  const std::string text = diff_text({"a.glb", "b.glb", a, b, diff, options});
  EXPECT_NE(text.find(" vertices each), to 0"), std::string::npos) << text;
}

// Alone in each, clips go together whatever they are called: that is told, and is no difference.
TEST(DiffWords, AClipOfAnotherNameIsTold) {
  const auto other = arm();
  const std::string was = other->clips.at(0).name;
  other->clips[0].name = "walk_v2";
  const Scene a = make_scene(arm()), b = make_scene(other);
  const SceneDiff diff = compare_scenes(a, b, {});
  EXPECT_TRUE(diff.same());
  const std::string text = diff_text({"a.glb", "b.glb", a, b, diff, {}});
  EXPECT_NE(text.find("times each), named \"walk_v2\" in B"), std::string::npos) << text;
  const SceneDiff itself = compare_scenes(a, a, {});
  EXPECT_EQ(diff_text({"a.glb", "a.glb", a, a, itself, {}}).find("named"), std::string::npos);
}

TEST(DiffWords, AMaterialOfOneAloneHidesNoOthers) {
  const auto painted = [](const char* first, float red) {
    auto model = arm();
    model->meshes.push_back(model->meshes[0]);
    model->materials.assign(2, Material{});
    model->materials[0].name = first;
    model->materials[1].name = "brass";
    model->materials[1].base_color.x = red;
    model->meshes[0].material = 0;
    model->meshes[1].material = 1;
    return make_scene(std::move(model));
  };
  DiffOptions options;
  options.ignored[static_cast<int>(DiffPart::Surface)] = true;
  options.ignored[static_cast<int>(DiffPart::Weights)] = true;
  const SceneDiff diff =
      compare_scenes(painted("amber", 0.25f), painted("amethyst", 0.5f), options);
  const auto brass = std::ranges::find(diff.materials, "brass", &MaterialDiff::name);
  ASSERT_NE(brass, diff.materials.end());
  EXPECT_EQ(brass->what, std::vector<std::string>{"base colour"});
  const auto amber = std::ranges::find(diff.materials, "amber", &MaterialDiff::name);
  ASSERT_NE(amber, diff.materials.end());
  EXPECT_EQ(amber->other, "amethyst") << "which the same mesh wears in B";
}

}  // namespace
}  // namespace bindpose::tests::diff_words_test
