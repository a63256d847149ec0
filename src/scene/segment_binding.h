// A model's weights computed anew from the distance to its bones, in the bind pose; and those
// distances of one vertex, with the weights that follow: what the lines over the view and the
// formula of weights from distance show.
#pragma once

#include <memory>
#include <vector>

#include "scene/edit/edit.h"

namespace bindpose {

// Where SegmentRadii say nothing, a bone reaches this much farther than the farthest vertex that is
// nearest to it; two bones that the model's plane mirrors onto each other reach as far as the
// farther of both.
inline constexpr float kBindReach = 1.5f;

struct SegmentBinding {
  BoneReach reach;                   // with radii as used
  std::vector<MeshWeights> weights;  // slot s is reach.segments[s]
  std::size_t vertices = 0;          // of the meshes listed
  std::size_t unweighted = 0;        // of them, those that no bone reaches
};

// The bones' segments in the bind pose, file's world: from each joint with a bone (see BoneLayout)
// to the child that continues the chain; radius 0. All joints that the file's skins name, or, where
// no skin names any, nodes that may be bones: not the root, cameras, lamps, single empties, and
// meshes that hang on a bone.
std::vector<BoneSegment> bind_segments(const Model& model);

// The meshes that are skinned in the file; all of them where none is (what hangs on a bone stays
// rigid). Those without vertices do not count.
std::vector<int> meshes_to_bind(const Model& model);
// Whether there are any: a skin names joints, or, where none does, some node may be a bone. Objects
// and groups of them are none.
bool has_bones(const Model& model);

// Which joints get weights: all that the file's skins name, or those of them that have weight in
// the file. The others are controls and roots for whoever made it. Where none has any, all do.
enum class BindJoints { All, Weighted };

// What weights are computed from: the points and triangles of meshes that are bound, one after the
// other, in the file's world of the bind pose, and the bones there.
struct BindGround {
  std::vector<int> mesh;                // of the model
  std::vector<std::uint32_t> first;     // #mesh + 1: where the points of each begin
  std::vector<vec3> position;           // #V
  std::vector<std::uint32_t> triangle;  // 3 #T, into `position`
  std::vector<BoneSegment> segment;     // bind_segments, of these joints
  std::size_t left_out = 0;             // segments that are not, by the joints asked for
  std::vector<int> parent;              // #segment: the segment of the nearest joint above, or -1
};

// Of meshes_to_bind(). Throws std::runtime_error with one sentence where there is nothing to bind
// (no mesh, no bone).
BindGround bind_ground(const Model& model, BindJoints joints = BindJoints::All);

// A point of the mesh's bind space in the file's world of the bind pose, where those segments are.
vec3 bind_world_point(const Model& model, int mesh, const vec3& point);

// #J: W_j of the bind pose.
std::vector<mat4> bind_worlds(const Model& model);
// What takes the mesh's bind space there.
mat4 to_bind_world(const Model& model, int mesh);

// The bones with the radii that bind_by_segments() gives them, those that are found by themselves
// among them: from the meshes of bind_ground(), or, where that throws, from none.
BoneReach reach_of(const Model& model, const SegmentRadii& radii);

// For the meshes of bind_ground(), which throws.
SegmentBinding bind_by_segments(const Model& model, const SegmentRadii& radii);

// Whether the scene with these weights written to it has what such radii give, on all meshes and to
// 1e-5.
bool gives(const Scene& scene, const SegmentRadii& radii, std::span<const MeshWeights> weights);

// The same as an edit.
SetInfluences edit_of(const SegmentBinding& binding);
SetInfluences bind_edit(const Model& model, const SegmentRadii& radii);

// From vertex i to the bone of joint j. Lengths in file units, of the bind pose.
struct BoneDistance {
  int joint = -1;
  float distance = 0.0f;  // d_ij, to the closest point of the bone (rig/weights/segment_weights.h)
  float reach = 0.0f;     // r_j; 0: the weights were not computed from distances
  float raw = 0.0f;       // w^_ij = max(0, r_j - d_ij) / r_j
  float weight = 0.0f;    // w_ij = w^_ij / sum_k w^_ik; 0 where that sum is 0
  // The vertex and that closest point as T_j carries them to the pose that is shown: the file's
  // world. |to - from| is d_ij as long as T_j is rigid; in the bind pose `from` is the vertex.
  vec3 from{0.0f}, to{0.0f};
};

// To the bones whose joints pull on the vertex and to those of selected joints, the nearest first,
// at most kMaxBoneDistances. Where the scene's weights come from distances, its segments and radii
// count, else the model's bones in the bind pose (bind_segments). Empty: the model lacks
// the vertex, or has no such bone.
inline constexpr std::size_t kMaxBoneDistances = 8;
std::vector<BoneDistance> bone_distances(const Scene& scene, const PosedScene& posed,
                                         const VertexRef& at);

}  // namespace bindpose
