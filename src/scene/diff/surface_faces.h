// For scene/diff/*.cpp: the triangles of two surfaces by place: which one of both lacks, and which
// are turned round.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "scene/diff/surface_spots.h"

namespace bindpose {

// The triangles of a surface by their corners, each a place: vertices at one place are one.
class FacesByCorner {
 public:
  // `place`: #V, VertexPlaces::first() of each vertex.
  FacesByCorner(const std::vector<std::uint32_t>& triangle,
                const std::vector<std::uint32_t>& place);

  // Whether there is a triangle of these three places, in this order round it.
  bool has(std::array<std::uint32_t, 3> place) const;

 private:
  std::vector<std::uint32_t> begin_;                  // #V + 1: of the smallest place
  std::vector<std::array<std::uint32_t, 2>> others_;  // the other two, in order
};

// A vertex of the one surface on the other: the place of it that is the same, or one of these.
inline constexpr std::uint32_t kOnSurface = 0xffffffffu;   // between the other's vertices
inline constexpr std::uint32_t kOffSurface = 0xfffffffeu;  // farther than the tolerance

// The triangles of mesh m of `one`, by the places of their corners in `twin` (#V of `one`). Where
// those are no triangle of the other, as where it splits quads the other way, what counts is
// whether that has a surface close to the middle, and to which side it looks. Triangles with a
// corner that is off the surface are left out: that is told of the vertex.
FaceDiff compare_faces(const WholeSurface& one, std::size_t m,
                       const std::vector<std::uint32_t>& twin, const WholeSurface& other,
                       const NearestSurface& other_surface, const FacesByCorner& other_faces,
                       float apart);

}  // namespace bindpose
