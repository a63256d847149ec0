#include "rig/deform/rotation_centers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

#include "math/transform.h"

namespace bindpose {
namespace {

using glm::dvec3;

constexpr double kSigma = 0.1;      // of s
constexpr double kAlike = 0.1;      // corners of a triangle that is not halved
constexpr int kMostHalvings = 16;   // of one triangle: rows a length of 1.4 apart need 8
constexpr int kCells = 64;          // of a weight from 0 to 1
constexpr std::size_t kAsk = 1024;  // vertices or triangles between two calls of go_on

double alike(double pj, double pk, double vj, double vk) {
  const double off = (pj * vk - pk * vj) / kSigma;
  return pj * pk * vj * vk * std::exp(-off * off);
}

// What a pair of joints knows of the triangles that both pull on.
struct Cell {
  double area = 0.0, first = 0.0, second = 0.0;  // the weights times the area until they are means
  dvec3 middle{0.0};                             // likewise
};
struct PairCells {
  std::unordered_map<int, Cell> by_weights;
  std::vector<Cell> cell;
};

// One corner of a triangle: its place, and its weights of the triangle's joints.
struct Corner {
  dvec3 place;
  std::vector<double> weight;
};

class PairedSurface {
 public:
  // `joint`: what the corners' weights are of, ascending.
  void add(const std::vector<int>& joint, const std::array<Corner, 3>& corner) {
    // The parts of a triangle go to the same pairs: these are looked up once.
    pairs_of_triangle_.clear();
    for (std::size_t j = 0; j < joint.size(); ++j) {
      for (std::size_t k = j + 1; k < joint.size(); ++k)
        pairs_of_triangle_.push_back(&pairs_[{joint[j], joint[k]}]);
    }
    halve(corner, 0);
  }
  // Means of what was added. To be called once, after all triangles.
  void finish() {
    for (auto& [pair, cells] : pairs_) {
      for (auto& [place, c] : cells.by_weights) {
        cells.cell.push_back({c.area, c.first / c.area, c.second / c.area, c.middle / c.area});
      }
      cells.by_weights.clear();
    }
  }
  // The centre of a row, `joint` ascending; 0 in w: none.
  vec4 center(const std::vector<std::pair<int, double>>& row) const {
    double total = 0.0;
    dvec3 sum(0.0);
    for (std::size_t a = 0; a < row.size(); ++a) {
      for (std::size_t b = a + 1; b < row.size(); ++b) {
        const auto found = pairs_.find({row[a].first, row[b].first});
        if (found == pairs_.end()) continue;
        for (const Cell& c : found->second.cell) {
          const double s = c.area * alike(row[a].second, row[b].second, c.first, c.second);
          total += s;
          sum += s * c.middle;
        }
      }
    }
    return total > 0.0 ? vec4(vec3(sum / total), 1.0f) : vec4(0.0f);
  }

 private:
  static std::size_t at(int corner) { return static_cast<std::size_t>(corner % 3); }

  void halve(const std::array<Corner, 3>& corner, int halvings) {
    int longest = -1;
    double most = kAlike * kAlike;
    for (int e = 0; e < 3; ++e) {
      const auto& a = corner[at(e)].weight;
      const auto& b = corner[at(e + 1)].weight;
      double square = 0.0;
      for (std::size_t n = 0; n < a.size(); ++n) square += (a[n] - b[n]) * (a[n] - b[n]);
      if (square > most) most = square, longest = e;
    }
    if (longest < 0 || halvings == kMostHalvings) return put(corner);
    const Corner& a = corner[at(longest)];
    const Corner& b = corner[at(longest + 1)];
    const Corner& c = corner[at(longest + 2)];
    Corner middle{0.5 * (a.place + b.place), a.weight};
    for (std::size_t n = 0; n < a.weight.size(); ++n)
      middle.weight[n] = 0.5 * (a.weight[n] + b.weight[n]);
    halve({a, middle, c}, halvings + 1);
    halve({middle, b, c}, halvings + 1);
  }

  void put(const std::array<Corner, 3>& corner) {
    const auto& [a, b, c] = corner;
    const double area = 0.5 * glm::length(glm::cross(b.place - a.place, c.place - a.place));
    if (!(area > 0.0)) return;
    const dvec3 middle = (a.place + b.place + c.place) / 3.0;
    std::vector<double> mean(a.weight.size());
    for (std::size_t n = 0; n < mean.size(); ++n)
      mean[n] = (a.weight[n] + b.weight[n] + c.weight[n]) / 3.0;
    auto pair = pairs_of_triangle_.begin();
    for (std::size_t j = 0; j < mean.size(); ++j) {
      for (std::size_t k = j + 1; k < mean.size(); ++k, ++pair) {
        if (mean[j] <= 0.0 || mean[k] <= 0.0) continue;
        const int cell = static_cast<int>(std::lround(kCells * mean[j])) * (kCells + 1) +
                         static_cast<int>(std::lround(kCells * mean[k]));
        Cell& into = (*pair)->by_weights[cell];
        into.area += area;
        into.first += area * mean[j];
        into.second += area * mean[k];
        into.middle += area * middle;
      }
    }
  }

  std::map<std::pair<int, int>, PairCells> pairs_;  // joints of the skeleton, the smaller first
  std::vector<PairCells*> pairs_of_triangle_;
};

using JointRow = std::vector<std::pair<int, double>>;

JointRow joint_row(const BoundMesh& bound, std::size_t vertex) {
  const Influences& in = bound.influences;
  JointRow row;
  for (std::size_t k = in.offset[vertex]; k < in.offset[vertex + 1]; ++k)
    row.emplace_back(bound.skin.joint[in.slot[k]], double(in.weight[k]));
  std::ranges::sort(row);
  return row;
}

void add_triangle(const BoundMesh& bound, const mat4& to_shared, std::size_t first,
                  PairedSurface& surface) {
  std::array<JointRow, 3> row;
  std::vector<int> joint;
  for (std::size_t c = 0; c < 3; ++c) {
    row[c] = joint_row(bound, bound.mesh.triangle[first + c]);
    for (const auto& entry : row[c]) joint.push_back(entry.first);
  }
  std::ranges::sort(joint);
  joint.erase(std::ranges::unique(joint).begin(), joint.end());
  if (joint.size() < 2) return;  // similar to nothing
  std::array<Corner, 3> corner;
  for (std::size_t c = 0; c < 3; ++c) {
    corner[c].place =
        dvec3(vec3(to_shared * vec4(bound.mesh.position[bound.mesh.triangle[first + c]], 1.0f)));
    corner[c].weight.assign(joint.size(), 0.0);
    for (const auto& [j, w] : row[c])
      corner[c]
          .weight[static_cast<std::size_t>(std::ranges::lower_bound(joint, j) - joint.begin())] = w;
  }
  surface.add(joint, corner);
}

}  // namespace

double weight_similarity(std::span<const float> p, std::span<const float> v) {
  double sum = 0.0;
  for (std::size_t j = 0; j < p.size(); ++j) {
    for (std::size_t k = 0; k < p.size(); ++k) {
      if (j != k) sum += alike(double(p[j]), double(p[k]), double(v[j]), double(v[k]));
    }
  }
  return sum;
}

std::vector<std::vector<vec4>> rotation_centers(std::span<const BoundMesh> meshes,
                                                std::span<const mat4> to_shared,
                                                const std::function<bool(float)>& go_on) {
  std::size_t work = 0, done = 0;
  for (const BoundMesh& b : meshes)
    work += b.mesh.triangle.size() / 3 + b.influences.vertex_count();
  const auto stopped = [&] {
    return done++ % kAsk == 0 && go_on &&
           !go_on(float(done) / float(std::max<std::size_t>(work, 1)));
  };
  PairedSurface surface;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    const BoundMesh& b = meshes[m];
    for (std::size_t t = 0; t + 2 < b.mesh.triangle.size(); t += 3) {
      if (stopped()) return {};
      if (b.skin.skinned) add_triangle(b, to_shared[m], t, surface);
    }
  }
  surface.finish();
  std::vector<std::vector<vec4>> out;
  std::map<JointRow, vec4> known;  // rings of a limb, and seams, have the same rows
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    const BoundMesh& b = meshes[m];
    const mat4 to_bind = inverse_affine(to_shared[m]);
    out.emplace_back(b.influences.vertex_count(), vec4(0.0f));
    for (std::size_t i = 0; i < out.back().size(); ++i) {
      if (stopped()) return {};
      if (!b.skin.skinned || b.influences.offset[i + 1] - b.influences.offset[i] < 2) continue;
      const auto [at, is_new] = known.try_emplace(joint_row(b, i));
      if (is_new) at->second = surface.center(at->first);
      if (at->second.w > 0.0f) out.back()[i] = to_bind * at->second;
    }
  }
  return out;
}

}  // namespace bindpose
