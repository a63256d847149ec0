// A surface on the skeleton of another model.
#include <cmath>
#include <utility>

#include "math/numbers.h"
#include "math/transform.h"
#include "rig/kinematics.h"
#include "scene/automatic/transfer.h"
#include "scene/segment_binding.h"

namespace bindpose {
namespace {

// Joints and what is above them.
std::vector<std::uint8_t> carried_joints(const Skeleton& skeleton) {
  std::vector<std::uint8_t> keeps = skeleton.file_flags.is_joint;
  for (int j = skeleton.size(); j-- > 0;) {  // parents come first
    if (keeps[idx(j)] != 0 && skeleton.parent[idx(j)] >= 0) keeps[idx(skeleton.parent[idx(j)])] = 1;
  }
  return keeps;
}

void move_mesh(Mesh& mesh, const mat4& way) {
  const mat3 turn(way);
  const float determinant = glm::determinant(turn);
  const mat3 of_normals = glm::transpose(glm::inverse(turn));
  for (vec3& p : mesh.position) p = vec3(way * vec4(p, 1.0f));
  for (vec3& n : mesh.normal) {
    const vec3 moved = of_normals * n;
    if (glm::length(moved) > 0.0f) n = glm::normalize(moved);
  }
  for (MorphTarget& target : mesh.morph) {
    for (vec3& p : target.position) p = turn * p;
    // Differences of unit normals: they turn, and keep their length.
    for (vec3& n : target.normal) n = of_normals * n * std::cbrt(std::abs(determinant));
  }
  if (determinant >= 0.0f) return;
  for (std::size_t t = 0; t + 2 < mesh.triangle.size(); t += 3)
    std::swap(mesh.triangle[t + 1], mesh.triangle[t + 2]);
}

}  // namespace

std::shared_ptr<const Model> dressed(const Model& cloth, const Model& body) {
  auto out = std::make_shared<Model>();
  out->name = cloth.name;
  out->format = cloth.format;
  out->materials = cloth.materials;
  out->images = cloth.images;
  out->missing_textures = cloth.missing_textures;
  out->morph_channels = cloth.morph_channels;
  out->to_display = body.to_display;

  const Skeleton& skeleton = body.skeleton;
  const std::vector<std::uint8_t> keeps = carried_joints(skeleton);
  std::vector<RawJoint> raw;
  std::vector<int> raw_of(keeps.size(), -1), old_of;
  for (std::size_t j = 0; j < keeps.size(); ++j) {
    if (keeps[j] == 0) continue;
    raw_of[j] = static_cast<int>(raw.size());
    old_of.push_back(static_cast<int>(j));
    const int parent = skeleton.parent[j];
    raw.push_back({skeleton.name[j], parent < 0 ? kNoParent : raw_of[idx(parent)],
                   skeleton.rest_local[j], skeleton.file_flags.is_joint[j] != 0});
  }
  const std::size_t joints = raw.size();
  // Below the first root, for a file with one root is one rig; their world is the file's.
  const mat4 from_root = inverse_affine(raw.empty() ? mat4(1.0f) : raw[0].rest_local);
  for (const Mesh& mesh : cloth.meshes)
    raw.push_back({mesh.name, raw.size() > 0 ? 0 : kNoParent, from_root, false});
  SkeletonBuild built = build_skeleton(raw);
  out->skeleton = std::move(built.skeleton);
  const std::size_t all = out->skeleton.parent.size();
  out->skeleton.file_flags.is_joint.assign(all, 0);
  out->skeleton.file_flags.has_weight.assign(all, 0);
  out->has_bind.assign(all, 0);
  out->bind_local = out->skeleton.rest_local;
  if (!skeleton.human_bone.empty()) out->skeleton.human_bone.resize(all);
  for (std::size_t k = 0; k < joints; ++k) {
    const std::size_t now = idx(built.new_index[k]), old = idx(old_of[k]);
    out->bind_local[now] = body.bind_local[old];
    if (!skeleton.human_bone.empty()) out->skeleton.human_bone[now] = skeleton.human_bone[old];
  }

  const mat4 between = glm::inverse(body.to_display) * cloth.to_display;
  for (std::size_t m = 0; m < cloth.meshes.size(); ++m) {
    Mesh mesh = cloth.meshes[m];
    move_mesh(mesh, between * to_bind_world(cloth, static_cast<int>(m)));
    mesh.node = built.new_index[joints + m];
    if (joints > 0) {
      const mat4& root = out->bind_local[idx(built.new_index[0])];
      out->bind_local[idx(mesh.node)] = inverse_affine(root);
    }
    mesh.file_binding = {};
    mesh.file_rank.clear();
    mesh.file_binding.influences.offset.assign(mesh.position.size() + 1, 0);
    mesh.file_binding.influences.raw_weight_sum.assign(mesh.position.size(), 0.0f);
    mesh.dq_blend_weight.clear();
    out->meshes.push_back(std::move(mesh));
  }
  for (MorphChannel& channel : out->morph_channels) channel.node = 0;
  for (const Mesh& mesh : out->meshes) {
    for (const MorphTarget& target : mesh.morph)
      out->morph_channels[idx(target.channel)].node = mesh.node;
  }
  return out;
}

}  // namespace bindpose
