// Blend shapes as Assimp has them (whole meshes) become what they add, and channels that move them.
#pragma once

#include <map>
#include <tuple>

#include "io/assimp_geometry.h"
#include "scene/model.h"

namespace bindpose {

// The mesh's shapes as differences; surface.position and, where the file has them, normal are
// there. A shape with another number of vertices keeps its place and moves nothing.
void read_morphs(const aiMesh& mesh, FileSurface& surface);

// A channel by the joint that carries the mesh, the shape's number and its name: the parts of one
// mesh (one a material) share it.
using MorphChannels = std::map<std::tuple<int, std::size_t, std::string>, int>;

// How the points were moved into bind space: p = linear v, n = turn n_file / length.
struct MorphPlacing {
  mat3 linear{1.0f};
  mat3 turn{1.0f};
  std::vector<float> normal_length;  // #V
};
void add_morphs(const std::vector<SurfaceMorph>& morphs, const MorphPlacing& placing,
                MorphChannels& channels, Mesh& mesh, Model& model);

// For a copy of a mesh under another node, which moves by itself.
void move_by_itself(MorphChannels& channels, Mesh& copy, Model& model);

// Names that several meshes share get the node's in front, and what is equal then a number.
void tell_morphs_apart(Model& model);

}  // namespace bindpose
