// Mirror, blend, relax and symmetric editing, against closed forms.
#include "scene/edit/pose_edit.h"

#include <gtest/gtest.h>

#include "rig/mirrored_rig.h"
#include "scene/pose/symmetry.h"

namespace bindpose {
namespace {

using glm::dmat4;
using test::expect_near;
using test::MirroredRig;
using test::Random;

// A symmetric rig with a symmetric cloud of points on it; the rest pose and the clip are neither
// the bind pose nor symmetric.
struct Subject {
  MirroredRig rig;
  std::shared_ptr<Model> model = std::make_shared<Model>();
  std::size_t points = 0;  // vertex i + points is the mirror image of vertex i

  explicit Subject(unsigned seed, bool upright = false)
      : rig(test::mirrored_rig(seed, ".L", ".R", upright)) {
    Random random(seed + 1000);
    Skeleton& s = model->skeleton;
    s.name = rig.name;
    s.parent = rig.parent;
    s.subtree_end = rig.subtree_end;
    s.file_flags.is_joint.assign(rig.parent.size(), 1);
    for (const mat4& local : rig.bind_local)
      s.rest_local.push_back(local * to_matrix({random.point(0.1f), random.rotation(), vec3(1)}));
    Mesh mesh;
    mesh.file_binding.skin.skinned = true;
    for (std::size_t j = 0; j < rig.bind.size(); ++j) {
      mesh.file_binding.skin.joint.push_back(static_cast<int>(j));
      mesh.file_binding.skin.bind.push_back(rig.bind[j]);
      mesh.file_binding.skin.inverse_bind.push_back(inverse_affine(rig.bind[j]));
    }
    std::vector<std::vector<WeightEntry>> rows, mirrored_rows;
    std::vector<vec3> mirrored_points;
    for (points = 0; points < 40; ++points) {
      const int a = random.integer(0, 14), b = (a + random.integer(1, 14)) % 15;
      const float w = random.number(0.1f, 0.9f);
      mesh.position.push_back(random.point(1.5f));
      mirrored_points.push_back(rig.reflected(mesh.position.back()));
      rows.push_back({{a, w}, {b, 1.0f - w}});
      mirrored_rows.push_back({{rig.opposite[static_cast<std::size_t>(a)], w},
                               {rig.opposite[static_cast<std::size_t>(b)], 1.0f - w}});
    }
    mesh.position.insert(mesh.position.end(), mirrored_points.begin(), mirrored_points.end());
    rows.insert(rows.end(), mirrored_rows.begin(), mirrored_rows.end());
    mesh.normal.assign(mesh.position.size(), vec3(0, 0, 1));
    for (std::uint32_t t = 0; t + 2 < mesh.position.size(); t += 3)
      for (std::uint32_t k = 0; k < 3; ++k) mesh.triangle.push_back(t + k);
    mesh.file_binding.influences = pack_influences(rows, rig.bind.size()).influences;
    model->meshes.push_back(std::move(mesh));
    model->morph_channels = {{"smile_L", 0, 0.0f}, {"smile_R", 0, 0.25f}, {"jaw", 0, 0.0f}};
    Clip clip{"clip", 1.0, {}};
    TrackFactor factor;
    factor.translation.time = {0.0, 1.0};
    factor.translation.value = {vec3(0.0f), vec3(0.1f, 0.2f, 0.3f)};
    clip.tracks.push_back({3, {factor}});
    model->clips.push_back(std::move(clip));
    derive_weight_flags(*model);
    derive_bind_pose(*model);
  }

  Scene scene(BasePose base, unsigned seed) const {
    Random random(seed);
    Scene out = make_scene(model);
    out.pose.base = base;
    out.pose.clip = 0;
    out.pose.time = 0.6;
    for (mat4& u : out.pose.user_local) {
      const vec3 s(random.number(0.9f, 1.1f), random.number(0.9f, 1.1f), random.number(0.9f, 1.1f));
      u = to_matrix({random.point(0.1f), random.rotation(), s});
    }
    return out;
  }
};

int joint(const Subject& s, const char* name) {
  return find_joint(s.model->skeleton, name);
}

std::vector<vec3> surface(const Scene& scene) {
  std::vector<vec3> out;
  skin_mesh(scene, evaluate(scene), 0, out, nullptr);
  return out;
}

std::vector<mat4> worlds(const Scene& scene) {
  return evaluate(scene).world;
}

TEST(MirrorPose, TurnsJointsAndSurfaceIntoTheirMirrorImageOnEveryBasePose) {
  unsigned seed = 1;
  for (const BasePose base : {BasePose::Bind, BasePose::Rest, BasePose::Clip}) {
    for (int k = 0; k < 4; ++k, ++seed) {
      const Subject subject(seed);
      const MirroredRig& rig = subject.rig;
      Document document(subject.scene(base, seed));
      const std::vector<mat4> before = worlds(document.scene());
      const std::vector<vec3> points = surface(document.scene());
      const Pose pose = document.scene().pose;
      document.apply({MirrorPose{}});
      const std::vector<mat4> after = worlds(document.scene());
      const std::vector<vec3> mirrored_points = surface(document.scene());
      for (std::size_t j = 0; j < before.size(); ++j) {
        const auto p = static_cast<std::size_t>(rig.opposite[j]);
        expect_near(vec3(after[p][3]), glm::dvec3(rig.reflected(vec3(before[j][3]))), 1e-5);
      }
      const std::size_t n = subject.points;
      for (std::size_t i = 0; i < 2 * n; ++i)
        expect_near(mirrored_points[(i + n) % (2 * n)], glm::dvec3(rig.reflected(points[i])), 2e-5);
      document.apply({MirrorPose{}});
      for (std::size_t j = 0; j < before.size(); ++j)
        expect_near(document.scene().pose.user_local[j], dmat4(pose.user_local[j]), 1e-5);
      EXPECT_TRUE(document.can_undo());
      document.undo();
      document.undo();
      EXPECT_EQ(document.scene().pose.user_local, pose.user_local);
    }
  }
}

TEST(MirrorPose, OfTheBindPoseChangesNothing) {
  const Subject subject(7);
  Scene scene = make_scene(subject.model);
  scene.pose.base = BasePose::Bind;
  Document document(scene);
  document.apply({MirrorPose{}});
  EXPECT_FALSE(document.can_undo()) << "not by rounding either";
}

// One arm goes over to the other side, whatever the spine does; the first one stays.
TEST(MirrorPose, OfSomeJointsGoesToTheOtherSide) {
  const Subject subject(5);
  const Scene scene = subject.scene(BasePose::Rest, 5);
  Document document(scene);
  std::string error;
  const auto edit = parse_edit("mirror arm0.L arm1.L", *subject.model, error);
  ASSERT_TRUE(edit) << error;
  document.apply({*edit});
  for (std::size_t j = 0; j < 15; ++j) {
    const bool changed = j == 5 || j == 6;
    EXPECT_EQ(document.scene().pose.user_local[j] != scene.pose.user_local[j], changed) << j;
  }
  // In a mirrored whole the same joints have the same locals.
  Document whole(scene);
  whole.apply({MirrorPose{}});
  for (const std::size_t j : {5u, 6u})
    expect_near(document.scene().pose.user_local[j], dmat4(whole.scene().pose.user_local[j]));
}

TEST(MirrorPose, TakesMorphsWithASideAlong) {
  const Subject subject(5);
  Scene scene = make_scene(subject.model);
  scene.pose.user_morph[0] = 0.75f;
  scene.pose.user_morph[2] = 0.5f;
  Document document(scene);
  document.apply({MirrorPose{}});
  EXPECT_EQ(document.scene().pose.user_morph[0], std::optional(0.25f)) << "the file's other side";
  EXPECT_EQ(document.scene().pose.user_morph[1], std::optional(0.75f));
  EXPECT_EQ(document.scene().pose.user_morph[2], std::optional(0.5f));
}

TEST(MirrorPose, SaysWhatHasNoOtherSide) {
  const Subject subject(5);
  subject.model->skeleton.name[3] = "lone";
  subject.model->meshes[0].file_binding.skin.bind[3] = test::translation(vec3(5, 6, 7));
  derive_bind_pose(*subject.model);
  const Scene scene = make_scene(subject.model);
  EXPECT_EQ(without_partner(scene, {3}), "lone has no joint on the other side.");
  EXPECT_EQ(without_partner(scene, {0, 2, 3}), "1 of 3 joints has no other side: lone.");
  EXPECT_NE(without_partner(scene, {}).find("2 of 15 joints have no other side: lone and arm1.R."),
            std::string::npos)
      << without_partner(scene, {});
}

// Two degrees of the way and the ends exactly; turns by the angle.
TEST(BlendPose, GoesTowardsBindRestClipAndGivenPoses) {
  const Subject subject(3);
  const Scene scene = subject.scene(BasePose::Rest, 3);
  const std::vector<mat4> start = evaluate(scene).local;
  const auto locals = [&](BasePose base) {
    Scene other = make_scene(subject.model);
    other.pose.base = base;
    other.pose.clip = 0;
    other.pose.time = 0.6;
    return evaluate(other).local;
  };
  const std::pair<BlendPose::Towards, BasePose> kTargets[] = {{BlendPose::Bind, BasePose::Bind},
                                                              {BlendPose::Rest, BasePose::Rest},
                                                              {BlendPose::Clip, BasePose::Clip}};
  for (const auto& [towards, base] : kTargets) {
    const std::vector<mat4> target = locals(base);
    for (const float factor : {0.0f, 0.3f, 1.0f}) {
      Document document(scene);
      document.apply({BlendPose{towards, factor}});
      const std::vector<mat4> now = evaluate(document.scene()).local;
      for (std::size_t j = 0; j < now.size(); ++j) {
        if (factor == 0.0f) expect_near(now[j], dmat4(start[j]), 2e-6);
        if (factor == 1.0f) expect_near(now[j], dmat4(target[j]), 1e-5);
        expect_near(vec3(now[j][3]),
                    glm::mix(glm::dvec3(start[j][3]), glm::dvec3(target[j][3]), double(factor)));
        const auto angle = [](const mat4& a, const mat4& b) {
          const glm::dmat3 m =
              glm::transpose(polar(glm::dmat3(a)).orthogonal) * polar(glm::dmat3(b)).orthogonal;
          return std::acos(std::clamp(0.5 * (m[0][0] + m[1][1] + m[2][2] - 1.0), -1.0, 1.0));
        };
        EXPECT_NEAR(angle(start[j], now[j]), double(factor) * angle(start[j], target[j]), 2e-3);
      }
    }
  }
  // Only what is named; and a pose that is given by its own joints alone.
  Document document(scene);
  auto given = std::make_shared<GivenPose>();
  given->deviation.resize(15);
  given->deviation[4] = mat4(1.0f);
  document.apply({BlendPose{BlendPose::Given, 1.0f, {}, "wave", given}});
  const std::vector<mat4> now = evaluate(document.scene()).local;
  for (std::size_t j = 0; j < 15; ++j) {
    if (j == 4) {
      expect_near(now[j], dmat4(subject.model->bind_local[j]));
    } else {
      EXPECT_EQ(now[j], start[j]) << j;
    }
  }
  document.apply({BlendPose{BlendPose::Given, 1.0f, {}, "wave", given, true}});
  expect_near(evaluate(document.scene()).local[7], dmat4(subject.model->bind_local[7]));
}

// A bend of one joint in a straight chain, whose axes are what they are: half of the way to the
// mean of its neighbours leaves half of it, and gives them a quarter.
TEST(RelaxPose, SpreadsABendAlongTheChain) {
  const Subject subject(11);
  Scene scene = make_scene(subject.model);
  scene.pose.base = BasePose::Bind;
  const int elbow = joint(subject, "arm1.L");
  const glm::dvec3 axis = glm::normalize(glm::dvec3(1, 2, 3));  // in the world of the bind pose
  const auto turn = [&](int j, double degrees) {
    const glm::dmat3 b(subject.rig.bind[static_cast<std::size_t>(j)]);
    const glm::dmat3 r(glm::rotate(dmat4(1.0), glm::radians(degrees), axis));
    return dmat4(glm::inverse(b) * r * b);
  };
  scene.pose.user_local[static_cast<std::size_t>(elbow)] = mat4(turn(elbow, 60));
  Document document(scene);
  std::string error;
  document.apply({*parse_edit("relax 0.5 arm0.L arm1.L arm2.L", *subject.model, error)});
  const std::vector<mat4>& user = document.scene().pose.user_local;
  expect_near(user[3], turn(3, 30), 1e-5);
  expect_near(user[4], turn(4, 30), 1e-5);  // its only neighbour is the elbow
  expect_near(user[2], turn(2, 15), 1e-5);
  // What all share stays.
  for (std::size_t j = 0; j < 15; ++j)
    scene.pose.user_local[j] = mat4(turn(static_cast<int>(j), 40));
  Document even(scene);
  even.apply({RelaxPose{1.0f}});
  EXPECT_FALSE(even.can_undo());
}

TEST(SymmetricEditing, DoesTheMirroredThingToThePartnerInOneStep) {
  const Subject subject(2);
  Scene scene = subject.scene(BasePose::Clip, 2);
  scene.view.symmetric = true;
  Document document(scene);
  document.apply({MirrorPose{}});
  EXPECT_EQ(document.undo_label(), "Mirror pose") << "which is no such edit";
  document.undo();

  const Edit drags[] = {TransformJoint{3, TransformJoint::Rotate, vec3(30, 10, -20)},
                        TransformJoint{3, TransformJoint::Translate, vec3(0.1f, 0.2f, 0.0f)},
                        TransformJoint{3, TransformJoint::Scale, vec3(1.2f, 0.9f, 1.0f)}};
  const Scene bind = [&] {
    Scene out = make_scene(subject.model);
    out.pose.base = BasePose::Bind;
    out.view.symmetric = true;
    return out;
  }();
  const MirroredRig& rig = subject.rig;
  for (const Edit& edit : drags) {
    // From a symmetric pose to a symmetric pose, live.
    Document even(bind);
    even.apply({TransformJoint{3, TransformJoint::Rotate, vec3(5)}, Phase::Preview});
    even.apply({edit, Phase::Preview});
    const std::vector<mat4> world = worlds(even.scene());
    for (std::size_t j = 0; j < 15; ++j) {
      const auto p = static_cast<std::size_t>(rig.opposite[j]);
      expect_near(vec3(world[p][3]), glm::dvec3(rig.reflected(vec3(world[j][3]))), 1e-5);
    }
    EXPECT_NE(even.scene().pose.user_local[6], mat4(1.0f));
    even.apply({edit, Phase::Commit});
    even.undo();
    EXPECT_EQ(even.scene().pose.user_local, bind.pose.user_local) << "one step";
    // From an uneven pose the partner does the same from where it is: nothing jumps.
    document.apply({edit});
    const mat4& was = scene.pose.user_local[6];
    const mat4 own = inverse_affine(scene.pose.user_local[3]) * document.scene().pose.user_local[3];
    const dmat4 wanted = dmat4(was) * mirrored(rig_mirror(scene), 3, dmat4(own));
    expect_near(document.scene().pose.user_local[6], wanted, 1e-5);
    document.undo();
    EXPECT_EQ(document.scene().pose.user_local, scene.pose.user_local);
  }
  // A number that comes by 0 on its way is no reset: the partner keeps what it had of its own.
  const mat4 back = inverse_affine(scene.pose.user_local[3]);
  document.apply({SetUserLocal{3, mat4(1.0f)}});
  const dmat4 turned_back =
      dmat4(scene.pose.user_local[6]) * mirrored(rig_mirror(scene), 3, dmat4(back));
  expect_near(document.scene().pose.user_local[6], turned_back, 1e-5);
  EXPECT_NE(document.scene().pose.user_local[6], mat4(1.0f));
  document.undo();
  SetPose several{scene.pose.user_local};
  several.user_local[3] = mat4(1.0f);
  document.apply({several});
  expect_near(document.scene().pose.user_local[6], turned_back, 1e-5);
  document.undo();
  several.resets = true;
  document.apply({several});
  EXPECT_EQ(document.scene().pose.user_local[6], mat4(1.0f)) << "several that are reset";
  document.undo();
  Document mirrored_pair(bind);
  mirrored_pair.apply({drags[0]});
  mirrored_pair.apply({SetUserLocal{3, mat4(1.0f)}});
  EXPECT_EQ(mirrored_pair.scene().pose.user_local[6], mat4(1.0f)) << "no rounding is left over";
  document.apply({ResetSubtree{3}});
  for (const std::size_t j : {3u, 4u, 6u, 7u})
    EXPECT_EQ(document.scene().pose.user_local[j], mat4(1.0f)) << j;
  EXPECT_NE(document.scene().pose.user_local[5], mat4(1.0f));
}

TEST(SymmetricEditing, OfTwoSelectedPartnersTheFirstLeads) {
  const Subject subject(2);
  Scene scene = make_scene(subject.model);
  scene.pose.base = BasePose::Bind;
  scene.view.symmetric = true;
  scene.selection.joint = 6;
  scene.selection.also = {3};
  SetPose both{scene.pose.user_local};
  both.user_local[3] = both.user_local[6] = test::rotation(30, vec3(1, 0, 0));
  Document document(scene);
  document.apply({both});
  const std::vector<mat4>& user = document.scene().pose.user_local;
  EXPECT_EQ(user[6], both.user_local[6]);
  expect_near(user[3], mirrored(rig_mirror(scene), 6, dmat4(both.user_local[6])));
  both.as_is = true;
  Document given(scene);
  given.apply({both});
  EXPECT_EQ(given.scene().pose.user_local, both.user_local) << "a pose that is loaded is as it is";
}

TEST(PoseEdits, ReadBackAsTheyAreWritten) {
  const Subject subject(2);
  const Model& model = *subject.model;
  std::string error;
  const FindPose find = [](const std::string& name, std::string& problem) {
    if (name == "wave" || name == "bind") return std::make_shared<const GivenPose>();
    problem = "There is no saved pose \"" + name + "\".";
    return std::shared_ptr<const GivenPose>();
  };
  for (const char* text :
       {"mirror pose", "mirror arm0.L head", "blend bind 0.5", "blend rest -0.25 head",
        "blend clip 1", "blend wave 0.5 head spine", "blend mirrored wave 1", "pose wave",
        "pose \"bind\"", "blend \"bind\" 0.5", "relax 0.5", "relax 0.25 head"}) {
    const auto edit = parse_edit(text, model, error, {}, find);
    ASSERT_TRUE(edit) << text << ": " << error;
    EXPECT_EQ(to_text(*edit, model), text);
  }
  for (const char* text : {"mirror", "mirror nose", "blend", "blend bind", "blend bind nose",
                           "blend other 1", "blend mirrored bind", "relax", "pose other"}) {
    EXPECT_FALSE(parse_edit(text, model, error, {}, find)) << text;
    EXPECT_EQ(error.back(), '.');
  }
  EXPECT_FALSE(parse_edit("pose wave", model, error));
  EXPECT_EQ(error, "There are no saved poses here, so not \"wave\".");
  EXPECT_EQ(edit_label(MirrorPose{{2, 3, 4, 5}}, model), "Mirror arm0.L and 3 more");
}

TEST(PoseEdits, WhatIsNoNumberOrNoJointChangesNothing) {
  const Subject subject(2);
  Document document(subject.scene(BasePose::Rest, 1));
  const std::vector<mat4> before = document.scene().pose.user_local;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  document.apply({BlendPose{BlendPose::Bind, nan}});
  document.apply({RelaxPose{nan}});
  document.apply({BlendPose{BlendPose::Bind, 1.0f, {-3, 99}}});
  document.apply({MirrorPose{{-3, 99}}});
  document.apply({BlendPose{BlendPose::Given, 1.0f}});
  EXPECT_EQ(document.scene().pose.user_local, before);
}

}  // namespace
}  // namespace bindpose
