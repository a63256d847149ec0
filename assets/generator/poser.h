// Poses of a character by the names of its joints.
#pragma once

#include <string>

#include "character.h"

namespace bindpose::gen {

// Turns joints of a pose, which usually starts as the rest pose.
class Poser {
 public:
  Poser(const Character& c, std::vector<Transform>& local) : c_(c), local_(local) {}

  void own(const std::string& joint, const vec3& degrees) {
    turn(local_, find(c_, joint), degrees);
  }
  void world(const std::string& joint, const vec3& axis, float degrees) {
    turn_world(c_, local_, find(c_, joint), axis, degrees);
  }
  // The same movement on both sides, mirrored.
  void both(const std::string& joint, const vec3& degrees) {
    own(joint + ".L", degrees);
    own(joint + ".R", degrees * vec3(1.0f, -1.0f, -1.0f));
  }
  void both_world(const std::string& joint, const vec3& axis, float degrees) {
    world(joint + ".L", axis, degrees);
    world(joint + ".R", vec3(-axis.x, axis.y, axis.z), -degrees);
  }
  void move(const std::string& joint, const vec3& by) {
    local_[static_cast<std::size_t>(find(c_, joint))].t += by;
  }
  void grow(const std::string& joint, const vec3& by) {
    local_[static_cast<std::size_t>(find(c_, joint))].s *= by;
  }

  // Where a joint is, and how it is turned, in the world of this pose; scales are left out.
  vec3 place(const std::string& joint) const;
  quat facing(const std::string& joint) const;
  // Turns a joint so that it faces so in the world.
  void face(const std::string& joint, const quat& world);

  // A limb of two bones: bends `lower` in the plane that it is bent in and swings `upper`, so that
  // `end` comes to lie at the target, or as near as the limb is long.
  void reach(const std::string& upper, const std::string& lower, const std::string& end,
             const vec3& target);

 private:
  void turn_in_world(const std::string& joint, const quat& by);

  const Character& c_;
  std::vector<Transform>& local_;
};

}  // namespace bindpose::gen
