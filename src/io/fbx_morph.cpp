#include "io/assimp_convert.h"
#include "io/fbx_import.h"
#include "io/import_report.h"

namespace bindpose {
namespace {

// Assimp names its meshes after shapes in some versions, after channels in others.
std::string called(const std::string& name) {
  return name.empty() ? "AnimMesh" : clean_text(name);
}

NodeMorphs morphs_of(const FbxScene& scene, const std::vector<int>& channels) {
  NodeMorphs out;
  for (const int c : channels) {
    const FbxMorph& morph = scene.morphs[static_cast<std::size_t>(c)];
    std::string name = clean_text(morph.name);
    if (name.empty()) name = "shape " + std::to_string(out.channel.size() + 1);
    std::vector<float> full;
    for (const FbxShape& shape : morph.shapes) full.push_back(static_cast<float>(shape.full));
    std::vector<std::vector<vec2>> share = in_between_shares(full);
    for (std::size_t k = 0; k < morph.shapes.size(); ++k) {
      out.shape.push_back({called(morph.shapes[k].name), called(morph.channel), out.channel.size(),
                           std::move(share[k])});
    }
    out.channel.push_back({std::move(name), static_cast<float>(morph.weight)});
  }
  return out;
}

}  // namespace

MorphPlan plan_fbx_morphs(const FbxFile& fbx, const FileTree& tree, Model& model) {
  MorphPlan out;
  for (std::size_t m = 0; m < fbx.scene.models.size(); ++m) {
    const int node = fbx.node_of[m];
    if (node < 0 || fbx.scene.morphs_of[m].empty()) continue;
    out.emplace(tree.joint[static_cast<std::size_t>(node)],
                morphs_of(fbx.scene, fbx.scene.morphs_of[m]));
  }
  for (const FbxMorph& morph : fbx.scene.morphs) {
    if (!morph.uneven) continue;
    report(model, Severity::Warning, "morph " + clean_text(morph.name),
           "The file weakens it vertex by vertex (Blender's vertex groups); that is not read, and "
           "it moves all its vertices in full.");
  }
  return out;
}

}  // namespace bindpose
