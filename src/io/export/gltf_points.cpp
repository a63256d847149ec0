#include "io/export/gltf_points.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "io/gltf/attributes.h"
#include "io/text/json_text.h"
#include "math/bounds.h"
#include "math/numbers.h"
#include "math/transform.h"
#include "scene/draft/built_model.h"

namespace bindpose {
namespace {

using nlohmann::json;

constexpr double kSameWeight = 1e-6;
// Sums of the file and of the importer, which adds otherwise: of each weight.
constexpr double kSameSum = 1.5e-7;

// Of the model's points into those of the file.
class PartWriter {
 public:
  PartWriter(GltfSource& source, const Mesh& mesh, const GltfPart& part, const mat4& space,
             GlbDocument& out)
      : source_(source),
        mesh_(mesh),
        part_(part),
        out_(out),
        back_(glm::inverse(glm::dmat4(space))),
        turn_(glm::transpose(glm::dmat3(space))) {}

  std::size_t positions(std::size_t stored) {
    return vectors(stored, true, [&](std::uint32_t v) {
      return glm::dvec3(back_ * glm::dvec4(mesh_.position[v], 1.0));
    });
  }
  std::size_t normals(std::size_t stored) {
    return vectors(stored, false, [&](std::uint32_t v) { return normal_of(mesh_.normal[v]); });
  }
  // What a shape adds; null: nothing of this surface.
  std::size_t moves(std::size_t stored, const MorphTarget* target) {
    const std::vector<vec3> of = dense(target, false);
    return vectors(stored, true,
                   [&](std::uint32_t v) { return glm::dmat3(back_) * glm::dvec3(of[v]); });
  }
  std::size_t normal_moves(std::size_t stored, const MorphTarget* target) {
    const std::vector<vec3> of = dense(target, true);
    return vectors(stored, false, [&](std::uint32_t v) {
      const glm::dvec3 along = turn_ * glm::dvec3(mesh_.normal[v]);
      const double length = glm::length(along);
      return length > 0.0 ? turn_ * glm::dvec3(of[v]) / length : glm::dvec3(0.0);
    });
  }
  // In the file's points a mirror between the spaces turns the corners back.
  std::size_t corners() {
    std::vector<std::uint32_t> corner = part_.corner;
    if (glm::determinant(turn_) < 0.0) {
      for (std::size_t k = 0; k + 2 < corner.size(); k += 3)
        std::swap(corner[k + 1], corner[k + 2]);
    }
    return out_.add(corner, 1, "SCALAR", GlbType::UnsignedInt, GlbTarget::Indices);
  }

 private:
  glm::dvec3 normal_of(const vec3& n) const {
    const glm::dvec3 turned = turn_ * glm::dvec3(n);
    const double length = glm::length(turned);
    return length > 0.0 ? turned / length : glm::dvec3(0.0, 0.0, 1.0);
  }
  std::vector<vec3> dense(const MorphTarget* target, bool normal) const {
    std::vector<vec3> out(mesh_.position.size(), vec3(0.0f));
    if (target == nullptr || (normal && target->normal.empty())) return out;
    for (std::size_t k = 0; k < target->vertex.size(); ++k)
      out[target->vertex[k]] = normal ? target->normal[k] : target->position[k];
    return out;
  }
  template <typename Of>
  std::size_t vectors(std::size_t stored, bool bounds, Of of) {
    const auto before = read_accessor(source_.document, stored);
    std::vector<vec3> values(part_.vertex.size(), vec3(0.0f));
    Box box;
    for (std::size_t f = 0; f < values.size(); ++f) {
      if (part_.vertex[f] != GltfPart::kNoVertex) {
        values[f] = vec3(of(part_.vertex[f]));
      } else if (before && before->components == 3 && before->value.size() >= 3 * f + 3) {
        values[f] = vec3(before->value[3 * f], before->value[3 * f + 1], before->value[3 * f + 2]);
      }
      box.add(values[f]);
    }
    const std::size_t index = out_.add(values, 1, "VEC3", GlbType::Float, GlbTarget::Vertices);
    if (bounds && !values.empty()) {
      json& accessor = gltf_change(source_.document, "accessors", index);
      for (int c = 0; c < 3; ++c) {
        accessor["min"].push_back(shortest_double(box.lo[c]));
        accessor["max"].push_back(shortest_double(box.hi[c]));
      }
    }
    return index;
  }

  GltfSource& source_;
  const Mesh& mesh_;
  const GltfPart& part_;
  GlbDocument& out_;
  glm::dmat4 back_;
  glm::dmat3 turn_;  // normals to the file's, by the inverse transpose of back_
};

// The channels of a node's shapes, in the file's order; nothing where they are not as many.
std::optional<std::vector<int>> channels_of(const Model& model, int node, std::size_t targets) {
  std::vector<int> out;
  for (std::size_t c = 0; targets > 0 && c < model.morph_channels.size(); ++c) {
    if (model.morph_channels[c].node == node) out.push_back(static_cast<int>(c));
  }
  if (out.size() != targets) return std::nullopt;
  return out;
}

}  // namespace

WeightRows stored_rows(GltfSource& source, const GltfPart& part) {
  std::vector<std::pair<GltfValues, GltfValues>> sets;
  const json& primitive = primitive_of(source, part);
  const json attributes = primitive.value("attributes", json::object());
  for (const std::size_t set : weight_sets(attributes)) {
    const std::string number = std::to_string(set);
    const auto joints = attribute_of(source, part, "JOINTS_" + number);
    const auto weights = attribute_of(source, part, "WEIGHTS_" + number);
    if (!joints || !weights) break;
    auto slot = read_accessor(source.document, *joints);
    auto weight = read_accessor(source.document, *weights);
    const auto sound = [&](const std::optional<GltfValues>& v) {
      return v && v->components == 4 && v->count == part.vertex.size();
    };
    if (!sound(slot) || !sound(weight)) break;
    sets.emplace_back(std::move(*slot), std::move(*weight));
  }
  WeightRows rows;
  for (std::size_t v = 0; v < part.vertex.size(); ++v) {
    for (const auto& [slot, weight] : sets) {
      for (std::size_t k = 4 * v; k < 4 * v + 4; ++k) {
        const float w = weight.value[k];
        if (!(w > 0.0f) || !std::isfinite(w)) continue;
        if (!(slot.value[k] >= 0.0f && slot.value[k] <= 65535.0f)) continue;  // no slot
        rows.entry.push_back({static_cast<std::uint16_t>(slot.value[k]), w});
      }
    }
    rows.end_row();
  }
  return rows;
}

bool row_edited(const GltfSource& source, std::span<const WeightEntry> stored,
                std::span<const int> node, const BoundMesh& bound, std::uint32_t v) {
  std::vector<std::pair<int, double>> share;  // a node once; rows are short
  double whole = 0.0;
  for (const WeightEntry& entry : stored) {
    if (idx(entry.slot) >= node.size()) continue;
    const int own = node[idx(entry.slot)];
    const auto found = std::ranges::find(share, own, &std::pair<int, double>::first);
    if (found == share.end()) {
      share.emplace_back(own, double{entry.weight});
    } else {
      found->second += double{entry.weight};
    }
    whole += double{entry.weight};
  }
  const Influences& in = bound.influences;
  const auto first = in.offset[v], last = in.offset[v + 1];
  if (share.size() != last - first) return true;
  for (auto k = first; k < last; ++k) {
    const int own = source.joint_node[idx(bound.skin.joint[in.slot[k]])];
    const auto found = std::ranges::find(share, own, &std::pair<int, double>::first);
    if (found == share.end()) return true;
    if (std::abs(found->second / whole - double{in.weight[k]}) > kSameWeight) return true;
  }
  const double sum = double{in.raw_weight_sum[v]}, n = last - first;
  return first != last && std::abs(kept_sum(whole) - sum) > kSameSum * n * std::max(1.0, sum);
}

bool drops_broken(const Scene& scene, std::size_t m) {
  return has_own_weights(scene, m) &&
         std::ranges::any_of(scene.model->report, [m](const ReportEntry& entry) {
           return entry.kind == ReportKind::BrokenWeights && entry.mesh == static_cast<int>(m);
         });
}

void write_rows(const WeightRows& rows, json& attributes, GlbDocument& out) {
  for (auto it = attributes.begin(); it != attributes.end();) {
    const bool old = it.key().starts_with("JOINTS_") || it.key().starts_with("WEIGHTS_");
    it = old ? attributes.erase(it) : std::next(it);
  }
  const std::vector<InfluenceSet> sets = influence_sets(rows);
  for (std::size_t set = 0; set < sets.size(); ++set) {
    const std::string number = std::to_string(set);
    const std::size_t joints =
        out.add(sets[set].joint, 4, "VEC4", GlbType::UnsignedShort, GlbTarget::Vertices);
    const std::size_t weights =
        out.add(sets[set].weight, 4, "VEC4", GlbType::Float, GlbTarget::Vertices);
    attributes["JOINTS_" + number] = joints;
    attributes["WEIGHTS_" + number] = weights;
  }
}

SkinSlots stored_slots(GltfDocument& document, std::size_t skin) {
  SkinSlots out;
  const json& stored = gltf_get(document, "skins", skin);
  for (const json& joint : gltf_array(stored, "joints"))
    out.node.push_back(joint.is_number_unsigned() ? joint.get<int>() : -1);
  out.inverse_bind.assign(out.node.size(), mat4(1.0f));
  const auto index = gltf_index(stored, "inverseBindMatrices", gltf_count(document, "accessors"));
  const auto values = index ? read_accessor(document, *index) : std::nullopt;
  if (!values || values->components != 16 || values->count < out.node.size()) return out;
  for (std::size_t k = 0; k < 16 * out.node.size(); ++k)
    out.inverse_bind[k / 16][static_cast<int>(k % 16 / 4)][static_cast<int>(k % 4)] =
        values->value[k];
  return out;
}

mat4 file_space(const Model& model, std::size_t m) {
  const Skin& was = bound_from(model)->meshes[m].file_binding.skin;
  return was.skinned ? was.mesh_to_bind : model.meshes[m].file_binding.skin.mesh_to_bind;
}

std::map<std::size_t, std::size_t> skin_users(GltfDocument& document) {
  std::map<std::size_t, std::size_t> out;
  for (std::size_t n = 0; n < gltf_count(document, "nodes"); ++n) {
    const json& node = gltf_get(document, "nodes", n);
    if (const auto skin = gltf_index(node, "skin", gltf_count(document, "skins"))) ++out[*skin];
  }
  return out;
}

std::vector<mat4> rebound_matrices(const GltfSource& source, const Model& model,
                                   const std::vector<std::size_t>& meshes,
                                   const SkinSlots& stored) {
  std::vector<mat4> out = stored.inverse_bind;
  const Model& file = *bound_from(model);
  for (std::size_t s = 0; s < out.size(); ++s) {
    const int node = stored.node[s];
    if (node < 0 || idx(node) >= source.node_joint.size()) continue;
    for (const std::size_t m : meshes) {
      const Skin &is = model.meshes[m].file_binding.skin, &was = file.meshes[m].file_binding.skin;
      const int slot = find_slot(is, source.node_joint[idx(node)]);
      if (slot < 0) continue;
      const auto at = idx(slot);
      if (is.bind[at] != was.bind[at])
        out[s] = mat4(glm::inverse(glm::dmat4(is.bind[at])) * glm::dmat4(file_space(model, m)));
      break;
    }
  }
  return out;
}

bool points_moved(const Model& model, std::size_t m) {
  const Mesh &is = model.meshes[m], &was = bound_from(model)->meshes[m];
  return is.file_binding.skin.mesh_to_bind != was.file_binding.skin.mesh_to_bind ||
         is.position != was.position || is.normal != was.normal || is.triangle != was.triangle;
}

bool write_points(GltfSource& source, const Model& model, std::size_t m, std::size_t to,
                  GlbDocument& out, bool& had_tangents) {
  const Mesh& mesh = model.meshes[m];
  const GltfPart& part = source.part[m];
  PartWriter writer(source, mesh, part, file_space(model, m), out);
  json primitive =
      gltf_array(gltf_get(source.document, "meshes", to), "primitives")[part.primitive];
  const std::size_t accessors = gltf_count(source.document, "accessors");
  const auto rewrite = [&](json& attributes, const char* name, auto write) {
    if (const auto stored = gltf_index(attributes, name, accessors))
      attributes[name] = write(*stored);
  };
  const auto drop_tangents = [&](json& attributes) {
    had_tangents = attributes.erase("TANGENT") > 0 || had_tangents;
  };
  json& attributes = primitive["attributes"];
  rewrite(attributes, "POSITION", [&](std::size_t a) { return writer.positions(a); });
  rewrite(attributes, "NORMAL", [&](std::size_t a) { return writer.normals(a); });
  drop_tangents(attributes);
  const std::size_t targets = gltf_array(primitive, "targets").size();
  const auto channels = channels_of(model, mesh.node, targets);
  if (!channels) return false;
  for (std::size_t k = 0; k < targets; ++k) {
    json& target = primitive["targets"][k];
    if (!target.is_object()) return false;
    const auto found = std::ranges::find(mesh.morph, (*channels)[k], &MorphTarget::channel);
    const MorphTarget* of = found == mesh.morph.end() ? nullptr : &*found;
    rewrite(target, "POSITION", [&](std::size_t a) { return writer.moves(a, of); });
    rewrite(target, "NORMAL", [&](std::size_t a) { return writer.normal_moves(a, of); });
    drop_tangents(target);
  }
  constexpr int kTriangleList = 4;
  primitive["indices"] = writer.corners();
  if (primitive.contains("mode")) primitive["mode"] = kTriangleList;
  gltf_change(source.document, "meshes", to)["primitives"][part.primitive] = std::move(primitive);
  return true;
}

}  // namespace bindpose
