// More of the usual mistakes, made by hand as in mistakes_test.cpp: lengths that are left out,
// edits that are not handed down, numbers of slots and joints mixed up.
#include <algorithm>

#include "numbers/posed_student.h"

namespace bindpose {
namespace {

class MoreMistakes : public PosedStudent {
 protected:
  QuantityVerdict of_points(std::vector<dvec3> points) const {
    GivenNumbers numbers;
    numbers.points.push_back({"test", 0, std::move(points)});
    return compare_numbers(scene_, posed_, numbers).quantity.at(0);
  }
  // v' of these T; `w`: what stands for the 1 of the vertices.
  std::vector<dvec3> blended(const Matrices& t, double w) const {
    const RigInputs in = rig_inputs(scene_, posed_, true);
    std::vector<dvec3> out;
    for (std::size_t i = 0; i < in.surface->vertex.size(); ++i) {
      const dvec4 v(in.surface->vertex[i], w);
      dvec4 sum(0.0);
      for (std::uint32_t k = in.surface->weight_begin[i]; k < in.surface->weight_begin[i + 1]; ++k)
        sum += in.surface->weight[k] * (t[in.surface->weight_slot[k]] * v);
      if (in.surface->weight_begin[i] == in.surface->weight_begin[i + 1])
        sum = in.follows[in.surface->vertex_mesh[i]] * v;
      out.emplace_back(sum);
    }
    return out;
  }
  // The vertices are told first, alone and under noise of a ten-thousandth of the model.
  void expect_points(const char* key, const std::vector<dvec3>& points) const {
    std::mt19937 random(5);
    std::normal_distribution<double> by(0.0, 1e-4);
    for (const double noise : {0.0, 1.0}) {
      std::vector<dvec3> given = points;
      for (dvec3& p : given) p += noise * dvec3(by(random), by(random), by(random));
      const QuantityVerdict v = of_points(given);
      ASSERT_FALSE(v.explained.empty()) << key << ", noise " << noise;
      EXPECT_EQ(v.explained[0].key, key) << "noise " << noise;
    }
  }
  static Matrices without_translation(Matrices list) {
    for (dmat4& m : list) m[3] = dvec4(0.0, 0.0, 0.0, 1.0);
    return list;
  }
  static bool tells(const QuantityVerdict& v, const std::string& key) {
    return std::ranges::any_of(v.explained, [&](const auto& e) { return e.key == key; });
  }
};

TEST_P(MoreMistakes, TranslationLeftOut) {
  for (const auto& [quantity, list] : {std::pair{RigQuantity::World, me_.W},
                                       {RigQuantity::Skin, me_.T},
                                       {RigQuantity::BaseLocal, me_.L},
                                       {RigQuantity::InverseBind, me_.Binv}}) {
    expect("no translation", quantity, without_translation(list));
    const QuantityVerdict v = verdict(quantity, without_translation(list));
    EXPECT_FALSE(tells(v, "unit") || tells(v, "unit of L") || tells(v, "unit of B"))
        << info_of(quantity).key << ": nearly none is no unit";
  }
  expect_points("no translation", blended(me_.T, 0.0));
  expect_points("no translation", blended(without_translation(me_.T), 1.0));
}

TEST_P(MoreMistakes, TranslationLeftOutOfOneFactor) {
  Student student = me_;
  student.B = without_translation(me_.B);
  student.bind();
  expect("no translation in B", RigQuantity::Skin, student.T);
  student = me_;
  student.L = without_translation(me_.L);
  student.run();
  expect("no translation in L", RigQuantity::Skin, student.T);
}

TEST_P(MoreMistakes, AUnitIsOneWhereLengthsAreThatShort) {
  for (const auto& [factor, says] : {std::pair{0.001, "1000 times too short"},
                                     {0.01, "100 times too short"},
                                     {1000.0, "1000 times too long"}}) {
    Matrices list = me_.W;
    for (dmat4& m : list) m[3] = dvec4(factor * dvec3(m[3]), 1.0);
    const QuantityVerdict v = verdict(RigQuantity::World, list);
    ASSERT_FALSE(v.explained.empty()) << factor;
    EXPECT_EQ(v.explained[0].key, "unit") << factor;
    EXPECT_NE(v.explained[0].says.find(says), std::string::npos) << v.explained[0].says;
    EXPECT_FALSE(tells(v, "no translation")) << "they are there";
    std::vector<dvec3> points = posed_points(scene_, posed_, Deformer::File);
    for (dvec3& p : points) p *= factor;
    const QuantityVerdict posed = of_points(points);
    ASSERT_FALSE(posed.explained.empty()) << factor;
    EXPECT_NE(posed.explained[0].says.find(says), std::string::npos) << posed.explained[0].says;
  }
  // Neither is what is no such factor, though nearly all of the error is that the lengths are
  // missing.
  Matrices list = me_.W;
  for (dmat4& m : list) m[3] = dvec4(0.003 * dvec3(m[3]), 1.0);
  EXPECT_FALSE(tells(verdict(RigQuantity::World, list), "unit"));
  const std::vector<dvec3> nothing(posed_points(scene_, posed_, Deformer::File).size(), dvec3(0.0));
  EXPECT_TRUE(of_points(nothing).explained.empty());
}

TEST_P(MoreMistakes, TheWholeProductTheOtherWayAround) {
  for (std::size_t j = 0; j < me_.parent.size(); ++j) {
    me_.W[j] = me_.Ul[j] * me_.L[j];
    if (me_.parent[j] >= 0) me_.W[j] = me_.W[j] * me_.W[idx(me_.parent[j])];
  }
  expect("W reversed", RigQuantity::World, me_.W);
  me_.skin();
  expect("W reversed", RigQuantity::Skin, me_.T);
}

TEST_P(MoreMistakes, TurnTransposedTranslationKept) {
  const auto turned = [](Matrices list) {
    for (dmat4& m : list) {
      const dvec4 t = m[3];
      m = dmat4(glm::transpose(dmat3(m)));
      m[3] = t;
    }
    return list;
  };
  expect("3x3 transposed", RigQuantity::World, turned(me_.W));
  expect("3x3 transposed", RigQuantity::Skin, turned(me_.T));
  expect_points("3x3 transposed", blended(turned(me_.T), 1.0));
  Student student = me_;
  student.W = turned(me_.W);
  student.skin();
  expect("3x3 transposed", RigQuantity::Skin, student.T);
}

TEST_P(MoreMistakes, AnglesInAnotherOrder) {
  // As the edits of the model are typed: about x, then y, then z.
  const auto about = [](dvec3 axis, double angle) { return glm::angleAxis(angle, axis); };
  for (const int order : {0, 1, 2, 3, 4}) {
    Student student = me_;
    for (dmat4& ul : student.Ul) {
      const dmat3 r(ul);
      const dquat x = about({1, 0, 0}, std::atan2(r[1][2], r[2][2])),
                  y = about({0, 1, 0}, std::asin(-r[0][2])),
                  z = about({0, 0, 1}, std::atan2(r[0][1], r[0][0]));
      const dquat other[] = {x * y * z, y * x * z, y * z * x, z * x * y, x * z * y};
      const dvec4 t = ul[3];
      ul = dmat4(glm::mat3_cast(other[order]));
      ul[3] = t;
    }
    // Small angles hardly care for their order: more noise would be more than a hundredth of it.
    expect("order of angles", RigQuantity::UserLocal, student.Ul, 2e-5);
    student.run();
    expect("order of angles", RigQuantity::World, student.W);
    expect("order of angles", RigQuantity::Skin, student.T);
    expect_points("order of angles", blended(student.T, 1.0));
  }
}

TEST_P(MoreMistakes, EditsThatAreNotHandedDown) {
  // Each joint in the pose without edits, and then its own Ul.
  Matrices base;
  for (std::size_t j = 0; j < me_.parent.size(); ++j) {
    base.push_back(me_.parent[j] < 0 ? me_.L[j] : base[idx(me_.parent[j])] * me_.L[j]);
    me_.W[j] = base[j] * me_.Ul[j];
  }
  expect("Ul not inherited", RigQuantity::World, me_.W);
  me_.skin();
  expect("Ul not inherited", RigQuantity::Skin, me_.T);
  expect_points("Ul not inherited", blended(me_.T, 1.0));
}

TEST_P(MoreMistakes, SlotForJoint) {
  const Matrices right = me_.T;
  // W by the slot's number.
  Matrices t;
  for (std::size_t s = 0; s < me_.slot.size(); ++s)
    t.push_back(me_.W[idx(me_.slot[s].slot)] * me_.Binv[s]);
  expect("slot for joint", RigQuantity::Skin, t);
  expect_points("slot for joint", blended(t, 1.0));
  // T by the joint's number, in the skin of the same mesh, which has that many.
  for (std::size_t s = 0; s < me_.slot.size(); ++s) {
    const std::size_t other = s - idx(me_.slot[s].slot) + idx(me_.slot[s].joint);
    const bool has = other < me_.slot.size() && me_.slot[other].mesh == me_.slot[s].mesh;
    t[s] = has ? right[other] : right[s];
  }
  expect("joint for slot", RigQuantity::Skin, t);
  expect_points("joint for slot", blended(t, 1.0));
}

TEST_P(MoreMistakes, ParentForJoint) {
  for (std::size_t s = 0; s < me_.slot.size(); ++s) {
    const int p = me_.parent[idx(me_.slot[s].joint)];
    if (p >= 0) me_.T[s] = me_.W[idx(p)] * me_.Binv[s];
  }
  expect("parent's W", RigQuantity::Skin, me_.T);
}

TEST_P(MoreMistakes, AFactorLeftOutSkippedOrInverted) {
  const Matrices right = me_.W;
  expect("no W", RigQuantity::Skin, me_.Binv);
  Matrices inverse;
  for (const dmat4& w : right) inverse.push_back(glm::inverse(w));
  expect("W inverted", RigQuantity::World, inverse);
  me_.W = inverse;
  me_.skin();
  expect("W inverted", RigQuantity::Skin, me_.T);
  // W of the grandparent, of joints that have one.
  for (std::size_t j = 0; j < right.size(); ++j) {
    const int p = me_.parent[j], above = p < 0 ? -1 : me_.parent[idx(p)];
    me_.W[j] = (above < 0 ? dmat4(1.0) : me_.W[idx(above)]) * me_.L[j] * me_.Ul[j];
  }
  me_.skin();
  expect("parent skipped", RigQuantity::World, me_.W);
  expect("parent skipped", RigQuantity::Skin, me_.T);
}

TEST_P(MoreMistakes, AnotherPoseIsAsked) {
  // Right numbers of these edits, held against the model with other ones.
  Document document(scene_);
  std::string error;
  const std::string joint = scene_.model->skeleton.name[1];
  document.apply({*parse_edit("joint \"" + joint + "\" rotate 70 -20 15", scene_, error)});
  scene_ = document.scene();
  posed_ = evaluate(scene_);
  for (const auto& [quantity, list] : {std::pair{RigQuantity::World, me_.W},
                                       {RigQuantity::Skin, me_.T},
                                       {RigQuantity::UserLocal, me_.Ul}}) {
    const QuantityVerdict v = verdict(quantity, list);
    EXPECT_FALSE(v.is_right());
    EXPECT_TRUE(v.another_pose || !v.explained.empty()) << info_of(quantity).key;
  }
  const QuantityVerdict points = of_points(blended(me_.T, 1.0));
  EXPECT_TRUE(points.explained.empty());
  EXPECT_TRUE(points.another_pose) << "no joint bends what follows it alone";

  // A vertex or two is no pose.
  std::vector<dvec3> one = posed_points(scene_, posed_, Deformer::File);
  one[5].x += 1.0;
  EXPECT_FALSE(of_points(one).another_pose);
  one[5].x = std::nan("");
  EXPECT_FALSE(of_points(one).another_pose);
  Matrices world;
  for (const mat4& w : posed_.world) world.emplace_back(w);
  world.back()[1][1] = std::nan("");
  EXPECT_FALSE(verdict(RigQuantity::World, world).another_pose);

  // What is no pose of the rig is not asked.
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  Matrices leaf;  // one that is anywhere among those that are right
  for (const mat4& w : posed_.world) leaf.emplace_back(w);
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 3; ++r) leaf.back()[c][r] = any(random);
  }
  EXPECT_FALSE(verdict(RigQuantity::World, leaf).another_pose);
  Matrices nonsense = me_.W;
  for (dmat4& m : nonsense) {
    for (int c = 0; c < 4; ++c) {
      for (int r = 0; r < 3; ++r) m[c][r] = any(random);
    }
  }
  EXPECT_FALSE(verdict(RigQuantity::World, nonsense).another_pose);
  std::vector<dvec3> anywhere = posed_points(scene_, posed_, Deformer::File);
  for (dvec3& p : anywhere) p = {any(random), any(random), any(random)};
  EXPECT_FALSE(of_points(anywhere).another_pose);
  Matrices bind = me_.B;
  for (dmat4& b : bind) b = b * dmat4(glm::mat3_cast(glm::angleAxis(any(random), dvec3(1, 0, 0))));
  EXPECT_FALSE(verdict(RigQuantity::Bind, bind).another_pose) << "B is the same in every pose";
}

// The hand of the arm: five chains begin there, and few vertices follow joints of their own alone.
TEST_P(MoreMistakes, AnotherPoseOfOneJointIsAsked) {
  const std::string joint = scene_.model->skeleton.name[3];
  Document document(scene_);
  std::string error;
  document.apply({*parse_edit("joint \"" + joint + "\" rotate 0 0 40", scene_, error)});
  scene_ = document.scene();
  posed_ = evaluate(scene_);
  EXPECT_TRUE(of_points(blended(me_.T, 1.0)).another_pose) << joint;
}

TEST_P(MoreMistakes, RestAndBindPose) {
  Scene other = scene_;
  for (mat4& ul : other.pose.user_local) ul = mat4(1.0f);
  for (const auto& [base, key] :
       {std::pair{BasePose::Bind, "bind pose"}, {BasePose::Rest, "rest pose"}}) {
    other.pose.base = base;
    Matrices world;
    for (const mat4& w : evaluate(other).world) world.emplace_back(w);
    const QuantityVerdict v = verdict(RigQuantity::World, world);
    EXPECT_TRUE(tells(v, key) || tells(v, "no Ul")) << key;
  }
}

INSTANTIATE_TEST_SUITE_P(Models, MoreMistakes, ::testing::ValuesIn(kPosedModels), name_of_model);

}  // namespace
}  // namespace bindpose
