// One scene posed, and shown, as another one is: the second pane of a comparison.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "scene/diff/name_pairs.h"

namespace bindpose {

// Maps that tell of both files of a comparison, and that there is none of without another file.
constexpr bool tells_of_two(Show show) {
  return show == Show::Apart || show == Show::WeightsApart;
}

// What goes from scene A to scene B, by names. Good as long as both keep their models and clips.
struct FollowMap {
  NodePairs joints;
  std::vector<int> clip, channel, mesh;  // of A to those of B; -1: B has none
  // #J of A: what takes a vector in the axes of A's joint, in A's units, to the axes and units of
  // B's, by their bind poses: (W'^bind_j)^-1 W^bind_j, both in display space and without their
  // translations, primes for B. Nothing where they are the same, or B has no such joint.
  std::vector<std::optional<mat4>> axes;
};
FollowMap follow_map(const Scene& a, const Scene& b);

// What B could not follow.
struct FollowLag {
  std::string no_clip;        // the name of A's clip, where B has none of it: B is in its rest pose
  std::size_t no_joints = 0;  // joints with an Ul_j that B does not have

  bool operator==(const FollowLag&) const = default;
};

// A sentence without its point; nothing where B could follow.
std::string lag_words(const FollowLag& lag);

// B gets A's base pose (a clip of that name at the same second), its edits, selection, hidden
// joints and meshes, and view. An edit is the same turn and way in the world where both are in
// their bind poses: Ul'_j = axes_j Ul_j axes_j^-1 with FollowMap::axes. Of a clip that B has too it
// gets rate, range and fade, as far as they fit. What B edits, pins or plays by itself is lost.
FollowLag follow(const Scene& a, const FollowMap& map, Scene& b);

}  // namespace bindpose
