// The surface of one aiMesh, cleaned: what is shared by all instances of it.
#pragma once

#include <assimp/mesh.h>

#include <optional>
#include <string>
#include <vector>

#include "io/weld.h"

namespace bindpose {

// What one blend shape adds to every vertex. Empty: nothing.
struct SurfaceMorph {
  std::string name;
  std::vector<vec3> position;
  std::vector<vec3> normal;
};

// Squares of distances still are numbers below it, in units of the file. What lies beyond is no
// model's, and one such vertex would take the surface out of every picture.
constexpr float kFarthestPoint = 1e18f;

// What is wrong with a vertex.
enum class Flaw : std::uint8_t {
  Point = 1,      // not finite, set to 0
  Normal = 2,     // not finite or of no length
  Attribute = 4,  // texture coordinates or colour not finite
  Face = 8,       // a face of it was left out
  DroppedWeight = 16,
  MergedWeight = 32,  // a joint twice
  Morph = 64,         // a shape moves it by what is not finite
  Far = 128,          // beyond kFarthestPoint, set to 0
};

struct FileSurface {
  std::vector<vec3> position;  // the mesh's own v, as in the file
  std::vector<vec3> normal;
  std::vector<vec2> uv;  // v down
  std::vector<vec2> uv_second{};
  std::vector<vec4> color;  // linear
  std::vector<std::uint32_t> triangle;
  std::vector<std::uint32_t> source_vertex;  // the file's vertex, empty where Assimp split corners
  std::vector<SurfaceMorph> morph;
  WeightRows weights;              // sorted from largest to smallest, a slot once, as stored
  std::vector<std::uint8_t> flaw;  // #V: sums of Flaw; empty: none

  std::vector<std::uint8_t> unused;  // #V, not 0: will be left out; empty: none

  // Whether it counts: a vertex that will be left out does not.
  bool mark(std::size_t vertex, Flaw what) {
    if (vertex < unused.size() && unused[vertex] != 0) return false;
    flaw.resize(position.size(), 0);
    if (vertex < flaw.size()) flaw[vertex] |= static_cast<std::uint8_t>(what);
    return true;
  }

  // For the report.
  std::size_t broken_points = 0;
  std::size_t far_points = 0;
  std::size_t broken_normals = 0;
  std::size_t broken_attributes = 0;
  std::size_t broken_moves = 0;  // of shapes
  std::size_t torn_points = 0;   // lie on one another and are moved apart by a shape
  std::size_t other_faces = 0;   // lines, points
  std::size_t broken_faces = 0;  // index out of range
  std::size_t dropped_weights = 0;
  std::size_t merged_weights = 0;
  std::size_t broken_morphs = 0;  // of another number of vertices
  std::size_t turned_shapes = 0;  // that had no normals
  bool made_normals = false;
  bool flat = false;  // Mesh::flat
};

// Shapes that Assimp does not hand on: by the points of the file's mesh, in its own order.
struct StoredShapes {
  struct Shape {
    std::string name;
    std::vector<vec3> move;  // #P
    std::vector<vec3>
        normal{};  // #P: what is added to normals of length 1; empty: none in the file
  };
  std::vector<vec3> point;  // #P
  std::vector<Shape> shape;
};

// The file's sets of texture coordinates that a material's textures lie by: Mesh::uv and
// Mesh::uv_second. Where a mesh lacks one, its first stands in.
struct UvSets {
  unsigned first = 0;
  std::optional<unsigned> second{};
};

struct SurfaceOptions {
  UvSets uv{};
  bool flat_normals = false;   // where the file has none: shown flat, as glTF asks; else smooth
  bool turn_normals = true;    // of shapes that have none, with the faces that they move
  bool linear_colors = false;  // vertex colours are stored linear
  bool keep_source = false;    // vertices are the file's own
  const std::vector<std::uint32_t>* source =
      nullptr;                           // their numbers in the file; nullptr: in order
  const StoredShapes* shapes = nullptr;  // in place of Assimp's
};

// Fills surface.weights from the mesh's bones; weights that are no weights are dropped, marked and
// counted.
void read_weights(const aiMesh& mesh, const std::vector<int>& slot_of_bone, FileSurface& surface);

// `slot_of_bone`: aiBone -> slot of the skin; empty for a surface that is not skinned. Vertices
// that differ in nothing become one.
FileSurface read_surface(const aiMesh& mesh, const std::vector<int>& slot_of_bone,
                         const SurfaceOptions& options);

}  // namespace bindpose
