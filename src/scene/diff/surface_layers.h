// For scene/diff/*.cpp: what lies on two surfaces, texture coordinates and colours of vertices.
#pragma once

#include <array>
#include <vector>

#include "scene/diff/surface_spots.h"

namespace bindpose {

class SurfaceLayers {
 public:
  // Kept by reference.
  SurfaceLayers(const Model& one, const WholeSurface& one_surface, const Model& other,
                const WholeSurface& other_surface);

  // Adds vertex v of the one surface, `at` of its mesh, to `out`.
  void compare(std::size_t v, std::uint32_t at, const SpotSearch& spots, double tolerance,
               SurfaceDiff& out) const;

 private:
  struct Side {
    const Model& model;
    const WholeSurface& surface;
    bool has[kUvSets + 1] = {};  // any mesh: either set of coordinates, colours
    // Of each mesh and set: how the first texture by it lies. What is compared is the place in the
    // picture, which is the same where one file has it in the coordinates and the other beside
    // them.
    std::vector<std::array<UvRows, kUvSets>> place{};

    bool value(int layer, std::size_t vertex, vec4& out) const;
  };
  // Of that layer; infinite where one of both has none.
  float difference(int layer, std::size_t v, const SurfaceSpot& spot) const;
  static Side side_of(const Model& model, const WholeSurface& surface);

  Side one_, other_;
};

}  // namespace bindpose
