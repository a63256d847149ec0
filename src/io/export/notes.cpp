#include "io/export/notes.h"

#include <algorithm>

#include "io/gltf/compressed/decompress.h"
#include "io/gltf/document.h"
#include "io/import_error.h"
#include "io/text/import_report.h"
#include "scene/draft/built_model.h"
#include "scene/names.h"

namespace bindpose {

namespace {

bool is_compressed_file(const std::string& path) {
  try {
    const ModelFile file = read_model_file(path);
    const std::optional<GltfDocument> document = open_gltf(file);
    return document && is_compressed(*document);
  } catch (const ImportError&) {
    return false;
  }
}

}  // namespace

std::vector<std::string> notes_on_materials(const Model& model) {
  if (model.materials.empty()) return {};
  if (model.format.starts_with("glTF") && bound_from(model) == nullptr) {
    return {
        "The skeleton was made by hand, so the file is written anew and materials as they are "
        "shown; extensions and extras that are not shown are left out."};
  }
  if (model.format.starts_with("glTF") && is_compressed_file(model.path)) {
    return {
        "The model's file is compressed and could not be decoded again as it was, so materials are "
        "written as they are shown: textures as PNG, and extensions and extras that are not shown "
        "are left out."};
  }
  if (model.format.starts_with("glTF")) {
    return {
        "The file that the model was read from is not there as it was, so materials are written as "
        "they are shown; extensions and extras that are not shown are left out."};
  }
  const auto lossy =
      static_cast<std::size_t>(std::count_if(model.materials.begin(), model.materials.end(),
                                             [](const Material& m) { return m.more_images > 0; }));
  if (lossy == 0) return {};
  return {counted(lossy, "material has", "materials have") +
          " textures of kinds that are not shown and so are not in the file."};
}

std::vector<std::string> notes_on_tied(std::size_t vertices,
                                       const std::vector<std::string>& joints) {
  if (vertices == 0) return {};
  const std::string names = joints.empty() ? "" : in_quotes(joints.front());
  const std::string more =
      joints.size() < 2 ? "" : " and " + std::to_string(joints.size() - 1) + " more";
  return {counted(vertices, "vertex without weights is", "vertices without weights are") +
          " tied to a joint that was made for them, " + names + more +
          ": a glTF file can hold no skinned vertex without weights. They follow their node as "
          "before, but the file no longer tells that they lack weights."};
}

}  // namespace bindpose
