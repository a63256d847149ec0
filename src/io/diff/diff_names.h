// For io/diff/*.cpp: the names of what was compared, as the files have them.
#pragma once

#include <string>

#include "io/diff/diff_text.h"
#include "math/numbers.h"

namespace bindpose {

inline const std::string& joint_name(const DiffReport& r, const JointDiff& joint) {
  return joint.a >= 0 ? r.a.model->skeleton.name[idx(joint.a)]
                      : r.b.model->skeleton.name[idx(joint.b)];
}

inline const std::string& node_name(const DiffReport& r, const NodeDiff& node) {
  return node.a >= 0 ? r.a.model->skeleton.name[idx(node.a)]
                     : r.b.model->skeleton.name[idx(node.b)];
}

inline const std::string& clip_name(const DiffReport& r, const ClipDiff& clip) {
  return clip.a >= 0 ? clip_at(r.a, clip.a)->name : clip_at(r.b, clip.b)->name;
}

inline const std::string& mesh_name(const DiffReport& r, const SurfaceDiff& s) {
  return (s.of_a ? r.a : r.b).model->meshes[idx(s.mesh)].name;
}

inline const std::string& channel_name(const DiffReport& r, const MorphDiff& morph) {
  return morph.a >= 0 ? r.a.model->morph_channels[idx(morph.a)].name
                      : r.b.model->morph_channels[idx(morph.b)].name;
}

}  // namespace bindpose
