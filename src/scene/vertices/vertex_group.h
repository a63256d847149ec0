// Vertices by number, and vertices that have something in common: what the view shows as dots, and
// what edits of weights work on.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace bindpose {

// A vertex of a mesh, counted as `info` and exports do: in the order of Mesh::position, from 0.
struct VertexRef {
  int mesh = -1;  // index into Model::meshes; -1: no vertex
  std::uint32_t vertex = 0;

  bool empty() const { return mesh < 0; }
  bool operator==(const VertexRef&) const = default;
};

// One list a mesh, #M: numbers of vertices, ascending, none twice.
using VertexLists = std::vector<std::vector<std::uint32_t>>;

// Vertices that have something in common, by what that is, or those of a list; see vertices_of
// (scene/weight_problems.h).
struct VertexGroup {
  enum Kind { None, Unweighted, Sum, Broken, Influences, Report, Chosen };
  Kind kind = None;
  int n = 0;  // Influences: more than so many; Report: number of the entry, from 0
  std::shared_ptr<const VertexLists> chosen{};  // Chosen: which; copies of a scene share it

  // By what is listed.
  bool operator==(const VertexGroup& other) const {
    if (kind != other.kind || n != other.n) return false;
    if (chosen == other.chosen) return true;
    return chosen && other.chosen && *chosen == *other.chosen;
  }
};

// A group of just these; None where no list has any.
VertexGroup chosen_vertices(VertexLists lists);
std::size_t count_of(const VertexLists& lists);

}  // namespace bindpose
