// A model as loaded: skeleton, mesh instances, materials, clips, and the report on what the
// importer did. Never written nor copied once it is loaded; Scene refers to it by shared_ptr<const
// Model> and keeps beside it what is edited, weights included.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "math/geometry.h"
#include "rig/clip.h"
#include "rig/mesh.h"
#include "rig/skeleton.h"
#include "scene/copy_on_write.h"
#include "scene/material.h"

namespace bindpose {

// RGBA, 8 bit, first row on top; sRGB or plain numbers, as its slot says (TextureSlot).
struct Image {
  std::string name;
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> pixels;  // 4 * width * height
  std::string file{};                // where it lies beside the model; empty: in its own file
};

// The images of a model: a list that its copies share until one of them is written to, for a model
// with other joints has the same images.
class Images {
 public:
  using List = std::vector<Image>;

  Images() = default;
  Images(List images) : list_(std::move(images)) {}
  Images(std::initializer_list<Image> images) : list_(List(images)) {}

  const List& list() const {
    static const List none;
    return list_ ? *list_ : none;
  }
  // References from before may be to what others have.
  List& write() {
    if (!list_) list_ = CopyOnWrite(List());
    return list_.write();
  }
  void push_back(Image image) { write().push_back(std::move(image)); }

  std::size_t size() const { return list().size(); }
  bool empty() const { return list().empty(); }
  const Image& operator[](std::size_t i) const { return list()[i]; }
  const Image& at(std::size_t i) const { return list().at(i); }
  List::const_iterator begin() const { return list().begin(); }
  List::const_iterator end() const { return list().end(); }

 private:
  CopyOnWrite<List> list_;
};

// A weight m_k that moves one target of every part (material) of a mesh: a slider in the window, a
// track of clips. MorphTarget::channel points here.
struct MorphChannel {
  std::string name;             // no two channels share one
  int node = 0;                 // the joint (node) that carries the mesh
  float default_weight = 0.0f;  // of the file's rest pose
};

enum class Severity { Info, Warning, Error };

// What an entry is about, where something else than a reader wants to know: scene/check has a rule
// for each.
//   BrokenWeights    weights that are negative, not finite or for no joint were left out
//   UnusableBind     a bind matrix without an inverse, or matrices that are missing
//   ApartFromPose    a bind matrix is not what the file's own table of the bind pose says (FBX)
//   MeshWithoutSkin  vertices have joints and weights, and the node has no skin (glTF)
//   BindsDiffer      two meshes bind one joint in different places
//   BrokenVrm        a human bone (place: "human bone NAME") whose joint is another one's already,
//                    or an expression that binds shapes which are not there
enum class ReportKind {
  Other,
  BrokenWeights,
  UnusableBind,
  ApartFromPose,
  MeshWithoutSkin,
  BindsDiffer,
  BrokenVrm
};

// What was repaired, assumed or lost. `joint` and `mesh` point at what it speaks of, or are -1;
// `vertex` lists the mesh's vertices that it speaks of, each once; empty where it is the whole
// mesh.
struct ReportEntry {
  Severity severity = Severity::Info;
  std::string place;    // "joint forearm.L", "material skin", "clip walk", "file"
  std::string message;  // one plain sentence
  int joint = -1;
  int mesh = -1;
  std::vector<std::uint32_t> vertex{};
  ReportKind kind = ReportKind::Other;
};

// Names a loaded model for whoever keeps something that was made from it, but not the model. No two
// that were loaded share one.
class ModelId {
 public:
  ModelId() = default;     // no model
  static ModelId fresh();  // one that nothing has had so far

  bool operator==(const ModelId&) const = default;

 private:
  std::uint64_t number_ = 0;
};

// W_j of the bind pose by a table of the file's own, apart from the skins (FBX: an object Pose),
// and the skinned meshes that it counts for: of several tables one counts for a mesh, as a whole.
// It has the mesh's node.
struct PoseTable {
  std::vector<mat4> world{};        // #J
  std::vector<std::uint8_t> has{};  // #J: 1 where the table has the node
  std::vector<int> mesh{};          // indices into Model::meshes; none is in two tables
};

struct BuiltSkeleton;  // scene/draft/built_model.h

struct Model {
  ModelId id = ModelId::fresh();  // a copy keeps it: give it another where it is to differ
  std::string name;               // file name without folders
  std::string path;               // as opened
  // The other files that it was read from, as they were found: buffers, materials, textures.
  std::vector<std::string> companions{};
  std::string format;  // "glTF 2 (binary)", "FBX 7400", "Collada", ...
  Skeleton skeleton;
  std::vector<Mesh> meshes;
  std::vector<Material> materials;
  Images images;
  std::vector<Clip> clips;
  std::vector<MorphChannel> morph_channels;
  std::vector<MissingTexture> missing_textures;
  std::vector<ReportEntry> report;
  std::vector<mat4> bind_local;  // #J: L_j of the bind pose (rest_local where no skin names j or
                                 // an ancestor's bind does not reach it)
  std::vector<std::uint8_t> has_bind;  // #J: 1 where a skin gives B_j
  std::vector<PoseTable> pose_tables{};
  mat4 to_display{1.0f};  // file space -> upright, metres: for viewing only, never in exports
  std::shared_ptr<const BuiltSkeleton> built{};  // its skeleton was made by hand; null: the file's
};

// Metres a unit of the file, by to_display.
double metres_a_unit(const Model& model);
// "metres", "centimetres", "inches"; "units of 0.0123 m" where the length has no name.
std::string length_unit(double metres);

// Derived counts, for the status bar and `info`.
std::size_t vertex_count(const Model& model);
std::size_t triangle_count(const Model& model);
std::size_t joint_count(const JointFlags& flags);  // joints that a skin names

// Bind poses from the skins: fills bind_local and has_bind from the meshes' skins (a joint that
// several skins name takes the one of the mesh with most vertices), reports disagreements. Forward
// kinematics of bind_local gives W_j = B_j without drift along chains. Meshes that are not skinned
// in the file do not count: they follow their node.
void derive_bind_pose(Model& model);

// Fills has_weight of Skeleton::file_flags from the meshes. As above, those that are not skinned do
// not count.
void derive_weight_flags(Model& model);

// Every index in range, every matrix finite, sizes consistent, parents first. Empty when sound,
// else one sentence on the first thing that is wrong. The renderer and the core rely on it.
std::string check_model(const Model& model);

}  // namespace bindpose
