// FBX inherit type Rrs, Maya's segment scale compensation: a joint does not inherit the scale of
// its parent, though it is moved by it: L = T S_p^-1 R S with S_p the parent's own scale. Assimp
// reads the flag and ignores it. (Type RrSs, which multiplies scales along the axes, is not
// honoured.)
#pragma once

#include "io/assimp_nodes.h"
#include "rig/clip.h"

namespace bindpose {

constexpr int kInheritRrSs = 0, kInheritOrdinary = 1, kInheritRrs = 2;

// The matrix at all times.
TrackFactor constant_factor(const mat4& matrix);

// T S_p^-1 R S from L = T R S. A scale of 0 is left alone.
mat4 without_parent_scale(const mat4& local, const vec3& parent_scale);

// The same for a joint's track: `parent_scale` are the parent's scale keys, or one value without a
// time. 1 / s is curved between keys, so it gets more of them.
void take_parent_scale_off(std::vector<TrackFactor>& factors, const Keys<vec3>& parent_scale);

// Whether some key differs from 1.
bool scales(const Keys<vec3>& keys);

}  // namespace bindpose
