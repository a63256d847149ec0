#include "view/seen_vertices.h"

#include <algorithm>
#include <cmath>

namespace bindpose {
namespace {

// How near the surface is: 1 over the depth in perspective, which changes evenly across the picture
// of a triangle; without perspective its negative.
class DepthPicture {
 public:
  DepthPicture(const Viewport& viewport, bool perspective) : perspective_(perspective) {
    constexpr float kMost = 1e6f;
    const float pixels = std::max(viewport.width * viewport.height, 1.0f);
    scale_ = std::min(1.0f, std::sqrt(kMost / pixels));
    width_ = std::max(static_cast<int>(viewport.width * scale_), 1);
    height_ = std::max(static_cast<int>(viewport.height * scale_), 1);
    near_.assign(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), kNothing);
  }

  void draw(vec3 a, vec3 b, vec3 c) {
    if (!(a.z > 0.0f && b.z > 0.0f && c.z > 0.0f)) return;
    for (vec3* p : {&a, &b, &c}) *p = vec3(vec2(*p) * scale_, nearness(p->z));
    const float area = cross(b - a, c - a);
    if (!(std::abs(area) > 1e-6f)) return;
    const auto low = [](float x, float y, float z) { return std::floor(std::min({x, y, z})); };
    const auto high = [](float x, float y, float z) { return std::ceil(std::max({x, y, z})); };
    const int x0 = clamped(low(a.x, b.x, c.x), width_), x1 = clamped(high(a.x, b.x, c.x), width_);
    const int y0 = clamped(low(a.y, b.y, c.y), height_), y1 = clamped(high(a.y, b.y, c.y), height_);
    for (int y = y0; y <= y1; ++y) {
      for (int x = x0; x <= x1; ++x) {
        const vec3 p(float(x) + 0.5f, float(y) + 0.5f, 0.0f);
        const float u = cross(b - p, c - p) / area, v = cross(c - p, a - p) / area;
        const float w = 1.0f - u - v;
        if (u < 0.0f || v < 0.0f || w < 0.0f) continue;
        float& at = near_[place(x, y)];
        at = std::max(at, u * a.z + v * b.z + w * c.z);
      }
    }
  }

  // Whether nothing hides a point there (pixels, depth).
  bool shows(const vec3& p) const {
    if (!(p.z > 0.0f)) return false;
    const int x = static_cast<int>(std::floor(p.x * scale_)),
              y = static_cast<int>(std::floor(p.y * scale_));
    if (x < 0 || y < 0 || x >= width_ || y >= height_) return false;
    const float own = nearness(p.z * 0.996f);  // what lies a hair behind is the surface itself
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const int i = std::clamp(x + dx, 0, width_ - 1), j = std::clamp(y + dy, 0, height_ - 1);
        if (near_[place(i, j)] <= own) return true;
      }
    }
    return false;
  }

 private:
  static constexpr float kNothing = -3e38f;
  static float cross(const vec3& a, const vec3& b) { return a.x * b.y - a.y * b.x; }
  static int clamped(float x, int size) {
    return static_cast<int>(std::clamp(x, 0.0f, float(size - 1)));
  }
  float nearness(float depth) const { return perspective_ ? 1.0f / depth : -depth; }
  std::size_t place(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(x);
  }

  bool perspective_;
  float scale_ = 1.0f;
  int width_ = 1, height_ = 1;
  std::vector<float> near_;
};

}  // namespace

SeenVertices seen_vertices(const Scene& scene, const PosedScene& posed, Deformer method,
                           const Camera& camera, const Viewport& viewport, bool through) {
  const Model& model = *scene.model;
  const std::size_t meshes = model.meshes.size();
  std::vector<std::vector<vec3>> at(meshes);
  DepthPicture picture(viewport, !camera.orthographic);
  for (std::size_t m = 0; m < meshes; ++m) {
    if (is_hidden(scene, m)) continue;
    skin_mesh(scene, posed, static_cast<int>(m), method, at[m], nullptr);
    for (vec3& p : at[m]) p = project(camera, viewport, vec3(model.to_display * vec4(p, 1.0f)));
    const std::vector<std::uint32_t>& triangle = model.meshes[m].triangle;
    if (through) continue;
    for (std::size_t t = 0; t + 2 < triangle.size(); t += 3) {
      picture.draw(at[m][triangle[t]], at[m][triangle[t + 1]], at[m][triangle[t + 2]]);
    }
  }
  SeenVertices out{std::vector<std::vector<vec2>>(meshes),
                   std::vector<std::vector<std::uint8_t>>(meshes)};
  for (std::size_t m = 0; m < meshes; ++m) {
    out.pixel[m].reserve(at[m].size());
    out.seen[m].reserve(at[m].size());
    for (const vec3& p : at[m]) {
      out.pixel[m].emplace_back(p);
      out.seen[m].push_back(through ? p.z > 0.0f : picture.shows(p));
    }
  }
  return out;
}

Camera seeing(const Scene& scene, const PosedScene& posed, Deformer method,
              const VertexLists& vertices, const Viewport& viewport, const Camera& from,
              const std::function<Camera(const Camera&)>& framed) {
  constexpr double kEnough = 1.0 / 3.0;  // half of what goes around a limb is behind it
  constexpr float kPixels = 1e5f, kTurn = 0.7853982f, kSlant = 0.6f;
  constexpr double kTriangles = 4e6;  // drawn at most, all sides together: the window waits
  const float scale = std::min(1.0f, std::sqrt(kPixels / (viewport.width * viewport.height)));
  const Viewport small{scale * viewport.width, scale * viewport.height};
  const auto part_seen = [&](const Camera& camera) {
    const SeenVertices all = seen_vertices(scene, posed, method, camera, small, false);
    std::size_t seen = 0, count = 0;
    for (std::size_t m = 0; m < vertices.size(); ++m) {
      if (all.seen[m].empty()) continue;
      for (const std::uint32_t v : vertices[m]) seen += all.seen[m][v];
      count += vertices[m].size();
    }
    return count > 0 ? double(seen) / double(count) : 1.0;
  };
  double triangles = 1.0;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m)
    triangles += static_cast<double>(scene.model->meshes[m].triangle.size()) / 3.0;
  double tries = kTriangles / triangles;
  Camera best = framed(from);
  if (tries < 2.0) return best;
  double most = part_seen(best);
  for (const float pitch : {from.pitch, kSlant, -kSlant}) {
    for (const int turn : {0, 1, -1, 2, -2, 3, -3, 4}) {
      if (most >= kEnough || --tries < 1.0) return best;
      Camera side = from;
      side.roll = 0.0f;
      side.pitch = pitch;
      side.yaw += kTurn * static_cast<float>(turn);
      const Camera there = framed(side);
      const double part = part_seen(there);
      if (part <= most) continue;
      most = part;
      best = there;
    }
  }
  return best;
}

}  // namespace bindpose
