// Mends in a glTF file what Assimp would misread or crash on, before Assimp sees it.
#pragma once

#include <functional>

#include "io/model_file.h"
#include "scene/model.h"

namespace bindpose {

// Rewrites file.bytes where needed and reports each repair; a sound file is left as it is, byte for
// byte. Assimp's faults met here (5.2.5, most of them in 6.0 as well):
// - a skin without inverse bind matrices, or with fewer than joints, is read through a null pointer
//   or past its end: it gets identities;
// - weights stored as normalised integers are read as floats: converted to floats;
// - so are places, directions and texture coordinates (KHR_mesh_quantization): converted;
// - compressed meshes (compressed/decompress.h): decoded;
// - colours of vertices without alpha get an alpha of 0: they get 1 (make_opaque);
// - rotations and other curves that are stored as whole numbers: converted;
// - weights that are negative or not a number vanish without a word: they become infinite, which
//   comes through and is reported where the skin is read;
// - textures with pictures in several formats (picture.h): one that is read;
// - sparse accessors: made dense;
// - joint indices of a second set are read with the first one's type: all become unsigned short;
// - a mesh that several nodes use with different skins keeps the last skin only: doubled;
// - joints are found by name: nodes that share a name get numbers, joints first, so that a joint
//   keeps the plain name.
// Throws ImportError when the JSON is broken, the file needs an extension that is not read, or
// nodes of its scene, skins or animations hang below themselves or absurdly deep.
// `progress` hears of decoding only.
void repair_gltf(ModelFile& file, Model& model, const std::function<void(float)>& progress);

}  // namespace bindpose
