#include "scene/draft/bind_doctor.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/axes_shape.h"
#include "math/bounds.h"
#include "math/numbers.h"
#include "math/transform.h"
#include "rig/kinematics.h"
#include "scene/names.h"

namespace bindpose {
namespace {

constexpr double kDegreesEach = 180.0 / std::numbers::pi;
constexpr double kFlatAxes = 1e-6;      // shortest by longest
constexpr double kShearDoubted = 0.01;  // the cosine, as scene/check has it
constexpr double kUnevenDoubted = 1e-2;

double turn_between(const mat4& a, const mat4& b) {
  const glm::dmat3 qa = polar(glm::dmat3(mat3(a))).orthogonal,
                   qb = polar(glm::dmat3(mat3(b))).orthogonal;
  const glm::dmat3 by = qb * glm::transpose(qa);
  // By the length of its antisymmetric part as well: the cosine alone knows nothing of small
  // angles.
  const double cosine = (by[0][0] + by[1][1] + by[2][2] - 1.0) / 2.0;
  const glm::dvec3 twice(by[1][2] - by[2][1], by[2][0] - by[0][2], by[0][1] - by[1][0]);
  return std::atan2(glm::length(twice) / 2.0, cosine) * kDegreesEach;
}

// A bind matrix as a skin has it, from the mesh's own space, and by way of the mesh's node: which
// of them an exporter had in hand is not known, and a node that is scaled unevenly makes the others
// look sheared. The soundest counts.
AxesShape soundest_axes(const BoundMesh& b, const mat4& bind, const std::vector<mat4>& rest) {
  const mat4 back = inverse_affine(b.skin.mesh_to_bind);
  AxesShape best = axes_shape(bind);
  for (const mat4& other :
       {mul_affine(back, bind), mul_affine(mul_affine(rest[idx(b.mesh.node)], back), bind)}) {
    const AxesShape shape = axes_shape(other);
    const bool sound = shape.volume > 0.0, was = best.volume > 0.0;
    if (sound != was ? sound : shape.shear < best.shear) best = shape;
  }
  return best;
}

class BindDoctor {
 public:
  BindDoctor(const Scene& scene, const PosedScene& posed)
      : model_(*scene.model),
        posed_(posed),
        meshes_(bound_meshes(scene)),
        size_(surface_size(model_)),
        rest_(model_.skeleton.parent.size()) {
    bind_from_locals(model_.skeleton.parent, model_.skeleton.rest_local, rest_);
  }

  std::vector<BoundJoint> all() const {
    const std::size_t count = model_.skeleton.parent.size();
    std::vector<BoundJoint> of(count);
    std::vector<double> most(count, -1.0);
    for (std::size_t m = 0; m < meshes_.size(); ++m) {
      if (!meshes_[m].skin.skinned) continue;
      std::vector<double> mass(meshes_[m].skin.joint.size(), 0.0);
      const Influences& in = meshes_[m].influences;
      for (std::size_t k = 0; k < in.slot.size(); ++k)
        mass[in.slot[k]] += static_cast<double>(in.weight[k]);
      for (std::size_t s = 0; s < mass.size(); ++s) see(static_cast<int>(m), s, mass[s], of, most);
    }
    std::vector<BoundJoint> out;
    for (BoundJoint& j : of) {
      if (j.joint < 0) continue;
      examine(j);
      out.push_back(j);
    }
    return out;
  }

 private:
  void see(int m, std::size_t slot, double mass, std::vector<BoundJoint>& of,
           std::vector<double>& most) const {
    const Skin& skin = meshes_[idx(m)].skin;
    const auto j = idx(skin.joint[slot]);
    BoundJoint& known = of[j];
    ++known.meshes;
    if (known.joint >= 0) {
      const mat4& other = meshes_[idx(known.mesh)].skin.bind[known.slot];
      known.differ = known.differ || bind_apart(other, skin.bind[slot], size_).apart;
    }
    if (known.joint >= 0 && mass <= most[j]) return;
    most[j] = mass;
    known.joint = skin.joint[slot];
    known.mesh = m;
    known.slot = slot;
  }

  void examine(BoundJoint& j) const {
    const BoundMesh& b = meshes_[idx(j.mesh)];
    const mat4& bind = b.skin.bind[j.slot];
    j.in_pose = pose_bind(model_, j.mesh, j.joint);
    if (j.in_pose) j.from_pose = bind_apart(bind, *j.in_pose, size_);
    j.from_rest = bind_apart(bind, rest_[idx(j.joint)], size_);
    j.from_here = bind_apart(bind, posed_.world[idx(j.joint)], size_);
    const AxesShape axes = soundest_axes(b, bind, rest_);
    j.singular = !(axes.shortest > kFlatAxes * axes.longest);
    j.mirrored = !j.singular && axes.volume < 0.0;
    j.shear = std::asin(std::min(axes.shear, 1.0)) * kDegreesEach;
    j.uneven = j.singular ? 0.0 : axes.longest / axes.shortest;
  }

  const Model& model_;
  const PosedScene& posed_;
  std::vector<BoundMesh> meshes_;
  double size_;
  std::vector<mat4> rest_;
};

bool sheared(const BoundJoint& j) {
  return j.shear > std::asin(kShearDoubted) * kDegreesEach;
}

}  // namespace

BindApart bind_apart(const mat4& from, const mat4& to, double size) {
  BindApart out;
  out.distance = glm::length(glm::dvec3(vec3(to[3])) - glm::dvec3(vec3(from[3])));
  out.degrees = turn_between(from, to);
  double axes = 0.0, length = 0.0;
  for (int c = 0; c < 3; ++c) {
    const glm::dvec3 a{vec3(from[c])}, b{vec3(to[c])};
    axes = std::max(axes, glm::length(b - a));
    length = std::max({length, glm::length(a), glm::length(b)});
    const double ratio = glm::length(a) > 0.0 ? glm::length(b) / glm::length(a) : 1.0;
    const auto far = [](double r) { return r > 0.0 ? std::abs(std::log(r)) : 1e9; };
    if (far(ratio) > far(out.scale)) out.scale = ratio;
  }
  out.apart = axes > kFitsBind * length || out.distance > kFitsBind * size;
  out.same = is_same_bind(from, to, size);
  return out;
}

bool is_same_bind(const mat4& a, const mat4& b, double size) {
  constexpr double kSame = 0.01 * kFitsBind;
  double axes = 0.0, length = 0.0;
  for (int c = 0; c < 3; ++c) {
    axes = std::max(axes, double(glm::length(vec3(b[c]) - vec3(a[c]))));
    length = std::max(length, double(glm::length(vec3(a[c]))));
  }
  return axes <= kSame * length && double(glm::length(vec3(b[3]) - vec3(a[3]))) <= kSame * size;
}

double surface_size(const Model& model) {
  Box box;
  for (const Mesh& mesh : model.meshes) add_points(box, mesh.position);
  return box.empty() ? 1.0 : std::max(static_cast<double>(box.diagonal()), 1e-20);
}

std::vector<BoundJoint> bound_joints(const Scene& scene, const PosedScene& posed) {
  return BindDoctor(scene, posed).all();
}

void examine_here(const Scene& scene, const PosedScene& posed, double size,
                  std::vector<BoundJoint>& joints) {
  for (BoundJoint& j : joints) {
    const Skin& skin = bound_mesh(scene, idx(j.mesh)).skin;
    j.from_here = bind_apart(skin.bind[j.slot], posed.world[idx(j.joint)], size);
  }
}

bool in_doubt(const BoundJoint& j, BindDoubt about) {
  switch (about) {
    case BindDoubt::Axes:
      return j.singular || j.mirrored || sheared(j) || j.uneven > 1.0 + kUnevenDoubted;
    case BindDoubt::Pose:
      return j.in_pose && j.from_pose.apart;
    case BindDoubt::Rest:
      return j.from_rest.apart;
    case BindDoubt::Here:
      return j.from_here.apart;
    case BindDoubt::Meshes:
      return j.differ;
    case BindDoubt::Any:
      return in_doubt(j, BindDoubt::Fault) || j.from_rest.apart || j.from_here.apart;
    case BindDoubt::Fault:
      break;
  }
  return in_doubt(j, BindDoubt::Axes) || in_doubt(j, BindDoubt::Pose) || j.differ;
}

std::string axes_sentence(const BoundJoint& j) {
  if (j.singular) return "flat: no inverse";
  const auto short_text = [](double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", x);
    return std::string(text);
  };
  std::string out;
  const auto add = [&out](const std::string& what) { out += (out.empty() ? "" : ", ") + what; };
  if (j.mirrored) add("mirrored");
  if (sheared(j)) add("sheared by " + short_text(j.shear) + " degrees");
  if (j.uneven > 1.0 + kUnevenDoubted) add("of uneven length, 1 to " + short_text(j.uneven));
  return out.empty() ? "at right angles, of one length" : out;
}

bool apart_from_pose(const Model& model) {
  if (model.pose_tables.empty()) return false;
  const double size = surface_size(model);
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    const Skin& skin = model.meshes[m].file_binding.skin;
    if (!skin.skinned) continue;
    for (std::size_t s = 0; s < skin.joint.size(); ++s) {
      const auto in_pose = pose_bind(model, static_cast<int>(m), skin.joint[s]);
      if (in_pose && bind_apart(skin.bind[s], *in_pose, size).apart) return true;
    }
  }
  return false;
}

}  // namespace bindpose
