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

// Blends each uv with its neighbours': folds are finer than the mesh, and without this their shade
// looks serrated.
void soften(const TriangleMesh& mesh, std::vector<vec2>& uv, int rounds = 2);

// The mirror image at x = 0, influences as they are.
Surface reflected(const Surface& left, const std::string& name);

// Adds base.L and its mirror image base.R, whose influences are of the joints on the other side.
void add_pair(Character& c, Surface left, const std::string& base);

void append(Surface& to, const Surface& part);

}  // namespace bindpose::gen
