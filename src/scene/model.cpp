#include "scene/model.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <string>

#include "math/bounds.h"
#include "math/transform.h"
#include "rig/kinematics.h"

namespace bindpose {
namespace {

using dmat4 = glm::dmat4;

// Which mesh speaks for a joint's bind matrix.
struct BindSource {
  int mesh = -1;
  int slot = -1;
};

std::vector<BindSource> choose_sources(const Model& model) {
  std::vector<BindSource> source(model.skeleton.parent.size());
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    const Mesh& mesh = model.meshes[m];
    const Skin& skin = mesh.file_binding.skin;
    if (!skin.skinned) continue;
    for (std::size_t s = 0; s < skin.joint.size(); ++s) {
      BindSource& best = source[static_cast<std::size_t>(skin.joint[s])];
      const bool larger =
          best.mesh < 0 ||
          mesh.position.size() > model.meshes[static_cast<std::size_t>(best.mesh)].position.size();
      if (larger) best = {static_cast<int>(m), static_cast<int>(s)};
    }
  }
  return source;
}

const mat4& bind_of(const Model& model, const BindSource& source) {
  const Mesh& mesh = model.meshes[static_cast<std::size_t>(source.mesh)];
  return mesh.file_binding.skin.bind[static_cast<std::size_t>(source.slot)];
}

// How far apart two bind matrices are: axes relative to their length, origins relative to `size`.
float bind_difference(const mat4& a, const mat4& b, float size) {
  float axes = 0.0f;
  float length = 0.0f;
  for (int c = 0; c < 3; ++c) {
    axes = std::max(axes, glm::length(vec3(a[c]) - vec3(b[c])));
    length = std::max(length, glm::length(vec3(a[c])));
  }
  const float origin = glm::length(vec3(a[3]) - vec3(b[3]));
  return std::max(length > 0.0f ? axes / length : axes, size > 0.0f ? origin / size : origin);
}

float mesh_size(const Mesh& mesh) {
  Box box;
  add_points(box, mesh.position);
  return box.diagonal();
}

void report_disagreements(Model& model, const std::vector<BindSource>& source) {
  constexpr float kTolerance = 1e-3f;
  std::vector<float> size;
  size.reserve(model.meshes.size());
  for (const Mesh& mesh : model.meshes) size.push_back(mesh_size(mesh));
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    const Mesh& mesh = model.meshes[m];
    const Skin& skin = mesh.file_binding.skin;
    if (!skin.skinned) continue;
    std::size_t count = 0;
    int first = -1;
    int other = -1;
    for (std::size_t s = 0; s < skin.joint.size(); ++s) {
      const BindSource& chosen = source[static_cast<std::size_t>(skin.joint[s])];
      if (chosen.mesh == static_cast<int>(m)) continue;
      const float scale = std::max(size[m], size[static_cast<std::size_t>(chosen.mesh)]);
      if (bind_difference(bind_of(model, chosen), skin.bind[s], scale) <= kTolerance) continue;
      if (count++ == 0) {
        first = skin.joint[s];
        other = chosen.mesh;
      }
    }
    if (count == 0) continue;
    const std::string& joint = model.skeleton.name[static_cast<std::size_t>(first)];
    const std::string& winner = model.meshes[static_cast<std::size_t>(other)].name;
    std::string message =
        "was bound with joint " + joint + " elsewhere than mesh " + winner + " was";
    if (count > 1) message += " (and " + std::to_string(count - 1) + " more joints)";
    message += "; the bind pose shown is the one of the mesh with more vertices.";
    model.report.push_back(
        {Severity::Warning, "mesh " + mesh.name, std::move(message), first, static_cast<int>(m)});
    model.report.back().kind = ReportKind::BindsDiffer;
  }
}

}  // namespace

ModelId ModelId::fresh() {
  static std::atomic<std::uint64_t> last{0};
  ModelId id;
  id.number_ = ++last;
  return id;
}

double metres_a_unit(const Model& model) {
  return std::cbrt(std::abs(double(glm::determinant(mat3(model.to_display)))));
}

std::string length_unit(double metres) {
  constexpr struct {
    double metres;
    const char* name;
  } kUnits[] = {{1.0, "metres"},       {0.01, "centimetres"}, {0.001, "millimetres"},
                {0.1, "decimetres"},   {0.0254, "inches"},    {0.3048, "feet"},
                {1000.0, "kilometres"}};
  for (const auto& unit : kUnits) {
    if (std::abs(metres / unit.metres - 1.0) < 1e-3) return unit.name;
  }
  char text[48];
  std::snprintf(text, sizeof text, "units of %.3g m", metres);
  return text;
}

std::size_t vertex_count(const Model& model) {
  std::size_t n = 0;
  for (const Mesh& mesh : model.meshes) n += mesh.position.size();
  return n;
}

std::size_t triangle_count(const Model& model) {
  std::size_t n = 0;
  for (const Mesh& mesh : model.meshes) n += mesh.triangle.size() / 3;
  return n;
}

std::size_t joint_count(const JointFlags& flags) {
  const auto& is_joint = flags.is_joint;
  return is_joint.size() - static_cast<std::size_t>(std::ranges::count(is_joint, 0));
}

void derive_bind_pose(Model& model) {
  const Skeleton& skeleton = model.skeleton;
  const std::size_t joints = skeleton.parent.size();
  const std::vector<BindSource> source = choose_sources(model);
  model.bind_local.assign(joints, mat4(1.0f));
  model.has_bind.assign(joints, 0);
  // `world` holds what forward kinematics makes of the rounded locals, and each joint is solved
  // against that: rounding then does not add up along a chain.
  std::vector<mat4> world(joints);
  for (std::size_t j = 0; j < joints; ++j) {
    const int joint = static_cast<int>(j);
    const int p = skeleton.parent[j];
    assert(p < joint);
    const mat4 parent_world = p < 0 ? mat4(1.0f) : world[static_cast<std::size_t>(p)];
    if (source[j].mesh >= 0) {
      model.has_bind[j] = 1;
      const mat4& bind = bind_of(model, source[j]);
      model.bind_local[j] = p < 0 || !is_invertible(parent_world)
                                ? bind
                                : mat4(glm::inverse(dmat4(parent_world)) * dmat4(bind));
    } else {
      model.bind_local[j] = skeleton.rest_local[j];
    }
    forward_kinematics(skeleton.parent, model.bind_local, {joint, joint + 1}, world);
  }
  report_disagreements(model, source);
}

void derive_weight_flags(Model& model) {
  auto& flags = model.skeleton.file_flags.has_weight;
  flags.assign(model.skeleton.parent.size(), 0);
  for (const Mesh& mesh : model.meshes) {
    const auto& [in, skin] = mesh.file_binding;
    if (!skin.skinned) continue;
    std::vector<std::uint8_t> used(skin.joint.size(), 0);
    for (std::size_t i = 0; i < in.slot.size(); ++i) {
      used[in.slot[i]] |= static_cast<std::uint8_t>(in.weight[i] > 0.0f);
    }
    for (std::size_t s = 0; s < used.size(); ++s) {
      if (used[s] != 0) flags[static_cast<std::size_t>(skin.joint[s])] = 1;
    }
  }
}

}  // namespace bindpose
