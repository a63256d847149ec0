// Normals that do not belong to their surface are told, and nothing is said of sound ones.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "io/import.h"
#include "io/io_fixture.h"
#include "rig/surface/normal_faults.h"

namespace bindpose::doubtful_normals_test {
namespace {

// A ball of `rings` rings, normals along the radius.
struct Ball {
  std::vector<vec3> position{};
  std::vector<vec3> normal{};
  std::vector<std::uint32_t> triangle{};

  explicit Ball(int rings) {
    const int around = 2 * rings;
    for (int r = 0; r <= rings; ++r) {
      const float down =
          std::numbers::pi_v<float> * static_cast<float>(r) / static_cast<float>(rings);
      for (int k = 0; k < around; ++k) {
        const float turn =
            2.0f * std::numbers::pi_v<float> * static_cast<float>(k) / static_cast<float>(around);
        normal.emplace_back(std::sin(down) * std::cos(turn), std::cos(down),
                            std::sin(down) * std::sin(turn));
        position.push_back(3.0f * normal.back());
      }
    }
    for (int r = 0; r < rings; ++r) {
      for (int k = 0; k < around; ++k) {
        const auto at = [&](int ring, int step) {
          return static_cast<std::uint32_t>(ring * around + (k + step) % around);
        };
        for (const std::uint32_t v :
             {at(r, 0), at(r, 1), at(r + 1, 1), at(r, 0), at(r + 1, 1), at(r + 1, 0)})
          triangle.push_back(v);
      }
    }
  }
  float doubtful() const { return doubtful_normals(position, normal, triangle); }
};

TEST(DoubtfulNormals, ASoundBallHasNoneWhicheverWayItIsWound) {
  Ball ball(16);
  EXPECT_EQ(ball.doubtful(), 0.0f);
  for (std::size_t i = 0; i < ball.triangle.size(); i += 3)
    std::swap(ball.triangle[i], ball.triangle[i + 1]);
  EXPECT_EQ(ball.doubtful(), 0.0f);
  for (vec3& n : ball.normal) n = -n;
  EXPECT_EQ(ball.doubtful(), 0.0f);
}

// A quarter turn about x: the sine on a sphere is ny^2... = sin a (nz ny - ny nz) + nx^2 = nx^2,
// and the part of a sphere with |nx| < sqrt(.3) is sqrt(.3) (Archimedes: areas go by x).
TEST(DoubtfulNormals, OfABallWhoseNormalsAreTurnedByAQuarterThePartIsThatOfTheClosedForm) {
  Ball ball(64);
  for (vec3& n : ball.normal) n = vec3(n.x, n.z, -n.y);
  EXPECT_NEAR(ball.doubtful(), std::sqrt(kNormalLeast), 0.02f);
}

TEST(DoubtfulNormals, OfLargeMeshesAFewTrianglesTell) {
  Ball ball(256);  // 262,144 triangles
  for (vec3& n : ball.normal) n = vec3(n.x, n.z, -n.y);
  EXPECT_NEAR(ball.doubtful(), std::sqrt(kNormalLeast), 0.02f);
}

TEST(DoubtfulNormals, TrianglesWithoutAreaSayNothing) {
  const std::vector<vec3> point(3, vec3(1.0f));
  const std::vector<std::uint32_t> corners{0, 1, 2};
  EXPECT_EQ(doubtful_normals(point, point, corners), 0.0f);
}

class DoubtfulNormalsOfFiles : public tests::FolderTest {
 protected:
  std::string told(const std::string& side) {
    const auto file = folder_ / "box.obj";
    tests::write_all(file,
                     "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nvn 0 1 0\n"
                     "f 1//" +
                         side + " 2//" + side + " 3//" + side + " 4//" + side + "\n");
    std::string all;
    const auto model = import_model(file);
    for (const ReportEntry& entry : model->report) {
      all += entry.message;
      if (entry.message.find("normals") != std::string::npos) {
        EXPECT_EQ(entry.mesh, 0);
      }
    }
    return all;
  }
};

TEST_F(DoubtfulNormalsOfFiles, TheReportTells) {
  EXPECT_EQ(told("1").find("normals"), std::string::npos) << told("1");
  EXPECT_NE(told("2").find("The normals of about 100 % of its surface lie along their triangles"),
            std::string::npos)
      << told("2");
}

}  // namespace
}  // namespace bindpose::doubtful_normals_test
