// What is not to be said of wrong numbers: that they are another pose where they are none, and that
// a mistake explains them that explains the first joint by chance.
#include <algorithm>
#include <cmath>
#include <glm/gtc/packing.hpp>

#include "numbers/posed_student.h"
#include "scene/numbers/rounded.h"
#include "scene/numbers/verdict_words.h"

namespace bindpose {
namespace {

class NoGuess : public PosedStudent {
 protected:
  QuantityVerdict of_points(const RigInputs& in, const Matrices& t) const {
    GivenNumbers numbers;
    std::vector<dvec3> points;
    for (std::size_t i = 0; i < in.surface->vertex.size(); ++i)
      points.push_back(linear_blend_point(in, t, i));
    numbers.points.push_back({"test", 0, std::move(points)});
    return compare_numbers(scene_, posed_, numbers).quantity.at(0);
  }
  // The weights of each vertex, the largest first, made others.
  template <typename Change>
  RigInputs with_weights(Change change) const {
    RigInputs in = rig_inputs(scene_, posed_, true);
    RigSurface surface = *in.surface;
    for (std::size_t i = 0; i < surface.vertex.size(); ++i) {
      const auto begin = surface.weight.begin() + surface.weight_begin[i],
                 end = surface.weight.begin() + surface.weight_begin[i + 1];
      change(std::span<double>(begin, end));
    }
    in.surface = std::make_shared<const RigSurface>(std::move(surface));
    return in;
  }
  // Every one of the numbers of the list.
  template <typename Change>
  static Matrices each_number(Matrices list, Change change) {
    for (dmat4& m : list) {
      for (int n = 0; n < 16; ++n) m[n / 4][n % 4] = change(m[n / 4][n % 4]);
    }
    return list;
  }
  // What is said explains half of several joints or more, and nearly all of their error.
  static void expect_no_chance(const QuantityVerdict& v, const char* what) {
    EXPECT_FALSE(v.is_right()) << what;
    EXPECT_FALSE(v.another_pose) << what;
    for (const NumbersExplanation& e : v.explained) {
      EXPECT_GE(e.part, 0.99) << what << ": " << e.says;
      EXPECT_TRUE(e.everywhere || e.of == 1 || (e.joints > 1 && 2 * e.joints >= e.of))
          << what << ": " << e.says;
    }
  }
};

TEST_P(NoGuess, WrongWeightsAreNoOtherPose) {
  const auto none = [&](const char* what, auto change) {
    EXPECT_FALSE(of_points(with_weights(change), me_.T).another_pose) << what;
  };
  none("equal",
       [](std::span<double> w) { std::ranges::fill(w, 1.0 / static_cast<double>(w.size())); });
  none("squared", [](std::span<double> w) {
    double sum = 0.0;
    for (const double x : w) sum += x * x;
    for (double& x : w) x = x * x / sum;
  });
  none("without the last", [](std::span<double> w) {
    if (w.size() > 1) w.back() = 0.0;
  });
  none("two, not divided", [](std::span<double> w) {
    for (std::size_t k = 2; k < w.size(); ++k) w[k] = 0.0;
  });
  none("of 8 bits, not whole", [](std::span<double> w) {
    for (double& x : w) x = std::round(x * 255.0) / 255.0;
  });
}

TEST_P(NoGuess, WrongMatricesAreNoOtherPose) {
  const RigInputs in = rig_inputs(scene_, posed_, true);
  for (const std::size_t s : {std::size_t{1}, me_.T.size() / 2, me_.T.size() - 1}) {
    Matrices t = me_.T;
    t[s] = dmat4(1.0);
    if (glm::distance(t[s][3], me_.T[s][3]) < 0.02) continue;  // nearly right
    EXPECT_FALSE(of_points(in, t).another_pose) << "T of slot " << s << " is the identity";
    EXPECT_FALSE(verdict(RigQuantity::Skin, t).another_pose) << s;
  }
  // v' = W v, with Ul on the wrong side.
  Student wrong = me_;
  for (std::size_t j = 0; j < me_.parent.size(); ++j) {
    const int p = me_.parent[j];
    wrong.W[j] = (p < 0 ? dmat4(1.0) : wrong.W[idx(p)]) * me_.Ul[j] * me_.L[j];
  }
  Matrices t;
  for (const RigSlot& s : me_.slot) t.push_back(wrong.W[idx(s.joint)]);
  EXPECT_FALSE(of_points(in, t).another_pose);
  // 100 T, with its last row.
  t = each_number(me_.T, [](double x) { return 100.0 * x; });
  EXPECT_FALSE(verdict(RigQuantity::Skin, t).another_pose);
  // A shear of the world.
  dmat4 shear(1.0);
  shear[1][0] = 0.3;
  Matrices w = me_.W;
  for (dmat4& m : w) m = shear * m;
  EXPECT_FALSE(verdict(RigQuantity::World, w).another_pose);
  // Two slots that say otherwise of one joint.
  if (me_.slot.size() > me_.parent.size()) {
    t = me_.T;
    t[0] = t[0] * dmat4(glm::mat3_cast(glm::angleAxis(0.5, dvec3(0, 0, 1))));
    EXPECT_FALSE(verdict(RigQuantity::Skin, t).another_pose);
  }
}

TEST_P(NoGuess, FewDigitsAreLowPrecision) {
  const auto decimals = [](double x) { return std::round(x * 1000.0) / 1000.0; };
  const auto half = [](double x) {
    return double{glm::unpackHalf1x16(glm::packHalf1x16(static_cast<float>(x)))};
  };
  for (const auto& [list, words] :
       {std::pair{each_number(me_.W, decimals), "3 decimals (--tolerance 0."},
        {each_number(me_.W, half), "half floats"}}) {
    const QuantityVerdict v = verdict(RigQuantity::World, list);
    EXPECT_FALSE(v.another_pose) << words;
    ASSERT_EQ(v.explained.size(), 1u) << words;
    EXPECT_EQ(v.explained[0].key, kLowPrecision);
    EXPECT_NE(in_words(v.explained[0]).find(words), std::string::npos) << in_words(v.explained[0]);
  }
  GivenNumbers numbers;
  std::vector<dvec3> points = posed_points(scene_, posed_, Deformer::File);
  for (dvec3& p : points) p = {decimals(p.x), decimals(p.y), decimals(p.z)};
  numbers.points.push_back({"test", 0, points});
  NumbersOptions exact;
  exact.tolerance = 1e-6;
  const QuantityVerdict v = compare_numbers(scene_, posed_, numbers, exact).quantity.at(0);
  ASSERT_EQ(v.explained.size(), 1u);
  EXPECT_EQ(v.explained[0].key, kLowPrecision);
}

TEST(WrittenDigits, AreToldWhereAllNumbersAreTheNearest) {
  const auto told = [](std::initializer_list<std::pair<double, double>> list) {
    WrittenDigits w;
    for (const auto& [given, right] : list) w.add(given, right);
    return w.in_words();
  };
  EXPECT_EQ(told({{0.123, 0.12345}, {1.0, 1.00004}}), "3 decimals");
  EXPECT_EQ(told({{1230.0, 1234.0}, {0.0123, 0.012345}}), "3 significant digits");
  EXPECT_EQ(told({{0.123, 0.1237}}), "") << "not the nearest";
  EXPECT_EQ(told({{1.0, 0.999}, {0.0, 0.04}}), "") << "a turn that is left out is no rounding";
  EXPECT_EQ(told({{0.123, NAN}}), "");
  EXPECT_EQ(told({{NAN, 0.5}}), "");
  constexpr double kHalf = 0.0999755859375;  // of 0.1
  EXPECT_EQ(told({{kHalf, 0.1}, {0.5, 0.5}}), "11 bits of half floats");
  EXPECT_EQ(told({{0.123456, 0.123456}, {kHalf, 0.1}}), "") << "the first is of none";
  EXPECT_EQ(told({{kHalf, 0.1}, {0.123456, 0.123456}}), "") << "nor is the second";
}

TEST_P(NoGuess, WhatExplainsTheFirstByChanceIsNotTold) {
  const std::size_t joints = me_.parent.size();
  // W of the grandparent.
  Matrices w(joints);
  for (std::size_t j = 0; j < joints; ++j) {
    const int p = me_.parent[j], above = p < 0 ? -1 : me_.parent[idx(p)];
    w[j] = (above < 0 ? dmat4(1.0) : w[idx(above)]) * me_.L[j] * me_.Ul[j];
  }
  expect_no_chance(verdict(RigQuantity::World, w), "grandparent");
  // B^-1 of the slot before.
  Matrices t;
  for (std::size_t s = 0; s < me_.slot.size(); ++s)
    t.push_back(me_.W[idx(me_.slot[s].joint)] * me_.Binv[s == 0 ? 0 : s - 1]);
  expect_no_chance(verdict(RigQuantity::Skin, t), "slot before");
  // W once more from the right.
  t.clear();
  for (std::size_t s = 0; s < me_.slot.size(); ++s) {
    const dmat4& w_j = me_.W[idx(me_.slot[s].joint)];
    t.push_back(w_j * me_.Binv[s] * w_j);
  }
  expect_no_chance(verdict(RigQuantity::Skin, t), "W on both sides");
  // Two mistakes: z up, and transposed.
  const dmat4 turn(glm::mat3_cast(glm::angleAxis(glm::radians(90.0), dvec3(1, 0, 0))));
  w = me_.W;
  for (dmat4& m : w) m = glm::transpose(turn * m);
  expect_no_chance(verdict(RigQuantity::World, w), "z up and transposed");
  // The order of W, and that of T.
  Student both = me_;
  for (std::size_t j = 0; j < joints; ++j) {
    const int p = me_.parent[j];
    both.W[j] = me_.L[j] * me_.Ul[j] * (p < 0 ? dmat4(1.0) : both.W[idx(p)]);
  }
  t.clear();
  for (std::size_t s = 0; s < me_.slot.size(); ++s)
    t.push_back(me_.Binv[s] * both.W[idx(me_.slot[s].joint)]);
  expect_no_chance(verdict(RigQuantity::Skin, t), "order of W and of T");
}

TEST_P(NoGuess, SomeJointsAreCounted) {
  // Ul on the wrong side at all of the edited joints but the last one, which has another fault.
  std::vector<std::size_t> edited;
  for (std::size_t j = 0; j < me_.parent.size(); ++j) {
    if (me_.Ul[j] != dmat4(1.0) && me_.parent[j] >= 0 && glm::length(dvec3(me_.L[j][3])) > 1e-3)
      edited.push_back(j);
  }
  if (edited.size() < 3) GTEST_SKIP();
  const std::size_t last = edited.back();
  for (std::size_t j = 0; j < me_.parent.size(); ++j) {
    const int p = me_.parent[j];
    const dmat4 above = p < 0 ? dmat4(1.0) : me_.W[idx(p)];
    const bool wrong = std::ranges::find(edited, j) != edited.end() && j != last;
    me_.W[j] = wrong ? above * me_.Ul[j] * me_.L[j] : above * me_.L[j] * me_.Ul[j];
    if (j == last) me_.W[j] = me_.W[j] * dmat4(2.0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, .1, 0, 0, 1);
  }
  const QuantityVerdict v = verdict(RigQuantity::World, me_.W);
  ASSERT_FALSE(v.explained.empty());
  EXPECT_EQ(v.explained[0].key, "Ul before L");
  EXPECT_EQ(v.explained[0].joints, edited.size() - 1);
  EXPECT_EQ(v.explained[0].of, edited.size());
  EXPECT_NE(in_words(v.explained[0])
                .find(std::to_string(edited.size() - 1) + " of " + std::to_string(edited.size()) +
                      " that are wrong of their own"),
            std::string::npos)
      << in_words(v.explained[0]);
}

TEST_P(NoGuess, JointsBelowFollowFromTheGivenT) {
  // One joint's edit is left out; what hangs on it moves along.
  std::size_t joint = me_.parent.size();
  for (std::size_t j = 0; j < me_.parent.size() && joint == me_.parent.size(); ++j) {
    if (me_.Ul[j] != dmat4(1.0) && me_.parent[j] >= 0) joint = j;
  }
  me_.Ul[joint] = dmat4(1.0);
  me_.run();
  const QuantityVerdict v = verdict(RigQuantity::Skin, me_.T);
  EXPECT_GT(v.follows, 0u);
  ASSERT_FALSE(v.explained.empty());
  EXPECT_EQ(v.explained[0].key, "no Ul");
}

TEST_P(NoGuess, InverseByTransposingAlone) {
  Matrices inverse;
  for (const dmat4& b : me_.B) {
    dmat4 m(glm::transpose(dmat3(b)));
    m[3] = b[3];
    inverse.push_back(m);
  }
  const QuantityVerdict v = verdict(RigQuantity::InverseBind, inverse);
  ASSERT_FALSE(v.explained.empty());
  EXPECT_EQ(v.explained[0].key, "inverse of a turn") << v.explained[0].says;
}

INSTANTIATE_TEST_SUITE_P(Models, NoGuess, ::testing::ValuesIn(kPosedModels), name_of_model);

}  // namespace
}  // namespace bindpose
