// A mesh on the GPU: what the skinning shader reads, what it writes, and what is drawn.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "render/gpu/gl_handles.h"
#include "render/gpu/gl_info.h"
#include "render/skin_packing.h"
#include "rig/deformer.h"
#include "rig/mesh.h"
#include "view/surface_map.h"

namespace bindpose {

// Vertex attributes, the same numbers in the shaders.
namespace attribute {
// skin.vert
inline constexpr GLuint kBindPosition = 0, kBindNormal = 1, kSlots = 2, kWeights = 3, kMore = 4,
                        kRawWeightSum = 5, kDqBlendWeight = 6, kCenter = 7;
// surface.vert and the others that draw posed vertices
inline constexpr GLuint kPosition = 0, kNormal = 1, kUv = 2, kColor = 3, kMap = 4, kPattern = 5,
                        kUvSecond = 6;
}  // namespace attribute

struct MeshBuffers {
  GLsizei vertices = 0;
  GLsizei indices = 0;
  std::size_t slots = 0;
  bool has_uv = false;
  bool has_uv_second = false;
  bool has_color = false;
  bool has_clay = false;          // no colours of its own, but those of clay: set_clay()
  bool has_clear_color = false;   // some vertex colour lets something through
  bool winds_by_normals = false;  // most triangles run round their normals: see winding.h
  bool flat = false;              // Mesh::flat
  bool hidden = false;            // what the scene says: passes leave it out

  // What skin.vert reads, made when it is first needed: see make_skin_input().
  GlBuffer bind;  // position, normal: bind space
  GlBuffer influence, more_range, raw_weight_sum, more, dq_blend_weight;
  GlBuffer center;                        // see set_centers()
  std::shared_ptr<const void> center_of;  // whose; null: skin_input reads none
  GLsizei influence_stride = 0;           // bytes a vertex: the slots, then the weights
  std::size_t slot_bytes = 0;             // of one slot
  // The buffer texture's entries, and room behind them for vertices whose weights are edited.
  std::size_t more_used = 0, more_room = 0;
  std::unordered_map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>>
      moved_rest;  // vertex -> first entry and how many it may take
  GlTexture more_texture;
  // World space of the file, written by skinning: all positions, then all normals. One a deformer,
  // made when first used.
  std::array<GlBuffer, std::size(kDeformers)> posed;
  Deformer shown = Deformer::Linear;  // the one that `surface` and `points` draw: see show_posed()
  GlBuffer uv, uv_second, color, index;
  // Values of maps. [0]: of the first pane, then SurfaceMap::others; the last one: of a map beside
  // it.
  std::array<GlBuffer, std::size(kDeformers) + 1> map;
  GlVertexArray skin_input, surface, points;
  int point_stride = 1;  // `points` takes every n-th vertex
};

MeshBuffers make_mesh_buffers(const Mesh& mesh, int point_stride);

// Uploads what the skinning shader reads, where that is not there yet: the mesh's points in bind
// space and its weights as they are now. True where it was made just now. Throws std::runtime_error
// with one sentence when the mesh is more than the driver takes.
bool make_skin_input(MeshBuffers& buffers, const BoundMesh& bound, const GlInfo& info);

// The buffer that the deformer's points go to, made where there is none.
const GlBuffer& posed_buffer(MeshBuffers& mesh, Deformer method);
// From now on `surface` and `points` draw that deformer's points.
void show_posed(MeshBuffers& mesh, Deformer method);

// Where the normals begin in it, in bytes.
GLintptr posed_normals(const MeshBuffers& mesh);

// Other points to skin than the mesh's own: morphed ones. #V each; normals may be missing. Needs
// what make_skin_input() makes.
void set_bind_points(MeshBuffers& mesh, std::span<const vec3> position,
                     std::span<const vec3> normal);

// The mesh's weights were edited: all of them (the skin may have grown), or those of one vertex.
// Nothing happens where make_skin_input() was not called yet: it takes them as they are then.
void set_influences(MeshBuffers& buffers, const BoundMesh& bound, const GlInfo& info);
void set_vertex_influences(MeshBuffers& buffers, const BoundMesh& bound, std::uint32_t vertex,
                           const GlInfo& info);

// The centres of rotation that skin.vert reads from now on: none, or those that `data` has of every
// vertex, which are uploaded where they are not there yet. Needs what make_skin_input() makes.
void set_centers(MeshBuffers& buffers, const DeformerData& data);

// Colours for where the mesh is shown in clay, #V; for one that has none of its own.
void set_clay(MeshBuffers& mesh, std::span<const vec4> color);

// What a map shows at every vertex: its values, or its colours where it has some. `place`: of
// MeshBuffers::map.
void set_map(MeshBuffers& mesh, std::size_t place, const MeshMap& map);
// From now on `surface` draws that one, which set_map() was given before.
void show_map(MeshBuffers& mesh, std::size_t place, const MeshMap& map);

}  // namespace bindpose
