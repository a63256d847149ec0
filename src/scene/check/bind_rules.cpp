// Rules about the matrices that skins are bound with.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "math/axes_shape.h"
#include "math/bounds.h"
#include "math/numbers.h"
#include "rig/kinematics.h"
#include "scene/check/surface.h"

namespace bindpose {
namespace {

using dmat3 = glm::dmat3;
using dvec3 = glm::dvec3;

// Cosine of the angle by which two axes are off from a right angle, at most.
constexpr double kSheared = 0.01;  // half a degree: what rounding to four digits cannot make
// Volume of the axes at unit length; a shear alone has to be 89.9 degrees for that.
constexpr double kFlat = 1e-4;
constexpr double kFarFromRest = 0.02;  // of the mesh's size, on average: a hand's breadth of a man

// Sound before mirrored, then the least sheared.
AxesShape soundest(std::array<AxesShape, 3> of) {
  return *std::ranges::min_element(of, [](const AxesShape& a, const AxesShape& b) {
    const bool good_a = a.volume > kFlat, good_b = b.volume > kFlat;
    return good_a != good_b ? good_a : a.shear < b.shear;
  });
}

std::vector<mat4> worlds_at_rest(const Skeleton& s) {
  std::vector<mat4> world(s.rest_local.size());
  forward_kinematics(s.parent, s.rest_local, all_joints(s), world);
  return world;
}

struct WorstSlot {
  std::map<int, double> joint;  // how bad
  void add(int j, double how) {
    const auto [at, fresh] = joint.emplace(j, how);
    if (!fresh) at->second = std::max(at->second, how);
  }
};

void tell(const Checking& c, Rule rule, const WorstSlot& found, std::string_view unit,
          const std::string& what) {
  if (found.joint.empty() || !c.is_on(rule)) return;
  std::vector<int> joints;
  int at = -1;
  double worst = -1.0;
  for (const auto& [joint, how] : found.joint) {
    joints.push_back(joint);
    if (how > worst) {
      worst = how;
      at = joint;
    }
  }
  Finding f = joint_finding(c, rule, std::move(joints));
  f.place = "/joints/" + std::to_string(at);
  f.worst = worst;
  f.unit = unit;
  f.text = std::to_string(f.count) + (f.count == 1 ? " joint is" : " joints are") + " bound " +
           what + ": " + named_joints(c.model, f.joints);
  if (rule == Rule::ShearedBind) f.text += "; at most by " + short_number(worst) + " degrees";
  f.text += ".";
  c.out.push_back(std::move(f));
}

// The slot that has the most weight.
std::size_t main_slot(const BoundMesh& b) {
  std::vector<double> mass(b.skin.joint.size(), 0.0);
  for (std::size_t k = 0; k < b.influences.slot.size(); ++k) {
    mass[b.influences.slot[k]] += b.influences.weight[k];
  }
  return static_cast<std::size_t>(std::ranges::max_element(mass) - mass.begin());
}

// How far vertices are away in the rest pose from where the joint that moves most of them would
// take them by itself: a model that was only put elsewhere as a whole is not posed.
void check_rest(const Checking& c) {
  if (!c.is_on(Rule::FarFromRest)) return;
  constexpr std::size_t kAsked = 1000;  // vertices a mesh
  Scene scene = borrowed_scene(c.model);
  scene.edited = c.scene.edited;
  const PosedScene posed = evaluate(scene);
  for (std::size_t m = 0; m < c.model.meshes.size(); ++m) {
    const auto& [mesh, in, skin] = bound_mesh(c.scene, m);
    if (!skin.skinned || skin.joint.empty() || mesh.position.empty()) continue;
    const std::vector<mat4>& t = posed.palette[m];
    const mat4& base = t[main_slot(bound_mesh(c.scene, m))];
    const std::size_t step = 1 + mesh.position.size() / kAsked;
    double sum = 0.0;
    std::size_t asked = 0;
    std::vector<vec3> moved;
    for (std::size_t i = 0; i < mesh.position.size(); i += step) {
      if (in.offset[i] == in.offset[i + 1]) continue;
      const vec4 p(mesh.position[i], 1.0f);
      vec3 apart(0.0f);
      for (std::size_t k = in.offset[i]; k < in.offset[i + 1]; ++k) {
        apart += in.weight[k] * vec3((t[in.slot[k]] - base) * p);
      }
      sum += glm::length(apart);
      moved.push_back(vec3(base * p));
      ++asked;
    }
    Box box;
    add_points(box, moved);
    const double mean = asked == 0 ? 0.0 : sum / static_cast<double>(asked);
    if (!(mean > kFarFromRest * box.diagonal())) continue;
    Finding f;
    f.rule = Rule::FarFromRest;
    f.severity = *c.profile.of(f.rule);
    f.mesh = static_cast<int>(m);
    f.count = 1;
    f.name = mesh.name;
    f.place = "/meshes/" + std::to_string(m) + "/skin";
    f.worst = mean * c.surface.millimetres;
    f.unit = "mm";
    f.text = "The rest pose bends the mesh: its vertices are " + length_text(f.worst) +
             " away from the bind pose, on average.";
    c.out.push_back(std::move(f));
  }
}

// What the importer could not keep in the model.
void add_reported(const Checking& c, ReportKind kind, WorstSlot& to) {
  for (const ReportEntry& entry : c.model.report) {
    if (entry.kind == kind && entry.joint >= 0) to.add(entry.joint, 1.0);
  }
}

}  // namespace

void check_binds(const Checking& c) {
  WorstSlot singular, mirrored, sheared, apart;
  const std::vector<mat4> world = worlds_at_rest(c.model.skeleton);
  for (const BoundMesh& b : bound_meshes(c.scene)) {
    if (!b.skin.skinned) continue;
    // B_j from the mesh's own space, from bind space, and from the world by way of the mesh's node:
    // which of them an exporter had in hand is not known, and a node that is scaled unevenly makes
    // the others look sheared. The soundest counts.
    const mat4 back = glm::inverse(b.skin.mesh_to_bind);
    const mat4 node = world[idx(b.mesh.node)] * back;
    for (std::size_t s = 0; s < b.skin.joint.size(); ++s) {
      const mat4& bind = b.skin.bind[s];
      const AxesShape axes =
          soundest({axes_shape(bind), axes_shape(back * bind), axes_shape(node * bind)});
      if (!(std::abs(axes.volume) > kFlat) || !(axes.shortest > 1e-6 * axes.longest)) {
        singular.add(b.skin.joint[s], 1.0);
        continue;
      }
      if (axes.volume < 0.0) mirrored.add(b.skin.joint[s], 1.0);
      if (axes.shear > kSheared) {
        sheared.add(b.skin.joint[s], std::asin(std::min(axes.shear, 1.0)) * kDegreesPerRadian);
      }
    }
  }
  add_reported(c, ReportKind::UnusableBind, singular);
  add_reported(c, ReportKind::ApartFromPose, apart);
  tell(c, Rule::SingularBind, singular, "", "by a matrix without an inverse");
  tell(c, Rule::MirroredBind, mirrored, "", "by a matrix that mirrors");
  tell(c, Rule::ShearedBind, sheared, "degrees", "by a matrix that shears");
  tell(c, Rule::ApartFromPose, apart, "", "elsewhere than the file's Pose says");
  check_rest(c);
}

}  // namespace bindpose
