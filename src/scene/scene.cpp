#include "scene/scene.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <functional>
#include <span>

#include "math/bounds.h"
#include "rig/clip.h"
#include "rig/exact_normals.h"
#include "rig/kinematics.h"
#include "rig/morph.h"
#include "scene/deform/shaped_mesh.h"
#include "scene/pose/symmetry.h"

namespace bindpose {

std::uint64_t next_pose_revision() {
  static std::atomic<std::uint64_t> counter{0};
  return ++counter;
}

namespace {

void base_pose(const Scene& scene, std::vector<mat4>& base_local) {
  const Model& model = *scene.model;
  base_local.resize(model.skeleton.parent.size());
  if (scene.draft) {
    std::ranges::copy(model.bind_local, base_local.begin());
    return;
  }
  if (const FadedClip shown = shown_clip(scene); shown.clip != nullptr) {
    sample_clip(shown, model.skeleton, scene.pose.time, base_local);
    return;
  }
  const auto& source =
      scene.pose.base == BasePose::Bind ? model.bind_local : model.skeleton.rest_local;
  std::copy(source.begin(), source.end(), base_local.begin());
}

void base_morph(const Scene& scene, std::vector<float>& weight) {
  const Model& model = *scene.model;
  weight.assign(model.morph_channels.size(), 0.0f);
  // The bind pose is the mesh as it was when it was bound: no shape added.
  if (scene.pose.base == BasePose::Bind || scene.draft) return;
  for (std::size_t c = 0; c < weight.size(); ++c) {
    weight[c] = model.morph_channels[c].default_weight;
  }
  if (const FadedClip shown = shown_clip(scene); shown.clip != nullptr) {
    sample_morphs(shown, scene.pose.time, weight);
  }
}

void skin_all(const Scene& scene, PosedScene& out) {
  const Model& model = *scene.model;
  out.palette.resize(model.meshes.size());
  out.node_matrix.resize(model.meshes.size());
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    const Skin& skin = binding_of(scene, m).skin;
    out.palette[m].resize(skin.joint.size());
    skin_matrices(skin.joint, out.world, skin.inverse_bind, out.palette[m]);
    out.node_matrix[m] = node_skin_matrix(model.meshes[m], out.world);
  }
}

// Only the slots whose joint lies in the range, a run of neighbours at a time.
void skin_range(const Skin& skin, JointRange range, std::span<const mat4> world,
                std::span<mat4> palette) {
  const std::span<const int> joint = skin.joint;
  const std::span<const mat4> inverse_bind = skin.inverse_bind;
  const auto inside = [&](std::size_t s) {
    return joint[s] >= range.first && joint[s] < range.last;
  };
  for (std::size_t s = 0; s < joint.size();) {
    std::size_t end = s;
    while (end < joint.size() && inside(end)) ++end;
    const std::size_t n = end - s;
    if (n > 0) {
      skin_matrices(joint.subspan(s, n), world, inverse_bind.subspan(s, n), palette.subspan(s, n));
    }
    s = end + 1;
  }
}

}  // namespace

bool has_vertex(const Model& model, const VertexRef& at) {
  return at.mesh >= 0 && static_cast<std::size_t>(at.mesh) < model.meshes.size() &&
         at.vertex < model.meshes[static_cast<std::size_t>(at.mesh)].position.size();
}

bool are_vertices(const Model& model, const VertexGroup& group) {
  if (!group.chosen || group.chosen->size() != model.meshes.size()) return false;
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    const std::vector<std::uint32_t>& list = (*group.chosen)[m];
    const bool ascends = std::ranges::adjacent_find(list, std::greater_equal<>{}) == list.end();
    if (!ascends || (!list.empty() && list.back() >= model.meshes[m].position.size())) return false;
  }
  return true;
}

bool has_own_weights(const Scene& scene, std::size_t mesh) {
  const auto& edited = scene.edited.binding;
  return mesh < edited.size() && edited[mesh];
}

const MeshBinding& binding_of(const Scene& scene, std::size_t mesh) {
  return has_own_weights(scene, mesh) ? *scene.edited.binding[mesh]
                                      : scene.model->meshes[mesh].file_binding;
}

BoundMesh bound_mesh(const Scene& scene, std::size_t mesh) {
  return bound(scene.model->meshes[mesh], binding_of(scene, mesh));
}

std::vector<BoundMesh> bound_meshes(const Scene& scene) {
  std::vector<BoundMesh> out;
  const std::size_t count = scene.model ? scene.model->meshes.size() : 0;
  for (std::size_t m = 0; m < count; ++m) out.push_back(bound_mesh(scene, m));
  return out;
}

const JointFlags& joint_flags(const Scene& scene) {
  return scene.edited.flags ? *scene.edited.flags : scene.model->skeleton.file_flags;
}

std::optional<std::span<const WeightLog::Entry>> entries_since(const WeightLog& log,
                                                               std::uint64_t revision) {
  if (revision == log.revision) return std::span(log.recent).last(0);
  const auto first = std::ranges::find(log.recent, revision, &WeightLog::Entry::before);
  if (first == log.recent.end()) return std::nullopt;
  return std::span(first, log.recent.end());
}

bool is_selected(const Selection& selection, int joint) {
  return joint >= 0 &&
         (joint == selection.joint ||
          std::find(selection.also.begin(), selection.also.end(), joint) != selection.also.end());
}

JointRestraint restraint_of(const Scene& scene, int joint) {
  const auto& list = scene.marks.restraint;
  const auto at = std::ranges::find(list, joint, &JointRestraint::joint);
  return at == list.end() ? JointRestraint{joint} : *at;
}

ViewSettings without_other_file(ViewSettings view) {
  if (view.other_file) view.panes = Panes::One;
  if (view.show == Show::Apart || view.show == Show::WeightsApart) view.show = Show::Shaded;
  view.other_file = false;
  return view;
}

Scene make_scene(std::shared_ptr<const Model> model, const ViewSettings& keep) {
  Scene scene;
  scene.view = keep;
  if (model) scene.pose.user_local.assign(model->skeleton.parent.size(), mat4(1.0f));
  if (model) {
    for (const Mesh& mesh : model->meshes) scene.mesh_hidden.push_back(mesh.hidden ? 1 : 0);
  }
  if (model) scene.pose.user_morph.assign(model->morph_channels.size(), std::nullopt);
  scene.model = std::move(model);
  scene.mirror = std::make_shared<const LazyMirror>();
  scene.deformers = std::make_shared<DeformerStore>();
  return scene;
}

Scene borrowed_scene(const Model& model) {
  return make_scene(std::shared_ptr<const Model>(std::shared_ptr<const Model>(), &model));
}

void evaluate(const Scene& scene, PosedScene& out) {
  out.revision = next_pose_revision();
  if (!scene.model) {
    out = PosedScene{{}, {}, {}, {}, {}, {}, out.revision};
    return;
  }
  const Model& model = *scene.model;
  const Skeleton& skeleton = model.skeleton;
  assert(scene.pose.user_local.size() == skeleton.parent.size());
  base_pose(scene, out.base_local);
  out.local.resize(out.base_local.size());
  out.world.resize(out.base_local.size());
  if (scene.draft) {
    out.local = out.base_local;
  } else {
    compose_local(out.base_local, scene.pose.user_local, all_joints(skeleton), out.local);
  }
  forward_kinematics(skeleton.parent, out.local, all_joints(skeleton), out.world);
  skin_all(scene, out);
  base_morph(scene, out.morph);
  const auto& set = scene.pose.user_morph;
  for (std::size_t c = 0; c < std::min(set.size(), out.morph.size()); ++c) {
    if (set[c] && !scene.draft) out.morph[c] = *set[c];
  }
}

std::vector<float> base_morph(const Scene& scene) {
  std::vector<float> weight;
  if (scene.model) base_morph(scene, weight);
  return weight;
}

PosedScene evaluate(const Scene& scene) {
  PosedScene out;
  evaluate(scene, out);
  return out;
}

void evaluate_subtree(const Scene& scene, int joint, PosedScene& out) {
  const bool fits = scene.model && out.world.size() == scene.model->skeleton.parent.size() &&
                    out.palette.size() == scene.model->meshes.size();
  if (!fits || scene.draft || joint < 0 || joint >= scene.model->skeleton.size()) {
    evaluate(scene, out);
    return;
  }
  const Model& model = *scene.model;
  const JointRange range = subtree(model.skeleton, joint);
  compose_local(out.base_local, scene.pose.user_local, {joint, joint + 1}, out.local);
  forward_kinematics(model.skeleton.parent, out.local, range, out.world);
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    const Mesh& mesh = model.meshes[m];
    skin_range(binding_of(scene, m).skin, range, out.world, out.palette[m]);
    if (mesh.node >= range.first && mesh.node < range.last) {
      out.node_matrix[m] = node_skin_matrix(mesh, out.world);
    }
  }
  out.revision = next_pose_revision();
}

void skin_mesh(const Scene& scene, const PosedScene& posed, int mesh, Deformer method,
               std::vector<vec3>& position, std::vector<vec3>* normal) {
  const auto m = static_cast<std::size_t>(mesh);
  const Mesh& source = scene.model->meshes[m];
  const ShapedMesh shaped(scene, posed, m, method,
                          normal != nullptr ? ShapedMesh::PointsAndNormals : ShapedMesh::Points);
  position.resize(source.position.size());
  std::span<vec3> normal_out;
  if (normal != nullptr) {
    normal->resize(source.position.size());
    normal_out = *normal;
  }
  info_of(method).deform(shaped.input, position, normal_out);
  if (normal == nullptr || scene.view.normals != NormalUse::Exact) return;
  exact_normals(method, shaped.input, source.triangle, *normal);
}

vec3 posed_normal(const Scene& scene, const PosedScene& posed, const VertexRef& at,
                  Deformer method) {
  const auto m = static_cast<std::size_t>(at.mesh);
  const ShapedMesh shaped(scene, posed, m, method, ShapedMesh::PointsAndNormals);
  return exact_normal(method, shaped.input, scene.model->meshes[m].triangle, at.vertex);
}

PosedVertices posed_vertices(const Scene& scene, const PosedScene& posed, int mesh, Deformer method,
                             std::span<const std::uint32_t> vertices) {
  const auto m = static_cast<std::size_t>(mesh);
  const ShapedMesh shaped(scene, posed, m, method, ShapedMesh::PointsAndNormals);
  return posed_vertices(method, shaped.input, scene.model->meshes[m].triangle, vertices);
}

Deformer deformer_of(const Scene& scene, int mesh, Deformer method) {
  const auto m = static_cast<std::size_t>(mesh);
  if (method != Deformer::File || !scene.model) return method;
  return m < scene.model->meshes.size() ? resolved(method, bound_mesh(scene, m).skin)
                                        : Deformer::Linear;
}

Deformer deformer_of(const Scene& scene, Deformer method) {
  if (method != Deformer::File || !scene.model) return method;
  std::optional<Deformer> wanted;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    const Skin& skin = bound_mesh(scene, m).skin;
    if (!skin.skinned) continue;
    const Deformer of_skin = resolved(method, skin);
    if (wanted && *wanted != of_skin) return Deformer::File;
    wanted = of_skin;
  }
  return wanted.value_or(Deformer::Linear);
}

void skin_mesh(const Scene& scene, const PosedScene& posed, int mesh, std::vector<vec3>& position,
               std::vector<vec3>* normal) {
  skin_mesh(scene, posed, mesh, scene.view.method, position, normal);
}

Box posed_bounds(const Scene& scene, const PosedScene& posed) {
  Box box;
  if (!scene.model) return box;
  std::vector<vec3> position;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    if (is_hidden(scene, m)) continue;
    skin_mesh(scene, posed, static_cast<int>(m), position, nullptr);
    add_points(box, position);
  }
  const auto& is_joint = joint_flags(scene).is_joint;
  for (std::size_t j = 0; j < posed.world.size(); ++j) {
    const bool shown = is_joint[j] != 0 && !is_joint_hidden(scene, static_cast<int>(j));
    if (shown) box.add(vec3(posed.world[j][3]));
  }
  // Neither a surface nor a skin: then the nodes are all there is to see.
  if (box.empty()) {
    for (const mat4& w : posed.world) box.add(vec3(w[3]));
  }
  return box;
}

std::vector<mat4> base_locals(const Scene& scene) {
  std::vector<mat4> base_local;
  base_pose(scene, base_local);
  return base_local;
}

int clip_count(const Scene& scene) {
  if (!scene.model) return 0;
  return static_cast<int>(scene.model->clips.size() + scene.added_clips.size());
}

const Clip* clip_at(const Scene& scene, int clip) {
  if (clip < 0 || clip >= clip_count(scene)) return nullptr;
  const auto c = static_cast<std::size_t>(clip);
  const std::size_t own = scene.model->clips.size();
  return c < own ? &scene.model->clips[c] : &scene.added_clips[c - own]->clip;
}

FadedClip shown_clip(const Scene& scene) {
  if (scene.pose.base != BasePose::Clip) return {};
  FadedClip out{clip_at(scene, scene.pose.clip)};
  const std::optional<ClipFade>& fade = scene.pose.timeline.fade;
  if (!fade) return out;
  out.into = clip_at(scene, fade->into);
  out.factor = fade->factor;
  out.by = fade->by;
  return out;
}

}  // namespace bindpose
