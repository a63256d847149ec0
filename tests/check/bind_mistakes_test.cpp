// What a rest pose far from the bind pose is called, and what it is not.
#include <gtest/gtest.h>

#include "check/figure.h"
#include "scene/check/check.h"

namespace bindpose::tests::bind_mistakes_test {
namespace {

std::vector<Rule> found(const std::shared_ptr<const Model>& model) {
  std::vector<Rule> out;
  for (const Finding& f : check(make_scene(model), *find_profile("rig"))) out.push_back(f.rule);
  return out;
}

const std::vector<Rule> kInverted{Rule::InvertedBind}, kUnit{Rule::BindOfOtherUnit},
    kPosed{Rule::FarFromRest};

std::shared_ptr<Model> scaled(float places) {
  return bound_otherwise(sound_figure(),
                         [places](mat4& bind) { bind[3] = vec4(vec3(bind[3]) / places, 1.0f); });
}

TEST(BindMistakes, OnlyRatiosOfUnitsAreUnits) {
  for (const float ratio : {2.54f, 10.0f, 39.37f, 100.0f, 0.01f, 0.3048f})
    EXPECT_EQ(found(scaled(ratio)), kUnit) << ratio;
  for (const float ratio : {1.6f, 2.0f, 3.0f, 7.0f, 0.7f})
    EXPECT_EQ(found(scaled(ratio)), kPosed) << ratio << ": of another size, as a variant may be";
}

// A click in the clinic selects the joints that are bound wrongly, and not the whole surface.
TEST(BindMistakes, NameTheJointsThatVerticesFollow) {
  Figure figure = sound_figure();
  for (Row& row : figure.row) {  // nothing follows the left foot
    for (WeightEntry& e : row) e.slot = e.slot == kFootL ? kThighL : e.slot;
  }
  const auto upside_down = bound_otherwise(figure, [](mat4& bind) { bind = glm::inverse(bind); });
  std::size_t seen = 0;
  for (const Finding& f : check(make_scene(upside_down), *find_profile("rig"))) {
    if (f.rule != Rule::InvertedBind) continue;
    ++seen;
    EXPECT_EQ(f.joints, (std::vector<int>{kHips, kThighL, kThighR, kFootR}));
    EXPECT_TRUE(f.vertices.empty());
  }
  EXPECT_EQ(seen, 1u);
  for (const Finding& f : check(make_scene(scaled(100.0f)), *find_profile("rig"))) {
    if (f.rule == Rule::BindOfOtherUnit) {
      EXPECT_EQ(f.joints.size(), 5u);
    }
  }
}

// A rest pose of its own hides none of them.
TEST(BindMistakes, ArePointedOutWhereTheRestPoseIsBentAsWell) {
  const auto bend = [](std::shared_ptr<Model> model) {
    mat4& thigh = model->skeleton.rest_local[kThighL];
    thigh = thigh * glm::rotate(mat4(1.0f), glm::radians(10.0f), vec3(0, 0, 1));
    return model;
  };
  EXPECT_EQ(found(bend(model_of(sound_figure()))), kPosed);
  EXPECT_EQ(found(bend(scaled(100.0f))), kUnit);
  EXPECT_EQ(
      found(bend(bound_otherwise(sound_figure(), [](mat4& bind) { bind = glm::inverse(bind); }))),
      kInverted);
}

// Files store matrices in the mesh's own space; the importer's B_j is in another.
TEST(BindMistakes, AreThoseOfTheFileUnderATurnedAndScaledRoot) {
  const mat4 to_bind = glm::rotate(mat4(1.0f), glm::radians(-90.0f), vec3(1, 0, 0)) *
                       glm::scale(mat4(1.0f), vec3(0.5f));
  Figure figure = sound_figure();
  for (vec3& p : figure.position) p = vec3(to_bind * vec4(p, 1.0f));
  for (mat4& w : figure.world) w = to_bind * w;
  const auto with = [&](auto&& written) {
    auto model = bound_otherwise(
        figure, [&](mat4& bind) { bind = to_bind * written(glm::inverse(to_bind) * bind); });
    model->meshes[0].file_binding.skin.mesh_to_bind = to_bind;
    return found(model);
  };
  EXPECT_EQ(with([](const mat4& m) { return m; }), std::vector<Rule>{});
  EXPECT_EQ(with([](const mat4& m) { return glm::inverse(m); }), kInverted);
  EXPECT_EQ(with([](mat4 m) {
              m[3] = vec4(0.01f * vec3(m[3]), 1.0f);
              return m;
            }),
            kUnit);
}

}  // namespace
}  // namespace bindpose::tests::bind_mistakes_test
