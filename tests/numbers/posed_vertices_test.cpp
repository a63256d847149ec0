// Posed vertices that are right, wrong, or counted in another order.
#include "numbers/posed_student.h"

namespace bindpose {
namespace {

class PosedVertices : public PosedStudent {};

TEST_P(PosedVertices, OfPosedVertices) {
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

INSTANTIATE_TEST_SUITE_P(Models, PosedVertices, ::testing::ValuesIn(kPosedModels), name_of_model);

}  // namespace
}  // namespace bindpose
