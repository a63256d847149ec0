// Weights of another model on this one, and this one's surface on another one's skeleton: clothes
// on a body.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rig/automatic/bind_input.h"
#include "scene/edit/edits.h"

namespace bindpose {

struct WeightTransfer {
  std::vector<MeshWeights> weights;                  // for TransferWeights::made
  std::size_t vertices = 0;                          // that were asked for weights
  std::size_t sure = 0, inpainted = 0, nearest = 0;  // of them, by rig/automatic/transfer.h
  std::size_t unweighted = 0;                        // that got none
  std::size_t unsure_parts = 0;
  std::vector<std::string> notes;  // a sentence each on what could not be done as it should
};

// Both models are taken in their bind poses, in display space: metres, y up. Weights go to the
// meshes of meshes_to_bind(), or, with `how.selected`, to the vertices that are selected, whatever
// mesh they are of; what surrounds those counts as sure, as it is. They come from the file's
// weights of all skinned meshes of `from`.
//
// Joints go together by their names (scene/diff/name_pairs.h). Where none does, as
// propose_pairs() (rig/retarget/joint_map.h) has them. A joint that this model lacks gives its
// weight to the nearest joint above it that this one has, else to the nearest in space.
//
// Throws std::runtime_error with one sentence where there is nothing to take or to give it to, and
// where nothing is sure; BindStopped where `progress` says so.
WeightTransfer transfer_weights(const Scene& scene, const Model& from, const TransferWeights& how,
                                const BindProgress& progress = {});

// What it did, in one sentence or two.
std::string account_of(const WeightTransfer& transfer, const std::string& from);

// The scene's model with the weights that were edited there in the place of the file's, to take
// them from; the model itself where none were.
std::shared_ptr<const Model> with_edited_weights(const Scene& scene);

// Whether the model can get weights of `from` only by way of dressed(): it has no bones, nor nodes
// of the names of joints there.
bool needs_rig_of(const Model& model, const Model& from);

// A model with the surface and the looks of `cloth` and the skeleton of `body`, in the space and
// the units of that: joints and what is above them, and below the first root a node for each mesh,
// which it follows until it gets weights. Clips and other nodes stay behind. It has no path: no
// file is like it.
std::shared_ptr<const Model> dressed(const Model& cloth, const Model& body);

}  // namespace bindpose
