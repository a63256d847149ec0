// Needles of normals in the picture: where they stand, in whose colour, and what hides them.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include "gl/post.h"
#include "view/marks/needles.h"
#include "view/tube.h"

namespace bindpose::test::needles_test {
namespace {

// The tube of tube.h, twisted and bent: weights change all along its middle, so that all four
// needles part.
class NeedlePictureTest : public PictureTest {
 protected:
  void SetUp() override {
    PictureTest::SetUp();
    open(rigs::tube_model(101, 48));
    scene.pose.user_local[1] = rigs::turn(70, {0, 1, 0}) * rigs::turn(50, {0, 0, 1});
    camera.pitch = 0.0f;
    camera.distance = 3.0f;
  }
  // A vertex in the middle part that looks at the eye by so much (the cosine), with tips that are
  // `apart` pixels from each other.
  VertexNeedles pin(float from, float to, float apart) {
    scene.view.needles = Needles::Vertex;
    const PosedScene posed = evaluate(scene);
    for (std::uint32_t v = 48 * 35; v < 48 * 65; v += 5) {
      scene.selection.pinned_vertex = {0, v};
      const VertexNeedles n = vertex_needles(scene, posed, Deformer::Linear).value();
      const float facing = glm::dot(glm::normalize(eye(camera) - n.at), n.exact());
      bool clear = facing >= from && facing <= to;
      for (const Needle a : kNeedleKinds)
        for (const Needle b : kNeedleKinds)
          clear =
              clear && (a >= b || glm::distance(on_screen(n.tip(a)), on_screen(n.tip(b))) > apart);
      if (clear) return n;
    }
    ADD_FAILURE() << "no such vertex";
    return {};
  }
  vec2 on_screen(const vec3& point) const {
    return vec2(project(camera, {float(kWidth), float(kHeight)}, point));
  }
  Image of(Needles needles) {
    scene.view.needles = needles;
    return picture();
  }
  float differs(const Image& a, const Image& b, const vec3& point) const {
    return glm::length(at(a, point) - at(b, point));
  }
};

// The colour that is nearest to a needle's in the pixels around a point.
float nearest(const Image& image, const Camera& camera, const vec3& point, const vec3& color) {
  const vec3 p = project(camera, {float(kWidth), float(kHeight)}, point);
  float best = 10.0f;
  for (int x = -2; x <= 2; ++x)
    for (int y = -2; y <= 2; ++y)
      best = std::min(best, glm::length(pixel(image, p.x + float(x), p.y + float(y)) - color));
  return best;
}

TEST_F(NeedlePictureTest, EachStandsOnTheVertexInItsColour) {
  const VertexNeedles n = pin(0.4f, 0.8f, 5.0f);
  const Image off = of(Needles::Off), on = of(Needles::Vertex);
  for (const Needle kind : kNeedleKinds) {
    const vec3 near_tip = glm::mix(n.at, n.tip(kind), 0.9f);
    EXPECT_LT(nearest(on, camera, near_tip, needle_color(kind)), 0.25f) << needle_name(kind);
    EXPECT_GT(nearest(off, camera, near_tip, needle_color(kind)), 0.25f) << needle_name(kind);
  }
}

// Its colour comes over what was there, and its rim is where its radius says.
TEST_F(NeedlePictureTest, TheDiscIsTranslucentAndAsLargeAsItSays) {
  const VertexNeedles n = pin(0.5f, 0.8f, 0.0f);
  const Image off = of(Needles::Off), on = of(Needles::Vertex);
  const vec3 across = glm::cross(n.exact(), n.lean), color = needle_color(Needle::Exact);
  int looked_at = 0;
  for (int k = 0; k < 16; ++k) {
    const float turn = 0.2f + 6.2831853f * float(k) / 16.0f;
    const vec3 out = n.disc_radius * (std::cos(turn) * n.lean + std::sin(turn) * across);
    const auto point = [&](float part) { return n.at + 0.02f * n.length * n.exact() + part * out; };
    // Clear of the needles.
    bool clear = true;
    for (const Needle kind : kNeedleKinds) {
      for (const float part : {0.2f, 0.4f, 0.6f, 0.8f, 1.0f})
        for (const float from : {0.6f, 1.0f, 1.4f})
          clear = clear && glm::distance(on_screen(glm::mix(n.at, n.tip(kind), part)),
                                         on_screen(point(from))) > 7.0f;
    }
    if (!clear) continue;
    ++looked_at;
    const float full = glm::length(color - at(off, point(0.6f)));
    EXPECT_GT(differs(on, off, point(0.6f)), 0.05f * full);
    EXPECT_LT(differs(on, off, point(0.6f)), 0.5f * full);
    EXPECT_LT(nearest(on, camera, point(1.0f), color),
              0.75f * nearest(on, camera, point(0.6f), color));
    EXPECT_LT(differs(on, off, point(1.4f)), 0.01f);
  }
  EXPECT_GE(looked_at, 4);
}

TEST_F(NeedlePictureTest, WhatTheSurfaceHidesIsFaint) {
  const auto change = [&](const VertexNeedles& n) {
    const vec3 middle = glm::mix(n.at, n.tip(Needle::Exact), 0.5f);
    return differs(of(Needles::Vertex), of(Needles::Off), middle);
  };
  const float behind = change(pin(-1.0f, -0.9f, 0.0f));
  EXPECT_GT(behind, 0.02f);
  EXPECT_LT(behind, 0.45f);
  EXPECT_GT(change(pin(0.4f, 0.8f, 0.0f)), 0.45f);
}

TEST_F(NeedlePictureTest, AllOverTheyShowAVWhereTheNormalsPart) {
  const auto count = [&](const Image& image, const vec3& color) {
    int n = 0;
    for (int y = 0; y < kHeight; ++y)
      for (int x = 0; x < kWidth; ++x)
        n += glm::length(pixel(image, float(x), float(y)) - color) < 0.2f ? 1 : 0;
    return n;
  };
  const vec3 exact = needle_color(Needle::Exact), usual = needle_color(Needle::Usual);
  const Image off = of(Needles::Off), twisted = of(Needles::All);
  EXPECT_EQ(count(off, exact), 0);
  EXPECT_EQ(count(off, usual), 0);
  EXPECT_GT(count(twisted, exact), 150);
  EXPECT_GT(count(twisted, usual), 20);
  scene.pose.user_local[1] = mat4(1.0f);
  const Image still = of(Needles::All);
  EXPECT_GT(count(still, exact), 150);
  EXPECT_LT(count(still, usual), 4);  // under the exact ones
  // They belong to the surface: where its triangles are not drawn, neither are they.
  scene.view.surface = false;
  EXPECT_EQ(of(Needles::All).pixels, of(Needles::Off).pixels);
}

TEST_F(NeedlePictureTest, EachPaneHasThoseOfItsDeformer) {
  scene.view.panes = Panes::Two;
  scene.view.method = Deformer::Linear;
  scene.view.compare = Deformer::Rigid;
  pin(0.0f, 1.0f, 0.0f);
  const auto l = vertex_needles(scene, evaluate(scene), Deformer::Linear).value();
  const auto r = vertex_needles(scene, evaluate(scene), Deformer::Rigid).value();
  EXPECT_GT(glm::distance(l.at, r.at), 0.02f);
  const Image on = of(Needles::Vertex), off = of(Needles::Off);
  int left = 0, right = 0;
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x)
      if (glm::length(pixel(on, float(x), float(y)) - pixel(off, float(x), float(y))) > 0.1f)
        ++(x < kWidth / 2 ? left : right);
  EXPECT_GT(left, 30);
  EXPECT_GT(right, 30);
}

}  // namespace
}  // namespace bindpose::test::needles_test
