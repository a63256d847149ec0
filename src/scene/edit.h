// Edits: the only way to write a scene. Each is data, has a text form, and can be undone where it
// changes the pose.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "scene/scene.h"

namespace bindpose {

// Ul_j = user_local.
struct SetUserLocal {
  int joint;
  mat4 user_local;
};
// Ul_j = Ul_j M; `kind` and `amount` say which M: degrees about x, then y, then z; file units; factors.
struct TransformJoint {
  enum Kind { Rotate, Translate, Scale };
  int joint;
  Kind kind;
  vec3 amount;
};
struct ResetJoint { int joint; };
struct ResetSubtree { int joint; };
struct ResetAll {};
// All Ul_j at once (a pose file). #J.
struct SetPose { std::vector<mat4> user_local; };
// clip < 0 keeps the clip that was last chosen (or takes the first).
struct SetBasePose { BasePose base; int clip = -1; };

struct SetTime { double seconds; };        // clamped to the clip; not recorded for undo
struct SetPlayback { Playback playback; }; // not recorded
struct SetSelection { int joint; };        // -1: nothing; not recorded
struct SetHover { int joint; };            // not recorded
struct SetView { ViewSettings view; };     // not recorded

using Edit = std::variant<SetUserLocal, TransformJoint, ResetJoint, ResetSubtree, ResetAll, SetPose,
                          SetBasePose, SetTime, SetPlayback, SetSelection, SetHover, SetView>;

// A gesture (a drag, a slider held down) sends Preview while it lasts and then Commit (one undo step
// from where it began) or Cancel (back to where it began; the edit itself is not applied).
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
class Document {
 public:
  Document() = default;
  explicit Document(Scene scene) : scene_(std::move(scene)) {}

  const Scene& scene() const { return scene_; }
  Change apply(const EditRequest& request);
  // Advances the clip while it plays; dt in seconds. Change::None when nothing plays.
  Change advance(double dt);

  bool can_undo() const { return !undo_.empty(); }
  bool can_redo() const { return !redo_.empty(); }
  std::string undo_label() const;  // the edit's text form, "" when there is none
  std::string redo_label() const;
  Change undo();
  Change redo();
  bool in_gesture() const { return in_gesture_; }

 private:
  struct Delta {
    std::string label;
    std::vector<int> joint;
    std::vector<mat4> before, after;  // Ul of those joints
    BasePose base_before = BasePose::Rest, base_after = BasePose::Rest;
    int clip_before = -1, clip_after = -1;
    double time_before = 0.0, time_after = 0.0;
  };
  Change write(const Edit& edit);
  Change swap_to(const Delta& delta, bool forward);
  void record(const Pose& before, std::string label);

  Scene scene_;
  std::vector<Delta> undo_;
  std::vector<Delta> redo_;
  bool in_gesture_ = false;
  Pose gesture_start_;
};

// The text form, one line: "joint forearm.L rotate 0 0 45", "joint \"left arm\" matrix ...12 numbers",
// "reset joint NAME", "reset subtree NAME", "reset all", "base bind|rest|clip NAME", "time 1.5",
// "select NAME", "select none". Names with spaces or quotes are quoted with " and \ escapes.
std::string to_text(const Edit& edit, const Model& model);

// Parses the text form. On failure nothing is returned and `error` is one sentence that names the word
// that is wrong and what was expected (near matches of joint names included).
std::optional<Edit> parse_edit(std::string_view text, const Model& model, std::string& error);

}  // namespace bindpose
