// The reader of Collada: clips and morphs from the file itself, which Assimp drops.
#pragma once

#include <memory>

#include "io/reader.h"

namespace bindpose {

std::unique_ptr<FormatReader> make_collada_reader(ModelFile& file, Model& model);

}  // namespace bindpose
