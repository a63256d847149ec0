// The file's own table of the bind pose against the matrices that its skins were bound with.
#include <algorithm>
#include <cmath>
#include <glm/gtc/type_ptr.hpp>
#include <glm/matrix.hpp>

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
  for (const auto& [model, world] : pose.world) {
    extent = std::max(extent, glm::length(glm::dvec3(world[3]) - from));
  }
  return extent;
}

// Whether this pose holds both and puts the bone elsewhere than the cluster; nothing: it does not
// hold both.
std::optional<bool> is_apart(const FbxPose& pose, int mesh, const FbxCluster& cluster) {
  const auto at = pose.world.find(mesh), bone = pose.world.find(cluster.bone);
  if (at == pose.world.end() || bone == pose.world.end()) return {};
  if (!is_usable(cluster.mesh_to_bone)) return {};
  const glm::dmat4 bound = at->second * glm::inverse(cluster.mesh_to_bone);
  double axes = 0.0, length = 0.0;
  for (int c = 0; c < 3; ++c) {
    axes = std::max(axes, glm::length(glm::dvec3(bound[c] - bone->second[c])));
    length = std::max(length, glm::length(glm::dvec3(bone->second[c])));
  }
  const double origin = glm::length(glm::dvec3(bound[3] - bone->second[3]));
  return axes > kFits * length || origin > kFits * extent_of(pose, glm::dvec3(at->second[3]));
}

// Several poses may hold a bone: one that fits is enough.
bool fits_none(const FbxScene& scene, int mesh, const FbxCluster& cluster) {
  bool asked = false;
  for (const FbxPose& pose : scene.bind_poses) {
    const std::optional<bool> apart = is_apart(pose, mesh, cluster);
    if (apart == false) return false;
    asked = asked || apart.has_value();
  }
  return asked;
}

// Of several poses the first one that has a node counts.
void keep_pose(const FbxFile& fbx, const FileTree& tree, Model& model) {
  const std::size_t count = model.skeleton.parent.size();
  for (const FbxPose& pose : fbx.scene.bind_poses) {
    for (const auto& [of, world] : pose.world) {
      const int node = fbx.node_of[idx(of)];
      const mat4 rounded(world);
      if (node < 0 || !is_finite(rounded)) continue;
      if (model.pose_world.empty()) {
        model.pose_world.assign(count, mat4(1.0f));
        model.has_pose.assign(count, 0);
      }
      const auto joint = idx(tree.joint[idx(node)]);
      if (model.has_pose[joint] != 0) continue;
      model.pose_world[joint] = rounded;
      model.has_pose[joint] = 1;
    }
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
      if (is_usable(world)) pose.world.emplace(model, world);
    }
    if (!pose.world.empty()) scene.bind_poses.push_back(std::move(pose));
  }
}

void note_fbx_bind_poses(const FbxFile& fbx, const FileTree& tree, Model& model) {
  keep_pose(fbx, tree, model);
  for (const FbxSkin& skin : fbx.scene.skins) {
    if (skin.clusters < 0) continue;
    std::size_t apart = 0;
    int first = -1;
    for (const FbxCluster& cluster : fbx.scene.clusters[idx(skin.clusters)]) {
      const int node = fbx.node_of[idx(cluster.bone)];
      if (node < 0 || !fits_none(fbx.scene, skin.model, cluster)) continue;
      if (apart++ == 0) first = tree.joint[idx(node)];
    }
    if (apart == 0) continue;
    report(model, Severity::Info, "joint " + model.skeleton.name[idx(first)],
           "Its bind matrix for \"" + clean_text(fbx.scene.models[idx(skin.model)].name) +
               "\" is not where the file's Pose object has it" +
               (apart > 1 ? " (and " + std::to_string(apart - 1) + " more)" : "") +
               "; the skin's matrices are used.",
           first);
    model.report.back().kind = ReportKind::ApartFromPose;
  }
}

}  // namespace bindpose
