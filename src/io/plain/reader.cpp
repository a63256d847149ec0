#include "io/plain/reader.h"

#include "io/plain/bvh.h"
#include "io/plain/mend.h"
#include "io/plain/obj_material.h"
#include "io/plain/text_nodes.h"

namespace bindpose {
namespace {

class PlainReader : public FormatReader {
 public:
  using FormatReader::FormatReader;

  void prepare(const std::function<void(float)>&) override {
    mend_plain(file());
    check_text_nodes(file());
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
    if (file().format != FileFormat::Obj) return {};
    return {.moved_textures = obj_moved_textures(file().path)};
  }
};

}  // namespace

std::unique_ptr<FormatReader> make_plain_reader(ModelFile& file, Model& model) {
  return std::make_unique<PlainReader>(file, model);
}

}  // namespace bindpose
