// The maps one by one, for surface_map.cpp. Each fills all but `show` and `revision`.
#pragma once

#include "view/surface_map.h"

namespace bindpose::maps {

SurfaceMap weights(const Scene& scene, const StopWish& stop);
SurfaceMap raw_weight_sum(const Scene& scene, const StopWish& stop);
SurfaceMap limit(const Scene& scene, const PosedScene& posed, const BoneSet& bones,
                 const StopWish& stop);
SurfaceMap distance(const Scene& scene, const PosedScene& posed, const BoneSet& bones,
                    const StopWish& stop);
SurfaceMap apart(const Scene& scene, const PosedScene& posed, const StopWish& stop,
                 const OtherSide& other);
SurfaceMap weights_of_both(const Scene& scene, const StopWish& stop, const OtherSide& other);
SurfaceMap engine(const Scene& scene, const PosedScene& posed, const BoneSet& bones,
                  const StopWish& stop);
SurfaceMap normals(const Scene& scene, const PosedScene& posed, const StopWish& stop);
SurfaceMap joints(const Scene& scene, const BoneSet& bones, const StopWish& stop);
SurfaceMap dominant(const Scene& scene, const BoneSet& bones, const StopWish& stop);
SurfaceMap influences(const Scene& scene, const StopWish& stop);

// For loops over vertices: asks now and then, at the first one too.
inline void stop_if_wished(const StopWish& stop, std::size_t vertex) {
  constexpr std::size_t kBetween = std::size_t{1} << 14;
  if (vertex % kBetween == 0 && stop && stop()) throw MapStopped();
}

// A SurfaceMap::revision that no other map has.
std::uint64_t next_revision();

// Vertices of the meshes that are not hidden.
std::size_t shown_vertices(const Scene& scene);

}  // namespace bindpose::maps
