// Which colour each joint has, in every view, panel and session.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "scene/scene.h"

namespace bindpose {

// sRGB, #J. Constant chroma and one of a few lightnesses; the hue goes on by the golden angle from
// joint to joint along the tree. Where the colour would come close to that of a parent or child, a
// sibling, the counterpart on the other side, or a joint that pulls on the same vertices - to most
// eyes or to those without the cones for green, red or blue -, hue and then lightness move on. A
// parent and its child, siblings and counterparts are 15 apart (CIELAB) to all of these eyes where
// there is room, which for a dozen siblings there is; they come before the others, and where there
// is none, what all lack together is made small. Depends on nothing but the model
// and its weights.
std::vector<vec3> joint_colors(const Scene& scene);
// The same with the weights of the file, for those who make them beside what shows the model.
std::vector<vec3> joint_colors(std::shared_ptr<const Model> model);

// Pairs of joints that should not look alike, for tests: (lower, higher), no pair twice.
struct JointNeighbour {
  // Counterpart: on the other side (scene/pose/symmetry.h). Row: beside each other, as far from the
  // root, such as the same bone of two fingers. Distant: none of the others. joint_neighbours has
  // neither of the last two.
  enum Kind { ParentChild, Sibling, Counterpart, SharedVertices, Row, Distant };
  int joint;
  Kind kind;  // the closest of the ways in which they are neighbours
};
// #J lists; b is in the list of a where a is in the list of b.
std::vector<std::vector<JointNeighbour>> joint_neighbours(const Scene& scene);

}  // namespace bindpose
