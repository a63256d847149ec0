// The ogre, in parts.
#pragma once

#include <span>
#include <vector>

#include "character.h"
#include "palette.h"
#include "weights.h"

namespace bindpose::gen::ogre {

void add_skeleton(Character& c);
// The segments that heat flows from.
std::vector<Segment> heat_segments(const Character& c);

// uv of the skin, from where a point of the body lies.
vec2 skin_uv(const vec3& p, const vec3& normal);

// Eyes, tusks, horns, nails, trousers and belt. `body` with its weights carries the clothes.
void add_parts(Character& c, const TriangleMesh& body, const WeightRows& weight);

void add_clips(Character& c);

Character make();

}  // namespace bindpose::gen::ogre

namespace bindpose::gen {
Character make_capsule();
Character make_arm();
}  // namespace bindpose::gen
