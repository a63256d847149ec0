#include "app/cli/verify_worst.h"
#include "math/transform.h"
#include "scene/deform/deformer_data.h"

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
                       std::span<const mat4> palette, std::size_t i, const Vertex& v,
                       double mix = 1.0) {
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
  const double part = mix * (parts.empty() ? 1.0 : static_cast<double>(parts[i]));
  const dvec3 straight(linear * glm::dvec4(v.position, 1.0));
  const dmat3 matrix = part * glm::mat3_cast(real) * stretch + (1.0 - part) * dmat3(linear);
  return {part * moved + (1.0 - part) * straight, moved_normal(matrix, v.normal)};
}

Vertex by_matrix(const mat4& t, const Vertex& v) {
  const dmat4 m(t);
  return {dvec3(m * glm::dvec4(v.position, 1.0)), moved_normal(dmat3(m), v.normal)};
}

dvec3 stretched(const Joint& j, const dvec3& p) {
  return j.center + j.stretch * (p - j.center);
}

// R (v - p) + sum_j w_ij T_j p, the turn R as a sum of quaternions.
Vertex about_center(const BoundMesh& bound, const std::vector<Joint>& joints,
                    std::span<const mat4> palette, const vec4& center, std::size_t i,
                    const Vertex& v) {
  const Influences& in = bound.influences;
  dmat4 linear(0.0);
  dquat turn(0, 0, 0, 0);
  dmat3 stretch(0.0);
  for (auto k = in.offset[i]; k < in.offset[i + 1]; ++k) {
    const Joint& j = joints[in.slot[k]];
    const double w = static_cast<double>(in.weight[k]);
    turn += (glm::dot(j.real, joints[in.slot[in.offset[i]]].real) < 0.0 ? -w : w) * j.real;
    stretch += w * j.stretch;
    linear += w * dmat4(palette[in.slot[k]]);
  }
  if (center.w == 0.0f)
    return {dvec3(linear * glm::dvec4(v.position, 1.0)), moved_normal(dmat3(linear), v.normal)};
  const dvec3 p{vec3(center)};
  const dmat3 around = glm::mat3_cast(glm::normalize(turn)) * stretch;
  return {around * (v.position - p) + dvec3(linear * glm::dvec4(p, 1.0)),
          moved_normal(around, v.normal)};
}

dmat4 exponential(const dmat4& screw) {
  constexpr int kHalvings = 8, kTerms = 12;  // of a turn by at most pi: to rounding
  const dmat4 small = screw / double(1 << kHalvings);
  dmat4 sum(1.0), term(1.0);
  for (int n = 1; n <= kTerms; ++n) {
    term = term * small / double(n);
    sum += term;
  }
  for (int n = 0; n < kHalvings; ++n) sum = sum * sum;
  return sum;
}

// Its translation's part of the screw is what the exponential's series asks for.
dmat4 logarithm(const Joint& j) {
  const dquat r = j.real.w < 0.0 ? -j.real : j.real, d = j.real.w < 0.0 ? -j.dual : j.dual;
  const dquat shift = 2.0 * d * glm::conjugate(r);
  const double sine = glm::length(dvec3(r.x, r.y, r.z)), angle = 2.0 * std::atan2(sine, r.w);
  const dvec3 a = sine > 1e-14 ? angle / sine * dvec3(r.x, r.y, r.z) : dvec3(0.0);
  const dmat3 cross(0.0, a.z, -a.y, -a.z, 0.0, a.x, a.y, -a.x, 0.0);
  dmat3 way(1.0), term(1.0);  // 1 + [a] / 2! + [a]^2 / 3! + ...
  for (int n = 2; n <= 30; ++n) {
    term = term * cross / double(n);
    way += term;
  }
  dmat4 out(cross);
  out[3] = glm::dvec4(glm::inverse(way) * dvec3(shift.x, shift.y, shift.z), 0.0);
  return out;
}

Vertex by_logarithms(const Influences& in, const std::vector<Joint>& joints,
                     const std::vector<dmat4>& logarithms, std::size_t i, const Vertex& v) {
  dmat4 sum(0.0);
  dmat3 stretch(0.0);
  dvec3 p(0.0);
  for (auto k = in.offset[i]; k < in.offset[i + 1]; ++k) {
    const double w = static_cast<double>(in.weight[k]);
    sum += w * logarithms[in.slot[k]];
    stretch += w * joints[in.slot[k]].stretch;
    p += w * stretched(joints[in.slot[k]], v.position);
  }
  const dmat4 move = exponential(sum);
  return {dvec3(move * glm::dvec4(p, 1.0)), moved_normal(dmat3(move) * stretch, v.normal)};
}

dvec3 nearest_between(const dvec3& a, const dvec3& b, const dvec3& p) {
  const double square = glm::dot(b - a, b - a);
  if (square <= 0.0) return a;
  return a + glm::clamp(glm::dot(p - a, b - a) / square, 0.0, 1.0) * (b - a);
}

// `moved`: by dual quaternions.
Vertex brought_back(const Influences& in, const std::vector<Joint>& joints,
                    std::span<const mat4> palette, const BoneEnds& bone, std::size_t i,
                    const Vertex& v, Vertex moved) {
  if (in.offset[i + 1] - in.offset[i] < 2) return moved;
  dvec3 before(0.0);
  for (auto k = in.offset[i]; k < in.offset[i + 1]; ++k)
    before += static_cast<double>(in.weight[k]) * stretched(joints[in.slot[k]], v.position);
  const std::size_t s = in.slot[in.offset[i]];
  const dvec3 from(bone.from), to(bone.to);
  const dvec3 at = nearest_between(stretched(joints[s], from), stretched(joints[s], to), before);
  const dmat4 t(palette[s]);
  const dvec3 near = nearest_between(dvec3(t * glm::dvec4(from, 1.0)),
                                     dvec3(t * glm::dvec4(to, 1.0)), moved.position);
  const double kept = glm::length(before - at), now = glm::length(moved.position - near);
  if (now > kept) moved.position = near + kept / now * (moved.position - near);
  return moved;
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
  Comparison rigid, dual, mixed, centers, flat, logs;
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
    const DeformerData data =
        deformer_data(scene, m, {Deformer::Mixed, Deformer::Centers, Deformer::BulgeFree});
    compare(scene, posed, m, Deformer::Mixed, size, mixed, [&](std::size_t i, const Vertex& v) {
      return dual_quaternion(bound, joints, palette, i, v, static_cast<double>(data.mix));
    });
    compare(scene, posed, m, Deformer::Centers, size, centers, [&](std::size_t i, const Vertex& v) {
      return about_center(bound, joints, palette, data.center[i], i, v);
    });
    compare(scene, posed, m, Deformer::BulgeFree, size, flat, [&](std::size_t i, const Vertex& v) {
      return brought_back(in, joints, palette, data.bone[in.slot[in.offset[i]]], i, v,
                          dual_quaternion(bound, joints, palette, i, v));
    });
    std::vector<dmat4> logarithms;
    for (const Joint& j : joints) logarithms.push_back(logarithm(j));
    compare(scene, posed, m, Deformer::LogMatrix, size, logs, [&](std::size_t i, const Vertex& v) {
      return by_logarithms(in, joints, logarithms, i, v);
    });
  }
  std::vector<Check> checks{
      finish("rigid positions, against the formula in double", rigid.points),
      finish("rigid normals, against the inverse transpose in double", rigid.normals),
      finish("dual-quaternion positions, against quaternion products in double", dual.points),
      finish("dual-quaternion normals, against the inverse transpose in double", dual.normals),
      finish("mixed positions, against quaternion products and matrices in double", mixed.points),
      finish("mixed normals, against the inverse transpose in double", mixed.normals),
      finish("positions about centres, against the formula in double", centers.points),
      finish("normals about centres, against the inverse transpose in double", centers.normals),
      finish("positions without bulge, against the formula in double", flat.points),
      finish("log-matrix positions, against the series of the exponential in double", logs.points),
      finish("log-matrix normals, against the inverse transpose in double", logs.normals)};
  checks.insert(checks.end(), skipped.begin(), skipped.end());
  return checks;
}

}  // namespace bindpose::app
