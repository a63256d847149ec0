// The rules by which a rig is judged: what each is called, and why it matters.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scene/model.h"

namespace bindpose {

enum class Rule {
  BrokenWeights,
  NoWeight,
  SumNotOne,
  OverLimit,
  TinyWeights,
  Island,
  Leak,
  Jump,
  OpenSeam,
  Asymmetry,
  MeshWithoutSkin,
  OneSided,
  JointWithoutWeight,
  UnusedSlot,
  DuplicateName,
  SeveralRoots,
  TooManyJoints,
  SingularBind,
  MirroredBind,
  ShearedBind,
  ApartFromPose,
  InvertedBind,
  BindOfOtherUnit,
  FarFromRest,
  MissingHumanBone,
  BrokenVrm
};
inline constexpr std::size_t kRuleCount = 26;

enum class Concerns { Vertices, Joints, Skin, File };

struct RuleInfo {
  Rule rule;
  std::string_view code;   // in every output; the Khronos validator's where the rule is the same
  std::string_view title;  // in lists: what is wrong, without a number
  std::string_view why;    // one sentence
  Severity severity;       // of the default profile
  Concerns concerns;
};

inline constexpr RuleInfo kRules[kRuleCount] = {
    {Rule::BrokenWeights, "ACCESSOR_WEIGHTS_NEGATIVE", "Negative or not finite",
     "Programs disagree on what such a weight means, and some put the vertex at infinity.",
     Severity::Error, Concerns::Vertices},
    {Rule::NoWeight, "VERTEX_WITHOUT_WEIGHT", "Without weights",
     "No joint moves these vertices: they stay behind, or fly to the origin, when the rest moves.",
     Severity::Error, Concerns::Vertices},
    {Rule::SumNotOne, "ACCESSOR_WEIGHTS_NON_NORMALIZED", "Stored sum not 1",
     "A program that does not normalise scales such a vertex towards the origin or away from it.",
     Severity::Warning, Concerns::Vertices},
    {Rule::OverLimit, "WEIGHTS_OVER_LIMIT", "Over the limit of influences",
     "An engine drops the smallest weights, and the surface moves where it is posed.",
     Severity::Warning, Concerns::Vertices},
    {Rule::TinyWeights, "WEIGHTS_TOO_SMALL", "Too small to matter",
     "They cost memory and a matrix a vertex, and weights of 8 bits round them to nothing.",
     Severity::Info, Concerns::Vertices},
    {Rule::Island, "WEIGHTS_ISLAND", "Islands of a joint",
     "Far from the rest of its region a joint drags some vertices along: a brush that slipped.",
     Severity::Warning, Concerns::Vertices},
    {Rule::Leak, "WEIGHTS_LEAK", "Leaks to what is only near",
     "Near in space but far along the surface, such as the other thigh: it is pulled along.",
     Severity::Warning, Concerns::Vertices},
    {Rule::Jump, "WEIGHTS_JUMP", "Hard jumps between neighbours",
     "Neighbours that follow quite different joints: the surface tears to spikes when posed.",
     Severity::Warning, Concerns::Vertices},
    {Rule::OpenSeam, "WEIGHTS_SEAM_OPEN", "Seams that open",
     "Vertices at one place have different weights: a gap opens between them when posed.",
     Severity::Warning, Concerns::Vertices},
    {Rule::Asymmetry, "WEIGHTS_ASYMMETRIC", "Left unlike right",
     "The surface is the same on both sides, the weights are not: poses do not mirror.",
     Severity::Info, Concerns::Vertices},
    {Rule::MeshWithoutSkin, "NODE_SKINNED_MESH_WITHOUT_SKIN", "Weights without a skin",
     "The vertices have joints and weights, but the node has no skin: nothing moves them.",
     Severity::Warning, Concerns::Skin},
    {Rule::OneSided, "JOINT_ONE_SIDED", "Weight on one side alone",
     "The joint on the other side moves vertices, and this one moves none.", Severity::Warning,
     Concerns::Joints},
    {Rule::JointWithoutWeight, "JOINT_WITHOUT_WEIGHT", "Joints without weight",
     "No vertex follows them: right for roots and ends of chains, else forgotten.", Severity::Info,
     Concerns::Joints},
    {Rule::UnusedSlot, "SKIN_UNUSED_JOINT", "Joints that a skin does not use",
     "Each takes a matrix on the GPU for every mesh of the skin, and none of its vertices has it.",
     Severity::Info, Concerns::Skin},
    {Rule::DuplicateName, "JOINT_NAME_DUPLICATE", "Names that occur twice",
     "Clips, retargeting and engines find joints by name and take the wrong one.",
     Severity::Warning, Concerns::Joints},
    {Rule::SeveralRoots, "SKIN_SEVERAL_ROOTS", "Several roots in a skin",
     "Engines that ask for one root joint refuse the file or lose all but one chain.",
     Severity::Info, Concerns::Joints},
    {Rule::TooManyJoints, "SKIN_TOO_MANY_JOINTS", "More joints than an engine takes",
     "The mesh is split into several draws, or not drawn at all.", Severity::Warning,
     Concerns::Skin},
    {Rule::SingularBind, "BIND_SINGULAR", "Bind matrices without an inverse",
     "A joint that was bound flat cannot say where it moves a vertex to.", Severity::Error,
     Concerns::Joints},
    {Rule::MirroredBind, "BIND_MIRRORED", "Mirrored bind matrices",
     "Engines keep rotation and scale apart: a mirror turns faces inside out or the joint around.",
     Severity::Warning, Concerns::Joints},
    {Rule::ShearedBind, "BIND_SHEARED", "Sheared bind matrices",
     "Rotation, translation and scale cannot say a shear: an engine binds the joint elsewhere.",
     Severity::Warning, Concerns::Joints},
    {Rule::ApartFromPose, "BIND_APART_FROM_POSE", "Apart from the file's Pose",
     "The file says twice how it was bound, and not the same: programs take one or the other.",
     Severity::Warning, Concerns::Joints},
    {Rule::InvertedBind, "BIND_NOT_INVERTED", "Bind matrices not inverted",
     "Each joint takes its vertices twice as far from where they belong: the mesh comes torn.",
     Severity::Error, Concerns::Skin},
    {Rule::BindOfOtherUnit, "BIND_OTHER_UNIT", "Bound in another unit",
     "Joints draw the mesh to themselves or away: metres and centimetres were mixed.",
     Severity::Error, Concerns::Skin},
    {Rule::FarFromRest, "BIND_FAR_FROM_REST", "Bind pose far from rest",
     "The file comes in another pose than it was bound in: what takes rest for bind is wrong.",
     Severity::Info, Concerns::Skin},
    {Rule::MissingHumanBone, "VRM_BONE_MISSING", "Bones that VRM asks for",
     "A VRM avatar without them is refused, or stands still where others move.", Severity::Error,
     Concerns::File},
    {Rule::BrokenVrm, "VRM_ENTRY_BROKEN", "Entries of VRM that fit nothing",
     "Two bones in one joint, or a shape that is not there: the avatar moves and smiles otherwise.",
     Severity::Warning, Concerns::File},
};

constexpr const RuleInfo& info_of(Rule rule) {
  return kRules[static_cast<std::size_t>(rule)];
}

constexpr bool rules_follow_the_enumeration() {
  int i = 0;
  for (const RuleInfo& r : kRules) {
    if (static_cast<int>(r.rule) != i++) return false;
  }
  return true;
}
static_assert(rules_follow_the_enumeration());

// The rule with that code; nothing where there is none.
std::optional<Rule> find_rule(std::string_view code);

// "error", "warning", "note".
std::string_view word_of(Severity severity);

// Which rules count for what, and their limits.
struct CheckProfile {
  std::string name;
  std::array<std::optional<Severity>, kRuleCount> severity;  // nothing: the rule is off
  int influences = 4;                                        // that a vertex may have, 1 to 64
  int joints = 0;                                            // that a skin may have; 0: any number
  // How far a stored sum of floats may be from 1; 0: 2e-7 for each weight, as glTF's validator
  // has it. Sums of weights that are stored in 8 or 16 bits have a tolerance of their own: half a
  // step for each weight, or, where this is 0, none.
  float sum = 1e-3f;
  float tiny = 0.5f / 255.0f;  // smaller weights are too small: 8 bits round them to 0

  const std::optional<Severity>& of(Rule rule) const {
    return severity[static_cast<std::size_t>(rule)];
  }
};

// Of these names; nothing for another.
//   rig     what a rigger would mend, whatever it is for
//   gltf    what the glTF 2.0 specification asks for; taste is information
//   engine  what game engines take: one root, unique names, 256 joints a skin, plain binds
//   vrm     avatars: the bones that VRM 1.0 requires, unique names
std::optional<CheckProfile> find_profile(std::string_view name);
inline constexpr std::string_view kProfileNames[] = {"rig", "gltf", "engine", "vrm"};

}  // namespace bindpose
