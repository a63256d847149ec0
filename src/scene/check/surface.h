// For scene/check/*.cpp: the skinned meshes of a scene as one surface, with the weights at its
// points.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "rig/pose/joint_pairs.h"
#include "rig/surface/vertex_graph.h"
#include "scene/check/check.h"
#include "scene/names.h"
#include "scene/numerals.h"

namespace bindpose {

struct JointShare {
  int joint;
  float weight;
};

// All meshes that joints move, welded by place: a body whose hands have another material is one
// surface. A point has the weights of its first vertex.
struct CheckedSurface {
  std::vector<vec3> position;        // of all vertices, mesh after mesh
  std::vector<std::uint32_t> first;  // #M + 1: where a mesh's vertices begin; others have none
  VertexGraph graph;
  std::vector<std::uint32_t> part;  // #P: the connected part
  std::size_t parts = 0;
  std::vector<std::uint32_t> part_size;  // #parts: its points
  std::vector<std::uint32_t> offset{0};  // #P + 1
  std::vector<JointShare> share;         // from the largest to the smallest
  float size = 0.0f;                     // the diagonal of its box
  double millimetres = 1.0;              // a unit of length, as displayed

  std::span<const JointShare> row(std::size_t point) const {
    return std::span(share).subspan(offset[point], offset[point + 1] - offset[point]);
  }
  const vec3& place(std::size_t point) const { return position[graph.vertices_of(point)[0]]; }
};

CheckedSurface checked_surface(const Scene& scene);

// What all rules get: the scene, its surface, and where findings go.
struct Checking {
  const Scene& scene;
  const Model& model;
  const CheckProfile& profile;
  const CheckCancel& cancel;
  const CheckedSurface& surface;
  const JointPairs& pairs;  // which joint is on the other side
  std::vector<Finding>& out;

  bool is_on(Rule rule) const { return profile.of(rule).has_value(); }
  bool stops() const { return cancel && cancel(); }
};

// A flawed vertex of the surface: which of all vertices, how bad, and the joint that is meant.
struct FlawedPoint {
  std::uint32_t point;
  double worst;
  int joint = -1;
};
// One finding a mesh, of the vertices at these points. `text` is given the finding with its count,
// its joints and the worst.
void add_points(const Checking& c, Rule rule, std::string_view unit,
                std::span<const FlawedPoint> points,
                const std::function<std::string(const Finding&)>& text);
// One of these vertices of a mesh (ascending), the worst of them being `worst_vertex`.
Finding vertex_finding(const Checking& c, Rule rule, std::size_t mesh,
                       std::vector<std::uint32_t> vertices, std::uint32_t worst_vertex);
// One of these joints (ascending).
Finding joint_finding(const Checking& c, Rule rule, std::vector<int> joints);

// "a, b and 3 more".
std::string named_joints(const Model& model, const std::vector<int>& joints);
// "3.2 mm", "1.26 m".
std::string length_text(double millimetres);

// Half the sum of |w_a - w_b| over all joints: 0 for equal rows, 1 for rows without a common joint.
// Rows add up to 1 or have nothing.
float row_distance(std::span<const JointShare> a, std::span<const JointShare> b);

// How many steps up and down the tree lie between two joints; more than `most` is most + 1.
int steps_between(const Skeleton& s, int a, int b, int most);

// The rules, by what they look at. In *_rules.cpp.
void check_weights(const Checking& c);
void check_limit(const Checking& c);
void check_regions(const Checking& c);
void check_jumps(const Checking& c);
void check_seams(const Checking& c);
void check_symmetry(const Checking& c);
void check_joints(const Checking& c);
void check_binds(const Checking& c);

}  // namespace bindpose
