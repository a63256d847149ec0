// The Weights tab: the pinned vertex, the map that is shown, statistics of the weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rig/mesh.h"
#include "scene/model.h"

namespace bindpose::ui {

struct Frame;

// Statistics of weights, counted once for a model and a joint.
struct WeightSummary {
  struct Row {
    WeightStats stats;           // of the mesh
    std::size_t influenced = 0;  // vertices with a weight for the joint
    float largest = 0.0f;
  };
  ModelId model;
  std::uint64_t weights = 0;  // WeightLog::revision
  int joint = -2;
  std::vector<Row> rows;  // one a mesh
};

struct WeightsPanelState {
  WeightSummary summary;
  int scroll_to_mesh = -1;  // the statistics of this mesh come into view once
};

void draw_weights_panel(Frame& f);

}  // namespace bindpose::ui
