// The document: a model, its pose, playback and what is shown. Plain data; only scene/edit/edit.h
// writes it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "rig/pose/fade.h"
#include "rig/skinning.h"
#include "rig/weights/segment_weights.h"
#include "scene/copy_on_write.h"
#include "scene/model.h"
#include "scene/vertices/vertex_group.h"
#include "scene/view/view_settings.h"

namespace bindpose {

enum class BasePose { Bind, Rest, Clip };

// A part of a clip, in seconds; from < to.
struct TimeRange {
  double from = 0.0, to = 0.0;
  bool operator==(const TimeRange&) const = default;
};

// What is shown lies between Pose::clip and another one: see rig/pose/fade.h.
struct ClipFade {
  int into = -1;        // as clip_at() counts; not Pose::clip
  float factor = 0.0f;  // 0: Pose::clip, 1: the other one
  FadeBy by = FadeBy::Phase;
  bool operator==(const ClipFade&) const = default;
};

// How the user has time: see scene/time/timeline.h for what comes of it.
struct Timeline {
  double rate = 0.0;                 // frames a second; 0: the clip's own
  std::optional<TimeRange> range{};  // of Pose::clip: what is played; nothing: all of it
  std::optional<ClipFade> fade{};    // of Pose::clip into another one

  bool operator==(const Timeline&) const = default;
};

struct Pose {
  BasePose base = BasePose::Rest;
  int clip = -1;      // as clip_at() counts; kept while another base is shown
  double time = 0.0;  // seconds in the clip
  Timeline timeline{};
  std::vector<mat4> user_local;                  // Ul_j, #J, identity = untouched
  std::vector<std::optional<float>> user_morph;  // #C, m_k where the user set it; nothing: the
                                                 // base pose's own (0 in the bind pose)
};

// What comes after the end of what is played.
enum class AtEnd { Loop, PingPong, Once };

struct Playback {
  bool playing = false;
  AtEnd at_end = AtEnd::Loop;
  double speed = 1.0;
  bool back = false;  // AtEnd::PingPong: on the way back; transient

  bool operator==(const Playback&) const = default;
};

// Whether the model has that vertex.
bool has_vertex(const Model& model, const VertexRef& at);
// Whether a group of chosen ones has a list for each mesh, ascending, of vertices of that mesh.
bool are_vertices(const Model& model, const VertexGroup& chosen);

struct Selection {
  int joint = -1;            // what the gizmo turns
  int hovered_joint = -1;    // transient: what the mouse is over
  VertexRef hovered_vertex;  // transient, as well
  VertexRef pinned_vertex;   // stays while the pose changes
  std::vector<int> also{};   // joints selected beside `joint`, in the order chosen
  VertexGroup vertices{};    // shown as dots

  // The vertex that tables, legends and formulas speak of.
  const VertexRef& probed() const { return pinned_vertex.empty() ? hovered_vertex : pinned_vertex; }
};
// `joint` or one of `also`.
bool is_selected(const Selection& selection, int joint);

// Weights that were edited since the model was loaded. They stand beside the model, which keeps the
// file's. Copies of a scene share them until one of them is edited.
struct EditedWeights {
  std::vector<CopyOnWrite<MeshBinding>> binding;  // #M, null: the file's; empty: all are the file's
  std::optional<JointFlags> flags;                // by these bindings; nothing: the file's
};

// What was written to the weights of a scene since its model was loaded, so that whoever keeps a
// copy (the GPU, a heat map) renews only what changed.
struct WeightLog {
  struct Entry {
    int mesh = -1;             // -1: all meshes
    std::int64_t vertex = -1;  // -1: all of the mesh; its skin may have grown
    std::uint64_t before = 0;  // the log's revision before this entry
  };
  std::uint64_t revision = 0;  // 0: as loaded; every entry gives it a number that no other log has
  std::vector<Entry> recent;   // the last ones, newest last
};
// The entries that came after `revision`, or nothing where the log no longer reaches back so far.
std::optional<std::span<const WeightLog::Entry>> entries_since(const WeightLog& log,
                                                               std::uint64_t revision);

// Radii r_j in the file's units for weights from the distance to bones. A joint in `of` has its own
// (0: no weights), else `all` counts, else the radius follows from the mesh (see
// scene/segment_binding.h).
struct SegmentRadii {
  std::optional<float> all;
  std::vector<std::pair<int, float>> of;  // joint, radius

  bool operator==(const SegmentRadii&) const = default;
};

// What weights were computed with that come from the distance to bones.
struct BoneReach {
  SegmentRadii radii;
  std::vector<BoneSegment> segments;  // in the file's world, bind pose
};

class LazyMirror;     // scene/pose/symmetry.h
class DeformerStore;  // scene/deform/deformer_data.h

// A clip that the model's file does not have: carried over from another file, or baked. Its tracks
// have one factor each, of keys: what any program can play (scene/clips/make_clips.h).
struct AddedClip {
  Clip clip;
};

// How inverse kinematics may turn a joint: IkJoint of rig/ik/solve.h, in degrees.
struct JointRestraint {
  int joint = -1;
  float stiffness = 0.0f;  // 0: turns freely, 1: does not turn
  float limit = 180.0f;    // half the angle of the cone in which its bone stays; 180: none
  // Of the turn in Ul_j about the joint's own x, y, z (rig/ik/axis_limits.h); -180 to 180: none.
  std::array<float, 3> low{-180.0f, -180.0f, -180.0f}, high{180.0f, 180.0f, 180.0f};

  bool limits_axis(std::size_t axis) const { return low[axis] > -180.0f || high[axis] < 180.0f; }

  bool operator==(const JointRestraint&) const = default;
};

// What is said of joints beside their pose. Flags are #J, or empty: none is.
struct JointMarks {
  std::vector<std::uint8_t> hidden;       // 1: its bone is neither drawn nor picked nor named
  std::vector<std::uint8_t> locked;       // 1: no edit of the pose changes Ul_j
  std::vector<JointRestraint> restraint;  // ascending by joint; those that are restrained at all
  std::vector<std::uint8_t> weights_locked{};  // 1: no mend changes what vertices have of it

  bool operator==(const JointMarks&) const = default;
};

struct Scene {
  std::shared_ptr<const Model> model;        // null: nothing open. No edit changes it
  std::shared_ptr<const LazyMirror> mirror;  // its two sides, where they are asked for
  std::shared_ptr<DeformerStore> deformers;  // what some of them need beside the weights
  EditedWeights edited;
  WeightLog weights;                       // what was written to `edited`
  std::shared_ptr<const BoneReach> reach;  // null: the weights were not computed from distances
  bool reach_edited = false;               // they were, and then some were changed: exact_reach()
  // Behind the model's clips, in the order they came. Whoever lists or plays clips asks
  // clip_count() and clip_at(). Never null; copies of a scene share them.
  std::vector<std::shared_ptr<const AddedClip>> added_clips;
  Pose pose;
  Playback playback;
  ViewSettings view;
  Selection selection;
  std::vector<std::uint8_t> mesh_hidden;  // #M, 1: neither drawn nor picked nor counted
  JointMarks marks{};
  std::vector<int> held{};  // joints that stay while what is above them moves, ascending: see
                            // scene/edit/held.h
  std::shared_ptr<const struct SkeletonDraft>
      draft{};  // being made: evaluate() gives the bind pose
};
// Of the model that is open; that of no model where none is.
inline ModelId model_id(const Scene& scene) {
  return scene.model ? scene.model->id : ModelId();
}

// The reach while the weights are just what it gives; null where some of them were changed since,
// by hand, a mend, a brush or a lock. What says where weights come from asks this; what sets radii
// goes on from Scene::reach.
inline const BoneReach* exact_reach(const Scene& scene) {
  return scene.reach_edited ? nullptr : scene.reach.get();
}

// How mesh m is bound in the scene: edited weights where it has them, else the file's. All that
// shows, counts or writes weights asks this. References are good until the next edit.
const MeshBinding& binding_of(const Scene& scene, std::size_t mesh);
BoundMesh bound_mesh(const Scene& scene, std::size_t mesh);
std::vector<BoundMesh> bound_meshes(const Scene& scene);  // #M
// Whether the mesh has weights of its own there, not the file's. An export writes all of them.
bool has_own_weights(const Scene& scene, std::size_t mesh);
// Which nodes those bindings name and pull with. There is a model.
const JointFlags& joint_flags(const Scene& scene);

inline bool is_hidden(const Scene& scene, std::size_t mesh) {
  return mesh < scene.mesh_hidden.size() && scene.mesh_hidden[mesh] != 0;
}

inline bool is_joint_hidden(const Scene& scene, int joint) {
  const auto j = static_cast<std::size_t>(joint);
  return j < scene.marks.hidden.size() && scene.marks.hidden[j] != 0;
}
inline bool is_locked(const Scene& scene, int joint) {
  const auto j = static_cast<std::size_t>(joint);
  return j < scene.marks.locked.size() && scene.marks.locked[j] != 0;
}
inline bool has_locked_weights(const Scene& scene, int joint) {
  const auto j = static_cast<std::size_t>(joint);
  return j < scene.marks.weights_locked.size() && scene.marks.weights_locked[j] != 0;
}
// What holds the joint back; nothing set where that is nothing.
JointRestraint restraint_of(const Scene& scene, int joint);

// A fresh scene for a model: rest pose, nothing selected, `keep` the view settings of before.
Scene make_scene(std::shared_ptr<const Model> model, const ViewSettings& keep = {});

// The same for whom a model is lent to, such as a report on a file: the model must outlive it.
Scene borrowed_scene(const Model& model);

// What a frame is drawn from, and every answer on the command line is computed from.
struct PosedScene {
  std::vector<mat4> base_local;            // #J, L_j of the base pose
  std::vector<mat4> local;                 // #J, L_j Ul_j
  std::vector<mat4> world;                 // #J, W_j
  std::vector<std::vector<mat4>> palette;  // per mesh, per slot: T_j
  std::vector<mat4> node_matrix;           // per mesh: for vertices without influences
  std::vector<float> morph;                // #C, m_k
  std::uint64_t revision = 0;  // changes when any of the above does; no two results share one
};

// For PosedScene::revision: unique in the process, so that no two that differ share a number.
std::uint64_t next_pose_revision();

// Base pose L_j and m_k, one loop W_j, per skin T_j. Buffers of `out` are reused.
void evaluate(const Scene& scene, PosedScene& out);
PosedScene evaluate(const Scene& scene);
// After a change of Ul_j only: recomputes j's subtree and the skin matrices that it touches. `out`
// is what evaluate() made of the scene before.
void evaluate_subtree(const Scene& scene, int joint, PosedScene& out);

// m_k of the base pose alone: what a channel that the user did not set shows. #C.
std::vector<float> base_morph(const Scene& scene);

// The normal of the posed surface at a vertex, in world space of the file, whatever normals the
// view shades with (rig/exact_normals.h). `at` is a vertex of the model.
vec3 posed_normal(const Scene& scene, const PosedScene& posed, const VertexRef& at,
                  Deformer method);
// Where vertices of mesh m go, with the usual normal and the posed surface's own of each;
// `vertices` in any order.
PosedVertices posed_vertices(const Scene& scene, const PosedScene& posed, int mesh, Deformer method,
                             std::span<const std::uint32_t> vertices);
// What moves mesh m where `method` was chosen: rig/deformer.h's resolved(), and the linear blend
// for a mesh that is none. Never Deformer::File where there is a model.
Deformer deformer_of(const Scene& scene, int mesh, Deformer method);
// What moves all skinned meshes; Deformer::File where the file wants one way for some and another
// for others.
Deformer deformer_of(const Scene& scene, Deformer method);
// Positions (and normals, when not null) of mesh m in world space of the file, by the view's method
// or by the one given.
void skin_mesh(const Scene& scene, const PosedScene& posed, int mesh, Deformer method,
               std::vector<vec3>& position, std::vector<vec3>* normal);
void skin_mesh(const Scene& scene, const PosedScene& posed, int mesh, std::vector<vec3>& position,
               std::vector<vec3>* normal);

// Box of all skinned vertices (not of hidden meshes) and of the joints that a skin names and that
// are not hidden (of all nodes where there is neither), in world space of the file.
Box posed_bounds(const Scene& scene, const PosedScene& posed);

// L_j of the base pose alone, #J. There is a model.
std::vector<mat4> base_locals(const Scene& scene);

// The model's clips, then the added ones: how many, and the one with that index, or null.
int clip_count(const Scene& scene);
const Clip* clip_at(const Scene& scene, int clip);
// What the base pose plays: the clip, faded as the timeline says. No `clip`: another base is shown.
FadedClip shown_clip(const Scene& scene);

}  // namespace bindpose
