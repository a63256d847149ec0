// Computed weights of whole models: what the methods promise of all, and what they gain over
// weights by segment radius.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "io/import.h"
#include "scene/automatic/automatic_binding.h"
#include "scene/edit/edit.h"

namespace bindpose {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<const Model> asset(const std::string& name) {
  return import_model(fs::path(BINDPOSE_SOURCE_DIR) / "assets" / name);
}

struct Place {
  float x, y, z;
  auto operator<=>(const Place&) const = default;
};

std::string other_side(std::string name) {
  if (name.ends_with(".L"))
    name.back() = 'R';
  else if (name.ends_with(".R"))
    name.back() = 'L';
  return name;
}

// By the joint's name.
std::map<std::string, float> row_of(const Model& model, const MeshWeights& w, std::size_t i) {
  std::map<std::string, float> out;
  for (std::uint32_t e = w.influences.offset[i]; e < w.influences.offset[i + 1]; ++e) {
    const int joint = w.joint[w.influences.slot[e]];
    out[model.skeleton.name[static_cast<std::size_t>(joint)]] = w.influences.weight[e];
  }
  return out;
}

double largest_asymmetry(const Model& model, const std::vector<MeshWeights>& weights) {
  double most = 0.0;
  std::size_t compared = 0;
  for (const MeshWeights& w : weights) {
    const Mesh& mesh = model.meshes[static_cast<std::size_t>(w.mesh)];
    std::map<Place, std::size_t> at;
    for (std::size_t i = 0; i < mesh.position.size(); ++i) {
      const vec3& p = mesh.position[i];
      at.emplace(Place{p.x + 0.0f, p.y, p.z}, i);
    }
    const bool symmetric = std::ranges::all_of(mesh.position, [&](const vec3& p) {
      return at.contains({-p.x + 0.0f, p.y, p.z});
    });
    if (!symmetric) continue;  // the buckle, and what is there once a side
    for (std::size_t i = 0; i < mesh.position.size(); ++i) {
      const vec3& p = mesh.position[i];
      const auto mirrored = at.find({-p.x + 0.0f, p.y, p.z});
      ++compared;
      const auto here = row_of(model, w, i), there = row_of(model, w, mirrored->second);
      for (const auto& [name, weight] : here) {
        const auto same = there.find(other_side(name));
        const float other = same == there.end() ? 0.0f : same->second;
        most = std::max(most, std::abs(double(weight) - other));
      }
    }
  }
  EXPECT_GT(compared, 20000u);
  return most;
}

TEST(ModelWeights, OfTheOgreAreSymmetricPartitionsOfUnityAndTheSameEachTime) {
  const auto model = asset("ogre.glb");
  for (const BindMethod method : kBindMethods) {
    AutomaticMethod how = automatic_method(method);
    if (method == BindMethod::Voxel) how.resolution = 64;
    for (const int limit : {how.limit, 4}) {
      how.limit = limit;
      const AutomaticBinding made = bind_automatically(*model, how);
      const AutomaticBinding again = limit == 4 ? bind_automatically(*model, how) : made;
      EXPECT_EQ(made.unweighted, 0u);
      for (std::size_t k = 0; k < made.weights.size(); ++k) {
        const Influences& in = made.weights[k].influences;
        EXPECT_EQ(in.slot, again.weights[k].influences.slot);
        EXPECT_EQ(in.weight, again.weights[k].influences.weight);
        for (std::size_t i = 0; i + 1 < in.offset.size(); ++i) {
          double sum = 0.0;
          for (std::uint32_t e = in.offset[i]; e < in.offset[i + 1]; ++e) sum += in.weight[e];
          ASSERT_NEAR(sum, 1.0, 1e-5);
          ASSERT_LE(in.offset[i + 1] - in.offset[i], static_cast<std::uint32_t>(limit));
        }
      }
      EXPECT_LT(largest_asymmetry(*model, made.weights), 1e-4)
          << amount_of(method).method << " limit " << limit;
    }
  }
}

SceneFigures figures_of(const std::shared_ptr<const Model>& model, const std::string& edit) {
  Document document(make_scene(model));
  std::string error;
  const auto parsed = parse_edit(edit, *model, error);
  EXPECT_TRUE(parsed) << error;
  if (parsed) document.apply({*parsed});
  return scene_figures(document.scene());
}

// Five models on which both methods beat segments in both figures, and more on which one does;
// docs/weights.md has all of them, with those where neither does. Smooth is the Laplacian energy
// of the weights, the leak what it is in rig/automatic/figures.h.
TEST(ModelWeights, HeatAndVoxelsAreSmootherThanSegmentsAndLeakLessOnFiveModels) {
  const fs::path assets = fs::path(BINDPOSE_SOURCE_DIR) / "assets";
  const fs::path shared = fs::path(BINDPOSE_SHARED_DIR) / "models";
  if (!fs::exists(shared)) GTEST_SKIP() << "no ../shared/models here";
  const std::vector<std::string> both{"heat", "voxel"};
  const std::pair<fs::path, std::vector<std::string>> cases[] = {
      {assets / "ogre.glb", both},
      {assets / "octopus.glb", both},
      {shared / "cesium_man/cesium_man.gltf", both},
      {shared / "robot/robot.glb", both},
      {shared / "pab_skeleton/pab_skeleton.fbx", both},
      {shared / "cowboy/model.dae", {"heat"}},
      {shared / "knight/Knight.glb", {"heat"}},
      {shared / "astro_max/astro_max.dae", {"heat"}},
      {shared / "maya_kenney_character/maya_kenney_character.fbx", {"voxel"}},
      {assets / "dragonling.glb", {"voxel"}},
      {assets / "automaton.glb", {"voxel"}}};
  std::size_t of_both = 0;
  for (const auto& [file, methods] : cases) {
    const auto model = import_model(file);
    const WeightFigures segments = figures_of(model, "bind segments").figures;
    EXPECT_GT(segments.leak, 0.0) << "nothing to be better than on " << file;
    of_both += methods.size() == 2;
    for (const std::string& method : methods) {
      const WeightFigures f = figures_of(model, "bind " + method).figures;
      EXPECT_LT(f.roughness, segments.roughness) << method << " on " << file;
      EXPECT_LT(f.leak, segments.leak) << method << " on " << file;
    }
  }
  EXPECT_GE(of_both, 5u);
}

TEST(ModelWeights, TheTextFormIsReadBackAndUndone) {
  const auto model = asset("capsule.glb");
  std::string error;
  for (const std::string text :
       {"bind heat", "bind heat strength 2 limit 4", "bind inverse power 2",
        "bind voxel falloff 0.25 resolution 32 limit 0"}) {
    const auto edit = parse_edit(text, *model, error);
    ASSERT_TRUE(edit) << error;
    EXPECT_EQ(to_text(*edit, *model), text);
    Document document(make_scene(model));
    const std::vector<float> before = binding_of(document.scene(), 0).influences.weight;
    document.apply({*edit});
    EXPECT_NE(binding_of(document.scene(), 0).influences.weight, before);
    document.undo();
    EXPECT_EQ(binding_of(document.scene(), 0).influences.weight, before);
  }
  for (const auto& [text, word] :
       {std::pair("bind heat strength 0", "0.01 to 100"),
        std::pair("bind heat power 2", "strength"),
        std::pair("bind voxel resolution 4", "8 to 512"), std::pair("bind hot", "heat"),
        std::pair("bind voxel falloff 2", "0 to 1"),
        std::pair("bind heat limit -1", "whole number")}) {
    EXPECT_FALSE(parse_edit(text, *model, error)) << text;
    EXPECT_NE(error.find(word), std::string::npos) << error;
  }
}

}  // namespace
}  // namespace bindpose
