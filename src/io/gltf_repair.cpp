#include "io/gltf_repair.h"

namespace bindpose {

void repair_gltf(ModelFile& file, Model& model) {
  (void)file;
  (void)model;
}

}  // namespace bindpose
