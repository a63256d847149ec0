// What can be edited: each edit is data.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "math/rotation.h"
#include "scene/draft/skeleton_draft.h"
#include "scene/edit/mend/mend.h"
#include "scene/edit/paint/paint.h"
#include "scene/edit/weights.h"
#include "scene/pose/given_pose.h"
#include "scene/scene.h"

namespace bindpose {

// Ul_j = user_local.
struct SetUserLocal {
  int joint;
  mat4 user_local;
};
// Ul_j = Ul_j M; `kind` and `amount` say which M: degrees about x, then y, then z; file units;
// factors.
struct TransformJoint {
  enum Kind { Rotate, Translate, Scale };
  int joint;
  Kind kind;
  vec3 amount;
};
// Turns a joint by a rotation as typed, or, with `whole`, until that is all of its rotation: see
// scene/edit/rotate_edit.h for what the axes mean. Numbers that are no rotation (rotation_of) do
// nothing.
struct RotateJoint {
  int joint;
  RotationNumbers numbers;
  GizmoSpace axes = GizmoSpace::Local;
  bool whole = false;
};
struct ResetJoint {
  int joint;
};
struct ResetSubtree {
  int joint;
};
// Turns joints above `joint` until its W_j has its origin at `target` (rig/ik/solve.h): `chain` of
// them, or, where that is 0, the limb that the joint ends (scene/edit/ik_edit.h); with `pole` the
// chain bends to that side. Points are in the file's world.
struct SolveIk {
  int joint;
  vec3 target;
  int chain = 0;
  std::optional<vec3> pole{};
};
// Turns the joint so that its own axis points to `target`, in the file's world (rig/ik/look_at.h).
struct LookAtPoint {
  int joint;
  vec3 target;
  int axis = -1;  // X, Y, Z, -X, -Y, -Z count from 0; -1: the one that faces the model's front
};
// The whole pose: joints and morphs.
struct ResetAll {};
// m_k = weight, whatever the base pose says.
struct SetMorph {
  int channel;
  float weight;
};
// The channel follows the base pose again; -1: all do.
struct ResetMorph {
  int channel = -1;
};
// All Ul_j and m_k at once (a pose file, a drag of several joints). #J; #C or empty: no m_k is set.
struct SetPose {
  std::vector<mat4> user_local;
  std::vector<std::optional<float>> user_morph{};
  bool as_is = false;  // both sides are meant as they are: symmetric editing adds nothing
  std::string what{};  // "Paste": for the list of steps, where the change itself does not tell
  // What is the identity is put back to the base pose: symmetric editing does so on the other side,
  // too. Never of the text form, which is as it is.
  bool resets = false;
};
// The pose of these joints goes over to the joints on the other side, mirrored in the plane of the
// bind pose (rig/pose/mirror.h); where both of a pair are named, they trade. Empty: all, morphs
// with a side in their names as well. What has no other side stays as it is.
struct MirrorPose {
  std::vector<int> joints{};
};
// Brings the pose of these joints (empty: all) towards another one, whatever the base pose is:
// factor 0 leaves it, 1 is there (rig/pose/blend.h). Clip: at the time that is shown.
struct BlendPose {
  enum Towards { Bind, Rest, Clip, Given };
  Towards towards;
  float factor;
  std::vector<int> joints{};
  std::string name{};                        // Given: as it was saved
  std::shared_ptr<const GivenPose> given{};  // Given
  bool mirrored = false;                     // Given: with its sides changed over
};
// Each of these joints (empty: all) goes towards the mean of its neighbours in the chain
// (rig/pose/blend.h).
struct RelaxPose {
  float factor;
  std::vector<int> joints{};
};
// clip < 0 keeps the clip that was last chosen (or takes the first).
struct SetBasePose {
  BasePose base;
  int clip = -1;
};

// Adds a clip behind all others and shows it: one of another file, carried over to this rig
// (scene/clips/make_clips.h). The words say where it comes from; whoever reads them opens the file
// and fills in `made` (#J tracks of plain keys) before the edit is applied. Null: nothing is done.
struct TakeClip {
  std::string file;
  std::string clip{};  // its name or number there; "": the first
  std::string map{};   // a file with pairs of joints; "": as proposed
  bool feet = false;
  std::shared_ptr<const AddedClip> made{};
};
// The clip that is shown with the user's Ul_j and m_k in it, as a clip of its own behind all
// others; Ul_j and m_k are untouched again. `name`: of the new one; "": "NAME baked".
struct BakeClip {
  std::string name{};
};
// An added clip leaves the list.
struct DropClip {
  int clip;
};

struct SetTime {
  double seconds;
};  // clamped to the clip; not recorded for undo
struct SetPlayback {
  Playback playback;
};  // not recorded
// Frames a second; 0: the clip's own.
struct SetRate {
  double rate;
};
// What is played of the chosen clip, clamped to it; nothing: all. Without one, or where less than a
// thousandth of a second is left, it is ignored. Another clip begins with all of it.
struct SetRange {
  std::optional<TimeRange> range;
};
// The chosen clip is shown faded into another one, its factor clamped to [0, 1]; nothing: by
// itself. Without a chosen clip, or into itself, it is ignored. Another clip begins without.
struct SetFade {
  std::optional<ClipFade> fade;
};
struct SetSelection {
  int joint;
  std::vector<int> also{};
};  // -1: nothing; not recorded. Joints of `also` that are named twice count once.
struct SelectVertices {
  VertexGroup group;
};  // not recorded
// Other vertices are selected, by what is selected now and how the surface hangs together
// (scene/vertices/choose.h): a list of them, no group any more.
struct ReselectVertices {
  enum What { All, Invert, Grow, Shrink, Parts, Same, Region, Add, Remove };
  What what;
  int times = 1;                               // Grow, Shrink
  int joint = -1;                              // Region: what follows the joint
  std::shared_ptr<const VertexLists> lists{};  // Add, Remove
};                                             // not recorded
// A mesh is drawn, picked and counted or not; -1: all meshes.
struct ShowMesh {
  int mesh;
  bool shown;
};
// Bones of these joints are drawn, picked and named or not. `below`: those of all joints below as
// well, and the meshes that nothing else moves (scene/edit/mark_edit.h). What is hidden is no
// longer selected.
struct HideJoints {
  std::vector<int> joint;
  bool hidden;
  bool below = true;
};
// Nothing else is shown: these joints, all below, and the meshes that they pull; or, where `joint`
// is empty, these meshes, and the bones that pull them.
struct Isolate {
  std::vector<int> joint;
  std::vector<int> mesh{};
};
// All joints and meshes.
struct ShowAll {};
// No edit of the pose changes a joint that is locked; with `weights`: no mend changes its weights
// (the other way it does: who poses an arm has not weighted it yet). `joint` empty: all.
struct LockJoints {
  std::vector<int> joint;
  bool locked;
  bool weights = false;
};
// How far a joint turns about its own x (0), y or z; degrees, -180 to 180: no limit.
struct AxisRange {
  int axis = 0;
  float low = -180.0f, high = 180.0f;
};
// What inverse kinematics may do with a joint: JointRestraint. What is not set stays.
struct RestrainJoint {
  int joint;
  std::optional<float> limit{};      // degrees, 0 to 180
  std::optional<float> stiffness{};  // 0 to 1
  std::optional<AxisRange> axis{};
};
// All joints that are held in place (scene/edit/held.h), in any order; those out of range and roots
// are left out.
struct HoldJoints {
  std::vector<int> joint;
};  // not recorded
struct SetHover {
  int joint;
};  // not recorded
struct SetView {
  ViewSettings view;
};  // not recorded
// What the mouse is over, and what stays chosen. An empty reference: no vertex; not recorded
struct SetHoverVertex {
  VertexRef at;
};
struct SetPinnedVertex {
  VertexRef at;
};

// All weights of one vertex, in any order, by joint; their sum becomes the stored sum. Nothing: the
// vertex follows its mesh's node. A joint that the mesh's skin lacks gets a slot, bound where the
// bind pose has it.
struct SetWeights {
  VertexRef at;
  std::vector<JointWeight> row;
};
// All weights of whole meshes in one step. Meshes that are not named stay as they are.
struct SetInfluences {
  std::shared_ptr<const std::vector<MeshWeights>> weights;
  std::string made_by{};  // the text form: what to do to get these weights again
  std::shared_ptr<const BoneReach>
      reach{};  // where they come from distances to bones: how; it is the text then
  // A sentence each on what was not as the method says it; of whoever made them, to be told once.
  std::vector<std::string> notes{};
  bool reach_edited = false;  // some were changed since: Scene::reach_edited
};

// Weights mended on the vertices that are selected (scene/edit/mend/mend.h). `made`: what that
// gives, where whoever asks has computed it for the scene as it is.
struct MendWeights {
  Mend mend;
  std::shared_ptr<const MendResult> made{};
};

// Weights of another file's model on this one (scene/automatic/transfer.h). The words say where
// they come from; whoever reads them opens the file and fills in `made` before the edit is applied.
// Null: nothing is done.
struct TransferWeights {
  std::string file;
  float distance = 0.05f;  // as a part of this surface's diagonal: what is farther is not sure
  float angle = 30.0f;     // degrees between the normals, likewise
  int limit = 0;           // influences a vertex at most; 0: all
  bool selected = false;   // only the vertices that are selected
  std::shared_ptr<const std::vector<MeshWeights>> made{};
};

// Weights painted by a stroke (scene/edit/paint/paint.h). `made`: what that gives, where whoever
// asks has painted it on the scene as it is at the stroke's begin. While a gesture goes on with the
// same `made`, only what is fresh in it is written.
struct PaintWeights {
  Paint paint;
  std::shared_ptr<const PaintResult> made{};
};
// A skeleton that is made by hand: Scene::draft.
struct EditDraft {
  DraftChange change;
};
// The model gets the drafted skeleton in place of its own (scene/draft/built_model.h): one step,
// which undo takes back with all that goes with it. `made`: the model, where whoever asks has built
// it of the scene as it is.
struct BuildSkeleton {
  std::shared_ptr<const Model> made{};
};
// B_j of these joints (empty: all) becomes their W_j as they are shown, that of the rest pose, or
// what the file's own table of the bind pose has. Points stay in bind space: where T_j was not the
// identity, the surface goes back to how it was bound. WithPoints: W_j as they are shown, of all
// joints, and the points go where they are shown: the pose is the bind pose then, and nothing
// moves.
struct RebindJoints {
  enum To { Here, Rest, Pose, WithPoints };
  To to = Here;
  std::vector<int> joint{};
  std::shared_ptr<const Model> made{};
};

// All that is an edit.
template <typename... E>
struct EditKinds {
  static constexpr std::size_t count = sizeof...(E);
  // Which of them T is, `count` when it is none.
  template <typename T>
  static constexpr std::size_t index_of() {
    const bool same[] = {std::is_same_v<T, E>...};
    std::size_t i = 0;
    while (i < count && !same[i]) ++i;
    return i;
  }
};
using AllEdits =
    EditKinds<SetUserLocal, TransformJoint, ResetJoint, ResetSubtree, ResetAll, SetMorph,
              ResetMorph, SetPose, SetBasePose, SetTime, SetPlayback, SetSelection, SetHover,
              SetView, SetHoverVertex, SetPinnedVertex, SetWeights, SetInfluences, ShowMesh,
              SelectVertices, SolveIk, LookAtPoint, TakeClip, BakeClip, DropClip, MirrorPose,
              BlendPose, RelaxPose, HoldJoints, RotateJoint, HideJoints, Isolate, ShowAll,
              LockJoints, RestrainJoint, SetRate, SetRange, SetFade, ReselectVertices, MendWeights,
              TransferWeights, PaintWeights, EditDraft, BuildSkeleton, RebindJoints>;
template <typename T>
concept AnEdit = (AllEdits::index_of<T>() < AllEdits::count);

// Any one of them, a value like each. Those who go through all kinds include
// scene/edit/edit_value.h. (The std::variant is there and not here: what copies, moves and destroys
// forty-five kinds would be compiled again by every file that makes one, which was a tenth of the
// time to compile.)
class Edit {
 public:
  struct Value;

  Edit();  // SetUserLocal{}
  template <AnEdit T>
  Edit(T edit) : Edit(AllEdits::index_of<T>(), &edit) {}  // implicit: each of them is an edit
  Edit(const Edit&);
  Edit(Edit&&) noexcept;  // what was moved from can be assigned to and destroyed
  Edit& operator=(const Edit&);
  Edit& operator=(Edit&&) noexcept;
  ~Edit();

  // The edit as the kind that it is, nullptr where it is another.
  template <AnEdit T>
  const T* as() const {
    return static_cast<const T*>(find(AllEdits::index_of<T>()));
  }
  template <AnEdit T>
  T* as() {
    return static_cast<T*>(find(AllEdits::index_of<T>()));
  }
  template <AnEdit T>
  bool is() const {
    return index() == AllEdits::index_of<T>();
  }
  // Throws std::bad_variant_access where it is another.
  template <AnEdit T>
  const T& get() const {
    return *static_cast<const T*>(demand(AllEdits::index_of<T>()));
  }
  template <AnEdit T>
  T& get() {
    return *static_cast<T*>(demand(AllEdits::index_of<T>()));
  }
  std::size_t index() const;  // in AllEdits
  const Value& value() const { return *value_; }

 private:
  Edit(std::size_t kind, void* moved_from);  // the edit of that kind that lies there
  void* find(std::size_t kind) const;
  void* demand(std::size_t kind) const;

  std::unique_ptr<Value> value_;
};

}  // namespace bindpose
