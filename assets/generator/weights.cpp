#include "weights.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "math/geometry.h"

namespace bindpose::gen {
namespace {

using Sparse = Eigen::SparseMatrix<double>;

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

Sparse cotangent_laplacian(const TriangleMesh& mesh, std::vector<double>& area) {
  std::vector<Eigen::Triplet<double>> entries;
  area.assign(mesh.position.size(), 0.0);
  for (const Triangle& t : mesh.triangle) {
    for (int k = 0; k < 3; ++k) {
      const int i = t[at(k)], j = t[at((k + 1) % 3)], o = t[at((k + 2) % 3)];
      const glm::dvec3 u = glm::dvec3(mesh.position[at(i)]) - glm::dvec3(mesh.position[at(o)]);
      const glm::dvec3 v = glm::dvec3(mesh.position[at(j)]) - glm::dvec3(mesh.position[at(o)]);
      const double twice_area = glm::length(glm::cross(u, v));
      // Not below 0, so that the solution stays between 0 and 1.
      const double w = 0.5 * std::max(glm::dot(u, v) / twice_area, 0.0);
      area[at(o)] += twice_area / 6.0;
      entries.emplace_back(i, i, w);
      entries.emplace_back(j, j, w);
      entries.emplace_back(i, j, -w);
      entries.emplace_back(j, i, -w);
    }
  }
  const auto n = static_cast<Eigen::Index>(mesh.position.size());
  Sparse l(n, n);
  l.setFromTriplets(entries.begin(), entries.end());
  return l;
}

bool sees(const Field& inside, const vec3& from, const vec3& to) {
  constexpr int kSteps = 12;
  for (int k = 1; k < kSteps; ++k) {
    const float s = static_cast<float>(k) / static_cast<float>(kSteps);
    if (inside(from + s * (to - from)) > 0.003f) return false;
  }
  return true;
}

struct Nearest {
  int joint = -1;
  float distance = 0.0f;
};

Nearest nearest_bone(const Field& inside, std::span<const Segment> segments, const vec3& p) {
  struct Candidate {
    float distance;
    int joint;
    vec3 point;
  };
  std::vector<Candidate> all;
  for (const Segment& s : segments) {
    const vec3 c = s.a + closest_on_segment(p, s.a, s.b) * (s.b - s.a);
    all.push_back({glm::length(p - c), s.joint, c});
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Candidate& a, const Candidate& b) { return a.distance < b.distance; });
  for (const Candidate& c : all) {
    if (sees(inside, p, c.point)) return {c.joint, c.distance};
  }
  return {all.front().joint, all.front().distance};
}

std::vector<Influence> pack(std::vector<Influence> row, int most) {
  const auto heavier = [](const Influence& a, const Influence& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.joint < b.joint;
  };
  std::sort(row.begin(), row.end(), heavier);
  float cut = 0.01f;
  if (static_cast<int>(row.size()) > most) cut = std::max(cut, row[at(most)].weight);
  double sum = 0.0;
  std::vector<Influence> kept;
  for (Influence& i : row) {
    if (i.weight > cut) kept.push_back({i.joint, i.weight - cut});
  }
  // A second pass: what the subtraction left below the limit after normalising.
  for (const Influence& i : kept) sum += i.weight;
  std::erase_if(kept, [&](const Influence& i) { return i.weight < 0.01 * sum; });
  sum = 0.0;
  for (const Influence& i : kept) sum += i.weight;
  for (Influence& i : kept) i.weight = static_cast<float>(i.weight / sum);
  return kept;
}

}  // namespace

std::vector<std::vector<float>> heat_weights(const TriangleMesh& mesh, const Field& inside,
                                             std::span<const Segment> segments, int joint_count,
                                             float heat) {
  std::vector<double> area;
  Sparse system = cotangent_laplacian(mesh, area);
  const auto n = static_cast<Eigen::Index>(mesh.position.size());
  std::vector<int> owner(mesh.position.size());
  std::vector<double> source(mesh.position.size());
  for (Eigen::Index v = 0; v < n; ++v) {
    const auto i = static_cast<std::size_t>(v);
    const Nearest nearest = nearest_bone(inside, segments, mesh.position[i]);
    const double d = std::max(static_cast<double>(nearest.distance), 1e-3);
    owner[i] = nearest.joint;
    source[i] = area[i] * static_cast<double>(heat) / (d * d);
    system.coeffRef(v, v) += source[i];
  }
  const Eigen::SimplicialLDLT<Sparse> solver(system);
  if (solver.info() != Eigen::Success) {
    throw std::runtime_error("the heat equation of the weights could not be solved");
  }
  std::vector<std::vector<float>> weight(
      mesh.position.size(), std::vector<float>(static_cast<std::size_t>(joint_count), 0.0f));
  for (int j = 0; j < joint_count; ++j) {
    Eigen::VectorXd right = Eigen::VectorXd::Zero(n);
    for (Eigen::Index v = 0; v < n; ++v) {
      const auto i = static_cast<std::size_t>(v);
      if (owner[i] == j) right[v] = source[i];
    }
    if (right.isZero()) continue;
    const Eigen::VectorXd w = solver.solve(right);
    for (Eigen::Index v = 0; v < n; ++v) {
      weight[static_cast<std::size_t>(v)][at(j)] = static_cast<float>(w[v]);
    }
  }
  return weight;
}

void make_symmetric(std::vector<std::vector<float>>& weight, const TriangleMesh& mesh,
                    std::span<const int> mirror_joint) {
  for (std::size_t v = 0; v < weight.size(); ++v) {
    const auto twin = at(mesh.twin[v]);
    if (twin < v) continue;
    for (std::size_t j = 0; j < mirror_joint.size(); ++j) {
      const auto k = at(mirror_joint[j]);
      const float mean = 0.5f * (weight[v][j] + weight[twin][k]);
      weight[v][j] = weight[twin][k] = mean;
    }
  }
}

WeightRows to_influences(const std::vector<std::vector<float>>& weight, int most) {
  WeightRows rows;
  for (const std::vector<float>& dense : weight) {
    std::vector<Influence> row;
    for (std::size_t j = 0; j < dense.size(); ++j) {
      if (dense[j] > 0.0f) row.push_back({static_cast<int>(j), dense[j]});
    }
    rows.push_back(pack(std::move(row), most));
  }
  return rows;
}

WeightRows transfer_weights(std::span<const vec3> points, const TriangleMesh& from,
                            const WeightRows& weight, int most) {
  constexpr std::size_t kNeighbours = 8;
  WeightRows rows;
  std::vector<std::pair<float, std::size_t>> by_distance(from.position.size());
  for (const vec3& p : points) {
    for (std::size_t v = 0; v < from.position.size(); ++v) {
      const vec3 d = from.position[v] - p;
      by_distance[v] = {glm::dot(d, d), v};
    }
    std::partial_sort(by_distance.begin(), by_distance.begin() + kNeighbours, by_distance.end());
    std::map<int, float> sum;
    for (std::size_t k = 0; k < kNeighbours; ++k) {
      const auto [d2, v] = by_distance[k];
      for (const Influence& i : weight[v]) sum[i.joint] += i.weight / (d2 + 1e-4f);
    }
    float total = 0.0f;
    for (const auto& [joint, w] : sum) total += w;
    std::vector<Influence> row;
    for (const auto& [joint, w] : sum) row.push_back({joint, w / total});
    rows.push_back(pack(std::move(row), most));
  }
  return rows;
}

WeightRows rigid_weights(std::size_t vertices, int joint) {
  return WeightRows(vertices, {{joint, 1.0f}});
}

}  // namespace bindpose::gen
