#include "io/fbx/display.h"

#include <cmath>
#include <cstdint>

#include "io/assimp/display.h"

namespace bindpose {
namespace {

// The property's type changed between Assimp's versions.
double real(const aiMetadata& data, const char* key, double otherwise) {
  float single = 0.0f;
  if (data.Get(key, single)) return static_cast<double>(single);
  double wide = 0.0;
  return data.Get(key, wide) ? wide : otherwise;
}

vec3 axis(const aiMetadata& data, const char* index_key, const char* sign_key, int otherwise) {
  std::int32_t index = otherwise;
  std::int32_t sign = 1;
  data.Get(index_key, index);
  data.Get(sign_key, sign);
  vec3 out(0.0f);
  out[index >= 0 && index < 3 ? index : otherwise] = sign < 0 ? -1.0f : 1.0f;
  return out;
}

// Rows: the file's right, up and front axis.
mat3 fbx_turn(const aiMetadata& data) {
  const vec3 up = axis(data, "UpAxis", "UpAxisSign", 1);
  vec3 front = axis(data, "FrontAxis", "FrontAxisSign", 2);
  if (std::abs(glm::dot(up, front)) > 0.5f) front = vec3(up.z, up.x, up.y);
  // Right from the other two, not from the file: a mirrored scene would show left hands as right.
  const vec3 right = glm::cross(up, front);
  return glm::transpose(mat3(right, up, front));
}

}  // namespace

mat4 fbx_display(const aiMetadata& settings) {
  constexpr double kCentimetre = 0.01;
  const double metres = real(settings, "UnitScaleFactor", 1.0) * kCentimetre;
  return display_scale(metres) * mat4(fbx_turn(settings));
}

}  // namespace bindpose
