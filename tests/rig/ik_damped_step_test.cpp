// One step of damped least squares against what it is by hand.
#include <cmath>

#include "rig/fixtures.h"
#include "rig/ik/ik_chain.h"

namespace bindpose::test::ik_damped_step_test {
namespace {

using ik::Chain;
using ik::Link;
using ik::StepBuffers;

// Bones along y, one at the end of the other.
Chain straight_chain(const std::vector<double>& bone, const std::vector<double>& freedom) {
  Chain chain;
  for (std::size_t k = 0; k < bone.size(); ++k) {
    Link link;
    link.bone = {0.0, bone[k], 0.0};
    link.freedom = freedom[k];
    if (k > 0) link.before.at = chain.link[k - 1].bone;
    chain.link.push_back(link);
  }
  chain.tip = chain.link.back().bone;
  update(chain);
  return chain;
}

// Radians from y towards x.
double turned(const Link& link) {
  const dvec3 y = link.turn[1];
  EXPECT_NEAR(y.z, 0.0, 1e-15);
  return std::atan2(y.x, y.y);
}

void step(Chain& chain, const dvec3& goal, double damping) {
  StepBuffers buffers(chain.link.size());
  damped_step(chain, goal, damping, buffers);
}

// J J^T of a bone of length a along y is a^2 across it and 0 along it: 2/3 a^2 in the mean, so that
// a goal that is r away across is answered by r a / (a^2 + 2/3 damping a^2).
TEST(DampedStep, OfOneBoneIsTheClosedForm) {
  for (const double damping : {0.0, 0.1, 0.5, 3.0}) {
    for (const double length : {0.02, 2.0, 500.0}) {
      Chain chain = straight_chain({length}, {1.0});
      const double away = 0.15 * length;
      step(chain, {away, length, 0.0}, damping);
      EXPECT_NEAR(turned(chain.link[0]), 0.15 / (1.0 + damping * 2.0 / 3.0), 1e-12)
          << "damping " << damping << ", length " << length;
    }
  }
}

// Two bones of 1: arms of 2 and 1, sum f a^2 = 4 + 1/4 across. Each turns by f a of the same pull.
TEST(DampedStep, SharesOutByArmAndFreedom) {
  Chain chain = straight_chain({1.0, 1.0}, {1.0, 0.25});
  const double damping = 0.3, away = 0.1;
  step(chain, {away, 2.0, 0.0}, damping);
  const double pull = away / (4.25 * (1.0 + damping * 2.0 / 3.0));
  EXPECT_NEAR(turned(chain.link[0]), 2.0 * pull, 1e-12);
  EXPECT_NEAR(turned(chain.link[1]), 0.25 * pull, 1e-12);
  // And the chain is where these turns have it.
  const double first = 2.0 * pull, second = first + 0.25 * pull;
  expect_near(vec3(chain.effector),
              {std::sin(first) + std::sin(second), std::cos(first) + std::cos(second), 0.0}, 1e-6);
}

TEST(DampedStep, IsMadeShorterAlike) {
  Chain chain = straight_chain({1.0, 1.0}, {1.0, 0.25});
  step(chain, {40.0, 2.0, 0.0}, 0.3);
  EXPECT_NEAR(turned(chain.link[0]), 0.5, 1e-12);
  EXPECT_NEAR(turned(chain.link[1]), 0.5 / 8.0, 1e-12);
}

}  // namespace
}  // namespace bindpose::test::ik_damped_step_test
