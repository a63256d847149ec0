// The weights of a scene as a table: a line a vertex, a column a joint. Which lines, in which
// order. What a cell holds is never copied: row_of() reads it from the scene.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "scene/edit/weights.h"
#include "scene/scene.h"

namespace bindpose {

// What is listed, and by what it is sorted.
struct TableQuery {
  enum class Rows {
    All,     // of meshes that are shown
    Chosen,  // those of Selection::vertices
    OfJoint  // with a weight above 0 for `of_joint`
  };
  enum class By {
    Vertex,      // as the file counts them, mesh by mesh
    Influences,  // how many
    Sum,         // as stored
    Joint,       // the weight for `by_joint`
    Largest      // the largest weight
  };
  Rows rows = Rows::All;
  int of_joint = -1;
  By by = By::Vertex;
  int by_joint = -1;
  bool descending = false;

  bool operator==(const TableQuery&) const = default;
};

struct TableRows {
  std::vector<VertexRef> row;  // in order; of equal ones the first vertex comes first
  std::vector<int> joint;      // that pull on any of them, ascending
};

// Meshes that follow their node have no lines. `stopped` is asked now and then: once it says yes
// what is returned is of no use. There is a model.
TableRows table_rows(const Scene& scene, const TableQuery& query,
                     const std::function<bool()>& stopped = {});

// What the vertex has of each joint, as Influences has them: largest first, normalised. `at` is a
// vertex of the model.
std::vector<JointWeight> table_row(const Scene& scene, const VertexRef& at);
// Their sum as stored: 1 where all is well, 0 without weights.
float stored_sum(const Scene& scene, const VertexRef& at);

}  // namespace bindpose
