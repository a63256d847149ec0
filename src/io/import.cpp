#include "io/import.h"

#include <assimp/scene.h>

#include <cmath>
#include <new>
#include <unordered_map>

#include "io/assimp/clip.h"
#include "io/assimp/convert.h"
#include "io/assimp/display.h"
#include "io/assimp/material.h"
#include "io/assimp/mesh.h"
#include "io/assimp/nodes.h"
#include "io/assimp/read.h"
#include "io/collada/import.h"
#include "io/fbx/import.h"
#include "io/gltf/interpolation.h"
#include "io/gltf/morph.h"
#include "io/gltf/order.h"
#include "io/gltf/repair.h"
#include "io/import_report.h"
#include "io/model_file.h"
#include "io/text_nodes.h"
#include "math/transform.h"

namespace bindpose {
namespace {

// Reading the file is most of the time; the rest shares what is left.
struct Phase {
  const char* name;
  float from, to;
};
constexpr Phase kReading{"reading", 0.0f, 0.6f};
constexpr Phase kTextures{"textures", 0.6f, 0.8f};
constexpr Phase kMeshes{"meshes", 0.8f, 1.0f};

// Reports progress and leaves by ImportError when the caller wants to.
class Steps {
 public:
  Steps(const ImportOptions& options, const std::filesystem::path& path)
      : options_(options), path_(path) {}

  bool go_on(const Phase& phase, float part) const {
    return !options_.progress ||
           options_.progress(phase.name, phase.from + (phase.to - phase.from) * part);
  }
  void at(const Phase& phase, float part) const {
    if (!go_on(phase, part)) {
      throw ImportError("cancelled while reading \"" + clean_text(path_.string()) + "\".");
    }
  }

 private:
  const ImportOptions& options_;
  const std::filesystem::path& path_;
};

std::string format_name(const ModelFile& file, const aiScene& scene) {
  const auto version = [&] {
    aiString text;
    if (scene.mMetaData == nullptr) return std::string();
    scene.mMetaData->Get("SourceAsset_FormatVersion", text);
    return text.length > 0 ? " " + text_of(text) : std::string();
  };
  switch (file.format) {
    case FileFormat::Fbx: {
      const int number = fbx_version(file.text());
      return number > 0 ? "FBX " + std::to_string(number) : std::string("FBX");
    }
    case FileFormat::Gltf:
      return "glTF" + version() + " (text)";
    case FileFormat::Glb:
      return "glTF" + version() + " (binary)";
    case FileFormat::Collada:
      return "Collada" + version();
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
    case FileFormat::Bvh:
      return "BVH";
  }
  return "unknown";
}

void note_morph_weights(const ModelFile& file, bool read, Model& model) {
  const bool gltf = file.format == FileFormat::Gltf || file.format == FileFormat::Glb;
  if (gltf || read || model.morph_channels.empty()) return;
  report(model, Severity::Warning, "file",
         "The weights of its " + counted(model.morph_channels.size(), "morph", "morphs") +
             " could not be read: they are 0 until you set them, and clips do not move them.");
}

void note_lost_clips(const ModelFile& file, Model& model) {
  if (file.format != FileFormat::Fbx || !model.clips.empty() || !fbx_has_clip(file.text())) return;
  report(model, Severity::Info, "clips", "Its clips have no keys and were left out.");
}

// What is said of a material, a morph or a mesh by name is shown at the first mesh that has it.
void point_at_meshes(Model& model) {
  std::unordered_map<std::string, int> mesh_of;
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    const Mesh& mesh = model.meshes[m];
    const int index = static_cast<int>(m);
    mesh_of.try_emplace("mesh " + mesh.name, index);
    const auto material = static_cast<std::size_t>(mesh.material);
    if (material < model.materials.size()) {
      mesh_of.try_emplace("material " + model.materials[material].name, index);
    }
    for (const MorphTarget& target : mesh.morph) {
      const auto channel = static_cast<std::size_t>(target.channel);
      mesh_of.try_emplace("morph " + model.morph_channels.at(channel).name, index);
    }
  }
  for (ReportEntry& entry : model.report) {
    const auto found = mesh_of.find(entry.place);
    if (entry.joint < 0 && entry.mesh < 0 && found != mesh_of.end()) entry.mesh = found->second;
  }
}

std::shared_ptr<const Model> import_file(const std::filesystem::path& path,
                                         const ImportOptions& options) {
  const std::string shown = "\"" + clean_text(path.string()) + "\"";
  const Steps steps(options, path);
  steps.at(kReading, 0.0f);
  ModelFile file = read_model_file(path);
  auto model = std::make_shared<Model>();
  model->name = clean_text(path.filename().string());
  model->path = path.string();
  check_text_nodes(file);
  repair_gltf(file, *model);
  const std::unique_ptr<ColladaDocument> collada = read_collada_file(file);
  if (collada) repair_collada(*collada, file);

  std::optional<FbxScene> fbx_scene = read_fbx_file(file, *model);
  if (fbx_scene) {
    check_fbx_models(*fbx_scene, file, *model);
    hide_fbx_clips(*fbx_scene, file);
  }

  AssimpScene read =
      read_with_assimp(file, [&](float part) { return steps.go_on(kReading, part); });
  const aiScene& scene = *read.scene;
  if (options.leave_memory) [[maybe_unused]]
    const auto left = read.importer.release();
  model->format = format_name(file, scene);
  FileTree tree = read_tree(scene, file);
  std::optional<FbxFile> fbx;
  if (fbx_scene) fbx = match_fbx(std::move(*fbx_scene), tree);
  if (fbx) set_fbx_locals(*fbx, tree);
  std::vector<SkinPlan> plans = plan_skins(scene, tree, *model);
  if (fbx) {
    fbx->model_of.resize(tree.nodes.size(), -1);  // skins add joints that are no nodes
    set_fbx_offsets(*fbx, plans);
  }
  build_joints(tree, *model);
  const UvChannels uv = add_materials(
      scene, file, options, [&](float part) { steps.at(kTextures, part); }, *model);
  const MorphPlan morph_plan = fbx       ? plan_fbx_morphs(*fbx, tree, *model)
                               : collada ? plan_collada_morphs(*collada, tree)
                                         : MorphPlan();
  const MorphChannels morphs = add_meshes(
      scene, plans, morph_plan, gltf_vertex_order(file, tree), tree, file.format, uv,
      [&](float part) { steps.at(kMeshes, part); }, *model);
  if (model->meshes.empty() && model->skeleton.size() < 2) {
    throw ImportError(shown + " holds no mesh and no skeleton; check that it is a model.");
  }
  if (fbx) {
    add_fbx_clips(*fbx, tree, morphs, *model);
    note_fbx_skins(*fbx, tree, *model);
  } else if (collada) {
    add_collada_clips(*collada, tree, morphs, *model);
  } else {
    add_clips(scene, tree, file.format, *model);
    restore_interpolation(file, tree, *model);
    read_gltf_morph_weights(file, tree, *model);
  }
  note_morph_weights(file, fbx.has_value() || collada, *model);
  note_lost_clips(file, *model);
  set_display(scene, file, tree, *model);
  point_at_meshes(*model);
  derive_bind_pose(*model);
  derive_weight_flags(*model);
  if (const std::string wrong = check_model(*model); !wrong.empty()) {
    throw ImportError(shown + " is not sound: " + wrong);
  }
  steps.at(kMeshes, 1.0f);
  return model;
}

}  // namespace

std::shared_ptr<const Model> import_model(const std::filesystem::path& path,
                                          const ImportOptions& options) {
  const std::string shown = "\"" + clean_text(path.string()) + "\"";
  try {
    return import_file(path, options);
  } catch (const ImportError&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw ImportError(shown + " needs more memory than there is; it may be damaged.");
  } catch (const std::exception& e) {
    throw ImportError(shown + " could not be read (" + clean_text(e.what()) +
                      "); export it again, or convert it to glTF or FBX.");
  }
}

}  // namespace bindpose
