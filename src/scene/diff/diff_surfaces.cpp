// Surfaces and weights by place.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>

#include "math/numbers.h"
#include "rig/proximity/nearest_surface.h"
#include "scene/diff/diff_sides.h"
#include "scene/diff/surface_faces.h"
#include "scene/diff/surface_layers.h"
#include "scene/diff/surface_morphs.h"
#include "scene/diff/surface_spots.h"

namespace bindpose {
namespace {

// Weights by numbers that both sides share: of one joint in both, or of a joint that only one has.
class NamedWeights {
 public:
  // `nodes`: numbers by name of those that are no joints, shared by both sides.
  NamedWeights(const DiffSide& side, const WholeSurface& whole,
               const std::vector<JointDiff>& joints, bool is_a,
               std::unordered_map<std::string, std::size_t>& nodes)
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
  const WholeSurface& whole_;
  std::vector<BoundMesh> meshes_;
  std::vector<std::size_t> number_;  // #J
};

WholeSurface surface_in_bind(const DiffSide& side) {
  WholeSurface out = whole_surface(side, side.in_bind);
  const PosedScene posed = evaluate(side.in_bind);
  // What is mirrored on its way here is inside out: its triangles are turned back.
  for (std::size_t m = 0; m + 1 < out.first.size(); ++m) {
    const mat4 onto = side.onto.empty() ? mat4(1.0f) : side.onto[m];
    const bool skinned = side.model.meshes[m].file_binding.skin.skinned;
    const mat4 node = skinned ? mat4(1.0f) : posed.node_matrix[m];
    if (!(glm::determinant(mat3(onto * side.model.to_display * node)) < 0.0f)) continue;
    for (std::size_t t = out.first_triangle[m]; t < out.first_triangle[m + 1]; ++t)
      std::swap(out.triangle[3 * t + 1], out.triangle[3 * t + 2]);
  }
  if (side.onto.empty()) return out;
  for (std::size_t v = 0; v < out.position.size(); ++v) {
    out.position[v] = vec3(side.onto[idx(out.mesh[v])] * vec4(out.position[v], 1.0f));
  }
  return out;
}

struct Worst {
  float weight = 0.0f;
  std::size_t number = 0;
};

class Comparison {
 public:
  // `faces`: whether triangles are compared.
  Comparison(const WholeSurface& one, const WholeSurface& other, const NamedWeights& one_weights,
             const NamedWeights& other_weights, const SurfaceLayers& layers, std::size_t numbers,
             bool faces)
      : one_(one),
        other_(other),
        weights_(one_weights),
        other_weights_(other_weights),
        layers_(layers),
        surface_(other.position, other.triangle),
        places_(other.position),
        weight_(numbers, 0.0f) {
    if (!faces) return;
    place_ = places_.first();
    faces_.emplace(other.triangle, place_);
    twin_.resize(one.position.size(), kOffSurface);
  }

  // `each`: null, or gets the difference of every vertex, not a number where it is not compared.
  // `spots`: of the whole surface, gets where on the other one each vertex of the mesh lies.
  SurfaceDiff mesh(std::size_t m, const DiffOptions& options, double size,
                   std::vector<std::size_t>& worst_number, std::vector<float>* each,
                   std::vector<SurfaceSpot>& spots, MorphComparison* morphs) {
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
      if (faces_ && found && metres <= apart) twin_[v] = twin_of(v, same, *found, apart);
      if (!found || found->distance > near_by) continue;
      ++out.compared;
      const SpotSearch spot{
          surface_, other_.position, other_.triangle, one_.position[v],
          same,     *found,          apart,           static_cast<std::uint32_t>(v)};
      Worst worst{std::numeric_limits<float>::infinity()};
      spot.each([&](const SurfaceSpot& here) {
        const Worst now = difference(v, here);
        if (now.weight < worst.weight) worst = now, spots[v] = here;
        return worst.weight > tolerance;
      });
      layers_.compare(v, at, spot, tolerance, out);
      if (morphs != nullptr) morphs->compare(v, out.mesh, at, spot);
      if (each != nullptr) (*each)[at] = worst.weight;
      if (worst.weight > tolerance) ++out.other_weights;
      if (worst.weight > out.weight) {
        out.weight = worst.weight;
        out.vertex = at;
        number = worst.number;
      }
    }
    worst_number.push_back(number);
    if (faces_) out.faces = compare_faces(one_, m, twin_, other_, surface_, *faces_, apart);
    return out;
  }

 private:
  // See compare_faces().
  std::uint32_t twin_of(std::size_t v, std::span<const std::uint32_t> same, const NearPoint& found,
                        float apart) const {
    if (!same.empty()) return place_[same.front()];
    float least = apart;
    std::uint32_t twin = kOnSurface;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t corner = other_.triangle[3 * std::size_t{found.triangle} + k];
      const float away = glm::distance(other_.position[corner], one_.position[v]);
      if (away <= least) least = away, twin = place_[corner];
    }
    return twin;
  }

  Worst difference(std::size_t v, const SurfaceSpot& spot) {
    touched_.clear();
    weights_.add(v, 1.0f, weight_, touched_);
    for (int k = 0; k < 3; ++k) {
      if (spot.bary[k] == 0.0f) continue;
      other_weights_.add(spot.corner[idx(k)], -spot.bary[k], weight_, touched_);
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

  const WholeSurface &one_, &other_;
  const NamedWeights &weights_, &other_weights_;
  const SurfaceLayers& layers_;
  NearestSurface surface_;
  VertexPlaces places_;
  std::vector<std::uint32_t> place_;    // #V of the other: VertexPlaces::first()
  std::optional<FacesByCorner> faces_;  // of the other
  std::vector<std::uint32_t> twin_;     // #V of the one: see compare_faces()
  std::vector<float> weight_;           // by number, 0 between questions
  std::vector<std::size_t> touched_;
};

}  // namespace

std::vector<SurfaceDiff> compare_surfaces(const DiffSide& a, const DiffSide& b,
                                          const DiffOptions& options,
                                          const std::vector<JointDiff>& joints,
                                          const DiffSizes& size, const SurfacesAsked& asked) {
  const WholeSurface wa = surface_in_bind(a), wb = surface_in_bind(b);
  std::unordered_map<std::string, std::size_t> nodes;
  const NamedWeights na(a, wa, joints, true, nodes), nb(b, wb, joints, false, nodes);
  const std::size_t numbers = joints.size() + nodes.size();
  std::vector<MorphDiff> no_morphs;
  std::vector<MorphDiff>& morphs = asked.morphs != nullptr ? *asked.morphs : no_morphs;
  const auto morph_weights = morph_weights_to_compare(a.model, b.model, morphs);
  const MorphedVertices ma(a, wa, morphs, true, morph_weights);
  const MorphedVertices mb(b, wb, morphs, false, morph_weights);
  std::vector<SurfaceDiff> out;
  std::vector<SurfaceSpot> spots[2];
  for (const bool of_a : {true, false}) {
    const WholeSurface &one = of_a ? wa : wb, &other = of_a ? wb : wa;
    const SurfaceLayers layers(of_a ? a.model : b.model, one, of_a ? b.model : a.model, other);
    Comparison comparison(one, other, of_a ? na : nb, of_a ? nb : na, layers, numbers, asked.faces);
    MorphComparison morph(of_a ? ma : mb, of_a ? mb : ma, of_a, morph_weights,
                          options.tolerance * size.bind, morphs);
    std::vector<std::size_t> number;
    std::vector<SurfaceSpot>& found = spots[of_a ? 0 : 1];
    found.resize(one.position.size());
    for (std::size_t m = 0; m + 1 < one.first.size(); ++m) {
      std::vector<float>* values = asked.each == nullptr ? nullptr : &asked.each->emplace_back();
      SurfaceDiff surface = comparison.mesh(m, options, size.bind, number, values, found,
                                            morphs.empty() ? nullptr : &morph);
      surface.of_a = of_a;
      if (surface.weight > 0.0 && number.back() < joints.size()) {
        const JointDiff& joint = joints[number.back()];
        surface.joint = joint.a >= 0 ? a.model.skeleton.name[idx(joint.a)]
                                     : b.model.skeleton.name[idx(joint.b)];
      }
      out.push_back(surface);
    }
  }
  if (asked.clips == nullptr) return out;
  const int samples = compare_in_clips(a, b, options, *asked.clips, size.posed, spots, out);
  if (asked.samples != nullptr) *asked.samples = samples;
  return out;
}

}  // namespace bindpose
