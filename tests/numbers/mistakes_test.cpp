// Every usual mistake, made here by hand on three models, is the one that is told; under noise,
// too.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>

#include "io/import.h"
#include "math/numbers.h"
#include "scene/edit/edit.h"
#include "scene/numbers/compare_numbers.h"

namespace bindpose {
namespace {

using glm::dquat;
using Matrices = std::vector<dmat4>;

// arm: the rest pose is far from the bind pose. ogre: two sides, all kinds of axes. automaton: many
// meshes.
struct PosedModel {
  const char* file;
  std::vector<const char*> edits;
};
const PosedModel kPosedModels[] = {
    {"arm.glb",
     {"joint upper_arm rotate 20 10 35", "joint forearm rotate 10 5 50",
      "joint hand rotate 15 0 20", "joint index1 rotate 30 0 10"}},
    {"ogre.glb",
     {"joint chest rotate 10 25 5", "joint upper_arm.L rotate 20 30 40",
      "joint forearm.L rotate 0 20 50", "joint thigh.R rotate -40 10 0",
      "joint hips translate 0.1 0.05 -0.1"}},
    {"dragonling.glb",
     {"joint #2 rotate 20 10 35", "joint #4 rotate 10 25 50", "joint #6 rotate 15 20 20",
      "joint #1 rotate 5 10 15"}},
};

// What a program has in hand, as it would read it from the model.
struct Student {
  std::vector<int> parent;
  Matrices L, Ul, W;          // by joint
  std::vector<RigSlot> slot;  // what the rest is by
  Matrices B, Binv, T;
  Matrices rest;

  void run() {
    W.clear();
    for (std::size_t j = 0; j < parent.size(); ++j) {
      const dmat4 local = L[j] * Ul[j];
      W.push_back(parent[j] < 0 ? local : W[idx(parent[j])] * local);
    }
    bind();
  }
  void bind() {
    Binv.clear();
    for (const dmat4& b : B) Binv.push_back(glm::inverse(b));
    skin();
  }
  void skin() {
    T.clear();
    for (std::size_t s = 0; s < slot.size(); ++s) T.push_back(W[idx(slot[s].joint)] * Binv[s]);
  }
};

class UsualMistakes : public ::testing::TestWithParam<PosedModel> {
 protected:
  void SetUp() override {
    Document document(
        make_scene(import_model(std::string(BINDPOSE_SOURCE_DIR "/assets/") + GetParam().file)));
    for (const char* text : GetParam().edits) {
      std::string edit = text;
      if (const std::size_t at = edit.find('#'); at != std::string::npos) {
        const auto j = static_cast<std::size_t>(edit[at + 1] - '0');
        edit.replace(at, 2, document.scene().model->skeleton.name[j]);
      }
      std::string error;
      const auto parsed = parse_edit(edit, document.scene(), error);
      ASSERT_TRUE(parsed) << error;
      document.apply({*parsed});
    }
    scene_ = document.scene();
    posed_ = evaluate(scene_);
    me_.parent = scene_.model->skeleton.parent;
    for (std::size_t j = 0; j < me_.parent.size(); ++j) {
      me_.L.emplace_back(posed_.base_local[j]);
      me_.Ul.emplace_back(scene_.pose.user_local[j]);
      const dmat4 rest(scene_.model->skeleton.rest_local[j]);
      me_.rest.push_back(me_.parent[j] < 0 ? rest : me_.rest[idx(me_.parent[j])] * rest);
    }
    for (std::size_t m = 0; m < scene_.model->meshes.size(); ++m) {
      const Skin& skin = binding_of(scene_, m).skin;
      for (std::size_t s = 0; s < skin.joint.size(); ++s) {
        me_.slot.push_back({static_cast<int>(m), static_cast<int>(s), skin.joint[s]});
        me_.B.emplace_back(skin.bind[s]);
      }
    }
    me_.run();
  }

  GivenMatrices given(RigQuantity quantity, const Matrices& list) const {
    GivenMatrices out{quantity, "test", {}};
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (info_of(quantity).of_slots) {
        out.row.push_back({me_.slot[i].joint, static_cast<int>(i), list[i]});
      } else {
        out.row.push_back({static_cast<int>(i), -1, list[i]});
      }
    }
    return out;
  }

  QuantityVerdict verdict(RigQuantity quantity, const Matrices& list) const {
    GivenNumbers numbers;
    numbers.matrices.push_back(given(quantity, list));
    return compare_numbers(scene_, posed_, numbers).quantity.at(0);
  }

  static Matrices noisy(Matrices list, double noise) {
    std::mt19937 random(7);
    std::normal_distribution<double> by(0.0, noise);
    for (dmat4& m : list) {
      const double size = glm::length(dvec3(m[0]));
      for (int c = 0; c < 4; ++c) {
        for (int r = 0; r < 3; ++r) m[c][r] += by(random) * (c < 3 ? size : 1.0);
      }
    }
    return list;
  }

  // It is told first, alone and under noise of a thousandth of what a matrix has.
  void expect(const char* key, RigQuantity quantity, const Matrices& list) const {
    for (const double noise : {0.0, 2e-4}) {
      const QuantityVerdict v = verdict(quantity, noise > 0.0 ? noisy(list, noise) : list);
      ASSERT_FALSE(v.is_right()) << key;
      ASSERT_FALSE(v.explained.empty())
          << key << " of " << info_of(quantity).key << ", noise " << noise;
      EXPECT_EQ(v.explained[0].key, key) << info_of(quantity).key << ", noise " << noise;
      EXPECT_GE(v.explained[0].part, noise > 0.0 ? 0.99 : 1.0 - 1e-5);
    }
  }

  Scene scene_;
  PosedScene posed_;
  Student me_;
};

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

TEST_P(UsualMistakes, WhatFollowsIsSaid) {
  for (std::size_t j = 0; j < me_.parent.size(); ++j) me_.W[j] = me_.L[j] * me_.Ul[j];
  me_.skin();
  GivenNumbers numbers;
  numbers.matrices = {given(RigQuantity::World, me_.W), given(RigQuantity::Skin, me_.T)};
  const RigInputs in = rig_inputs(scene_, posed_, true);
  std::vector<dvec3> points;
  for (std::size_t i = 0; i < in.vertex.size(); ++i)
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

TEST_P(UsualMistakes, OfPosedVertices) {
  const std::vector<dvec3> right = posed_points(scene_, posed_, Deformer::File);
  const auto of = [&](std::vector<dvec3> points) {
    GivenNumbers numbers;
    numbers.points.push_back({"test", 0, std::move(points)});
    return compare_numbers(scene_, posed_, numbers).quantity.at(0);
  };
  EXPECT_TRUE(of(right).is_right());
  const auto told = [&](std::vector<dvec3> points) {
    const QuantityVerdict v = of(std::move(points));
    return v.explained.empty() ? std::string("nothing") : v.explained[0].key;
  };
  const RigInputs in = rig_inputs(scene_, posed_, true);
  EXPECT_EQ(told(in.vertex), "not posed");
  EXPECT_EQ(told(posed_points(scene_, posed_, Deformer::Rigid)), "deformer");
  EXPECT_EQ(told(posed_points(scene_, posed_, Deformer::DualQuaternion)), "deformer");
  // T = W B, blended here by hand.
  std::vector<dvec3> wrong;
  for (std::size_t i = 0; i < in.vertex.size(); ++i) {
    dvec4 sum(0.0);
    for (std::uint32_t k = in.weight_begin[i]; k < in.weight_begin[i + 1]; ++k) {
      const RigSlot& s = in.slot[in.weight_slot[k]];
      sum += in.weight[k] *
             (me_.W[idx(s.joint)] * me_.B[in.weight_slot[k]] * dvec4(in.vertex[i], 1.0));
    }
    if (in.weight_begin[i] == in.weight_begin[i + 1])
      sum = in.follows[in.vertex_mesh[i]] * dvec4(in.vertex[i], 1.0);
    wrong.emplace_back(sum);
  }
  EXPECT_EQ(told(wrong), "bind not inverted");
  std::vector<dvec3> mixed = right;
  std::reverse(mixed.begin(), mixed.end());
  EXPECT_EQ(told(mixed), "order of vertices");
  std::vector<dvec3> one = right;
  one[5] += dvec3(1.0, 0.0, 0.0);
  const QuantityVerdict v = of(one);
  EXPECT_EQ(v.right, v.given - 1);
  EXPECT_EQ(v.first_vertex.vertex, 5u);
}

INSTANTIATE_TEST_SUITE_P(Models, UsualMistakes, ::testing::ValuesIn(kPosedModels),
                         [](const auto& of) {
                           const std::string file = of.param.file;
                           return file.substr(0, file.find('.'));
                         });

}  // namespace
}  // namespace bindpose
