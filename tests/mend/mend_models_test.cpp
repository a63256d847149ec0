// Mends on models as they come: what they cost, and that they bring their count to zero.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>

#include "io/import.h"
#include "rig/mend/mend_rows.h"
#include "scene/edit/edit.h"
#include "scene/edit/mend/mend_cost.h"
#include "scene/weight_problems.h"

namespace bindpose::mend_models_test {
namespace {

std::vector<std::string> models() {
  std::vector<std::string> out{BINDPOSE_SOURCE_DIR "/assets/ogre.glb"};
  for (const char* name :
       {"fox/Fox.glb", "knight/Knight.glb", "cesium_man/cesium_man.gltf", "cowboy/model.dae",
        "robot/robot.glb", "astro_max/astro_max.dae", "maya_game_sausage/maya_game_sausage.fbx"}) {
    const std::string file = std::string(BINDPOSE_SHARED_DIR "/models/") + name;
    if (std::filesystem::exists(file)) out.push_back(file);
  }
  return out;
}

// Where two ways to limit take the surface, over poses that the fit has not seen.
MendCost cost(const Scene& before, const Scene& after, std::span<const SampledPose> poses) {
  MendCost out;
  for (std::size_t m = 0; m < before.model->meshes.size(); ++m) {
    std::vector<std::uint32_t> changed;
    const Influences &a = binding_of(before, m).influences, &b = binding_of(after, m).influences;
    for (std::uint32_t i = 0; i < a.vertex_count(); ++i) {
      if (!(read_row(a, i) == read_row(b, i))) changed.push_back(i);
    }
    add_cost(before, static_cast<int>(m), a, b, changed, poses, out);
  }
  return out;
}

Scene mended_scene(const Scene& scene, const Mend& mend) {
  Document document(scene);
  document.apply({MendWeights{mend}});
  return document.scene();
}

TEST(MendModels, LeastSquaresHalvesTheErrorOfCutting) {
  for (const std::string& file : models()) {
    const Scene scene = make_scene(import_model(file));
    if (clip_count(scene) == 0) continue;
    const auto poses = clip_poses(scene, 101);  // none of the 64 that it is fitted to
    for (const int n : {4, 3, 2}) {
      if (weight_problems(scene, n).over_limit == 0) continue;
      const Scene cut = mended_scene(scene, {Mend::Limit, 0.0, n});
      const Scene fit = mended_scene(scene, {Mend::LimitFit, 0.0, n});
      EXPECT_EQ(weight_problems(cut, n).over_limit, 0u);
      EXPECT_EQ(weight_problems(fit, n).over_limit, 0u);
      const MendCost a = cost(scene, cut, poses), b = cost(scene, fit, poses);
      std::printf("%-60s %d: %6zu vertices, rms ratio %.3f, most %.3f mm -> %.3f mm\n",
                  file.c_str(), n, weight_problems(scene, n).over_limit,
                  std::sqrt(b.squares / a.squares), 1000.0 * double(a.metres),
                  1000.0 * double(b.metres));
      // Six vertices of the fox cannot be kept near their place by three joints, nor could they by
      // any other joints than their own; and two joints are few anywhere.
      const bool hard = n == 2 || file.ends_with("Fox.glb");
      EXPECT_LE(std::sqrt(b.squares), (hard ? 0.9 : 0.5) * std::sqrt(a.squares))
          << file << ", " << n;
    }
  }
}

}  // namespace
}  // namespace bindpose::mend_models_test
