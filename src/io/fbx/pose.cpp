// The file's own table of the bind pose against the matrices that its skins were bound with.
#include <algorithm>
#include <cmath>
#include <glm/gtc/type_ptr.hpp>
#include <glm/matrix.hpp>
#include <map>

#include "io/fbx/deformers.h"
#include "io/fbx/file.h"
#include "io/text/clean_text.h"
#include "io/text/import_report.h"
#include "math/numbers.h"
#include "math/transform.h"

namespace bindpose {
namespace {

constexpr std::size_t kMaxPoseBytes = std::size_t{1} << 26;  // of all matrices
constexpr double kFits = 1e-3;  // of axes of length 1, and of the pose's extent

bool is_usable(const glm::dmat4& m) {
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) {
      if (!std::isfinite(m[c][r])) return false;
    }
  }
  return std::abs(glm::determinant(glm::dmat3(m))) > 1e-30;
}

// The largest distance of a bone from the mesh's node.
double extent_of(const FbxPose& pose, const glm::dvec3& from) {
  double extent = 0.0;
  for (const auto& [model, world] : pose) {
    extent = std::max(extent, glm::length(glm::dvec3(world[3]) - from));
  }
  return extent;
}

// Whether this pose, which has the mesh, has the bone as well, elsewhere than the cluster.
bool is_apart(const FbxPose& pose, int mesh, const FbxCluster& cluster) {
  const auto at = pose.find(mesh), bone = pose.find(cluster.bone);
  if (bone == pose.end() || !is_usable(cluster.mesh_to_bone)) return false;
  const glm::dmat4 bound = at->second * glm::inverse(cluster.mesh_to_bone);
  double axes = 0.0, length = 0.0;
  for (int c = 0; c < 3; ++c) {
    axes = std::max(axes, glm::length(glm::dvec3(bound[c] - bone->second[c])));
    length = std::max(length, glm::length(glm::dvec3(bone->second[c])));
  }
  const double origin = glm::length(glm::dvec3(bound[3] - bone->second[3]));
  return axes > kFits * length || origin > kFits * extent_of(pose, glm::dvec3(at->second[3]));
}

// Of each model that has skins, the pose that counts for it: index, -1 for none.
std::map<int, int> pose_of_models(const FbxScene& scene) {
  std::map<int, std::vector<int>> bones;
  for (const FbxSkin& skin : scene.skins) {
    if (skin.clusters < 0) continue;
    for (const FbxCluster& c : scene.clusters[idx(skin.clusters)])
      bones[skin.model].push_back(c.bone);
  }
  std::map<int, int> out;
  for (const auto& [model, list] : bones)
    out.emplace(model, whole_pose<int>(scene.bind_poses, model, list));
  return out;
}

void keep_poses(const FbxFile& fbx, const FileTree& tree, const std::map<int, int>& pose_of,
                Model& model) {
  const std::size_t count = model.skeleton.parent.size();
  std::vector<std::vector<int>> meshes(fbx.scene.bind_poses.size());
  for (const auto& [of, pose] : pose_of) {
    const int node = fbx.node_of[idx(of)];
    if (pose < 0 || node < 0) continue;
    for (std::size_t m = 0; m < model.meshes.size(); ++m) {
      const Mesh& mesh = model.meshes[m];
      if (mesh.node == tree.joint[idx(node)] && mesh.file_binding.skin.skinned)
        meshes[idx(pose)].push_back(static_cast<int>(m));
    }
  }
  for (std::size_t p = 0; p < meshes.size(); ++p) {
    if (meshes[p].empty()) continue;
    PoseTable table;
    table.world.assign(count, mat4(1.0f));
    table.has.assign(count, 0);
    table.mesh = std::move(meshes[p]);
    for (const auto& [of, world] : fbx.scene.bind_poses[p]) {
      const int node = fbx.node_of[idx(of)];
      const mat4 rounded(world);
      if (node < 0 || !is_finite(rounded)) continue;
      const auto joint = idx(tree.joint[idx(node)]);
      table.world[joint] = rounded;
      table.has[joint] = 1;
    }
    model.pose_tables.push_back(std::move(table));
  }
}

}  // namespace

void read_fbx_bind_poses(const FbxLinks& links, FbxScene& scene) {
  std::size_t budget = kMaxPoseBytes;
  const FbxTree& tree = scene.tree;
  for (const std::uint32_t object : links.objects()) {
    if (tree.node[object].name != "Pose") continue;
    const std::string_view kind = fbx_text(tree.get(object, 2)),
                           type = fbx_text(tree.get(fbx_child(tree, object, "Type"), 0));
    if (kind != "BindPose" && type != "BindPose") continue;
    FbxPose pose;
    for (std::uint32_t n = object + 1; n < tree.node[object].end; n = tree.node[n].end) {
      if (tree.node[n].name != "PoseNode") continue;
      const auto id = fbx_integer(tree.get(fbx_child(tree, n, "Node"), 0));
      const int model = id ? links.model(*id) : -1;
      if (model < 0) continue;
      const auto number = fbx_array<double>(tree, fbx_child(tree, n, "Matrix"), budget);
      if (!number || number->size() != 16) continue;
      const glm::dmat4 world = glm::make_mat4(number->data());
      if (is_usable(world)) pose.emplace(model, world);
    }
    if (!pose.empty()) scene.bind_poses.push_back(std::move(pose));
  }
}

void note_fbx_bind_poses(const FbxFile& fbx, const FileTree& tree, Model& model) {
  const std::map<int, int> pose_of = pose_of_models(fbx.scene);
  keep_poses(fbx, tree, pose_of, model);
  for (const FbxSkin& skin : fbx.scene.skins) {
    const auto chosen = pose_of.find(skin.model);  // none where no cluster of it has a matrix
    if (skin.clusters < 0 || chosen == pose_of.end() || chosen->second < 0) continue;
    const FbxPose& pose = fbx.scene.bind_poses[idx(chosen->second)];
    std::size_t apart = 0;
    int first = -1;
    for (const FbxCluster& cluster : fbx.scene.clusters[idx(skin.clusters)]) {
      const int node = fbx.node_of[idx(cluster.bone)];
      if (node < 0 || !is_apart(pose, skin.model, cluster)) continue;
      if (apart++ == 0) first = tree.joint[idx(node)];
    }
    if (apart == 0) continue;
    report(model, Severity::Info, "joint " + model.skeleton.name[idx(first)],
           "Its bind matrix for \"" + clean_text(fbx.scene.models[idx(skin.model)].own_name) +
               "\" is not where the file's Pose object has it" +
               (apart > 1 ? " (and " + std::to_string(apart - 1) + " more)" : "") +
               "; the skin's matrices are used.",
           first);
    model.report.back().kind = ReportKind::ApartFromPose;
  }
}

}  // namespace bindpose
