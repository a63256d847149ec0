// Import, pose, skin on the CPU, and compare with what other programs computed for the same file.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>

#include "io/import.h"
#include "scene/scene.h"
#include "truth/kd_tree.h"
#include "truth/truth_file.h"

namespace bindpose::truth {
namespace {

constexpr float kTolerance = 1e-4f;

// Poses that are off, with the error measured: the larger of surface and paired distance, in parts
// of the rest pose's diagonal. A better answer is a finding, too.
struct KnownError {
  const char* model;
  const char* tag;
  float error;
  const char* reason;
};
// None is known.
constexpr std::array<KnownError, 0> kKnownErrors{};

const KnownError* known_error(const std::string& model, const std::string& tag) {
  for (const KnownError& k : kKnownErrors) {
    if (model == k.model && tag == k.tag) return &k;
  }
  return nullptr;
}

struct Posed {
  std::vector<vec3> points;
  std::vector<mat4> world;
};

Posed pose_model(const std::shared_ptr<const Model>& model, const TruthPose& truth) {
  Scene scene = make_scene(model);
  // By what the file's skins ask for, unless the truth is what they would be without.
  if (truth.tag.ends_with("_lbs")) scene.view.method = Deformer::Linear;
  if (truth.clip >= 0 && truth.clip < static_cast<int>(model->clips.size())) {
    scene.pose.base = BasePose::Clip;
    scene.pose.clip = truth.clip;
    scene.pose.time = truth.time;
  }
  const PosedScene posed = evaluate(scene);
  Posed out;
  out.world = posed.world;
  std::vector<vec3> part;
  for (std::size_t m = 0; m < model->meshes.size(); ++m) {
    skin_mesh(scene, posed, static_cast<int>(m), part, nullptr);
    out.points.insert(out.points.end(), part.begin(), part.end());
  }
  return out;
}

float farthest(const std::vector<vec3>& from, const KdTree& to, float limit) {
  float most = 0.0f;
  for (const vec3& p : from) most = std::max(most, to.nearest(p, limit));
  return most;
}

// Truth points and mesh vertices that coincide in the rest pose must do so in every pose: a wrongly
// skinned part can not hide behind a neighbour that looks like it.
float paired(const std::vector<vec3>& truth_rest, const std::vector<vec3>& truth,
             const std::vector<vec3>& mesh_rest, const std::vector<vec3>& mesh, float diagonal) {
  const KdTree tree(mesh_rest);
  float most = 0.0f;
  for (std::size_t k = 0; k < truth.size(); ++k) {
    const float nearest = tree.nearest(truth_rest[k], diagonal);
    if (nearest > 1e-3f * diagonal) continue;
    float best = diagonal;
    for (const std::uint32_t i :
         tree.within(truth_rest[k], std::max(1.0001f * nearest, 2e-5f * diagonal))) {
      best = std::min(best, glm::distance(mesh[i], truth[k]));
    }
    most = std::max(most, best);
  }
  return most;
}

struct Errors {
  float surface = 0.0f;
  float pairs = 0.0f;
  float joints = 0.0f;
  int joint_count = 0;
  std::string worst_joint;
  float shape() const { return std::max(surface, pairs); }
};

void compare_joints(const Model& model, const Posed& posed, const TruthPose& truth, float diagonal,
                    Errors& out) {
  for (const auto& [name, position] : truth.joints) {
    const int joint = find_joint(model.skeleton, name);
    if (joint < 0) continue;
    ++out.joint_count;
    const vec3 at(posed.world[static_cast<std::size_t>(joint)][3]);
    const float error = glm::distance(at, position) / diagonal;
    if (error <= out.joints) continue;
    out.joints = error;
    out.worst_joint = name;
  }
}

Errors compare(const Model& model, const Posed& rest, const Posed& posed, const TruthFile& truth,
               const TruthPose& pose) {
  Errors out;
  const float d = truth.diagonal;
  out.surface = std::max(farthest(pose.points, KdTree(posed.points), d),
                         farthest(posed.points, KdTree(pose.points), d)) /
                d;
  if (truth.paired) {
    out.pairs = paired(truth.poses[0].points, pose.points, rest.points, posed.points, d) / d;
  }
  compare_joints(model, posed, pose, d, out);
  return out;
}

const std::vector<TruthFile>& all_truth() {
  static const std::vector<TruthFile> all = [] {
    // Others, in folders of the same form.
    if (const char* folder = std::getenv("BINDPOSE_TRUTH")) return load_truth(folder, true);
    const std::filesystem::path shared = BINDPOSE_SHARED_DIR;
    std::vector<TruthFile> out = load_truth(shared, true);
    for (TruthFile& wild : load_truth(shared / "wild", false)) out.push_back(std::move(wild));
    return out;
  }();
  return all;
}

void check(const TruthFile& truth, const TruthPose& pose, const Errors& e) {
  const KnownError* known = known_error(truth.model, pose.tag);
  std::printf("  %-28s %-10s surface %.1e  pairs %.1e  joints %.1e (%d) %s%s%s\n",
              truth.model.c_str(), pose.tag.c_str(), static_cast<double>(e.surface),
              static_cast<double>(e.pairs), static_cast<double>(e.joints), e.joint_count,
              e.joints > kTolerance ? e.worst_joint.c_str() : "", known ? "  known: " : "",
              known ? known->reason : "");
  if (known == nullptr) {
    EXPECT_LE(e.surface, kTolerance) << pose.tag;
    EXPECT_LE(e.pairs, kTolerance) << pose.tag;
    EXPECT_LE(e.joints, kTolerance) << pose.tag << ", worst: " << e.worst_joint;
    return;
  }
  EXPECT_LT(e.shape(), 1.5f * known->error) << pose.tag << " got worse";
  EXPECT_GT(e.shape(), 0.5f * known->error) << pose.tag << " got better: update the table";
}

class Truth : public testing::TestWithParam<std::size_t> {};

TEST_P(Truth, posed_surface_and_joints) {
  const TruthFile& truth = all_truth()[GetParam()];
  std::shared_ptr<const Model> model;
  try {
    model = import_model(truth.file, {.textures = false, .max_image_side = 0, .progress = {}});
  } catch (const ImportError& e) {
    FAIL() << e.what();
  }
  ASSERT_EQ(truth.poses[0].tag, "rest");
  const Posed rest = pose_model(model, truth.poses[0]);
  for (const TruthPose& pose : truth.poses) {
    // "(internal)" is made up by the program that knows the truth.
    if (!pose.clip_name.empty() && pose.clip_name != "(internal)" &&
        pose.clip < static_cast<int>(model->clips.size())) {
      EXPECT_EQ(model->clips[static_cast<std::size_t>(pose.clip)].name, pose.clip_name);
    }
    check(truth, pose, compare(*model, rest, pose_model(model, pose), truth, pose));
  }
}

INSTANTIATE_TEST_SUITE_P(Shared, Truth, testing::Range<std::size_t>(0, all_truth().size()),
                         [](const testing::TestParamInfo<std::size_t>& which) {
                           return all_truth()[which.param].model;
                         });
// Without ../shared there is no instance; TruthTable says so.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Truth);

// Every known error names a pose that is there, so that the table can not rot.
TEST(TruthTable, known_errors_exist) {
  if (all_truth().empty()) GTEST_SKIP() << "no ../shared/truth here";
  for (const KnownError& known : kKnownErrors) {
    bool found = false;
    for (const TruthFile& truth : all_truth()) {
      for (const TruthPose& pose : truth.poses) {
        found = found || (truth.model == known.model && pose.tag == known.tag);
      }
    }
    EXPECT_TRUE(found) << known.model << " " << known.tag;
  }
}

}  // namespace
}  // namespace bindpose::truth
