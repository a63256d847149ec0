#include "io/import.h"

#include <assimp/scene.h>

#include <cmath>
#include <new>

#include "io/assimp_clip.h"
#include "io/assimp_convert.h"
#include "io/assimp_inherit.h"
#include "io/assimp_material.h"
#include "io/assimp_mesh.h"
#include "io/assimp_nodes.h"
#include "io/assimp_read.h"
#include "io/fbx_import.h"
#include "io/gltf_interpolation.h"
#include "io/gltf_repair.h"
#include "io/import_display.h"
#include "io/import_file.h"
#include "io/import_report.h"
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

void note_dual_quaternions(const ModelFile& file, Model& model) {
  if (file.format != FileFormat::Fbx) return;
  const FbxSkinning skins = fbx_skinning(file.text());
  if (skins.dual_quaternion > 0) {
    const bool all = skins.linear + skins.blended == 0;
    for (Mesh& mesh : model.meshes) mesh.skin.wants_dual_quaternions = all && mesh.skin.skinned;
    report(model, Severity::Warning, "file",
           std::string(all ? "Its skins ask" : "Some of its skins ask") +
               " for dual-quaternion skinning; a linear blend differs from what the authoring "
               "program shows.");
  }
  if (skins.blended > 0) {
    report(
        model, Severity::Info, "file",
        "It may mix linear and dual-quaternion skinning vertex by vertex; how much of each is not "
        "read, and the blend is linear.");
  }
}

void note_lost_clips(const ModelFile& file, Model& model) {
  if (file.format != FileFormat::Fbx || !model.clips.empty() || !fbx_has_clip(file.text())) return;
  report(model, Severity::Info, "clips", "Its clips have no keys and were left out.");
}

bool scales(const Clip& clip, int joint) {
  for (const JointTrack& track : clip.tracks) {
    if (track.joint != joint) continue;
    for (const TrackFactor& factor : track.factors) {
      if (scales(factor.scale)) return true;
    }
  }
  return false;
}

// An inherit type other than the ordinary one shows only where a parent has a scale.
void note_inherit_types(const FileTree& tree, Model& model) {
  constexpr float kTolerance = 1e-4f;
  std::size_t honoured = 0;
  std::size_t ignored = 0;
  std::string example;
  for (const FileNode& node : tree.nodes) {
    const bool ordinary = node.inherit_type < 0 || node.inherit_type == kInheritOrdinary;
    if (ordinary || node.parent == kNoParent) continue;
    const std::size_t parent = static_cast<std::size_t>(node.parent);
    const vec3 rest_scale = decompose(tree.nodes[parent].own_local).s;
    bool scaled = glm::length(rest_scale - vec3(1.0f)) > kTolerance;
    for (const Clip& clip : model.clips) scaled = scaled || scales(clip, tree.joint[parent]);
    if (!scaled) continue;
    if (node.inherit_type == kInheritRrs) {
      ++honoured;
    } else if (ignored++ == 0) {
      example = node.name;
    }
  }
  if (honoured > 0) {
    report(model, Severity::Info, "file",
           counted(honoured, "joint does", "joints do") +
               " not inherit the scale of the parent (segment scale compensation).");
  }
  if (ignored > 0) {
    report(model, Severity::Warning, "file",
           counted(ignored, "joint inherits", "joints inherit") +
               " scale axis by axis (FBX inherit type RrSs, for example \"" + example +
               "\"), which is not honoured; where a parent is scaled and turned they are off.");
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
  repair_gltf(file, *model);

  const AssimpScene read =
      read_with_assimp(file, [&](float part) { return steps.go_on(kReading, part); });
  const aiScene& scene = *read.scene;
  model->format = format_name(file, scene);
  FileTree tree = read_tree(scene, file);
  const std::optional<FbxFile> fbx = read_fbx_file(file, tree, *model);
  if (fbx) set_fbx_locals(*fbx, tree);
  const std::vector<SkinPlan> plans = plan_skins(scene, tree, *model);
  build_joints(tree, *model);
  const UvChannels uv = add_materials(
      scene, file, options, [&](float part) { steps.at(kTextures, part); }, *model);
  add_meshes(
      scene, plans, tree, file.format, uv, [&](float part) { steps.at(kMeshes, part); }, *model);
  if (model->meshes.empty() && model->skeleton.size() < 2) {
    throw ImportError(shown + " holds no mesh and no skeleton; check that it is a model.");
  }
  if (fbx) {
    add_fbx_clips(*fbx, tree, *model);
    note_fbx_skins(*fbx, tree, *model);
  } else {
    add_clips(scene, tree, file.format, *model);
    restore_interpolation(file, tree, *model);
    note_dual_quaternions(file, *model);
    note_inherit_types(tree, *model);
  }
  note_lost_clips(file, *model);
  set_display(scene, file, tree, *model);
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
