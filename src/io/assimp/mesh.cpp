#include "io/assimp/mesh.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>

#include "io/assimp/convert.h"
#include "io/assimp/geometry.h"
#include "io/assimp/morph_match.h"
#include "io/files/large_arrays.h"
#include "io/text/import_report.h"
#include "math/bounds.h"
#include "math/geometry.h"
#include "math/numbers.h"
#include "math/transform.h"
#include "rig/surface/normal_faults.h"
#include "rig/weights/weight_rows.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

Box box_of(const std::vector<vec3>& points) {
  Box box;
  add_points(box, points);
  return box;
}

// Moves the surface into bind space.
MorphPlacing place(FileSurface& surface, const mat4& to_bind, Mesh& mesh) {
  MorphPlacing placing;
  mesh.position = std::move(surface.position);
  mesh.normal = std::move(surface.normal);
  if (to_bind != mat4(1.0f)) {
    const mat3 linear(to_bind);
    const vec3 shift(to_bind[3]);
    const float mirror = glm::determinant(linear) < 0.0f ? -1.0f : 1.0f;
    const mat3 turn = mirror * cofactor(linear);
    for (std::size_t i = 0; i < mesh.position.size(); ++i) {
      mesh.position[i] = linear * mesh.position[i] + shift;
      mesh.normal[i] = turn * mesh.normal[i];
    }
    placing.linear = linear;
    placing.turn = turn;
  }
  if (!surface.morph.empty()) placing.normal_length.reserve(mesh.normal.size());
  for (vec3& n : mesh.normal) {
    const float square = glm::dot(n, n);
    const bool usable = square > 0.0f && std::isfinite(square);
    if (!surface.morph.empty()) placing.normal_length.push_back(usable ? std::sqrt(square) : 0.0f);
    n = usable ? n * (1.0f / std::sqrt(square)) : vec3(0.0f, 0.0f, 1.0f);
  }
  return placing;
}

// A mirrored transform turns the faces inside out; their order is turned back.
void keep_faces_outside(const mat4& to_bind, Mesh& mesh) {
  if (glm::determinant(mat3(to_bind)) >= 0.0f) return;
  for (std::size_t i = 0; i + 2 < mesh.triangle.size(); i += 3) {
    std::swap(mesh.triangle[i + 1], mesh.triangle[i + 2]);
  }
}

struct SumStats {
  std::size_t unweighted = 0;
  std::size_t unnormalised = 0;
  std::vector<std::uint32_t> unweighted_vertex;
  std::vector<std::uint32_t> unnormalised_vertex;
  float least = std::numeric_limits<float>::infinity();  // of those that are not 1
  float most = -std::numeric_limits<float>::infinity();
};

// The rows' weights as influences; what their sums are is kept for the report.
SumStats normalise(const WeightRows& rows, Influences& out) {
  SumStats stats;
  const std::size_t count = rows.offset.size() - 1;
  reserve_large(out.offset, count + 1);
  reserve_large(out.slot, rows.entry.size());
  reserve_large(out.weight, rows.entry.size());
  out.raw_weight_sum.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const float stored = kept_sum(append_normalised(rows.row(i), out));
    out.raw_weight_sum[i] = stored;
    if (rows.offset[i] == rows.offset[i + 1]) {
      ++stats.unweighted;
      stats.unweighted_vertex.push_back(static_cast<std::uint32_t>(i));
    } else if (std::abs(stored - 1.0f) > kSumTolerance) {
      ++stats.unnormalised;
      stats.unnormalised_vertex.push_back(static_cast<std::uint32_t>(i));
      stats.least = std::min(stats.least, stored);
      stats.most = std::max(stats.most, stored);
    }
  }
  return stats;
}

void follow_node(std::size_t vertices, Influences& out) {
  out.offset.resize(vertices + 1);
  for (std::size_t i = 0; i <= vertices; ++i) out.offset[i] = static_cast<std::uint32_t>(i);
  out.slot.assign(vertices, 0);
  out.weight.assign(vertices, 1.0f);
  out.raw_weight_sum.assign(vertices, 1.0f);
}

std::vector<std::uint32_t> vertices_with(const FileSurface& s, Flaw what) {
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < s.flaw.size(); ++i) {
    if ((s.flaw[i] & static_cast<std::uint8_t>(what)) != 0) {
      out.push_back(static_cast<std::uint32_t>(i));
    }
  }
  return out;
}

void report_surface(const FileSurface& s, const std::string& place, int mesh, Model& model) {
  const auto say = [&](std::size_t count, Severity severity, const char* one, const char* many,
                       const std::string& rest, std::optional<Flaw> at = {}) {
    if (count == 0) return;
    std::vector<std::uint32_t> vertices = at ? vertices_with(s, *at) : std::vector<std::uint32_t>();
    // Assimp has a vertex for each corner: those that were welded are one.
    const bool welded = (at == Flaw::Point || at == Flaw::Far) && !vertices.empty();
    if (welded) count = vertices.size();
    report(model, severity, place, counted(count, one, many) + rest, -1, mesh, std::move(vertices));
  };
  say(s.broken_points, Severity::Warning, "vertex is", "vertices are",
      " not a finite number; moved to the origin.", Flaw::Point);
  say(s.far_points, Severity::Warning, "vertex lies", "vertices lie",
      " farther out than can be computed with (beyond 1e18); moved to the origin.", Flaw::Far);
  say(s.broken_normals, Severity::Warning, "normal is", "normals are",
      " not a finite number or of no length; turned to z.", Flaw::Normal);
  say(s.broken_attributes, Severity::Warning, "texture coordinate or colour is",
      "texture coordinates or colours are", " not a finite number; set to 0 or white.",
      Flaw::Attribute);
  say(s.other_faces, Severity::Info, "line or point was", "lines or points were",
      " left out; only triangles are shown.");
  say(s.broken_faces, Severity::Warning, "face names", "faces name",
      " a vertex that does not exist; left out.", Flaw::Face);
  say(s.dropped_weights, Severity::Warning, "weight was", "weights were",
      " left out: negative, not a number, or for a vertex that does not exist.",
      Flaw::DroppedWeight);
  if (s.dropped_weights > 0) model.report.back().kind = ReportKind::BrokenWeights;
  say(s.merged_weights, Severity::Info, "weight names", "weights name",
      " the same joint twice for a vertex; added up.", Flaw::MergedWeight);
  say(s.broken_morphs, Severity::Warning, "morph has", "morphs have",
      " another number of vertices than the mesh and does nothing.");
  say(s.turned_shapes, Severity::Info, "shape of its morphs has", "shapes of its morphs have",
      " no normals in the file; they were turned with the faces that it moves.");
  say(s.broken_moves, Severity::Warning, "point or normal of a morph is",
      "points or normals of morphs are", " not a finite number; the morph leaves it alone.",
      Flaw::Morph);
  say(s.torn_points, Severity::Warning, "vertex lies", "vertices lie",
      " where points meet that a morph moves apart; all of them move like the first.", Flaw::Morph);
}

void report_sums(SumStats stats, const std::string& place, int mesh, Model& model) {
  if (stats.unweighted > 0) {
    report(model, Severity::Warning, place,
           counted(stats.unweighted, "vertex has", "vertices have") + " no weights and " +
               (stats.unweighted == 1 ? "follows" : "follow") + " the mesh's node.",
           -1, mesh, std::move(stats.unweighted_vertex));
  }
  if (stats.unnormalised > 0) {
    report(
        model, Severity::Warning, place,
        counted(stats.unnormalised, "vertex has weights that do", "vertices have weights that do") +
            " not add up to 1 (sums from " + short_value(stats.least) + " to " +
            short_value(stats.most) + "); normalised.",
        -1, mesh, std::move(stats.unnormalised_vertex));
  }
}

// Of sound models it is less than half of this, of wrong ones more than 1.5 times.
constexpr float kDoubtfulNormals = 0.1f;

void report_normals(const Mesh& mesh, const std::string& place, int number, Model& model) {
  const float part = doubtful_normals(mesh.position, mesh.normal, mesh.triangle);
  if (part < kDoubtfulNormals) return;
  report(model, Severity::Warning, place,
         "The normals of about " + std::to_string(std::lround(100.0f * part)) +
             " % of its surface lie along their triangles or point to both sides of them, so light "
             "falls on it wrongly. They are shown as the file has them; compute them anew in the "
             "program that made it.",
         -1, number);
}

// The ordinary case of all skins in one sentence; `info --json` has each one's residual.
void report_bound_at_rest(const std::vector<std::pair<int, float>>& bound, Model& model) {
  if (bound.empty()) return;
  float most = 0.0f;
  for (const auto& [mesh, residual] : bound) most = std::max(most, residual);
  char number[32];
  std::snprintf(number, sizeof number, "%.2g", static_cast<double>(most));
  const bool one = bound.size() == 1;
  const int mesh = bound.front().first;
  report(model, Severity::Info, one ? "mesh " + model.meshes[idx(mesh)].name : "file",
         (one ? std::string("It was") : std::to_string(bound.size()) + " skins were") +
             " bound in the rest pose: there T_j is the identity to within " + number +
             " in any entry (lengths in parts of the mesh's size). Offset matrices were read as "
             "stored.",
         -1, one ? mesh : -1);
}

struct Builder {
  const aiScene& scene;
  const MorphPlan& morphs;
  const VertexOrder& order;
  const FileTree& tree;
  const SurfaceOptions& options;
  const UvChannels& uv_channels;
  Model& model;
  std::vector<std::optional<mat4>> placed{};
  std::map<int, bool> moved{};  // node -> whether its meshes were moved by its rest world matrix
  std::map<unsigned, std::size_t> rigid_copy{};  // aiMesh -> model mesh that can be copied
  MorphChannels channels{};
  std::map<int, std::vector<int>> shape_number{};  // node -> its meshes' shapes in the plan
  std::size_t made_normals = 0;
  std::vector<std::pair<int, std::string>>
      bound{};  // skinned meshes that are worth a sentence each
  std::vector<std::pair<int, float>> bound_at_rest{};  // the others, and how far T_j is from I

  void add(const SkinPlan& plan);
  void bind(const SkinPlan& plan, FileSurface& surface, Mesh& mesh);
  const std::vector<int>& numbers_of(const SkinPlan& plan, const NodeMorphs& shapes,
                                     const FileSurface& surface);
};

// The same for all parts of a node's surface: a part may lack what tells two shapes apart.
const std::vector<int>& Builder::numbers_of(const SkinPlan& plan, const NodeMorphs& shapes,
                                            const FileSurface& surface) {
  std::vector<int>& out = shape_number[plan.node];
  if (!out.empty() && out.size() == surface.morph.size()) return out;
  std::vector<SeenShape> seen;
  for (const SurfaceMorph& morph : surface.morph) seen.push_back({morph.name, {}});
  const bool compared =
      shapes.stored.point.empty() &&
      std::any_of(shapes.shape.begin(), shapes.shape.end(),
                  [](const NodeMorphs::Shape& shape) { return shape.moves.has_value(); });
  if (compared) add_moves(scene, *tree.nodes[idx(plan.node)].node, seen);
  out = find_in_plan(seen, shapes);
  return out;
}

void Builder::bind(const SkinPlan& plan, FileSurface& surface, Mesh& mesh) {
  const FileNode& node = tree.nodes[idx(plan.node)];
  mat4 to_bind = node.geometric;
  if (plan.skinned()) {
    const float size = transformed(box_of(surface.position), node.geometric).diagonal();
    const auto before = moved.find(plan.node);
    const std::optional<bool> moved_before =
        before == moved.end() ? std::nullopt : std::optional(before->second);
    Binding binding = choose_binding(plan, tree, size, placed, moved_before);
    const int number = static_cast<int>(model.meshes.size());
    if (is_bound_at_rest(binding)) {
      bound_at_rest.emplace_back(number, binding.residual);
    } else {
      bound.emplace_back(number, binding_sentence(binding));
    }
    moved.emplace(plan.node, binding.mesh_to_bind != mat4(1.0f));
    mesh.file_binding.skin.skinned = true;
    mesh.file_binding.skin.mesh_to_bind = binding.mesh_to_bind;
    mesh.file_binding.skin.bind_residual = binding.residual;
    placed.resize(tree.nodes.size());
    for (std::size_t s = 0; s < plan.slot_node.size(); ++s) {
      mesh.file_binding.skin.joint.push_back(tree.joint[idx(plan.slot_node[s])]);
      std::optional<mat4>& known = placed[idx(plan.slot_node[s])];
      if (!known) known = binding.bind[s];
    }
    mesh.file_binding.skin.bind = std::move(binding.bind);
    mesh.file_binding.skin.inverse_bind = std::move(binding.inverse_bind);
    to_bind = binding.mesh_to_bind * node.geometric;
  } else {
    mesh.file_binding.skin.joint = {mesh.node};
    mesh.file_binding.skin.bind = {mat4(1.0f)};
    mesh.file_binding.skin.inverse_bind = {mat4(1.0f)};
  }
  const MorphPlacing placing = place(surface, to_bind, mesh);
  const auto noted = morphs.find(mesh.node);
  const NodeMorphs none;
  const NodeMorphs& shapes = noted == morphs.end() ? none : noted->second;
  add_morphs(surface.morph, numbers_of(plan, shapes, surface), placing, shapes, channels, mesh,
             model);
  keep_faces_outside(to_bind, mesh);
}

void Builder::add(const SkinPlan& plan) {
  const FileNode& node = tree.nodes[idx(plan.node)];
  const aiMesh& source = *scene.mMeshes[plan.mesh];
  const bool copyable = !plan.skinned() && !node.has_geometric;
  Mesh mesh;
  if (const auto twin = rigid_copy.find(plan.mesh); copyable && twin != rigid_copy.end()) {
    mesh = model.meshes[twin->second];
    mesh.node = tree.joint[idx(plan.node)];
    mesh.file_binding.skin.joint = {mesh.node};
    move_by_itself(channels, mesh, model);
    mesh.name = mesh_name(scene, node, source);
    model.meshes.push_back(std::move(mesh));
    return;
  }
  SurfaceOptions own = options;
  if (const auto known = order.find(plan.mesh); known != order.end()) own.source = &known->second;
  const auto noted = morphs.find(tree.joint[idx(plan.node)]);
  if (noted != morphs.end() && !noted->second.stored.point.empty()) {
    own.shapes = &noted->second.stored;
  }
  if (source.mMaterialIndex < uv_channels.size()) {
    own.uv = uv_channels[source.mMaterialIndex];
  }
  FileSurface surface = read_surface(source, plan.slot_of_bone, own);
  mesh.name = mesh_name(scene, node, source);
  const std::string where = "mesh " + mesh.name;
  if (surface.triangle.empty()) {
    report(model, Severity::Info, where,
           "It has no triangles (lines, points or nothing); left out.");
    return;
  }
  mesh.node = tree.joint[idx(plan.node)];
  if (source.mMaterialIndex < scene.mNumMaterials) {
    mesh.material = static_cast<int>(source.mMaterialIndex);
  }
  mesh.triangle = std::move(surface.triangle);
  bind(plan, surface, mesh);
  const int number = static_cast<int>(model.meshes.size());
  SumStats sums;
  if (plan.skinned()) {
    sums = normalise(surface.weights, mesh.file_binding.influences);
  } else {
    follow_node(mesh.position.size(), mesh.file_binding.influences);
  }
  mesh.uv = std::move(surface.uv);
  mesh.uv_second = std::move(surface.uv_second);
  mesh.color = std::move(surface.color);
  mesh.source_vertex = std::move(surface.source_vertex);
  mesh.flat = surface.flat;
  made_normals += surface.made_normals ? 1 : 0;
  report_surface(surface, where, number, model);
  report_sums(std::move(sums), where, number, model);
  if (!surface.made_normals && surface.broken_normals == 0) {
    report_normals(mesh, where, number, model);
  }
  if (node.has_geometric) {
    report(model, Severity::Info, where, "Its geometric transform was applied to its points.", -1,
           number);
  }
  if (copyable) rigid_copy.emplace(plan.mesh, model.meshes.size());
  model.meshes.push_back(std::move(mesh));
}

}  // namespace

std::string mesh_name(const aiScene& scene, const FileNode& node, const aiMesh& mesh) {
  std::string name = node.name;
  const bool made_up = name.empty() || name.front() == '<' || name == "$dummy_root" ||
                       view(node.node->mName).starts_with("nodes[");
  if (made_up && mesh.mName.length > 0) name = text_of(mesh.mName);
  if (node.node->mNumMeshes < 2 || mesh.mMaterialIndex >= scene.mNumMaterials) return name;
  const std::string material = text_of(scene.mMaterials[mesh.mMaterialIndex]->GetName());
  return material.empty() ? name : name + " (" + material + ")";
}

MorphChannels add_meshes(const aiScene& scene, const std::vector<SkinPlan>& plans,
                         const MorphPlan& morphs, const VertexOrder& order, const FileTree& tree,
                         const SurfaceOptions& options, const UvChannels& uv_channels,
                         const std::function<void(float)>& progress, Model& model) {
  Builder builder{scene, morphs, order, tree, options, uv_channels, model};
  for (std::size_t i = 0; i < plans.size(); ++i) {
    progress(static_cast<float>(i) / static_cast<float>(plans.size()));
    builder.add(plans[i]);
  }
  tell_morphs_apart(model);
  if (builder.made_normals > 0) {
    report(model, Severity::Info, "file",
           counted(builder.made_normals, "mesh has", "meshes have") + " no normals; " +
               (options.flat_normals ? "shown flat, as glTF asks." : "smooth ones were computed."));
  }
  report_bound_at_rest(builder.bound_at_rest, model);
  for (const auto& [mesh, sentence] : builder.bound) {
    report(model, Severity::Info, "mesh " + model.meshes[idx(mesh)].name, sentence, -1, mesh);
  }
  return std::move(builder.channels);
}

}  // namespace bindpose
