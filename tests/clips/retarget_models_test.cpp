// Clips carried over on models as they come.
#include <glm/gtc/random.hpp>
#include <random>

#include "clips_fixture.h"
#include "math/transform.h"
#include "rig/retarget/retarget.h"

namespace bindpose::test {
namespace {

std::vector<std::filesystem::path> models_with_clips() {
  std::vector<std::filesystem::path> out{bundled("ogre.glb"), bundled("ogre.fbx")};
  for (const char* name :
       {"fox/Fox.glb", "knight/Knight.glb", "cesium_man/cesium_man.gltf", "cowboy/model.dae",
        "robot/robot.glb", "astro_max/astro_max.dae", "maya_game_sausage/maya_game_sausage.fbx",
        "animation_with_skeleton/animation_with_skeleton.fbx"}) {
    if (std::filesystem::exists(shared(name))) out.push_back(shared(name));
  }
  return out;
}

TEST(RetargetModels, a_clip_of_a_rig_on_itself_is_the_identity) {
  for (const auto& path : models_with_clips()) {
    SCOPED_TRACE(path.string());
    const auto model = known_model(path);
    ASSERT_FALSE(model->clips.empty());
    const RigPose rig = rig_of(*model);
    const JointMap map = propose_pairs(rig, rig);
    for (const JointPair& p : map.pair) EXPECT_EQ(p.source, p.target);
    EXPECT_EQ(map.pair.size(), model->skeleton.name.size());
    for (std::size_t c = 0; c < std::min<std::size_t>(model->clips.size(), 3); ++c) {
      const Clip& clip = model->clips[c];
      SCOPED_TRACE(clip.name);
      const Retargeted made = retarget_clip(clip, rig, rig, map);
      EXPECT_TRUE(made.summary.fit.same_rig);
      EXPECT_NEAR(made.summary.fit.ratio, 1.0, 1e-12);
      EXPECT_EQ(made.summary.fit.turn, 0.0);
      EXPECT_EQ(made.summary.fit.aligned, 0u);
      EXPECT_EQ(made.summary.held_back, 0u);
      EXPECT_LE(largest_difference(*model, clip, made.clip), 1e-5);
    }
  }
}

// The same joints at the same lengths, but every joint with axes of its own, and bound in another
// pose: each bone turned by up to 40 degrees.
struct OtherRest {
  Skeleton skeleton;
  std::vector<mat4> reference;
};

OtherRest other_rest(const Model& model, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<float> number(-1.0f, 1.0f);
  const auto turn = [&](float most) {
    const vec3 axis = glm::normalize(vec3(number(engine), number(engine), number(engine) + 1e-3f));
    return to_matrix({vec3(0.0f), glm::angleAxis(most * number(engine), axis), vec3(1.0f)});
  };
  OtherRest out{model.skeleton, model.bind_local};
  const auto& flag = model.skeleton.file_flags.is_joint;
  for (std::size_t j = 0; j < out.reference.size(); ++j) {
    if (flag[j] != 0) out.reference[j] = out.reference[j] * turn(glm::radians(40.0f));
  }
  // Other axes: W_j A_j for W_j, which leaves every place where it is.
  std::vector<mat4> axes(out.reference.size(), mat4(1.0f));
  for (std::size_t j = 0; j < axes.size(); ++j) {
    if (flag[j] != 0) axes[j] = turn(kPi);
  }
  for (std::size_t j = 0; j < axes.size(); ++j) {
    const int p = out.skeleton.parent[j];
    const mat4 above = p < 0 ? mat4(1.0f) : glm::inverse(axes[idx(p)]);
    out.reference[j] = above * out.reference[j] * axes[j];
  }
  out.skeleton.rest_local = out.reference;
  return out;
}

TEST(RetargetModels, other_axes_and_another_rest_pose_have_the_bones_point_the_same_way) {
  for (const auto& path : models_with_clips()) {
    const auto model = known_model(path);
    if (joint_count(model->skeleton.file_flags) < 5) continue;
    SCOPED_TRACE(path.string());
    const OtherRest other = other_rest(*model, 7);
    const RigPose source = rig_of(*model),
                  target{other.skeleton, other.reference, model->to_display};
    const JointMap map = propose_pairs(source, target);
    const Clip& clip = model->clips[0];
    const Retargeted made = retarget_clip(clip, source, target, map);
    EXPECT_TRUE(made.summary.fit.alike);
    EXPECT_GT(made.summary.fit.aligned, 2u);
    Model there;
    there.skeleton = other.skeleton;
    double most = 0.0;
    for (const double t : twenty_times(clip.duration)) {
      const std::vector<mat4> from = worlds_at(*model, clip, t);
      const std::vector<mat4> to = worlds_at(there, made.clip, t);
      for (std::size_t j = 0; j < from.size(); ++j) {
        const int p = model->skeleton.parent[j];
        const auto& flag = model->skeleton.file_flags.is_joint;
        if (p < 0 || flag[j] == 0 || flag[idx(p)] == 0) continue;
        const glm::dvec3 a = glm::dvec3(from[j][3]) - glm::dvec3(from[idx(p)][3]);
        const glm::dvec3 b = glm::dvec3(to[j][3]) - glm::dvec3(to[idx(p)][3]);
        if (glm::length(a) < 1e-6 || glm::length(b) < 1e-6) continue;
        const double angle = std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b));
        most = std::max(most, glm::degrees(angle));
      }
    }
    EXPECT_LE(most, 0.1);
  }
}

}  // namespace
}  // namespace bindpose::test
