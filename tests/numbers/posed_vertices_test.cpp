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
  EXPECT_EQ(told(in.surface->vertex), "not posed");
  EXPECT_EQ(told(posed_points(scene_, posed_, Deformer::Rigid)), "deformer");
  EXPECT_EQ(told(posed_points(scene_, posed_, Deformer::DualQuaternion)), "deformer");
  // T = W B, blended here by hand.
  std::vector<dvec3> wrong;
  for (std::size_t i = 0; i < in.surface->vertex.size(); ++i) {
    dvec4 sum(0.0);
    for (std::uint32_t k = in.surface->weight_begin[i]; k < in.surface->weight_begin[i + 1]; ++k) {
      const RigSlot& s = in.slot[in.surface->weight_slot[k]];
      sum += in.surface->weight[k] * (me_.W[idx(s.joint)] * me_.B[in.surface->weight_slot[k]] *
                                      dvec4(in.surface->vertex[i], 1.0));
    }
    if (in.surface->weight_begin[i] == in.surface->weight_begin[i + 1])
      sum = in.follows[in.surface->vertex_mesh[i]] * dvec4(in.surface->vertex[i], 1.0);
    wrong.emplace_back(sum);
  }
  EXPECT_EQ(told(wrong), "bind not inverted");
  // T transposed.
  std::vector<dvec3> turned;
  std::vector<dmat4> columns;
  for (const dmat4& t : me_.T) columns.push_back(glm::transpose(t));
  for (std::size_t i = 0; i < in.surface->vertex.size(); ++i)
    turned.push_back(linear_blend_point(in, columns, i));
  EXPECT_EQ(told(turned), "transposed");
  // Matrices that are right have nothing that vertices could follow from.
  GivenNumbers both;
  for (std::size_t s = 0; s < me_.T.size(); ++s) {
    if (s == 0) both.matrices.push_back({RigQuantity::Skin, "test", {}});
    both.matrices[0].row.push_back({me_.slot[s].joint, static_cast<int>(s), me_.T[s]});
  }
  both.points.push_back({"test", 0, posed_points(scene_, posed_, Deformer::Rigid)});
  EXPECT_TRUE(compare_numbers(scene_, posed_, both).quantity.at(1).follows_from.empty());
  std::vector<dvec3> mixed = right;
  std::reverse(mixed.begin(), mixed.end());
  EXPECT_EQ(told(mixed), "order of vertices");
  mixed[0] += dvec3(100.0, 0.0, 0.0);
  const auto order = of(mixed).explained;
  ASSERT_EQ(order.size(), 1u);
  EXPECT_GT(order[0].left, 10.0) << "what no order explains is left";
  std::vector<dvec3> one = right;
  one[5] += dvec3(1.0, 0.0, 0.0);
  const QuantityVerdict v = of(one);
  EXPECT_EQ(v.right, v.given - 1);
  EXPECT_EQ(v.first_vertex.vertex, 5u);
  EXPECT_TRUE(v.explained.empty()) << v.explained[0].says;
}

INSTANTIATE_TEST_SUITE_P(Models, PosedVertices, ::testing::ValuesIn(kPosedModels), name_of_model);

}  // namespace
}  // namespace bindpose
