// The reader of glTF 2, as text and as GLB.
#pragma once

#include <memory>

#include "io/reader.h"

namespace bindpose {

std::unique_ptr<FormatReader> make_gltf_reader(ModelFile& file, Model& model);

}  // namespace bindpose
