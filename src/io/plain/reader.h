// The reader of formats that Assimp reads well enough alone, MD5, DirectX, OBJ, PLY, STL, and of
// BVH, which is read without it.
#pragma once

#include <memory>

#include "io/reader.h"

namespace bindpose {

std::unique_ptr<FormatReader> make_plain_reader(ModelFile& file, Model& model);

}  // namespace bindpose
