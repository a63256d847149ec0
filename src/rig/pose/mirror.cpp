#include "rig/pose/mirror.h"

#include "math/numbers.h"
#include "math/transform.h"

namespace bindpose {

RigMirror rig_mirror(const PairInput& rig) {
  RigMirror out{joint_pairs(rig), {}};
  std::vector<int>& partner = out.pairs.partner;
  out.carry.assign(partner.size(), glm::dmat3(1.0));
  for (std::size_t j = 0; j < partner.size(); ++j) {
    const int p = partner[j];
    if (p == kNoPartner) continue;
    const bool sound =
        out.pairs.has_plane && is_invertible(rig.bind[j]) && is_invertible(rig.bind[idx(p)]);
    if (sound) continue;
    partner[j] = partner[idx(p)] = kNoPartner;
  }
  const glm::dmat3 reflection = out.pairs.plane.reflection();
  for (std::size_t j = 0; j < partner.size(); ++j) {
    if (partner[j] == kNoPartner) continue;
    const glm::dmat3 own(rig.bind[j]), other(rig.bind[idx(partner[j])]);
    out.carry[j] = glm::inverse(other) * reflection * own;
  }
  return out;
}

glm::dmat4 mirrored(const RigMirror& mirror, int joint, const glm::dmat4& deviation) {
  const glm::dmat3& k = mirror.carry[idx(joint)];
  glm::dmat4 out(k * glm::dmat3(deviation) * glm::inverse(k));
  out[3] = glm::dvec4(k * glm::dvec3(deviation[3]), 1.0);
  return out;
}

}  // namespace bindpose
