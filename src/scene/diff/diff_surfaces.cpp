// Surfaces and weights by place.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <unordered_map>

#include "math/numbers.h"
#include "rig/proximity/nearest_surface.h"
#include "scene/diff/diff_sides.h"

namespace bindpose {
namespace {

// All meshes of a scene in its bind pose as one surface, in display space.
struct Whole {
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;
  std::vector<int> mesh;              // #V
  std::vector<std::size_t> first{0};  // #M + 1: of the vertices of a mesh
};

Whole whole_of(const DiffSide& side) {
  Whole out;
  const PosedScene posed = evaluate(side.in_bind);
  std::vector<vec3> points;
  for (std::size_t m = 0; m < side.model.meshes.size(); ++m) {
    skin_mesh(side.in_bind, posed, static_cast<int>(m), Deformer::Linear, points, nullptr);
    const auto first = static_cast<std::uint32_t>(out.position.size());
    for (const vec3& p : points) out.position.emplace_back(side.model.to_display * vec4(p, 1.0f));
    out.mesh.resize(out.position.size(), static_cast<int>(m));
    out.first.push_back(out.position.size());
    for (const std::uint32_t v : side.model.meshes[m].triangle) out.triangle.push_back(first + v);
  }
  return out;
}

// Weights by numbers that both sides share: of one joint in both, or of a joint that only one has.
class NamedWeights {
 public:
  // `nodes`: numbers by name of those that are no joints, shared by both sides.
  NamedWeights(const DiffSide& side, const Whole& whole, const std::vector<JointDiff>& joints,
               bool is_a, std::unordered_map<std::string, std::size_t>& nodes)
      : whole_(whole), meshes_(bound_meshes(side.scene)), number_(side.bind.size(), kNone) {
    for (std::size_t k = 0; k < joints.size(); ++k) {
      const int j = is_a ? joints[k].a : joints[k].b;
      if (j >= 0) number_[idx(j)] = k;
    }
    for (std::size_t j = 0; j < number_.size(); ++j) {
      if (number_[j] != kNone) continue;
      number_[j] =
          nodes.emplace(side.model.skeleton.name[j], joints.size() + nodes.size()).first->second;
    }
  }

  // Adds `factor` times the weights of the vertex.
  void add(std::size_t vertex, float factor, std::vector<float>& weight,
           std::vector<std::size_t>& touched) const {
    const BoundMesh& bound = meshes_[idx(whole_.mesh[vertex])];
    const std::size_t v = vertex - whole_.first[idx(whole_.mesh[vertex])];
    const std::uint32_t begin = bound.influences.offset[v], end = bound.influences.offset[v + 1];
    const auto put = [&](int joint, float w) {
      const std::size_t n = number_[idx(joint)];
      touched.push_back(n);
      weight[n] += factor * w;
    };
    for (std::uint32_t i = begin; i < end; ++i) {
      put(bound.skin.joint[bound.influences.slot[i]], bound.influences.weight[i]);
    }
    if (begin == end) put(bound.mesh.node, 1.0f);
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  const Whole& whole_;
  std::vector<BoundMesh> meshes_;
  std::vector<std::size_t> number_;  // #J
};

// Vertices by their place, to the last bit: the nearest point of a triangle at its own corner is
// off by rounding, and a file would differ from itself.
class VertexPlaces {
 public:
  explicit VertexPlaces(const std::vector<vec3>& position) : position_(position) {
    order_.resize(position.size());
    std::iota(order_.begin(), order_.end(), 0u);
    std::ranges::sort(order_, {}, [&](std::uint32_t v) { return key(position_[v]); });
  }
  std::span<const std::uint32_t> at(const vec3& place) const {
    return std::ranges::equal_range(order_, key(place), {},
                                    [&](std::uint32_t v) { return key(position_[v]); });
  }

 private:
  // A total order, also of what is no number; -0 is 0.
  static std::array<std::uint32_t, 3> key(const vec3& p) {
    return {std::bit_cast<std::uint32_t>(p.x + 0.0f), std::bit_cast<std::uint32_t>(p.y + 0.0f),
            std::bit_cast<std::uint32_t>(p.z + 0.0f)};
  }

  const std::vector<vec3>& position_;
  std::vector<std::uint32_t> order_;
};

struct Worst {
  float weight = 0.0f;
  std::size_t number = 0;
};

class Comparison {
 public:
  Comparison(const Whole& one, const Whole& other, const NamedWeights& one_weights,
             const NamedWeights& other_weights, std::size_t numbers)
      : one_(one),
        other_(other),
        weights_(one_weights),
        other_weights_(other_weights),
        surface_(other.position, other.triangle),
        places_(other.position),
        weight_(numbers, 0.0f) {}

  // `each`: null, or gets the difference of every vertex, not a number where it is not compared.
  SurfaceDiff mesh(std::size_t m, const DiffOptions& options, double size,
                   std::vector<std::size_t>& worst_number, std::vector<float>* each) {
    constexpr std::size_t kBetween = 4096;  // vertices, from question to question
    const double tolerance = options.tolerance;
    SurfaceDiff out;
    out.mesh = static_cast<int>(m);
    out.vertices = one_.first[m + 1] - one_.first[m];
    const auto apart = static_cast<float>(tolerance * size);
    const auto near_by = static_cast<float>(std::max(tolerance, kSamePlace) * size);
    std::size_t number = 0;
    if (each != nullptr) each->assign(out.vertices, std::numeric_limits<float>::quiet_NaN());
    for (std::size_t v = one_.first[m]; v < one_.first[m + 1]; ++v) {
      if (v % kBetween == 0 && options.stop && options.stop()) throw DiffStopped();
      const auto same = places_.at(one_.position[v]);
      const auto found = same.empty() ? surface_.nearest(one_.position[v]) : NearPoint{};
      const auto at = static_cast<std::uint32_t>(v - one_.first[m]);
      const double metres = found ? found->distance : size;
      if (metres > out.metres) out.metres = metres, out.farthest = at;
      if (!(metres <= apart)) ++out.away;
      if (!found || found->distance > near_by) continue;
      ++out.compared;
      Worst worst = same.empty() ? difference(v, *found) : difference(v, same);
      if (worst.weight > tolerance) {
        surface_.each_within(one_.position[v], found->distance + apart, [&](const NearPoint& p) {
          const Worst here = difference(v, p);
          if (here.weight < worst.weight) worst = here;
          return worst.weight > tolerance;
        });
      }
      if (each != nullptr) (*each)[at] = worst.weight;
      if (worst.weight > tolerance) ++out.other_weights;
      if (worst.weight > out.weight) {
        out.weight = worst.weight;
        out.vertex = at;
        number = worst.number;
      }
    }
    worst_number.push_back(number);
    return out;
  }

 private:
  // To the one of these vertices that is most alike.
  Worst difference(std::size_t v, std::span<const std::uint32_t> same) {
    std::optional<Worst> least;
    for (const std::uint32_t own : same) {
      touched_.clear();
      weights_.add(v, 1.0f, weight_, touched_);
      other_weights_.add(own, -1.0f, weight_, touched_);
      const Worst here = worst_of_touched();
      if (!least || here.weight < least->weight) least = here;
    }
    return *least;
  }

  Worst difference(std::size_t v, const NearPoint& point) {
    touched_.clear();
    weights_.add(v, 1.0f, weight_, touched_);
    for (int k = 0; k < 3; ++k) {
      if (point.bary[k] == 0.0f) continue;
      other_weights_.add(other_.triangle[3 * std::size_t{point.triangle} + idx(k)], -point.bary[k],
                         weight_, touched_);
    }
    return worst_of_touched();
  }

  // Of weight_, which is 0 again afterwards.
  Worst worst_of_touched() {
    Worst worst;
    for (const std::size_t n : touched_) {
      if (std::abs(weight_[n]) > worst.weight) worst = {std::abs(weight_[n]), n};
    }
    for (const std::size_t n : touched_) weight_[n] = 0.0f;
    return worst;
  }

  const Whole &one_, &other_;
  const NamedWeights &weights_, &other_weights_;
  NearestSurface surface_;
  VertexPlaces places_;
  std::vector<float> weight_;  // by number, 0 between questions
  std::vector<std::size_t> touched_;
};

}  // namespace

std::vector<SurfaceDiff> compare_surfaces(const DiffSide& a, const DiffSide& b,
                                          const DiffOptions& options,
                                          const std::vector<JointDiff>& joints, double size,
                                          std::vector<std::vector<float>>* each) {
  const Whole wa = whole_of(a), wb = whole_of(b);
  std::unordered_map<std::string, std::size_t> nodes;
  const NamedWeights na(a, wa, joints, true, nodes), nb(b, wb, joints, false, nodes);
  const std::size_t numbers = joints.size() + nodes.size();
  std::vector<SurfaceDiff> out;
  for (const bool of_a : {true, false}) {
    const Whole &one = of_a ? wa : wb, &other = of_a ? wb : wa;
    Comparison comparison(one, other, of_a ? na : nb, of_a ? nb : na, numbers);
    std::vector<std::size_t> number;
    for (std::size_t m = 0; m + 1 < one.first.size(); ++m) {
      std::vector<float>* values = each == nullptr ? nullptr : &each->emplace_back();
      SurfaceDiff surface = comparison.mesh(m, options, size, number, values);
      surface.of_a = of_a;
      if (surface.weight > 0.0 && number.back() < joints.size()) {
        const JointDiff& joint = joints[number.back()];
        surface.joint = joint.a >= 0 ? a.model.skeleton.name[idx(joint.a)]
                                     : b.model.skeleton.name[idx(joint.b)];
      }
      out.push_back(surface);
    }
  }
  return out;
}

}  // namespace bindpose
