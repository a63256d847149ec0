// Rigs whose bind pose is its own mirror image in any plane, while the axes of their joints are
// not.
#pragma once

#include <string>
#include <vector>

#include "rig/fixtures.h"
#include "rig/kinematics.h"
#include "rig/pose/mirror.h"

namespace bindpose::test {

struct MirroredRig {
  MirrorPlane plane;
  std::vector<std::string> name;
  std::vector<int> parent, subtree_end, opposite;
  std::vector<mat4> bind, bind_local;

  PairInput input() const { return {name, parent, subtree_end, bind, {}, vec3(plane.normal)}; }
  vec3 reflected(const vec3& x) const { return vec3(plane.reflected(glm::dvec3(x))); }
  dmat4 reflection() const {
    dmat4 s(plane.reflection());
    s[3] = dvec4(2.0 * plane.offset * plane.normal, 1.0);
    return s;
  }
};

// Hips, spine and head; an arm and a leg of three joints on each side. `sides`: what is put behind
// the names of the left and the right, so that empty ones say nothing.
inline MirroredRig mirrored_rig(unsigned seed, const std::string& left, const std::string& right,
                                bool upright = false) {
  Random random(seed);
  MirroredRig rig;
  rig.plane.normal = upright ? dvec3(1, 0, 0) : dvec3(random.rotation() * vec3(1, 0, 0));
  rig.plane.normal = glm::normalize(rig.plane.normal);
  rig.plane.offset = upright ? 0.0 : double(random.number(-2, 2));
  const auto add = [&](const std::string& name, int parent, const vec3& at) {
    mat4 frame = glm::mat4_cast(random.rotation());
    frame[3] = vec4(at, 1.0f);
    rig.name.push_back(name);
    rig.parent.push_back(parent);
    rig.bind.push_back(frame);
    return static_cast<int>(rig.parent.size()) - 1;
  };
  const auto middle = [&] {
    const vec3 p = random.point(1.0f);
    return 0.5f * (p + rig.reflected(p));
  };
  const int hips = add("hips", -1, middle());
  const int spine = add("spine", hips, middle());
  const auto limb = [&](const std::string& name, int below) {
    std::vector<vec3> places;
    for (int k = 0; k < 3; ++k)
      places.push_back(middle() + random.number(0.2f, 1.0f) * vec3(rig.plane.normal));
    for (const bool is_left : {true, false}) {
      int parent = below;
      for (std::size_t k = 0; k < 3; ++k) {
        const std::string own = left.empty() ? "j" + std::to_string(rig.parent.size())
                                             : name + std::to_string(k) + (is_left ? left : right);
        parent = add(own, parent, is_left ? places[k] : rig.reflected(places[k]));
      }
    }
  };
  limb("arm", spine);
  add("head", spine, middle());
  limb("leg", hips);
  rig.opposite = {0, 1, 5, 6, 7, 2, 3, 4, 8, 12, 13, 14, 9, 10, 11};
  const int count = static_cast<int>(rig.parent.size());
  for (int j = 0; j < count; ++j) {
    int end = j + 1;
    const auto below = [&](int k) {
      for (; k > j; k = rig.parent[static_cast<std::size_t>(k)]) {
      }
      return k == j;
    };
    while (end < count && below(end)) ++end;
    rig.subtree_end.push_back(end);
  }
  rig.bind_local.resize(rig.bind.size());
  locals_from_bind(rig.parent, rig.bind, rig.bind_local);
  return rig;
}

}  // namespace bindpose::test
