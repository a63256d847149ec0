#include "io/fbx/display.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>

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

constexpr std::string_view kFbxUnit = "UnitScaleFactor";

// The last one counts.
const FbxProperty* fbx_unit_value(const FbxTree& tree) {
  constexpr std::uint32_t kValueAt = 4;  // behind name, type, label and flags
  const FbxProperty* out = nullptr;
  const std::uint32_t settings = fbx_child(tree, 0, "GlobalSettings");
  const std::uint32_t list = settings > 0 ? fbx_child(tree, settings, "Properties70") : 0;
  if (list == 0) return nullptr;
  for (std::uint32_t n = list + 1; n < tree.node[list].end; n = tree.node[n].end) {
    if (fbx_text(tree.get(n, 0)) == kFbxUnit) out = tree.get(n, kValueAt);
  }
  return out;
}

// 1 in as many bytes.
bool write_one(const FbxProperty& property, ModelFile& file) {
  const auto write = [&](const auto& value) {
    auto* to = file.bytes.data() + (property.data.data() - file.text().data());
    std::memcpy(to, &value, sizeof value);
    return true;
  };
  if (property.swapped || property.data.empty()) return false;
  switch (property.type) {
    case 'D':
      return write(1.0);
    case 'F':
      return write(1.0f);
    case 'I':
      return write(std::int32_t{1});
    case 'L':
      return write(std::int64_t{1});
    case 'N': {
      std::string text(property.data.size(), ' ');
      text[0] = '1';
      std::copy(text.begin(), text.end(),
                file.bytes.begin() + (property.data.data() - file.text().data()));
      return true;
    }
    default:
      return false;
  }
}

}  // namespace

std::optional<double> mend_fbx_unit(const FbxTree& tree, ModelFile& file) {
  const FbxProperty* property = fbx_unit_value(tree);
  if (property == nullptr) return {};
  const std::optional<double> unit = fbx_real(property);
  if (!unit || (std::isfinite(*unit) && *unit > 0.0)) return {};
  if (!write_one(*property, file)) return {};
  return unit;
}

mat4 fbx_display(const aiMetadata& settings) {
  constexpr double kCentimetre = 0.01;
  const double metres = real(settings, "UnitScaleFactor", 1.0) * kCentimetre;
  return display_scale(metres) * mat4(fbx_turn(settings));
}

}  // namespace bindpose
