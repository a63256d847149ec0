// GLM as this project uses it: column vectors, right-handed, radians, quaternions (w, x, y, z).
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

namespace bindpose {

using glm::mat3;
using glm::mat4;
using glm::quat;
using glm::vec2;
using glm::vec3;
using glm::vec4;

}  // namespace bindpose
