// The reader of FBX: reads the file's own tree beside Assimp, which drops or bends much of it.
#pragma once

#include <memory>

#include "io/reader.h"

namespace bindpose {

std::unique_ptr<FormatReader> make_fbx_reader(ModelFile& file, Model& model);

}  // namespace bindpose
