#include "io/export/rig/rig.h"

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "io/export/glb_builder.h"
#include "io/export/gltf_rig.h"
#include "io/export/notes.h"
#include "io/export/rig/rig_clips.h"
#include "io/export/rig/skin_slots.h"
#include "io/export/rig/wholes.h"
#include "io/files/file_writer.h"
#include "io/gltf/document.h"
#include "io/model_file.h"
#include "io/text/json_text.h"
#include "math/numbers.h"
#include "math/transform.h"

namespace bindpose {
namespace {

using OrderedJson = GlbBuilder::Json;

// Column by column, as glTF has matrices.
OrderedJson columns(const mat4& m) {
  OrderedJson out = OrderedJson::array();
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) out.push_back(shortest_double(m[c][r]));
  }
  return out;
}

OrderedJson numbers(const vec3& v) {
  return {shortest_double(v.x), shortest_double(v.y), shortest_double(v.z)};
}

struct RigWriter {
  const Scene& scene;  // edited weights
  const Model& model = *scene.model;
  // glTF has metres, y up: points and B_j of skinned meshes are written so, W_j get it from a node
  // above. Else the bind pose would lie, or be a hundred times as large as the others. Where it
  // would turn triangles inside out, points stay and W_j alone have it.
  const bool carries = model.to_display != mat4(1.0f) && glm::determinant(model.to_display) > 0.0f;
  const mat4 to_file = carries ? model.to_display : mat4(1.0f);
  GlbBuilder out{model};
  std::vector<int> joint_node{};  // #J
  // A mesh of the file: parts of a surface that differ in their material alone are one, so that its
  // shapes have one weight each, as they had.
  struct Whole {
    std::string name;
    int carrier;  // a node of the file
    std::optional<std::size_t> skin;
    mat4 from_bind;
    bool hidden;
    std::size_t index;  // in "meshes"
  };
  std::vector<Whole> wholes{};
  std::vector<MorphedNode> morphed{};
  std::set<int> animated{};  // joints
  std::vector<SkinSlots> skins{};
  std::vector<std::string> skin_name{};
  std::size_t tied = 0;                // vertices without weights
  std::vector<std::string> tied_to{};  // names of the joints that were made for them

  int add_node(OrderedJson node, int parent) {
    out.root["nodes"].push_back(std::move(node));
    const int index = static_cast<int>(out.root["nodes"].size()) - 1;
    OrderedJson& list = parent < 0
                            ? out.root["scenes"][0]["nodes"]
                            : out.root["nodes"][static_cast<std::size_t>(parent)]["children"];
    list.push_back(index);
    return index;
  }

  void add_joints();
  void add_mesh(std::size_t m);
  OrderedJson attributes(const Mesh& mesh, const mat4& moved);
  void add_influences(const Influences& in, const FittedSkin& fitted, OrderedJson& attributes);
  OrderedJson targets(const Mesh& mesh, const mat4& moved, const std::vector<Shape>& shapes);
  int own_node_of(const Mesh& mesh, const Whole& whole);
  void add_whole(const Mesh& mesh, const Whole& whole, OrderedJson primitive,
                 const std::vector<Shape>& shapes);
  FittedSkin add_skin(const BoundMesh& bound, int own_node);
  void write_skins();
};

void RigWriter::add_joints() {
  for (int c = 0; c < clip_count(scene); ++c) {
    for (const JointTrack& track : clip_at(scene, c)->tracks) animated.insert(track.joint);
  }
  int top = -1;
  if (model.to_display != mat4(1.0f)) {
    top = add_node({{"name", "to metres, y up"}, {"matrix", columns(model.to_display)}}, -1);
  }
  const Skeleton& s = model.skeleton;
  for (std::size_t j = 0; j < s.parent.size(); ++j) {
    OrderedJson node = {{"name", clean_utf8(s.name[j])}};
    const mat4& local = s.rest_local[j];
    const bool moves = animated.contains(static_cast<int>(j));
    if (moves || recompose_error(local) < 1e-6f) {
      const Transform x = decompose(local);
      node["translation"] = numbers(x.t);
      node["rotation"] = {shortest_double(x.q.x), shortest_double(x.q.y), shortest_double(x.q.z),
                          shortest_double(x.q.w)};
      node["scale"] = numbers(x.s);
    } else {
      node["matrix"] = columns(local);
    }
    const int parent = s.parent[j] < 0 ? top : joint_node[static_cast<std::size_t>(s.parent[j])];
    joint_node.push_back(add_node(std::move(node), parent));
  }
}

// `moved` by that, which keeps angles.
std::vector<vec3> points(const std::vector<vec3>& position, const mat4& moved) {
  std::vector<vec3> out;
  for (const vec3& p : position) out.push_back(vec3(moved * vec4(p, 1.0f)));
  return out;
}
std::vector<vec3> directions(const std::vector<vec3>& direction, const mat3& moved) {
  std::vector<vec3> out;
  for (const vec3& d : direction) out.push_back(moved * d);
  return out;
}
mat3 rotation_of(const mat4& moved) {
  return mat3(moved) / glm::length(vec3(moved[0]));
}

OrderedJson RigWriter::attributes(const Mesh& mesh, const mat4& moved) {
  const bool stays = moved == mat4(1.0f);
  OrderedJson out_attributes = {
      {"POSITION", out.add_owned_positions(stays ? mesh.position : points(mesh.position, moved))}};
  if (!mesh.normal.empty() && !mesh.flat) {
    out_attributes["NORMAL"] =
        out.add_owned(stays ? mesh.normal : directions(mesh.normal, rotation_of(moved)), 1, "VEC3",
                      GlbType::Float, GlbTarget::Vertices);
  }
  out.add_uv(mesh, out_attributes);
  if (!mesh.color.empty()) {
    out_attributes["COLOR_0"] =
        out.add_accessor(mesh.color, "VEC4", GlbType::Float, GlbTarget::Vertices);
  }
  return out_attributes;
}

// `fitted`: the mesh's slots in the skin that is written; behind them that of `own_node`, which
// vertices without influences follow.
void RigWriter::add_influences(const Influences& in, const FittedSkin& fitted,
                               OrderedJson& attributes) {
  WeightRows rows;
  rows.entry.reserve(in.slot.size());
  for (std::size_t i = 0; i < in.vertex_count(); ++i) {
    for (auto k = in.offset[i]; k < in.offset[i + 1]; ++k) {
      rows.entry.push_back({fitted.slot[in.slot[k]], in.weight[k]});
    }
    if (in.offset[i] == in.offset[i + 1]) {
      rows.entry.push_back({fitted.slot.back(), 1.0f});
      ++tied;
    }
    rows.end_row();
  }
  const std::vector<InfluenceSet> sets = influence_sets(rows);
  for (std::size_t set = 0; set < sets.size(); ++set) {
    const std::string number = std::to_string(set);
    attributes["JOINTS_" + number] =
        out.add_owned(sets[set].joint, 4, "VEC4", GlbType::UnsignedShort, GlbTarget::Vertices);
    attributes["WEIGHTS_" + number] =
        out.add_owned(sets[set].weight, 4, "VEC4", GlbType::Float, GlbTarget::Vertices);
  }
}

// Those that the mesh has no part in leave it where it is.
OrderedJson RigWriter::targets(const Mesh& mesh, const mat4& moved,
                               const std::vector<Shape>& shapes) {
  const mat3 along(moved), turned = rotation_of(moved);
  const std::vector<Shape> own = shapes_of(mesh);
  OrderedJson list = OrderedJson::array();
  for (const Shape& shape : shapes) {
    const auto found = std::ranges::find(own, shape);
    static const MorphTarget nothing;
    const MorphTarget& target =
        found == own.end() ? nothing : mesh.morph[static_cast<std::size_t>(found - own.begin())];
    std::vector<vec3> position(mesh.position.size(), vec3(0.0f));
    std::vector<vec3> normal(target.normal.empty() || mesh.flat ? 0 : mesh.position.size(),
                             vec3(0.0f));
    for (std::size_t k = 0; k < target.vertex.size(); ++k) {
      position[target.vertex[k]] = along * target.position[k];
      if (!normal.empty()) normal[target.vertex[k]] = turned * target.normal[k];
    }
    OrderedJson moves = {{"POSITION", out.add_owned_positions(position)}};
    if (!normal.empty()) {
      moves["NORMAL"] = out.add_owned(normal, 1, "VEC3", GlbType::Float, GlbTarget::Vertices);
    }
    list.push_back(std::move(moves));
  }
  return list;
}

// Meshes whose matrices agree share a skin.
FittedSkin RigWriter::add_skin(const BoundMesh& bound, int own_node) {
  std::vector<int> nodes;
  std::vector<mat4> inverse_bind = bound.skin.inverse_bind;
  for (const int j : bound.skin.joint) nodes.push_back(joint_node[static_cast<std::size_t>(j)]);
  if (own_node >= 0) {
    nodes.push_back(own_node);
    inverse_bind.push_back(inverse_affine(bound.skin.mesh_to_bind));
  }
  if (carries) {
    const mat4 back = inverse_affine(to_file);
    for (mat4& m : inverse_bind) m = m * back;
  }
  FittedSkin fitted = fit_skin(skins, nodes, inverse_bind);
  if (skin_name.size() < skins.size()) skin_name.push_back(clean_utf8(bound.mesh.name));
  return fitted;
}

void RigWriter::write_skins() {
  for (std::size_t s = 0; s < skins.size(); ++s) {
    out.root["skins"].push_back(
        {{"name", skin_name[s]},
         {"joints", skins[s].node},
         {"inverseBindMatrices", out.add_owned(skins[s].inverse_bind, 1, "MAT4", GlbType::Float)}});
  }
}

// On the joint that carries it, as it was, where nothing is in the way.
int RigWriter::own_node_of(const Mesh& mesh, const Whole& whole) {
  const bool taken = out.root["nodes"][idx(whole.carrier)].contains("mesh");
  // A node that is not seen hides what hangs below it as well.
  const Skeleton& s = model.skeleton;
  const bool hides_more = mesh.hidden && (s.subtree_end[idx(mesh.node)] > mesh.node + 1 ||
                                          model.has_bind[idx(mesh.node)] != 0);
  if (!taken && !hides_more && whole.from_bind == mat4(1.0f)) return whole.carrier;
  OrderedJson own = {{"name", whole.name}};
  if (whole.from_bind != mat4(1.0f)) own["matrix"] = columns(whole.from_bind);
  return add_node(std::move(own), whole.carrier);
}

void RigWriter::add_whole(const Mesh& mesh, const Whole& whole, OrderedJson primitive,
                          const std::vector<Shape>& shapes) {
  OrderedJson gltf_mesh = {{"name", whole.name}};
  const int node = own_node_of(mesh, whole);
  morphed.push_back({node, {}});
  for (const Shape& shape : shapes) {
    const MorphChannel& channel = model.morph_channels[idx(shape.channel)];
    gltf_mesh["weights"].push_back(shortest_double(channel.default_weight));
    gltf_mesh["extras"]["targetNames"].push_back(clean_utf8(channel.name));
    morphed.back().channel.push_back(shape.channel);
  }
  gltf_mesh["primitives"] = OrderedJson::array({std::move(primitive)});
  out.root["meshes"].push_back(std::move(gltf_mesh));
  if (mesh.hidden) out.uses("KHR_node_visibility");  // first: members that are added move others
  OrderedJson& in_file = out.root["nodes"][idx(node)];
  in_file["mesh"] = whole.index;
  if (whole.skin) in_file["skin"] = *whole.skin;
  if (mesh.hidden) in_file["extensions"]["KHR_node_visibility"]["visible"] = false;
}

void RigWriter::add_mesh(std::size_t m) {
  const BoundMesh bound = bound_mesh(scene, m);
  const Mesh& mesh = bound.mesh;
  if (mesh.position.empty() || mesh.triangle.empty()) return;
  const Influences& in = bound.influences;
  const bool skinned = bound.skin.skinned && !bound.skin.joint.empty();
  bool unweighted = false;
  for (std::size_t i = 0; skinned && i < in.vertex_count(); ++i) {
    unweighted = unweighted || in.offset[i] == in.offset[i + 1];
  }
  const std::string name = clean_utf8(mesh.name);
  const int carrier = joint_node[static_cast<std::size_t>(mesh.node)];
  const int own_node = unweighted ? add_node({{"name", name + " node"}}, carrier) : -1;
  if (own_node >= 0) tied_to.push_back(name + " node");
  const std::optional<FittedSkin> skin =
      skinned ? std::optional(add_skin(bound, own_node)) : std::nullopt;

  const mat4 moved = skinned ? to_file : mat4(1.0f);
  OrderedJson primitive = {{"attributes", attributes(mesh, moved)},
                           {"indices", out.add_accessor(mesh.triangle, "SCALAR",
                                                        GlbType::UnsignedInt, GlbTarget::Indices)}};
  if (mesh.material >= 0) primitive["material"] = out.add_material(mesh.material);
  if (skin) add_influences(in, *skin, primitive["attributes"]);
  const std::vector<Shape> shapes = shapes_of_whole(mesh, model);
  if (!shapes.empty()) primitive["targets"] = targets(mesh, moved, shapes);

  Whole whole{clean_utf8(whole_name(mesh, model)),
              carrier,
              skin ? std::optional(skin->skin) : std::nullopt,
              skinned ? mat4(1.0f) : inverse_affine(bound.skin.mesh_to_bind),
              mesh.hidden,
              out.root["meshes"].size()};
  const auto same = std::ranges::find_if(wholes, [&](const Whole& w) {
    return w.name == whole.name && w.carrier == carrier && w.skin == whole.skin &&
           w.from_bind == whole.from_bind && w.hidden == whole.hidden;
  });
  if (same != wholes.end() && whole.name != name) {
    out.root["meshes"][same->index]["primitives"].push_back(std::move(primitive));
    return;
  }
  add_whole(mesh, whole, std::move(primitive), shapes);
  wholes.push_back(std::move(whole));
}

// What makes a GLB a VRM is its own file's.
bool is_vrm(const GltfDocument& document) {
  const nlohmann::json extensions = gltf_member(document, "extensions");
  return extensions.is_object() && (extensions.contains("VRM") || extensions.contains("VRMC_vrm"));
}

std::string why_no_vrm(const std::filesystem::path& file, const GltfSource* source) {
  const std::string start = "Cannot write " + file.string() + " as a VRM: ";
  if (source == nullptr || !is_vrm(source->document)) {
    return start + "the model does not come from a VRM file that is still there; name it .glb.";
  }
  return start + "its edits need other nodes or shapes than the model's file has; name it .glb.";
}

}  // namespace

std::vector<std::string> export_rig(const Scene& scene, const std::filesystem::path& file,
                                    WriteProgress* progress, GlbPacking packing,
                                    const OpenPlain& open_plain) {
  const std::string ending = lower_extension(file);
  const bool as_vrm = ending == ".vrm";
  if (ending != ".glb" && !as_vrm) {
    throw std::runtime_error("Cannot write the rig to " + file.string() +
                             ": its name must end in .glb, or in .vrm where the model is a VRM.");
  }
  if (as_vrm && packing != GlbPacking::None) {
    throw std::runtime_error("Cannot compress " + file.string() +
                             ": programs that read VRM know no such streams; name it .glb.");
  }
  constexpr float kPrepared = 0.5f;  // of the work, when the bytes are there and have to be written
  std::vector<std::string> notes;
  const Model& model = *scene.model;
  FileWriter output(file, progress);
  const std::unique_ptr<GltfSource> source = open_gltf_source(model, open_plain, progress);
  const bool is_written = source != nullptr && (!as_vrm || is_vrm(source->document)) &&
                          write_gltf_rig(*source, scene, output, packing, notes);
  if (as_vrm && !is_written) throw std::runtime_error(why_no_vrm(file, source.get()));
  if (!is_written) {
    notes = notes_on_materials(model, source != nullptr);
    RigWriter writer{scene};
    writer.add_joints();
    output.stretch(kPrepared, vertex_count(model));
    for (std::size_t m = 0; m < model.meshes.size(); ++m) {
      writer.add_mesh(m);
      output.step(model.meshes[m].position.size());
    }
    writer.write_skins();
    for (const auto& more : {notes_on_tied(writer.tied, writer.tied_to), notes_on_shear(scene),
                             notes_on_deformers(model)}) {
      notes.insert(notes.end(), more.begin(), more.end());
    }
    add_clips(writer.out, scene, writer.joint_node, writer.morphed);
    writer.out.write(output, packing);
  }
  output.commit();
  return notes;
}

}  // namespace bindpose
