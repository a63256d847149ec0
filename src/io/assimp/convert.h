// Assimp's types as ours, and the numbers of a file made safe.
#pragma once

#include <assimp/matrix4x4.h>
#include <assimp/quaternion.h>
#include <assimp/types.h>

#include <string>
#include <string_view>

#include "io/text/clean_text.h"
#include "math/srgb.h"
#include "math/types.h"

namespace bindpose {

// Row-major Assimp to column-major GLM.
mat4 to_glm(const aiMatrix4x4& m);
inline vec3 to_glm(const aiVector3D& v) {
  return {v.x, v.y, v.z};
}
// Unit length; the identity where the file's quaternion is zero or not finite.
quat to_glm(const aiQuaternion& q);

inline std::string_view view(const aiString& s) {
  return {s.data, s.length};
}
// A name of the file as text that can be shown.
inline std::string text_of(const aiString& s) {
  return clean_text({s.data, s.length});
}

}  // namespace bindpose
