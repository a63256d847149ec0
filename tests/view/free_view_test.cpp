// Framing beside cards that lie over the view.
#include "view/free_view.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace bindpose::free_view_test {
namespace {

struct Random {
  std::mt19937 engine{11};
  float operator()(float lo, float hi) {
    return std::uniform_real_distribution<float>(lo, hi)(engine);
  }
};

bool apart(const ViewPart& a, const ViewPart& b) {
  return a.hi.x <= b.lo.x || b.hi.x <= a.lo.x || a.hi.y <= b.lo.y || b.hi.y <= a.lo.y;
}

// Around the middle, tall as a character.
const Box kTallBox{{-0.3f, 0.0f, -0.2f}, {0.3f, 1.8f, 0.2f}};
const Viewport kView{1024, 768};

TEST(FreeParts, OfNoCardAndOfOneInTheCorner) {
  const auto all = free_parts(kView, {});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].lo, vec2(0.0f));
  EXPECT_EQ(all[0].hi, vec2(1024, 768));
  const ViewPart card{{-5, 600}, {400, 800}};  // reaches out of the view
  const auto two = free_parts(kView, {&card, 1});
  ASSERT_EQ(two.size(), 2u);
  for (const ViewPart& part : two) {
    const bool above = part.hi == vec2(1024, 600) && part.lo == vec2(0.0f);
    const bool beside = part.hi == vec2(1024, 768) && part.lo == vec2(400, 0);
    EXPECT_TRUE(above || beside);
  }
  const ViewPart full{{0, 0}, {1024, 768}};
  EXPECT_TRUE(free_parts(kView, {&full, 1}).empty());
}

TEST(FrameClear, IsFrameWhereNothingIsCovered) {
  const ViewPart far_away{{0, 700}, {200, 768}};
  const Camera a = frame(Camera{}, kView, kTallBox);
  const Camera b = frame_clear(Camera{}, kView, kTallBox, {&far_away, 1});
  EXPECT_EQ(a.distance, b.distance);
  EXPECT_EQ(b.shift, vec2(0.0f));
}

// A card in the corner that a tall box would stand behind: it steps aside and stays as large.
TEST(FrameClear, StepsAsideNoFartherThanItHasTo) {
  const ViewPart card{{12, 500}, {480, 756}};
  const Camera plain = frame(Camera{}, kView, kTallBox);
  ASSERT_FALSE(apart(projected(plain, kView, kTallBox), card));
  const Camera c = frame_clear(Camera{}, kView, kTallBox, {&card, 1});
  EXPECT_EQ(c.distance, plain.distance);
  EXPECT_EQ(c.shift.y, 0.0f);
  const ViewPart seen = projected(c, kView, kTallBox);
  EXPECT_TRUE(apart(seen, card));
  // The margin that frame() leaves, of the free part.
  EXPECT_NEAR(seen.lo.x, 480.0f + 0.04f * (1024.0f - 480.0f), 0.5f);
}

// A legend as wide as half a narrow view: above it, a little smaller, rather than at the edge.
TEST(FrameClear, StaysNearTheMiddleWhereThatCostsLittleOfItsSize) {
  const Viewport narrow{520, 510};
  const ViewPart card{{12, 395}, {330, 500}};
  const Camera plain = frame(Camera{}, narrow, kTallBox);
  ASSERT_FALSE(apart(projected(plain, narrow, kTallBox), card));
  const Camera c = frame_clear(Camera{}, narrow, kTallBox, {&card, 1});
  EXPECT_TRUE(apart(projected(c, narrow, kTallBox), card));
  EXPECT_EQ(c.shift.x, 0.0f);
  EXPECT_LT(c.distance, 1.5f * plain.distance);
}

// Whatever cards there are: nothing of the box is behind one, and it fills a free part in one
// direction.
TEST(FrameClear, KeepsTheBoxOutOfAllCards) {
  Random random;
  int covered = 0;
  for (int k = 0; k < 300; ++k) {
    Box box;
    for (int i = 0; i < 2; ++i) box.add({random(-1, 1), random(-1, 1), random(-1, 1)});
    Camera from;
    from.yaw = random(-3, 3);
    from.pitch = random(-1, 1);
    from.orthographic = k % 3 == 0;
    const float edge = random(100, 700), foot = random(350, 740);
    const ViewPart cards[] = {{{12, foot}, {edge, 756}},
                              {{12, 12}, {random(40, 60), random(100, 340)}}};
    const Camera c = frame_clear(from, kView, box, cards);
    EXPECT_EQ(c.yaw, from.yaw);
    EXPECT_EQ(c.pitch, from.pitch);
    const ViewPart seen = projected(c, kView, box);
    EXPECT_TRUE(apart(seen, cards[0])) << k;
    EXPECT_TRUE(apart(seen, cards[1])) << k;
    EXPECT_TRUE(seen.lo.x > 0 && seen.lo.y > 0 && seen.hi.x < 1024 && seen.hi.y < 768) << k;
    covered += c.shift != vec2(0.0f) ? 1 : 0;
  }
  EXPECT_GT(covered, 100);
}

TEST(StandClear, MovesBeforeItShrinks) {
  Camera wanted = frame(Camera{}, kView, kTallBox);
  wanted.distance *= 1.7f;
  // Room above: the camera stays as far away.
  const ViewPart low{{0, 560}, {1024, 768}};
  const Camera moved = stand_clear(wanted, kView, kTallBox, {&low, 1});
  EXPECT_EQ(moved.distance, wanted.distance);
  EXPECT_EQ(moved.shift.x, 0.0f);
  EXPECT_GT(moved.shift.y, 0.0f);
  EXPECT_TRUE(apart(projected(moved, kView, kTallBox), low));
  // None: the part above shows as much as the whole view did.
  const ViewPart high{{0, 330}, {1024, 768}};
  const Camera shrunk = stand_clear(wanted, kView, kTallBox, {&high, 1});
  EXPECT_NEAR(shrunk.distance, wanted.distance * 768.0f / 330.0f, 1e-3f);
  EXPECT_TRUE(apart(projected(shrunk, kView, kTallBox), high));
  EXPECT_EQ(stand_clear(wanted, kView, kTallBox, {}).shift, vec2(0.0f));
}

}  // namespace
}  // namespace bindpose::free_view_test
