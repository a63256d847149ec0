// What is shown and how, as the user has it: plain data with text forms
// (scene/edit/text/edit_words.h).
#pragma once

#include "rig/deformer.h"
#include "rig/exact_normals.h"
#include "rig/skinning.h"
#include "rig/weights/engine.h"
#include "scene/view/mistake.h"

namespace bindpose {

// What the surface shows. All but Shaded are maps with a legend.
enum class Show {
  Shaded,
  Weights,   // the selected joint's w_ij; with ViewSettings::weights_subtree its subtree's, summed
  Joints,    // all joints at once: their colours, blended by weight
  Dominant,  // the colour of the joint with the largest weight
  Influences,   // how many joints pull on a vertex
  Sum,          // stored sum of the weights, minus 1
  Limit,        // how far keeping ViewSettings::limit influences would move a vertex, in this pose
  Distance,     // how far ViewSettings::method and ViewSettings::compare are apart, in this pose
  Normals,      // degrees between the usual normal and the posed surface's own, in this pose
  Engine,       // how far the weights of an engine would move a vertex, in this pose
  Apart,        // how far the surface is from that of the other file of a comparison, in this pose
  WeightsApart  // how far its weights are from those of the other file, by place: weights_apart()
};
// Copies of the mesh that one joint's T_j moves as a whole, in the joint's colour.
enum class Ghosts { Off, Selected, All };
// Normals drawn as needles: four kinds with the tangent disc at the probed vertex, two kinds all
// over the surface as well; see view/marks/needles.h.
enum class Needles { Off, Vertex, All };
// How the view is divided. Every pane shows the same pose with the same camera, by a deformer of
// its own; the fourth one, as long as ViewSettings::pane4_distance is on, how far the first two are
// apart.
enum class Panes {
  One,
  Two,   // side by side
  Four,  // two above two
  Split  // one picture, `method` left of a line and `compare` right of it
};
// Whose bones are drawn in full. Chain: those between the root and the selected joint, whose frames
// W_j is the product of; all others are ghosts. Without a selected joint all are drawn.
enum class Bones { All, Chain };
// Which of the pinned vertex's influences walk through the spaces: scene/explain/space_walk.h.
// Joint: the selected one, else the one of the largest weight.
enum class WalkOf { Off, Joint, All };
// Curves over the view: what becomes of a quantity while the selected joint turns about an axis of
// its own; see scene/explain/sweep.h.
enum class Sweep { Off, X, Y, Z };
enum class SweepOf { Volume, Section, Length };
// How light that is brighter than a picture can be becomes a picture: shaders/light.glsl.
enum class Tone {
  Soft,    // colours as they are; only what is bright runs softly towards white
  Filmic,  // the contrast of film
  Plain    // sRGB and nothing else: what is too bright is cut off
};
// Which curves of the selected joint the timeline shows.
enum class CurveShow { Off, Translation, Rotation, Scale };
// What the timeline counts.
enum class TimeUnit { Frames, Seconds };
enum class GizmoMode { Rotate, Translate, Scale };
enum class GizmoSpace { Local, Parent, World };
// What several joints turn and scale about: each about its own origin, or all about one point.
enum class GizmoPivot { Own, Common };

inline constexpr int kMaxLimit = 8, kMostPoses = 6;
inline constexpr float kMostStages = 10000.0f;  // of ViewSettings::walker_at
inline constexpr int kEngineJoints[] = {0, 32, 64, 75, 128, 256};
inline constexpr int kPoseSteps[] = {1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30};

struct ViewSettings {
  Show show = Show::Shaded;
  bool textures = true;
  bool surface = true;  // draw the meshes
  bool skeleton = true;
  Bones bones = Bones::All;
  Ghosts ghosts = Ghosts::Off;
  bool joint_axes = false, joint_names = false;
  bool wireframe = false;
  bool xray = false;  // the surface is translucent: bones show through it
  Tone tone = Tone::Soft;
  bool both_sides = false;  // the back of surfaces that their material calls one-sided shows, too
  bool grid = true;
  bool capsules = true;    // the reach of bones, where weights come from distances
  bool distances = false;  // d_ij of the probed vertex, as lines; see scene/segment_binding.h
  bool dark = true;
  WeightUse weights = WeightUse::Normalised;
  NormalUse normals = NormalUse::InverseTranspose;
  Needles needles = Needles::Off;
  bool screw = false;  // the selected joint's T_j as the screw that it is; see view/marks/screw.h
  bool hatching = false;  // joints are told apart by patterns as well: view/joints/joint_patterns.h
  bool weights_subtree = false;
  int limit = 4;        // 1 to kMaxLimit
  bool engine = false;  // the surface has an engine's weights, in pictures alone: engine_view.h
  EnginePick engine_pick = EnginePick::Largest;
  int engine_keep = 4;  // weights a vertex, 1 to kMaxLimit; 0: all
  WeightFormat engine_format = WeightFormat::Unorm8;
  bool engine_whole = true;          // EngineWeights::whole
  int engine_joints = 0;             // that a mesh may have, of kEngineJoints; 0: any number
  Deformer method = Deformer::File;  // what moves the surface
  Deformer compare = Deformer::DualQuaternion;  // of Show::Distance, and of the second pane
  Deformer pane3 = Deformer::Rigid, pane4 = Deformer::Linear;
  float mix = 0.5f;  // Deformer::Mixed: what of it is dual quaternions, 0 to 1
  int mush_steps = MushSmoothing{}.steps;      // of Deformer::DeltaMush, 0 to kMostMushSteps
  float mush_lambda = MushSmoothing{}.lambda;  // 0 to 1
  bool pane4_distance =
      true;  // the fourth pane has Show::Distance instead, on the first one's surface
  Panes panes = Panes::One;
  // Transient, of a comparison: the second pane shows the other file by the first one's deformer.
  // There are at most two then. No text form has it.
  bool other_file = false;
  Mistake mistake = Mistake::None;  // in the last pane
  WalkOf walker = WalkOf::Off;
  float walker_at = 0.0f;  // stages walked, whole or between two; see SpaceWalk
  Sweep sweep = Sweep::Off;
  SweepOf sweep_of = SweepOf::Volume;
  float sweep_from = -120.0f, sweep_to = 120.0f;  // degrees, -360 to 360
  float section_at = 0.5f;  // where SweepOf::Section cuts: a part of the bone, 0 to 1
  bool chord = false;       // blend and turn of the pinned vertex: see view/marks/chord.h
  float split = 0.5f;  // where Panes::Split has its line, as a part of the view's width, 0 to 1
  TimeUnit time_unit = TimeUnit::Frames;  // of the timeline
  CurveShow curves = CurveShow::Off;
  bool trail = false;  // the selected joint's path while the clip is played: view/marks/motion.h
  bool poses = false;  // those around the moment that is shown, so many, so many frames apart
  int poses_before = 2, poses_after = 2;  // 0 to kMostPoses
  int poses_every = 5;                    // of kPoseSteps
  GizmoMode gizmo_mode = GizmoMode::Rotate;
  GizmoSpace gizmo_space = GizmoSpace::Local;
  GizmoPivot gizmo_pivot = GizmoPivot::Own;
  bool probe = false;      // the mouse takes vertices apart instead of posing joints
  bool vertices = false;   // a click chooses vertices; never together with `probe`
  bool pull = false;       // a joint that is moved takes its limb along: scene/edit/ik_edit.h
  bool symmetric = false;  // what is done to a joint, its partner does mirrored
  bool snap = false;
  float snap_degrees = 15.0f;
  float snap_distance = 0.05f;  // as a part of the model's height
  float snap_scale = 0.1f;

  bool operator==(const ViewSettings&) const = default;
};

// Numbers of `view` that are out of their range go to its end, what is no number is as `before`.
void keep_in_bounds(ViewSettings& view, const ViewSettings& before);
// Whether numbers of deformers differ: the same pose then has another surface.
bool is_other_surface(const ViewSettings& a, const ViewSettings& b);

// The settings without what is shown of another file: what is saved, and what stays of them when a
// comparison ends.
ViewSettings without_other_file(ViewSettings view);

}  // namespace bindpose
