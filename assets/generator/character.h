// What the generator builds and the writers write: a rigged character as plain data. Metres, y up,
// facing +z, world space is the file's space; quaternions (w, x, y, z).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "math/transform.h"

namespace bindpose::gen {

struct Joint {
  std::string name;
  int parent = -1;  // before its children
  mat4 bind{1.0f};  // joint -> world when the meshes were bound; rotation and translation
  vec3 tail{0.0f};  // world, in the bind pose: the far end of the bone
  Transform rest;   // joint -> parent in the file's rest pose
};

struct Influence {
  int joint;
  float weight;
};

// What a morph target adds at its full weight; a row a vertex, most of them zero.
struct Morph {
  std::string name;
  std::vector<vec3> position;
  std::vector<vec3> normal;
};

struct Surface {
  std::string name;
  int material = 0;
  std::vector<vec3> position;
  std::vector<vec3> normal;
  std::vector<vec2> uv;  // v down
  std::vector<std::uint32_t> triangle;
  std::vector<std::vector<Influence>> influence;  // largest first; sums to 1
  std::vector<Morph> morph;
};

enum class Alpha { Opaque, Mask, Blend };

struct Material {
  std::string name;
  vec4 base_color{1.0f};  // linear
  bool textured = true;
  float roughness = 0.8f;
  float metallic = 0.0f;
  vec3 emissive{0.0f};  // linear; times the texture's colour where there is one
  Alpha alpha = Alpha::Opaque;
  bool double_sided = false;
};

// Keys of one joint at Clip::time; a component that does not move has no keys.
struct Track {
  int joint = 0;
  std::vector<quat> rotation;
  std::vector<vec3> translation;
  std::vector<vec3> scale;
};

// Weights of a surface's morphs: of all of them at the first key, at the second, ...
struct MorphTrack {
  int surface = 0;
  std::vector<float> weight;
};

struct Clip {
  std::string name;
  std::vector<float> time;  // seconds, from 0
  std::vector<Track> track;
  std::vector<MorphTrack> morph;
};

struct Character {
  std::string name;
  std::vector<Joint> joint;
  std::vector<Surface> surface;
  std::vector<Material> material;
  std::vector<std::uint8_t> texture_png;  // one image for all materials, or empty
  std::vector<Clip> clip;
  bool compact = false;  // weights and uvs of 16 bits in glTF, four influences a vertex at most
  // What the skin has in place of B_j^-1, a matrix a joint; empty: that.
  std::vector<mat4> written_inverse_bind{};
};

// Adds a joint whose y axis runs from head to tail and whose z axis is as near to `front` as that
// allows. Its rest pose is its bind pose. Returns its index.
int add_joint(Character& c, const std::string& name, int parent, const vec3& head, const vec3& tail,
              const vec3& front);

int find(const Character& c, const std::string& name);

// Samples poses at `rate` keys a second over [0, duration]. pose(t, local) changes the local
// transforms, which start as the rest pose. The last key repeats the first: clips loop without a
// seam. Components that stay as they are get no track.
using PoseFunction = std::function<void(float, std::vector<Transform>&)>;
Clip sample_poses(const Character& c, const std::string& name, float duration, float rate,
                  const PoseFunction& pose);

// Adds the weights of a surface's morphs to a clip: weights(t) at each key, at the last as at 0.
void sample_morphs(Clip& clip, int surface,
                   const std::function<std::vector<float>(float)>& weights);

// The joint on the other side of each, by the names' .L and .R; itself where it has no side.
std::vector<int> mirror_joints(const Character& c);

// The world matrices of a pose.
std::vector<mat4> world_matrices(const Character& c, const std::vector<Transform>& local);

// Local transforms of the rest pose, and of a clip at its key k.
std::vector<Transform> rest_pose(const Character& c);
std::vector<Transform> key_pose(const Character& c, const Clip& clip, std::size_t k);

// Turns joint j in its own frame by degrees about its axes, x first.
void turn(std::vector<Transform>& local, int j, const vec3& degrees);
// Turns joint j about a world axis (as the axes lie in the bind pose), the pivot at its head.
void turn_world(const Character& c, std::vector<Transform>& local, int j, const vec3& axis,
                float degrees);

}  // namespace bindpose::gen
