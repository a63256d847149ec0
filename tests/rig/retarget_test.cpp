// Clips carried over between small rigs whose answers are known without the program.
#include "rig/retarget/retarget.h"

#include <map>

#include "fixtures.h"
#include "math/numbers.h"
#include "rig/kinematics.h"
#include "rig/retarget/resample.h"
#include "rig/time/key_times.h"

namespace bindpose::test {
namespace {

struct Rig {
  Skeleton skeleton;
  mat4 to_display{1.0f};

  int operator[](std::string_view name) const { return find_joint(skeleton, name); }
  RigPose pose() const { return {skeleton, skeleton.rest_local, to_display}; }
};

struct Bone {
  const char* name;
  const char* parent;
  vec3 at;  // in the parent
};

Rig rig_of(std::initializer_list<Bone> bones, const mat4& to_display = mat4(1.0f)) {
  std::vector<RawJoint> raw;
  std::map<std::string, int> index{{"", -1}};
  for (const Bone& b : bones) {
    index[b.name] = static_cast<int>(raw.size());
    raw.push_back({b.name, index.at(b.parent), translation(b.at), true});
  }
  return {build_skeleton(raw).skeleton, to_display};
}

JointTrack turning(int joint, const vec3& at, const quat& to) {
  JointTrack track;
  track.joint = joint;
  track.factors.resize(1);
  track.factors[0].fallback.t = at;
  track.factors[0].rotation = {{0.0, 1.0}, {quat(1, 0, 0, 0), to}, Interpolation::Linear};
  return track;
}

std::vector<mat4> worlds(const Skeleton& skeleton, const Clip& clip, double time) {
  std::vector<mat4> local(skeleton.parent.size()), world(local.size());
  sample_clip(clip, skeleton, time, local);
  forward_kinematics(skeleton.parent, local, all_joints(skeleton), world);
  return world;
}

dvec3 bone(const std::vector<mat4>& world, int from, int to) {
  return glm::normalize(dvec3(world[idx(to)][3]) - dvec3(world[idx(from)][3]));
}

TEST(RetargetMap, chains_of_other_lengths_meet_at_their_ends) {
  const Rig from = rig_of({{"Hips", "", {0, 1, 0}},
                           {"Spine", "Hips", {0, .1f, 0}},
                           {"Spine1", "Spine", {0, .1f, 0}},
                           {"Spine2", "Spine1", {0, .1f, 0}},
                           {"Spine3", "Spine2", {0, .1f, 0}}});
  const Rig to = rig_of({{"root", "", {0, 0, 0}},
                         {"pelvis", "root", {0, 2, 0}},
                         {"chest_lower", "pelvis", {0, .2f, 0}},
                         {"chest", "chest_lower", {0, .2f, 0}}});
  const JointMap map = propose_pairs(from.pose(), to.pose());
  ASSERT_EQ(map.pair.size(), 3u);
  const std::vector<int> partner = partners_of_targets(map, to.skeleton);
  EXPECT_EQ(partner[idx(to["pelvis"])], from["Hips"]);
  EXPECT_EQ(partner[idx(to["chest_lower"])], from["Spine"]);
  EXPECT_EQ(partner[idx(to["chest"])], from["Spine3"]);
  EXPECT_EQ(map.target_hips, to["pelvis"]);
}

TEST(RetargetMap, names_that_say_nothing_meet_by_place) {
  const Rig from = rig_of({{"a", "", {0, 0, 0}}, {"b", "a", {0, 1, 0}}, {"c", "b", {.5f, 1, 0}}});
  const Rig to = rig_of({{"x", "", {0, 0, 0}}, {"y", "x", {0, 10, 0}}, {"z", "y", {5, 10, .1f}}});
  const JointMap map = propose_pairs(from.pose(), to.pose());
  ASSERT_EQ(map.pair.size(), 3u);
  for (const JointPair& p : map.pair) {
    EXPECT_EQ(p.source, p.target);
    EXPECT_EQ(p.by, PairedBy::Place);
  }
}

TEST(RetargetMap, a_map_is_made_sound) {
  const Rig rig = rig_of({{"a", "", {0, 0, 0}}, {"b", "a", {0, 1, 0}}, {"c", "b", {0, 1, 0}}});
  const JointMap map =
      sound_map({{{2, 2}, {0, 0}, {0, 1}, {7, 1}, {1, -1}}, 9, 9}, rig.pose(), rig.pose());
  ASSERT_EQ(map.pair.size(), 2u);
  EXPECT_EQ(map.pair[0].target, 0);
  EXPECT_EQ(map.pair[1].target, 2);
  EXPECT_EQ(map.target_hips, 0);
}

TEST(Retarget, what_the_target_lacks_goes_to_its_children) {
  const Rig from = rig_of({{"hips", "", {0, 1, 0}},
                           {"between", "hips", {1, 0, 0}},
                           {"head", "between", {1, 0, 0}},
                           {"tip", "head", {1, 0, 0}}});
  const Rig to =
      rig_of({{"hips", "", {0, 3, 0}}, {"head", "hips", {4, 0, 0}}, {"tip", "head", {7, 0, 0}}});
  Clip clip{
      "turn", 1.0, {turning(from["between"], {1, 0, 0}, quat(rotation_from_degrees({0, 0, 90})))}};
  const JointMap map = propose_pairs(from.pose(), to.pose());
  ASSERT_EQ(map.pair.size(), 3u);
  const Retargeted made = retarget_clip(clip, from.pose(), to.pose(), map);
  ASSERT_EQ(made.summary.source_without, std::vector<int>{from["between"]});
  for (const double t : {0.0, 0.3, 0.77, 1.0}) {
    const auto world = worlds(to.skeleton, made.clip, t);
    const double a = glm::radians(90.0 * t);
    expect_near(vec3(bone(world, to["head"], to["tip"])), {std::cos(a), std::sin(a), 0});
    expect_near(vec3(bone(world, to["hips"], to["head"])), {1, 0, 0});
    expect_near(vec3(world[0][3]), {0, 3, 0});
  }
}

// Arms: a recording in T-pose, a rig bound with its arms 45 degrees down.
// What has no partner turns those below: that is sampled, and still 24 frames a second.
TEST(Retarget, a_sampled_clip_keeps_its_frames) {
  const Rig from = rig_of({{"Hips", "", {0, 1, 0}},
                           {"Between", "Hips", {0, .2f, 0}},
                           {"Head", "Between", {0, .2f, 0}}});
  const Rig to = rig_of({{"hips", "", {0, 1, 0}}, {"head", "hips", {0, .4f, 0}}});
  Clip clip;
  clip.duration = 80.0 / 24.0;
  for (const char* name : {"Between", "Head"}) {
    JointTrack track;
    track.joint = from[name];
    track.factors.resize(1);
    track.factors[0].fallback.t = {0, .2f, 0};
    for (int k = 0; k <= 80; ++k) {
      track.factors[0].rotation.time.push_back(double(float(k / 24.0)));
      track.factors[0].rotation.value.push_back(
          glm::angleAxis(std::sin(0.1f * float(k)), vec3(1, 0, 0)));
    }
    clip.tracks.push_back(std::move(track));
  }
  const JointMap map = propose_pairs(from.pose(), to.pose());
  const Retargeted made = retarget_clip(clip, from.pose(), to.pose(), map);
  ASSERT_FALSE(made.clip.tracks.empty());
  EXPECT_EQ(frame_rate(made.clip), 24.0);
  Clip read = made.clip;  // from a file that has keys and no rate
  read.rate = 0.0;
  EXPECT_EQ(frame_rate(read), 24.0) << key_times(read, {}).size() << " keys";
}

TEST(Retarget, an_a_pose_is_read_as_the_t_pose_that_it_stands_for) {
  const auto arms = [](float down) {
    const float c = std::cos(glm::radians(down)), s = std::sin(glm::radians(down));
    return rig_of({{"Hips", "", {0, 1, 0}},
                   {"Spine", "Hips", {0, .3f, 0}},
                   {"LeftArm", "Spine", {.2f, .2f, 0}},
                   {"LeftForeArm", "LeftArm", {.3f * c, -.3f * s, 0}},
                   {"LeftHand", "LeftForeArm", {.25f * c, -.25f * s, 0}},
                   {"RightArm", "Spine", {-.2f, .2f, 0}},
                   {"LeftUpLeg", "Hips", {.1f + .001f * down, -.05f, 0}},
                   {"LeftFoot", "LeftUpLeg", {0, -.9f, 0}}});
  };
  const Rig from = arms(0.0f), to = arms(45.0f);
  Clip clip{"raise",
            1.0,
            {turning(from["LeftArm"], {.2f, .2f, 0}, quat(rotation_from_degrees({0, 0, 60})))}};
  const Retargeted made =
      retarget_clip(clip, from.pose(), to.pose(), propose_pairs(from.pose(), to.pose()));
  EXPECT_FALSE(made.summary.fit.alike);  // its hips are broader
  EXPECT_EQ(made.summary.fit.aligned, 3u);
  for (const double t : {0.0, 0.5, 1.0}) {
    const auto world = worlds(to.skeleton, made.clip, t);
    const double a = glm::radians(60.0 * t);
    const dvec3 along(std::cos(a), std::sin(a), 0.0);
    expect_near(vec3(bone(world, to["LeftArm"], to["LeftForeArm"])), along);
    expect_near(vec3(bone(world, to["LeftForeArm"], to["LeftHand"])), along);
  }
}

Rig biped(float size, float hips, const mat4& to_display = mat4(1.0f)) {
  const mat4 back = glm::inverse(to_display);
  const auto in_file = [&](vec3 v) { return vec3(back * vec4(size * v, 0.0f)); };
  return rig_of({{"Hips", "", vec3(back * vec4(0, hips, 0, 1))},
                 {"Spine", "Hips", in_file({0, .4f, 0})},
                 {"LeftUpLeg", "Hips", in_file({.1f, 0, 0})},
                 {"LeftLeg", "LeftUpLeg", in_file({0, -.5f, .01f})},
                 {"LeftFoot", "LeftLeg", in_file({0, -.45f, -.01f})},
                 {"RightUpLeg", "Hips", in_file({-.1f, 0, 0})},
                 {"RightLeg", "RightUpLeg", in_file({0, -.5f, .01f})},
                 {"RightFoot", "RightLeg", in_file({0, -.45f, -.01f})}},
                to_display);
}

Clip walking_hips(const Rig& rig, const vec3& from, const vec3& to) {
  JointTrack track = turning(rig["Hips"], from, quat(rotation_from_degrees({0, 90, 0})));
  track.factors[0].translation = {{0.0, 1.0}, {from, to}, Interpolation::Linear};
  return {"walk", 1.0, {track}};
}

TEST(Retarget, hips_move_by_the_ratio_of_their_heights) {
  const Rig from = biped(1.0f, 1.0f), to = biped(2.0f, 2.1f);
  const Clip clip = walking_hips(from, {0, 1, 0}, {3, .9f, 1});
  const Retargeted made =
      retarget_clip(clip, from.pose(), to.pose(), propose_pairs(from.pose(), to.pose()));
  EXPECT_NEAR(made.summary.fit.ratio, 2.0, 1e-6);
  const auto world = worlds(to.skeleton, made.clip, 0.5);
  expect_near(vec3(world[idx(to["Hips"])][3]), {3.0, 2.0, 1.0});
  const double half = std::sqrt(0.5);
  const double along =
      glm::dot(bone(world, to["RightUpLeg"], to["LeftUpLeg"]), dvec3(half, 0, -half));
  EXPECT_NEAR(along, 1.0, 1e-6);
}

TEST(Retarget, a_recording_around_its_hips_is_stood_on_the_ground) {
  const Rig from = biped(100.0f, 0.0f), to = biped(1.0f, 1.0f);
  const Clip clip = walking_hips(from, {0, 95, 0}, {50, 95, 0});
  const Retargeted made =
      retarget_clip(clip, from.pose(), to.pose(), propose_pairs(from.pose(), to.pose()));
  expect_near(vec3(worlds(to.skeleton, made.clip, 0.0)[idx(to["Hips"])][3]), {0, 1.0, 0});
  expect_near(vec3(worlds(to.skeleton, made.clip, 1.0)[idx(to["Hips"])][3]), {0.5, 1.0, 0});
}

TEST(Retarget, z_up_and_another_front_make_no_difference) {
  // x is the model's front, z is up: its own left is +y.
  const mat4 to_display(vec4(0, 0, 1, 0), vec4(1, 0, 0, 0), vec4(0, 1, 0, 0), vec4(0, 0, 0, 1));
  const Rig from = biped(1.0f, 1.0f), to = biped(1.5f, 1.5f, to_display);
  const Clip clip = walking_hips(from, {0, 1, 0}, {0, 1, 2});
  const Retargeted made =
      retarget_clip(clip, from.pose(), to.pose(), propose_pairs(from.pose(), to.pose()));
  expect_near(vec3(worlds(to.skeleton, made.clip, 1.0)[idx(to["Hips"])][3]), {3.0, 0, 1.5});
  // The same rig seen from its side is turned before anything else.
  const Rig turned = biped(1.1f, 1.1f, glm::rotate(mat4(1.0f), glm::radians(90.0f), vec3(0, 1, 0)));
  Rig sideways = turned;
  sideways.to_display = mat4(1.0f);
  sideways.skeleton.rest_local[3][3].y -= 0.1f;  // not quite alike
  const Retargeted other = retarget_clip(clip, from.pose(), sideways.pose(),
                                         propose_pairs(from.pose(), sideways.pose()));
  EXPECT_EQ(other.summary.fit.turn, -90.0);
  const vec3 at(worlds(sideways.skeleton, other.clip, 1.0)[idx(sideways["Hips"])][3]);
  EXPECT_LT(at.x, -2.0f);
  EXPECT_NEAR(at.z, 0.0f, 1e-4f);
}

// Shins of another length: the same angles put the foot elsewhere, so that it slides.
TEST(Retarget, feet_stay_where_they_are_held) {
  const Rig from = biped(1.0f, 1.0f);
  Rig to = biped(1.0f, 1.0f);
  to.skeleton.rest_local[idx(to["LeftFoot"])][3].y = -0.25f;
  to.skeleton.rest_local[idx(to["LeftLeg"])][3].y = -0.7f;
  // The body goes forward by 0.2 over a foot that stands.
  std::vector<mat4> local = from.skeleton.rest_local, world(local.size());
  Clip clip = walking_hips(from, {0, .93f, -.1f}, {0, .93f, .1f});
  clip.tracks[0].factors[0].rotation = {};
  JointTrack thigh = turning(from["LeftUpLeg"], {.1f, 0, 0}, {}),
             shin = turning(from["LeftLeg"], {0, -.5f, .01f}, {});
  thigh.factors[0].rotation = shin.factors[0].rotation = {};
  for (int k = 0; k <= 60; ++k) {
    const double t = k / 60.0, z = 0.2 * t - 0.1;
    const double d = std::hypot(0.93 - 0.05, z), a = std::hypot(0.5, 0.01),
                 b = std::hypot(0.45, 0.01);
    const double knee = std::acos((a * a + b * b - d * d) / (2 * a * b));
    const double hip = std::acos((a * a + d * d - b * b) / (2 * a * d)) - std::atan2(z, 0.88);
    const auto about_x = [](double r) { return glm::angleAxis(float(r), vec3(1, 0, 0)); };
    thigh.factors[0].rotation.time.push_back(t);
    thigh.factors[0].rotation.value.push_back(about_x(-hip + std::atan2(0.01, 0.5)));
    shin.factors[0].rotation.time.push_back(t);
    shin.factors[0].rotation.value.push_back(
        about_x(kPi - knee - std::atan2(0.01, 0.5) - std::atan2(0.01, 0.45)));
  }
  clip.tracks.push_back(thigh);
  clip.tracks.push_back(shin);
  const JointMap map = propose_pairs(from.pose(), to.pose());
  const double slid = glm::distance(vec3(worlds(from.skeleton, clip, 0)[idx(from["LeftFoot"])][3]),
                                    vec3(worlds(from.skeleton, clip, 1)[idx(from["LeftFoot"])][3]));
  ASSERT_LT(slid, 0.002);  // the recording's own foot stands
  const Retargeted free = retarget_clip(clip, from.pose(), to.pose(), map, false);
  const Retargeted held = retarget_clip(clip, from.pose(), to.pose(), map, true);
  const auto slip = [&](const Clip& c) {
    const vec3 start(worlds(to.skeleton, c, 0.0)[idx(to["LeftFoot"])][3]);
    float most = 0.0f;
    for (int k = 0; k <= 60; ++k) {
      const vec3 at(worlds(to.skeleton, c, k / 60.0)[idx(to["LeftFoot"])][3]);
      most = std::max(most, glm::distance(start, at));
    }
    return most;
  };
  EXPECT_GT(slip(free.clip), 0.02f);
  EXPECT_LT(slip(held.clip), 0.001f);
  for (const JointTrack& track : held.clip.tracks) {
    if (track.joint != to["LeftFoot"]) continue;
    EXPECT_EQ(track.factors[0].rotation.time.size(), 61u) << "sixty a second, both ends";
    EXPECT_EQ(track.factors[0].rotation.time.back(), clip.duration);
  }
  EXPECT_EQ(held.summary.contacts, 1u);
  EXPECT_NEAR(held.summary.slip_before, slip(free.clip), 1e-3);
  // Files whose left is the display's right slide as far.
  Rig left = from, right = to;
  left.to_display = right.to_display = glm::scale(mat4(1.0f), vec3(-1, 1, 1));
  EXPECT_NEAR(retarget_clip(clip, left.pose(), right.pose(), map, true).summary.slip_before,
              held.summary.slip_before, 1e-4);
  // A thigh whose turn is a product, on the same rig: the foot stands where it stood.
  Clip product = clip;
  const quat part = glm::angleAxis(0.3f, vec3(1, 0, 0));
  for (quat& q : product.tracks[1].factors[0].rotation.value) q = q * glm::inverse(part);
  product.tracks[1].factors.push_back(constant_factor(glm::mat4_cast(part)));
  const JointMap own = propose_pairs(from.pose(), from.pose());
  const Retargeted same = retarget_clip(product, from.pose(), from.pose(), own, true);
  EXPECT_EQ(same.summary.contacts, 1u);
  for (const double t : {0.0, 0.5, 1.0}) {
    const int foot = from["LeftFoot"];
    const vec3 exact(worlds(from.skeleton, product, t)[idx(foot)][3]);
    EXPECT_LT(glm::distance(vec3(worlds(from.skeleton, same.clip, t)[idx(foot)][3]), exact),
              0.003f);
  }
}

// A node above the hips that stands for no joint, and a recording whose hips are its root.
TEST(Retarget, a_node_without_a_partner_above_the_hips) {
  const Rig from = rig_of({{"Hips", "", {0, 1, 0}},
                           {"Spine", "Hips", {0, .5f, 0}},
                           {"LeftFoot", "Hips", {.1f, -1, 0}}});
  Rig to = rig_of({{"Armature", "", {0, 0, 0}},
                   {"Hips", "Armature", {0, 1, 0}},
                   {"Spine", "Hips", {0, .5f, 0}},
                   {"LeftFoot", "Hips", {.1f, -1, 0}}});
  to.skeleton.file_flags.is_joint[idx(to["Armature"])] = 0;
  const JointMap map = propose_pairs(from.pose(), to.pose());
  ASSERT_EQ(map.pair.size(), 3u);
  const Retargeted made =
      retarget_clip(walking_hips(from, {0, 1, 0}, {3, 1, 2}), from.pose(), to.pose(), map);
  EXPECT_TRUE(made.summary.fit.same_rig);
  expect_near(vec3(worlds(to.skeleton, made.clip, 0.5)[idx(to["Hips"])][3]), {1.5f, 1, 1});
  expect_near(vec3(worlds(to.skeleton, made.clip, 1.0)[idx(to["Hips"])][3]), {3, 1, 2});
}

TEST(Resample, many_joints_for_long_are_followed_by_fewer_samples) {
  EXPECT_EQ(knots_of({}, 10.0).size(), 601u);
  EXPECT_EQ(knots_of({}, 3600.0, 60.0, 1000).size(), 2001u);
  EXPECT_EQ(knots_of({}, 1e7, 60.0, 1'000'000).back(), 1e7);
  std::vector<double> shared;  // by a hundred joints, each of which names them
  for (int k = 0; k < 100 * 3000; ++k) shared.push_back(0.013 * (k % 3000));
  EXPECT_GE(knots_of(shared, 39.0, 1.0, 100).size(), 3000u);
}

TEST(Resample, follows_what_turns_and_jumps) {
  // A circle in place and turn, and a step at 0.5.
  const MotionAt motion = [](double t, std::span<Transform> out) {
    const double a = 7.0 * t * t;
    out[0].t = {float(std::cos(a)), float(std::sin(a)), t < 0.5 ? 0.0f : 1.0f};
    out[0].q = glm::angleAxis(float(a), glm::normalize(vec3(1, 2, 3)));
    if (out[0].q.w < 0.0f) out[0].q = -out[0].q;  // as it comes out of matrices
    out[0].s = vec3(2.0f);
  };
  const double step[] = {0.5};
  const auto keys = resample(motion, 1, knots_of({step, step + 1}, 1.0), 2e-6);
  ASSERT_EQ(keys.size(), 1u);
  EXPECT_EQ(keys[0].scale.time.size(), 1u);
  TrackFactor factor;
  factor.translation = keys[0].translation;
  factor.rotation = keys[0].rotation;
  Transform exact[1];
  for (int k = 0; k < 500; ++k) {
    const double t = (k + 0.37) / 500.0;
    if (std::abs(t - 0.5) < 2e-5) continue;
    const Transform made = sample(factor, t);
    motion(t, exact);
    EXPECT_LE(glm::distance(made.t, exact[0].t), 1e-5f) << t;
    EXPECT_GE(std::abs(glm::dot(made.q, exact[0].q)), 1.0f - 1e-6f) << t;
  }
}

TEST(Resample, the_side_of_the_world_makes_no_difference) {
  const auto keys_at = [](float place) {
    const MotionAt motion = [place](double t, std::span<Transform> out) {
      out[0] = {};
      out[0].t.x = place * (1.0f + 0.001f * float(std::sin(3.0 * t)));
    };
    return resample(motion, 1, knots_of({}, 1.0)).front().translation.time.size();
  };
  EXPECT_EQ(keys_at(-1000.0f), keys_at(1000.0f));
}

}  // namespace
}  // namespace bindpose::test
