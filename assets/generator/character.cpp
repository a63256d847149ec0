#include "character.h"

#include <cmath>
#include <stdexcept>

namespace bindpose::gen {

int add_joint(Character& c, const std::string& name, int parent, const vec3& head, const vec3& tail,
              const vec3& front) {
  const vec3 y = glm::normalize(tail - head);
  const vec3 x = glm::normalize(glm::cross(y, front));
  const vec3 z = glm::cross(x, y);
  Joint j;
  j.name = name;
  j.parent = parent;
  j.bind = mat4(vec4(x, 0.0f), vec4(y, 0.0f), vec4(z, 0.0f), vec4(head, 1.0f));
  j.tail = tail;
  const mat4 up = parent < 0 ? mat4(1.0f) : c.joint[static_cast<std::size_t>(parent)].bind;
  const mat4 local = glm::inverse(up) * j.bind;
  j.rest.t = vec3(local[3]);
  j.rest.q = glm::normalize(glm::quat_cast(mat3(local)));
  c.joint.push_back(j);
  return static_cast<int>(c.joint.size()) - 1;
}

int find(const Character& c, const std::string& name) {
  for (std::size_t j = 0; j < c.joint.size(); ++j) {
    if (c.joint[j].name == name) return static_cast<int>(j);
  }
  throw std::runtime_error("the character '" + c.name + "' has no joint '" + name + "'");
}

std::vector<Transform> rest_pose(const Character& c) {
  std::vector<Transform> local;
  for (const Joint& j : c.joint) local.push_back(j.rest);
  return local;
}

std::vector<Transform> key_pose(const Character& c, const Clip& clip, std::size_t k) {
  std::vector<Transform> local = rest_pose(c);
  for (const Track& track : clip.track) {
    Transform& x = local[static_cast<std::size_t>(track.joint)];
    if (!track.rotation.empty()) x.q = track.rotation[k];
    if (!track.translation.empty()) x.t = track.translation[k];
    if (!track.scale.empty()) x.s = track.scale[k];
  }
  return local;
}

std::vector<mat4> world_matrices(const Character& c, const std::vector<Transform>& local) {
  std::vector<mat4> world(c.joint.size());
  for (std::size_t j = 0; j < world.size(); ++j) {
    const int p = c.joint[j].parent;
    world[j] = (p < 0 ? mat4(1.0f) : world[static_cast<std::size_t>(p)]) * to_matrix(local[j]);
  }
  return world;
}

void turn(std::vector<Transform>& local, int j, const vec3& degrees) {
  Transform& x = local[static_cast<std::size_t>(j)];
  x.q = glm::normalize(x.q * rotation_from_degrees(degrees));
}

void turn_world(const Character& c, std::vector<Transform>& local, int j, const vec3& axis,
                float degrees) {
  const mat3 frame(c.joint[static_cast<std::size_t>(j)].bind);
  const vec3 own = glm::normalize(glm::transpose(frame) * axis);
  Transform& x = local[static_cast<std::size_t>(j)];
  x.q = glm::normalize(x.q * glm::angleAxis(glm::radians(degrees), own));
}

void sample_morphs(Clip& clip, int surface,
                   const std::function<std::vector<float>(float)>& weights) {
  MorphTrack track;
  track.surface = surface;
  for (std::size_t k = 0; k < clip.time.size(); ++k) {
    const std::vector<float> w = weights(k + 1 == clip.time.size() ? 0.0f : clip.time[k]);
    track.weight.insert(track.weight.end(), w.begin(), w.end());
  }
  clip.morph.push_back(std::move(track));
}

std::vector<int> mirror_joints(const Character& c) {
  std::vector<int> out;
  for (const Joint& j : c.joint) {
    std::string name = j.name;
    if (name.ends_with(".L"))
      name.back() = 'R';
    else if (name.ends_with(".R"))
      name.back() = 'L';
    out.push_back(find(c, name));
  }
  return out;
}

Clip sample_poses(const Character& c, const std::string& name, float duration, float rate,
                  const PoseFunction& pose) {
  Clip clip;
  clip.name = name;
  const int last = static_cast<int>(std::lround(duration * rate));
  std::vector<std::vector<Transform>> key;
  for (int k = 0; k <= last; ++k) {
    const float t = duration * static_cast<float>(k) / static_cast<float>(last);
    clip.time.push_back(t);
    key.push_back(rest_pose(c));
    pose(k == last ? 0.0f : t, key.back());
  }
  for (std::size_t j = 0; j < c.joint.size(); ++j) {
    const Transform& rest = c.joint[j].rest;
    bool turns = false, moves = false, grows = false;
    for (std::vector<Transform>& local : key) {
      turns = turns || std::abs(glm::dot(local[j].q, rest.q)) < 1.0f - 1e-7f;
      moves = moves || glm::length(local[j].t - rest.t) > 1e-6f;
      grows = grows || glm::length(local[j].s - rest.s) > 1e-6f;
    }
    Track track;
    track.joint = static_cast<int>(j);
    for (std::size_t k = 0; k < key.size(); ++k) {
      quat q = key[k][j].q;
      // One sign along the track, so that plain interpolation goes the short way.
      if (k > 0 && turns && glm::dot(q, track.rotation.back()) < 0.0f) q = -q;
      if (turns) track.rotation.push_back(q);
      if (moves) track.translation.push_back(key[k][j].t);
      if (grows) track.scale.push_back(key[k][j].s);
    }
    if (turns || moves || grows) clip.track.push_back(std::move(track));
  }
  return clip;
}

}  // namespace bindpose::gen
