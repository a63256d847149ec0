// Surfaces from meshes, fields and simple shapes.
#pragma once

#include <string>

#include "character.h"
#include "field.h"
#include "polygonise.h"

namespace bindpose::gen {

// Normals from the field; uv zero, no influences yet.
Surface surface_from(const std::string& name, int material, const TriangleMesh& mesh,
                     const Field& f);

// An ellipsoid as a closed grid with poles on the frame's y axis; radii along the frame's axes.
Surface ball(const std::string& name, int material, const Frame& frame, const vec3& radii,
             int around, int rings);

// The mirror image at x = 0, influences as they are.
Surface reflected(const Surface& left, const std::string& name);

void append(Surface& to, const Surface& part);

}  // namespace bindpose::gen
