// The arrays of a whole rig in one pose, in double precision: what `bindpose tables` writes, what
// somebody else's numbers are held against, and what a program with a mistake in it would have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <glm/gtc/quaternion.hpp>
#include <memory>
#include <vector>

#include "scene/scene.h"

namespace bindpose {

using glm::dmat3;
using glm::dmat4;
using glm::dvec3;
using glm::dvec4;

// A joint in the skin of a mesh: B_j, and with it T_j, belongs to both. The slots of all meshes
// follow each other in the order of the meshes; #S is how many there are. A mesh without a skin has
// one, its node.
struct RigSlot {
  int mesh = -1, slot = -1, joint = -1;
};

// The surface: v_i and what pulls on them.
struct RigSurface {
  std::vector<dvec3> vertex;                // #V, v_i in bind space, morphs added
  std::vector<std::uint32_t> weight_begin;  // #V + 1: the weights of vertex i are
                                            // [weight_begin[i], weight_begin[i+1])
  std::vector<std::uint32_t> weight_slot;   // #I, into RigInputs::slot
  std::vector<double> weight;               // #I, w_ij, largest first, adding up to 1
  std::vector<float> raw_sum;               // #V, their sum as stored
  std::vector<std::uint32_t> vertex_mesh;   // #V
};

// What is given: the rig, its pose and its surface. Spaces as in docs/architecture.md; vertices are
// those of all meshes, one mesh behind the other.
struct RigInputs {
  std::vector<int> parent;          // #J
  std::vector<dmat4> base_local;    // #J, L_j
  std::vector<dmat4> user_local;    // #J, Ul_j
  std::vector<dmat4> rest_local;    // #J, L^rest_j
  std::vector<dmat4> bind_local;    // #J, L^bind_j
  std::vector<RigSlot> slot;        // #S
  std::vector<dmat4> bind;          // #S, B_j
  std::vector<dmat4> mesh_to_bind;  // #S
  std::vector<dmat4> follows;       // #M: what a vertex without weights follows
  // Never null. Copies share it: programs with a mistake read another rig, and the same surface.
  std::shared_ptr<const RigSurface> surface = std::make_shared<const RigSurface>();
};
// There is a model; `posed` is what evaluate() made of the scene. `surface` false: without
// vertices and weights.
RigInputs rig_inputs(const Scene& scene, const PosedScene& posed, bool surface);

// What follows from it.
struct RigNumbers {
  std::vector<dmat4> base_local, user_local, world;  // #J: L, Ul, W
  std::vector<dmat4> bind, inverse_bind, file_inverse_bind,
      skin;                  // #S: B, B^-1, the file's own inverse bind matrix, T
  std::vector<dvec3> posed;  // #V, v'_i
};

// How a program gets from the one to the other. What is not set is done right.
struct RigProgram {
  // W_j of the parent's W and of the parent's own L Ul (the identity at a root), L_j and Ul_j.
  std::function<dmat4(const dmat4& parent_world, const dmat4& parent_local, const dmat4& base_local,
                      const dmat4& user_local)>
      world;
  std::function<dmat4(const dmat4& bind)> inverse;                           // of B_j
  std::function<dmat4(const dmat4& world, const dmat4& inverse_bind)> skin;  // T_j
  // v'_i of its point and the weights and T_j that pull on it. Nothing: the linear blend.
  std::function<dvec3(const RigInputs& in, const std::vector<dmat4>& skin, std::size_t vertex)>
      pose;
};
// Which of these are asked for: those of joints alone, those of slots, too, or v'_i, too. The
// others stay empty.
enum class RigLists { Joints, Slots, Posed };
// v'_i by the linear blend where the program has no other way.
RigNumbers rig_numbers(const RigInputs& in, const RigProgram& program, RigLists lists);

// What the scene shows by that deformer and the view's weights: v'_i, #V.
std::vector<dvec3> posed_points(const Scene& scene, const PosedScene& posed, Deformer method);

// v'_i = sum_j w_ij T_j v_i; a vertex without weights follows its mesh's node.
dvec3 linear_blend_point(const RigInputs& in, const std::vector<dmat4>& skin, std::size_t vertex);

}  // namespace bindpose
