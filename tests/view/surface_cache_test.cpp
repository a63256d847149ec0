// Pointing at the posed surface through the cache, against trying every triangle.
#include "view/surface_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <set>

#include "scene/edit/edit.h"
#include "view/pick.h"
#include "view/rigs.h"

namespace bindpose::surface_cache_test {
namespace {

// A wavy sheet of n by n squares on two joints, its triangles in random order.
Mesh sheet(int n, float z, unsigned seed) {
  Mesh m;
  std::vector<std::vector<WeightEntry>> rows;
  for (int y = 0; y <= n; ++y) {
    for (int x = 0; x <= n; ++x) {
      const float u = static_cast<float>(x) / static_cast<float>(n);
      const float v = static_cast<float>(y) / static_cast<float>(n);
      m.position.push_back({2.0f * u - 1.0f, 2.0f * v - 1.0f, z + 0.2f * std::sin(9.0f * u)});
      rows.push_back({{0, 1.0f - u}, {1, u}});
    }
  }
  m.normal.assign(m.position.size(), vec3(0, 0, 1));
  std::vector<std::array<std::uint32_t, 3>> triangles;
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      const auto a = static_cast<std::uint32_t>(y * (n + 1) + x);
      const auto b = a + static_cast<std::uint32_t>(n + 1);
      triangles.push_back({a, a + 1, b + 1});
      triangles.push_back({a, b + 1, b});
    }
  }
  std::shuffle(triangles.begin(), triangles.end(), std::mt19937(seed));
  for (const auto& t : triangles) m.triangle.insert(m.triangle.end(), t.begin(), t.end());
  m.file_binding.influences = pack_influences(rows, 2).influences;
  m.file_binding.skin.joint = {0, 1};
  m.file_binding.skin.bind.assign(2, mat4(1.0f));
  m.file_binding.skin.inverse_bind = m.file_binding.skin.bind;
  m.file_binding.skin.skinned = true;
  return m;
}

struct Surface : ::testing::Test {
  Viewport view{900, 700};
  Camera camera;
  std::shared_ptr<Model> model = rigs::model({{"a", -1, mat4(1.0f)}, {"b", 0, mat4(1.0f)}});
  SurfaceCache cache;

  void SetUp() override {
    model->meshes = {sheet(40, 0.0f, 1), sheet(25, -0.5f, 2)};
    camera.target = vec3(0.0f);
    camera.distance = 5.0f;
  }
};

// The cache outlives what is hidden and shown again.
TEST_F(Surface, HidingAMeshTakesItFromUnderTheMouse) {
  Scene scene = make_scene(model);
  const PosedScene posed = evaluate(scene);
  const vec2 middle(450, 350);
  const auto mesh_at = [&] {
    const auto hit = pick_surface(cache, scene, posed, scene.view.method, camera, view, middle);
    return hit ? hit->mesh : -1;
  };
  EXPECT_EQ(mesh_at(), 0);
  scene.mesh_hidden = {1, 0};
  EXPECT_EQ(mesh_at(), 1);
  EXPECT_EQ(pick_surface_plainly(scene, posed, scene.view.method, camera, view, middle)->mesh, 1);
  scene.mesh_hidden = {1, 1};
  EXPECT_EQ(mesh_at(), -1);
  scene.mesh_hidden = {0, 0};
  EXPECT_EQ(mesh_at(), 0);
}

// Every triangle of every mesh, the plain way.
std::optional<VertexRef> by_force(const Scene& scene, const PosedScene& posed, const Ray& ray) {
  float best = std::numeric_limits<float>::infinity();
  std::optional<VertexRef> found;
  for (int m = 0; m < static_cast<int>(scene.model->meshes.size()); ++m) {
    const Mesh& mesh = scene.model->meshes[static_cast<std::size_t>(m)];
    std::vector<vec3> p;
    skin_mesh(scene, posed, m, p, nullptr);
    for (std::size_t t = 0; t + 2 < mesh.triangle.size(); t += 3) {
      const std::uint32_t* c = &mesh.triangle[t];
      const vec3 n = glm::cross(p[c[1]] - p[c[0]], p[c[2]] - p[c[0]]);
      const float along = glm::dot(p[c[0]] - ray.origin, n) / glm::dot(ray.direction, n);
      const vec3 hit = ray.origin + along * ray.direction;
      bool inside = along > 0.0f && along < best;
      for (int k = 0; k < 3 && inside; ++k) {
        const vec3 edge = p[c[(k + 1) % 3]] - p[c[k]];
        inside = glm::dot(glm::cross(edge, hit - p[c[k]]), n) >= 0.0f;
      }
      if (!inside) continue;
      best = along;
      std::uint32_t nearest = c[0];
      for (int k = 1; k < 3; ++k) {
        if (glm::distance(p[c[k]], hit) < glm::distance(p[nearest], hit)) nearest = c[k];
      }
      found = VertexRef{m, nearest};
    }
  }
  return found;
}

TEST_F(Surface, RunsHoldEveryTriangleOnceAndAllItsVertices) {
  const Mesh& mesh = model->meshes[0];
  const TriangleRuns runs = make_runs(mesh);
  EXPECT_EQ(runs.order.size(), mesh.triangle.size() / 3);
  EXPECT_EQ(std::set<std::uint32_t>(runs.order.begin(), runs.order.end()).size(),
            runs.order.size());
  EXPECT_EQ(runs.count(), (runs.order.size() + kTrianglesInRun - 1) / kTrianglesInRun);
  std::vector<Box> boxes;
  run_boxes(runs, mesh.position, boxes);
  float area = 0.0f;
  for (std::size_t k = 0; k < runs.order.size(); ++k) {
    const Box& box = boxes[k / kTrianglesInRun];
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const vec3& p = mesh.position[mesh.triangle[3 * runs.order[k] + corner]];
      EXPECT_TRUE(glm::all(glm::lessThanEqual(box.lo, p)) &&
                  glm::all(glm::lessThanEqual(p, box.hi)));
    }
  }
  for (const Box& box : boxes) area += (box.hi.x - box.lo.x) * (box.hi.y - box.lo.y);
  EXPECT_LT(area, 3.0f * 4.0f) << "runs of neighbours overlap little, however the file has them";
}

TEST_F(Surface, FindsWhatTryingEveryTriangleFinds) {
  Document document(make_scene(model));
  document.apply({TransformJoint{1, TransformJoint::Rotate, {25.0f, -40.0f, 10.0f}}});
  std::mt19937 random(3);
  std::uniform_real_distribution<float> unit(0.0f, 1.0f);
  int hits = 0, differ = 0;
  for (int pose = 0; pose < 4; ++pose) {
    document.apply({TransformJoint{1, TransformJoint::Rotate, {9.0f, 4.0f, 15.0f}}});
    const PosedScene posed = evaluate(document.scene());
    for (int k = 0; k < 60; ++k) {
      camera.yaw = 6.0f * unit(random);
      camera.pitch = 2.0f * unit(random) - 1.0f;
      const vec2 pixel(250.0f + 400.0f * unit(random), 150.0f + 400.0f * unit(random));
      const auto hit = pick_surface(cache, document.scene(), posed, document.scene().view.method,
                                    camera, view, pixel);
      const auto wanted = by_force(document.scene(), posed, pixel_ray(camera, view, pixel));
      const auto plainly = pick_surface_plainly(document.scene(), posed,
                                                document.scene().view.method, camera, view, pixel);
      ASSERT_EQ(plainly.has_value(), hit.has_value());
      if (hit) {
        EXPECT_EQ(plainly->mesh, hit->mesh);
        EXPECT_EQ(plainly->triangle, hit->triangle);
        EXPECT_EQ(plainly->vertex, hit->vertex);
        EXPECT_EQ(plainly->joint, hit->joint);
        EXPECT_EQ(plainly->point, hit->point);
      }
      hits += wanted.has_value();
      const bool same = hit.has_value() == wanted.has_value() &&
                        (!hit || VertexRef{hit->mesh, hit->vertex} == *wanted);
      differ += !same;
    }
  }
  EXPECT_GT(hits, 80);
  EXPECT_LE(differ, 1) << "a ray along an edge may go either way";
}

TEST_F(Surface, ThePoseIsFollowedOnlyWhereItChanged) {
  Document document(make_scene(model));
  PosedScene posed = evaluate(document.scene());
  update(cache, document.scene(), posed, document.scene().view.method);
  const vec3 before = cache.meshes[0].position.back();
  cache.meshes[0].position[0].x = 77.0f;  // a mark that goes when the cache is renewed
  document.apply({SetSelection{1}});
  update(cache, document.scene(), posed, document.scene().view.method);
  EXPECT_EQ(cache.meshes[0].position[0].x, 77.0f);
  document.apply({TransformJoint{1, TransformJoint::Translate, {0.0f, 0.0f, 2.0f}}});
  posed = evaluate(document.scene());
  update(cache, document.scene(), posed, document.scene().view.method);
  EXPECT_NE(cache.meshes[0].position[0].x, 77.0f);
  EXPECT_LT(glm::distance(cache.meshes[0].position.back(), before + vec3(0, 0, 2)), 1e-5f);
  document.apply({SetWeights{{0, 0}, {{1, 1.0f}}}});
  posed = evaluate(document.scene());
  update(cache, document.scene(), posed, document.scene().view.method);
  EXPECT_NEAR(cache.meshes[0].position[0].z, 2.0f, 1e-5f) << "edited weights move the vertex";
}

}  // namespace
}  // namespace bindpose::surface_cache_test
