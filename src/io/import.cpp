#include "io/import.h"

#include <assimp/scene.h>
#include <assimp/Importer.hpp>

#include <algorithm>
#include <future>
#include <new>
#include <system_error>
#include <unordered_map>

#include "io/assimp/read.h"
#include "io/collada/reader.h"
#include "io/fbx/reader.h"
#include "io/files/companion.h"
#include "io/gltf/reader.h"
#include "io/plain/reader.h"
#include "io/text/clean_text.h"
#include "io/text/import_report.h"
#include "math/transform.h"

namespace bindpose {
namespace {

// Reading the file is most of the time; the rest shares what is left.
struct ImportPhase {
  const char* name;
  float from, to;
};
constexpr ImportPhase kDecompressing{"decompressing", 0.0f, 0.3f};  // few files need it
constexpr ImportPhase kReading{"reading", 0.0f, 0.6f};
constexpr ImportPhase kTextures{"textures", 0.6f, 0.8f};
constexpr ImportPhase kMeshes{"meshes", 0.8f, 1.0f};

// Reports progress and leaves by ImportError when the caller wants to.
class Steps {
 public:
  Steps(const ImportOptions& options, const std::filesystem::path& path)
      : options_(options), path_(path) {}

  // Where something was decompressed before, reading waits for its turn: it never goes back.
  bool go_on(const ImportPhase& phase, float part) const {
    most_ = std::max(most_, phase.from + (phase.to - phase.from) * part);
    return !options_.progress || options_.progress(phase.name, most_);
  }
  void at(const ImportPhase& phase, float part) const {
    if (!go_on(phase, part)) {
      throw ImportError("cancelled while reading " + quoted_path(path_) + ".");
    }
  }

 private:
  const ImportOptions& options_;
  const std::filesystem::path& path_;
  mutable float most_ = 0.0f;
};

std::unique_ptr<FormatReader> make_reader(ModelFile& file, Model& model) {
  switch (file.format) {
    case FileFormat::Fbx:
      return make_fbx_reader(file, model);
    case FileFormat::Gltf:
    case FileFormat::Glb:
      return make_gltf_reader(file, model);
    case FileFormat::Collada:
      return make_collada_reader(file, model);
    case FileFormat::Md5:
    case FileFormat::X:
    case FileFormat::Obj:
    case FileFormat::Ply:
    case FileFormat::Stl:
    case FileFormat::Bvh:
      break;
  }
  return make_plain_reader(file, model);
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

// Whether some node below the root is there for itself, not to hold a surface.
bool has_bare_node(const FileTree& tree) {
  return std::any_of(tree.nodes.begin(), tree.nodes.end(), [](const FileNode& node) {
    return node.parent != kNoParent && !node.has_meshes && !node.lost_surface;
  });
}

// Nothing to show: says why, where that is known.
[[noreturn]] void refuse_empty(const ModelFile& file, const FormatReader& reader,
                               const Model& model) {
  if (const std::string why = reader.why_refused(); !why.empty()) throw ImportError(why);
  const auto left_out =
      std::find_if(model.report.begin(), model.report.end(),
                   [](const ReportEntry& entry) { return entry.place.starts_with("mesh "); });
  std::string why = "; check that it is a model";
  if (left_out != model.report.end()) {
    why = ": of " + left_out->place + " it was said: " + left_out->message;
    if (why.ends_with('.')) why.pop_back();
  }
  throw ImportError(quoted_path(file.path) + " holds no mesh and no skeleton" + why + ".");
}

// What Assimp read becomes the model; where the format knows better, its reader says so.
void build_model(const aiScene& scene, const ModelFile& file, FormatReader& reader,
                 const ImportOptions& options, const Steps& steps, Model& model) {
  model.format = reader.format_name(scene);
  FileTree tree = read_tree(scene, file, reader.node_reading());
  reader.set_locals(tree);
  std::vector<SkinPlan> skins = plan_skins(scene, tree, model);
  reader.set_offsets(tree, skins);
  if (std::ranges::none_of(tree.nodes, &FileNode::is_joint)) reader.mark_joints(tree);
  build_joints(tree, model);
  const UvChannels uv_channels =
      reader.add_materials(scene, tree, options, [&](float part) { steps.at(kTextures, part); });
  const MorphPlan morph_plan = reader.plan_morphs(tree);
  const MorphChannels morphs = add_meshes(
      scene, skins, morph_plan, reader.vertex_order(tree), tree, reader.surface_options(),
      uv_channels, [&](float part) { steps.at(kMeshes, part); }, model);
  if (model.meshes.empty() && model.skeleton.size() < 2) refuse_empty(file, reader, model);
  reader.add_clips(scene, tree, morphs);
  if (model.meshes.empty() && model.clips.empty() &&
      (!has_bare_node(tree) || !reader.why_refused().empty())) {
    refuse_empty(file, reader, model);
  }
  const mat4 to_display = reader.to_display(scene, tree);
  if (is_finite(to_display) && is_invertible(to_display)) model.to_display = to_display;
}

AssimpScene read_or_mend(const ModelFile& file, FormatReader& reader, const Steps& steps) {
  const auto progress = [&](float part) { return steps.go_on(kReading, part); };
  try {
    return read_with_assimp(file, progress);
  } catch (const ImportError&) {
    steps.at(kReading, 0.0f);  // leaves where it was cancelled
    if (!reader.mend_refused()) {
      if (const std::string why = reader.why_refused(); !why.empty()) throw ImportError(why);
      throw;
    }
  }
  return read_with_assimp(file, progress);
}

constexpr std::size_t kWorthAThread = 100'000;  // vertices

// Frees what was read while its caller goes on; the future's destructor waits for it.
std::future<void> free_beside(std::unique_ptr<Assimp::Importer> importer) {
  const auto own = std::make_shared<std::unique_ptr<Assimp::Importer>>(std::move(importer));
  try {
    return std::async(std::launch::async, [own] { own->reset(); });
  } catch (const std::system_error&) {  // no thread to be had: `own` frees it here
    return {};
  }
}

std::shared_ptr<const Model> import_file(const std::filesystem::path& path,
                                         const ImportOptions& options) {
  const Steps steps(options, path);
  steps.at(kReading, 0.0f);
  const FoundCompanions beside;
  ModelFile file = read_model_file(path);
  auto model = std::make_shared<Model>();
  model->name = clean_text(path.filename().string());
  model->path = path.string();
  if (!file.mended.empty()) report(*model, Severity::Warning, "file", file.mended);
  const std::unique_ptr<FormatReader> reader = make_reader(file, *model);
  reader->prepare([&](float part) { steps.at(kDecompressing, part); });
  std::future<void> freed;  // what Assimp read, beside what follows
  if (!reader->read_alone()) {
    AssimpScene read = read_or_mend(file, *reader, steps);
    const aiScene& scene = *read.scene;
    if (options.leave_memory) [[maybe_unused]]
      const auto left = read.importer.release();
    build_model(scene, file, *reader, options, steps, *model);
    if (vertex_count(*model) > kWorthAThread) freed = free_beside(std::move(read.importer));
  }
  for (const std::filesystem::path& found : beside.files()) {
    model->companions.push_back(found.string());
  }
  point_at_meshes(*model);
  derive_bind_pose(*model);
  derive_weight_flags(*model);
  if (const std::string wrong = check_model(*model); !wrong.empty()) {
    throw ImportError(quoted_path(path) + " is not sound: " + wrong);
  }
  steps.at(kMeshes, 1.0f);
  return model;
}

}  // namespace

std::shared_ptr<const Model> import_model(const std::filesystem::path& path,
                                          const ImportOptions& options) {
  try {
    return import_file(path, options);
  } catch (const ImportError&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw ImportError(quoted_path(path) + " needs more memory than there is; it may be damaged.");
  } catch (const std::exception& e) {
    throw ImportError(quoted_path(path) + " could not be read (" + clean_text(e.what()) +
                      "); export it again, or convert it to glTF or FBX.");
  }
}

}  // namespace bindpose
