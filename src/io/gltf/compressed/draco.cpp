#include "io/gltf/compressed/draco.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "io/gltf/compressed/draco_stream.h"

namespace bindpose {
namespace {

using nlohmann::json;

constexpr int kListMode = 4, kStripMode = 5;

// What stands for one attribute or the indices in the file.
struct DracoTarget {
  std::string name;                     // of the attribute, "" for the indices
  std::optional<std::size_t> accessor;  // in the file; none: indices that it does not declare
  int type = 0;
  std::size_t components = 1, start = 0;
  bool plain = false;
};

struct Plan {
  std::size_t mesh = 0, primitive = 0;
  std::size_t view = 0;             // of the stream
  json stream_view;                 // as the file has it
  std::vector<DracoTarget> target;  // the indices first
  DracoRequest request;
  DracoCounts found;  // when it is decoded
};

json& primitive_of(GltfDocument& document, const Plan& plan) {
  return gltf_change(document, "meshes", plan.mesh)["primitives"][plan.primitive];
}

// Type and place of an accessor in the output; false where it is none.
bool read_target(GltfDocument& document, DracoTarget& target, std::size_t& count) {
  const json& accessor = gltf_get(document, "accessors", *target.accessor);
  target.type = static_cast<int>(gltf_size(accessor, "componentType", 0));
  target.components = gltf_component_count(gltf_text(accessor, "type"));
  target.plain = accessor.is_object() && accessor.contains("bufferView");
  count = gltf_size(accessor, "count", 0);
  return gltf_component_size(target.type) > 0 && target.components > 0 && count > 0;
}

std::string plan_indices(GltfDocument& document, const json& primitive, const DracoCounts& counts,
                         Plan& plan, std::size_t& size) {
  DracoTarget target;
  target.type = kGltfInt;
  const bool strip = gltf_size(primitive, "mode", kListMode) == kStripMode;
  if (primitive.contains("indices")) {
    target.accessor = gltf_index(primitive, "indices", gltf_count(document, "accessors"));
    std::size_t count = 0;
    if (!target.accessor || !read_target(document, target, count) || target.components != 1) {
      return "its indices have no sound accessor";
    }
    if (counts.faces > (strip ? count : count / 3)) {
      return "it says that it has more triangles than its accessor of indices";
    }
    // Those of a strip are fewer than the corners of its triangles, the type may be too small.
    if (strip) target.type = kGltfInt;
  }
  plan.request.index_type = target.type;
  plan.request.most_faces = counts.faces;
  size = 3 * counts.faces * gltf_component_size(target.type);
  plan.target.push_back(std::move(target));
  return {};
}

std::string plan_attributes(GltfDocument& document, const json& primitive, const json& packed,
                            const DracoCounts& counts, Plan& plan, std::size_t& size) {
  const auto ids = packed.find("attributes");
  if (ids == packed.end() || !ids->is_object() || !primitive.contains("attributes")) {
    return "it names no attributes";
  }
  for (const auto& [name, id] : ids->items()) {
    DracoTarget target;
    target.name = name;
    target.accessor =
        gltf_index(primitive["attributes"], name.c_str(), gltf_count(document, "accessors"));
    std::size_t count = 0;
    if (!target.accessor || !read_target(document, target, count) || !id.is_number_unsigned() ||
        id.get<std::size_t>() > 0xffffffffu) {
      return "its attribute " + name + " has no sound accessor";
    }
    if (counts.points > count) return "it says that it has more vertices than its accessors";
    target.start = (size + 3) / 4 * 4;
    const std::size_t each = target.components * gltf_component_size(target.type);
    if (count > kMostDecoded / each) return kTooLarge;
    size = target.start + count * each;
    if (size > kMostDecoded) return kTooLarge;
    plan.request.array.push_back(
        {id.get<std::uint32_t>(), target.type, target.components, count, target.start});
    plan.target.push_back(std::move(target));
  }
  return {};
}

std::string plan_stream(GltfDocument& document, const json& primitive, const json& packed,
                        Plan& plan, DecodeJob& job) {
  const auto view_index = gltf_index(packed, "bufferView", gltf_count(document, "bufferViews"));
  if (!view_index || !primitive.is_object()) return "it names no buffer view that is there";
  const json& view = gltf_get(document, "bufferViews", *view_index);
  plan.view = *view_index;
  plan.stream_view = view;
  const auto buffer = gltf_index(view, "buffer", gltf_count(document, "buffers"));
  if (buffer) {
    plan.request.stream = gltf_bytes(document, *buffer, gltf_size(view, "byteOffset", 0),
                                     gltf_size(view, "byteLength", 0));
  }
  if (plan.request.stream.empty()) return "its bytes do not lie in the file";
  const std::size_t mode = gltf_size(primitive, "mode", kListMode);
  if (mode != kListMode && mode != kStripMode) return "it is neither triangles nor a strip of them";
  job.compressed = plan.request.stream.size();
  DracoCounts counts;
  std::string problem = read_draco_counts(plan.request.stream, counts);
  if (problem.empty()) problem = plan_indices(document, primitive, counts, plan, job.bytes);
  if (problem.empty()) {
    problem = plan_attributes(document, primitive, packed, counts, plan, job.bytes);
  }
  return problem;
}

// What was decoded, in `view`, behind an accessor: that of the file where it has no bytes, so that
// none is left that nobody uses. Returns its index.
std::size_t put_decoded(GltfDocument& document, const DracoTarget& target, std::size_t count,
                        std::size_t view) {
  json accessor = target.accessor ? gltf_get(document, "accessors", *target.accessor)
                                  : json{{"type", "SCALAR"}};
  const bool is_free = target.accessor && !accessor.contains("bufferView");
  accessor["bufferView"] = view;
  accessor["componentType"] = static_cast<unsigned>(target.type);
  accessor["count"] = count;
  accessor.erase("byteOffset");
  if (!is_free) return gltf_append(document, "accessors", std::move(accessor));
  gltf_change(document, "accessors", *target.accessor) = std::move(accessor);
  return *target.accessor;
}

void take_extension(GltfDocument& document, const Plan& plan) {
  json& primitive = primitive_of(document, plan);
  json& extensions = primitive["extensions"];
  extensions.erase(kDraco);
  if (extensions.empty()) primitive.erase("extensions");
}

void adopt(GltfDocument& document, const Plan& plan, std::size_t buffer, std::size_t start) {
  take_extension(document, plan);
  // The first array takes the place of the stream, unless another primitive that uses it was first.
  bool is_free = gltf_get(document, "bufferViews", plan.view) == plan.stream_view;
  json& primitive = primitive_of(document, plan);
  for (const DracoTarget& target : plan.target) {
    const bool indices = target.name.empty();
    const std::size_t count = indices ? 3 * plan.found.faces : plan.found.points;
    if (count == 0) continue;
    const std::size_t each = target.components * gltf_component_size(target.type);
    const std::size_t view =
        is_free ? plan.view : gltf_append(document, "bufferViews", json::object());
    is_free = false;
    gltf_change(document, "bufferViews", view) = {
        {"buffer", buffer}, {"byteOffset", start + target.start}, {"byteLength", count * each}};
    const std::size_t put = put_decoded(document, target, count, view);
    (indices ? primitive["indices"] : primitive["attributes"][target.name]) = put;
  }
  primitive["mode"] = kListMode;
}

DecodeJob plan_primitive(GltfDocument& document, std::size_t mesh, std::size_t primitive) {
  const auto plan = std::make_shared<Plan>();
  plan->mesh = mesh;
  plan->primitive = primitive;
  const json& source = gltf_get(document, "meshes", mesh)["primitives"][primitive];
  DecodeJob job;
  job.extension = kDraco;
  job.place = "mesh " + std::to_string(mesh) + ", part " + std::to_string(primitive);
  job.problem = plan_stream(document, source, source["extensions"][kDraco], *plan, job);
  const auto plain = [](const DracoTarget& t) { return t.plain; };
  job.has_plain =
      !plan->target.empty() && std::all_of(plan->target.begin(), plan->target.end(), plain);
  job.drop = [&document, plan] { take_extension(document, *plan); };
  job.decode = [plan](std::span<std::uint8_t> out) {
    return decode_draco(plan->request, out, plan->found);
  };
  job.adopt = [&document, plan](std::size_t buffer, std::size_t start) {
    adopt(document, *plan, buffer, start);
  };
  return job;
}

bool wears_draco(const json& primitive) {
  if (!primitive.is_object()) return false;
  const auto extensions = primitive.find("extensions");
  return extensions != primitive.end() && extensions->is_object() && extensions->contains(kDraco);
}

}  // namespace

std::vector<DecodeJob> plan_draco(GltfDocument& document) {
  std::vector<DecodeJob> out;
  for (std::size_t m = 0; m < gltf_count(document, "meshes"); ++m) {
    if (document.array["meshes"].element[m].text.find(kDraco) == std::string::npos) continue;
    const std::size_t parts = gltf_array(gltf_get(document, "meshes", m), "primitives").size();
    for (std::size_t p = 0; p < parts; ++p) {
      if (!wears_draco(gltf_get(document, "meshes", m)["primitives"][p])) continue;
      out.push_back(plan_primitive(document, m, p));
    }
  }
  return out;
}

}  // namespace bindpose
