// Triangles by place, and what morphs do by place.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <memory>
#include <numeric>
#include <random>

#include "io/import.h"
#include "rigid_model.h"

namespace bindpose::tests::face_diff_test {
namespace {

using Words = std::vector<std::string>;

std::shared_ptr<Model> arm() {
  static const auto read = import_model(BINDPOSE_SOURCE_DIR "/assets/arm.glb", {});
  return std::make_shared<Model>(*read);
}

// A sheet of 12 by 12 bent quads, each split along one of its diagonals.
Mesh sheet(bool other_way) {
  constexpr std::uint32_t kSide = 12;
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;
  for (std::uint32_t y = 0; y <= kSide; ++y) {
    for (std::uint32_t x = 0; x <= kSide; ++x)
      position.emplace_back(x, y, 1.5f * std::sin(0.5f * float(x)) * std::cos(0.4f * float(y)));
  }
  for (std::uint32_t y = 0; y < kSide; ++y) {
    for (std::uint32_t x = 0; x < kSide; ++x) {
      const std::uint32_t a = y * (kSide + 1) + x, b = a + 1, c = b + kSide + 1, d = c - 1;
      const auto quad = other_way ? std::vector{a, b, d, b, c, d} : std::vector{a, b, c, a, c, d};
      triangle.insert(triangle.end(), quad.begin(), quad.end());
    }
  }
  return plain_mesh(position, triangle);
}

std::size_t turned(const Compared& c) {
  return c.diff.surfaces.front().faces.turned;
}
std::size_t missing(const Compared& c) {
  return c.diff.surfaces.front().faces.missing;
}

TEST(FaceDiffs, TurnedRound) {
  const auto one = arm(), other = arm();
  std::vector<std::uint32_t>& triangle = other->meshes[0].triangle;
  std::swap(triangle[31], triangle[32]);
  const Compared c(one, other);
  EXPECT_EQ(c.parts(), Words{"surface"});
  EXPECT_EQ(turned(c), 1u);
  EXPECT_EQ(missing(c), 0u);
  EXPECT_EQ(c.diff.surfaces.front().faces.turned_at, one->meshes[0].triangle[30]);
  EXPECT_NE(c.text().find(", triangles  1 of "), std::string::npos) << c.text();
  EXPECT_NE(c.text().find(" turned round, the first at "), std::string::npos) << c.text();
  EXPECT_NE(diff_json(c.report()).find("\"turned\": 1"), std::string::npos);
  for (std::size_t t = 0; t < triangle.size(); t += 3) std::swap(triangle[t], triangle[t + 1]);
  std::swap(triangle[31], triangle[32]);
  EXPECT_EQ(turned(Compared(one, other)), one->meshes[0].triangle.size() / 3);
}

TEST(FaceDiffs, CutOut) {
  const auto other = arm();
  std::vector<std::uint32_t>& triangle = other->meshes[0].triangle;
  triangle.erase(triangle.begin() + 30, triangle.begin() + 36);
  const Compared c(arm(), other);
  EXPECT_EQ(c.parts(), Words{"surface"});
  EXPECT_EQ(missing(c), 2u);
  EXPECT_EQ(turned(c), 0u);
  EXPECT_EQ(c.diff.surfaces.back().faces.missing, 0u) << "B has none that A lacks";
  EXPECT_NE(c.text().find(" only in A, the first at "), std::string::npos) << c.text();
  DiffOptions ignoring;
  ignoring.ignored[static_cast<int>(DiffPart::Surface)] = true;
  EXPECT_TRUE(Compared(arm(), other, ignoring).diff.same());
}

TEST(FaceDiffs, QuadsSplitTheOtherWayAreTheSame) {
  const auto one = rigid_model(sheet(false), mat4(1.0f));
  const Compared c(one, rigid_model(sheet(true), mat4(1.0f)));
  EXPECT_TRUE(c.diff.same()) << c.text();
  EXPECT_EQ(c.diff.surfaces.front().faces.triangles, 288u);
  // And of these, too, one that is gone or turned is seen.
  Mesh hole = sheet(true), round = sheet(true);
  hole.triangle.erase(hole.triangle.begin() + 300, hole.triangle.begin() + 306);
  EXPECT_GE(missing(Compared(one, rigid_model(hole, mat4(1.0f)))), 1u);
  for (std::size_t t = 300; t < 306; t += 3) std::swap(round.triangle[t], round.triangle[t + 1]);
  EXPECT_GE(turned(Compared(one, rigid_model(round, mat4(1.0f)))), 1u);
}

TEST(FaceDiffs, TheOrderOfVerticesAndTrianglesAndSplitCornersAreNoDifference) {
  const Mesh mesh = sheet(false);
  std::vector<std::uint32_t> order(mesh.triangle.size() / 3);
  std::iota(order.begin(), order.end(), 0u);
  std::shuffle(order.begin(), order.end(), std::mt19937(3));
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;
  for (const std::uint32_t t : order) {  // each with corners of its own, another one first
    for (const std::size_t k : {1u, 2u, 0u}) {
      triangle.push_back(static_cast<std::uint32_t>(position.size()));
      position.push_back(mesh.position[mesh.triangle[3 * t + k]]);
    }
  }
  const Compared c(rigid_model(mesh, mat4(1.0f)),
                   rigid_model(plain_mesh(position, triangle), mat4(1.0f)));
  EXPECT_TRUE(c.diff.same()) << c.text();
}

// A mirror turns a mesh inside out, and what shows it turns the sides back.
TEST(FaceDiffs, OfAMirroredNode) {
  const mat4 mirror = glm::scale(mat4(1.0f), vec3(-1, 1, 1));
  Mesh mesh = sheet(false);
  for (vec3& p : mesh.position) p.x = -p.x;
  const auto one = rigid_model(sheet(false), mat4(1.0f));
  EXPECT_EQ(turned(Compared(one, rigid_model(mesh, mirror))), 288u);
  for (std::size_t t = 0; t < mesh.triangle.size(); t += 3)
    std::swap(mesh.triangle[t], mesh.triangle[t + 1]);
  const Compared c(one, rigid_model(mesh, mirror));
  EXPECT_TRUE(c.diff.same()) << c.text();
}

// Vertices of the arm in a row, each lifted by its own way.
std::shared_ptr<Model> morphed(const char* first, const char* second, float third_way = 0.2f) {
  auto model = arm();
  model->morph_channels = {{first, 0, 0.0f}, {second, 0, 0.0f}};
  const auto way = [](float x) { return vec3(0, x, 0); };
  model->meshes[0].morph = {
      {0, {10, 20, 30, 40}, {way(0.4f), way(0.4f), way(third_way), way(0.4f)}, {}, {}},
      {1, {11, 21, 31, 41}, {way(0.4f), way(0.4f), way(0.2f), way(0.4f)}, {}, {}}};
  return model;
}

TEST(MorphPlaces, OneVertexThatIsNotTheFarthest) {
  EXPECT_TRUE(Compared(morphed("left", "right"), morphed("left", "right")).diff.same());
  const Compared c(morphed("left", "right"), morphed("left", "right", 0.1f));
  EXPECT_EQ(c.parts(), Words{"morphs"});
  const MorphDiff& left = c.diff.morphs[0];
  EXPECT_NEAR(left.metres, 0.1 * metres_a_unit(*arm()), 1e-6);
  EXPECT_EQ(left.place.at, (VertexRef{0, 30}));
  EXPECT_FALSE(c.diff.morphs[1].differs);
  EXPECT_NE(c.text().find("left  its shape by "), std::string::npos) << c.text();
  EXPECT_NE(c.text().find(" at most, at 30 of "), std::string::npos) << c.text();
}

TEST(MorphPlaces, TwoThatHaveSwappedTheirNames) {
  const Compared c(morphed("left", "right"), morphed("right", "left"));
  EXPECT_EQ(c.parts(), Words{"morphs"});
  EXPECT_NEAR(c.diff.morphs[0].metres, 0.4 * metres_a_unit(*arm()), 1e-6);
  EXPECT_TRUE(c.diff.morphs[1].differs);
}

// In the axes of a node that is turned the same way points elsewhere.
TEST(MorphPlaces, OfAMeshWhoseNodeIsTurned) {
  const mat4 turn = glm::rotate(mat4(1.0f), 0.7f, vec3(0, 0, 1));
  const auto made = [&](const mat4& node) {
    Mesh mesh = sheet(false);
    const mat4 back = glm::inverse(node);
    for (vec3& p : mesh.position) p = vec3(back * vec4(p, 1.0f));
    mesh.morph = {{0, {5}, {mat3(back) * vec3(1, 0, 0)}, {}, {}}};
    auto model = rigid_model(mesh, node);
    model->morph_channels = {{"pull", 0, 0.0f}};
    return model;
  };
  DiffOptions options;
  options.tolerance = 1e-4;
  const Compared c(made(mat4(1.0f)), made(turn), options);
  EXPECT_FALSE(c.diff.differs[static_cast<int>(DiffPart::Morphs)]) << c.text();
  EXPECT_GE(c.diff.morphs[0].place.compared, 2u);
}

}  // namespace
}  // namespace bindpose::tests::face_diff_test
