// Which meshes the file's maker has hidden. Facts: FBX SDK (FbxNode::Visibility,
// VisibilityInheritance, on where the file does not say).
#include <algorithm>

#include "io/assimp/hidden.h"
#include "io/fbx/file.h"
#include "math/numbers.h"

namespace bindpose {

void hide_fbx_meshes(const FbxFile& fbx, const FileTree& tree, Model& model) {
  const std::vector<FbxModel>& models = fbx.scene.models;
  std::vector<std::uint8_t> hidden(models.size(), 0);
  std::vector<int> below = fbx.scene.roots;  // each model is placed once
  while (!below.empty()) {
    const int m = below.back();
    below.pop_back();
    hidden[idx(m)] = hidden[idx(m)] != 0 || models[idx(m)].hidden ? 1 : 0;
    for (const int child : models[idx(m)].children) {
      if (models[idx(child)].hides_by_parent) hidden[idx(child)] = hidden[idx(m)];
      below.push_back(child);
    }
  }
  std::vector<std::uint8_t> joint(model.skeleton.parent.size(), 0);
  for (std::size_t m = 0; m < models.size(); ++m) {
    const int node = fbx.node_of[m];
    if (hidden[m] != 0 && node >= 0) joint[idx(tree.joint[idx(node)])] = 1;
  }
  hide_meshes(joint, model);
}

}  // namespace bindpose
