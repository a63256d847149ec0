// Blend shapes as Assimp has them (whole meshes) become what they add, and channels that move them.
#pragma once

#include <map>
#include <optional>
#include <tuple>

#include "io/assimp/geometry.h"
#include "scene/model.h"

namespace bindpose {

// The mesh's shapes as differences; surface.position and, where the file has them, normal are
// there. A shape with another number of vertices keeps its place and moves nothing.
void read_morphs(const aiMesh& mesh, FileSurface& surface);

// The same from the file's own shapes: a vertex is moved as the point where it lies. Of points that
// lie on one another and move apart the first counts; those vertices are marked. Of their normals,
// too, the first counts; surface.normal is there where the file has it.
void read_stored_morphs(const StoredShapes& shapes, FileSurface& surface);

// The box about 0 and all moves of a shape.
struct MoveBox {
  vec3 least{0.0f}, most{0.0f};
  void add(const vec3& move) {
    least = glm::min(least, move);
    most = glm::max(most, move);
  }
};

// What a file says of the shapes of a mesh, and Assimp does not keep.
struct NodeMorphs {
  struct Channel {
    std::string name;
    float weight = 0.0f;  // of the rest pose
  };
  struct Shape {
    std::vector<std::string> names;  // what Assimp may call it
    std::size_t channel = 0;         // index into `channel`
    std::vector<vec2> share;         // MorphTarget::share
    std::optional<MoveBox> moves{};  // where names do not tell shapes apart; in the mesh's space
  };
  std::vector<Channel> channel;
  std::vector<Shape> shape;
  StoredShapes stored{};  // with points: the shapes themselves
};
using MorphPlan = std::map<int, NodeMorphs>;  // by the joint that carries the mesh

// MorphTarget::share of the shapes that one channel passes through; `full`: the channel's weight at
// which each holds alone. At 0 none does. Shapes that hold at 0 or at the same weight as another
// can not be told apart: equal ones come and go together.
std::vector<std::vector<vec2>> in_between_shares(const std::vector<float>& full);

// A channel by the joint that carries the mesh, its number there and its name: the parts of one
// mesh (one a material) share it.
using MorphChannels = std::map<std::tuple<int, std::size_t, std::string>, int>;

// The joint's channel of this number (with a plan: of NodeMorphs::channel), or -1.
int find_morph(const MorphChannels& channels, int joint, std::size_t number);

// How the points were moved into bind space: p = linear v, n = turn n_file / length.
struct MorphPlacing {
  mat3 linear{1.0f};
  mat3 turn{1.0f};
  std::vector<float> normal_length;  // #V
};
// `number`: for each shape its number in the plan of the mesh's node (find_in_plan), or -1: such
// shapes get channels of their own after the plan's. What the plan has and the mesh lacks is
// reported.
void add_morphs(const std::vector<SurfaceMorph>& morphs, const std::vector<int>& number,
                const MorphPlacing& placing, const NodeMorphs& plan, MorphChannels& channels,
                Mesh& mesh, Model& model);

// For a copy of a mesh under another node, which moves by itself.
void move_by_itself(MorphChannels& channels, Mesh& copy, Model& model);

// Names that several meshes share get the node's in front, and what is equal then a number.
void tell_morphs_apart(Model& model);

}  // namespace bindpose
