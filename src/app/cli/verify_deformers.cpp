#include "app/cli/verify_worst.h"
#include "math/transform.h"

namespace bindpose::app {
namespace {

using glm::dmat3;
using glm::dmat4;
using glm::dquat;
using glm::dvec3;

struct Vertex {
  dvec3 position, normal;
};

dvec3 moved_normal(const dmat3& m, const dvec3& n) {
  // The cofactor matrix, det * inverse transpose: a mirror turns winding and normal alike.
  const dvec3 out = glm::transpose(glm::inverse(m)) * n * glm::sign(glm::determinant(m));
  const double length = glm::length(out);
  return length > 1e-12 ? out / length : dvec3(0.0);
}

// A joint's rotation, translation and stretch: the polar factor by Newton's iteration (N. Higham
// 1986), which src/rig does not use.
struct Joint {
  dquat real{1, 0, 0, 0}, dual{0, 0, 0, 0};
  dmat3 stretch{1.0};
  dvec3 center{0.0};
};

// False where a joint flattens (no unique rotation) or mirrors (where the mirror goes is a choice).
bool split(const mat4& t, const dvec3& center, Joint& out) {
  const dmat3 m{mat3(t)};
  if (!(glm::determinant(m) > 1e-9)) return false;
  dmat3 r = m;
  for (int i = 0; i < 60; ++i) r = 0.5 * (r + glm::inverse(glm::transpose(r)));
  out.real = glm::normalize(glm::quat_cast(r));
  out.stretch = glm::transpose(r) * m;
  out.center = center;
  const dvec3 shift = dvec3(t[3]) + m * center - r * center;
  out.dual = dquat(0.0, 0.5 * shift) * out.real;
  return true;
}

Vertex dual_quaternion(const BoundMesh& bound, const std::vector<Joint>& joints,
                       std::span<const mat4> palette, std::size_t i, const Vertex& v) {
  const Influences& in = bound.influences;
  dquat real(0, 0, 0, 0), dual = real;
  dmat3 stretch(0.0);
  dvec3 p(0.0);
  dmat4 linear(0.0);
  for (auto k = in.offset[i]; k < in.offset[i + 1]; ++k) {
    const Joint& j = joints[in.slot[k]];
    const double w = static_cast<double>(in.weight[k]);
    const double s = glm::dot(j.real, joints[in.slot[in.offset[i]]].real) < 0.0 ? -w : w;
    real += s * j.real;
    dual += s * j.dual;
    stretch += w * j.stretch;
    p += w * (j.center + j.stretch * (v.position - j.center));
    linear += w * dmat4(palette[in.slot[k]]);
  }
  const double length = glm::length(real);
  real /= length;
  dual /= length;
  const dquat t = 2.0 * dual * glm::conjugate(real);
  const dvec3 moved = real * p + dvec3(t.x, t.y, t.z);
  const std::vector<float>& parts = bound.mesh.dq_blend_weight;
  const double part = parts.empty() ? 1.0 : static_cast<double>(parts[i]);
  const dvec3 straight(linear * glm::dvec4(v.position, 1.0));
  const dmat3 matrix = part * glm::mat3_cast(real) * stretch + (1.0 - part) * dmat3(linear);
  return {part * moved + (1.0 - part) * straight, moved_normal(matrix, v.normal)};
}

Vertex by_matrix(const mat4& t, const Vertex& v) {
  const dmat4 m(t);
  return {dvec3(m * glm::dvec4(v.position, 1.0)), moved_normal(dmat3(m), v.normal)};
}

struct Comparison {
  Worst points, normals;
};

template <typename F>
void compare(const Scene& scene, const PosedScene& posed, std::size_t m, Deformer method,
             double size, Comparison& out, F&& expected) {
  const auto& [mesh, in, skin] = bound_mesh(scene, m);
  const Shaped shaped = shaped_points(mesh, posed);
  std::vector<vec3> position, normal;
  skin_mesh(scene, posed, static_cast<int>(m), method, position, &normal);
  for (std::size_t i = 0; i < position.size(); ++i) {
    const Vertex from{shaped.position[i], shaped.normal[i]};
    const bool weighted = in.offset[i] != in.offset[i + 1];
    const Vertex v = weighted ? expected(i, from) : by_matrix(posed.node_matrix[m], from);
    const std::string place = "vertex " + std::to_string(i) + " of mesh " + mesh.name;
    out.points.add(glm::length(v.position - dvec3(position[i])) / size, place);
    const bool known = glm::length(v.normal) > 0.5 && glm::length(normal[i]) > 0.5f;
    if (known) out.normals.add(glm::length(v.normal - dvec3(normal[i])), place);
  }
}

std::vector<Joint> split_all(const Skin& skin, std::span<const mat4> palette) {
  std::vector<Joint> joints(palette.size());
  for (std::size_t s = 0; s < palette.size(); ++s) {
    if (!split(palette[s], dvec3(skin.bind[s][3]), joints[s])) return {};
  }
  return joints;
}

}  // namespace

std::vector<Check> check_other_deformers(const Scene& scene, const PosedScene& posed, double size) {
  Comparison rigid, dual;
  std::vector<Check> skipped;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    const BoundMesh bound = bound_mesh(scene, m);
    const Influences& in = bound.influences;
    const std::span<const mat4> palette = posed.palette[m];
    compare(scene, posed, m, Deformer::Rigid, size, rigid, [&](std::size_t i, const Vertex& v) {
      return by_matrix(palette[in.slot[in.offset[i]]], v);
    });
    const std::vector<Joint> joints = split_all(bound.skin, palette);
    if (joints.empty() && !palette.empty()) {
      skipped.push_back(
          skip("dual quaternions, in double",
               "mesh " + bound.mesh.name + ": a joint mirrors or flattens in this pose"));
      continue;
    }
    compare(scene, posed, m, Deformer::DualQuaternion, size, dual,
            [&](std::size_t i, const Vertex& v) {
              return dual_quaternion(bound, joints, palette, i, v);
            });
  }
  std::vector<Check> checks{
      finish("rigid positions, against the formula in double", rigid.points),
      finish("rigid normals, against the inverse transpose in double", rigid.normals),
      finish("dual-quaternion positions, against quaternion products in double", dual.points),
      finish("dual-quaternion normals, against the inverse transpose in double", dual.normals)};
  checks.insert(checks.end(), skipped.begin(), skipped.end());
  return checks;
}

}  // namespace bindpose::app
