// What a file format adds to Assimp, step by step. import.cpp runs the steps in the order below for
// every format and knows none of them; a reader keeps what it learns from one step to the next.
#pragma once

#include <assimp/scene.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/assimp/material.h"
#include "io/assimp/mesh.h"
#include "io/assimp/morph.h"
#include "io/assimp/nodes.h"
#include "io/assimp/skin.h"
#include "io/model_file.h"
#include "scene/model.h"

namespace bindpose {

// Each step may add to the model's report. A format overrides what Assimp gets wrong in it.
class FormatReader {
 public:
  // Both outlive the reader.
  FormatReader(ModelFile& file, Model& model) : file_(file), model_(model) {}
  virtual ~FormatReader() = default;
  FormatReader(const FormatReader&) = delete;
  FormatReader& operator=(const FormatReader&) = delete;

  // Before Assimp sees the file: refuses what would harm it (ImportError) and mends in
  // ModelFile::bytes what it would misread. What takes its time tells `progress` how far it is, in
  // [0, 1], on this thread; that leaves by ImportError where the import is cancelled.
  virtual void prepare(const std::function<void(float)>& /*progress*/) {}

  // Reads the whole file by itself, skeleton and clips: true, and Assimp is not asked. Then none of
  // the steps below is taken.
  virtual bool read_alone() { return false; }

  // Where Assimp refused ModelFile::bytes: writes them anew, true, and Assimp is asked once more.
  virtual bool mend_refused() { return false; }

  // Where nothing was mended, or where nothing was found in the file: the sentence that says what
  // is wrong, where the format knows better than Assimp; "": it does not.
  virtual std::string why_refused() const { return {}; }

  // "glTF 2 (binary)", "FBX 7400", ...
  virtual std::string format_name(const aiScene& scene) const = 0;

  // How Assimp's nodes are read: their names, and what of the root's transform is not the file's.
  virtual NodeReading node_reading() const { return {}; }
  // Local matrices that Assimp does not have right.
  virtual void set_locals(FileTree&) {}
  // Offset matrices likewise. By then the tree has joints that are no nodes of the file.
  virtual void set_offsets(const FileTree&, std::vector<SkinPlan>&) {}
  // Of a file whose surfaces name no joint, or that has none: marks the nodes that it calls joints.
  virtual void mark_joints(FileTree&) {}

  virtual MaterialReading material_reading() const { return {}; }
  // Fills Model::materials and Model::images, one material for each aiMaterial, and returns what
  // their textures lie by. Files are looked for as ImportOptions says.
  virtual UvChannels add_materials(const aiScene& scene, const FileTree& tree,
                                   const ImportOptions& options,
                                   const std::function<void(float)>& progress);
  virtual SurfaceOptions surface_options() const { return {}; }
  // From here on FileTree::joint is there. The morphs of each node's mesh, where Assimp drops or
  // shuffles them.
  virtual MorphPlan plan_morphs(const FileTree&) { return {}; }
  // The file's own numbers of vertices, where Assimp changes their order.
  virtual VertexOrder vertex_order(const FileTree&) { return {}; }

  // Fills Model::clips and the morphs' weights at rest; says which are lost. The meshes are there.
  virtual void add_clips(const aiScene& scene, const FileTree& tree, const MorphChannels& morphs);
  // From the file's space to upright metres.
  virtual mat4 to_display(const aiScene& scene, const FileTree& tree);

 protected:
  ModelFile& file() const { return file_; }
  Model& model() const { return model_; }

 private:
  ModelFile& file_;
  Model& model_;
};

// " 2" of the version that Assimp found in the file; "" where there is none.
std::string version_suffix(const aiScene& scene);

// Says that the weights of the model's morphs, if it has any, could not be read.
void note_unread_morphs(Model& model);

}  // namespace bindpose
