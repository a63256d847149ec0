// What is drawn of a walk, and the chord and arc of two candidates, by closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "explain/walk_rig.h"
#include "view/marks/chord.h"
#include "view/marks/walk.h"

namespace bindpose::explain_marks_test {
namespace {

using walk_rig::kVertex;
using walk_rig::move;
using walk_rig::posed_arm;
using walk_rig::turn;

WalkMark mark_at(const Scene& scene, float at) {
  const SpaceWalk walk = space_walk(scene, evaluate(scene));
  return walk_mark(walk, *scene.model, at, 2.0f);
}

TEST(WalkMark, OneGridOfBindSpaceIsCarriedByAllCopies) {
  const Scene scene = posed_arm(WalkOf::All);
  const WalkMark start = mark_at(scene, 0), later = mark_at(scene, 2.4f);
  ASSERT_EQ(start.copies.size(), 2u);
  EXPECT_EQ(start.copies[0].grid, start.copies[1].grid);
  ASSERT_EQ(start.copies[0].grid.size(), 14u);
  // In the plane of lower's frame that is nearest to the vertex, around the joint and beyond it.
  const vec3 joint(walk_rig::arm()->meshes[0].file_binding.skin.bind[2][3]);
  float reach = 0.0f;
  for (const auto& line : start.copies[0].grid) {
    reach = std::max(reach, glm::distance(line[0], joint));
    EXPECT_NEAR(glm::distance(line[0], line[1]), 2.0f * 1.15f * 0.25f, 1e-5f);
  }
  EXPECT_NEAR(reach, std::sqrt(2.0f) * 1.15f * 0.25f, 1e-5f);
  for (std::size_t k = 0; k < 14; ++k) {
    const auto &a = start.copies[0].grid[k], &b = later.copies[0].grid[k];
    EXPECT_NEAR(glm::distance(a[0], a[1]), glm::distance(b[0], b[1]), 1e-5f)
        << "rigid on the way, too";
  }
  EXPECT_FALSE(later.arrows);
  EXPECT_EQ(start.space, "bind space");
}

// Whichever way the vertex lies from its nearest joint: in the plane that it is nearest to the grid
// goes as far as it does.
TEST(WalkMark, TheGridReachesTheVertexOnEverySide) {
  for (int far = 0; far < 3; ++far) {
    for (const int middle : {(far + 1) % 3, (far + 2) % 3}) {
      for (const float side : {1.0f, -1.0f}) {
        const auto model = walk_rig::arm();
        vec3 from(0.01f);
        from[far] = 0.2f * side;
        from[middle] = 0.05f;
        const mat4& frame = model->meshes[0].file_binding.skin.bind[2];
        model->meshes[0].position[0] = vec3(frame * vec4(from, 1.0f));
        Scene scene = make_scene(model);
        scene.selection.pinned_vertex = {0, 0};
        scene.view.walker = WalkOf::All;
        const WalkMark mark = mark_at(scene, 0);
        for (const auto& line : mark.copies.at(0).grid) {
          EXPECT_NEAR(glm::distance(line[0], line[1]), 2.0f * 1.15f * 0.2f, 1e-5f)
              << far << ' ' << middle << ' ' << side;
        }
      }
    }
  }
}

TEST(WalkMark, TrailsLeadFromBindSpaceToThePoint) {
  const Scene scene = posed_arm(WalkOf::All);
  for (const float at : {0.0f, 0.55f, 3.0f, 6.0f}) {
    for (const WalkMark::Copy& copy : mark_at(scene, at).copies) {
      EXPECT_LT(glm::distance(copy.trail.front(), kVertex), 1e-6f);
      EXPECT_LT(glm::distance(copy.trail.back(), copy.point), 1e-6f);
    }
  }
}

TEST(WalkMark, OfWhatIsSummedTheSumStays) {
  const Scene all = posed_arm(WalkOf::All), one = posed_arm(WalkOf::Joint);
  const WalkMark end = mark_at(all, 6);
  EXPECT_TRUE(end.arrows);
  EXPECT_EQ(end.copies[0].alpha, 0.0f);
  EXPECT_EQ(end.copies[1].alpha, 1.0f);
  EXPECT_FALSE(end.has_rest);
  const WalkMark single = mark_at(one, 6);
  ASSERT_TRUE(single.has_rest);
  EXPECT_LT(glm::distance(single.rest_from, mark_at(one, 5).copies[0].point), 1e-6f);
  EXPECT_LT(glm::distance(single.copies[0].point, end.copies[1].point), 1e-6f);
}

// Two T_j that differ by a turn about the line through (1, 0, 0) along z.
std::vector<VertexTerm> pair_of(float degrees, float second, const vec3& v, float slide = 0.0f) {
  const mat4 base = move(0.5f, 0.25f, 0) * turn(20, {1, 0, 0});
  const mat4 other = move(1, 0, slide) * turn(degrees, {0, 0, 1}) * move(-1, 0, 0) * base;
  const vec4 p = glm::inverse(base) * vec4(v, 1.0f);
  return {{4, 1.0f - second, base, vec3(base * p)}, {7, second, other, vec3(other * p)}};
}

TEST(ChordMark, TheBlendKeepsTheCosineOfHalfTheAngle) {
  for (const float degrees : {30.0f, 90.0f, 150.0f}) {
    const ChordMark m = chord_mark(pair_of(degrees, 0.5f, {3, 0, 1}));
    ASSERT_EQ(m.kind, ChordMark::Turn);
    EXPECT_NEAR(m.degrees, degrees, 1e-3f);
    EXPECT_NEAR(m.radius, 2.0f, 1e-5f);
    EXPECT_NEAR(m.blend_radius / m.radius, std::cos(glm::radians(0.5f * degrees)), 1e-5f);
    const float half = glm::radians(0.5f * degrees);
    EXPECT_LT(glm::distance(m.turned, vec3(1 + 2 * std::cos(half), 2 * std::sin(half), 1)), 1e-5f);
    EXPECT_LT(glm::distance(m.center, vec3(1, 0, 1)), 1e-5f);
  }
  EXPECT_NEAR(chord_mark(pair_of(180, 0.5f, {3, 0, 1})).blend_radius, 0.0f, 1e-5f);
  EXPECT_EQ(chord_mark(pair_of(120, 0.5f, {3, 0, 1})).label,
            "0.50 of the radius left, ends 120.0\xC2\xB0 apart");
}

TEST(ChordMark, UnequalPartsAndASlide) {
  const float p = 0.3f, a = glm::radians(110.0f);
  // The largest weight comes first whatever the order of the terms.
  std::vector<VertexTerm> terms = pair_of(110, p, {3, 0, 1}, 0.5f);
  std::swap(terms[0], terms[1]);
  const ChordMark m = chord_mark(terms);
  EXPECT_EQ(m.joint[0], 4);
  EXPECT_NEAR(m.part, p, 1e-6f);
  EXPECT_NEAR(m.blend_radius / m.radius, std::sqrt(1 - 2 * p * (1 - p) * (1 - std::cos(a))), 1e-5f);
  EXPECT_LT(
      glm::distance(m.turned, vec3(1 + 2 * std::cos(p * a), 2 * std::sin(p * a), 1 + 0.5f * p)),
      1e-5f);
  EXPECT_LT(glm::distance(m.arc.front(), m.end[0]), 1e-5f);
  EXPECT_LT(glm::distance(m.arc.back(), m.end[1]), 1e-5f);
}

TEST(ChordMark, WithoutATurnThereIsNoArc) {
  EXPECT_EQ(chord_mark({}).kind, ChordMark::None);
  EXPECT_EQ(chord_mark({{1, 1.0f, mat4(1.0f), vec3(0)}, {2, 0.0f, mat4(1.0f), vec3(0)}}).kind,
            ChordMark::None);
  std::vector<VertexTerm> terms = pair_of(0, 0.5f, {3, 0, 1});
  EXPECT_EQ(chord_mark(terms).kind, ChordMark::NotRigid);
  terms = pair_of(90, 0.5f, {3, 0, 1});
  terms[1].skin *= rigs::stretch(2, 1, 1);
  const ChordMark m = chord_mark(terms);
  EXPECT_EQ(m.kind, ChordMark::NotRigid);
  EXPECT_TRUE(m.arc.empty());
  EXPECT_LT(glm::distance(m.blend, 0.5f * (m.end[0] + m.end[1])), 1e-6f);
}

}  // namespace
}  // namespace bindpose::explain_marks_test
