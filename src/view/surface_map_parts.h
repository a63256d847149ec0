// The maps one by one, for surface_map.cpp. Each fills all but `show` and `revision`.
#pragma once

#include "view/surface_map.h"

namespace bindpose::maps {

SurfaceMap weights(const Scene& scene);
SurfaceMap raw_weight_sum(const Scene& scene);
SurfaceMap limit(const Scene& scene, const PosedScene& posed, const BoneSet& bones,
                 const StopWish& stop);
SurfaceMap distance(const Scene& scene, const PosedScene& posed, const BoneSet& bones,
                    const StopWish& stop);
SurfaceMap normals(const Scene& scene, const PosedScene& posed, const StopWish& stop);
SurfaceMap joints(const Scene& scene, const BoneSet& bones);
SurfaceMap dominant(const Scene& scene, const BoneSet& bones);
SurfaceMap influences(const Scene& scene);

// Vertices of the meshes that are not hidden.
std::size_t shown_vertices(const Scene& scene);

}  // namespace bindpose::maps
