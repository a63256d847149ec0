// What Assimp drops of an FBX file: models with their pivots as they are stored, animation stacks
// with their curves, and how skins want to be blended.
#pragma once

#include <array>
#include <cstdint>
#include <glm/gtc/type_precision.hpp>
#include <glm/mat4x4.hpp>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "io/fbx/tree/tree.h"
#include "io/fbx/whole_pose.h"
#include "io/node_graph.h"
#include "rig/clip.h"

namespace bindpose {

// The properties that make a model's local matrix
//   T Roff Rp Rpre R Rpost^-1 Rp^-1 Soff Sp S Sp^-1.
enum class FbxPart {
  Translation,
  Rotation,
  Scaling,
  RotationOffset,
  RotationPivot,
  PreRotation,
  PostRotation,
  ScalingOffset,
  ScalingPivot
};
inline constexpr std::size_t kFbxParts = 9;

// How a model takes its parent's scale: along with the rest of the parent's matrix, or its rotation
// and scale apart (RrSs: R_p R S_p S), or without it (Rrs).
enum class FbxInherit { Ordinary, Componentwise, WithoutParentScale };

struct FbxLocal {
  std::array<glm::dvec3, kFbxParts> part{};  // as stored: degrees
  EulerOrder order = EulerOrder::XYZ;
  bool turns_apart = false;  // pre- and post-rotation and the order count

  glm::dvec3& operator[](FbxPart p) { return part[static_cast<std::size_t>(p)]; }
  const glm::dvec3& operator[](FbxPart p) const { return part[static_cast<std::size_t>(p)]; }
};

struct FbxModel {
  std::int64_t id = 0;
  std::string name;      // without its class; Assimp's node has it
  std::string own_name;  // the same as the file has it, where the file was written anew
  FbxLocal local;
  FbxInherit inherit = FbxInherit::Ordinary;
  // What moves its own mesh alone: translation, rotation in degrees, scale.
  std::array<glm::dvec3, 3> geometric{glm::dvec3(0.0), glm::dvec3(0.0), glm::dvec3(1.0)};
  bool is_part = true;                    // neither a camera nor a light
  bool is_limb = false;                   // a bone by its class, whether or not a cluster names it
  bool hidden = false;                    // by its own Visibility, which nothing animates
  std::vector<std::uint32_t> visibility;  // its curves in all takes: nodes of the tree
  bool hides_by_parent = true;            // VisibilityInheritance: not seen where its parent is not
  std::vector<int> children;              // models, in the file's order
};

// A model's property in one layer: a curve for each axis, or a value where there is none.
struct FbxAnimated {
  int model = -1;
  FbxPart part = FbxPart::Translation;
  std::array<std::uint32_t, 3> curve{};  // nodes of the tree, 0: none
  std::array<std::optional<double>, 3> value;
};

// FBX's blend modes: what is added, what stands instead, what is mixed.
enum class FbxBlend { Add, Replace, Mix };

// A blend shape channel's DeformPercent in one layer.
struct FbxAnimatedMorph {
  int morph = -1;           // index into FbxScene::morphs
  std::uint32_t curve = 0;  // node of the tree, in percent; 0: none
  std::optional<double> value;
};

struct FbxLayer {
  FbxBlend blend = FbxBlend::Add;
  bool base = false;  // the stack's lowest: it stands in place of the rest
  bool muted = false, solo = false;
  double weight = 1.0;
  std::uint32_t weight_curve = 0;  // node of the tree, in percent; 0: none
  bool composes_rotation = true;   // rotations are multiplied instead of their angles added
  bool composes_scale = true;
  std::vector<FbxAnimated> animated;
  std::vector<FbxAnimatedMorph> morphs;
};

struct FbxStack {
  std::string name;
  std::int64_t start = 0;  // ticks; both 0: from the first key to the last
  std::int64_t stop = 0;
  bool moves = false;  // some curve moves a model or a blend shape
  std::vector<FbxLayer> layers;
};

enum class FbxSkinType { Rigid, Linear, DualQuaternion, Blend };

// What a skin says of one of its bones.
struct FbxCluster {
  int bone = -1;              // model
  glm::dmat4 mesh_to_bone{};  // Transform, as stored: from the mesh's model to the bone, when bound
};

using FbxPose = FbxPoseOf<int>;  // by model

struct FbxSkin {
  int model = -1;  // whose mesh it is
  FbxSkinType type = FbxSkinType::Linear;
  std::uint32_t points = 0;  // Blend: node of the tree with the mesh's control points, x y z each
  std::uint32_t parts = 0;   // Blend: how much of a control point is dual quaternions
  int clusters = -1;         // index into FbxScene::clusters
};

// One of the shapes that a blend shape channel passes through.
struct FbxShape {
  std::string name;        // without its class
  double full = 1.0;       // the channel's weight at which it holds alone
  std::uint32_t node = 0;  // of the tree: its Geometry, with Indexes and Vertices (what it adds)
};

// A blend shape channel: what DeformPercent moves.
struct FbxMorph {
  std::string channel;           // the channel's name
  std::string name;              // its only shape's name, or the channel's
  double weight = 0.0;           // at rest; 1 is 100 percent
  std::vector<FbxShape> shapes;  // in the file's order
  // Its shape moves each vertex by its own part (percent, as Blender writes vertex groups): node of
  // the tree, or 0.
  std::uint32_t parts = 0;
};

// A mesh and a model that shows it.
struct FbxSurface {
  int model = -1;
  std::uint32_t geometry = 0;  // node of the tree
};

struct FbxScene {
  FbxTree tree;  // refers to the file's bytes
  double ticks_per_second = 46186158000.0;
  double frame_rate = 0.0;  // 0: the file does not say
  std::vector<FbxModel> models;
  std::vector<int> roots;  // models below the scene's root
  NodeGraph graph;         // of the models, as connected: a model may hang below several
  std::vector<FbxStack> stacks;
  std::vector<FbxSkin> skins;
  std::vector<std::vector<FbxCluster>>
      clusters;  // of each skin deformer; those whose matrix is whole
  std::vector<FbxPose> bind_poses;
  std::vector<FbxMorph> morphs;
  std::vector<std::vector<int>> morphs_of;    // #models: those of its mesh, in the file's order
  std::vector<std::uint32_t> points_of;       // #models: node of that mesh's control points, or 0
  std::vector<bool> is_bone;                  // #models: some cluster is joined to it
  std::vector<std::uint32_t> loose_clusters;  // of skins: nodes of those that no model is joined to
  std::vector<FbxSurface> surfaces;
  std::size_t more_parents = 0;      // connections that place a model that has its place already
  std::size_t unbound_clusters = 0;  // of skins: those that say no Transform
  std::size_t outnumbered = 0;       // objects that lost their number to another one
  bool reads_elsewhere = true;  // Assimp finds in it what is there: else it is to be written anew
};

// Throws ImportError where the tree is damaged. Objects that lack something are left out.
FbxScene read_fbx_scene(std::string_view bytes);

}  // namespace bindpose
