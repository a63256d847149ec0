#include "scene/diff/surface_morphs.h"

#include <algorithm>
#include <limits>

#include "math/numbers.h"
#include "rig/morph.h"

namespace bindpose {

std::vector<std::vector<float>> morph_weights_to_compare(const Model& a, const Model& b,
                                                         const std::vector<MorphDiff>& morphs) {
  constexpr std::size_t kMost = 8;
  std::vector<std::vector<float>> out(morphs.size());
  const auto add = [&](const Model& model, std::size_t k, int channel) {
    for (const Mesh& mesh : model.meshes) {
      for (const MorphTarget& target : mesh.morph) {
        if (target.channel != channel) continue;
        for (const vec2& knot : target.share) {
          if (knot.x != 0.0f && out[k].size() < kMost &&
              std::ranges::find(out[k], knot.x) == out[k].end())
            out[k].push_back(knot.x);
        }
      }
    }
  };
  for (std::size_t k = 0; k < morphs.size(); ++k) {
    if (morphs[k].a < 0 || morphs[k].b < 0) continue;
    out[k].push_back(1.0f);
    add(a, k, morphs[k].a);
    add(b, k, morphs[k].b);
  }
  return out;
}

MorphedVertices::MorphedVertices(const DiffSide& side, const WholeSurface& surface,
                                 const std::vector<MorphDiff>& morphs, bool is_a,
                                 const std::vector<std::vector<float>>& at)
    : begin_(surface.position.size() + 1, 0) {
  std::vector<std::size_t> morph(side.model.morph_channels.size(), morphs.size());
  std::vector<std::uint32_t> first(morphs.size(), 0);
  std::uint32_t numbers = 0;
  for (std::size_t k = 0; k < morphs.size(); ++k) {
    first[k] = numbers;
    numbers += static_cast<std::uint32_t>(at[k].size());
    const int own = is_a ? morphs[k].a : morphs[k].b;
    if (own >= 0) morph[idx(own)] = k;
  }
  const PosedScene posed = evaluate(side.in_bind);
  // T_j of the bind pose, blended: meshes without a skin have a space of their own.
  const auto turn_at = [&](const BoundMesh& mesh, std::size_t m, std::uint32_t v) {
    const std::uint32_t begin = mesh.influences.offset[v], end = mesh.influences.offset[v + 1];
    mat3 turn(begin == end ? posed.node_matrix[m] : mat4(0.0f));
    for (std::uint32_t i = begin; i < end; ++i)
      turn += mesh.influences.weight[i] * mat3(posed.palette[m][mesh.influences.slot[i]]);
    return turn;
  };
  // visit(vertex, number, way) of all.
  const auto each = [&](const auto& visit) {
    for (std::size_t m = 0; m < side.model.meshes.size(); ++m) {
      const mat3 show((side.onto.empty() ? mat4(1.0f) : side.onto[m]) * side.model.to_display);
      const BoundMesh mesh = bound_mesh(side.scene, m);
      for (const MorphTarget& target : mesh.mesh.morph) {
        const std::size_t k = morph[idx(target.channel)];
        if (k == morphs.size()) continue;
        for (std::size_t i = 0; i < target.vertex.size(); ++i) {
          const vec3 way = show * (turn_at(mesh, m, target.vertex[i]) * target.position[i]);
          for (std::size_t w = 0; w < at[k].size(); ++w) {
            const float share = morph_share(target, at[k][w]);
            if (share == 0.0f) continue;
            visit(surface.first[m] + target.vertex[i], first[k] + static_cast<std::uint32_t>(w),
                  share * way);
          }
        }
      }
    }
  };
  std::size_t all = 0;
  each([&](std::size_t v, std::uint32_t, const vec3&) { ++begin_[v + 1], ++all; });
  for (std::size_t v = 1; v < begin_.size(); ++v) begin_[v] += begin_[v - 1];
  way_.resize(all);
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  each([&](std::size_t v, std::uint32_t number, const vec3& way) {
    way_[next[v]++] = {number, way};
  });
}

void MorphedVertices::add(std::size_t vertex, float factor, std::vector<vec3>& way,
                          std::vector<std::uint32_t>& touched) const {
  for (std::uint32_t k = begin_[vertex]; k < begin_[vertex + 1]; ++k) {
    touched.push_back(way_[k].number);
    way[way_[k].number] += factor * way_[k].metres;
  }
}

MorphComparison::MorphComparison(const MorphedVertices& one, const MorphedVertices& other,
                                 bool of_a, const std::vector<std::vector<float>>& at, double limit,
                                 std::vector<MorphDiff>& morphs)
    : one_(one), other_(other), of_a_(of_a), limit_(limit), morphs_(morphs) {
  for (std::size_t k = 0; k < at.size(); ++k) morph_of_.insert(morph_of_.end(), at[k].size(), k);
  way_.resize(morph_of_.size(), vec3(0.0f));
}

void MorphComparison::difference(std::size_t v, const SurfaceSpot& spot) {
  one_.add(v, 1.0f, way_, touched_);
  for (int k = 0; k < 3; ++k) {
    if (spot.bary[k] != 0.0f) other_.add(spot.corner[idx(k)], -spot.bary[k], way_, touched_);
  }
}

void MorphComparison::clear() {
  for (const std::uint32_t n : touched_) way_[n] = vec3(0.0f);
  touched_.clear();
}

double MorphComparison::worst() const {
  float most = 0.0f;
  for (const std::uint32_t n : touched_) most = std::max(most, glm::length(way_[n]));
  return most;
}

void MorphComparison::compare(std::size_t v, int mesh, std::uint32_t at, const SpotSearch& spots) {
  if (one_.empty() && other_.empty()) return;
  double least = std::numeric_limits<double>::infinity();
  SurfaceSpot best;
  spots.each([&](const SurfaceSpot& spot) {
    difference(v, spot);
    if (const double now = worst(); now < least) least = now, best = spot;
    clear();
    return least > limit_;
  });
  difference(v, best);
  for (const std::uint32_t n : touched_) {
    MorphPlace& place = morphs_[morph_of_[n]].place;
    const double metres = glm::length(way_[n]);
    way_[n] = vec3(0.0f);  // a number that was touched more than once counts once
    ++place.compared;
    if (metres > limit_) ++place.other;
    if (!(metres > place.metres)) continue;
    place.metres = metres;
    place.of_a = of_a_;
    place.at = {mesh, at};
  }
  clear();
}

}  // namespace bindpose
