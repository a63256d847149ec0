// Skinned surfaces: geometry, and how they are bound: the skin's matrices, and who pulls on which
// vertex.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "math/types.h"

namespace bindpose {

// Sparse weights, any number a vertex, in compressed rows: vertex i has the entries
// [offset[i], offset[i+1]). `slot` counts into Skin::joint, not into the skeleton. Weights of a
// vertex are > 0, finite, sorted from largest to smallest, one entry a slot, and add up to 1; a
// vertex without entries follows its mesh's node (Mesh::node).
struct Influences {
  std::vector<std::uint32_t> offset{0};  // #V + 1
  std::vector<std::uint16_t> slot;       // #I
  std::vector<float> weight;             // #I, normalised
  std::vector<float>
      raw_weight_sum;  // #V, sum as stored in the file; weight * raw_weight_sum = raw

  std::size_t vertex_count() const { return offset.size() - 1; }
};

// One per mesh instance. Slot s is joint[s] of the skeleton. `bind` is B_j: joint -> bind space,
// where the mesh's points live as Mesh::position has them; T_j = W_j B_j^-1.
struct Skin {
  std::vector<int> joint;          // #S, skeleton indices, no index twice
  std::vector<mat4> bind;          // #S, B_j
  std::vector<mat4> inverse_bind;  // #S, B_j^-1
  mat4 mesh_to_bind{1.0f};         // what the importer moved the file's points by, so that B_j of
                                   // all meshes share one space; the file's own inverse bind
                                   // matrix is inverse_bind * mesh_to_bind
  bool skinned = false;            // false: not skinned in the file; one rigid slot, the node
  bool wants_dual_quaternions =
      false;                   // the file asks for them, for all of it or Mesh::dq_blend_weight
  float bind_residual = 0.0f;  // how far the rest pose is from the bind pose: mean over slots of
                               // |W_j B_j^-1 - I|_max (translations relative to mesh size)
};

// How a mesh is bound to the skeleton: the slots, and who pulls on which vertex.
struct MeshBinding {
  Influences influences;
  Skin skin;
};

// What one shape adds to a mesh, times its share: the channel's weight m_k, or what `share` makes
// of it. Only the vertices that it moves.
struct MorphTarget {
  int channel = 0;                    // index into Model::morph_channels, which hold m_k
  std::vector<std::uint32_t> vertex;  // ascending, no vertex twice
  std::vector<vec3> position;         // one a vertex listed: what is added in bind space
  std::vector<vec3> normal;           // one a vertex listed, or empty: normals stay
  std::vector<vec2> share{};          // (m_k, share), m_k ascending: straight between them, and on
                                      // beyond the ends. Empty, else two or more. For channels that
                                      // pass through several shapes.
};

// A mesh instance with one material. #V vertices, #T triangles; optional arrays are empty or #V.
struct Mesh {
  std::string name;
  int node = 0;                              // the joint (node) that carries it
  int material = -1;                         // index into Model::materials or -1
  std::vector<vec3> position;                // #V, bind space
  std::vector<vec3> normal;                  // #V, unit length
  std::vector<vec2> uv;                      // #V or empty; v down, as glTF and images have it
  std::vector<vec2> uv_second;               // #V or empty: the other set that textures lie by
  std::vector<vec4> color;                   // #V or empty, linear
  std::vector<std::uint32_t> triangle;       // 3 #T
  std::vector<std::uint32_t> source_vertex;  // #V: the vertex's number in the file, or empty
  MeshBinding file_binding;  // as the file has it, whatever is edited: what counts in a scene is
                             // bound_mesh() (scene/scene.h)
  std::vector<std::uint16_t>
      file_rank;  // of file_binding: #I, the place of each weight among those that the file names
                  // of its vertex, zeros among them, from 0; empty: from largest to smallest
  std::vector<float>
      dq_blend_weight;             // #V or empty (all 1): under dual-quaternion skinning, the part
                                   // in [0, 1] that is theirs; the rest is the linear blend's
  std::vector<MorphTarget> morph;  // applied before the skin; see rig/morph.h
  bool hidden = false;             // the file says that it is not to be seen
  bool flat = false;  // each triangle is lit by its own normal, posed or not: the file has none and
                      // asks for that; `normal` then holds smooth ones, for what asks at a vertex
};

// A mesh with the binding that counts for it: the file's or an edited one. A view: mesh and binding
// must outlive it.
struct BoundMesh {
  const Mesh& mesh;
  const Influences& influences;
  const Skin& skin;
};
inline BoundMesh bound(const Mesh& mesh, const MeshBinding& binding) {
  return {mesh, binding.influences, binding.skin};
}
// As the file binds it, whatever was edited: for what has a model but no scene.
inline BoundMesh bound_as_in_file(const Mesh& mesh) {
  return bound(mesh, mesh.file_binding);
}

struct WeightEntry {
  int slot;
  float weight;
};

// Cleans and packs the weights of one mesh, vertex after vertex. Entries that are not finite, not
// positive or whose slot is out of [0, slot_count) are dropped; a slot named twice is summed; what
// is left is normalised and its sum kept. `dropped` counts what was not used (zeros are not
// counted).
struct PackedInfluences {
  Influences influences;
  std::size_t dropped = 0;
  std::size_t merged = 0;
};
PackedInfluences pack_influences(const std::vector<std::vector<WeightEntry>>& rows,
                                 std::size_t slot_count);

// What `info` and the report say about the weights of a mesh.
struct WeightStats {
  std::size_t max_influences = 0;
  std::size_t unweighted = 0;    // vertices without any influence
  std::size_t unnormalised = 0;  // |raw_weight_sum - 1| > kSumTolerance where there are influences
};
WeightStats weight_stats(const Influences& influences);

// Weight of skeleton joint `joint` at every vertex (#V), 0 where it has none.
std::vector<float> joint_weights(const MeshBinding& binding, int joint);

// Slot of the skeleton joint in the mesh's skin, or -1.
int find_slot(const Skin& skin, int joint);

}  // namespace bindpose
