#include "io/reader.h"

#include "io/assimp/clip.h"
#include "io/assimp/convert.h"
#include "io/text/import_report.h"
#include "scene/numerals.h"

namespace bindpose {

UvChannels FormatReader::add_materials(const aiScene& scene, const FileTree&,
                                       const ImportOptions& options,
                                       const std::function<void(float)>& progress) {
  return read_materials(scene, file_.path, material_reading(), options, progress, model_);
}

void FormatReader::add_clips(const aiScene& scene, const FileTree& tree, const MorphChannels&) {
  add_assimp_clips(scene, tree, model_);
  note_unread_morphs(model_);
}

mat4 FormatReader::to_display(const aiScene&, const FileTree& tree) {
  report(model_, Severity::Info, "file",
         "It says nothing about units; one unit is taken for a metre.");
  return tree.display;
}

std::string version_suffix(const aiScene& scene) {
  aiString text;
  if (scene.mMetaData == nullptr) return {};
  scene.mMetaData->Get("SourceAsset_FormatVersion", text);
  return text.length > 0 ? " " + text_of(text) : std::string();
}

void note_unread_morphs(Model& model) {
  if (model.morph_channels.empty()) return;
  report(model, Severity::Warning, "file",
         "The weights of its " + counted(model.morph_channels.size(), "morph", "morphs") +
             " could not be read: they are 0 until you set them, and clips do not move them.");
}

}  // namespace bindpose
