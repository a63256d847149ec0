#include "scene/edit/ik_edit.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "math/ascii.h"
#include "math/transform.h"
#include "rig/ik/look_at.h"
#include "rig/ik/solve.h"
#include "rig/kinematics.h"
#include "scene/edit/mark_edit.h"
#include "scene/edit/rotate_edit.h"
#include "scene/pose/symmetry.h"

namespace bindpose {
namespace {

int parent_of(const Model& model, int joint) {
  return model.skeleton.parent[idx(joint)];
}

bool may_turn(const Model& model, int joint) {
  const JointFlags& flags = model.skeleton.file_flags;
  return joint_count(flags) == 0 || flags.is_joint[idx(joint)] != 0;
}

// Has children that lead somewhere, beside the one on the way up.
bool branches(const Model& model, int joint, int on_the_way) {
  const auto& end = model.skeleton.subtree_end;
  for (int c = joint + 1; c < end[idx(joint)]; c = end[idx(c)]) {
    if (c != on_the_way && end[idx(c)] > c + 1) return true;
  }
  return false;
}

bool is_named(const Model& model, int joint, std::initializer_list<std::string_view> words) {
  const std::string name = in_lower_case(model.skeleton.name[idx(joint)]);
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return name.find(word) != std::string::npos; });
}

// The limb, the joint next to the end first.
std::vector<int> limb(const Model& model, int joint) {
  std::vector<int> run;
  for (int j = parent_of(model, joint); j >= 0; j = parent_of(model, j)) {
    run.push_back(j);
    const int above = parent_of(model, j);
    if (above < 0 || !may_turn(model, above) || branches(model, above, j)) break;
  }
  if (run.size() > 2 && is_named(model, run.back(), {"clavicle", "collar", "shoulder"})) {
    run.pop_back();
  }
  const auto is_twist = [&](int j) { return is_named(model, j, {"twist", "roll"}); };
  const auto bending = run.size() - idx(static_cast<int>(std::ranges::count_if(run, is_twist)));
  if (bending >= 2) std::erase_if(run, is_twist);
  return run;
}

constexpr std::array<vec3, 6> kAxis{vec3(1, 0, 0),  vec3(0, 1, 0),  vec3(0, 0, 1),
                                    vec3(-1, 0, 0), vec3(0, -1, 0), vec3(0, 0, -1)};

bool has_joint(const Scene& scene, int joint) {
  return scene.model && joint >= 0 && joint < scene.model->skeleton.size();
}

}  // namespace

int joints_above(const Model& model, int joint) {
  int count = 0;
  for (int j = parent_of(model, joint); j >= 0; j = parent_of(model, j)) ++count;
  return count;
}

std::vector<int> ik_chain(const Model& model, int joint, int count) {
  if (joint < 0 || joint >= model.skeleton.size()) return {};
  std::vector<int> chain;
  if (count > 0) {
    for (int j = parent_of(model, joint); j >= 0 && count > 0; j = parent_of(model, j), --count) {
      chain.push_back(j);
    }
  } else {
    chain = limb(model, joint);
  }
  std::ranges::reverse(chain);
  return chain;
}

bool ends_limb(const Model& model, int joint) {
  const std::vector<int> chain = ik_chain(model, joint, 0);
  return !chain.empty() && std::ranges::all_of(chain, [&](int j) { return may_turn(model, j); });
}

bool is_pulled(const Scene& scene, int joint) {
  if (!has_joint(scene, joint) || !ends_limb(*scene.model, joint)) return false;
  const Model& model = *scene.model;
  const int below = model.skeleton.subtree_end[idx(joint)] - joint;
  const bool carries_body = branches(model, joint, -1) && 2 * below > model.skeleton.size();
  return !carries_body && std::ranges::none_of(scene.held, [&](int held) {
    return held > joint && held < model.skeleton.subtree_end[idx(joint)];
  });
}

int look_axis(const Model& model, int joint) {
  const mat4 bind = bind_from_locals(model.skeleton.parent, model.bind_local, joint);
  const vec3 front = vec3(inverse_affine(model.to_display) * vec4(0, 0, 1, 0));
  int best = 2;
  float most = 0.0f;
  for (int a = 0; a < 6; ++a) {
    const vec3 axis = mat3(bind) * kAxis[idx(a)];
    const float along = glm::dot(unit_or(axis, 0.0f, vec3(0.0f)), unit_or(front, 0.0f, kAxis[2]));
    if (along >
        most + 1e-4f) {  // what is as good as equal keeps the first: rounding decides nothing
      most = along;
      best = a;
    }
  }
  return best;
}

std::vector<mat4> solved(const Scene& scene, const SolveIk& edit) {
  std::vector<mat4> user = scene.pose.user_local;
  if (!has_joint(scene, edit.joint)) return user;
  const std::vector<int> chain = ik_chain(*scene.model, edit.joint, edit.chain);
  solve_ik(scene.model->skeleton.parent, base_locals(scene), chain, edit.joint,
           {edit.target, edit.pole}, ik_joints(scene, chain), user);
  return user;
}

std::vector<mat4> solved(const Scene& scene, const LookAtPoint& edit) {
  std::vector<mat4> user = scene.pose.user_local;
  if (!has_joint(scene, edit.joint) || edit.axis >= static_cast<int>(kAxis.size())) return user;
  const int axis = edit.axis < 0 ? look_axis(*scene.model, edit.joint) : edit.axis;
  look_at(scene.model->skeleton.parent, base_locals(scene), edit.joint, kAxis[idx(axis)],
          edit.target, user);
  return user;
}

double missing_metres(const Scene& scene, const SolveIk& edit) {
  if (!has_joint(scene, edit.joint)) return 0.0;
  const Model& model = *scene.model;
  const std::vector<mat4> base = base_locals(scene);
  const std::vector<int> chain = ik_chain(model, edit.joint, edit.chain);
  const auto world = [&](int joint) {
    glm::dmat4 w(1.0);
    for (int j = joint; j >= 0; j = parent_of(model, j)) {
      w = glm::dmat4(base[idx(j)]) * glm::dmat4(scene.pose.user_local[idx(j)]) * w;
    }
    return glm::dvec3(w[3]);
  };
  const glm::dvec3 end = world(edit.joint);
  double length = 0.0;
  for (std::size_t k = 0; k < chain.size(); ++k) {
    const int next = k + 1 < chain.size() ? chain[k + 1] : edit.joint;
    length += glm::distance(world(chain[k]), world(next));
  }
  const double missing = glm::distance(end, glm::dvec3(edit.target));
  return missing <= kIkTolerance * length ? 0.0 : missing * metres_a_unit(model);
}

std::string shortfall(const Scene& scene, const Edit& edit) {
  if (const auto* mirror = edit.as<MirrorPose>()) {
    return without_partner(scene, mirror->joints);
  }
  if (const auto* turn = edit.as<RotateJoint>()) return made_unit(turn->numbers);
  const auto* ik = edit.as<SolveIk>();
  const double missing = ik == nullptr ? 0.0 : missing_metres(scene, *ik);
  if (!(missing > 0.0)) return "";
  char number[32];
  std::snprintf(number, sizeof number, "%.2g", missing);
  return scene.model->skeleton.name[idx(ik->joint)] + " stops " + number +
         " m short of the target.";
}

}  // namespace bindpose
