// What is read from an FBX file's own tree in place of what Assimp makes of it: local matrices,
// inherited scales, clips, and the kind of skinning asked for.
#pragma once

#include <optional>
#include <string>

#include "io/assimp/morph.h"
#include "io/assimp/nodes.h"
#include "io/assimp/skin.h"
#include "io/fbx/local.h"

namespace bindpose {

struct FbxFile {
  FbxScene scene;
  std::vector<int> model_of;  // #nodes of the FileTree: index of its model, -1 without one
  std::vector<int> node_of;   // #models: index of its node, -1 without one
};

// What is wrong with the tree, as a sentence about the file.
std::string fbx_sentence(const ModelFile& file, const FbxBroken& broken);

// Nothing where the file's tree is damaged: that is reported, and Assimp's data stays. `broken`
// then gets that sentence, for where Assimp cannot read the file either. Throws ImportError where
// Assimp must not see it.
std::optional<FbxScene> read_fbx_file(const ModelFile& file, Model& model, std::string& broken);

// Throws ImportError where models hang below themselves, absurdly deep or far too often, or where
// all of them hang nowhere; reports those that hang nowhere.
void check_fbx_models(FbxScene& scene, const ModelFile& file, Model& model);

// Assimp stops at clips that are fine, such as one whose keys all lie beyond its end: it gets the
// file with stacks of a kind that it does not know. `scene` was read from file.bytes.
void hide_fbx_clips(const FbxScene& scene, ModelFile& file);

// Undoes it.
void show_fbx_clips(const FbxScene& scene, ModelFile& file);

// Assimp gives the weights of clusters that no joint is connected to, to other joints: these
// clusters become objects of a kind that it does not know. How many there are is reported.
void hide_loose_clusters(const FbxScene& scene, ModelFile& file, Model& model);

// Finds each model's node, from the root down by name and order, which tells models of one name
// apart.
FbxFile match_fbx(FbxScene scene, const FileTree& tree);

// Sets the nodes' local and world matrices from the models, inherit types included.
void set_fbx_locals(const FbxFile& fbx, FileTree& tree);

// Says of each mesh that Assimp gave up what is wrong with it, and notes it at its node. Needs the
// tree as Assimp has it.
void note_lost_surfaces(const FbxFile& fbx, FileTree& tree, Model& model);

// Takes the skins' offset matrices from the file, since Assimp's mean other things in other
// versions. A skin of which some joint is not found there keeps those that it has.
void set_fbx_offsets(const FbxFile& fbx, std::vector<SkinPlan>& plans);

// The blend shapes of each node's mesh: their channels' weights, and which shapes lie in between
// others. Needs build_joints().
MorphPlan plan_fbx_morphs(const FbxFile& fbx, const FileTree& tree);

// Fills model.clips, one for each stack in which something moves. Needs the meshes.
void add_fbx_clips(const FbxFile& fbx, const FileTree& tree, const MorphChannels& morphs,
                   Model& model);

// Notes the skins that ask for dual quaternions, and how much of them each vertex takes; tells of
// geometry caches. Needs the meshes.
void note_fbx_skins(const FbxFile& fbx, const FileTree& tree, Model& model);

// Hides the meshes of models that are not to be seen, and says so. Needs the meshes.
void hide_fbx_meshes(const FbxFile& fbx, const FileTree& tree, Model& model);

// Keeps, of the file's Pose objects, the one that counts for each skin (whole_pose.h), and says
// where the skins' bind matrices are not what that holds: other programs may believe it. A bone
// that a Pose holds without its mesh cannot be compared.
void note_fbx_bind_poses(const FbxFile& fbx, const FileTree& tree, Model& model);

// The node whose scale n takes over axis by axis, or -1; ordinary nodes take none over by itself.
// The scale that a node hands on is its own times those along this chain.
std::vector<int> fbx_scale_source(const FbxFile& fbx, const FileTree& tree);
inline FbxInherit fbx_inherit(const FbxFile& fbx, int node) {
  const int m = fbx.model_of[static_cast<std::size_t>(node)];
  return m < 0 ? FbxInherit::Ordinary : fbx.scene.models[static_cast<std::size_t>(m)].inherit;
}

}  // namespace bindpose
