#include "poser.h"

#include <algorithm>
#include <cmath>

namespace bindpose::gen {
namespace {

// The turn by the smallest angle that takes one direction to another.
quat arc(const vec3& from, const vec3& to) {
  const vec3 a = glm::normalize(from), b = glm::normalize(to);
  const vec3 axis = glm::cross(a, b);
  return glm::normalize(quat(1.0f + glm::dot(a, b), axis.x, axis.y, axis.z));
}

}  // namespace

vec3 Poser::place(const std::string& joint) const {
  return vec3(world_matrices(c_, local_)[static_cast<std::size_t>(find(c_, joint))][3]);
}

quat Poser::facing(const std::string& joint) const {
  quat q(1.0f, 0.0f, 0.0f, 0.0f);
  for (int j = find(c_, joint); j >= 0; j = c_.joint[static_cast<std::size_t>(j)].parent) {
    q = local_[static_cast<std::size_t>(j)].q * q;
  }
  return glm::normalize(q);
}

void Poser::face(const std::string& joint, const quat& world) {
  turn_in_world(joint, world * glm::inverse(facing(joint)));
}

void Poser::turn_in_world(const std::string& joint, const quat& by) {
  const quat now = facing(joint);
  Transform& x = local_[static_cast<std::size_t>(find(c_, joint))];
  x.q = glm::normalize(x.q * (glm::inverse(now) * by * now));
}

void Poser::reach(const std::string& upper, const std::string& lower, const std::string& end,
                  const vec3& target) {
  const vec3 a = place(upper), b = place(lower), c = place(end);
  const float near = glm::length(a - b), far = glm::length(c - b);
  const float wanted =
      std::clamp(glm::length(target - a), 1.02f * std::abs(near - far), 0.9995f * (near + far));
  const auto angle = [](float cosine) { return std::acos(std::clamp(cosine, -1.0f, 1.0f)); };
  const float is = angle(glm::dot(a - b, c - b) / (near * far));
  const float should = angle((near * near + far * far - wanted * wanted) / (2.0f * near * far));
  const vec3 hinge = glm::normalize(glm::cross(a - b, c - b));
  turn_in_world(lower, glm::angleAxis(should - is, hinge));
  turn_in_world(upper, arc(place(end) - a, target - a));
}

}  // namespace bindpose::gen
