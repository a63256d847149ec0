// Every usual mistake, made here by hand on three models, is the one that is told; under noise,
// too.
#include "numbers/posed_student.h"

namespace bindpose {
namespace {

class UsualMistakes : public PosedStudent {};

Matrices transposed(const Matrices& list) {
  Matrices out;
  for (const dmat4& m : list) out.push_back(glm::transpose(m));
  return out;
}

TEST_P(UsualMistakes, RightNumbersAreRight) {
  for (const auto& [quantity, list] : {std::pair{RigQuantity::BaseLocal, me_.L},
                                       {RigQuantity::UserLocal, me_.Ul},
                                       {RigQuantity::World, me_.W},
                                       {RigQuantity::Bind, me_.B},
                                       {RigQuantity::InverseBind, me_.Binv},
                                       {RigQuantity::Skin, me_.T}}) {
    const QuantityVerdict v = verdict(quantity, list);
    EXPECT_TRUE(v.is_right()) << info_of(quantity).key;
    EXPECT_LT(v.worst, 1e-6);
    EXPECT_TRUE(v.explained.empty());
  }
}

TEST_P(UsualMistakes, RowsForColumns) {
  expect("transposed", RigQuantity::World, transposed(me_.W));
  expect("transposed", RigQuantity::Skin, transposed(me_.T));
}

TEST_P(UsualMistakes, BindNotInverted) {
  me_.Binv = me_.B;
  me_.skin();
  expect("bind not inverted", RigQuantity::Skin, me_.T);
  expect("bind not inverted", RigQuantity::InverseBind, me_.B);
  Matrices inverse;
  for (const dmat4& b : me_.B) inverse.push_back(glm::inverse(b));
  expect("bind not inverted", RigQuantity::Bind, inverse);
  const std::string says = verdict(RigQuantity::Bind, inverse).explained.at(0).says;
  EXPECT_TRUE(says.starts_with("the inverse B_j^-1 stands where B_j itself belongs")) << says;
}

TEST_P(UsualMistakes, InverseLeftOut) {
  for (dmat4& b : me_.Binv) b = dmat4(1.0);
  me_.skin();
  expect("no inverse bind", RigQuantity::Skin, me_.T);
}

TEST_P(UsualMistakes, OrderOfTheProducts) {
  Matrices t;
  for (std::size_t s = 0; s < me_.slot.size(); ++s)
    t.push_back(me_.Binv[s] * me_.W[idx(me_.slot[s].joint)]);
  expect("order of T", RigQuantity::Skin, t);
  for (std::size_t j = 0; j < me_.parent.size(); ++j) {
    me_.W[j] = me_.L[j] * me_.Ul[j];
    if (me_.parent[j] >= 0) me_.W[j] = me_.W[j] * me_.W[idx(me_.parent[j])];
  }
  expect("order of W", RigQuantity::World, me_.W);
  me_.skin();
  expect("order of W", RigQuantity::Skin, me_.T);
}

TEST_P(UsualMistakes, TheOtherWayAround) {
  Matrices t;
  for (const dmat4& m : me_.T) t.push_back(glm::inverse(m));
  expect("T inverted", RigQuantity::Skin, t);
}

TEST_P(UsualMistakes, ParentForgotten) {
  for (std::size_t j = 0; j < me_.parent.size(); ++j) me_.W[j] = me_.L[j] * me_.Ul[j];
  expect("parent forgotten", RigQuantity::World, me_.W);
  me_.skin();
  expect("parent forgotten", RigQuantity::Skin, me_.T);
}

TEST_P(UsualMistakes, RestForBind) {
  for (std::size_t s = 0; s < me_.slot.size(); ++s) me_.B[s] = me_.rest[idx(me_.slot[s].joint)];
  me_.bind();
  // Where rest and bind are one pose, it is no mistake.
  if (verdict(RigQuantity::Bind, me_.B).is_right()) {
    EXPECT_STRNE(GetParam().file, "arm.glb");
    return;
  }
  expect("rest for bind", RigQuantity::Bind, me_.B);
  expect("rest for bind", RigQuantity::Skin, me_.T);
}

TEST_P(UsualMistakes, UserTransformOnTheWrongSide) {
  for (std::size_t j = 0; j < me_.parent.size(); ++j) {
    const dmat4 local = me_.Ul[j] * me_.L[j];
    me_.W[j] = me_.parent[j] < 0 ? local : me_.W[idx(me_.parent[j])] * local;
  }
  expect("Ul before L", RigQuantity::World, me_.W);
  me_.skin();
  expect("Ul before L", RigQuantity::Skin, me_.T);
}

dquat turn_of(const dmat4& m) {
  return glm::quat_cast(
      dmat3(glm::normalize(dvec3(m[0])), glm::normalize(dvec3(m[1])), glm::normalize(dvec3(m[2]))));
}
// The turn replaced; no scale is in the way here.
dmat4 with_turn(const dmat4& m, const dquat& q) {
  dmat4 out(glm::mat3_cast(q));
  out[3] = m[3];
  return out;
}

TEST_P(UsualMistakes, DegreesForRadians) {
  for (const double factor : {kDegreesPerRadian, 1.0 / kDegreesPerRadian}) {
    Student student = me_;
    for (dmat4& ul : student.Ul) {
      const dquat q = turn_of(ul);
      const double angle = glm::angle(q);
      if (angle > 1e-6) ul = with_turn(ul, glm::angleAxis(angle * factor, glm::axis(q)));
    }
    const char* key = factor > 1.0 ? "degrees for radians" : "radians for degrees";
    expect(key, RigQuantity::UserLocal, student.Ul);
    student.run();
    expect(key, RigQuantity::World, student.W);
  }
}

TEST_P(UsualMistakes, WLastForFirst) {
  for (std::size_t j = 0; j < me_.L.size(); ++j) {
    // Stored (x, y, z, w), read as (w, x, y, z). The scale stays.
    const dquat q = turn_of(me_.L[j]);
    const dmat3 scale = glm::transpose(glm::mat3_cast(q)) * dmat3(me_.L[j]);
    dmat4 wrong(glm::mat3_cast(dquat(q.x, q.y, q.z, q.w)) * scale);
    wrong[3] = me_.L[j][3];
    me_.L[j] = wrong;
  }
  expect("order of quaternion", RigQuantity::BaseLocal, me_.L);
  me_.run();
  expect("order of quaternion", RigQuantity::World, me_.W);
  expect("order of quaternion", RigQuantity::Skin, me_.T);
}

TEST_P(UsualMistakes, AnotherUnit) {
  for (const double factor : {100.0, 0.01}) {
    Student student = me_;
    for (Matrices* list : {&student.L, &student.W, &student.T}) {
      for (dmat4& m : *list) m[3] = dvec4(factor * dvec3(m[3]), 1.0);
    }
    expect("unit", RigQuantity::BaseLocal, student.L);
    expect("unit", RigQuantity::World, student.W);
    expect("unit", RigQuantity::Skin, student.T);
  }
  // In L alone.
  for (dmat4& l : me_.L) l[3] = dvec4(100.0 * dvec3(l[3]), 1.0);
  for (dmat4& ul : me_.Ul) ul[3] = dvec4(0, 0, 0, 1);
  me_.run();
  const QuantityVerdict v = verdict(RigQuantity::Skin, me_.T);
  if (GetParam().file != std::string("ogre.glb")) {
    ASSERT_FALSE(v.explained.empty());
    EXPECT_EQ(v.explained[0].key, "unit of L");
  }
}

TEST_P(UsualMistakes, AxesExchangedAndMirrored) {
  dmat4 up(0.0);  // (x, y, z) becomes (x, -z, y)
  up[0][0] = 1;
  up[1][2] = 1;
  up[2][1] = -1;
  up[3][3] = 1;
  dmat4 mirror(1.0);
  mirror[2][2] = -1;
  for (const auto& [key, c] : {std::pair{"axes", up}, {"mirrored", mirror}}) {
    Matrices w, t, turned;
    for (const dmat4& m : me_.W) {
      w.push_back(c * m * glm::inverse(c));
      turned.push_back(c * m);
    }
    for (const dmat4& m : me_.T) t.push_back(c * m * glm::inverse(c));
    expect(key, RigQuantity::World, w);
    expect(key, RigQuantity::World, turned);
    expect(key, RigQuantity::Skin, t);
  }
}

TEST_P(UsualMistakes, AtOneJointAlone) {
  std::size_t joint = 0;
  for (std::size_t j = 0; j < me_.parent.size(); ++j) {
    if (me_.Ul[j] != dmat4(1.0) && me_.parent[j] >= 0) joint = j;
  }
  const Matrices right = me_.W;
  me_.W[joint] = me_.L[joint] * me_.Ul[joint];
  const QuantityVerdict v = verdict(RigQuantity::World, me_.W);
  EXPECT_EQ(v.right, v.given - 1);
  EXPECT_EQ(v.first_joint, static_cast<int>(joint));
  ASSERT_FALSE(v.explained.empty());
  EXPECT_EQ(v.explained[0].key, "parent forgotten");
  EXPECT_FALSE(v.explained[0].everywhere);
}

TEST_P(UsualMistakes, AtOneJointBelowOthersThatAreEdited) {
  std::size_t joint = 0;
  for (std::size_t j = 0; j < me_.parent.size(); ++j) {
    if (me_.Ul[j] != dmat4(1.0) && me_.parent[j] >= 0) joint = j;
  }
  const dmat4 above = me_.W[idx(me_.parent[joint])];
  const auto told = [&](const dmat4& world) {
    Matrices list = me_.W;
    list[joint] = world;
    const QuantityVerdict v = verdict(RigQuantity::World, list);
    return v.explained.empty() || v.explained[0].everywhere ? "" : v.explained[0].key;
  };
  EXPECT_EQ(told(above * me_.Ul[joint] * me_.L[joint]), "Ul before L");
  EXPECT_EQ(told(above * me_.L[joint]), "no Ul");
}

TEST_P(UsualMistakes, JointsAlikeAreNoOtherOrder) {
  // Most Ul are the identity: one more says nothing of an order.
  std::size_t changed = 0;
  for (dmat4& ul : me_.Ul) {
    if (ul != dmat4(1.0) && changed++ < 2) ul = dmat4(1.0);
  }
  for (const NumbersExplanation& e : verdict(RigQuantity::UserLocal, me_.Ul).explained) {
    EXPECT_NE(e.key, "order of joints");
  }
}

TEST_P(UsualMistakes, WhatWasNotComparedIsNotRight) {
  GivenNumbers numbers;
  EXPECT_FALSE(compare_numbers(scene_, posed_, numbers).is_right());
  numbers.parents.push_back({"test", {{0, kNoSuchJoint}}});
  EXPECT_FALSE(compare_numbers(scene_, posed_, numbers).is_right());
}

TEST_P(UsualMistakes, WhatFollowsIsSaid) {
  for (std::size_t j = 0; j < me_.parent.size(); ++j) me_.W[j] = me_.L[j] * me_.Ul[j];
  me_.skin();
  GivenNumbers numbers;
  numbers.matrices = {given(RigQuantity::World, me_.W), given(RigQuantity::Skin, me_.T)};
  const RigInputs in = rig_inputs(scene_, posed_, true);
  std::vector<dvec3> points;
  for (std::size_t i = 0; i < in.surface->vertex.size(); ++i)
    points.push_back(linear_blend_point(in, me_.T, i));
  numbers.points.push_back({"test", 0, points});
  const NumbersVerdict v = compare_numbers(scene_, posed_, numbers);
  ASSERT_EQ(v.quantity.size(), 3u);
  EXPECT_EQ(v.quantity[2].follows_from, "the given matrices");
  EXPECT_TRUE(v.quantity[0].follows_from.empty());
  EXPECT_EQ(v.quantity[1].quantity, RigQuantity::Skin);
  EXPECT_EQ(v.quantity[1].follows_from, "the given W");
  EXPECT_EQ(v.quantity[1].follows, v.quantity[1].given - v.quantity[1].right);
}

TEST_P(UsualMistakes, ShiftsAreMeasuredByTheModel) {
  Box box;
  for (const Mesh& mesh : scene_.model->meshes) {
    for (const vec3& p : mesh.position) box.add(p);
  }
  me_.W[0][3].x += 0.01 * double{box.diagonal()};
  EXPECT_NEAR(verdict(RigQuantity::World, me_.W).worst, 0.01, 1e-5);
}

TEST_P(UsualMistakes, NothingIsGuessedOfNonsense) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (dmat4& m : me_.T) {
    for (int c = 0; c < 4; ++c) {
      for (int r = 0; r < 3; ++r) m[c][r] = any(random);
    }
  }
  EXPECT_TRUE(verdict(RigQuantity::Skin, me_.T).explained.empty());
  me_.T[0][1][1] = std::nan("");
  const QuantityVerdict v = verdict(RigQuantity::Skin, me_.T);
  EXPECT_FALSE(v.is_right());
  EXPECT_TRUE(std::isinf(v.worst));
}

TEST_P(UsualMistakes, OtherOrderOfJoints) {
  Matrices list = me_.W;
  std::rotate(list.begin(), list.begin() + 1, list.end());
  const QuantityVerdict v = verdict(RigQuantity::World, list);
  ASSERT_FALSE(v.explained.empty());
  EXPECT_EQ(v.explained[0].key, "order of joints");
}

INSTANTIATE_TEST_SUITE_P(Models, UsualMistakes, ::testing::ValuesIn(kPosedModels), name_of_model);

}  // namespace
}  // namespace bindpose
