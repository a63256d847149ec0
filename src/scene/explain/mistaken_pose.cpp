#include "scene/explain/mistaken_pose.h"

#include "math/transform.h"
#include "rig/kinematics.h"

namespace bindpose {
namespace {

// v' = T_j^T v as shaders have it that read (x, y, z) of the product: the translation, which stands
// in the last row then, moves nothing.
mat4 transposed(const mat4& t) {
  return mat4(glm::transpose(mat3(t)));
}

// W_j by a wrong product of the parent's W, L_j and Ul_j.
std::vector<mat4> mistaken_worlds(const Scene& scene, const PosedScene& posed, Mistake mistake) {
  const std::vector<int>& parent = scene.model->skeleton.parent;
  std::vector<mat4> world(parent.size());
  for (std::size_t j = 0; j < parent.size(); ++j) {
    const mat4 above = parent[j] < 0 ? mat4(1.0f) : world[static_cast<std::size_t>(parent[j])];
    const mat4 local = mistake == Mistake::UlBeforeL && !scene.draft
                           ? mul_affine(scene.pose.user_local[j], posed.base_local[j])
                           : posed.local[j];
    world[j] = mistake == Mistake::OrderOfW ? mul_affine(local, above) : mul_affine(above, local);
  }
  return world;
}

std::vector<mat4> rest_pose_worlds(const Skeleton& skeleton) {
  std::vector<mat4> rest(skeleton.parent.size());
  forward_kinematics(skeleton.parent, skeleton.rest_local, all_joints(skeleton), rest);
  return rest;
}

mat4 mistaken_skin(Mistake mistake, const mat4& world, const mat4& bind, const mat4& back,
                   const mat4& rest) {
  switch (mistake) {
    case Mistake::RestForBind:
      return mul_affine(world, inverse_affine(rest));
    case Mistake::OrderOfT:
      return mul_affine(back, world);
    case Mistake::NoInverseBind:
      return world;
    case Mistake::BindNotInverted:
      return mul_affine(world, bind);
    case Mistake::Transposed:
      return transposed(mul_affine(world, back));
    case Mistake::None:
    case Mistake::OrderOfW:
    case Mistake::UlBeforeL:
      break;
  }
  return mul_affine(world, back);
}

}  // namespace

PosedScene with_mistake(const Scene& scene, const PosedScene& posed, Mistake mistake) {
  PosedScene out = posed;
  if (mistake == Mistake::None || !scene.model) return out;
  const Model& model = *scene.model;
  const bool wrong_world = mistake == Mistake::OrderOfW || mistake == Mistake::UlBeforeL;
  const std::vector<mat4> world =
      wrong_world ? mistaken_worlds(scene, posed, mistake) : posed.world;
  const std::vector<mat4> rest = rest_pose_worlds(model.skeleton);
  for (std::size_t m = 0; m < out.palette.size(); ++m) {
    const Skin& skin = binding_of(scene, m).skin;
    for (std::size_t s = 0; s < skin.joint.size() && s < out.palette[m].size(); ++s) {
      const auto j = static_cast<std::size_t>(skin.joint[s]);
      out.palette[m][s] =
          mistaken_skin(mistake, world[j], skin.bind[s], skin.inverse_bind[s], rest[j]);
    }
    if (wrong_world) out.node_matrix[m] = node_skin_matrix(model.meshes[m], world);
  }
  out.revision = next_pose_revision();
  return out;
}

}  // namespace bindpose
