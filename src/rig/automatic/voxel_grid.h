// A surface and its inside as voxels.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "math/geometry.h"
#include "rig/automatic/bind_input.h"

namespace bindpose {

// A box of cubes around a surface. Along each axis their number is odd, and the middle one is
// centred on 0 where the surface reaches about as far to both sides of it (to a 1,000th of the
// diagonal), else on the middle of the surface's box: what is symmetric has symmetric voxels.
class VoxelGrid {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffu;

  // `resolution`: voxels along the longest side of the surface, 8 to 512, less where there would be
  // more than 64 million in all. Solid is each voxel that a triangle touches, or that lies inside:
  // where no way through voxels leads out without crossing the surface, or where of the six
  // directions along the axes four or more meet the surface an uneven, or not as often forwards as
  // backwards, number of times (F. Nooruddin, G. Turk, "Simplification and repair of polygonal
  // models using volumetric techniques", 2003): holes, open borders and surfaces that cross are no
  // hindrance. Triangles that are not finite are left out. Throws BindStopped.
  VoxelGrid(std::span<const vec3> position, std::span<const std::uint32_t> triangle, int resolution,
            const BindProgress& progress);

  float step() const { return step_; }
  std::size_t solid_count() const { return cell_.size(); }
  // Of solid voxel s: its centre, and the solid voxels (or kNone) beside it: -x, +x, -y, +y, -z,
  // +z.
  vec3 center(std::uint32_t s) const;
  std::array<std::uint32_t, 6> beside(std::uint32_t s) const {
    // No solid voxel is in the outermost layer: there is one on each side.
    const std::size_t i = cell_[s], row = static_cast<std::size_t>(size_[0]),
                      layer = row * static_cast<std::size_t>(size_[1]);
    return {solid_[i - 1],   solid_[i + 1],     solid_[i - row],
            solid_[i + row], solid_[i - layer], solid_[i + layer]};
  }
  // The solid voxel that holds a point, or kNone.
  std::uint32_t at(const vec3& p) const;
  // The solid voxels among the eight whose centres are around a point, with the weights of the
  // trilinear interpolation (they add up to 1 where all are solid, to less where not).
  struct Around {
    std::uint32_t solid[8];
    float weight[8];
    int count = 0;
  };
  Around around(const vec3& p) const;

 private:
  struct Cell {
    int x, y, z;
  };
  Cell cell_of(const vec3& p) const;
  bool holds(const Cell& c) const;
  std::size_t index(const Cell& c) const;
  void mark_surface(std::span<const vec3> position, std::span<const std::uint32_t> triangle,
                    const BindProgress& progress);
  void vote(std::span<const vec3> position, std::span<const std::uint32_t> triangle, int axis);
  void mark_enclosed();
  void number_solid();

  float step_ = 1.0f;
  vec3 middle_{0.0f};               // the centre of the middle voxel
  int half_[3] = {0, 0, 0};         // voxels on either side of the middle one
  int size_[3] = {1, 1, 1};         // 2 half + 1
  std::vector<std::uint8_t> kind_;  // votes, and kSurface, kOutside
  std::vector<std::uint32_t> solid_;
  std::vector<std::uint32_t> cell_;  // of each solid voxel
};

}  // namespace bindpose
