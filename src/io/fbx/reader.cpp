#include "io/fbx/reader.h"

#include <cstdio>

#include "io/assimp/clip.h"
#include "io/fbx/display.h"
#include "io/fbx/file.h"
#include "io/fbx/materials.h"
#include "io/fbx/upgrade/upgrade.h"
#include "io/fbx/version.h"
#include "io/text/clean_text.h"
#include "io/text/import_report.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

class FbxReader : public FormatReader {
 public:
  using FormatReader::FormatReader;

  void prepare(const std::function<void(float)>&) override {
    skip_byte_order_mark();
    check_fbx_version(file());
    version_ = fbx_version(file().text());
    if (!fbx_is_todays(file().text())) {
      file().bytes = upgraded();
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
    const auto own = [this](std::string_view name) {
      std::string plain = own_name(name);
      const auto made_up = own_names_.find(plain);
      return made_up == own_names_.end() ? std::move(plain) : clean_text(made_up->second);
    };
    return {.name = own, .root = RootTransform::Drop, .offsets_vary = true};
  }

  void set_locals(FileTree& tree) override {
    if (!scene_) return;
    fbx_ = match_fbx(std::move(*scene_), tree);
    set_fbx_locals(*fbx_, tree);
    note_lost_surfaces(*fbx_, tree, model());
  }

  MaterialReading material_reading() const override {
    return {.linear = true, .alpha_pictures = true, .numbers = fbx_numbers};
  }

  void set_offsets(const FileTree& tree, std::vector<SkinPlan>& plans) override {
    if (!fbx_) return;
    fbx_->model_of.resize(tree.nodes.size(), -1);  // skins added joints that are no nodes
    set_fbx_offsets(*fbx_, plans);
  }

  void mark_joints(FileTree& tree) override {
    if (!fbx_) return;
    for (std::size_t m = 0; m < fbx_->scene.models.size(); ++m) {
      const int node = fbx_->node_of[m];
      if (node >= 0)
        tree.nodes[static_cast<std::size_t>(node)].is_joint = fbx_->scene.models[m].is_limb;
    }
  }

  MorphPlan plan_morphs(const FileTree& tree) override {
    return fbx_ ? plan_fbx_morphs(*fbx_, tree) : MorphPlan();
  }

  void add_clips(const aiScene& scene, const FileTree& tree, const MorphChannels& morphs) override {
    if (fbx_) {
      add_fbx_clips(*fbx_, tree, morphs, model());
      note_fbx_skins(*fbx_, tree, model());
      hide_fbx_meshes(*fbx_, tree, model());
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
    if (!scene_) return;
    for (FbxModel& m : scene_->models) {
      const auto made_up = own_names_.find(m.name);
      if (made_up != own_names_.end()) m.own_name = made_up->second;
    }
  }

  // Assimp takes it for a name's beginning, and so would the reader of the tree.
  void skip_byte_order_mark() {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    if (!file().text().starts_with(kMark)) return;
    file().bytes.erase(file().bytes.begin(), file().bytes.begin() + std::ssize(kMark));
  }

  std::vector<std::uint8_t> upgraded() {
    try {
      return upgraded_fbx(file().text(), &own_names_);
    } catch (const FbxBroken& e) {
      throw ImportError(fbx_sentence(file(), e));
    }
  }

  void write_anew() {
    if (const std::size_t more = scene_->more_parents; more > 0) {
      report(model(), Severity::Warning, "file",
             counted(more, "node hangs", "nodes hang") +
                 " below several others; each was kept below the first of them.");
    }
    if (const std::size_t bare = scene_->unbound_clusters; bare > 0) {
      const bool posed = !scene_->bind_poses.empty();
      report(model(), posed ? Severity::Info : Severity::Warning, "file",
             counted(bare, "list of weights does", "lists of weights do") +
                 " not say where the joint was when it was bound (Transform); " +
                 (posed ? "the file's bind pose says it." : "and the file has no bind pose."));
    }
    if (const std::size_t more = scene_->outnumbered; more > 0) {
      report(model(), Severity::Warning, "file",
             counted(more, "object has", "objects have") + " the number of another one and " +
                 (more == 1 ? "was" : "were") +
                 " left out: what the file joins to that number is the other's.");
    }
    std::vector<std::uint8_t> bytes = upgraded();
    scene_.reset();  // it refers to the old bytes
    file().bytes = std::move(bytes);
    upgraded_ = true;
    read_scene();
  }

  void hide_from_assimp() {
    if (!scene_) return;
    if (const auto unit = mend_fbx_unit(scene_->tree, file()); unit && !tells_unit_) {
      tells_unit_ = true;
      char said[32];
      std::snprintf(said, sizeof said, "%g", *unit);
      report(model(), Severity::Warning, "file",
             std::string("It says that its unit has ") + said +
                 " centimetres (UnitScaleFactor), which is no size; 1 was taken.");
    }
    check_fbx_models(*scene_, file(), model());
    hide_fbx_clips(*scene_, file());
    hide_fbx_factors(*scene_, file());
    hide_loose_clusters(*scene_, file(), model());
  }

  int version_ = 0;                // the file's own
  bool tells_unit_ = false;        // of a unit that is no size
  bool upgraded_ = false;          // what ModelFile::bytes holds was written anew
  FbxOwnNames own_names_;          // where it was written anew
  std::string broken_;             // a sentence, where its tree cannot be read
  std::optional<FbxScene> scene_;  // from prepare() to set_locals()
  std::optional<FbxFile> fbx_;     // afterwards; nothing where the file's tree is damaged
};

}  // namespace

std::unique_ptr<FormatReader> make_fbx_reader(ModelFile& file, Model& model) {
  return std::make_unique<FbxReader>(file, model);
}

}  // namespace bindpose
