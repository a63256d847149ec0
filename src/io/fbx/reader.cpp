#include "io/fbx/reader.h"

#include "io/assimp/clip.h"
#include "io/fbx/display.h"
#include "io/fbx/file.h"
#include "io/fbx/upgrade/upgrade.h"
#include "io/fbx/version.h"
#include "io/text/import_report.h"

namespace bindpose {
namespace {

class FbxReader : public FormatReader {
 public:
  using FormatReader::FormatReader;

  void prepare(const std::function<void(float)>&) override {
    check_fbx_version(file());
    version_ = fbx_version(file().text());
    if (!fbx_is_todays(file().text())) {
      try {
        file().bytes = upgraded_fbx(file().text());
      } catch (const FbxBroken& e) {
        throw ImportError(fbx_sentence(file(), e));
      }
      upgraded_ = true;
    }
    read_scene();
    if (scene_ && !upgraded_ && !scene_->reads_elsewhere) write_anew();
    hide_from_assimp();
  }

  // What Assimp stumbles over may be nothing that matters here: embedded sounds, values of a kind
  // that it does not know.
  bool mend_refused() override {
    if (upgraded_ || !scene_) return false;
    show_fbx_clips(*scene_, file());
    const std::size_t said = model().report.size();
    write_anew();
    model().report.resize(said);
    hide_from_assimp();
    return true;
  }

  std::string why_refused() const override { return broken_; }

  std::string format_name(const aiScene&) const override {
    return version_ > 0 ? "FBX " + std::to_string(version_) : "FBX";
  }

  // From 5.4 on Assimp turns the root; the display comes from the file's settings.
  NodeReading node_reading() const override {
    return {.root = RootTransform::Drop, .offsets_vary = true};
  }

  void set_locals(FileTree& tree) override {
    if (!scene_) return;
    fbx_ = match_fbx(std::move(*scene_), tree);
    set_fbx_locals(*fbx_, tree);
  }

  void set_offsets(const FileTree& tree, std::vector<SkinPlan>& plans) override {
    if (!fbx_) return;
    fbx_->model_of.resize(tree.nodes.size(), -1);  // skins added joints that are no nodes
    set_fbx_offsets(*fbx_, plans);
  }

  MorphPlan plan_morphs(const FileTree& tree) override {
    return fbx_ ? plan_fbx_morphs(*fbx_, tree) : MorphPlan();
  }

  void add_clips(const aiScene& scene, const FileTree& tree, const MorphChannels& morphs) override {
    if (fbx_) {
      add_fbx_clips(*fbx_, tree, morphs, model());
      note_fbx_skins(*fbx_, tree, model());
      note_fbx_bind_poses(*fbx_, tree, model());
    } else {
      add_assimp_clips(scene, tree, model());
      note_straight_clips(model());
      note_unread_morphs(model());
    }
    if (model().clips.empty() && fbx_has_clip(file().text())) {
      report(model(), Severity::Info, "clips", "Its clips have no keys and were left out.");
    }
  }

  mat4 to_display(const aiScene& scene, const FileTree& tree) override {
    return scene.mMetaData == nullptr ? tree.display : fbx_display(*scene.mMetaData);
  }

 private:
  void read_scene() {
    broken_.clear();
    scene_ = read_fbx_file(file(), model(), broken_);
  }

  void write_anew() {
    if (const std::size_t more = scene_->more_parents; more > 0) {
      report(model(), Severity::Warning, "file",
             counted(more, "node hangs", "nodes hang") +
                 " below several others; each was kept below the first of them.");
    }
    std::vector<std::uint8_t> bytes = upgraded_fbx(file().text());
    scene_.reset();  // it refers to the old bytes
    file().bytes = std::move(bytes);
    upgraded_ = true;
    read_scene();
  }

  void hide_from_assimp() {
    if (!scene_) return;
    check_fbx_models(*scene_, file(), model());
    hide_fbx_clips(*scene_, file());
    hide_loose_clusters(*scene_, file(), model());
  }

  int version_ = 0;                // the file's own
  bool upgraded_ = false;          // what ModelFile::bytes holds was written anew
  std::string broken_;             // a sentence, where its tree cannot be read
  std::optional<FbxScene> scene_;  // from prepare() to set_locals()
  std::optional<FbxFile> fbx_;     // afterwards; nothing where the file's tree is damaged
};

}  // namespace

std::unique_ptr<FormatReader> make_fbx_reader(ModelFile& file, Model& model) {
  return std::make_unique<FbxReader>(file, model);
}

}  // namespace bindpose
