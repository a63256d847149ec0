#include "io/assimp/display.h"

#include <cmath>

#include "io/import_report.h"
#include "math/transform.h"

namespace bindpose {
namespace {

constexpr double kLeastScale = 1e-9;
constexpr double kMaxScale = 1e9;

double sane(double metres) {
  return std::isfinite(metres) && metres >= kLeastScale && metres <= kMaxScale ? metres : 1.0;
}

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

mat4 uniform_scale(double factor) {
  mat4 out(static_cast<float>(factor));
  out[3][3] = 1.0f;
  return out;
}

}  // namespace

void set_display(const aiScene& scene, const ModelFile& file, const FileTree& tree, Model& model) {
  model.to_display = tree.display;
  switch (file.format) {
    case FileFormat::Fbx: {
      if (scene.mMetaData == nullptr) break;
      constexpr double kCentimetre = 0.01;
      const double metres = sane(real(*scene.mMetaData, "UnitScaleFactor", 1.0) * kCentimetre);
      model.to_display = uniform_scale(metres) * mat4(fbx_turn(*scene.mMetaData));
      break;
    }
    case FileFormat::Collada:
    case FileFormat::Gltf:
    case FileFormat::Glb:
      break;
    default:
      report(model, Severity::Info, "file",
             "It says nothing about units; one unit is taken for a metre.");
  }
  if (file.format == FileFormat::Collada && tree.display == mat4(1.0f)) {
    // Assimp versions differ on whether they scale the root.
    model.to_display = uniform_scale(sane(collada_metres(file.text())));
  }
  if (!is_finite(model.to_display) || !is_invertible(model.to_display)) {
    model.to_display = mat4(1.0f);
  }
}

}  // namespace bindpose
