// Weight problems: rows of the report, and the title of the vertices that a row shows.
#pragma once

#include <cstdint>
#include <string>

#include "scene/weight_problems.h"

namespace bindpose::ui {

struct Frame;

// Counted once for a model, its edited weights and a limit.
struct ProblemSummary {
  ModelId model;
  std::uint64_t weights = 0;
  int limit = 0;
  WeightProblems problems;
  // Of the group that is selected.
  VertexGroup group{};
  std::string title;
};

// Rows of the report: what is wrong with the weights, with counts; none where nothing is.
int problem_rows(Frame& f);
void draw_weight_problems(Frame& f);
// What the dots in the view are, at its upper edge.
void draw_vertex_title(Frame& f);

}  // namespace bindpose::ui
