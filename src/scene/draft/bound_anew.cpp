#include "scene/draft/bound_anew.h"

#include <algorithm>
#include <limits>
#include <set>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "math/bounds.h"
#include "math/numbers.h"
#include "math/transform.h"
#include "rig/kinematics.h"
#include "scene/draft/bind_doctor.h"
#include "scene/draft/built_model.h"
#include "scene/draft/moved_points.h"

namespace bindpose {
namespace {

// Matrices of `skin` as it is bound now, by those of before: T = B' B^-1.
std::vector<mat4> ways(const Skin& before, const std::vector<mat4>& bind) {
  std::vector<mat4> out;
  for (std::size_t s = 0; s < bind.size(); ++s)
    out.push_back(mul_affine(bind[s], before.inverse_bind[s]));
  return out;
}

// B'_j of each slot; what is not bound anew stays.
std::vector<mat4> new_binds_of(const Skin& skin, int mesh, const NewBinds& binds) {
  std::vector<mat4> out = skin.bind;
  std::unordered_map<int, std::size_t> slot;
  for (std::size_t s = 0; s < skin.joint.size(); ++s) slot.emplace(skin.joint[s], s);
  for (const NewBinds::Of& b : binds.bind) {
    if (b.mesh >= 0 && b.mesh != mesh) continue;
    if (const auto at = slot.find(b.joint); at != slot.end()) out[at->second] = b.bind;
  }
  return out;
}

void bind_mesh_anew(const Model& from, std::size_t m, const NewBinds& binds, Mesh& mesh) {
  Skin& skin = mesh.file_binding.skin;
  const MeshBinding& was = from.meshes[m].file_binding;
  const bool edited = m < binds.weights.size() && binds.weights[m];
  const MeshBinding& counts = edited ? *binds.weights[m] : was;
  if (binds.points && counts.skin.skinned) {
    const mat4 node =
        mul_affine(binds.node[m], inverse_affine(from.meshes[m].file_binding.skin.mesh_to_bind));
    move_points(mesh, counts,
                ways(counts.skin, new_binds_of(counts.skin, static_cast<int>(m), binds)), node);
    skin.mesh_to_bind = binds.node[m];
  }
  if (!was.skin.skinned) {
    if (binds.points && counts.skin.skinned) {  // its points are where the node has them now
      skin.bind.assign(skin.joint.size(), binds.node[m]);
      skin.inverse_bind.assign(skin.joint.size(), inverse_affine(binds.node[m]));
    }
    return;
  }
  skin.bind = new_binds_of(was.skin, static_cast<int>(m), binds);
  skin.inverse_bind.clear();
  for (const mat4& b : skin.bind) skin.inverse_bind.push_back(inverse_affine(b));
}

// B_j of joints that no skin of the file names, which counts for edited weights.
void bind_others(const NewBinds& binds, const Model& before, Model& model) {
  const Skeleton& skeleton = model.skeleton;
  std::unordered_map<int, mat4> wanted;
  for (const NewBinds::Of& b : binds.bind) {
    if (model.has_bind[idx(b.joint)] == 0) wanted.emplace(b.joint, b.bind);
  }
  // And of those that were bound anew before.
  std::vector<mat4> was(skeleton.parent.size());
  bind_from_locals(skeleton.parent, before.bind_local, was);
  for (std::size_t j = 0; j < was.size(); ++j) {
    if (model.has_bind[j] == 0 && before.bind_local[j] != skeleton.rest_local[j])
      wanted.emplace(static_cast<int>(j), was[j]);
  }
  if (wanted.empty()) return;
  std::vector<mat4> old(skeleton.parent.size()), world(skeleton.parent.size());
  bind_from_locals(skeleton.parent, model.bind_local, old);
  for (std::size_t j = 0; j < world.size(); ++j) {
    const int p = skeleton.parent[j];
    const mat4 above = p < 0 ? mat4(1.0f) : world[idx(p)];
    const auto at = wanted.find(static_cast<int>(j));
    const bool keeps = at != wanted.end() || model.has_bind[j] != 0;
    if (keeps && is_invertible(above)) {
      const mat4& bind = at != wanted.end() ? at->second : old[j];
      model.bind_local[j] = mat4(glm::inverse(glm::dmat4(above)) * glm::dmat4(bind));
    }
    world[j] = mul_affine(above, model.bind_local[j]);
  }
}

// As the importer measures it: mean over slots of T_j against the identity in the rest pose.
float residual_of(const Model& model, const Mesh& mesh, const std::vector<mat4>& rest) {
  const Skin& skin = mesh.file_binding.skin;
  Box box;
  add_points(box, mesh.position);
  const float size = std::max(box.empty() ? 0.0f : box.diagonal(), 1e-20f);
  double sum = 0.0;
  for (std::size_t s = 0; s < skin.joint.size(); ++s) {
    mat4 t = mul_affine(rest[idx(skin.joint[s])], skin.inverse_bind[s]);
    t[3] = vec4(vec3(t[3]) / size, 1.0f);
    sum += static_cast<double>(max_difference(t, mat4(1.0f)));
  }
  static_cast<void>(model);
  return skin.joint.empty() ? 0.0f : static_cast<float>(sum / double(skin.joint.size()));
}

// Whether every skin of the file that names the joint got a B_j of it; `joint` -1: of all joints.
bool bound_everywhere(const Model& model, const NewBinds& binds, int joint) {
  std::set<std::pair<int, int>> made;  // mesh, joint
  for (const NewBinds::Of& b : binds.bind) made.emplace(b.mesh, b.joint);
  bool any = false;
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    const Skin& skin = model.meshes[m].file_binding.skin;
    if (!skin.skinned) continue;
    for (const int j : skin.joint) {
      if (joint >= 0 && j != joint) continue;
      if (!made.contains({-1, j}) && !made.contains({static_cast<int>(m), j})) return false;
      any = true;
    }
  }
  return any;
}

template <typename Named>
int named(const std::vector<Named>& list, const std::string& name) {
  const auto at = std::ranges::find(list, name, &Named::name);
  return at == list.end() ? -1 : static_cast<int>(at - list.begin());
}

}  // namespace

std::shared_ptr<const Model> bound_anew(const std::shared_ptr<const Model>& model, NewBinds binds) {
  for (const NewBinds::Of& b : binds.bind) {
    if (is_finite(b.bind) && is_invertible(b.bind)) continue;
    throw std::runtime_error("Joint " + model->skeleton.name[idx(b.joint)] +
                             " is flat there (its matrix has no inverse) and cannot be bound so.");
  }
  auto out = std::make_shared<Model>(*model);
  out->id = ModelId::fresh();
  for (std::size_t m = 0; m < out->meshes.size(); ++m)
    bind_mesh_anew(*model, m, binds, out->meshes[m]);
  // Nobody should be told of what was mended.
  std::erase_if(out->report, [&](const ReportEntry& e) {
    return e.kind == ReportKind::BindsDiffer ||
           (e.kind == ReportKind::UnusableBind && bound_everywhere(*model, binds, e.joint));
  });
  derive_bind_pose(*out);
  bind_others(binds, *model, *out);
  std::vector<mat4> rest(out->skeleton.parent.size());
  bind_from_locals(out->skeleton.parent, out->skeleton.rest_local, rest);
  for (Mesh& mesh : out->meshes) {
    if (mesh.file_binding.skin.skinned)
      mesh.file_binding.skin.bind_residual = residual_of(*out, mesh, rest);
  }
  if (binds.points) out->pose_tables.clear();  // they are of points that are no more
  if (!apart_from_pose(*out)) {
    std::erase_if(out->report,
                  [](const ReportEntry& e) { return e.kind == ReportKind::ApartFromPose; });
  }
  out->report.push_back({Severity::Info, "skeleton",
                         binds.points ? "was bound anew in Bindpose, with its points, in a pose."
                                      : "had joints bound anew in Bindpose."});
  out->built = std::make_shared<const BuiltSkeleton>(
      BuiltSkeleton{model, nullptr, std::make_shared<const NewBinds>(std::move(binds))});
  if (const std::string problem = check_model(*out); !problem.empty())
    throw std::runtime_error("This cannot be bound so: " + problem);
  return out;
}

NewBinds binds_for(const NewBinds& binds, const Model& from, const Model& to) {
  NewBinds out;
  out.points = binds.points;
  std::vector<int> mesh, joint;
  for (std::size_t m = 0; m < from.meshes.size(); ++m) {  // parts of one mesh share its name
    const std::string& name = from.meshes[m].name;
    const bool here = m < to.meshes.size() && to.meshes[m].name == name;
    mesh.push_back(here ? static_cast<int>(m) : named(to.meshes, name));
  }
  for (const std::string& name : from.skeleton.name) joint.push_back(find_joint(to.skeleton, name));
  for (NewBinds::Of b : binds.bind) {
    b.joint = joint[idx(b.joint)];
    const int there = b.mesh < 0 ? -1 : mesh[idx(b.mesh)];
    if (b.joint < 0 || (b.mesh >= 0 && there < 0)) continue;
    b.mesh = there;
    out.bind.push_back(b);
  }
  if (!binds.points) return out;
  std::vector<mat4> world(to.skeleton.parent.size());
  bind_from_locals(to.skeleton.parent, to.skeleton.rest_local, world);
  out.weights.resize(to.meshes.size());
  for (const Mesh& m : to.meshes) out.node.push_back(world[idx(m.node)]);
  for (std::size_t m = 0; m < mesh.size(); ++m) {
    if (mesh[m] < 0) continue;
    out.node[idx(mesh[m])] = binds.node[m];
    if (m >= binds.weights.size() || !binds.weights[m]) continue;
    MeshBinding weights = *binds.weights[m];
    bool fits = weights.influences.vertex_count() == to.meshes[idx(mesh[m])].position.size();
    for (int& j : weights.skin.joint) {
      j = joint[idx(j)];
      fits = fits && j >= 0;
    }
    if (fits) out.weights[idx(mesh[m])] = CopyOnWrite(std::move(weights));
  }
  return out;
}

std::optional<mat4> pose_bind(const Model& model, int m, int joint) {
  for (const PoseTable& table : model.pose_tables) {
    if (std::ranges::find(table.mesh, m) == table.mesh.end()) continue;
    const Mesh& mesh = model.meshes[idx(m)];
    const auto j = idx(joint), node = idx(mesh.node);
    if (table.has[j] == 0 || table.has[node] == 0 || !is_invertible(table.world[node])) break;
    return mat4(glm::dmat4(mesh.file_binding.skin.mesh_to_bind) *
                glm::inverse(glm::dmat4(table.world[node])) * glm::dmat4(table.world[j]));
  }
  return std::nullopt;
}

}  // namespace bindpose
