#include "io/plain/reader.h"

#include <algorithm>

#include "io/plain/bvh.h"
#include "io/plain/md5_anim.h"
#include "io/plain/md5_mend.h"
#include "io/plain/mend.h"
#include "io/plain/obj_check.h"
#include "io/plain/obj_material.h"
#include "io/plain/text_nodes.h"
#include "io/text/import_report.h"

namespace bindpose {
namespace {

// Assimp has one for every OBJ, whether something needs it or not.
void drop_unused_default(Model& model) {
  for (std::size_t k = model.materials.size(); k-- > 0;) {
    const int index = static_cast<int>(k);
    if (!has_default_name(model.materials[k])) continue;
    if (std::ranges::find(model.meshes, index, &Mesh::material) != model.meshes.end()) continue;
    if (std::ranges::find(model.missing_textures, index, &MissingTexture::material) !=
        model.missing_textures.end())
      continue;
    model.materials.erase(model.materials.begin() + index);
    for (Mesh& mesh : model.meshes) mesh.material -= mesh.material > index ? 1 : 0;
    for (MissingTexture& texture : model.missing_textures)
      texture.material -= texture.material > index ? 1 : 0;
  }
}

class PlainReader : public FormatReader {
 public:
  using FormatReader::FormatReader;

  void prepare(const std::function<void(float)>&) override {
    mend_plain(file(), model());
    const bool md5 = file().format == FileFormat::Md5;
    if (md5) md5_anim_ = check_md5_anim(file(), model());
    const std::string wrong = check_text_nodes(file());
    if (!wrong.empty()) report(model(), Severity::Warning, "file", wrong);
    if (!md5) return;
    read_rest(file());
    mend_md5(file());
  }

  bool read_alone() override {
    if (file().format != FileFormat::Bvh) return false;
    read_rest(file());
    read_bvh(file(), model());
    return true;
  }

  std::string format_name(const aiScene&) const override {
    switch (file().format) {
      case FileFormat::Md5:
        return "Doom 3 MD5";
      case FileFormat::X:
        return "DirectX";
      case FileFormat::Obj:
        return "Wavefront OBJ";
      case FileFormat::Ply:
        return "PLY";
      case FileFormat::Stl:
        return "STL";
      default:
        return "unknown";
    }
  }

  // Assimp turns Z-up MD5 upright.
  NodeReading node_reading() const override {
    const bool turned = file().format == FileFormat::Md5;
    return {.root = turned ? RootTransform::TakeTurnAndScale : RootTransform::Keep};
  }

  MaterialReading material_reading() const override {
    if (file().format != FileFormat::Obj) return {.default_is_made_up = true};
    return {.default_is_made_up = obj_libraries(file().path).empty(),
            .moved_textures = obj_moved_textures(file().path),
            .alpha_pictures = true};
  }

  UvChannels add_materials(const aiScene& scene, const FileTree& tree, const ImportOptions& options,
                           const std::function<void(float)>& progress) override {
    UvChannels out = FormatReader::add_materials(scene, tree, options, progress);
    if (file().format == FileFormat::Obj) note_obj_materials(file().path, model());
    return out;
  }

  // No library may stop its OBJ: where all of the file itself is sound, once more without them.
  bool mend_refused() override {
    if (file().format != FileFormat::Obj || !why_no_obj(file()).empty()) return false;
    return empty_obj_libraries(file(), model());
  }

  std::string why_refused() const override {
    return file().format == FileFormat::Obj ? why_no_obj(file()) : std::string();
  }

  void add_clips(const aiScene& scene, const FileTree& tree, const MorphChannels& morphs) override {
    FormatReader::add_clips(scene, tree, morphs);
    drop_unused_default(model());
    if (!md5_anim_.empty() && model().clips.empty()) note_lost_md5_anim(md5_anim_, model());
  }

 private:
  std::string md5_anim_;  // a sound one beside the mesh
};

}  // namespace

std::unique_ptr<FormatReader> make_plain_reader(ModelFile& file, Model& model) {
  return std::make_unique<PlainReader>(file, model);
}

}  // namespace bindpose
