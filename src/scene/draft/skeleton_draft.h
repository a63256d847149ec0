// Skeletons that are drawn by hand: joints placed in the bind pose, before a model has them. Pure
// functions on plain data; scene/draft/built_model.h makes a model of it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scene/model.h"

namespace bindpose {

struct DraftJoint {
  std::string name;               // no two of a draft share one
  int parent = kNoParent;         // index in the draft, in any order; no cycles
  vec3 position{0.0f};            // the file's world, bind pose
  std::optional<mat3> axes = {};  // columns: the joint's own x, y, z there; nothing: draft_axes()
  // The joint whose weights and motion it gets, whatever it is called now; "": that with its name.
  std::string origin{};

  bool operator==(const DraftJoint&) const = default;
};

struct SkeletonDraft {
  std::vector<DraftJoint> joint;  // #D

  bool operator==(const SkeletonDraft&) const = default;
};

// What a joint is known by from build to build: its origin, else its name.
inline const std::string& key_of(const DraftJoint& joint) {
  return joint.origin.empty() ? joint.name : joint.origin;
}

// Index of the joint with that name, or -1.
int find_joint(const SkeletonDraft& draft, std::string_view name);
// Whether `joint` hangs below `above`, or is it.
bool is_below(const SkeletonDraft& draft, int joint, int above);
// "joint", "joint2", ...: the first that neither the draft has nor, where `sides`, its two sides.
std::string free_name(const SkeletonDraft& draft, std::string_view wanted, bool sides = false);

// The plane in which a character is mirrored, in the file's world.
struct DraftPlane {
  vec3 point{0.0f};
  vec3 normal{1.0f, 0.0f, 0.0f};  // unit, to the character's left
  float size = 1.0f;              // diagonal of the surface (of the joints where there is none)

  vec3 mirrored(const vec3& p) const { return p - 2.0f * glm::dot(p - point, normal) * normal; }
  // Axes of the other side: y and z are mirrored, and x, too, but turned round, so that a frame
  // stays right-handed and what turns a joint about x turns its partner likewise. Nothing of
  // nothing: default axes mirror by themselves.
  std::optional<mat3> mirrored(const std::optional<mat3>& axes) const;
  // Whether b stands where the mirror image of a is, beside the plane: but for 1 % of `size`.
  bool are_mirrored(const vec3& a, const vec3& b) const;
  // Above 0 on the left; 0 where it is in the plane but for 0.5 % of `size`.
  float side(const vec3& p) const;
};
// Across the model as it is looked at (display space, y up): x, or z where the surface is clearly
// more even in that. Through the median of the middles of three or more pairs of joints by name, so
// that one that was moved does not move it, else through the middle of the surface's box.
DraftPlane draft_plane(const Model& model, const SkeletonDraft& draft);

// The joint on the other side of that one, by name, else by place; itself where it has no other
// side, -1 where its name has one and no such joint is there.
int other_side_of(const SkeletonDraft& draft, int joint, const DraftPlane& plane);

// What an edit makes of a draft.
struct DraftChange {
  enum What {
    Begin,    // an empty one
    Discard,  // none
    Adopt,    // the skeleton that the model has: joints that skins name, their bind pose and axes
    Add,      // a joint `name` at `at`, under `other` ("": a root); `axes`, `origin` where given
    Move,     // `name` to `at`, with all below it, or `alone`
    Parent,   // `name` under `other` ("": a root); nothing moves
    Rename,   // `name` becomes `other`
    Delete,   // `name` goes; what hangs below it hangs on what it hung on
    Mirror,   // the side `to_left` gets what the other one has; what is there is moved and named
    Axes      // `name` gets `axes`; nothing: the default ones
  };
  What what = Begin;
  std::string name{}, other{};
  vec3 at{0.0f};
  std::optional<mat3> axes{};
  std::string origin{};  // Add: DraftJoint::origin
  bool alone = false;    // Move
  // Add, Move, Parent, Rename, Delete: and so does its other side, known by name, else by place. A
  // name without a side gets ".L" and ".R" then; what it hangs on is the parent's other side.
  bool both = false;
  bool to_left = false;  // Mirror

  bool operator==(const DraftChange&) const = default;
};

// The draft after it; null: there is none any more. Where it cannot be, `problem` is one sentence
// and what is returned is `draft`. `draft` may be null: joints then begin one.
std::shared_ptr<const SkeletonDraft> changed_draft(std::shared_ptr<const SkeletonDraft> draft,
                                                   const DraftChange& change, const Model& model,
                                                   std::string& problem);

// The joints' own axes, #D: as set, else y along the bone (to the child with most below it; a leaf
// goes on as its parent), and z as near to the model's front as that lets it be, so that both sides
// turn alike. Where the children with most below them are the two sides of a pair, the bone goes to
// the one in the middle (of several, that with most below it), and to the middle of the pair where
// there is none. Columns of unit length.
std::vector<mat3> draft_axes(const SkeletonDraft& draft, const Model& model);
// B_j of each, #D: those axes at its place.
std::vector<mat4> draft_worlds(const SkeletonDraft& draft, const Model& model);
// Indices, parents before children, children in the order they have in the draft.
std::vector<int> parents_first(const SkeletonDraft& draft);

}  // namespace bindpose
