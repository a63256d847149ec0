// What two models differ in: joints, bind and rest pose, clips, nodes outside of skins, surface and
// what lies on it, weights, how it is skinned, morphs, materials. Not compared: normals. Compared
// is what both have in common whatever the files' units and axes: places in display space (upright,
// metres), turns of joints against their own bind pose, weights by the joints' names.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace bindpose {

// In the order in which they are told; the words are those of `bindpose diff --ignore`.
enum class DiffPart {
  Joints,
  Parents,
  Humanoid,  // which joint is which bone of a human, by VRM
  Bind,
  Axes,
  Rest,
  Clips,
  Nodes,  // that no skin names
  Surface,
  Weights,
  Skinning,  // the deformer that the skin asks for
  Uv,        // texture coordinates
  Colors,    // of vertices
  Morphs,
  Materials
};
inline constexpr int kDiffParts = 15;
inline constexpr const char* kDiffWord[kDiffParts] = {
    "joints",  "parents", "humanoid", "bind", "axes",    "rest",   "clips",    "nodes",
    "surface", "weights", "skinning", "uv",   "colours", "morphs", "materials"};

struct DiffOptions {
  // Lengths: of SceneDiff::size; turns: in radians; scales and weights: as they are.
  double tolerance = 1e-4;
  int samples = 20;  // of each clip, its ends among them; joints and morphs at all keys as well
  bool ignored[kDiffParts] = {};
  // Asked now and then; when it says true, DiffStopped is thrown.
  std::function<bool()> stop{};
};
struct DiffStopped {};

// How far two joints are apart, or two turns from their bind pose.
struct Apart {
  double metres = 0.0;
  double degrees = 0.0;
  double scale = 0.0;  // the largest difference along an axis
};

struct JointDiff {
  int a = -1, b = -1;                // -1: there is none of that name
  int parent_a = -1, parent_b = -1;  // the nearest joint above in each
  bool other_parent = false;
  bool other_human = false;  // another human bone (human_bone()), or none
  Apart bind;                // W_j of the bind pose; its scale is not compared: units differ
  Apart rest;                // place of W_j, turn and scale of T_j
  Apart clips;               // the same, at the worst of all samples of all clips that both have
  int clip = -1;             // where that is, by the tolerances: index into SceneDiff::clips
  double time = 0.0;         // seconds
  bool differs[kDiffParts] = {};
};

// What is compared of a node that no skin names: what it does to what it carries. In both files or,
// where they are not alike, in the one where it is further down this list.
enum class NodeCarries {
  Nothing,  // no joint or mesh is at or below it: a place that others look up
  Skins,    // skinned meshes alone: it moves nothing
  Meshes,   // meshes without a skin, too
  Joints
};

// Of what meshes and joints show anyway the node itself says nothing: names of nodes that carry
// them and stand still, extra ones, other places with the same surface are listed and no
// difference.
struct NodeDiff {
  int a = -1, b = -1;  // -1: there is none of that name
  NodeCarries carries = NodeCarries::Nothing;
  int parent_a = -1, parent_b = -1;  // the nearest above in each that both have
  bool other_parent = false;
  Apart rest;     // place and turn of W_j
  Apart clips;    // at the worst of all samples, while what it hangs on is the same
  int clip = -1;  // index into SceneDiff::clips
  double time = 0.0;
  // What of it is a difference.
  bool alone = false, rest_differs = false, clips_differ = false;

  bool differs() const { return alone || other_parent || rest_differs || clips_differ; }
};

struct ClipDiff {
  int a = -1, b = -1;  // as clip_at() counts; -1: there is none of that name
  double duration_a = 0.0, duration_b = 0.0;
  int joint = -1;     // index into SceneDiff::joints: the one that is farthest off; -1: none is
  int node = -1;      // the same, of SceneDiff::nodes, where one is farther off than any joint
  double time = 0.0;  // seconds: when it is
  bool differs = false;
};

// Texture coordinates or colours of one mesh's vertices against what lies at those places of the
// other surface. Colours are linear; a vertex without one is white.
struct LayerDiff {
  std::size_t other = 0;     // vertices that differ by more than the tolerance
  std::size_t lacking = 0;   // of those: where one of both surfaces has no coordinates at all
  double most = 0.0;         // the largest difference of a component, where both have some
  std::uint32_t vertex = 0;  // where that is; else the first that differs
};
inline constexpr int kUvSets = 2;  // Mesh::uv, Mesh::uv_second

// A mesh's vertices in the clips that both models have.
struct ClipSurfaceDiff {
  std::size_t away = 0;  // farther apart than the tolerance at one of the times or more
  double metres = 0.0;   // the largest distance
  std::uint32_t vertex = 0;
  int clip = -1;      // where that is: index into SceneDiff::clips; -1: nothing is apart
  double time = 0.0;  // seconds
};

// Triangles of one mesh whose corners lie on the other surface, in the bind pose.
struct FaceDiff {
  std::size_t triangles = 0;                    // that were compared
  std::size_t missing = 0;                      // the other one has no surface there
  std::size_t turned = 0;                       // it has one that looks to the other side
  std::uint32_t missing_at = 0, turned_at = 0;  // a corner of the first
};

// The vertices of one mesh against all of the other model's surface, in the bind pose.
struct SurfaceDiff {
  bool of_a = true;  // a mesh of A against B, or of B against A
  int mesh = -1;
  std::size_t vertices = 0;
  std::size_t away = 0;  // farther than the tolerance
  double metres = 0.0;   // of the farthest vertex
  std::uint32_t farthest = 0;
  FaceDiff faces;
  // Weights where the vertex is at most kSamePlace of the size away; the other's are those of the
  // nearest point, between its triangle's corners. Where surfaces touch, what agrees best counts.
  std::size_t compared = 0, other_weights = 0;
  double weight = 0.0;  // the largest difference
  std::uint32_t vertex = 0;
  std::string joint;             // whose weight that is
  LayerDiff uv[kUvSets], color;  // of those compared
  // Where the vertices compared go in clips, and where the points go that they lie on in the bind
  // pose.
  ClipSurfaceDiff in_clips;
};
inline constexpr double kSamePlace = 1e-3;

// What a channel does to the vertices of one file, and to the places of the other's surface where
// they lie in the bind pose.
struct MorphPlace {
  std::size_t compared = 0;  // vertices of both that one of them moves
  std::size_t other = 0;     // of those: by another way than the tolerance allows
  double metres = 0.0;       // the largest distance between two ways
  bool of_a = true;          // whose vertex `at` is, where that is
  VertexRef at{};
};

// A channel m_k, by its name.
struct MorphDiff {
  int a = -1, b = -1;   // index into Model::morph_channels; -1: there is none of that name
  double weight = 0.0;  // how far m_k is apart in the rest pose
  MorphPlace place;     // at m_k = 1, and where shapes between are whole
  // How far apart what it moves goes: that of `place`; where the surfaces have no place in common,
  // by the largest way and the box around its ends.
  double metres = 0.0;
  double clips = 0.0;          // m_k at the worst sample of all clips that both have
  int clip = -1;               // index into SceneDiff::clips
  bool shape_differs = false;  // by `metres`
  bool differs = false;
};

// A mesh that asks for another deformer, or for another part of it at its vertices.
struct SkinningDiff {
  int a = -1, b = -1;  // index into Model::meshes
  double part = 0.0;   // where both ask for a part of it: the largest difference at a vertex
};

// Materials of meshes of one name go together; those of other meshes go by their own names.
struct MaterialDiff {
  std::string name;  // A's, B's where A has none
  bool in_a = false, in_b = false;
  std::vector<std::string> what{};  // "base colour", "texture (other pixels)", ...
  // Where a mesh wears one of another name, or none: that mesh of A, and what it wears in B.
  int mesh = -1;
  std::string other{};
};

// What lengths are held against: A's diagonal, in metres. Bind poses have a scale of their own:
// that of a quantised file's vertices, say.
struct DiffSizes {
  double bind = 1.0;   // in the bind pose
  double posed = 1.0;  // in the rest pose; for lengths in clips, too
};

struct SceneDiff {
  DiffSizes size;
  mat4 bind_space{1.0f};          // B's vertices and bind pose were taken by it first: bind_space.h
  std::vector<JointDiff> joints;  // A's joints parents first, then those that only B has
  std::vector<ClipDiff> clips;
  std::vector<NodeDiff> nodes;  // A's parents first, then those that only B has
  std::vector<SurfaceDiff> surfaces;
  // How many times surfaces are compared in each clip that both have: DiffOptions::samples, fewer
  // where that is more than kMostPosed; 0: not compared.
  int surface_samples = 0;
  std::vector<MorphDiff> morphs;        // A's channels, then those that only B has
  std::vector<SkinningDiff> skinning;   // those that differ
  std::vector<MaterialDiff> materials;  // those that differ
  bool differs[kDiffParts] = {};
  bool same() const;
  int first_joint() const;  // index into `joints`: the first that differs in anything; -1
};

// Vertices that are posed for SurfaceDiff::in_clips, all samples of all clips together; each clip
// is looked at twice at least.
inline constexpr std::size_t kMostPosed = 100'000'000;

// SceneDiff::size, alone.
DiffSizes diff_sizes(const Scene& a);

// The weights of both by place, in their bind poses.
struct WeightsApart {
  std::vector<SurfaceDiff> surfaces;     // as SceneDiff has them
  std::vector<std::vector<float>> each;  // of each, #V: not a number where nothing is compared
};
WeightsApart weights_apart(const Scene& a, const Scene& b, const DiffOptions& options);

// `a`, `b`: with a model each. Joints are those that a skin names, in one of both or more; the
// others are nodes. Names count without a namespace ("rig:", "mixamorig:", "Armature|") where they
// are not the same with it. Clips are paired by name; one alone in each goes with the other.
SceneDiff compare_scenes(const Scene& a, const Scene& b, const DiffOptions& options);

}  // namespace bindpose
