// BVH recordings.
#pragma once

#include "io/model_file.h"
#include "scene/model.h"

namespace bindpose {

// Fills the model: joints (an end site is one, "NAME end"), their offsets as the rest pose, and one
// clip named like the file. `file` is read to its end. Facts of the format: J. Lander, "Working
// with Motion Capture File Formats" (Game Developer, January 1998): the product of the rotations in
// the order of their channels, R = Rz Rx Ry for Zrotation Xrotation Yrotation. Position channels
// give the joint's place in its parent, in the stead of the offset's numbers, as Blender's importer
// reads them and motion capture sets such as LAFAN1 write them; where the offset of a root is zero,
// as in most files, that is Lander's sum as well.
//
// Throws ImportError with one sentence, which names the line: words that do not belong there,
// numbers that are none, missing or too many channels, nodes that nest too deep. What Assimp
// does otherwise (5.2: a mesh for the bones, positions of joints with exactly six channels only,
// in that order) is why it is not asked.
void read_bvh(const ModelFile& file, Model& model);

}  // namespace bindpose
