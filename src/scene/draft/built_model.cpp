#include "scene/draft/built_model.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "math/bounds.h"
#include "math/numbers.h"
#include "math/transform.h"
#include "rig/kinematics.h"
#include "rig/skinning.h"
#include "scene/draft/carried_motion.h"
#include "scene/draft/moved_points.h"
#include "scene/names.h"

namespace bindpose {
namespace {

using Rows = std::vector<std::vector<WeightEntry>>;

// Bind space becomes the file's world of the bind pose: T_j is the identity there. False: it is
// that already.
bool move_to_bind_world(Mesh& mesh, const Skin& skin, const std::vector<mat4>& world) {
  std::vector<mat4> palette(skin.joint.size());
  skin_matrices(skin.joint, world, skin.inverse_bind, palette);
  const mat4 node = node_skin_matrix(mesh, world);
  // Of axes of length 1; places by the surface's size, for a file may be in millimetres or in
  // kilometres.
  constexpr float kRounding = 1e-5f;
  Box box;
  add_points(box, mesh.position);
  const float size = std::max(box.empty() ? 0.0f : box.diagonal(), 1e-20f);
  const auto differs = [size](mat4 t) {
    t[3] = vec4(vec3(t[3]) / size, 1.0f);
    return max_difference(t, mat4(1.0f)) > kRounding;
  };
  bool moves = skin.joint.empty() && differs(node);
  for (const mat4& t : palette) moves = moves || differs(t);
  if (!moves) return false;
  move_points(mesh, MeshBinding(mesh.file_binding), palette, node);
  return true;
}

// What each node is known by: key_of() of a joint that was drafted, else its name. #J.
std::vector<const std::string*> joint_keys(const Model& model) {
  std::vector<const std::string*> out;
  for (const std::string& name : model.skeleton.name) out.push_back(&name);
  if (!model.built || !model.built->draft) return out;
  std::unordered_map<std::string_view, const DraftJoint*> drafted;
  for (const DraftJoint& j : model.built->draft->joint) drafted.emplace(j.name, &j);
  for (const std::string*& key : out) {
    if (const auto at = drafted.find(*key); at != drafted.end()) key = &key_of(*at->second);
  }
  return out;
}

std::vector<mat4> bind_world_frames(const Model& model) {
  std::vector<mat4> world(model.skeleton.parent.size());
  bind_from_locals(model.skeleton.parent, model.bind_local, world);
  return world;
}

class ModelBuilder {
 public:
  explicit ModelBuilder(BuiltSkeleton of) : file_(*of.from), draft_(*of.draft), out_(*of.from) {
    out_.id = ModelId::fresh();
    out_.built = std::make_shared<const BuiltSkeleton>(std::move(of));
  }

  std::shared_ptr<const Model> run() {
    make_skeleton();
    const std::vector<mat4> old_world = bind_world_frames(file_);
    for (std::size_t m = 0; m < out_.meshes.size(); ++m) bind_mesh(m, old_world);
    for (std::size_t c = 0; c < out_.morph_channels.size(); ++c)
      out_.morph_channels[c].node = node_of(file_.morph_channels[c].node);
    for (ReportEntry& e : out_.report) e.joint = e.joint < 0 ? -1 : kept_[idx(e.joint)];
    std::erase_if(out_.report, [](const ReportEntry& e) {  // of matrices that are no more
      return e.kind == ReportKind::UnusableBind || e.kind == ReportKind::ApartFromPose ||
             e.kind == ReportKind::BindsDiffer;
    });
    derive_bind_pose(out_);
    derive_weight_flags(out_);
    const CarriedMotion motion(file_, out_);
    motion.set_rest(out_.skeleton.rest_local);
    for (Clip& clip : out_.clips) clip = motion.carried(clip);
    const std::size_t count = draft_.joint.size();
    out_.report.push_back({Severity::Info, "skeleton",
                           "was made by hand in Bindpose: " + std::to_string(count) +
                               (count == 1 ? " joint." : " joints.")});
    if (const std::string problem = check_model(out_); !problem.empty())
      throw std::runtime_error("This skeleton cannot be built: " + problem);
    return std::make_shared<const Model>(std::move(out_));
  }

 private:
  void make_skeleton() {
    std::vector<RawJoint> raw;
    for (const DraftJoint& j : draft_.joint) raw.push_back({j.name, j.parent, mat4(1.0f), true});
    std::unordered_map<int, std::size_t> raw_node;  // a file's node that carries a mesh
    const auto need = [&](int node) {
      const std::string& name = file_.skeleton.name[idx(node)];
      const auto own = std::ranges::find(draft_.joint, name, key_of);
      if (own != draft_.joint.end())
        raw_node.emplace(node, static_cast<std::size_t>(own - draft_.joint.begin()));
      if (raw_node.contains(node)) return;
      raw_node.emplace(node, raw.size());
      raw.push_back({name, kNoParent, mat4(1.0f), false});
    };
    for (const Mesh& mesh : file_.meshes) need(mesh.node);
    for (const MorphChannel& c : file_.morph_channels) need(c.node);
    SkeletonBuild built = build_skeleton(raw);
    out_.skeleton = std::move(built.skeleton);
    for (const auto& [node, index] : raw_node) node_.emplace(node, built.new_index[index]);
    for (std::size_t j = 0; j < draft_.joint.size(); ++j) joint_.push_back(built.new_index[j]);
    bind_ = draft_worlds(draft_, file_);
    kept_ = kept_joints(file_, out_);
    heir_ = heirs(file_, out_, joint_);
    out_.pose_tables.clear();  // the file's are of its own joints
    out_.skeleton.human_bone.clear();
    if (file_.skeleton.human_bone.empty()) return;
    out_.skeleton.human_bone.resize(out_.skeleton.parent.size());
    for (std::size_t old = 0; old < kept_.size(); ++old) {
      if (kept_[old] < 0 || std::ranges::find(joint_, kept_[old]) == joint_.end()) continue;
      out_.skeleton.human_bone[idx(kept_[old])] = human_bone(file_.skeleton, static_cast<int>(old));
    }
  }
  int node_of(int node) const { return node_.at(node); }

  void bind_mesh(std::size_t m, const std::vector<mat4>& old_world) {
    const Mesh& from = file_.meshes[m];
    Mesh& mesh = out_.meshes[m];
    const Skin& old = from.file_binding.skin;
    const bool moved = move_to_bind_world(mesh, old, old_world);
    mesh.node = node_of(from.node);
    Skin skin;
    // What has no weights goes on following its node from where it is.
    const auto own = std::ranges::find(joint_, mesh.node);
    const mat4 node_bind =
        own == joint_.end() ? mat4(1.0f) : bind_[static_cast<std::size_t>(own - joint_.begin())];
    const mat4& old_node = old_world[idx(from.node)];
    skin.mesh_to_bind =
        moved || !is_invertible(old_node)
            ? node_bind
            : mul_affine(old.mesh_to_bind, mul_affine(inverse_affine(old_node), node_bind));
    skin.joint = joint_;
    skin.bind = bind_;
    for (const mat4& b : bind_) skin.inverse_bind.push_back(inverse_affine(b));
    skin.skinned = true;
    skin.wants_dual_quaternions = old.wants_dual_quaternions;
    std::vector<int> slot(out_.skeleton.parent.size(), -1);  // of a joint of the new skeleton
    for (std::size_t s = 0; s < joint_.size(); ++s) slot[idx(joint_[s])] = static_cast<int>(s);
    const auto slot_of = [&](int node) {
      const int heir = heir_[idx(node)];
      return heir < 0 ? -1 : slot[idx(heir)];
    };
    Influences influences;
    if (old.skinned) {
      std::vector<int> slots;
      for (const int j : old.joint) slots.push_back(slot_of(j));
      influences = reslotted(from.file_binding.influences, slots, joint_.size());
    } else {
      const int one = slot_of(from.node);
      Rows rows(from.position.size());
      if (one >= 0) std::ranges::fill(rows, std::vector<WeightEntry>{{one, 1.0f}});
      influences = pack_influences(rows, joint_.size()).influences;
    }
    // The file's order is one of its own rows.
    const Influences& was = from.file_binding.influences;
    if (influences.offset != was.offset || influences.weight != was.weight) mesh.file_rank.clear();
    mesh.file_binding = {std::move(influences), std::move(skin)};
  }

  const Model& file_;
  const SkeletonDraft& draft_;
  Model out_;
  std::vector<int> joint_;        // of the new skeleton, one a joint of the draft
  std::vector<mat4> bind_;        // B_j of those
  std::vector<int> kept_, heir_;  // #J of the file: kept_joints(), heirs()
  std::unordered_map<int, int> node_;
};

}  // namespace

std::vector<int> kept_joints(const Model& from, const Model& to) {
  std::unordered_map<std::string_view, int> place;
  const std::vector<const std::string*> keys = joint_keys(to);
  // An origin that was written down goes before a name that happens to be the same.
  for (const bool written : {true, false}) {
    for (std::size_t j = 0; j < keys.size(); ++j) {
      if ((*keys[j] != to.skeleton.name[j]) == written)
        place.emplace(*keys[j], static_cast<int>(j));
    }
  }
  std::vector<int> out;
  for (const std::string* key : joint_keys(from)) {
    const auto at = place.find(*key);
    out.push_back(at == place.end() ? -1 : at->second);
  }
  return out;
}

bool keeps_own_weights(const Scene& scene, const SkeletonDraft& draft) {
  std::unordered_set<std::string_view> drafted;
  for (const DraftJoint& joint : draft.joint) drafted.insert(key_of(joint));
  const std::vector<const std::string*> keys = joint_keys(*scene.model);
  const JointFlags& flags = joint_flags(scene);
  std::size_t weighted = 0, kept = 0;
  for (std::size_t j = 0; j < flags.has_weight.size(); ++j) {
    if (flags.has_weight[j] == 0) continue;
    ++weighted;
    kept += drafted.contains(*keys[j]) ? 1 : 0;
  }
  return weighted > 0 && 2 * kept >= weighted;
}

std::vector<int> heirs(const Model& from, const Model& to, const std::vector<int>& of_draft) {
  std::vector<std::uint8_t> may(to.skeleton.parent.size(), 0);
  for (const int j : of_draft) may[idx(j)] = 1;
  std::vector<int> out = kept_joints(from, to);
  for (std::size_t j = 0; j < out.size(); ++j) {  // parents first
    if (out[j] >= 0 && may[idx(out[j])] != 0) continue;
    const int above = from.skeleton.parent[j];
    out[j] = above < 0 ? -1 : out[idx(above)];
  }
  return out;
}

Influences reslotted(const Influences& in, const std::vector<int>& slot_of, std::size_t slots) {
  std::vector<std::uint8_t> taken(slots, 0);
  bool plain = true;
  for (const int s : slot_of) {
    plain = plain && s >= 0 && taken[idx(s)] == 0;
    if (s >= 0) taken[idx(s)] = 1;
  }
  if (plain) {
    Influences out = in;
    for (std::uint16_t& s : out.slot) s = static_cast<std::uint16_t>(slot_of[s]);
    return out;
  }
  Rows rows(in.vertex_count());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t e = in.offset[i]; e < in.offset[i + 1]; ++e) {
      const int slot = slot_of[in.slot[e]];
      if (slot >= 0) rows[i].push_back({slot, in.weight[e] * in.raw_weight_sum[i]});
    }
  }
  return pack_influences(rows, slots).influences;
}

std::vector<BindSurface> bind_surface(const Model& model) {
  Scene scene = borrowed_scene(model);
  scene.pose.base = BasePose::Bind;
  const PosedScene posed = evaluate(scene);
  std::vector<BindSurface> out(model.meshes.size());
  for (std::size_t m = 0; m < out.size(); ++m)
    skin_mesh(scene, posed, static_cast<int>(m), Deformer::Linear, out[m].position, nullptr);
  return out;
}

// Joints that were drafted without axes have none again, so that these follow when one is moved.
static void take_default_axes(const SkeletonDraft& drafted, const Model& model,
                              SkeletonDraft& draft) {
  constexpr float kRounding = 1e-5f;
  SkeletonDraft without = draft;
  for (DraftJoint& joint : without.joint) {
    const int j = find_joint(drafted, joint.name);
    if (j >= 0 && !drafted.joint[idx(j)].axes) joint.axes.reset();
  }
  const std::vector<mat3> axes = draft_axes(without, model);
  for (std::size_t j = 0; j < axes.size(); ++j) {
    if (!without.joint[j].axes &&
        max_difference(mat4(axes[j]), mat4(*draft.joint[j].axes)) <= kRounding)
      draft.joint[j].axes.reset();
  }
}

SkeletonDraft adopted_draft(const Model& model) {
  const Skeleton& skeleton = model.skeleton;
  const std::vector<mat4> world = bind_world_frames(model);
  const std::vector<const std::string*> keys = joint_keys(model);
  SkeletonDraft draft;
  std::vector<int> index(skeleton.parent.size(),
                         -1);  // nearest joint of the draft, itself or above
  for (std::size_t j = 0; j < index.size(); ++j) {
    const int above = skeleton.parent[j] >= 0 ? index[idx(skeleton.parent[j])] : -1;
    index[j] = above;
    if (skeleton.file_flags.is_joint[j] == 0 || !is_invertible(world[j])) continue;
    index[j] = static_cast<int>(draft.joint.size());
    draft.joint.push_back({skeleton.name[j], above, vec3(world[j][3]), mat3(world[j]),
                           *keys[j] == skeleton.name[j] ? std::string() : *keys[j]});
  }
  if (model.built && model.built->draft) take_default_axes(*model.built->draft, model, draft);
  return draft;
}

std::shared_ptr<const Model> built_model(const std::shared_ptr<const Model>& model,
                                         std::shared_ptr<const SkeletonDraft> draft) {
  if (!draft || draft->joint.empty())
    throw std::runtime_error(
        "There is no drafted skeleton to build; place joints first, for example: draft joint hips "
        "at 0 1 0.");
  if (draft->joint.size() >= std::numeric_limits<std::uint16_t>::max())
    throw std::runtime_error("The drafted skeleton has more joints than a skin can hold (65,534).");
  if (vertex_count(*model) == 0)
    throw std::runtime_error(model->name + " has no surface that a skeleton could move.");
  const bool anew = model->built && model->built->draft;
  return ModelBuilder({anew ? model->built->from : model, std::move(draft), nullptr}).run();
}

std::vector<const BuiltSkeleton*> build_steps(const Model& model) {
  std::vector<const BuiltSkeleton*> out;
  for (const Model* m = &model; m->built; m = m->built->from.get()) out.push_back(m->built.get());
  std::ranges::reverse(out);
  return out;
}

const Model* bound_from(const Model& model) {
  const Model* m = &model;
  while (m->built && !m->built->draft) m = m->built->from.get();
  return m->built ? nullptr : m;
}

std::shared_ptr<const Model> built_like(const Model& model, std::shared_ptr<const Model> file) {
  for (const BuiltSkeleton* step : build_steps(model)) {
    file = step->draft ? built_model(file, step->draft)
                       : bound_anew(file, binds_for(*step->binds, *step->from, *file));
  }
  return file;
}

Scene draft_scene(const SkeletonDraft& draft, const Model& model) {
  Model bones;
  bones.name = model.name;
  bones.to_display = model.to_display;
  std::vector<RawJoint> raw;
  for (const DraftJoint& j : draft.joint) raw.push_back({j.name, j.parent, mat4(1.0f), true});
  SkeletonBuild built = build_skeleton(raw);
  bones.skeleton = std::move(built.skeleton);
  const std::vector<mat4> world = draft_worlds(draft, model);
  std::vector<mat4> sorted(world.size());
  for (std::size_t j = 0; j < world.size(); ++j) sorted[idx(built.new_index[j])] = world[j];
  locals_from_bind(bones.skeleton.parent, sorted, bones.skeleton.rest_local);
  bones.bind_local = bones.skeleton.rest_local;
  bones.has_bind.assign(world.size(), 1);
  bones.skeleton.file_flags.has_weight.assign(world.size(), 1);
  Scene scene = make_scene(std::make_shared<const Model>(std::move(bones)));
  scene.pose.base = BasePose::Bind;
  return scene;
}

}  // namespace bindpose
