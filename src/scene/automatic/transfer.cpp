#include "scene/automatic/transfer.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "math/numbers.h"
#include "rig/automatic/transfer.h"
#include "rig/kinematics.h"
#include "rig/retarget/joint_map.h"
#include "scene/automatic/transfer_text.h"
#include "scene/clips/make_clips.h"
#include "scene/diff/name_pairs.h"
#include "scene/numerals.h"
#include "scene/segment_binding.h"
#include "scene/weight_problems.h"

namespace bindpose {
namespace {

// Of clothes and new meshes of a body most vertices are sure; of two models that only stand in the
// same place, 3 to 7 % (the demo models, each with each).
constexpr double kFewSure = 0.1;

std::string counted(std::size_t n, const char* one, const char* more) {
  return grouped(n) + " " + (n == 1 ? one : more);
}

// Meshes as one surface in display space of the bind pose.
struct TransferSurface {
  std::vector<int> mesh;
  std::vector<std::uint32_t> first;  // #mesh + 1
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;
};

TransferSurface joined_surface(const Model& model, std::vector<int> meshes) {
  TransferSurface out;
  out.mesh = std::move(meshes);
  for (const int m : out.mesh) {
    const Mesh& mesh = model.meshes[idx(m)];
    const mat4 way = model.to_display * to_bind_world(model, m);
    const auto first = static_cast<std::uint32_t>(out.position.size());
    out.first.push_back(first);
    for (const vec3& p : mesh.position) out.position.push_back(vec3(way * vec4(p, 1.0f)));
    const bool mirrors = glm::determinant(mat3(way)) < 0.0f;
    for (std::size_t t = 0; t + 2 < mesh.triangle.size(); t += 3) {
      out.triangle.push_back(first + mesh.triangle[t]);
      out.triangle.push_back(first + mesh.triangle[t + (mirrors ? 2 : 1)]);
      out.triangle.push_back(first + mesh.triangle[t + (mirrors ? 1 : 2)]);
    }
  }
  out.first.push_back(static_cast<std::uint32_t>(out.position.size()));
  return out;
}

std::vector<int> skinned_meshes(const Model& model) {
  std::vector<int> out;
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    const MeshBinding& binding = model.meshes[m].file_binding;
    if (binding.skin.skinned && !binding.influences.slot.empty())
      out.push_back(static_cast<int>(m));
  }
  return out;
}

std::vector<vec3> joint_places(const Model& model) {
  std::vector<mat4> world(model.skeleton.parent.size());
  forward_kinematics(model.skeleton.parent, model.bind_local, all_joints(model.skeleton), world);
  std::vector<vec3> out;
  for (const mat4& w : world) out.push_back(vec3(model.to_display * w[3]));
  return out;
}

// Where the weight of each joint of `from` goes, -1: it has none.
struct JointTargets {
  std::vector<int> target;       // #J of `from`
  std::vector<int> above, near;  // joints of `from` whose weight goes to one above, or near by
  bool proposed = false;         // no name is the same
};

// The joint with a partner that is nearest to joint j; there is one.
int nearest_paired(const std::vector<int>& partner, const std::vector<vec3>& place, int j) {
  int best = -1;
  for (std::size_t k = 0; k < partner.size(); ++k) {
    if (partner[k] < 0) continue;
    if (best < 0 ||
        glm::distance(place[k], place[idx(j)]) < glm::distance(place[idx(best)], place[idx(j)]))
      best = static_cast<int>(k);
  }
  return best;
}

JointTargets joint_targets(const Model& model, const Model& from) {
  const Skeleton& source = from.skeleton;
  const std::vector<std::uint8_t>& weighted = source.file_flags.has_weight;
  std::vector<int> partner = pair_nodes(source, model.skeleton).b_of_a;
  // A plain node, the file's root say, is nobody's partner.
  for (std::size_t j = 0; j < partner.size(); ++j) {
    if (source.file_flags.is_joint[j] == 0) partner[j] = -1;
  }
  JointTargets out;
  const auto is_paired = [&](std::size_t j) { return weighted[j] != 0 && partner[j] >= 0; };
  bool any = false;
  for (std::size_t j = 0; j < partner.size(); ++j) any = any || is_paired(j);
  if (!any) {
    out.proposed = true;
    partner = partners_of_sources(propose_pairs(rig_pose(from), rig_pose(model)), source);
    for (std::size_t j = 0; j < partner.size(); ++j) any = any || is_paired(j);
  }
  if (!any) {
    throw std::runtime_error("No joint of " + model.name + " stands for one of " + from.name +
                             ", by name or by place: the weights have nowhere to go.");
  }
  const std::vector<vec3> place = joint_places(from);
  out.target = partner;
  for (int j = 0; j < source.size(); ++j) {
    if (weighted[idx(j)] == 0 || partner[idx(j)] >= 0) continue;
    int other = source.parent[idx(j)];
    while (other >= 0 && partner[idx(other)] < 0) other = source.parent[idx(other)];
    (other >= 0 ? out.above : out.near).push_back(j);
    if (other < 0) other = nearest_paired(partner, place, j);
    out.target[idx(j)] = partner[idx(other)];
  }
  return out;
}

std::string named(const Model& model, const std::vector<int>& joints) {
  constexpr std::size_t kNamed = 4;
  std::string out;
  for (std::size_t k = 0; k < joints.size() && k < kNamed; ++k)
    out += (k == 0 ? "" : ", ") + model.skeleton.name[idx(joints[k])];
  if (joints.size() > kNamed) out += " and " + grouped(joints.size() - kNamed) + " more";
  return out;
}

// Joints as slots in the order in which they are asked for.
struct SlotList {
  std::vector<int> slot_of;  // #J, -1
  std::vector<int> joint{};

  int operator()(int j) {
    int& slot = slot_of[idx(j)];
    if (slot < 0) {
      slot = static_cast<int>(joint.size());
      joint.push_back(j);
    }
    return slot;
  }
};

// Rows of meshes one after the other, with the joints of `of`.
template <typename Of>
Influences joined_rows(const TransferSurface& surface, SlotList& slots, const Of& of) {
  Influences out;
  std::vector<WeightEntry> row;
  for (const int m : surface.mesh) {
    const auto [binding, joint_of] = of(m);
    const Influences& in = binding.influences;
    for (std::size_t i = 0; i < in.vertex_count(); ++i) {
      row.clear();
      for (std::size_t e = in.offset[i]; e < in.offset[i + 1]; ++e) {
        const int joint = joint_of(binding.skin.joint[in.slot[e]]);
        if (joint < 0) continue;
        const int slot = slots(joint);
        const auto there = std::ranges::find(row, slot, &WeightEntry::slot);
        if (there != row.end()) there->weight += in.weight[e];
        if (there == row.end()) row.push_back({slot, in.weight[e]});
      }
      for (const WeightEntry& e : row) {
        out.slot.push_back(static_cast<std::uint16_t>(e.slot));
        out.weight.push_back(e.weight);
      }
      out.offset.push_back(static_cast<std::uint32_t>(out.slot.size()));
      out.raw_weight_sum.push_back(in.raw_weight_sum[i]);
    }
  }
  return out;
}

// The rows of one of the meshes, with no more joints than they name.
MeshWeights rows_of_mesh(const Influences& all, const std::vector<int>& joint, int mesh,
                         std::size_t begin, std::size_t end) {
  MeshWeights out;
  out.mesh = mesh;
  std::vector<int> own(joint.size(), -1);
  for (std::size_t i = begin; i < end; ++i) {
    for (std::size_t e = all.offset[i]; e < all.offset[i + 1]; ++e) {
      int& slot = own[all.slot[e]];
      if (slot < 0) {
        slot = static_cast<int>(out.joint.size());
        out.joint.push_back(joint[all.slot[e]]);
      }
      out.influences.slot.push_back(static_cast<std::uint16_t>(slot));
      out.influences.weight.push_back(all.weight[e]);
    }
    out.influences.offset.push_back(static_cast<std::uint32_t>(out.influences.slot.size()));
    out.influences.raw_weight_sum.push_back(all.raw_weight_sum[i]);
  }
  return out;
}

}  // namespace

bool needs_rig_of(const Model& model, const Model& from) {
  if (has_bones(model)) return false;
  const std::vector<int> partner = pair_nodes(from.skeleton, model.skeleton).b_of_a;
  for (std::size_t j = 0; j < partner.size(); ++j) {
    if (partner[j] >= 0 && from.skeleton.file_flags.is_joint[j] != 0) return false;
  }
  return true;
}

WeightTransfer transfer_weights(const Scene& scene, const Model& from, const TransferWeights& how,
                                const BindProgress& progress) {
  const Model& model = *scene.model;
  if (const std::string problem = problem_of(how); !problem.empty())
    throw std::runtime_error(problem);
  const TransferSurface source = joined_surface(from, skinned_meshes(from));
  if (source.mesh.empty())
    throw std::runtime_error(
        from.name +
        " has no weights that could be taken. Choose a model with a skin, or give that one weights "
        "first (bindpose bind, or in its window Weights > Compute weights).");
  std::vector<int> meshes = meshes_to_bind(model);
  if (meshes.empty()) throw std::runtime_error(model.name + " has no surface to give weights to.");
  VertexLists selected;
  if (how.selected) {
    selected = vertices_of(scene, scene.selection.vertices);
    if (count_of(selected) == 0)
      throw std::runtime_error("No vertex is selected: choose some, or take weights for all.");
    for (std::size_t m = 0; m < selected.size(); ++m) {
      const int mesh = static_cast<int>(m);
      if (!selected[m].empty() && std::ranges::find(meshes, mesh) == meshes.end())
        meshes.push_back(mesh);
    }
    std::ranges::sort(meshes);
  }
  const JointTargets targets = joint_targets(model, from);
  const TransferSurface target = joined_surface(model, meshes);
  SlotList slots{std::vector<int>(model.skeleton.parent.size(), -1)};
  struct Of {
    const MeshBinding& binding;
    std::function<int(int)> joint;
  };
  const Influences theirs = joined_rows(source, slots, [&](int m) {
    return Of{from.meshes[idx(m)].file_binding, [&](int j) { return targets.target[idx(j)]; }};
  });
  const Influences now = joined_rows(target, slots, [&](int m) {
    return Of{binding_of(scene, idx(m)), [](int j) { return j; }};
  });
  std::vector<std::uint8_t> asked;
  if (how.selected) {
    asked.assign(target.position.size(), 0);
    for (std::size_t k = 0; k < target.mesh.size(); ++k) {
      for (const std::uint32_t v : selected[idx(target.mesh[k])]) asked[target.first[k] + v] = 1;
    }
  }
  const TransferredWeights made =
      transferred_weights({source.position, source.triangle, theirs},
                          {target.position, target.triangle, slots.joint.size(), asked, &now},
                          {double(how.distance), double(how.angle), how.limit}, progress);

  WeightTransfer out;
  for (const WeightOrigin origin : made.origin) {
    out.vertices += origin != WeightOrigin::Kept;
    out.sure += origin == WeightOrigin::Sure;
    out.inpainted += origin == WeightOrigin::Inpainted;
    out.nearest += origin == WeightOrigin::Nearest;
    out.unweighted += origin == WeightOrigin::None;
  }
  out.unsure_parts = made.unsure_parts;
  if (out.sure == 0 && out.inpainted == 0) {
    throw std::runtime_error(
        "No vertex of " + model.name + " lies near enough to the surface of " + from.name +
        ", facing the same way: are both in the same place, as large as each other? A larger "
        "distance or angle allows more.");
  }
  for (std::size_t k = 0; k < target.mesh.size(); ++k) {
    const auto begin = made.origin.begin() + target.first[k],
               end = made.origin.begin() + target.first[k + 1];
    if (std::all_of(begin, end, [](WeightOrigin o) { return o == WeightOrigin::Kept; })) continue;
    out.weights.push_back(rows_of_mesh(made.influences, slots.joint, target.mesh[k],
                                       target.first[k], target.first[k + 1]));
  }
  if (!how.selected && double(out.sure) < kFewSure * double(out.vertices)) {
    out.notes.push_back(
        "Only " + short_number(100.0 * double(out.sure) / double(out.vertices)) +
        " % of the surface of " + model.name + " (" + grouped(out.sure) + " of " +
        counted(out.vertices, "vertex", "vertices") + ") lies on that of " + from.name +
        ": the weights of the rest are guessed from there and are hardly of use. Models that take "
        "weights from each other stand in the same place and pose; see which vertices follow "
        "before this is used.");
  }
  if (targets.proposed) {
    out.notes.push_back("No joint has the name of one in " + from.name +
                        ": joints go together by what they are of a body, and by place.");
  }
  if (!targets.above.empty()) {
    out.notes.push_back(counted(targets.above.size(), "joint", "joints") + " of " + from.name +
                        " with weights " + (targets.above.size() == 1 ? "is" : "are") + " not in " +
                        model.name + " (" + named(from, targets.above) +
                        "): the weight goes to the nearest joint above that is.");
  }
  if (!targets.near.empty()) {
    out.notes.push_back(counted(targets.near.size(), "joint", "joints") + " of " + from.name +
                        " with weights " + (targets.near.size() == 1 ? "has" : "have") +
                        " no counterpart in " + model.name + ", nor has any above (" +
                        named(from, targets.near) + "): the weight goes to the nearest in space.");
  }
  if (out.unsure_parts > 0) {
    out.notes.push_back(counted(out.unsure_parts, "part", "parts") + " of the surface (" +
                        counted(out.nearest, "vertex", "vertices") +
                        (out.unsure_parts == 1 ? ") has" : ") have") +
                        " nothing sure: there the nearest point of the other surface counts.");
  }
  return out;
}

std::string account_of(const WeightTransfer& transfer, const std::string& from) {
  std::string out = counted(transfer.vertices, "vertex", "vertices") + " took weights of " + from +
                    ": " + grouped(transfer.sure) + " sure, " + grouped(transfer.inpainted) +
                    " inpainted";
  if (transfer.nearest > 0) out += ", " + grouped(transfer.nearest) + " by the nearest point alone";
  if (transfer.unweighted > 0) out += ", " + grouped(transfer.unweighted) + " without any";
  return out + ".";
}

std::shared_ptr<const Model> with_edited_weights(const Scene& scene) {
  bool edited = false;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m)
    edited = edited || has_own_weights(scene, m);
  if (!edited) return scene.model;
  auto model = std::make_shared<Model>(*scene.model);
  for (std::size_t m = 0; m < model->meshes.size(); ++m)
    model->meshes[m].file_binding = binding_of(scene, m);
  derive_weight_flags(*model);
  return model;
}

}  // namespace bindpose
