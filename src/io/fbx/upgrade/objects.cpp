#include <algorithm>
#include <array>
#include <glm/gtc/type_ptr.hpp>
#include <glm/mat4x4.hpp>

#include "io/fbx/links.h"
#include "io/fbx/upgrade/context.h"
#include "io/fbx/whole_pose.h"

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

// Layers of a surface that once said, by its number among the model's, which texture is for what.
constexpr std::pair<std::string_view, const char*> kTextureUses[] = {
    {"LayerElementTexture", "DiffuseColor"},
    {"LayerElementEmissive_Textures", "EmissiveColor"},
    {"LayerElementEmissiveTextures", "EmissiveColor"},
    {"LayerElementTransparentTextures", "TransparentColor"},
    {"LayerElementBumpTextures", "Bump"},
    {"LayerElementNormalMapTextures", "NormalMap"}};

// What each of a model's textures is for, by its number.
using TextureUses = std::multimap<std::int64_t, const char*>;

TextureUses texture_uses(const FbxTree& tree, std::uint32_t model) {
  TextureUses out;
  for (const auto& [layer, property] : kTextureUses) {
    const std::uint32_t at = fbx_child(tree, model, layer);
    const std::uint32_t id = at == 0 ? 0 : fbx_child(tree, at, "TextureId");
    const auto number = id == 0 ? std::nullopt : fbx_integer(tree.get(id, 0));
    if (number) out.emplace(*number, property);
  }
  return out;
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
    write_poses();
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
    const std::unordered_set<std::uint32_t> outnumbered = fbx_outnumbered(tree_);
    for (std::uint32_t c = objects + 1; c < tree_.node[objects].end; c = tree_.node[c].end) {
      const std::string_view kind = tree_.node[c].name;
      if (!is_read(kind) || outnumbered.contains(c)) continue;
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
    for (const auto& [cluster, bone] : bone_) {
      const auto [first, last] = into_.equal_range(cluster);
      for (auto to = first; to != last; ++to) bones_of_[to->second].push_back(bone);
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
      const std::string_view kind = fbx_text(tree_.get(c, named_ ? 1 : 2)),
                             type = fbx_text(tree_.get(fbx_child(tree_, c, "Type"), 0));
      if (kind != "BindPose" && type != "BindPose") continue;
      FbxPoseOf<std::int64_t> pose;
      for (std::uint32_t p = c + 1; p < tree_.node[c].end; p = tree_.node[p].end) {
        if (tree_.node[p].name != "PoseNode") continue;
        const std::int64_t model = file_.ids.find(tree_.get(fbx_child(tree_, p, "Node"), 0));
        const auto matrix = fbx_array<double>(tree_, fbx_child(tree_, p, "Matrix"), file_.budget);
        if (model > 0 && matrix && matrix->size() == 16)
          pose.emplace(model, glm::make_mat4(matrix->data()));
      }
      if (pose.empty()) continue;
      poses_.push_back(std::move(pose));
      pose_name_.push_back(fbx_full_name(tree_, fbx_text(tree_.get(c, named_ ? 0 : 1))));
    }
  }

  // Nothing is connected to them, and names may be the same: ids are new ones.
  void write_poses() {
    for (std::size_t p = 0; p < poses_.size(); ++p) {
      file_.open_object("Pose", file_.ids.fresh(), pose_name_[p], "BindPose");
      file_.out.text("Type", "BindPose");
      file_.out.int32("Version", 100);
      file_.out.int32("NbPoseNodes", static_cast<std::int32_t>(poses_[p].size()));
      const std::map<std::int64_t, glm::dmat4> sorted(poses_[p].begin(), poses_[p].end());
      for (const auto& [model, world] : sorted) {
        file_.out.open("PoseNode");
        file_.out.open("Node");
        file_.out.int64(model);
        file_.out.close();
        file_.out.array("Matrix", numbers_of(world));
        file_.out.close();
      }
      file_.out.close();
    }
  }

  static std::vector<double> numbers_of(const glm::dmat4& m) {
    return std::vector<double>(glm::value_ptr(m), glm::value_ptr(m) + 16);
  }

  // What an object is connected to, and what that is, and so on.
  std::vector<std::int64_t> above(std::int64_t id, int steps) const {
    std::vector<std::int64_t> out, at{id};
    for (int step = 0; step < steps; ++step) {
      std::vector<std::int64_t> next;
      for (const std::int64_t from : at) {
        const auto [first, last] = into_.equal_range(from);
        for (auto to = first; to != last; ++to) next.push_back(to->second);
      }
      out.insert(out.end(), next.begin(), next.end());
      at = std::move(next);
    }
    return out;
  }

  // The pose that counts for a mesh's model and a skin; -1: none.
  int pose_of(std::int64_t mesh, std::int64_t skin) {
    const auto [known, fresh] = chosen_.try_emplace({mesh, skin}, -1);
    if (fresh) known->second = whole_pose<std::int64_t>(poses_, mesh, bones_of_[skin]);
    return known->second;
  }

  // Clusters may leave it to the bind pose where their bone and their mesh were.
  void write_binding(const Object& object) {
    const auto has = [&](const char* name) { return fbx_child(tree_, object.node, name) != 0; };
    const auto bone = bone_.find(object.id);
    if ((has("Transform") && has("TransformLink")) || bone == bone_.end() || poses_.empty()) return;
    const std::vector<std::int64_t> skin = above(object.id, 1);
    constexpr int kSteps = 3;  // skin, geometry, model
    for (const std::int64_t mesh : above(object.id, kSteps)) {
      const int pose = is(mesh, "Model") ? pose_of(mesh, skin.front()) : -1;
      if (pose < 0) continue;
      const auto& world = poses_[static_cast<std::size_t>(pose)];
      const auto bound = world.find(bone->second);
      if (bound == world.end() || glm::determinant(bound->second) == 0.0) return;
      file_.out.array("Transform", numbers_of(glm::inverse(bound->second) * world.at(mesh)));
      file_.out.array("TransformLink", numbers_of(bound->second));
      return;
    }
  }

  void write_model(const Object& object) {
    const bool mesh = fbx_child(tree_, object.node, "Vertices") != 0 &&
                      fbx_child(tree_, object.node, "PolygonVertexIndex") != 0;
    const FbxFullName name = name_of(object);
    file_.open_object("Model", object.id, {file_.model_name(name.name), name.type},
                      mesh ? std::string_view("Mesh") : object.type);
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
    if (object.type == "Mesh") write_first_material(object);
    file_.out.close();
    if (object.type == "Shape") return;
    upgrade_fbx_shapes(file_, object.node, object.id, {object.id}, weights(object.node));
  }

  // Where a mesh does not say which material it has, it has the first of its model: Assimp gives it
  // none.
  void write_first_material(const Object& object) {
    if (fbx_child(tree_, object.node, "LayerElementMaterial") != 0) return;
    file_.out.open("LayerElementMaterial");
    file_.out.int32(0);
    file_.out.int32("Version", 101);
    file_.out.text("Name", "");
    file_.out.text("MappingInformationType", "AllSame");
    file_.out.text("ReferenceInformationType", "IndexToDirect");
    file_.out.array("Materials", std::vector<std::int32_t>{0});
    file_.out.close();
    file_.out.open("Layer");
    file_.out.int32(0);
    file_.out.int32("Version", 100);
    file_.out.open("LayerElement");
    file_.out.text("Type", "LayerElementMaterial");
    file_.out.int32("TypedIndex", 0);
    file_.out.close();
    file_.out.close();
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

  // Textures once lay on models, all materials of which had them. Where no layer says what they are
  // for, the first is the colour's.
  void connect_textures() {
    if (!named_) return;
    std::map<std::int64_t, std::vector<std::int64_t>> materials;
    for (const FbxLink& link : connected_) {
      if (is(link.from, "Material")) materials[link.to].push_back(link.from);
    }
    struct Laid {
      TextureUses uses{};
      std::int64_t count = 0;  // of textures so far
    };
    std::map<std::int64_t, Laid> models;
    std::set<std::pair<std::int64_t, std::string_view>> taken;
    const auto lay = [&](const FbxLink& link, const char* property) {
      for (const std::int64_t material : materials[link.to]) {
        if (taken.insert({material, property}).second) file_.link(link.from, material, property);
      }
    };
    const auto is_laid = [&](const FbxLink& link) {
      return is(link.from, "Texture") && is(link.to, "Model");
    };
    for (const FbxLink& link : connected_) {
      if (!is_laid(link)) continue;
      const auto [model, fresh] = models.try_emplace(link.to);
      if (fresh) model->second.uses = texture_uses(tree_, object(link.to)->node);
      const auto [first, last] = model->second.uses.equal_range(model->second.count++);
      for (auto use = first; use != last; ++use) lay(link, use->second);
    }
    // The colour's layer may name others for other polygons: it has one all the same.
    for (const FbxLink& link : connected_) {
      if (!is_laid(link)) continue;
      const TextureUses& uses = models[link.to].uses;
      const bool has_color = std::ranges::any_of(
          uses, [](const auto& use) { return std::string_view(use.second) == "DiffuseColor"; });
      if (uses.empty() || has_color) lay(link, "DiffuseColor");
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
  std::vector<FbxPoseOf<std::int64_t>> poses_;      // by ids of models
  std::vector<FbxFullName> pose_name_;
  std::map<std::int64_t, std::vector<std::int64_t>> bones_of_;   // of a skin's clusters
  std::map<std::pair<std::int64_t, std::int64_t>, int> chosen_;  // see pose_of()
  std::map<std::int64_t, std::int64_t> geometry_;                // of a model that held one
};

}  // namespace

void upgrade_fbx_objects(FbxUpgrade& file) {
  Objects(file).upgrade();
}

}  // namespace bindpose
