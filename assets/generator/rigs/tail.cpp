// A tail of five joints, and the ways to break it.
#include <algorithm>
#include <cmath>
#include <utility>

#include "ogre/ogre.h"
#include "rigs/rigs.h"

namespace bindpose::gen::rigs {
namespace {

constexpr int kTailJoints = 5, kTailAround = 12, kTailRings = 26;
constexpr float kTailBone = 0.3f, kTailHeight = 1.5f, kTailRadius = 0.14f, kTailBend = 14.0f;

float joint_height(int j) {
  return kTailBone * static_cast<float>(j);
}

// Two joints pull near where they meet, one elsewhere.
Row tail_row(float y) {
  for (int j = 1; j < kTailJoints; ++j) {
    if (y < joint_height(j) + 0.5f * kTailBone)
      return blend(j - 1, j, joint_height(j), 0.8f * kTailBone, y);
  }
  return {{kTailJoints - 1, 1.0f}};
}

// All five pull everywhere, the nearer the more.
Row wide_row(float y) {
  Row row;
  float sum = 0.0f;
  for (int j = 0; j < kTailJoints; ++j) {
    const float away = (y - joint_height(j) - 0.5f * kTailBone) / kTailBone;
    row.push_back({j, std::exp(-0.35f * away * away)});
    sum += row.back().weight;
  }
  for (Influence& i : row) i.weight /= sum;
  std::ranges::stable_sort(row, std::greater<>{}, &Influence::weight);
  return row;
}

std::vector<Ring> tail_rings() {
  std::vector<Ring> rings;
  for (int k = 0; k <= kTailRings; ++k) {
    const float part = static_cast<float>(k) / static_cast<float>(kTailRings);
    const float round = std::sqrt(std::max(0.0f, 1.0f - std::pow(2.0f * part - 1.0f, 8.0f)));
    rings.push_back({part * kTailHeight, round * kTailRadius * (1.0f - 0.5f * part)});
  }
  return rings;
}

Character tail(const char* name, Row (*row)(float) = tail_row) {
  Character c;
  c.name = name;
  c.material = {{"skin", vec4(hex(0xb8c49a), 1.0f), false, 0.6f}};
  for (int j = 0; j < kTailJoints; ++j) {
    add_joint(c, "tail" + std::to_string(j + 1), j - 1, {0.0f, joint_height(j), 0.0f},
              {0.0f, joint_height(j + 1), 0.0f}, {0.0f, 0.0f, 1.0f});
  }
  c.surface.push_back(round_tube("tail", tail_rings(), kTailAround, row));
  std::vector<Transform> bent = rest_pose(c);
  for (int j = 1; j < kTailJoints; ++j) turn(bent, j, {0.0f, 0.0f, kTailBend});
  for (std::size_t j = 0; j < c.joint.size(); ++j) c.joint[j].rest = bent[j];
  for (const Joint& j : c.joint) c.written_inverse_bind.push_back(glm::inverse(j.bind));
  return c;
}

}  // namespace

// Where tail3 pulls it pulls half as much.
Character make_not_normalised() {
  Character c = tail("not-normalised");
  for (Row& row : c.surface[0].influence) {
    for (Influence& i : row) i.weight *= i.joint == 2 ? 0.5f : 1.0f;
    std::ranges::stable_sort(row, std::greater<>{}, &Influence::weight);
  }
  return c;
}

// A cuff that was forgotten.
Character make_without_weights() {
  Character c = tail("without-weights");
  Surface& s = c.surface[0];
  for (std::size_t v = 0; v < s.position.size(); ++v) {
    if (std::abs(s.position[v].y - 1.05f) < 0.1f) s.influence[v].clear();
  }
  return c;
}

Character make_many_influences() {
  return tail("many-influences", wide_row);
}

Character make_not_inverted() {
  Character c = tail("not-inverted");
  for (std::size_t j = 0; j < c.joint.size(); ++j) c.written_inverse_bind[j] = c.joint[j].bind;
  return c;
}

Character make_rest_for_bind() {
  Character c = tail("rest-for-bind");
  const std::vector<mat4> world = world_matrices(c, rest_pose(c));
  for (std::size_t j = 0; j < world.size(); ++j) c.written_inverse_bind[j] = glm::inverse(world[j]);
  return c;
}

// tail3 was bound while its x axis was mirrored.
Character make_mirrored() {
  Character c = tail("mirrored");
  mat4 mirror(1.0f);
  mirror[0][0] = -1.0f;
  c.written_inverse_bind[2] = glm::inverse(c.joint[2].bind * mirror);
  return c;
}

// The bones were bound at a hundred times their size, as if the mesh were in centimetres.
Character make_wrong_unit() {
  Character c = tail("wrong-unit");
  mat4 hundred(100.0f);
  hundred[3][3] = 1.0f;
  for (std::size_t j = 0; j < c.joint.size(); ++j)
    c.written_inverse_bind[j] = glm::inverse(c.joint[j].bind * hundred);
  return c;
}

// tail2 and tail4 have each other's weights.
Character make_swapped() {
  Character c = tail("swapped");
  for (Row& row : c.surface[0].influence) {
    for (Influence& i : row) i.joint = i.joint == 1 ? 3 : i.joint == 3 ? 1 : i.joint;
  }
  return c;
}

}  // namespace bindpose::gen::rigs
