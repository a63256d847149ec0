#include <algorithm>
#include <array>

#include "io/fbx/upgrade/context.h"

namespace bindpose {
namespace {

class Models {
 public:
  explicit Models(FbxUpgrade& file) : file_(file), tree_(file.tree) {}

  void upgrade() {
    for (std::uint32_t c = 1; c < tree_.node[0].end; c = tree_.node[c].end) {
      if (tree_.node[c].name != "Model") continue;
      const std::int64_t id = file_.ids.add(tree_.get(c, 0));
      if (id != 0) models_.push_back({c, id});
    }
    read_first_take();
    write_videos();
    for (const Model& model : models_) place_children(model);
    for (const Model& model : models_) write(model);
  }

 private:
  struct Model {
    std::uint32_t node;
    std::int64_t id;
  };
  struct Transform {
    double translation[3] = {0.0, 0.0, 0.0};
    double rotation[3] = {0.0, 0.0, 0.0};
    double scale[3] = {1.0, 1.0, 1.0};
  };

  template <typename Visit>
  void each(std::uint32_t node, std::string_view name, Visit visit) const {
    for (std::uint32_t c = node + 1; c < tree_.node[node].end; c = tree_.node[c].end) {
      if (tree_.node[c].name == name) visit(c);
    }
  }

  // Models of text files have no channels: they rest as the first take says.
  void read_first_take() {
    const std::uint32_t takes = fbx_child(tree_, 0, "Takes");
    const std::uint32_t take = takes == 0 ? 0 : fbx_child(tree_, takes, "Take");
    if (take == 0) return;
    each(take, "Model", [&](std::uint32_t c) {
      const std::int64_t id = file_.ids.find(tree_.get(c, 0));
      if (id > 0) in_take_.emplace(id, c);
    });
  }

  // The node whose channels hold the model's values at rest.
  std::uint32_t channels_of(const Model& model) const {
    if (fbx_child(tree_, model.node, "Channel") != 0) return model.node;
    const auto found = in_take_.find(model.id);
    return found == in_take_.end() ? model.node : found->second;
  }

  double default_of(std::uint32_t channel, double otherwise) const {
    return fbx_real(tree_.get(fbx_child(tree_, channel, "Default"), 0)).value_or(otherwise);
  }

  Transform transform_of(std::uint32_t channels) const {
    Transform out;
    each(channels, "Channel", [&](std::uint32_t transform) {
      if (fbx_text(tree_.get(transform, 0)) != "Transform") return;
      each(transform, "Channel", [&](std::uint32_t part) {
        const std::string_view name = fbx_text(tree_.get(part, 0));
        double* to = name == "T"   ? out.translation
                     : name == "R" ? out.rotation
                     : name == "S" ? out.scale
                                   : nullptr;
        if (to == nullptr) return;
        each(part, "Channel", [&](std::uint32_t axis) {
          constexpr std::string_view kAxes = "XYZ";
          const std::string_view letter = fbx_text(tree_.get(axis, 0));
          const std::size_t a = letter.size() == 1 ? kAxes.find(letter) : kAxes.npos;
          if (a != kAxes.npos) to[a] = default_of(axis, to[a]);
        });
      });
    });
    return out;
  }

  // Pictures lie in Media; what uses them names them.
  void write_videos() {
    const std::uint32_t media = fbx_child(tree_, 0, "Media");
    const std::uint32_t videos = media == 0 ? 0 : fbx_child(tree_, media, "Video");
    if (videos == 0) return;
    for (std::uint32_t c = videos + 1; c < tree_.node[videos].end; c = tree_.node[c].end) {
      const FbxFullName name = fbx_full_name(tree_, fbx_text(tree_.get(c, 0)));
      if (name.name.empty()) continue;
      const std::int64_t id = file_.ids.fresh();
      file_.open_object("Video", id, {name.name, "Video"}, "Clip");
      file_.copy.children(c, [](std::string_view) { return true; });
      file_.out.close();
      video_.emplace(name.name, id);
    }
  }

  void place_children(const Model& model) {
    each(model.node, "Children", [&](std::uint32_t list) {
      for (std::uint32_t i = 0; i < tree_.node[list].property_count; ++i) {
        const std::int64_t child = file_.ids.find(tree_.get(list, i));
        if (child <= 0 || !placed_.insert(child).second) continue;
        file_.link(child, model.id);
      }
    });
  }

  void write(const Model& model) {
    const bool mesh = fbx_child(tree_, model.node, "Vertices") != 0 &&
                      fbx_child(tree_, model.node, "PolygonVertexIndex") != 0;
    const std::string_view type = fbx_text(tree_.get(fbx_child(tree_, model.node, "Type"), 0));
    const FbxFullName name = fbx_full_name(tree_, fbx_text(tree_.get(model.node, 0)));
    const std::uint32_t channels = channels_of(model);
    const Transform rest = transform_of(channels);
    file_.open_object("Model", model.id, {file_.model_name(name.name), "Model"},
                      mesh ? "Mesh" : type);
    file_.out.int32("Version", 232);
    file_.out.open("Properties70");
    file_.property("Lcl Translation", "Lcl Translation", rest.translation);
    file_.property("Lcl Rotation", "Lcl Rotation", rest.rotation);
    file_.property("Lcl Scaling", "Lcl Scaling", rest.scale);
    file_.out.close();
    file_.copy.children(model.node, [](std::string_view child) { return child == "Culling"; });
    file_.out.close();
    if (!placed_.contains(model.id)) file_.link(model.id, 0);
    if (!mesh) return;
    const std::int64_t geometry = file_.ids.fresh();
    write_geometry(model, geometry, name.name);
    file_.link(geometry, model.id);
    // A shape's channel holds where it stood when the file was written; the mesh rests without.
    upgrade_fbx_shapes(file_, model.node, geometry, {model.id}, {});
    write_materials(model);
    write_skin(model, geometry, name.name);
  }

  std::size_t count_of(std::uint32_t node) const { return tree_.node[node].property_count; }

  void write_geometry(const Model& model, std::int64_t id, const std::string& name) {
    const std::uint32_t n = model.node;
    file_.open_object("Geometry", id, {name, "Geometry"}, "Mesh");
    file_.copy.children(n, [](std::string_view child) {
      return child == "Vertices" || child == "PolygonVertexIndex";
    });
    file_.out.int32("GeometryVersion", 124);
    const std::size_t corners = count_of(fbx_child(tree_, n, "PolygonVertexIndex"));
    std::vector<std::string_view> layers;
    if (write_normals(n, corners)) layers.push_back("LayerElementNormal");
    if (write_uv(n, corners)) layers.push_back("LayerElementUV");
    if (write_material_numbers(n)) layers.push_back("LayerElementMaterial");
    file_.out.open("Layer");
    file_.out.int32(0);
    file_.out.int32("Version", 100);
    for (const std::string_view layer : layers) {
      file_.out.open("LayerElement");
      file_.out.text("Type", layer);
      file_.out.int32("TypedIndex", 0);
      file_.out.close();
    }
    file_.out.close();
    file_.out.close();
  }

  void open_layer(std::string_view kind, std::string_view mapping, std::string_view reference) {
    file_.out.open(kind);
    file_.out.int32(0);
    file_.out.int32("Version", 101);
    file_.out.text("Name", "");
    file_.out.text("MappingInformationType", mapping);
    file_.out.text("ReferenceInformationType", reference);
  }

  // One a point or one a corner, which only their number tells. Facts: ufbx
  // (ufbxi_read_legacy_mesh).
  bool write_normals(std::uint32_t n, std::size_t corners) {
    const std::uint32_t normals = fbx_child(tree_, n, "Normals");
    if (normals == 0) return false;
    const std::size_t count = count_of(normals) / 3;
    const bool by_point = count == count_of(fbx_child(tree_, n, "Vertices")) / 3 &&
                          (count != corners || tree_.version == 5000);
    if (!by_point && count != corners) return false;
    open_layer("LayerElementNormal", by_point ? "ByVertice" : "ByPolygonVertex", "Direct");
    file_.copy.node(normals);
    file_.out.close();
    return true;
  }

  template <typename T>
  std::vector<T> array(std::uint32_t node) {
    auto values = fbx_array<T>(tree_, node, file_.budget);
    return values ? std::move(*values) : std::vector<T>();
  }
  std::vector<std::int32_t> integers(std::uint32_t node) {
    const std::vector<std::int64_t> wide = array<std::int64_t>(node);
    return {wide.begin(), wide.end()};
  }

  bool write_uv(std::uint32_t n, std::size_t corners) {
    const std::uint32_t info = fbx_child(tree_, n, "GeometryUVInfo");
    if (info == 0) return false;
    const std::vector<double> uv = array<double>(fbx_child(tree_, info, "TextureUV"));
    const std::vector<std::int32_t> index =
        integers(fbx_child(tree_, info, "TextureUVVerticeIndex"));
    if (uv.empty() || index.size() != corners) return false;
    open_layer("LayerElementUV", "ByPolygonVertex", "IndexToDirect");
    file_.out.array("UV", uv);
    file_.out.array("UVIndex", index);
    file_.out.close();
    return true;
  }

  bool write_material_numbers(std::uint32_t n) {
    const std::string_view mapping =
        fbx_text(tree_.get(fbx_child(tree_, n, "MaterialAssignation"), 0));
    if (mapping != "ByPolygon" && mapping != "AllSame") return false;
    std::vector<std::int32_t> numbers = integers(fbx_child(tree_, n, "Materials"));
    if (numbers.empty()) numbers.push_back(0);
    if (mapping == "AllSame") numbers.resize(1);
    open_layer("LayerElementMaterial", mapping, "IndexToDirect");
    file_.out.array("Materials", numbers);
    file_.out.close();
    return true;
  }

  void color(std::uint32_t material, std::string_view from, std::string_view to) {
    const std::uint32_t node = fbx_child(tree_, material, from);
    double value[3];
    for (std::uint32_t i = 0; i < 3; ++i) {
      const auto part = node == 0 ? std::nullopt : fbx_real(tree_.get(node, i));
      if (!part) return;
      value[i] = *part;
    }
    file_.property(to, "Color", value);
  }

  void write_materials(const Model& model) {
    std::vector<std::int64_t> materials;
    each(model.node, "Material", [&](std::uint32_t c) {
      const std::int64_t id = file_.ids.fresh();
      const FbxFullName name = fbx_full_name(tree_, fbx_text(tree_.get(c, 0)));
      file_.open_object("Material", id, {name.name, "Material"}, "");
      file_.out.int32("Version", 102);
      file_.copy.children(c, [](std::string_view child) { return child == "ShadingModel"; });
      file_.out.open("Properties70");
      color(c, "Diffuse", "DiffuseColor");
      color(c, "Ambient", "AmbientColor");
      color(c, "Specular", "SpecularColor");
      color(c, "Emissive", "EmissiveColor");
      const auto shininess = fbx_real(tree_.get(fbx_child(tree_, c, "Shininess"), 0));
      if (shininess) file_.property("ShininessExponent", "Number", *shininess);
      file_.out.close();
      file_.out.close();
      file_.link(id, model.id);
      materials.push_back(id);
    });
    write_textures(model, materials);
  }

  // All materials of a model have its first texture.
  void write_textures(const Model& model, const std::vector<std::int64_t>& materials) {
    const std::uint32_t c = fbx_child(tree_, model.node, "Texture");
    if (c == 0 || materials.empty()) return;
    const std::int64_t id = file_.ids.fresh();
    const FbxFullName name = fbx_full_name(tree_, fbx_text(tree_.get(c, 0)));
    file_.open_object("Texture", id, {name.name, "Texture"}, "");
    file_.copy.children(c, [](std::string_view) { return true; });
    file_.out.close();
    for (const std::int64_t material : materials) file_.link(id, material, "DiffuseColor");
    const FbxFullName media =
        fbx_full_name(tree_, fbx_text(tree_.get(fbx_child(tree_, c, "Media"), 0)));
    const auto video = video_.find(media.name);
    if (video != video_.end()) file_.link(video->second, id);
  }

  void write_skin(const Model& model, std::int64_t geometry, const std::string& name) {
    std::int64_t skin = 0;
    each(model.node, "Link", [&](std::uint32_t c) {
      const std::int64_t bone = file_.ids.find(tree_.get(c, 0));
      if (bone <= 0) return;
      if (skin == 0) {
        skin = file_.ids.fresh();
        file_.open_object("Deformer", skin, {name, "Deformer"}, "Skin");
        file_.out.int32("Version", 101);
        file_.out.real("Link_DeformAcuracy", 50.0);
        file_.out.close();
        file_.link(skin, geometry);
      }
      const std::int64_t cluster = file_.ids.fresh();
      const FbxFullName bone_name = fbx_full_name(tree_, fbx_text(tree_.get(c, 0)));
      file_.open_object("Deformer", cluster, {bone_name.name, "SubDeformer"}, "Cluster");
      file_.out.int32("Version", 100);
      file_.copy.children(c, [](std::string_view child) {
        return child == "Indexes" || child == "Weights" || child.starts_with("Transform");
      });
      file_.out.close();
      file_.link(cluster, skin);
      file_.link(bone, cluster);
    });
  }

  FbxUpgrade& file_;
  const FbxTree& tree_;
  std::vector<Model> models_;
  std::map<std::int64_t, std::uint32_t> in_take_;
  std::map<std::string, std::int64_t> video_;
  std::set<std::int64_t> placed_;
};

}  // namespace

void upgrade_fbx_models(FbxUpgrade& file) {
  Models(file).upgrade();
}

}  // namespace bindpose
