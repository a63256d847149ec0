#include "io/gltf/reader.h"

#include "io/assimp/clip.h"
#include "io/files/mapped_file.h"
#include "io/gltf/interpolation.h"
#include "io/gltf/look/material.h"
#include "io/gltf/look/not_drawn.h"
#include "io/gltf/morph.h"
#include "io/gltf/order.h"
#include "io/gltf/refused/why.h"
#include "io/gltf/repair.h"
#include "io/gltf/visibility.h"
#include "io/gltf/vrm/vrm.h"
#include "io/text/clean_text.h"

namespace bindpose {
namespace {

// Assimp calls the nameless node 3 "nodes[3]".
std::string node_name(std::string_view name) {
  constexpr std::string_view kNameless = "nodes[";
  if (!name.starts_with(kNameless) || !name.ends_with("]")) return own_name(name);
  return "node_" + clean_text(name.substr(kNameless.size(), name.size() - kNameless.size() - 1));
}

class GltfReader : public FormatReader {
 public:
  using FormatReader::FormatReader;

  void prepare(const std::function<void(float)>& progress) override {
    repair_gltf(file(), model(), progress);
  }

  std::string why_refused() const override { return why_gltf_refused(file()); }

  std::string format_name(const aiScene& scene) const override {
    const bool binary = file().format == FileFormat::Glb;
    return "glTF" + version_suffix(scene) + (binary ? " (binary)" : " (text)");
  }

  NodeReading node_reading() const override { return {.name = node_name}; }

  UvChannels add_materials(const aiScene& scene, const FileTree& tree, const ImportOptions& options,
                           const std::function<void(float)>& progress) override {
    std::optional<GltfDocument> document = open_gltf(file());
    if (!document) return FormatReader::add_materials(scene, tree, options, progress);
    std::optional<MappedFile> mapped;  // a GLB's images lie in what was not read here
    if (!file().whole && options.textures) {
      mapped.emplace(file().path);
      if (const auto binary = glb_binary(mapped->text())) document->binary = *binary;
    }
    ImageStore images(file().path, options, model());
    const UvChannels out =
        read_gltf_materials(*document, scene, tree, options.textures, images, model());
    images.load(progress);
    report_not_drawn(*document, model());
    return out;
  }

  // Of glTF 1, which is Assimp's alone.
  MaterialReading material_reading() const override { return {.as_gltf = true}; }

  // Where its shapes have no normals, those of the mesh stay: so its specification.
  SurfaceOptions surface_options() const override {
    return {
        .flat_normals = true, .turn_normals = false, .linear_colors = true, .keep_source = true};
  }

  VertexOrder vertex_order(const FileTree& tree) override {
    return gltf_vertex_order(file(), tree);
  }

  void add_clips(const aiScene& scene, const FileTree& tree, const MorphChannels&) override {
    add_assimp_clips(scene, tree, model());
    restore_interpolation(file(), tree, model());
    read_gltf_morph_weights(file(), tree, model());
    hide_gltf_meshes(file(), tree, model());
    looks_back_ = read_vrm(file(), tree, model());
    read_weight_order(file(), tree, model());
  }

  // Upright metres, all of it; a character looks at who opens it.
  mat4 to_display(const aiScene&, const FileTree& tree) override {
    const mat4 about(vec4(-1, 0, 0, 0), vec4(0, 1, 0, 0), vec4(0, 0, -1, 0), vec4(0, 0, 0, 1));
    return looks_back_ ? about * tree.display : tree.display;
  }

 private:
  bool looks_back_ = false;
};

}  // namespace

std::unique_ptr<FormatReader> make_gltf_reader(ModelFile& file, Model& model) {
  return std::make_unique<GltfReader>(file, model);
}

}  // namespace bindpose
