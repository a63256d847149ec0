// Mirrored poses against their closed form: the reflection in the world.
#include "rig/pose/mirror.h"

#include "rig/mirrored_rig.h"

namespace bindpose::test {
namespace {

// W_j of the pose whose D_j these are.
std::vector<mat4> posed(const MirroredRig& rig, const std::vector<dmat4>& deviation) {
  std::vector<mat4> local, world(rig.bind.size());
  for (std::size_t j = 0; j < rig.bind.size(); ++j)
    local.push_back(mat4(dmat4(rig.bind_local[j]) * deviation[j]));
  bind_from_locals(rig.parent, local, world);
  return world;
}

std::vector<dmat4> mirrored_pose(const RigMirror& mirror, const std::vector<dmat4>& deviation) {
  std::vector<dmat4> out = deviation;
  for (std::size_t j = 0; j < deviation.size(); ++j)
    out[static_cast<std::size_t>(mirror.pairs.partner[j])] =
        mirrored(mirror, static_cast<int>(j), deviation[j]);
  return out;
}

// Turns, moves and scales, whatever the axes of the joints are, in any plane.
TEST(Mirror, IsTheReflectionInTheWorld) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const MirroredRig rig = mirrored_rig(seed, ".L", ".R");
    const RigMirror mirror = rig_mirror(rig.input());
    Random random(100 + seed);
    std::vector<dmat4> pose;
    for (std::size_t j = 0; j < rig.bind.size(); ++j) {
      const vec3 s(random.number(0.8f, 1.2f), random.number(0.8f, 1.2f), random.number(0.8f, 1.2f));
      pose.push_back(dmat4(to_matrix({random.point(0.2f), random.rotation(), s})));
    }
    const std::vector<dmat4> other = mirrored_pose(mirror, pose);
    const std::vector<mat4> before = posed(rig, pose), after = posed(rig, other);
    const dmat4 s = rig.reflection();
    for (std::size_t j = 0; j < rig.bind.size(); ++j) {
      const auto p = static_cast<std::size_t>(rig.opposite[j]);
      expect_near(vec3(after[p][3]), dvec3(s * dvec4(before[j][3])), 1e-5);
      // What a vertex sees: T'_p = S T_j S.
      const dmat4 t = dmat4(before[j]) * glm::inverse(dmat4(rig.bind[j]));
      const dmat4 t_after = dmat4(after[p]) * glm::inverse(dmat4(rig.bind[p]));
      EXPECT_LE(difference(t_after, s * t * s), 1e-5 * std::max(1.0, largest_entry(t)));
    }
    const std::vector<dmat4> twice = mirrored_pose(mirror, other);
    for (std::size_t j = 0; j < pose.size(); ++j) EXPECT_LE(difference(twice[j], pose[j]), 1e-6);
  }
}

// In a rig that is not quite even, a turn stays a turn about the joint's own origin.
TEST(Mirror, KeepsJointsInTheirPlacesWhereTheRigIsUneven) {
  MirroredRig rig = mirrored_rig(3, ".L", ".R");
  rig.bind[3][3] += vec4(0.05f, 0.02f, 0.0f, 0.0f);
  const RigMirror mirror = rig_mirror(rig.input());
  Random random(1);
  const dmat4 turn = dmat4(glm::mat4_cast(random.rotation()));
  const dmat4 other = mirrored(mirror, 3, turn);
  EXPECT_LE(difference(dmat4(dmat3(other)), other), 1e-12) << "no shift";
  EXPECT_LE(difference(dmat4(glm::transpose(dmat3(other)) * dmat3(other)), dmat4(1.0)), 1e-6);
}

TEST(Mirror, JointsThatCannotBeInvertedHaveNoPartner) {
  MirroredRig rig = mirrored_rig(2, ".L", ".R");
  for (int c = 0; c < 3; ++c) rig.bind[4][c] = vec4(0.0f);
  const RigMirror mirror = rig_mirror(rig.input());
  EXPECT_EQ(mirror.pairs.partner[4], kNoPartner);
  EXPECT_EQ(mirror.pairs.partner[7], kNoPartner);
  EXPECT_EQ(mirror.pairs.partner[3], 6);
}

}  // namespace
}  // namespace bindpose::test
