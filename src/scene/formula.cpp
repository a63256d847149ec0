#include "scene/formula.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "math/numbers.h"
#include "math/transform.h"
#include "rig/kinematics.h"

namespace bindpose {
namespace {

// From the root to the joint.
std::vector<int> path_to(const Skeleton& skeleton, int joint) {
  std::vector<int> path;
  for (int j = joint; j >= 0; j = skeleton.parent[idx(j)]) path.push_back(j);
  std::reverse(path.begin(), path.end());
  return path;
}

// At most `decimals`, without zeros at the end and without "-0".
std::string brief(float x, int decimals) {
  if (!std::isfinite(x)) return std::isnan(x) ? "nan" : x < 0.0f ? "-inf" : "inf";
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, static_cast<double>(x));
  std::string s(text);
  if (s.find('.') != std::string::npos) {
    s.erase(s.find_last_not_of('0') + 1);
    if (s.back() == '.') s.pop_back();
  }
  return s == "-0" ? "0" : s;
}

std::string brief(const vec3& v, int decimals) {
  return "(" + brief(v.x, decimals) + ", " + brief(v.y, decimals) + ", " + brief(v.z, decimals) +
         ")";
}

// ", the x axis" where it is one of the three, else nothing.
std::string axis_name(const vec3& axis) {
  constexpr std::array<const char*, 3> kNames{"x", "y", "z"};
  for (int i = 0; i < 3; ++i) {
    if (std::abs(axis[i]) > 0.9999f) {
      return std::string(", the ") + (axis[i] < 0.0f ? "negative " : "") + kNames[idx(i)] + " axis";
    }
  }
  return {};
}

constexpr const char* kNoScale = "Does not scale.";

std::string scale_in_words(const vec3& s) {
  constexpr float kEqual = 5e-4f;
  const vec3 size = glm::abs(s);
  const bool uniform = glm::length(size - vec3(size.x)) < kEqual * size.x;
  const std::string mirror = s.x < 0.0f ? "Mirrors, and " : "";
  if (uniform && std::abs(size.x - 1.0f) < kEqual) {
    return s.x < 0.0f ? "Mirrors; keeps sizes." : kNoScale;
  }
  const std::string by = uniform ? brief(size.x, 4) : brief(size, 4) + " along its axes";
  return (mirror.empty() ? "Scales by " : mirror + "scales by ") + by + ".";
}

}  // namespace

JointFactors joint_factors(const Scene& scene, const PosedScene& posed, int joint) {
  const std::size_t j = idx(joint);
  const int parent = scene.model->skeleton.parent[j];
  return {joint,
          parent,
          parent < 0 ? mat4(1.0f) : posed.world[idx(parent)],
          posed.base_local[j],
          scene.pose.user_local[j],
          posed.world[j]};
}

std::optional<mat4> world_increment(const JointFactors& joint) {
  const mat4 frame = mul_affine(joint.parent_world, joint.base_local);
  if (!is_invertible(frame)) return std::nullopt;
  return mul_affine(mul_affine(frame, joint.user_local), inverse_affine(frame));
}

std::vector<JointFactors> chain_to(const Scene& scene, const PosedScene& posed, int joint) {
  std::vector<JointFactors> chain;
  for (const int k : path_to(scene.model->skeleton, joint)) {
    chain.push_back(joint_factors(scene, posed, k));
  }
  return chain;
}

SkinFactors skin_factors(const Scene& scene, const PosedScene& posed, int mesh, int slot) {
  const Skin& skin = binding_of(scene, idx(mesh)).skin;
  const std::size_t s = idx(slot);
  return {mesh,
          slot,
          posed.world[idx(skin.joint[s])],
          skin.bind[s],
          skin.inverse_bind[s],
          posed.palette[idx(mesh)][s]};
}

std::vector<int> meshes_of_joint(const Scene& scene, int joint) {
  std::vector<int> meshes;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    if (find_slot(binding_of(scene, m).skin, joint) >= 0) meshes.push_back(static_cast<int>(m));
  }
  return meshes;
}

RigidFactors rigid_factors(const Scene& scene, const PosedScene& posed, int joint) {
  const Model& model = *scene.model;
  const JointFactors f = joint_factors(scene, posed, joint);
  const mat4 bind = bind_from_locals(model.skeleton.parent, model.bind_local, joint);
  const mat4 parent_bind = bind_from_locals(model.skeleton.parent, model.bind_local, f.parent);
  const mat4 skin = mul_affine(f.world, inverse_affine(bind));
  const mat4 up = mul_affine(f.parent_world, inverse_affine(parent_bind));
  RigidFactors r;
  r.parent = rigid_part(up);
  r.bone = rigid_part(skin);
  r.relative = glm::normalize(glm::conjugate(r.parent.q) * r.bone.q);
  r.center = vec3(bind[3]);
  r.stretch = std::max(rotation_defect(mat3(skin)), rotation_defect(mat3(up)));
  r.gap = glm::length(vec3(up * bind[3]) - vec3(skin * bind[3]));
  r.reach = std::max({glm::length(r.center), glm::length(r.center - vec3(parent_bind[3])),
                      glm::length(vec3(up * bind[3]))});
  return r;
}

AxisAngle axis_angle(const quat& q) {
  glm::dquat d = glm::normalize(glm::dquat(q));
  if (d.w < 0.0) d = -d;
  const glm::dvec3 v(d.x, d.y, d.z);
  const double sine = glm::length(v);
  // Below float rounding the axis is noise.
  if (!(sine > 1e-7)) return {};
  return {vec3(v / sine), static_cast<float>(glm::degrees(2.0 * std::atan2(sine, d.w)))};
}

MatrixParts parts_of(const mat4& m) {
  const Transform t = decompose(m);
  const AxisAngle turn = axis_angle(t.q);
  MatrixParts parts{t.t, turn.axis, turn.degrees, t.s, !(recompose_error(m) < 1e-3f), {}};
  const Screw screw = screw_of(m);
  if (rotation_defect(mat3(m)) < kRigidStretch && screw.angle > 0.0) parts.screw = screw;
  return parts;
}

std::vector<std::string> in_words(const MatrixParts& p) {
  std::vector<std::string> words;
  const std::string by = brief(p.translation, 3), angle = brief(p.degrees, 1);
  const bool stays = by == "(0, 0, 0)";
  if (angle == "0" && scale_in_words(p.scale) == kNoScale && !p.sheared) {
    words.push_back(stays ? "Does not move." : "Moves by " + by + ".");
  } else {
    words.push_back(stays ? "Leaves the origin." : "Sends the origin to " + by + ".");
  }
  words.push_back(angle == "0" ? "Does not turn."
                               : "Turns " + angle + "\xC2\xB0 about " + brief(p.axis, 2) +
                                     axis_name(p.axis) + ".");
  words.push_back(scale_in_words(p.scale));
  if (p.screw && angle != "0") {
    const std::string slide = brief(static_cast<float>(p.screw->slide), 3);
    words.push_back("In one: about the line through " + brief(vec3(p.screw->center), 3) +
                    (slide == "0" ? "." : ", and " + slide + " along it."));
  }
  if (p.sheared) words.push_back("Shears as well: these three do not say it all.");
  return words;
}

std::string list_text(std::span<const float> numbers) {
  std::string text = "[";
  char digits[32];
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto end = std::to_chars(digits, digits + sizeof digits, numbers[i]).ptr;
    std::string number(digits, end);
    if (number.find_first_of(".enia") == std::string::npos) number += ".0";
    text += (i > 0 ? ", " : "") + number;
  }
  return text + "]";
}

std::string rows_text(const mat4& m) {
  std::string text;
  const mat4 rows = glm::transpose(m);
  for (int r = 0; r < 4; ++r) {
    text += (r == 0 ? "[" : " ") + list_text({&rows[r][0], 4}) + (r == 3 ? "]\n" : ",\n");
  }
  return text;
}

}  // namespace bindpose
