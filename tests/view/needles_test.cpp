// Needles of normals: against the closed form of a twisted tube, and how thinned vertices stand.
#include "view/marks/needles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "view/colors.h"
#include "view/tube.h"

namespace bindpose::needles_test {
namespace {

using glm::dvec3;

double degrees_between(const dvec3& a, const dvec3& b) {
  return glm::degrees(std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)));
}

class NeedlesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    scene = make_scene(model);
    scene.view.needles = Needles::Vertex;
    scene.pose.user_local[1] = rigs::turn(90, {0, 1, 0});
  }
  const Mesh& mesh() const { return model->meshes[0]; }
  VertexNeedles at(std::uint32_t vertex) {
    scene.selection.pinned_vertex = {0, vertex};
    return vertex_needles(scene, evaluate(scene), Deformer::Linear).value();
  }
  std::shared_ptr<Model> model = rigs::tube_model();
  Scene scene;
};

constexpr std::uint32_t kTwisted = 80 * 96 + 17;  // y = 0.8

TEST_F(NeedlesTest, TheFourStandWhereTheClosedFormSays) {
  const VertexNeedles n = at(kTwisted);
  const auto direction = [&](Needle kind) {
    return dvec3(n.direction[static_cast<std::size_t>(kind)]);
  };
  const vec3 p = mesh().position[kTwisted];
  EXPECT_LT(degrees_between(direction(Needle::Bind), mesh().normal[kTwisted]), 1e-3);
  EXPECT_LT(degrees_between(direction(Needle::Exact), rigs::twisted_normal(p, 90)), 0.1);
  EXPECT_LT(degrees_between(direction(Needle::Usual), rigs::twisted_usual_normal(p, 90)), 0.01);
  // Here it shrinks evenly across the axis: M and its inverse transpose agree.
  EXPECT_LT(degrees_between(direction(Needle::Plain), direction(Needle::Usual)), 0.01);
  EXPECT_GT(degrees_between(direction(Needle::Exact), direction(Needle::Usual)), 10.0);
  EXPECT_GT(degrees_between(direction(Needle::Bind), direction(Needle::Usual)), 10.0);
  for (const Needle kind : kNeedleKinds) {
    EXPECT_NEAR(glm::length(direction(kind)), 1.0, 1e-5);
    EXPECT_NEAR(glm::distance(n.tip(kind), n.at), n.length, 1e-5f);
  }
}

// By differences of the posed surface itself: it lies in the disc.
TEST_F(NeedlesTest, TheDiscTouchesThePosedSurface) {
  const VertexNeedles n = at(kTwisted);
  const PosedScene posed = evaluate(scene);
  std::vector<vec3> position;
  skin_mesh(scene, posed, 0, Deformer::Linear, position, nullptr);
  EXPECT_LT(glm::distance(position[kTwisted], n.at), 1e-6f);
  for (const std::uint32_t step : {1u, 96u}) {
    const dvec3 along =
        glm::normalize(dvec3(position[kTwisted + step] - position[kTwisted - step]));
    EXPECT_NEAR(glm::dot(along, dvec3(n.exact())), 0.0, 2e-3);
  }
  EXPECT_NEAR(glm::dot(n.lean, n.exact()), 0.0f, 1e-5f);
  EXPECT_NEAR(glm::length(n.lean), 1.0f, 1e-5f);
  // The usual needle leans that way.
  const vec3 usual = n.direction[static_cast<std::size_t>(Needle::Usual)];
  EXPECT_NEAR(glm::dot(n.lean, usual),
              std::sin(glm::radians(float(degrees_between(usual, n.exact())))), 1e-4f);
  // Where it does not lean, the disc has a diameter all the same.
  scene.pose.user_local[1] = mat4(1.0f);
  const VertexNeedles still = at(kTwisted);
  EXPECT_NEAR(glm::length(still.lean), 1.0f, 1e-5f);
  EXPECT_NEAR(glm::dot(still.lean, still.exact()), 0.0f, 1e-5f);
  for (const float y : {-1.0f, 1.0f}) {
    model->meshes[0].normal.assign(mesh().normal.size(), vec3(0.0f, y, 0.0f));
    const VertexNeedles upright = at(kTwisted);
    EXPECT_NEAR(glm::length(upright.lean), 1.0f, 1e-5f);
    EXPECT_NEAR(glm::dot(upright.lean, upright.exact()), 0.0f, 1e-5f);
  }
}

TEST_F(NeedlesTest, TheirLengthFollowsTheModel) {
  const float before = at(kTwisted).length;
  EXPECT_NEAR(before, 0.15f * std::sqrt(4.0f + 2.0f * 0.25f), 1e-4f);  // of the diagonal
  auto large = std::make_shared<Model>(*model);
  for (vec3& p : large->meshes[0].position) p *= 10.0f;
  scene.model = large;
  EXPECT_NEAR(at(kTwisted).length, 10.0f * before, 1e-3f);
}

TEST_F(NeedlesTest, NoneWithoutAVertexThatIsShown) {
  const auto none = [&] {
    return !vertex_needles(scene, evaluate(scene), Deformer::Linear).has_value();
  };
  EXPECT_TRUE(none());
  scene.selection.hovered_vertex = {0, 3};
  EXPECT_FALSE(none());
  scene.selection.pinned_vertex = {0, 1u << 30};
  EXPECT_TRUE(none());
  scene.selection.pinned_vertex = {0, 3};
  scene.mesh_hidden = {1};
  EXPECT_TRUE(none());
  scene.mesh_hidden = {0};
  EXPECT_FALSE(none());
  scene.view.needles = Needles::Off;
  EXPECT_TRUE(none());
}

// On a round tube, and on one that is so flat that its two sides are nearer than the needles.
class ThinnedTest : public NeedlesTest, public ::testing::WithParamInterface<float> {};
INSTANTIATE_TEST_SUITE_P(Depth, ThinnedTest, ::testing::Values(1.0f, 0.02f));

TEST_P(ThinnedTest, VerticesStandEvenly) {
  for (vec3& point : model->meshes[0].position) point.x *= GetParam();
  const ThinnedVertices thin = thin_vertices(scene);
  const auto& p = mesh().position;
  const auto& n = mesh().normal;
  std::set<std::uint32_t> before;
  for (const ThinnedVertices::Level& level : thin.level) {
    const std::vector<std::uint32_t>& kept = level.vertex[0];
    for (std::size_t a = 0; a < kept.size(); ++a) {
      for (std::size_t b = a + 1; b < kept.size(); ++b) {
        ASSERT_FALSE(glm::distance(p[kept[a]], p[kept[b]]) < level.spacing &&
                     glm::dot(n[kept[a]], n[kept[b]]) > 0.0f);
      }
    }
    // None could be added: every vertex has one nearer than that.
    for (std::size_t v = 0; v < p.size(); v += 7) {
      ASSERT_TRUE(std::ranges::any_of(kept, [&](std::uint32_t k) {
        return glm::distance(p[k], p[v]) < level.spacing && glm::dot(n[k], n[v]) > 0.0f;
      }));
    }
    const std::set<std::uint32_t> now(kept.begin(), kept.end());
    EXPECT_EQ(now.size(), kept.size());
    EXPECT_TRUE(std::ranges::includes(now, before));
    before = now;
  }
  EXPECT_NEAR(thin.level[1].spacing, 0.5f * thin.level[0].spacing, 1e-6f);
  EXPECT_GT(thin.level[0].vertex[0].size(), 60u);
  EXPECT_LT(thin.level[0].vertex[0].size(), 260u);
  scene.mesh_hidden = {1};
  EXPECT_TRUE(thin_vertices(scene).level[0].vertex[0].empty());
}

TEST_F(NeedlesTest, AllOverTheyArePairsOfTheTwoNormals) {
  NeedleField field;
  const PosedScene posed = evaluate(scene);
  const NeedleField::Field& found = field.get(scene, posed, Deformer::Linear, 1e6f);
  const ThinnedVertices thin = thin_vertices(scene);
  ASSERT_EQ(found.pairs.size(), thin.level[0].vertex[0].size());
  EXPECT_EQ(found.spacing, thin.level[0].spacing);
  double widest = 0.0;
  for (std::size_t k = 0; k < found.pairs.size(); ++k) {
    const vec3 p = mesh().position[thin.level[0].vertex[0][k]];
    // Near the open ends the tangents are of one side.
    if (p.y < 0.05f || p.y > 1.95f) continue;
    EXPECT_LT(degrees_between(found.pairs[k].exact, rigs::twisted_normal(p, 90)), 0.2);
    EXPECT_LT(degrees_between(found.pairs[k].usual, rigs::twisted_usual_normal(p, 90)), 0.05);
    widest = std::max(widest, degrees_between(found.pairs[k].exact, found.pairs[k].usual));
  }
  EXPECT_GT(widest, 12.0);
}

TEST_F(NeedlesTest, TheFieldFollowsWhatItHangsOn) {
  NeedleField field;
  const auto first = [&](const PosedScene& posed, Deformer method,
                         float spacing) -> NeedleField::Field {
    return field.get(scene, posed, method, spacing);
  };
  const PosedScene twisted = evaluate(scene);
  const auto linear = first(twisted, Deformer::Linear, 1e6f);
  // Coarsest level that is dense enough; the densest where none is.
  const ThinnedVertices thin = thin_vertices(scene);
  for (const ThinnedVertices::Level& level : thin.level) {
    EXPECT_EQ(first(twisted, Deformer::Linear, 1.01f * level.spacing).spacing, level.spacing);
  }
  EXPECT_EQ(first(twisted, Deformer::Linear, 0.0f).spacing, thin.level.back().spacing);
  // The deformer, and the pose.
  const auto rigid = first(twisted, Deformer::Rigid, 1e6f);
  EXPECT_EQ(first(twisted, Deformer::Linear, 1e6f).pairs[5].exact, linear.pairs[5].exact);
  const auto differ = [](const NeedleField::Field& a, const NeedleField::Field& b) {
    float most = 0.0f;
    for (std::size_t k = 0; k < a.pairs.size(); ++k)
      most = std::max(most, glm::distance(a.pairs[k].at, b.pairs[k].at));
    return most > 1e-3f;
  };
  EXPECT_TRUE(differ(linear, rigid));
  scene.pose.user_local[1] = mat4(1.0f);
  EXPECT_TRUE(differ(linear, first(evaluate(scene), Deformer::Linear, 1e6f)));
  // Another model, and none of its meshes, or only the second.
  auto two = std::make_shared<Model>(*model);
  two->id = ModelId::fresh();
  two->meshes.push_back(two->meshes[0]);
  scene = make_scene(two);
  scene.mesh_hidden = {1, 0};
  EXPECT_FALSE(first(evaluate(scene), Deformer::Linear, 1e6f).pairs.empty());
  scene = make_scene(model);
  scene.mesh_hidden = {1};
  EXPECT_TRUE(first(evaluate(scene), Deformer::Linear, 1e6f).pairs.empty());
}

TEST(Needles, TheirColoursAreToldApartByAllEyes) {
  const auto apart = [](const vec3& a, const vec3& b) {
    return glm::distance(to_cielab(a), to_cielab(b));
  };
  for (const Needle a : kNeedleKinds) {
    for (const Needle b : kNeedleKinds) {
      if (a >= b) continue;
      const vec3 x = needle_color(a), y = needle_color(b);
      EXPECT_GT(apart(x, y), 30.0f);
      EXPECT_GT(apart(seen_without_green(x), seen_without_green(y)), 29.5f);
      EXPECT_GT(apart(seen_without_red(x), seen_without_red(y)), 29.5f);
      EXPECT_GT(apart(seen_without_blue(x), seen_without_blue(y)), 29.5f);
    }
  }
}

}  // namespace
}  // namespace bindpose::needles_test
