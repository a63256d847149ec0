#include "io/assimp/skin.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "io/assimp/convert.h"
#include "io/assimp/mesh.h"
#include "io/text/import_report.h"
#include "math/numbers.h"
#include "math/transform.h"

namespace bindpose {
namespace {

// Largest difference of the 3x3 parts and of the translations, the latter in units of `size`.
float distance(const mat4& a, const mat4& b, float size) {
  float most = 0.0f;
  for (int column = 0; column < 4; ++column) {
    const float scale = column == 3 ? 1.0f / std::max(size, 1e-20f) : 1.0f;
    for (int row = 0; row < 3; ++row) {
      most = std::max(most, scale * std::abs(a[column][row] - b[column][row]));
    }
  }
  return most;
}

// The node that a bone of this name means; -1 when no node has it.
int resolve_bone(const FileTree& tree, const std::string& name, const mat4& offset,
                 const SkinPlan& plan) {
  const auto found = tree.by_name.find(name);
  if (found == tree.by_name.end()) return -1;
  const mat4& mesh_world = tree.nodes[idx(plan.node)].world;
  int best = -1;
  float best_cost = std::numeric_limits<float>::infinity();
  for (const int candidate : found->second) {
    const FileNode& node = tree.nodes[idx(candidate)];
    const bool taken = plan.slot_of_node.contains(candidate);
    const mat4 rest = node.world * offset;
    const float off = std::min(distance(rest, mesh_world, 1.0f), distance(rest, mat4(1.0f), 1.0f));
    // A node that carries a mesh, or is another bone already, is only the last resort.
    const float cost = (std::isfinite(off) ? std::min(off, 1e6f) : 1e6f) +
                       (node.has_meshes ? 1e8f : 0.0f) + (taken ? 1e9f : 0.0f);
    if (best < 0 || cost < best_cost) {
      best = candidate;
      best_cost = cost;
    }
  }
  return best;
}

void add_bone(const aiBone& bone, const std::string& mesh, FileTree& tree, SkinPlan& plan,
              Model& model) {
  const std::string name(bone.mName.data, bone.mName.length);
  mat4 offset = to_glm(bone.mOffsetMatrix);
  const bool usable = is_finite(offset) && is_invertible(offset);
  const mat4& mesh_world = tree.nodes[idx(plan.node)].world;
  int node = resolve_bone(tree, name, usable ? offset : mat4(1.0f), plan);
  if (node < 0) {
    const mat4 world = usable ? mesh_world * inverse_affine(offset) : mesh_world;
    node = add_joint(tree, name, world);
    tree.spoken_of.emplace_back(model.report.size(), node);
    report(
        model, Severity::Warning, "joint " + clean_text(name),
        "The mesh \"" + mesh +
            "\" names this joint, but the file has no node for it; it was added under the root.");
  }
  if (!usable) {
    offset = inverse_affine(tree.nodes[idx(node)].world) * tree.nodes[idx(plan.node)].world;
    tree.spoken_of.emplace_back(model.report.size(), node);
    report(model, Severity::Warning, "joint " + clean_text(name),
           "Its bind matrix for the mesh \"" + mesh +
               "\" has no inverse; the rest pose was taken for the bind pose.");
    model.report.back().kind = ReportKind::UnusableBind;
  }
  if (const auto taken = plan.slot_of_node.find(node); taken != plan.slot_of_node.end()) {
    plan.slot_of_bone.push_back(taken->second);
    if (distance(plan.offset[idx(taken->second)], offset, 1.0f) > 1e-5f) {
      tree.spoken_of.emplace_back(model.report.size(), node);
      report(model, Severity::Warning, "mesh " + mesh,
             "Two of its bones are called \"" + clean_text(name) +
                 "\" with different bind matrices; the first one is used for both.");
    }
    return;
  }
  if (plan.slot_node.size() > std::numeric_limits<std::uint16_t>::max()) {
    plan.slot_of_bone.push_back(-1);
    return;
  }
  const int slot = static_cast<int>(plan.slot_node.size());
  plan.slot_of_bone.push_back(slot);
  plan.slot_of_node.emplace(node, slot);
  plan.slot_node.push_back(node);
  plan.offset.push_back(offset);
  tree.nodes[idx(node)].is_joint = true;
}

// Assimp's FBX offset matrices mean different things from version to version (assimp#5642): what is
// left to do where the file's own could not be read. Per
// slot: the map of Geo v to the joint, which is the plain O where O lacks Geo.
struct Offsets {
  std::vector<mat4> matrix;
  float residual = 0.0f;  // of the rest pose against the mesh standing at its node
};

Offsets evaluate(const SkinPlan& plan, const FileTree& tree, const mat4& after, float size) {
  Offsets out;
  const mat4& target = tree.nodes[idx(plan.node)].world;
  double sum = 0.0;
  for (std::size_t s = 0; s < plan.offset.size(); ++s) {
    out.matrix.push_back(plan.offset[s] * after);
    sum += distance(tree.nodes[idx(plan.slot_node[s])].world * out.matrix.back(), target, size);
  }
  out.residual = static_cast<float>(sum / static_cast<double>(plan.offset.size()));
  return out;
}

// Another reading of O replaces the ordinary one only when it fits the rest pose far better.
constexpr float kFarBetter = 0.1f;

std::vector<mat4> offsets_of(const SkinPlan& plan, const FileTree& tree, float size,
                             OffsetReading& reading) {
  const FileNode& node = tree.nodes[idx(plan.node)];
  reading = OffsetReading::AsStored;
  if (!tree.offsets_vary || plan.offset_from_file) return plan.offset;
  Offsets best = evaluate(plan, tree, mat4(1.0f), size);
  const auto consider = [&](OffsetReading other_reading, const mat4& after) {
    if (!is_finite(after)) return;
    Offsets other = evaluate(plan, tree, after, size);
    if (!(other.residual < kFarBetter * best.residual)) return;
    best = std::move(other);
    reading = other_reading;
  };
  if (node.has_geometric && is_invertible(node.geometric)) {
    consider(OffsetReading::HoldsGeometric, inverse_affine(node.geometric));
  }
  // 5.4: O has the local transform of one node, the mesh's or its parent's, in place of the mesh's
  // world transform.
  if (reading == OffsetReading::AsStored && is_invertible(node.local)) {
    consider(OffsetReading::LacksParents, inverse_affine(node.local) * node.world);
  }
  const mat4 above = node.parent < 0 ? mat4(1.0f) : tree.nodes[idx(node.parent)].local;
  if (reading == OffsetReading::AsStored && is_invertible(above)) {
    consider(OffsetReading::LacksParents, inverse_affine(above) * node.world);
  }
  return best.matrix;
}

constexpr float kSameTransform = 1e-3f;  // T_j counts as I

struct Fit {
  double rest = 0.0;    // mean distance of W_j B_j^-1 from the identity
  double placed = 0.0;  // mean distance of B_j from those already chosen
};

Fit fit_of(const Binding& binding, const SkinPlan& plan, const FileTree& tree, float size,
           const std::vector<std::optional<mat4>>& placed) {
  Fit fit;
  std::size_t known = 0;
  for (std::size_t s = 0; s < plan.slot_node.size(); ++s) {
    const std::size_t node = idx(plan.slot_node[s]);
    fit.rest += distance(tree.nodes[node].world * binding.inverse_bind[s], mat4(1.0f), size);
    if (node >= placed.size() || !placed[node]) continue;
    fit.placed += distance(*placed[node] * binding.inverse_bind[s], mat4(1.0f), size);
    ++known;
  }
  fit.rest /= static_cast<double>(plan.slot_node.size());
  if (known > 0) fit.placed /= static_cast<double>(known);
  return fit;
}

Binding bind_with(const std::vector<mat4>& offset, const mat4& mesh_to_bind) {
  Binding out;
  out.mesh_to_bind = mesh_to_bind;
  const mat4 back = inverse_affine(mesh_to_bind);
  for (const mat4& o : offset) {
    out.inverse_bind.push_back(o * back);
    out.bind.push_back(mesh_to_bind * inverse_affine(o));
  }
  return out;
}

float largest_scale(const mat4& m) {
  return std::max({glm::length(vec3(m[0])), glm::length(vec3(m[1])), glm::length(vec3(m[2]))});
}

}  // namespace

std::vector<SkinPlan> plan_skins(const aiScene& scene, FileTree& tree, Model& model) {
  std::vector<SkinPlan> plans;
  const std::size_t file_nodes = tree.nodes.size();
  for (std::size_t n = 0; n < file_nodes; ++n) {
    const aiNode* node = tree.nodes[n].node;
    for (unsigned k = 0; k < node->mNumMeshes; ++k) {
      if (node->mMeshes[k] >= scene.mNumMeshes) continue;
      SkinPlan plan;
      plan.node = static_cast<int>(n);
      plan.mesh = node->mMeshes[k];
      const aiMesh& mesh = *scene.mMeshes[plan.mesh];
      const std::string name = mesh_name(scene, tree.nodes[n], mesh);
      for (unsigned b = 0; b < mesh.mNumBones; ++b) {
        add_bone(*mesh.mBones[b], name, tree, plan, model);
      }
      plans.push_back(std::move(plan));
    }
  }
  return plans;
}

bool is_bound_at_rest(const Binding& binding) {
  return binding.residual < kSameTransform && binding.reading == OffsetReading::AsStored;
}

std::string binding_sentence(const Binding& binding) {
  char residual[32];
  std::snprintf(residual, sizeof residual, "%.2g", static_cast<double>(binding.residual));
  std::string out =
      std::string("In the rest pose T_j differs from the identity by ") + residual +
      " in its largest entry (lengths in parts of the mesh's size), on average: it was "
      "bound in " +
      (binding.residual < kSameTransform ? "this pose. " : "another pose. ");
  switch (binding.reading) {
    case OffsetReading::AsStored:
      out += "Its offset matrices were read as stored";
      break;
    case OffsetReading::HoldsGeometric:
      out += "Its offset matrices hold the geometric transform, which was taken out of them";
      break;
    case OffsetReading::LacksParents:
      out += "Its offset matrices lack the mesh's place in the file, which was put back";
      break;
  }
  const bool moved = binding.mesh_to_bind != mat4(1.0f);
  return out + (moved ? "; its node's transform moved its points." : ".");
}

Binding choose_binding(const SkinPlan& plan, const FileTree& tree, float size,
                       const std::vector<std::optional<mat4>>& placed,
                       std::optional<bool> moved_before) {
  const FileNode& node = tree.nodes[idx(plan.node)];
  OffsetReading reading = OffsetReading::AsStored;
  const std::vector<mat4> offset = offsets_of(plan, tree, size, reading);
  Binding still = bind_with(offset, mat4(1.0f));
  still.reading = reading;
  const Fit still_fit = fit_of(still, plan, tree, size, placed);
  still.residual = static_cast<float>(still_fit.rest);
  if (!is_finite(node.world) || !is_invertible(node.world)) return still;

  Binding moved = bind_with(offset, node.world);
  moved.reading = reading;
  const float moved_size = size * largest_scale(node.world);
  const Fit moved_fit = fit_of(moved, plan, tree, moved_size, placed);
  moved.residual = static_cast<float>(moved_fit.rest);
  const double more = std::max(still_fit.rest, moved_fit.rest);
  const bool rest_decides = std::abs(still_fit.rest - moved_fit.rest) > 0.1 * more + 1e-4;
  const bool keep_still =
      rest_decides ? still_fit.rest < moved_fit.rest : still_fit.placed < moved_fit.placed;
  return moved_before.value_or(!keep_still) ? moved : still;
}

}  // namespace bindpose
