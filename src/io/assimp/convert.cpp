#include "io/assimp/convert.h"

#include <cmath>

namespace bindpose {

mat4 to_glm(const aiMatrix4x4& m) {
  return {vec4(m.a1, m.b1, m.c1, m.d1), vec4(m.a2, m.b2, m.c2, m.d2), vec4(m.a3, m.b3, m.c3, m.d3),
          vec4(m.a4, m.b4, m.c4, m.d4)};
}

quat to_glm(const aiQuaternion& q) {
  const float length = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  if (!std::isfinite(length) || length < 1e-12f) return {1.0f, 0.0f, 0.0f, 0.0f};
  return {q.w / length, q.x / length, q.y / length, q.z / length};
}

}  // namespace bindpose
