// A model whose joints are bound elsewhere: other B_j, on the same skeleton.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace bindpose {

// Indices are those of the model that is bound anew.
struct NewBinds {
  struct Of {
    int mesh = -1;  // -1: in every mesh
    int joint = -1;
    mat4 bind{1.0f};  // B_j from now on
  };
  std::vector<Of> bind;
  // The points go along: each is put where T_j = B'_j B_j^-1 and its weights take it, so that a
  // pose with W_j = B'_j looks as it did and is the bind pose. False: points stay in bind space,
  // and what T_j does to them changes.
  bool points = false;
  // For `points`: W_j of the nodes that carry meshes, #M, and the weights that counted, #M or
  // empty, null: the file's.
  std::vector<mat4> node{};
  std::vector<CopyOnWrite<MeshBinding>> weights{};
};

// The model with those B_j; nothing else of it changes: no node goes, rest pose and clips are what
// they were. B_j of a joint that no skin of the file names counts for what is bound to it later on
// (Model::bind_local). Throws std::runtime_error with one sentence where a B_j has no inverse or is
// not finite.
std::shared_ptr<const Model> bound_anew(const std::shared_ptr<const Model>& model, NewBinds binds);

// The same for another model, by the names of meshes and joints; what that lacks is left out.
// Weights go over where the mesh has as many vertices and all of their joints.
NewBinds binds_for(const NewBinds& binds, const Model& from, const Model& to);

// B_j where the file's own table of the bind pose that counts for mesh m (Model::pose_tables) has
// the joint, in that mesh's bind space: mesh_to_bind P_m^-1 P_j, where P_m is that table's place of
// the mesh's node. Nothing where no table counts, or it lacks one of both or has no inverse of P_m.
std::optional<mat4> pose_bind(const Model& model, int m, int joint);

}  // namespace bindpose
