// Writes the whole rig, to be posed again: joints, skins with every influence, clips, morph
// targets.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/export/gltf_source.h"
#include "io/files/write_progress.h"
#include "io/gltf/compressed/packing.h"
#include "scene/scene.h"

namespace bindpose {

// As GLB, and as VRM where the name ends so and the model comes from such a file. Returns sentences
// on what could not be carried.
//
// Clips that the scene added are the last ones. A model of glTF 2 is written by way of its own
// file (decoded by `open_plain` where that is compressed), in which only edited weights and what
// was bound anew change and clips are added (see gltf_rig.h); where that file is not there any more
// as it was read, and for all other formats: Joints keep their order and names; a node above the
// roots turns the file's units and axes into metres and y up where they differ. A vertex without
// weights in a skinned mesh follows a node "MESH node" of its own, since glTF knows no other way,
// and a note says how many do; one that has none in a glTF's own file stays as it is there.
// Clips that glTF's keys cannot hold (curves per axis, several factors a joint) are sampled 60
// times a second; shear of such a joint is lost. Meshes whose inverse bind matrices agree share a
// skin. Throws std::runtime_error with one sentence (another ending, cannot write, too large).
// Whoever watches `progress` can cancel it: WriteCancelled, and what was at `file` is as before,
// unless that is a pipe or a device: it has got the first part.
std::vector<std::string> export_rig(const Scene& scene, const std::filesystem::path& file,
                                    WriteProgress* progress = nullptr,
                                    GlbPacking packing = GlbPacking::None,
                                    const OpenPlain& open_plain = open_plain_here);

}  // namespace bindpose
