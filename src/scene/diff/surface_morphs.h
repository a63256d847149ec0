// For scene/diff/*.cpp: what morphs move, by place.
#pragma once

#include <vector>

#include "scene/diff/surface_spots.h"

namespace bindpose {

// What each channel of one side does to each vertex of its surface in the bind pose, at m_k = 1 and
// at those between that the file has shapes for; channels by numbers that both sides share.
class MorphedVertices {
 public:
  // `morphs`: the channels of both; only those that both have are looked at.
  MorphedVertices(const DiffSide& side, const WholeSurface& surface,
                  const std::vector<MorphDiff>& morphs, bool is_a,
                  const std::vector<std::vector<float>>& at);

  bool empty() const { return way_.empty(); }
  bool moved(std::size_t vertex) const { return begin_[vertex] < begin_[vertex + 1]; }
  // Adds `factor` times the ways of the vertex, in metres.
  void add(std::size_t vertex, float factor, std::vector<vec3>& way,
           std::vector<std::uint32_t>& touched) const;

 private:
  struct Way {
    std::uint32_t number;  // of a channel at one m_k
    vec3 metres;
  };
  std::vector<std::uint32_t> begin_;  // #V + 1
  std::vector<Way> way_;
};

// At which m_k each of the channels that both have is looked at: 1, and those of shapes between.
std::vector<std::vector<float>> morph_weights_to_compare(const Model& a, const Model& b,
                                                         const std::vector<MorphDiff>& morphs);

class MorphComparison {
 public:
  // Kept by reference. `limit`: metres that are no difference.
  MorphComparison(const MorphedVertices& one, const MorphedVertices& other, bool of_a,
                  const std::vector<std::vector<float>>& at, double limit,
                  std::vector<MorphDiff>& morphs);

  // Vertex v of the one surface, `at` of mesh `mesh`, into MorphDiff::place.
  void compare(std::size_t v, int mesh, std::uint32_t at, const SpotSearch& spots);

 private:
  void difference(std::size_t v, const SurfaceSpot& spot);
  void clear();
  double worst() const;

  const MorphedVertices &one_, &other_;
  bool of_a_;
  double limit_;
  std::vector<MorphDiff>& morphs_;
  std::vector<std::size_t> morph_of_;  // by number: index into `morphs`
  std::vector<vec3> way_;              // by number, 0 between questions
  std::vector<std::uint32_t> touched_;
};

}  // namespace bindpose
