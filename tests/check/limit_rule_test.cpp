// What too many influences cost: in every clip, from its first pose to its last, by the check and
// by the mend alike.
#include <gtest/gtest.h>

#include "check/figure.h"
#include "scene/check/check.h"
#include "scene/edit/mend/mend.h"
#include "scene/pose/clip_moments.h"

namespace bindpose::tests::check_limit_test {
namespace {

constexpr std::uint32_t kInner = 56 * kSides + 6;  // of the left thigh

// What cutting costs is measured where it costs most: at the end of the clip the left thigh is
// turned by 90 degrees, and the fifth weight of 0.2, 0.1 of it lost, moves the vertex by 0.1 of its
// way and what the others take over.
TEST(CheckLimit, CuttingIsMeasuredInTheClipThatItCostsMost) {
  Figure f = sound_figure();
  const std::uint32_t v = kInner;
  f.row[v] = {{kThighL, 0.3f}, {kFootL, 0.2f}, {kHips, 0.2f}, {kThighR, 0.2f}, {kFootR, 0.1f}};
  auto model = model_of(f);
  const std::vector<Finding> without = check(make_scene(model), *find_profile("rig"));
  EXPECT_TRUE(std::ranges::any_of(without, [](const Finding& found) {
    return found.text.ends_with("moves nothing in the rest pose; there is no clip to measure in.");
  })) << without.front().text;
  for (const double last : {1.0, 2.0}) {
    Clip clip{"lift " + std::to_string(static_cast<int>(last)), 10.0, {}};
    TrackFactor factor;
    factor.fallback.t = vec3(-0.15f, -0.15f, 0.0f);
    factor.translation.time = {0.0, 10.0};
    factor.translation.value = {vec3(-0.15f, -0.15f, 0), vec3(-0.15f, -0.15f, last)};
    clip.tracks.push_back({kThighR, {factor}});
    model->clips.push_back(std::move(clip));
  }
  model->to_display = glm::scale(mat4(1.0f), vec3(0.01f));  // the file is in centimetres
  for (const Finding& found : check(make_scene(model), *find_profile("rig"))) {
    if (found.rule != Rule::OverLimit) continue;
    EXPECT_EQ(found.clip, 1);
    EXPECT_EQ(found.vertices, std::vector<std::uint32_t>{v});
    // Both right joints move along z by 2 t / 10; they have 0.3 of the weight, and 0.2 / 0.9 of it
    // without the foot.
    EXPECT_NEAR(found.worst, (0.3 - 0.2 / 0.9) * 2.0 * found.time / 10.0 * 10.0, 1e-3);
    EXPECT_EQ(found.time, 10.0) << "the last pose counts";
    EXPECT_NE(found.text.find("clip \"lift 2\""), std::string::npos) << found.text;
    return;
  }
  FAIL() << "no such finding";
}

// Both legs stand still but for a third of a second: the right one is kicked one unit forward.
void add_kick(Model& model, double from, double duration) {
  Clip clip{"kick", duration, {}};
  TrackFactor factor;
  const vec3 rest(-0.15f, -0.15f, 0.0f), out(-0.15f, -0.15f, 1.0f);
  factor.fallback.t = rest;
  factor.translation.time = {0.0, from, from + 0.1, from + 0.2, from + 0.3, duration};
  factor.translation.value = {rest, rest, out, out, rest, rest};
  clip.tracks.push_back({kThighR, {factor}});
  model.clips.push_back(std::move(clip));
}

// Nothing of it is left out by looking at some moments of some clips alone: the figure has 80 of
// them, and kicks once.
TEST(CheckLimit, AKickIsMissedNeitherByTheCheckNorByTheMend) {
  Figure f = sound_figure();
  f.row[kInner] = {{kThighL, 0.3f}, {kFootL, 0.2f}, {kHips, 0.2f}, {kThighR, 0.2f}, {kFootR, 0.1f}};
  for (const int kicks_in : {0, 39, 79}) {
    auto model = model_of(f);
    for (int k = 0; k < 80; ++k) {
      if (k == kicks_in) {
        add_kick(*model, 1.34, 3.0);
      } else {
        model->clips.push_back({"still", 1.0, {}});
      }
    }
    const Scene scene = make_scene(model);
    bool found = false;
    for (const Finding& x : check(scene, *find_profile("rig"))) {
      if (x.rule != Rule::OverLimit) continue;
      found = true;
      EXPECT_EQ(x.clip, kicks_in);
      EXPECT_NEAR(x.worst, 1000.0 * (0.3 - 0.2 / 0.9), 0.1);
    }
    EXPECT_TRUE(found);
    EXPECT_EQ(mended(scene, {.kind = Mend::Limit, .n = 4, .all = true}).account,
              "Limited 1 vertex to 4 influences; at most 78 mm in clip kick.");
  }
}

TEST(ClipMoments, GoFromTheFirstPoseToTheLastOfEveryClip) {
  auto model = model_of(sound_figure());
  for (const double duration : {0.0, 1.0, 60.0}) model->clips.push_back({"a", duration, {}});
  const Scene scene = make_scene(model);
  for (const double most : {1e9, 100.0, 0.0}) {
    const std::vector<ClipMoment> moments = clip_moments(scene, most);
    std::vector<int> count(3);
    for (std::size_t k = 0; k < moments.size(); ++k) {
      const auto& [clip, time] = moments[k];
      const double duration = model->clips[static_cast<std::size_t>(clip)].duration;
      if (count[static_cast<std::size_t>(clip)]++ == 0) {
        EXPECT_EQ(time, 0.0);
      }
      if (k + 1 == moments.size() || moments[k + 1].clip != clip) {
        EXPECT_DOUBLE_EQ(time, duration);
      }
    }
    EXPECT_EQ(count, most > 1e6   ? (std::vector<int>{24, 24, 901})
                     : most > 1.0 ? (std::vector<int>{4, 4, 94})
                                  : (std::vector<int>{4, 4, 4}));
  }
  EXPECT_TRUE(clip_moments(make_scene(model_of(sound_figure())), 100.0).empty());
}

}  // namespace
}  // namespace bindpose::tests::check_limit_test
