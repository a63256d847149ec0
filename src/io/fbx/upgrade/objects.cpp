#include <algorithm>
#include <array>
#include <glm/gtc/type_ptr.hpp>
#include <glm/mat4x4.hpp>

#include "io/fbx/upgrade/context.h"

namespace bindpose {
namespace {

// What is read of a file. Assimp trips over some of the rest, such as the bytes of sounds.
bool is_read(std::string_view kind) {
  constexpr std::array<std::string_view, 12> kRead{"Model",
                                                   "Geometry",
                                                   "NodeAttribute",
                                                   "Material",
                                                   "Texture",
                                                   "LayeredTexture",
                                                   "Video",
                                                   "Deformer",
                                                   "AnimationStack",
                                                   "AnimationLayer",
                                                   "AnimationCurveNode",
                                                   "AnimationCurve"};
  return std::find(kRead.begin(), kRead.end(), kind) != kRead.end();
}

bool of_geometry(std::string_view name) {
  return name == "Vertices" || name == "PolygonVertexIndex" || name == "Edges" ||
         name == "GeometryVersion" || name.starts_with("Layer");
}

struct Object {
  std::uint32_t node = 0;
  std::int64_t id = 0;
  std::string_view kind;
  std::string_view type;  // "Mesh", "Cluster", ...
};

class Objects {
 public:
  explicit Objects(FbxUpgrade& file)
      : file_(file), tree_(file.tree), named_(file.tree.version < kFbxIdsVersion) {}

  void upgrade() {
    find_root();
    add_objects();
    find_links();
    read_poses();
    for (const Object& object : objects_) write(object);
    connect();
    connect_textures();
  }

 private:
  void find_root() {
    file_.ids.set_root(named_ ? std::string_view("Model::Scene") : std::string_view());
    file_.ids.set_root(std::string_view("Scene\0\1Model", 12));
    if (named_) return;
    FbxProperty zero;
    zero.type = 'N';
    zero.data = "0";
    file_.ids.set_root(&zero);
    const std::uint32_t documents = fbx_child(tree_, 0, "Documents");
    const std::uint32_t document = documents == 0 ? 0 : fbx_child(tree_, documents, "Document");
    const std::uint32_t root = document == 0 ? 0 : fbx_child(tree_, document, "RootNode");
    if (root != 0) file_.ids.set_root(tree_.get(root, 0));
  }

  void add_objects() {
    const std::uint32_t objects = fbx_child(tree_, 0, "Objects");
    if (objects == 0) return;
    for (std::uint32_t c = objects + 1; c < tree_.node[objects].end; c = tree_.node[c].end) {
      const std::string_view kind = tree_.node[c].name;
      if (!is_read(kind)) continue;
      const std::int64_t id = file_.ids.add(tree_.get(c, 0));
      if (id == 0) continue;
      std::string_view type = fbx_text(tree_.get(c, named_ ? 1 : 2));
      if (type.starts_with("Fbx")) type.remove_prefix(3);
      kind_.emplace(id, objects_.size());
      objects_.push_back({c, id, kind, type});
    }
  }

  const Object* object(std::int64_t id) const {
    const auto found = kind_.find(id);
    return found == kind_.end() ? nullptr : &objects_[found->second];
  }
  bool is(std::int64_t id, std::string_view kind) const {
    const Object* found = object(id);
    return found != nullptr && found->kind == kind;
  }

  void find_links() {
    const std::uint32_t connections = fbx_child(tree_, 0, "Connections");
    if (connections == 0) return;
    for (std::uint32_t c = connections + 1; c < tree_.node[connections].end;
         c = tree_.node[c].end) {
      const std::string_view how = fbx_text(tree_.get(c, 0));
      if (how != "OO" && how != "OP") continue;
      const std::int64_t from = file_.ids.find(tree_.get(c, 1));
      const std::int64_t to = file_.ids.find(tree_.get(c, 2));
      if (from <= 0 || to < 0) continue;
      connected_.push_back({from, to, file_.name_of_value(c, 3)});
      into_.emplace(from, to);
      if (is(from, "Model")) bone_.emplace(to, from);
    }
  }

  FbxFullName name_of(const Object& object) const {
    return fbx_full_name(tree_, fbx_text(tree_.get(object.node, named_ ? 0 : 1)));
  }

  void write(const Object& object) {
    if (object.kind == "Model") return write_model(object);
    if (object.kind == "Geometry") return write_geometry(object);
    file_.open_object(object.kind, object.id, name_of(object), object.type);
    file_.copy.children(object.node, [](std::string_view) { return true; });
    if (object.type == "Cluster") write_binding(object);
    file_.out.close();
  }

  void read_poses() {
    const std::uint32_t objects = fbx_child(tree_, 0, "Objects");
    if (objects == 0) return;
    for (std::uint32_t c = objects + 1; c < tree_.node[objects].end; c = tree_.node[c].end) {
      if (tree_.node[c].name != "Pose") continue;
      for (std::uint32_t p = c + 1; p < tree_.node[c].end; p = tree_.node[p].end) {
        if (tree_.node[p].name != "PoseNode") continue;
        const std::int64_t model = file_.ids.find(tree_.get(fbx_child(tree_, p, "Node"), 0));
        const auto matrix = fbx_array<double>(tree_, fbx_child(tree_, p, "Matrix"), file_.budget);
        if (model > 0 && matrix && matrix->size() == 16) {
          pose_.emplace(model, glm::make_mat4(matrix->data()));
        }
      }
    }
  }

  // The pose of the model whose mesh a cluster's skin lies on, where there is one.
  const glm::dmat4* mesh_pose(std::int64_t id) const {
    constexpr int kSteps = 3;  // skin, geometry, model
    std::vector<std::int64_t> at{id};
    for (int step = 0; step < kSteps; ++step) {
      std::vector<std::int64_t> next;
      for (const std::int64_t from : at) {
        const auto [first, last] = into_.equal_range(from);
        for (auto to = first; to != last; ++to) {
          const auto pose = pose_.find(to->second);
          if (pose != pose_.end()) return &pose->second;
          next.push_back(to->second);
        }
      }
      at = std::move(next);
    }
    return nullptr;
  }

  // Clusters may leave it to the bind pose where their bone and their mesh were.
  void write_binding(const Object& object) {
    const auto has = [&](const char* name) { return fbx_child(tree_, object.node, name) != 0; };
    const auto bone = bone_.find(object.id);
    if ((has("Transform") && has("TransformLink")) || bone == bone_.end()) return;
    const auto bound = pose_.find(bone->second);
    const glm::dmat4* mesh = mesh_pose(object.id);
    if (bound == pose_.end() || mesh == nullptr || glm::determinant(bound->second) == 0.0) return;
    const auto numbers = [](const glm::dmat4& m) {
      return std::vector<double>(glm::value_ptr(m), glm::value_ptr(m) + 16);
    };
    file_.out.array("Transform", numbers(glm::inverse(bound->second) * *mesh));
    file_.out.array("TransformLink", numbers(bound->second));
  }

  void write_model(const Object& object) {
    const bool mesh = fbx_child(tree_, object.node, "Vertices") != 0 &&
                      fbx_child(tree_, object.node, "PolygonVertexIndex") != 0;
    const FbxFullName name = name_of(object);
    file_.open_object("Model", object.id, name, mesh ? std::string_view("Mesh") : object.type);
    // Assimp drops models that hold nothing.
    if (fbx_child(tree_, object.node, "Version") == 0) file_.out.int32("Version", 232);
    file_.copy.children(object.node, [](std::string_view child) {
      return !of_geometry(child) && child != "Shape";
    });
    file_.out.close();
    if (!mesh) return;
    const std::int64_t geometry = file_.ids.fresh();
    geometry_.emplace(object.id, geometry);
    file_.open_object("Geometry", geometry, {name.name, "Geometry"}, "Mesh");
    file_.copy.children(object.node, of_geometry);
    file_.out.close();
    file_.link(geometry, object.id);
    upgrade_fbx_shapes(file_, object.node, geometry, {object.id, geometry}, weights(object.node));
  }

  void write_geometry(const Object& object) {
    file_.open_object("Geometry", object.id, name_of(object), object.type);
    file_.copy.children(object.node, [](std::string_view child) { return child != "Shape"; });
    file_.out.close();
    if (object.type == "Shape") return;
    upgrade_fbx_shapes(file_, object.node, object.id, {object.id}, weights(object.node));
  }

  // Numbers among the properties: shapes within a geometry have their weights there.
  std::map<std::string, double> weights(std::uint32_t node) const {
    std::map<std::string, double> out;
    if (fbx_child(tree_, node, "Shape") == 0) return out;
    for (const char* block : {"Properties60", "Properties70"}) {
      const std::uint32_t list = fbx_child(tree_, node, block);
      if (list == 0) continue;
      for (std::uint32_t c = list + 1; c < tree_.node[list].end; c = tree_.node[c].end) {
        const auto value = fbx_real(tree_.get(c, tree_.node[c].name == "Property" ? 3 : 4));
        if (value) out[file_.name_of_value(c, 0)] = *value;
      }
    }
    return out;
  }

  void connect() {
    std::set<std::int64_t> placed;
    for (FbxLink& link : connected_) {
      // A model hangs below one other: the first.
      const bool places =
          link.property.empty() && is(link.from, "Model") && (link.to == 0 || is(link.to, "Model"));
      if (places && !placed.insert(link.from).second) continue;
      const auto channel = file_.channel.find({link.to, link.property});
      if (!link.property.empty() && channel != file_.channel.end()) {
        link.to = channel->second;
        link.property = "DeformPercent";
      }
      // Skins lie on the geometry, which the model once held.
      const auto geometry = geometry_.find(link.to);
      if (geometry != geometry_.end() && is(link.from, "Deformer")) link.to = geometry->second;
      file_.links.push_back(link);
    }
  }

  // Textures once lay on models, all materials of which had them.
  void connect_textures() {
    if (!named_) return;
    std::map<std::int64_t, std::vector<std::int64_t>> materials;
    for (const FbxLink& link : connected_) {
      if (is(link.from, "Material")) materials[link.to].push_back(link.from);
    }
    std::set<std::int64_t> has_texture;
    for (const FbxLink& link : connected_) {
      if (!is(link.from, "Texture") || !is(link.to, "Model")) continue;
      for (const std::int64_t material : materials[link.to]) {
        if (has_texture.insert(material).second) file_.link(link.from, material, "DiffuseColor");
      }
    }
  }

  FbxUpgrade& file_;
  const FbxTree& tree_;
  const bool named_;
  std::vector<Object> objects_;
  std::unordered_map<std::int64_t, std::size_t> kind_;  // id -> index into objects_
  std::vector<FbxLink> connected_;
  std::multimap<std::int64_t, std::int64_t> into_;  // what an object is connected to
  std::map<std::int64_t, std::int64_t> bone_;       // the first model connected to an object
  std::map<std::int64_t, glm::dmat4> pose_;         // of models when they were bound: to the world
  std::map<std::int64_t, std::int64_t> geometry_;   // of a model that held one
};

}  // namespace

void upgrade_fbx_objects(FbxUpgrade& file) {
  Objects(file).upgrade();
}

}  // namespace bindpose
