// From a signed distance field to a closed triangle mesh with even triangles.
#pragma once

#include <array>
#include <vector>

#include "field.h"
#include "math/geometry.h"

namespace bindpose::gen {

using Triangle = std::array<int, 3>;

struct TriangleMesh {
  std::vector<vec3> position;
  std::vector<Triangle> triangle;
  std::vector<int> twin;  // of a mirrored mesh: the vertex on the other side; else empty
};

// Marching tetrahedra on six tetrahedra a cell (Kuhn's division): closed and manifold wherever the
// box encloses the surface. A face of the box that the surface crosses becomes a boundary in that
// plane, which is how a half is cut at x = 0.
TriangleMesh march(const Field& f, const Box& box, float cell);

// Isotropic remeshing (Botsch and Kobbelt 2004): splits, collapses, flips, relaxation; vertices
// stay on the field's surface, those at x = 0 on a boundary stay there. edge(p) is the wanted edge
// length.
void remesh(TriangleMesh& mesh, const Field& f, const Field& edge, int rounds);

// Adds the mirror image at x = 0 and joins both along their boundary.
TriangleMesh mirrored(const TriangleMesh& half);

// march, remesh and, where `symmetric`, the mirror image: then the box starts at x = 0. Throws
// std::logic_error where the surface has handles or is in pieces: a groove is too narrow for the
// cells.
TriangleMesh surface_of(const Field& f, Box box, float cell, const Field& edge, bool symmetric);

// Unit normals along the field's gradient.
std::vector<vec3> field_normals(const TriangleMesh& mesh, const Field& f);

// #V - #E + #T: 2 for a sphere, two less for every handle.
int euler_characteristic(const TriangleMesh& mesh);

}  // namespace bindpose::gen
