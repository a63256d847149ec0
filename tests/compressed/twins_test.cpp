// Files that other programs compressed, beside what another program decodes them to.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "compressed/same_surface.h"
#include "io/import.h"

namespace bindpose::packed_files {
namespace {

class CompressedTwins : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const std::filesystem::path folder =
        std::filesystem::path(BINDPOSE_SHARED_DIR) / "wild" / "compressed";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no ../shared/wild here";
    const std::string name = GetParam();
    packed = import_model(folder / (name + ".glb"));
    plain = import_model(folder / (name + ".plain.glb"));
  }
  std::shared_ptr<const Model> packed, plain;
};

TEST_P(CompressedTwins, give_the_same_posed_points) {
  expect_same(packed, plain, 1e-6f);
}

std::set<double> key_times(const Clip& clip) {
  std::set<double> out;
  for (const JointTrack& track : clip.tracks) {
    for (const TrackFactor& factor : track.factors) {
      out.insert(factor.translation.time.begin(), factor.translation.time.end());
      out.insert(factor.rotation.time.begin(), factor.rotation.time.end());
      out.insert(factor.scale.time.begin(), factor.scale.time.end());
    }
  }
  return out;
}

// Where a twin's own turn is off by a unit of its last place: meshopt_by_spec.py counts these two
// of each file, and none of ours (docs/formats.md).
const std::map<std::string, std::map<std::string, std::vector<double>>> kTwinIsOff{
    {"robot_gltfpack", {{"Robot_Running", {0.4333}}, {"Robot_WalkJump", {0.4333}}}},
    {"fox_meshopt", {{"Survey", {2.7083, 2.75}}}}};

bool is_the_twin_off(const std::string& file, const std::string& clip, double time) {
  const auto of_file = kTwinIsOff.find(file);
  if (of_file == kTwinIsOff.end() || !of_file->second.contains(clip)) return false;
  return std::ranges::any_of(of_file->second.at(clip),
                             [&](double at) { return std::abs(at - time) < 1e-3; });
}

// A file's vertices in the order in which its triangles name them first: both programs may number
// them otherwise.
class PosedPoints {
 public:
  explicit PosedPoints(const std::shared_ptr<const Model>& model) : scene_(make_scene(model)) {
    scene_.pose.base = BasePose::Clip;
    for (const Mesh& mesh : model->meshes) {
      std::vector<bool> seen(mesh.position.size());
      order_.emplace_back();
      for (const std::uint32_t v : mesh.triangle) {
        if (!seen[v]) order_.back().push_back(v);
        seen[v] = true;
      }
    }
  }

  const std::vector<vec3>& at(int clip, double time) {
    scene_.pose.clip = clip;
    scene_.pose.time = time;
    evaluate(scene_, posed_);
    point_.clear();
    for (std::size_t m = 0; m < order_.size(); ++m) {
      skin_mesh(scene_, posed_, static_cast<int>(m), position_, nullptr);
      for (const std::uint32_t v : order_[m]) point_.push_back(position_[v]);
    }
    return point_;
  }

 private:
  Scene scene_;
  PosedScene posed_;
  std::vector<std::vector<std::uint32_t>> order_;
  std::vector<vec3> position_, point_;
};

// Those whose clips are compressed.
class CompressedClips : public CompressedTwins {};

TEST_P(CompressedClips, give_the_same_posed_points_at_every_key) {
  PosedPoints ours(packed), twins(plain);
  std::size_t keys = 0;
  for (std::size_t c = 0; c < packed->clips.size(); ++c) {
    const Clip& clip = packed->clips[c];
    for (const double time : key_times(clip)) {
      const std::vector<vec3>& other = twins.at(static_cast<int>(c), time);
      const float apart = farthest(ours.at(static_cast<int>(c), time), other) / diagonal(other);
      EXPECT_LE(apart, is_the_twin_off(GetParam(), clip.name, time) ? 2e-5f : 1e-6f)
          << clip.name << " at " << time << " s";
      ++keys;
    }
  }
  EXPECT_GT(keys, 100u);
}

INSTANTIATE_TEST_SUITE_P(Wild, CompressedClips, ::testing::Values("fox_meshopt", "robot_gltfpack"),
                         [](const auto& file) { return std::string(file.param); });

INSTANTIATE_TEST_SUITE_P(Wild, CompressedTwins,
                         ::testing::Values("cesium_man_draco", "robot_draco", "fox_meshopt",
                                           "robot_gltfpack"),
                         [](const auto& file) { return std::string(file.param); });

}  // namespace
}  // namespace bindpose::packed_files
