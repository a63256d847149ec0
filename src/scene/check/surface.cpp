#include "scene/check/surface.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>

#include "math/bounds.h"
#include "math/numbers.h"

namespace bindpose {

CheckedSurface checked_surface(const Scene& scene) {
  CheckedSurface s;
  std::vector<std::uint32_t> triangle;
  std::vector<std::pair<std::size_t, std::uint32_t>> origin;  // of each vertex: mesh, vertex
  Box box;
  const std::vector<BoundMesh> meshes = bound_meshes(scene);
  for (const BoundMesh& b : meshes) {
    s.first.push_back(static_cast<std::uint32_t>(s.position.size()));
    if (!b.skin.skinned) continue;
    const std::uint32_t from = s.first.back();
    s.position.insert(s.position.end(), b.mesh.position.begin(), b.mesh.position.end());
    for (const std::uint32_t v : b.mesh.triangle) triangle.push_back(from + v);
    add_points(box, b.mesh.position);
  }
  s.first.push_back(static_cast<std::uint32_t>(s.position.size()));
  s.graph = vertex_graph(s.position, triangle);
  s.part = connected_parts(s.graph, s.parts);
  s.part_size.resize(s.parts);
  for (const std::uint32_t part : s.part) ++s.part_size[part];
  s.size = s.position.empty() ? 0.0f : box.diagonal();
  s.millimetres = 1000.0 * metres_a_unit(*scene.model);
  s.offset.reserve(s.graph.size() + 1);
  s.share.reserve(4 * s.graph.size());
  std::size_t m = 0;  // points are in the order of their first vertices
  for (std::size_t p = 0; p < s.graph.size(); ++p) {
    const std::uint32_t v = s.graph.vertices_of(p)[0];
    while (v >= s.first[m + 1]) ++m;
    const auto& [mesh, in, skin] = meshes[m];
    const std::uint32_t i = v - s.first[m];
    for (std::uint32_t k = in.offset[i]; k < in.offset[i + 1]; ++k) {
      s.share.push_back({skin.joint[in.slot[k]], in.weight[k]});
    }
    s.offset.push_back(static_cast<std::uint32_t>(s.share.size()));
  }
  return s;
}

float row_distance(std::span<const JointShare> a, std::span<const JointShare> b) {
  // What both have in common is all that counts: the rest of each is what the other lacks.
  float common = 0.0f;
  for (const JointShare& x : a) {
    for (const JointShare& y : b) {
      if (x.joint == y.joint) common += std::min(x.weight, y.weight);
    }
  }
  return a.empty() && b.empty() ? 0.0f : std::max(0.0f, 1.0f - common);
}

int steps_between(const Skeleton& s, int a, int b, int most) {
  for (int steps = 0; steps <= most; ++steps) {
    if (a == b) return steps;
    int& lower = a > b ? a : b;  // parents come first
    lower = s.parent[idx(lower)];
    if (lower < 0) return most + 1;
  }
  return most + 1;
}

std::string named_joints(const Model& model, const std::vector<int>& joints) {
  constexpr std::size_t kShown = 3;
  std::string text;
  const std::size_t shown = joints.size() <= kShown + 1 ? joints.size() : kShown;
  for (std::size_t k = 0; k < shown; ++k) {
    const bool last = k + 1 == shown && shown == joints.size();
    text += (k == 0 ? "" : last ? " and " : ", ") + model.skeleton.name[idx(joints[k])];
  }
  if (shown < joints.size()) text += " and " + std::to_string(joints.size() - shown) + " more";
  return text;
}

std::string length_text(double millimetres) {
  return millimetres < 1000.0 ? short_number(millimetres) + " mm"
                              : short_number(0.001 * millimetres) + " m";
}

Finding vertex_finding(const Checking& c, Rule rule, std::size_t mesh,
                       std::vector<std::uint32_t> vertices, std::uint32_t worst_vertex) {
  Finding f;
  f.rule = rule;
  f.severity = c.profile.of(rule).value_or(Severity::Info);
  f.mesh = static_cast<int>(mesh);
  f.count = vertices.size();
  f.vertices = std::move(vertices);
  f.name = c.model.meshes[mesh].name;
  f.place = "/meshes/" + std::to_string(mesh) + "/vertices/" + std::to_string(worst_vertex);
  return f;
}

Finding joint_finding(const Checking& c, Rule rule, std::vector<int> joints) {
  Finding f;
  f.rule = rule;
  f.severity = c.profile.of(rule).value_or(Severity::Info);
  f.count = joints.size();
  f.name = c.model.skeleton.name[idx(joints.front())];
  f.place = "/joints/" + std::to_string(joints.front());
  f.joints = std::move(joints);
  return f;
}

void add_points(const Checking& c, Rule rule, std::string_view unit,
                std::span<const FlawedPoint> points,
                const std::function<std::string(const Finding&)>& text) {
  struct OfMesh {
    std::vector<std::uint32_t> vertices;
    std::vector<int> joints;
    double worst = -1.0;
    std::uint32_t at = 0;
  };
  std::map<std::size_t, OfMesh> found;
  const std::vector<std::uint32_t>& first = c.surface.first;
  for (const FlawedPoint& p : points) {
    for (const std::uint32_t v : c.surface.graph.vertices_of(p.point)) {
      const std::size_t m = static_cast<std::size_t>(
                                std::upper_bound(first.begin(), first.end(), v) - first.begin()) -
                            1;
      OfMesh& of = found[m];
      of.vertices.push_back(v - first[m]);
      if (p.joint >= 0) of.joints.push_back(p.joint);
      if (p.worst > of.worst) {
        of.worst = p.worst;
        of.at = v - first[m];
      }
    }
  }
  const auto tidy = [](auto& list) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
  };
  for (auto& [m, of] : found) {
    tidy(of.vertices);
    tidy(of.joints);
    Finding f = vertex_finding(c, rule, m, std::move(of.vertices), of.at);
    f.joints = std::move(of.joints);
    f.worst = of.worst;
    f.unit = unit;
    f.text = text(f);
    c.out.push_back(std::move(f));
  }
}

}  // namespace bindpose
