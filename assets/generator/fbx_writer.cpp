#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

#include "fbx_nodes.h"
#include "writers.h"

namespace bindpose::gen {
namespace {

using fbx::name_class;
using fbx::Node;

constexpr std::int64_t kTicks = 46186158000;  // FBX time units a second

std::int64_t ticks(float seconds) {
  return std::llround(static_cast<double>(seconds) * static_cast<double>(kTicks));
}

std::vector<double> numbers(const mat4& m) {
  std::vector<double> out;
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) out.push_back(static_cast<double>(m[c][r]));
  }
  return out;
}

std::vector<double> numbers(const std::vector<vec3>& values) {
  std::vector<double> out;
  for (const vec3& v : values) {
    for (int k = 0; k < 3; ++k) out.push_back(static_cast<double>(v[k]));
  }
  return out;
}

void vector_property(Node& properties, const std::string& name, const std::string& type,
                     const vec3& v) {
  properties.property(name, type, "", "A")
      .f64(static_cast<double>(v.x))
      .f64(static_cast<double>(v.y))
      .f64(static_cast<double>(v.z));
}

// The angles nearest to `last` among those that mean the same rotation, so that curves do not jump.
vec3 near_angles(const quat& q, const vec3& last) {
  const vec3 a = degrees_from_rotation(q);
  vec3 best = a;
  float nearest = 1e30f;
  for (const vec3& c : {a, vec3(a.x + 180.0f, 180.0f - a.y, a.z + 180.0f)}) {
    vec3 moved = c;
    for (int k = 0; k < 3; ++k) moved[k] -= 360.0f * std::round((moved[k] - last[k]) / 360.0f);
    const vec3 d = moved - last;
    if (glm::dot(d, d) < nearest) {
      nearest = glm::dot(d, d);
      best = moved;
    }
  }
  return best;
}

class Writer {
 public:
  explicit Writer(const Character& c) : c_(c) {}

  std::vector<std::uint8_t> bytes() {
    for (std::size_t m = 0; m < c_.material.size(); ++m) material(m);
    if (!c_.texture_png.empty()) texture();
    for (std::size_t j = 0; j < c_.joint.size(); ++j) limb(j);
    for (const Surface& s : c_.surface) surface(s);
    bind_pose();
    for (const Clip& clip : c_.clip) stack(clip);
    Node header("FBXHeaderExtension"), id("FileId"), time("CreationTime"), creator("Creator");
    header.child("FBXHeaderVersion").i32(1003);
    header.child("FBXVersion").i32(7400);
    header.child("Creator").text("bindpose_make_models");
    id.raw({0x28, 0xb3, 0x2a, 0xeb, 0xb6, 0x24, 0xcc, 0xc2, 0xbf, 0xc8, 0xb0, 0x2a, 0xa9, 0x2b,
            0xfc, 0xf1});
    time.text("1970-01-01 10:00:00:000");
    creator.text("bindpose_make_models");
    const Node global = settings(), documents = document(), definitions = definition();
    const Node references("References");
    return fbx::binary_file({&header, &id, &time, &creator, &global, &documents, &references,
                             &definitions, &objects_, &connections_});
  }

 private:
  Node& object(const std::string& type, std::int64_t id, const std::string& name,
               const std::string& of_class, const std::string& subtype) {
    ++counts_[type];
    return objects_.child(type).i64(id).text(name_class(name, of_class)).text(subtype);
  }
  void connect(std::int64_t from, std::int64_t to) {
    connections_.child("C").text("OO").i64(from).i64(to);
  }
  void connect(std::int64_t from, std::int64_t to, const std::string& property) {
    connections_.child("C").text("OP").i64(from).i64(to).text(property);
  }

  static std::int64_t joint_id(std::size_t j) { return 100000 + static_cast<std::int64_t>(j); }
  static std::int64_t material_id(std::size_t m) { return 200000 + static_cast<std::int64_t>(m); }
  static constexpr std::int64_t kTexture = 210000, kVideo = 210001;

  static Node settings() {
    Node node("GlobalSettings");
    node.child("Version").i32(1000);
    Node& p = node.child("Properties70");
    const auto integer = [&](const char* name, int v) {
      p.property(name, "int", "Integer", "").i32(v);
    };
    integer("UpAxis", 1);
    integer("UpAxisSign", 1);
    integer("FrontAxis", 2);
    integer("FrontAxisSign", 1);
    integer("CoordAxis", 0);
    integer("CoordAxisSign", 1);
    p.property("UnitScaleFactor", "double", "Number", "").f64(100.0);  // centimetres in a unit
    p.property("TimeMode", "enum", "", "").i32(6);                     // 30 frames a second
    return node;
  }

  static Node document() {
    Node node("Documents");
    node.child("Count").i32(1);
    Node& d = node.child("Document").i64(900000).text("Scene").text("Scene");
    d.child("RootNode").i64(0);
    return node;
  }

  Node definition() const {
    Node node("Definitions");
    node.child("Version").i32(100);
    int total = 1;
    for (const auto& [type, count] : counts_) total += count;
    node.child("Count").i32(total);
    node.child("ObjectType").text("GlobalSettings").child("Count").i32(1);
    for (const auto& [type, count] : counts_) {
      node.child("ObjectType").text(type).child("Count").i32(count);
    }
    return node;
  }

  void material(std::size_t m) {
    const Material& x = c_.material[m];
    Node& node = object("Material", material_id(m), x.name, "Material", "");
    node.child("Version").i32(102);
    node.child("ShadingModel").text("phong");
    Node& p = node.child("Properties70");
    vector_property(p, "DiffuseColor", "Color", vec3(x.base_color));
    if (x.textured && !c_.texture_png.empty()) connect(kTexture, material_id(m), "DiffuseColor");
  }

  void texture() {
    const std::string file = c_.name + "_colors.png";
    Node& video = object("Video", kVideo, c_.name + "_colors", "Video", "Clip");
    video.child("Type").text("Clip");
    video.child("Properties70").property("Path", "KString", "XRefUrl", "").text(file);
    video.child("FileName").text(file);
    video.child("RelativeFilename").text(file);
    video.child("Content").raw(c_.texture_png);
    Node& node = object("Texture", kTexture, c_.name + "_colors", "Texture", "");
    node.child("Type").text("TextureVideoClip");
    node.child("Version").i32(202);
    Node& p = node.child("Properties70");
    p.property("WrapModeU", "enum", "", "").i32(1);  // clamp
    p.property("WrapModeV", "enum", "", "").i32(1);
    node.child("TextureName").text(name_class(c_.name + "_colors", "Texture"));
    node.child("Media").text(name_class(c_.name + "_colors", "Video"));
    node.child("FileName").text(file);
    node.child("RelativeFilename").text(file);
    connect(kVideo, kTexture);
  }

  void limb(std::size_t j) {
    const Joint& joint = c_.joint[j];
    const std::int64_t attribute = next_++;
    object("NodeAttribute", attribute, joint.name, "NodeAttribute", "LimbNode")
        .child("TypeFlags")
        .text("Skeleton");
    Node& node = object("Model", joint_id(j), joint.name, "Model", "LimbNode");
    node.child("Version").i32(232);
    Node& p = node.child("Properties70");
    p.property("InheritType", "enum", "", "").i32(1);  // parent times local, scale included
    vector_property(p, "Lcl Translation", "Lcl Translation", joint.rest.t);
    vector_property(p, "Lcl Rotation", "Lcl Rotation", degrees_from_rotation(joint.rest.q));
    vector_property(p, "Lcl Scaling", "Lcl Scaling", joint.rest.s);
    connect(attribute, joint_id(j));
    connect(joint_id(j), joint.parent < 0 ? 0 : joint_id(static_cast<std::size_t>(joint.parent)));
  }

  void surface(const Surface& s) {
    const std::int64_t geometry = next_++, model = next_++, skin = next_++;
    mesh_model_.push_back(model);
    Node& node = object("Geometry", geometry, s.name, "Geometry", "Mesh");
    node.child("GeometryVersion").i32(124);
    node.child("Vertices").f64s(numbers(s.position));
    std::vector<std::int32_t> polygon, corner;
    for (std::size_t k = 0; k < s.triangle.size(); ++k) {
      const auto v = static_cast<std::int32_t>(s.triangle[k]);
      corner.push_back(v);
      polygon.push_back(k % 3 == 2 ? ~v : v);  // the last corner of a polygon is complemented
    }
    node.child("PolygonVertexIndex").i32s(polygon);
    layers(node, s, corner);
    Node& m = object("Model", model, s.name, "Model", "Mesh");
    m.child("Version").i32(232);
    m.child("Properties70").property("InheritType", "enum", "", "").i32(1);
    m.child("Culling").text("CullingOff");
    connect(geometry, model);
    connect(material_id(static_cast<std::size_t>(s.material)), model);
    connect(model, 0);
    Node& deformer = object("Deformer", skin, s.name, "Deformer", "Skin");
    deformer.child("Version").i32(101);
    deformer.child("Link_DeformAcuracy").f64(50.0);  // spelled so in the format
    connect(skin, geometry);
    clusters(s, skin);
  }

  static void layers(Node& node, const Surface& s, const std::vector<std::int32_t>& corner) {
    Node& normal = node.child("LayerElementNormal").i32(0);
    normal.child("Version").i32(101);
    normal.child("Name").text("");
    normal.child("MappingInformationType").text("ByVertice");  // spelled so in the format
    normal.child("ReferenceInformationType").text("Direct");
    normal.child("Normals").f64s(numbers(s.normal));
    Node& uv = node.child("LayerElementUV").i32(0);
    uv.child("Version").i32(101);
    uv.child("Name").text("UVMap");
    uv.child("MappingInformationType").text("ByPolygonVertex");
    uv.child("ReferenceInformationType").text("IndexToDirect");
    std::vector<double> values;
    for (const vec2& t : s.uv) {
      values.push_back(static_cast<double>(t.x));
      values.push_back(1.0 - static_cast<double>(t.y));  // v up
    }
    uv.child("UV").f64s(values);
    uv.child("UVIndex").i32s(corner);
    Node& material = node.child("LayerElementMaterial").i32(0);
    material.child("Version").i32(101);
    material.child("Name").text("");
    material.child("MappingInformationType").text("AllSame");
    material.child("ReferenceInformationType").text("IndexToDirect");
    material.child("Materials").i32s({0});
    Node& layer = node.child("Layer").i32(0);
    layer.child("Version").i32(100);
    for (const char* type : {"LayerElementNormal", "LayerElementUV", "LayerElementMaterial"}) {
      Node& element = layer.child("LayerElement");
      element.child("Type").text(type);
      element.child("TypedIndex").i32(0);
    }
  }

  void clusters(const Surface& s, std::int64_t skin) {
    std::map<int, std::pair<std::vector<std::int32_t>, std::vector<double>>> of_joint;
    for (std::size_t v = 0; v < s.influence.size(); ++v) {
      for (const Influence& i : s.influence[v]) {
        of_joint[i.joint].first.push_back(static_cast<std::int32_t>(v));
        of_joint[i.joint].second.push_back(static_cast<double>(i.weight));
      }
    }
    for (const auto& [j, rows] : of_joint) {
      const Joint& joint = c_.joint[static_cast<std::size_t>(j)];
      const std::int64_t id = next_++;
      Node& node = object("Deformer", id, joint.name, "SubDeformer", "Cluster");
      node.child("Version").i32(100);
      node.child("UserData").text("").text("");
      node.child("Indexes").i32s(rows.first);
      node.child("Weights").f64s(rows.second);
      node.child("Transform").f64s(numbers(mat4(glm::inverse(glm::dmat4(joint.bind)))));
      node.child("TransformLink").f64s(numbers(joint.bind));
      connect(id, skin);
      connect(joint_id(static_cast<std::size_t>(j)), id);
    }
  }

  void bind_pose() {
    Node& node = object("Pose", next_++, c_.name, "Pose", "BindPose");
    node.child("Type").text("BindPose");
    node.child("Version").i32(100);
    node.child("NbPoseNodes").i32(static_cast<std::int32_t>(c_.joint.size() + mesh_model_.size()));
    const auto entry = [&](std::int64_t id, const mat4& m) {
      Node& pose = node.child("PoseNode");
      pose.child("Node").i64(id);
      pose.child("Matrix").f64s(numbers(m));
    };
    for (const std::int64_t model : mesh_model_) entry(model, mat4(1.0f));
    for (std::size_t j = 0; j < c_.joint.size(); ++j) entry(joint_id(j), c_.joint[j].bind);
  }

  void stack(const Clip& clip) {
    const std::int64_t id = next_++, layer = next_++;
    Node& node = object("AnimationStack", id, clip.name, "AnimStack", "");
    Node& p = node.child("Properties70");
    for (const char* name : {"LocalStop", "ReferenceStop"}) {
      p.property(name, "KTime", "Time", "").i64(ticks(clip.time.back()));
    }
    object("AnimationLayer", layer, clip.name, "AnimLayer", "")
        .child("Properties70")
        .property("Weight", "Number", "", "A")
        .f64(100.0);
    connect(layer, id);
    for (const Track& t : clip.track) {
      const Joint& joint = c_.joint[static_cast<std::size_t>(t.joint)];
      curves(clip, layer, t.joint, "T", "Lcl Translation", t.translation);
      std::vector<vec3> angles;
      vec3 last = degrees_from_rotation(joint.rest.q);
      for (const quat& q : t.rotation) angles.push_back(last = near_angles(q, last));
      curves(clip, layer, t.joint, "R", "Lcl Rotation", angles);
      curves(clip, layer, t.joint, "S", "Lcl Scaling", t.scale);
    }
  }

  void curves(const Clip& clip, std::int64_t layer, int joint, const std::string& name,
              const std::string& property, const std::vector<vec3>& values) {
    if (values.empty()) return;
    const std::int64_t id = next_++;
    Node& node = object("AnimationCurveNode", id, name, "AnimCurveNode", "");
    Node& p = node.child("Properties70");
    connect(id, layer);
    connect(id, joint_id(static_cast<std::size_t>(joint)), property);
    std::vector<std::int64_t> times;
    for (const float t : clip.time) times.push_back(ticks(t));
    for (int k = 0; k < 3; ++k) {
      const std::string channel = std::string("d|") + "XYZ"[k];
      p.property(channel, "Number", "", "A").f64(static_cast<double>(values.front()[k]));
      std::vector<float> value;
      for (const vec3& v : values) value.push_back(v[k]);
      const std::int64_t curve = next_++;
      Node& c = object("AnimationCurve", curve, "", "AnimCurve", "");
      c.child("Default").f64(static_cast<double>(value.front()));
      c.child("KeyVer").i32(4008);
      c.child("KeyTime").i64s(times);
      c.child("KeyValueFloat").f32s(value);
      c.child("KeyAttrFlags").i32s({4});  // linear
      c.child("KeyAttrDataFloat").f32s({0.0f, 0.0f, 0.0f, 0.0f});
      c.child("KeyAttrRefCount").i32s({static_cast<std::int32_t>(value.size())});
      connect(curve, id, channel);
    }
  }

  const Character& c_;
  Node objects_{"Objects"}, connections_{"Connections"};
  std::map<std::string, int> counts_;
  std::vector<std::int64_t> mesh_model_;
  std::int64_t next_ = 1000000;
};

}  // namespace

void write_fbx(const Character& c, const std::filesystem::path& file) {
  write_bytes(file, Writer(c).bytes());
}

}  // namespace bindpose::gen
