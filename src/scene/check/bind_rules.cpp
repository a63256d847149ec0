// Rules about the matrices that skins are bound with.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <span>

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

// How far vertices are away, on average, from where the joint that moves most of them would take
// them by itself: a model that was only put elsewhere as a whole is not posed.
struct Bend {
  double mean = 0.0, size = 0.0;  // of the mesh there: its diagonal
  bool none() const { return !(mean > kFarFromRest * size); }
  double part() const { return size > 0.0 ? mean / size : 0.0; }
};

// `t`: T_j by slot.
Bend bend_by(const BoundMesh& b, std::span<const mat4> t) {
  constexpr std::size_t kAsked = 1000;  // vertices a mesh
  const auto& [mesh, in, skin] = b;
  const mat4& base = t[main_slot(b)];
  const std::size_t step = 1 + mesh.position.size() / kAsked;
  double sum = 0.0;
  std::size_t asked = 0;
  Box box;
  for (std::size_t i = 0; i < mesh.position.size(); i += step) {
    if (in.offset[i] == in.offset[i + 1]) continue;
    const vec4 p(mesh.position[i], 1.0f);
    vec3 apart(0.0f);
    for (std::size_t k = in.offset[i]; k < in.offset[i + 1]; ++k) {
      apart += in.weight[k] * vec3((t[in.slot[k]] - base) * p);
    }
    sum += glm::length(apart);
    box.add(vec3(base * p));
    ++asked;
  }
  if (asked == 0) return {};
  return {sum / static_cast<double>(asked), box.diagonal()};
}

// Metres, decimetres, centimetres, millimetres, inches and feet in each other.
bool is_of_units(double factor) {
  constexpr double kRatios[] = {2.54, 3.2808, 10.0, 12.0, 30.48, 39.37, 100.0, 304.8, 1000.0};
  constexpr double kNear = 0.02;
  return std::ranges::any_of(kRatios, [factor](double r) {
    return std::abs(factor / r - 1.0) < kNear || std::abs(factor * r - 1.0) < kNear;
  });
}

// The same skin as if its matrices had been written otherwise: T_j by slot. `written`: of B_j in
// the mesh's own space, which is what files have.
template <typename Written>
std::vector<mat4> written_otherwise(const BoundMesh& b, std::span<const mat4> world,
                                    Written written) {
  const mat4& to_bind = b.skin.mesh_to_bind;
  const mat4 back = glm::inverse(to_bind);
  std::vector<mat4> t;
  for (std::size_t s = 0; s < b.skin.joint.size(); ++s) {
    const mat4 bind = to_bind * written(back * b.skin.bind[s]);
    t.push_back(world[idx(b.skin.joint[s])] * glm::inverse(bind));
  }
  return t;
}

// How many times as long the bones of a skin are as they were bound, from joint to joint: no pose
// changes that.
double length_against_bind(const BoundMesh& b, std::span<const int> parent,
                           std::span<const mat4> world) {
  std::map<int, std::size_t> slot_of;
  for (std::size_t s = 0; s < b.skin.joint.size(); ++s) slot_of.emplace(b.skin.joint[s], s);
  const auto apart = [](const mat4& x, const mat4& y) { return double(glm::distance(x[3], y[3])); };
  double stand = 0.0, bound = 0.0;
  for (const auto& [joint, slot] : slot_of) {
    const auto above = slot_of.find(parent[idx(joint)]);
    if (above == slot_of.end()) continue;
    stand += apart(world[idx(joint)], world[idx(above->first)]);
    bound += apart(b.skin.bind[slot], b.skin.bind[above->second]);
  }
  return bound > 0.0 ? stand / bound : 1.0;
}

// Why the rest pose bends a mesh, where what is stored has a usual mistake: without it far less is
// bent, no more than a pose does. An exporter that wrote B_j where glTF and others want its
// inverse; axes or places of B_j in another unit than the nodes.
struct BindMistake {
  Rule rule = Rule::FarFromRest;  // none
  double factor = 1.0;
  Bend without{};
};
BindMistake bind_mistake(const BoundMesh& b, const Bend& as_stored, std::span<const int> parent,
                         std::span<const mat4> world) {
  constexpr double kFarLess = 0.25, kPosed = 0.15;
  const auto bent = [&](const auto& written) {
    return bend_by(b, written_otherwise(b, world, written));
  };
  const auto axis = [](const mat4& m) {
    return std::cbrt(std::abs(double(glm::determinant(mat3(m)))));
  };
  const std::size_t main = main_slot(b);
  const double axes = axis(b.skin.bind[main]) / axis(world[idx(b.skin.joint[main])]);
  const double places = length_against_bind(b, parent, world);
  std::vector<BindMistake> tried{
      {Rule::InvertedBind, 1.0, bent([](const mat4& bind) { return glm::inverse(bind); })}};
  if (is_of_units(axes)) {
    tried.push_back({Rule::BindOfOtherUnit, axes, bent([axes](mat4 bind) {
                       for (int c = 0; c < 3; ++c) bind[c] /= static_cast<float>(axes);
                       return bind;
                     })});
  }
  if (is_of_units(places)) {
    tried.push_back({Rule::BindOfOtherUnit, places, bent([places](mat4 bind) {
                       bind[3] = vec4(static_cast<float>(places) * vec3(bind[3]), 1.0f);
                       return bind;
                     })});
  }
  const BindMistake best =
      *std::ranges::min_element(tried, {}, [](const BindMistake& m) { return m.without.part(); });
  const Bend& bend = best.without;
  const bool mends =
      bend.size > 0.0 && bend.part() < kFarLess * as_stored.part() && bend.part() < kPosed;
  return mends ? best : BindMistake{};
}

std::string text_of(const BindMistake& mistake, const std::string& apart,
                    const std::string& without) {
  switch (mistake.rule) {
    case Rule::InvertedBind:
      return "The bind matrices are stored where their inverses belong: vertices rest " + apart +
             " from where they were bound, on average, and " + without +
             " with each matrix the other way round.";
    case Rule::BindOfOtherUnit: {
      const double times = mistake.factor > 1.0 ? mistake.factor : 1.0 / mistake.factor;
      return "Bind matrices and nodes differ by a factor of " + short_number(times) +
             ", as units do: vertices rest " + apart +
             " from where they were bound, on average, and " + without + " in one unit.";
    }
    default:
      return "The rest pose bends the mesh: its vertices are " + apart +
             " away from the bind pose, on average.";
  }
}

// Those that vertices of the mesh follow, ascending.
std::vector<int> pulling_joints(const BoundMesh& b) {
  std::set<int> out;
  for (const std::uint16_t slot : b.influences.slot) out.insert(b.skin.joint[slot]);
  return {out.begin(), out.end()};
}

void check_rest(const Checking& c) {
  Scene scene = borrowed_scene(c.model);
  scene.edited = c.scene.edited;
  const PosedScene posed = evaluate(scene);
  for (std::size_t m = 0; m < c.model.meshes.size(); ++m) {
    const BoundMesh b = bound_mesh(c.scene, m);
    if (!b.skin.skinned || b.skin.joint.empty() || b.mesh.position.empty()) continue;
    const Bend bend = bend_by(b, posed.palette[m]);
    if (bend.none()) continue;
    const BindMistake mistake = bind_mistake(b, bend, c.model.skeleton.parent, posed.world);
    if (!c.is_on(mistake.rule)) continue;
    Finding f;
    f.rule = mistake.rule;
    f.severity = *c.profile.of(f.rule);
    f.mesh = static_cast<int>(m);
    f.count = 1;
    f.name = b.mesh.name;
    if (mistake.rule != Rule::FarFromRest) f.joints = pulling_joints(b);
    f.place = "/meshes/" + std::to_string(m) + "/skin";
    f.worst = bend.mean * c.surface.millimetres;
    f.unit = "mm";
    f.text = text_of(mistake, length_text(f.worst),
                     length_text(mistake.without.mean * c.surface.millimetres));
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
