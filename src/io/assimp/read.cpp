#include "io/assimp/read.h"
#include "io/assimp/faces.h"

#include <assimp/BaseImporter.h>
#include <assimp/DefaultIOSystem.h>
#include <assimp/MemoryIOWrapper.h>
#include <assimp/config.h>
#include <assimp/importerdesc.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <assimp/ProgressHandler.hpp>
#include <iterator>
#include <set>
#include <sstream>

#include "io/assimp/faces.h"
#include "io/files/companion.h"
#include "io/import_error.h"
#include "io/text/clean_text.h"
#include "math/ascii.h"

namespace bindpose {
namespace {

// Polygons become triangles; everything else that Assimp could do to a mesh is left undone, because
// its vertex joining ignores weights and takes quadratic time, and its other steps drop bones.
constexpr unsigned kAssimpSteps = aiProcess_Triangulate;

struct Cancelled {};

// By the ending of this name Assimp chooses its reader: it knows none for ".vrm", which is a GLB.
std::filesystem::path assimp_name(const ModelFile& file) {
  std::filesystem::path name = file.path;
  if (file.format != FileFormat::Glb) return name;
  // Some write the text into a file with the binary's ending.
  return name.replace_extension(file.text().starts_with("glTF") ? ".glb" : ".gltf");
}

// Serves the model (from memory where it was read already) and its companions from its folder only:
// a file from elsewhere must not be able to name any other file of this machine.
class FolderFiles : public Assimp::IOSystem {
 public:
  explicit FolderFiles(const ModelFile& file)
      : file_(file), name_(assimp_name(file).string()), folder_(folder_of(file.path)) {}

  bool Exists(const char* name) const override {
    return name == name_ || made(name) != nullptr || companion(name).has_value();
  }
  Assimp::IOStream* Open(const char* name, const char* mode) override {
    if (name == name_ && file_.whole) {
      return new Assimp::MemoryIOStream(file_.bytes.data(), file_.bytes.size(), false);
    }
    if (name == name_) return disk_.Open(file_.path.string().c_str(), mode);
    if (const MadeBuffer* buffer = made(name)) {
      return new Assimp::MemoryIOStream(buffer->bytes.data(), buffer->bytes.size(), false);
    }
    const auto found = companion(name);
    return found ? disk_.Open(found->string().c_str(), mode) : nullptr;
  }
  void Close(Assimp::IOStream* file) override { delete file; }
  char getOsSeparator() const override { return disk_.getOsSeparator(); }

 private:
  static std::filesystem::path folder_of(const std::filesystem::path& path) {
    const auto folder = path.parent_path();
    return folder.empty() ? std::filesystem::path(".") : folder;
  }
  const MadeBuffer* made(const std::filesystem::path& name) const {
    const auto found = file_.made.find(made_name(name, folder_));
    return found == file_.made.end() ? nullptr : &found->second;
  }
  std::optional<std::filesystem::path> companion(const std::filesystem::path& name) const {
    if (file_.hidden.contains(made_name(name, folder_))) return {};
    return find_linked(folder_, name.lexically_proximate(folder_).string());
  }

  Assimp::DefaultIOSystem disk_;  // not a base: it is final from Assimp 6 on
  const ModelFile& file_;
  std::string name_;
  std::filesystem::path folder_;
};

// Assimp ignores what Update returns; leaving by an exception is the way that works.
class Progress : public Assimp::ProgressHandler {
 public:
  Progress(std::function<bool(float)> report, std::shared_ptr<bool> cancelled)
      : report_(std::move(report)), cancelled_(std::move(cancelled)) {}

  bool Update(float part) override {
    if (report_ && !report_(std::clamp(part, 0.0f, 1.0f))) {
      *cancelled_ = true;
      throw Cancelled{};
    }
    return true;
  }

 private:
  std::function<bool(float)> report_;
  std::shared_ptr<bool> cancelled_;  // the importer keeps this object longer than we listen
};

// Assimp tries every loader on a file whose content does not fit its ending; the many old formats
// are where crafted files do harm.
void keep_only_loaders_for(Assimp::Importer& importer, const std::string& ending) {
  for (std::size_t i = importer.GetImporterCount(); i-- > 0;) {
    const aiImporterDesc* description = importer.GetImporterInfo(i);
    std::istringstream endings(description == nullptr ? "" : description->mFileExtensions);
    const bool wanted =
        std::find(std::istream_iterator<std::string>(endings), std::istream_iterator<std::string>(),
                  ending) != std::istream_iterator<std::string>();
    if (wanted) continue;
    Assimp::BaseImporter* loader = importer.GetImporter(i);
    importer.UnregisterLoader(loader);
    delete loader;
  }
}

void set_properties(Assimp::Importer& importer) {
  // Pivots stay visible as nodes, for without them geometric transforms are lost.
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, true);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_REMOVE_EMPTY_BONES, false);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_ALL_GEOMETRY_LAYERS, false);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_CAMERAS, false);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_LIGHTS, false);
  // A file without a surface has none: no octahedra in place of its bones.
  importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
}

// Assimp's reader of FBX (5.2) gives a mesh the same bone twice where two clusters name one joint,
// and the scene then frees it twice.
void take_out_equal_bones(aiScene& scene) {
  for (unsigned m = 0; m < scene.mNumMeshes; ++m) {
    aiMesh& mesh = *scene.mMeshes[m];
    std::set<const aiBone*> known;
    unsigned kept = 0;
    for (unsigned b = 0; b < mesh.mNumBones; ++b) {
      if (known.insert(mesh.mBones[b]).second) mesh.mBones[kept++] = mesh.mBones[b];
    }
    mesh.mNumBones = kept;
  }
}

// The importer's own words as the middle of a sentence.
std::string reason(const Assimp::Importer& importer) {
  std::string text = clean_text(importer.GetErrorString());
  while (!text.empty() && (text.back() == '.' || text.back() == ' ' || text.back() == '?')) {
    text.pop_back();
  }
  constexpr std::size_t kLongest = 200;
  if (text.size() > kLongest) text = clean_text(text.substr(0, kLongest)) + "...";
  return text;
}

}  // namespace

AssimpScene read_with_assimp(const ModelFile& file, const std::function<bool(float)>& progress) {
  const std::string shown = quoted_path(file.path);
  const std::string ending = in_lower_case(assimp_name(file).extension().string().substr(1));

  AssimpScene result;
  result.importer = std::make_unique<Assimp::Importer>();
  Assimp::Importer& importer = *result.importer;
  const auto cancelled = std::make_shared<bool>(false);
  keep_only_loaders_for(importer, ending);
  if (importer.GetImporterCount() == 0) {
    throw ImportError(shown + " can not be opened: this Assimp was built without a reader for ." +
                      ending + " files; convert it to glTF or FBX.");
  }
  importer.SetIOHandler(new FolderFiles(file));
  importer.SetProgressHandler(new Progress(progress, cancelled));
  set_properties(importer);
  std::string failure;
  try {
    result.scene = importer.ReadFile(assimp_name(file).string(), 0);
    if (result.scene != nullptr) {
      take_out_equal_bones(*const_cast<aiScene*>(result.scene));
      divide_large_faces(*const_cast<aiScene*>(result.scene));
      result.scene = importer.ApplyPostProcessing(kAssimpSteps);
    }
  } catch (const ImportError&) {
    throw;
  } catch (const Cancelled&) {
    *cancelled = true;
  } catch (const std::exception& e) {
    failure = clean_text(e.what());
  }
  if (*cancelled) throw ImportError("cancelled while reading " + shown + ".");
  if (result.scene == nullptr || result.scene->mRootNode == nullptr) {
    if (failure.empty()) failure = reason(importer);
    throw ImportError(shown + " could not be read (" +
                      (failure.empty() ? std::string("the file is damaged") : failure) +
                      "); export it again, or convert it to glTF or FBX.");
  }
  return result;
}

}  // namespace bindpose
