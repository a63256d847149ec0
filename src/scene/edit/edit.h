// Documents: a scene with its history, and the text form of edits. Edits (scene/edit/edits.h) are
// the only way to write a scene. Each is data, has a text form, and can be undone where it changes
// the pose.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scene/edit/edits.h"

namespace bindpose {

// Takes the joint into the selection and gives it the gizmo, or takes it out where it is in (the
// gizmo then goes back to the one chosen before): what Ctrl-click does.
SetSelection toggle_selected(const Selection& selection, int joint);

// A gesture (a drag, a slider held down) sends Preview while it lasts and then Commit (one undo
// step from where it began) or Cancel (back to where it began; the edit itself is not applied).
enum class Phase { Once, Preview, Commit, Cancel };

struct EditRequest {
  Edit edit;
  Phase phase = Phase::Once;
};

// What an edit touched: how much has to be evaluated again.
struct Change {
  enum Extent { None, View, Subtree, Pose };  // Subtree: Ul_joint only
  Extent extent = None;
  int joint = -1;
};

// The scene with its history. Undo steps hold what they changed, not the whole pose.
//
// Whatever writes Ul_j leaves the joints that are held where they are, see scene/edit/held.h.
//
// What is ignored (Change::None, no undo step): joints, vertices and channels out of range, numbers
// that are not finite, a pose of the wrong size, a clip that the model lacks, and whatever leaves
// the scene as it was.
//
// Every Preview starts from where the gesture began, so that relative edits do not pile up. While a
// gesture lasts, Once edits that are not recorded (hover, playback) pass through; a recorded one
// first commits the gesture, and undo() cancels it instead of going a step back.
class Document {
 public:
  using AddedClips = std::vector<std::shared_ptr<const AddedClip>>;

  Document() = default;
  explicit Document(Scene scene) : scene_(std::move(scene)) {}

  const Scene& scene() const { return scene_; }
  Change apply(const EditRequest& request);
  // Advances the clip while it plays; dt in seconds. Change::None when nothing plays. At the end of
  // what is played (Timeline::range) a clip wraps, turns round or stops (and starts over when it is
  // set to play there).
  Change advance(double dt);
  // Time goes on: a clip is shown and plays. What is set to play may still rest (another base pose
  // is shown, the speed is 0).
  bool advancing() const;

  bool can_undo() const { return !undo_.empty(); }
  bool can_redo() const { return !redo_.empty(); }
  std::string undo_label() const;  // step_label of the edit, "" when there is none
  std::string redo_label() const;
  Change undo();
  Change redo();
  // The steps by their labels, oldest first: those that are done, then those that undo took back.
  std::vector<std::string> history() const;
  std::size_t done() const { return undo_.size(); }  // how many of them are done
  // Undo or redo until so many are; all, where there are fewer.
  Change go_to(std::size_t done);
  bool in_gesture() const { return in_gesture_; }
  // The pose that a preview starts from: that of the gesture's begin while one lasts. Whoever edits
  // several joints at once starts from it, too: what the last preview wrote (of held limbs, of the
  // other side) is no part of the next one.
  const Pose& pose_at_start() const { return in_gesture_ ? gesture_start_.pose : scene_.pose; }
  // The scene as it would be if the gesture were cancelled. Copies the history.
  Scene scene_at_start() const;
  // Held joints that the last edit moved all the same: their place was out of reach.
  const std::vector<int>& slipped() const { return slipped_; }
  // Locked joints that the last edit left alone.
  const std::vector<int>& skipped() const { return skipped_; }
  // Names what the recorded edits have made of the model: as long as it is the same, all Ul_j, m_k
  // and weights are, and what is hidden, locked and held. Undo comes back to the number of before;
  // a gesture that lasts is 0.
  std::uint64_t position() const { return in_gesture_ ? 0 : position_at_start(); }
  // The same; of a gesture that lasts, where it began.
  std::uint64_t position_at_start() const;

  // What is hidden, locked and held. It is work for as long as it differs from what it was.
  struct Marked {
    JointMarks joints;
    std::vector<std::uint8_t> mesh_hidden;
    std::vector<int> held;  // Scene::held

    bool operator==(const Marked&) const = default;
  };

  // The same file, written again: pose, selection, clip, playback and history are carried over by
  // the names of joints, meshes, clips and morph channels; what the new model lacks is left out.
  // Edited weights are, too, where their mesh has as many vertices as before and all joints that
  // they name; their history, and where they came from, are not. A gesture is committed. Returns
  // how many meshes lost edited weights. Where a skeleton was made by hand, `model` is as
  // built_like() makes it, or the file's own: then it is built on it; where that cannot be,
  // std::runtime_error is thrown and nothing has changed.
  std::size_t reload(std::shared_ptr<const Model> model);

 private:
  struct Delta {
    std::uint64_t id = 0;  // no two deltas share one
    std::string label;
    std::vector<int> joint;
    std::vector<mat4> before, after;  // Ul of those joints
    std::vector<std::size_t> channel;
    std::vector<std::optional<float>> morph_before, morph_after;  // m_k of those channels
    bool base_changed = false;  // the fields below count only then
    BasePose base_before = BasePose::Rest, base_after = BasePose::Rest;
    int clip_before = -1, clip_after = -1;
    double time_before = 0.0, time_after = 0.0;
    bool timeline_changed = false;  // the fields below count only then
    Timeline timeline_before, timeline_after;
    WeightDelta weights;         // such a step changes nothing else
    bool clips_changed = false;  // the fields below count only then
    AddedClips clips_before, clips_after;
    bool marks_changed = false;  // the fields below count only then
    Marked marks_before, marks_after;
    bool draft_changed = false;  // the fields below count only then
    std::shared_ptr<const SkeletonDraft> draft_before, draft_after;
    // The whole scene, where the model is another one: nothing else counts then.
    std::shared_ptr<const Scene> scene_before, scene_after;

    bool empty() const {
      return !scene_before && !draft_changed && joint.empty() && channel.empty() && !base_changed &&
             !clips_changed && !marks_changed && !timeline_changed && weights.empty();
    }
  };
  Change write(const Edit& edit);
  Change write_all(const Edit& edit, bool both_sides, bool locks, const std::vector<mat4>& before);
  void put_locked_back(bool locks, const std::vector<mat4>& before);
  Change write_weights(WeightDelta delta);
  Change write_whole_meshes(std::span<const MeshWeights> weights, WeightDelta::Reach reach);
  Change swap_weights(const WeightDelta& delta, bool forward);
  Change swap_to(const Delta& delta, bool forward);
  // What record() compares with.
  struct Before {
    Pose pose;
    AddedClips clips;
    Marked marks;
    std::shared_ptr<const SkeletonDraft> draft;
  };
  static Before state_of(const Scene& scene);
  void record(const Before& before, const Edit& edit);
  bool paint_on(const Edit& edit);
  Change rebuild(const Edit& edit);  // scene/edit/draft/draft_edit.cpp, as are the next two
  Change swap_scene(const Delta& delta, bool forward);
  std::shared_ptr<const Model> with_own_skeleton(std::shared_ptr<const Model> model) const;
  void note_painted();
  WeightDelta painted_so_far() const;
  Change rewind_gesture();
  Change end_gesture(const EditRequest& request);
  void commit_where_it_stands();
  static std::uint64_t next_id();

  Scene scene_;
  std::uint64_t base_id_ = 1;  // position() before the first step
  std::vector<Delta> undo_;
  std::vector<Delta> redo_;
  bool in_gesture_ = false;
  Scene gesture_start_;
  unsigned gesture_parts_ = 0;  // which parts of the scene the previews wrote
  Change gesture_change_;       // all that differs from gesture_start_
  Edit gesture_edit_ = ResetAll{};
  std::vector<int> slipped_, skipped_;
  WeightDelta written_weights_, gesture_weights_;  // by the last write(), by the last preview
  std::shared_ptr<const PaintResult> painting_;    // what stands for gesture_weights_, or null
  // Of its delta, which goes on growing: what is in the scene.
  std::vector<WeightDelta::Growth> painted_growth_;
  std::size_t painted_rows_ = 0;
};

// clang-format off: it would run the lines together
// The text form, one line:
//   joint forearm.L rotate 0 0 45           degrees; also translate, scale
//   joint NAME rotate euler ZXY A B C [in world|parent|local]   degrees, in the order of the
//   letters joint NAME rotate quat W X Y Z, joint NAME rotate axis X Y Z DEGREES joint NAME
//   rotation ...                 the same words: all of its rotation, not more of it joint "left
//   arm" matrix ...             12 numbers, three rows of four ik hand.L to X Y Z [chain N] [pole X
//   Y Z]  in the file's world and units, as W_j is look head at X Y Z [axis X|Y|Z|-X|-Y|-Z] hold
//   NAME...|none                       these and no others mirror pose, mirror JOINT... blend
//   bind|rest|clip FACTOR [JOINT...], blend [mirrored] NAME FACTOR [JOINT...]   a saved pose pose
//   NAME                               blend NAME 1 relax FACTOR [JOINT...] reset joint NAME, reset
//   subtree NAME, reset all morph smile 0.5                         a channel's weight reset morph
//   NAME, reset morphs pose NAME ... morph NAME WEIGHT ...     12 numbers a joint; all that is not
//   named is untouched bind segments [radius R] [joint NAME R]..., bind inverse [power P] [limit
//   N], bind heat [strength C] [limit N], bind voxel [falloff A] [resolution N] [limit N]  weights
//   from bones; radii in file units; limit 0: all base bind, base rest, base clip [NAME]  a clip by
//   name, else by its index time 1.5 take clip FILE [NAME|N] [map FILE] [feet]   a clip of another
//   file, on this rig bake clip [NAME]                        the clip that is shown, with the
//   edits in it drop clip NAME|N                        one that was taken or baked playback
//   play|pause [loop|ping-pong|once [SPEED]] timeline rate N|own                     frames a
//   second timeline range FROM TO|all              seconds timeline fade CLIP F [phase|time]|off
//   the clip that is shown, 0, and another one, 1 select NAME...|none, hover NAME|none    the gizmo
//   is the first joint's vertices unweighted|sum|broken|none, vertices influences N, vertices
//   report N vertices of MESH 1,2,5-9 [of MESH ...]  these and no others vertices
//   all|invert|parts|same, vertices grow|shrink [N], vertices joint NAME vertices add|remove of
//   MESH 1,2,5-9 ... mesh NAME show|hide, meshes show|hide   a mesh by name, else by index hide
//   joint NAME..., show joint NAME...  with all below; hide bones NAME...: these alone isolate
//   joint NAME..., isolate mesh NAME..., show all lock joint NAME..., unlock joint NAME..., lock
//   all, unlock all lock weights NAME...|all, unlock weights NAME...|all limit JOINT DEGREES|none,
//   stiff JOINT 0..1   for inverse kinematics limit JOINT x|y|z FROM TO|none          degrees about
//   its own axis view show weights grid off ...          what is not named has its default pin MESH
//   VERTEX|none                    a mesh by name, else by its index hover-vertex MESH VERTEX|none
//   weights MESH VERTEX JOINT WEIGHT ...    all weights of a vertex; none: it follows its node
//   mend normalise|fill|average [all]       of selected vertices, or of all
//   transfer weights from FILE [distance D] [angle DEGREES] [limit N] [selected]
//   mend prune LEAST, mend limit N [fit], mend smooth FACTOR TIMES
//   mend mirror to left|right [by place|topology]
//   mend set JOINT WEIGHT, mend scale JOINT FACTOR, mend paste JOINT WEIGHT ...
//   paint add|subtract JOINT STRENGTH, paint replace JOINT VALUE [strength S], paint smooth|sharpen
//   STRENGTH; then radius R [falloff smooth|linear|flat] [through] [seen from X Y Z] [mirrored]
//   [limit N] at X Y Z [pressure P] [at X Y Z ...]   a dab a point, in the file's world
// Names with spaces or quotes stand in " quotes with \ escapes; ' quotes are read as well. Numbers
// are as short as they can be and still read back exactly.
// clang-format on
std::string to_text(const Edit& edit, const Model& model);
// The same; clips that the scene added go by their names.
std::string to_text(const Edit& edit, const Scene& scene);

// What it does, for menus: the text form with a capital letter, or shorter words; matrices and
// poses are "Pose NAME" and "Pose", points are left out.
std::string edit_label(const Edit& edit, const Model& model);
std::string edit_label(const Edit& edit, const Scene& scene);

// Parses the text form. On failure nothing is returned and `error` is one sentence that names the
// word that is wrong and what was expected (near matches of joint names included). Settings of the
// view that `view ...` does not name are those of `view`. Saved poses are those that `find_pose`
// finds; null: there are none.
std::optional<Edit> parse_edit(std::string_view text, const Model& model, std::string& error,
                               const ViewSettings& view = {}, const FindPose& find_pose = {});

// The same for a scene: added clips are known by name, and what `view ...` does not name stays as
// it is.
std::optional<Edit> parse_edit(std::string_view text, const Scene& scene, std::string& error,
                               const FindPose& find_pose = {});

// The radii of a `bind segments` edit without computing the weights; nothing where the text is no
// such edit.
std::optional<SegmentRadii> parse_radii(std::string_view text, const Model& model);

}  // namespace bindpose
