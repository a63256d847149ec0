// What lies on surfaces, and where clips take them.
#include <gtest/gtest.h>

#include <algorithm>
#include <glm/gtc/matrix_transform.hpp>
#include <memory>

#include "diff/rigid_model.h"
#include "io/diff/diff_text.h"
#include "io/import.h"
#include "math/numbers.h"
#include "math/transform.h"
#include "scene/diff/scene_diff.h"
#include "scene/diff/surface_spots.h"

namespace bindpose::tests::surface_diff_test {
namespace {

using Words = std::vector<std::string>;

std::shared_ptr<Model> arm() {
  static const auto read = import_model(BINDPOSE_SOURCE_DIR "/assets/arm.glb", {});
  return std::make_shared<Model>(*read);
}

// With both sets of coordinates and colours: numbers of each vertex that no other one has.
std::shared_ptr<Model> painted() {
  auto model = arm();
  Mesh& mesh = model->meshes[0];
  const std::size_t n = mesh.position.size();
  mesh.uv.clear(), mesh.uv_second.clear(), mesh.color.clear();
  for (std::size_t v = 0; v < n; ++v) {
    const float at = float(v) / float(n);
    mesh.uv.emplace_back(at, 0.25f);
    mesh.uv_second.emplace_back(0.5f, at);
    mesh.color.emplace_back(at, 0.5f, 1.0f - at, 1.0f);
  }
  return model;
}

Words parts(const SceneDiff& diff) {
  Words out;
  for (int p = 0; p < kDiffParts; ++p) {
    if (diff.differs[p]) out.emplace_back(kDiffWord[p]);
  }
  return out;
}

TEST(SurfaceDiffs, TextureCoordinatesOfBothSets) {
  EXPECT_TRUE(Compared(painted(), painted()).diff.same());
  for (const int set : {0, 1}) {
    const auto other = painted();
    Mesh& mesh = other->meshes[0];
    (set == 0 ? mesh.uv : mesh.uv_second)[7].y += 0.125f;
    const Compared c(painted(), other);
    EXPECT_EQ(parts(c.diff), Words{"uv"});
    const LayerDiff& of_b = c.diff.surfaces.back().uv[set];
    ASSERT_FALSE(c.diff.surfaces.back().of_a);
    EXPECT_EQ(of_b.other, 1u);
    EXPECT_EQ(of_b.vertex, 7u);
    EXPECT_NEAR(of_b.most, 0.125, 1e-6);
    EXPECT_EQ(of_b.lacking, 0u);
    EXPECT_EQ(c.diff.surfaces.back().uv[1 - set].other, 0u);
    const std::string text = diff_text(c.report());
    EXPECT_NE(text.find(set == 0 ? "1 of" : ", second set  1 of"), std::string::npos) << text;
    EXPECT_NE(text.find("by 0.125 at most, at 7"), std::string::npos) << text;
    EXPECT_NE(diff_json(c.report()).find("\"most\": 0.125"), std::string::npos);
  }
  const auto without = painted();
  without->meshes[0].uv.clear();
  const Compared c(painted(), without);
  EXPECT_EQ(parts(c.diff), Words{"uv"});
  EXPECT_EQ(c.diff.surfaces[0].uv[0].lacking, c.diff.surfaces[0].vertices);
  const std::string text = diff_text(c.report());
  EXPECT_NE(text.find("only one file has them there"), std::string::npos) << text;
}

// Of several that differ the one that does most is named, wherever it comes.
TEST(SurfaceDiffs, WhereTextureCoordinatesDifferMost) {
  for (const std::size_t most : {std::size_t{3}, std::size_t{7}, std::size_t{9}}) {
    const auto other = painted();
    for (const std::size_t v : {std::size_t{3}, std::size_t{7}, std::size_t{9}})
      other->meshes[0].uv[v].y += v == most ? 0.25f : 0.125f;
    const LayerDiff of_b = Compared(painted(), other).diff.surfaces.back().uv[0];
    EXPECT_EQ(of_b.other, 3u);
    EXPECT_EQ(of_b.vertex, most);
    EXPECT_NEAR(of_b.most, 0.25, 1e-6);
  }
}

TEST(SurfaceDiffs, ColoursOfVerticesWhereNoneIsWhite) {
  const auto other = painted();
  other->meshes[0].color[3].z -= 0.25f;
  const Compared c(painted(), other);
  EXPECT_EQ(parts(c.diff), Words{"colours"});
  EXPECT_NEAR(c.diff.surfaces.back().color.most, 0.25, 1e-6);
  EXPECT_EQ(c.diff.surfaces.back().color.vertex, 3u);
  DiffOptions ignoring;
  ignoring.ignored[static_cast<int>(DiffPart::Colors)] = true;
  EXPECT_TRUE(Compared(painted(), other, ignoring).diff.same());
  const auto white = painted(), none = painted();
  std::ranges::fill(white->meshes[0].color, vec4(1.0f));
  none->meshes[0].color.clear();
  EXPECT_TRUE(Compared(white, none).diff.same());
  EXPECT_EQ(parts(Compared(painted(), none).diff), Words{"colours"});
}

TEST(SurfaceDiffs, TheSetThatATextureLiesBy) {
  const auto one = painted(), other = painted();
  for (const auto& model : {one, other}) {
    model->images = {Image{}};
    model->materials.assign(1, Material{});
    model->meshes[0].material = 0;
    model->materials[0].texture[0].image = 0;
  }
  other->materials[0].texture[0].uv_set = 1;
  const Compared c(one, other);
  EXPECT_EQ(parts(c.diff), Words{"materials"});
  ASSERT_EQ(c.diff.materials.size(), 1u);
  EXPECT_EQ(c.diff.materials[0].what, Words{"coordinates of the texture"});
}

// A tenth of a vertex's weight on another joint: v' is off by 0.1 |T_a v - T_b v|, in clips alone.
TEST(SurfaceDiffs, ClipsPartWhatTheBindPoseDoesNot) {
  const auto pulled = arm();
  Mesh& mesh = pulled->meshes[0];
  Influences& in = mesh.file_binding.influences;
  std::size_t v = 0;
  while (in.offset[v + 1] - in.offset[v] < 2) ++v;
  const std::uint32_t first = in.offset[v];
  in.weight[first] -= 0.1f;
  in.weight[first + 1] += 0.1f;
  DiffOptions options;
  options.ignored[static_cast<int>(DiffPart::Weights)] = true;
  const Compared c(arm(), pulled, options);
  EXPECT_EQ(parts(c.diff), Words{"surface"});
  EXPECT_EQ(c.diff.surface_samples, options.samples);
  const SurfaceDiff& s = c.diff.surfaces.front();
  EXPECT_EQ(s.away, 0u);
  EXPECT_EQ(s.in_clips.away, 1u);
  EXPECT_EQ(s.in_clips.vertex, v);
  EXPECT_EQ(s.in_clips.clip, 0);

  const Skin& skin = mesh.file_binding.skin;
  const auto off_at = [&](double time) {
    Scene scene = c.a;
    scene.pose.base = BasePose::Clip;
    scene.pose.clip = 0;
    scene.pose.time = time;
    const PosedScene posed = evaluate(scene);
    const auto moved = [&](std::uint32_t entry) {
      const std::size_t slot = in.slot[entry];
      return vec3(posed.world[idx(skin.joint[slot])] * skin.inverse_bind[slot] *
                  vec4(mesh.position[v], 1.0f));
    };
    return 0.1 * glm::distance(moved(first), moved(first + 1)) * metres_a_unit(*pulled);
  };
  double most = 0.0;
  for (int k = 0; k < options.samples; ++k) {
    most = std::max(most, off_at(pulled->clips[0].duration * k / (options.samples - 1)));
  }
  EXPECT_GT(most, 1e-3);
  EXPECT_NEAR(s.in_clips.metres, most, 1e-5);
  EXPECT_NEAR(off_at(s.in_clips.time), most, 1e-6);

  const std::string text = diff_text(c.report());
  EXPECT_NE(text.find("the same in the bind pose ("), std::string::npos) << text;
  EXPECT_NE(text.find("but in clips 1 mesh differs (20 times each)"), std::string::npos) << text;
  EXPECT_NE(text.find(" in clips  1 of "), std::string::npos) << text;
  const DiffChapter chapter = diff_account(c.report()).part[static_cast<int>(DiffPart::Surface)];
  ASSERT_EQ(chapter.rows.size(), 1u) << "A's and B's vertices are one line";
  EXPECT_EQ(chapter.rows[0].clip, 0);
  EXPECT_EQ(chapter.rows[0].time, s.in_clips.time);
  options.ignored[static_cast<int>(DiffPart::Clips)] = true;
  EXPECT_TRUE(Compared(arm(), pulled, options).diff.same()) << "clips are not asked for";
}

// As a quantised file has it: the vertices, and with them the bind pose, a hundred times smaller,
// and the offsets a hundred times larger. `off`: of the joints, the one that is bound elsewhere.
std::shared_ptr<Model> quantised(int off = -1, const vec3& smaller = vec3(0.01f)) {
  auto model = arm();
  for (Mesh& mesh : model->meshes) {
    for (vec3& p : mesh.position) p *= smaller;
    Skin& skin = mesh.file_binding.skin;
    for (std::size_t s = 0; s < skin.joint.size(); ++s) {
      if (skin.joint[s] == off) {
        skin.bind[s] = glm::translate(mat4(1.0f), vec3(0.0f, 0.0f, 0.5f)) * skin.bind[s];
        skin.inverse_bind[s] = glm::inverse(skin.bind[s]);
      }
      skin.bind[s] = glm::scale(mat4(1.0f), smaller) * skin.bind[s];
      skin.inverse_bind[s] = skin.inverse_bind[s] * glm::scale(mat4(1.0f), 1.0f / smaller);
    }
  }
  derive_bind_pose(*model);
  return model;
}

// Whichever joint it is, the others say in which coordinates the file has its vertices.
TEST(SurfaceDiffs, OneJointThatIsBoundElsewhereLeavesTheSpaceOfTheOthers) {
  const auto plain = arm();
  const std::vector<JointDiff> joints = Compared(plain, quantised()).diff.joints;
  ASSERT_GT(joints.size(), 2u);
  for (const JointDiff& joint : joints) {
    const SceneDiff diff = Compared(plain, quantised(joint.b)).diff;
    EXPECT_NEAR(diff.bind_space[0][0], 100.0f, 1e-2f) << joint.b;
    EXPECT_TRUE(diff.differs[static_cast<int>(DiffPart::Bind)]);
  }
}

// Lengths of the rest pose and of clips are parts of what is seen there, not of the bind pose's
// size.
TEST(SurfaceDiffs, TheBindPoseMayHaveAScaleOfItsOwn) {
  const auto plain = arm(), small = quantised();
  const Compared same(plain, small);
  EXPECT_NEAR(same.diff.size.posed, Compared(small, small).diff.size.posed, 1e-6);
  EXPECT_NEAR(Compared(small, small).diff.size.bind, 0.01 * same.diff.size.bind, 1e-6);

  const auto moved = [&](double part_of_size) {
    auto model = std::make_shared<Model>(*small);
    const int tip = model->meshes[0].file_binding.skin.joint.back();
    const double length = part_of_size * same.diff.size.posed / metres_a_unit(*model);
    model->skeleton.rest_local[idx(tip)][3].x += float(length);
    model->clips.clear();
    return model;
  };
  auto still = std::make_shared<Model>(*small);
  still->clips.clear();
  EXPECT_TRUE(Compared(still, moved(0.5e-4)).diff.same());
  const Compared apart(still, moved(2e-4));
  EXPECT_EQ(parts(apart.diff), Words{"rest"});
  EXPECT_NE(diff_text(apart.report()).find(" in the bind pose, "), std::string::npos);
  EXPECT_EQ(diff_text(same.report()).find(" in the bind pose, "), std::string::npos);

  const auto slid = [&](double part_of_size) {
    auto model = std::make_shared<Model>(*still);
    const int tip = model->meshes[0].file_binding.skin.joint.back();
    mat4 local = model->skeleton.rest_local[idx(tip)];
    local[3].x += float(part_of_size * same.diff.size.posed / metres_a_unit(*model));
    model->clips = {
        {.name = "slide", .duration = 1.0, .tracks = {{tip, {constant_factor(local)}}}}};
    return model;
  };
  EXPECT_TRUE(Compared(slid(0.0), slid(0.5e-4)).diff.same());
  EXPECT_FALSE(Compared(slid(0.0), slid(2e-4)).diff.same());
}

// A file told in other coordinates poses the same: it is told, and nothing differs.
TEST(SurfaceDiffs, CoordinatesOfTheWholeAreToldAndNoDifference) {
  const Compared c(arm(), quantised());
  EXPECT_EQ(parts(c.diff), Words{});
  EXPECT_NEAR(decompose(c.diff.bind_space).s.x, 100.0f, 1e-2f);
  const std::string text = diff_text(c.report());
  EXPECT_NE(text.find("once B's coordinates are A's: 100 times as large"), std::string::npos)
      << text;
  EXPECT_NE(diff_json(c.report()).find("\"bind_space\": ["), std::string::npos);
  // Whatever the scale, axes that differ by a part of it are told one by one, and rounding is not.
  const std::string uneven = diff_text(Compared(arm(), quantised(-1, {100, 100, 80})).report());
  EXPECT_NE(uneven.find("0.01, 0.01 and 0.0125 times as large along its axes"), std::string::npos)
      << uneven;
  const std::string even =
      diff_text(Compared(arm(), quantised(-1, {.01f, .01f, .0100005f})).report());
  EXPECT_NE(even.find("100 times as large"), std::string::npos) << even;
  const Compared same(arm(), arm());
  EXPECT_EQ(same.diff.bind_space, mat4(1.0f));
  EXPECT_NE(diff_json(same.report()).find("\"bind_space\": null"), std::string::npos);

  // One joint that is bound elsewhere is told, of its own length.
  auto one = quantised();
  Skin& skin = one->meshes[0].file_binding.skin;
  const std::size_t last = skin.joint.size() - 1;
  skin.bind[last] = glm::translate(mat4(1.0f), vec3(0.0f, 0.001f, 0.0f)) * skin.bind[last];
  skin.inverse_bind[last] = glm::inverse(skin.bind[last]);
  derive_bind_pose(*one);
  const Compared d(arm(), one);
  EXPECT_TRUE(d.diff.differs[static_cast<int>(DiffPart::Bind)]);
  const auto off = std::ranges::count_if(d.diff.joints, [](const JointDiff& joint) {
    return joint.differs[static_cast<int>(DiffPart::Bind)];
  });
  EXPECT_EQ(off, 1);
  for (const JointDiff& joint : d.diff.joints) {
    if (!joint.differs[static_cast<int>(DiffPart::Bind)]) continue;
    EXPECT_EQ(joint.a, arm()->meshes[0].file_binding.skin.joint[last]);
    EXPECT_NEAR(joint.bind.metres, 0.1 * metres_a_unit(*one), 1e-4);
  }
}

// All joints bound elsewhere, and the vertices where they were: no other coordinates, another rig.
TEST(SurfaceDiffs, ABindPoseThatMovedUnderItsVerticesIsADifference) {
  auto model = arm();
  for (Mesh& mesh : model->meshes) {
    Skin& skin = mesh.file_binding.skin;
    for (std::size_t s = 0; s < skin.joint.size(); ++s) {
      skin.bind[s] = glm::translate(mat4(1.0f), vec3(0.0f, 0.2f, 0.0f)) * skin.bind[s];
      skin.inverse_bind[s] = glm::inverse(skin.bind[s]);
    }
  }
  derive_bind_pose(*model);
  const Compared c(arm(), model);
  EXPECT_EQ(c.diff.bind_space, mat4(1.0f));
  EXPECT_TRUE(c.diff.differs[static_cast<int>(DiffPart::Bind)]);
}

// Large models are looked at less often: the time that it takes is bounded.
TEST(SurfaceDiffs, ManyClipsAreLookedAtLessOften) {
  EXPECT_EQ(surface_times(60'000, 2, 20), 20);
  EXPECT_EQ(surface_times(kMostPosed / 10, 2, 20), 5);
  EXPECT_EQ(surface_times(kMostPosed, 50, 20), 2);
  EXPECT_EQ(surface_times(0, 1, 1), 2) << "both ends";
}

TEST(SurfaceDiffs, NumbersOfManyVerticesAreWrittenOneWay) {
  const auto other = arm();
  for (vec3& p : other->meshes[0].position) p.y += 0.05f;
  const std::string text = diff_text(Compared(arm(), other).report());
  const std::string all = std::to_string(other->meshes[0].position.size());
  ASSERT_GE(all.size(), 4u);
  EXPECT_EQ(text.find(all), std::string::npos) << text;
  EXPECT_NE(text.find("," + all.substr(all.size() - 3) + " vertices"), std::string::npos) << text;
}

}  // namespace
}  // namespace bindpose::tests::surface_diff_test
