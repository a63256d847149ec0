#include "io/collada/reader.h"

#include "io/assimp/clip.h"
#include "io/assimp/display.h"
#include "io/collada/elements.h"
#include "io/collada/file.h"
#include "io/collada/head.h"
#include "io/collada/lists.h"
#include "io/collada/refused.h"
#include "io/collada/short_sources.h"
#include "io/collada/wraps.h"
#include "io/text/clean_text.h"

namespace bindpose {
namespace {

class ColladaReader : public FormatReader {
 public:
  using FormatReader::FormatReader;

  void prepare(const std::function<void(float)>&) override {
    make_utf8(file());
    check_collada_counts(file().text(), file().path);
    mend_collada_lists(file());
    mend_collada_elements(file(), model());
    short_ = mend_short_sources(file());
    tighten_numbers(file());
    document_ = read_collada_file(file(), model());
    if (document_) repair_collada(*document_, file());
    write_collada_skews(file(), model());
  }

  std::string why_refused() const override {
    const std::string broken = why_no_xml(file());
    return broken.empty() ? why_no_collada(file()) : broken;
  }

  std::string format_name(const aiScene& scene) const override {
    return "Collada" + version_suffix(scene);
  }

  // Assimp calls nodes by their ids.
  NodeReading node_reading() const override {
    const auto name_of_id = collada_node_names(file().text());
    const auto name = [name_of_id](std::string_view id) {
      const auto found = name_of_id.find(std::string(id));
      return clean_text(found == name_of_id.end() ? id : std::string_view(found->second));
    };
    return {.name = name, .root = RootTransform::TakeScale};
  }

  void mark_joints(FileTree& tree) override {
    const auto joints = collada_joints(file().text());
    for (FileNode& node : tree.nodes) {
      node.is_joint = node.node != nullptr && joints.contains(node.node->mName.C_Str());
    }
  }

  UvChannels add_materials(const aiScene& scene, const FileTree& tree, const ImportOptions& options,
                           const std::function<void(float)>& progress) override {
    const UvChannels out = FormatReader::add_materials(scene, tree, options, progress);
    read_collada_wraps(file().text(), model());
    note_short_sources(short_, model());
    return out;
  }

  MorphPlan plan_morphs(const FileTree& tree) override {
    return document_ ? plan_collada_morphs(*document_, tree) : MorphPlan();
  }

  void add_clips(const aiScene& scene, const FileTree& tree, const MorphChannels& morphs) override {
    if (document_) return add_collada_clips(*document_, tree, morphs, model());
    add_assimp_clips(scene, tree, model());
    note_straight_clips(model());
    note_unread_morphs(model());
  }

  // Assimp versions differ on whether they scale the root.
  mat4 to_display(const aiScene&, const FileTree& tree) override {
    const bool scaled = tree.display != mat4(1.0f);
    return scaled ? tree.display : display_scale(collada_metres(file().text()));
  }

 private:
  std::vector<ShortSource> short_;
  std::unique_ptr<ColladaDocument> document_;  // none: the file has nothing that needs it
};

}  // namespace

std::unique_ptr<FormatReader> make_collada_reader(ModelFile& file, Model& model) {
  return std::make_unique<ColladaReader>(file, model);
}

}  // namespace bindpose
