// VRM characters: glTF files with an extension that says which joint is which human bone, what
// faces they make, and what swings. VRM 0.x (extension VRM) and 1.0 (VRMC_vrm).
#pragma once

#include "io/assimp/nodes.h"
#include "io/model_file.h"
#include "scene/model.h"

namespace bindpose {

// Fills Skeleton::human_bone, in VRM 1's words whatever the file's version. Each expression with
// shapes becomes a morph channel "expression NAME" (VRM 1's names: happy, blinkLeft, aa) behind the
// file's own, whose target is the sum of the shapes that it binds, each times its weight; a binary
// one shows nothing up to m_k = .5 and all above. What the file has besides and is not shown
// (spring bones, look-at, constraints, colours of expressions, what they override) goes to the
// report, with the character's title. Meshes for first person alone are hidden (first_person.h).
// Joints, meshes and morphs are there; entries that fit nothing are left out and reported; the
// format's name gets the version. Nothing for other files. True where the character looks along -z,
// as all of VRM 0 do: others look along z.
bool read_vrm(const ModelFile& file, const FileTree& tree, Model& model);

}  // namespace bindpose
