#include "io/gltf/order.h"
#include "io/files/large_arrays.h"

#include <algorithm>
#include <array>
#include <assimp/Importer.hpp>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "io/files/mapped_file.h"
#include "io/gltf/attributes.h"
#include "io/gltf/document.h"
#include "io/text/import_report.h"
#include "math/numbers.h"
#include "math/ranges.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

using nlohmann::json;

// One triangle with the corners 2 1 0: does its first vertex stay the first?
bool measure_whether_reordered() {
  const std::string file =
      R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
"buffers":[{"byteLength":42,"uri":"data:application/octet-stream;base64,)"
      R"(AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAgABAAAA"}],
"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":6}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
{"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}]})";
  Assimp::Importer importer;
  const aiScene* scene = importer.ReadFileFromMemory(file.data(), file.size(), 0, "gltf");
  if (scene == nullptr || scene->mNumMeshes != 1 || scene->mMeshes[0]->mNumVertices != 3)
    return true;
  return scene->mMeshes[0]->mVertices[0].y != 0.0f;
}

bool assimp_reorders() {
  static const bool answer = measure_whether_reordered();
  return answer;
}

// Vertices in the order of their first use, as Assimp numbers them.
std::vector<std::uint32_t> first_uses(const GltfValues& indices, std::size_t vertices) {
  std::vector<std::uint32_t> out;
  std::vector<bool> seen(vertices, false);
  for (const float value : indices.value) {
    const auto index = static_cast<std::size_t>(value);
    if (index >= vertices || seen[index]) continue;
    seen[index] = true;
    out.push_back(static_cast<std::uint32_t>(index));
  }
  return out;
}

std::vector<std::uint32_t> order_of(GltfDocument& document, const json& primitive) {
  constexpr std::size_t kMaxExact = std::size_t{1} << 24;  // whole numbers that a float holds
  const std::size_t accessors = gltf_count(document, "accessors");
  const auto indices = gltf_index(primitive, "indices", accessors);
  const json none;
  const json& attributes =
      primitive.is_object() && primitive.contains("attributes") ? primitive["attributes"] : none;
  const auto position = gltf_index(attributes, "POSITION", accessors);
  if (!indices || !position) return {};
  const json& accessor = gltf_get(document, "accessors", *position);
  const json count = accessor.is_object() ? accessor.value("count", json()) : json();
  if (!count.is_number_unsigned() || count.get<std::size_t>() > kMaxExact) return {};
  const auto values = read_accessor(document, *indices);
  if (!values || values->components != 1) return {};
  return first_uses(*values, count.get<std::size_t>());
}

const aiNode* node_of(GltfDocument& document, std::size_t node, const FileTree& tree) {
  const auto found = tree.by_name.find(gltf_node_name(document, node));
  return found == tree.by_name.end()
             ? nullptr
             : tree.nodes[static_cast<std::size_t>(found->second.front())].node;
}

// The sets of a primitive.
struct WeightSet {
  GltfView joint, weight;
};

std::vector<WeightSet> weight_sets_of(GltfDocument& document, const json& primitive) {
  std::vector<WeightSet> out;
  if (!primitive.is_object() || !primitive.contains("attributes")) return out;
  const json& all = primitive["attributes"];
  const std::size_t accessors = gltf_count(document, "accessors");
  for (const std::size_t n : weight_sets(all)) {
    const auto joint = gltf_index(all, ("JOINTS_" + std::to_string(n)).c_str(), accessors);
    const auto weight = gltf_index(all, ("WEIGHTS_" + std::to_string(n)).c_str(), accessors);
    if (!joint || !weight) return {};
    const auto joints = view_accessor(document, *joint);
    const auto weights = view_accessor(document, *weight);
    if (!joints || !weights || joints->components != 4 || weights->components != 4 ||
        joints->count != weights->count)
      return {};
    out.push_back({*joints, *weights});
  }
  return out;
}

// The slot of each joint of the file's skin in the mesh's, -1: it has none.
std::vector<int> slots_of_skin(GltfDocument& document, const json& node, const FileTree& tree,
                               const Skin& skin) {
  std::vector<int> out;
  const auto number = gltf_index(node, "skin", gltf_count(document, "skins"));
  if (!number) return out;
  const std::size_t nodes = gltf_count(document, "nodes");
  for (const json& joint : gltf_array(gltf_get(document, "skins", *number), "joints")) {
    out.push_back(-1);
    if (!joint.is_number_unsigned() || joint.get<std::size_t>() >= nodes) continue;
    const auto found = tree.by_name.find(gltf_node_name(document, joint.get<std::size_t>()));
    if (found == tree.by_name.end()) continue;
    out.back() = find_slot(skin, tree.joint[idx(found->second.front())]);
  }
  return out;
}

// The rows of a set, a block of them at a time: all of them as numbers would be much memory.
class WeightRowsOf {
 public:
  explicit WeightRowsOf(const WeightSet& set) : set_(set) {}

  struct Row {
    const float* joint;
    const float* weight;
  };
  // The row of a vertex that is there.
  Row of(std::size_t vertex) {
    if (vertex - first_ >= count_) {
      first_ = vertex / kBlock * kBlock;
      count_ = std::min(kBlock, set_.joint.count - first_);
      read_elements(set_.joint, first_, count_, joint_.data());
      read_elements(set_.weight, first_, count_, weight_.data());
    }
    const std::size_t at = 4 * (vertex - first_);
    return {joint_.data() + at, weight_.data() + at};
  }
  std::size_t count() const { return set_.joint.count; }

 private:
  static constexpr std::size_t kBlock = 256;
  WeightSet set_;
  std::size_t first_ = 0, count_ = 0;
  std::array<float, 4 * kBlock> joint_{}, weight_{};
};

// Weights for joints that the skin does not have, which Assimp passes over.
struct StrangeJoints {
  std::size_t weights = 0, largest = 0;
  std::vector<std::uint32_t> vertex{};

  void add(std::size_t v, std::size_t joint) {
    ++weights;
    largest = std::max(largest, joint);
    const auto number = static_cast<std::uint32_t>(v);
    if (vertex.empty() || vertex.back() != number) vertex.push_back(number);
  }
  // Of vertices behind these.
  void add(const StrangeJoints& others) {
    weights += others.weights;
    largest = std::max(largest, others.largest);
    vertex.insert(vertex.end(), others.vertex.begin(), others.vertex.end());
  }
};

void report_strange(StrangeJoints strange, std::size_t joints, std::size_t mesh, Model& model) {
  if (strange.weights == 0) return;
  report(model, Severity::Warning, "mesh " + model.meshes[mesh].name,
         counted(strange.weights, "weight is", "weights are") + " for a joint that its skin does " +
             "not have (number " + std::to_string(strange.largest) + " of " +
             std::to_string(joints) + ", counted from 0); left out.",
         -1, static_cast<int>(mesh), std::move(strange.vertex));
  model.report.back().kind = ReportKind::BrokenWeights;
}

// The places of a range's weights, each as it stands; with room for those of more vertices.
void add_places_in_order(const Influences& in, std::size_t begin, std::size_t end,
                         std::vector<std::uint16_t>& out) {
  for (std::size_t i = begin; i < end; ++i) {
    for (std::uint32_t e = in.offset[i]; e < in.offset[i + 1]; ++e) {
      out.push_back(static_cast<std::uint16_t>(e - in.offset[i]));
    }
  }
}

// What is found of a range of vertices.
struct RankedRows {
  std::size_t begin = 0, end = 0;
  bool found = true;  // all that was read, in sets that are as long as the mesh
  StrangeJoints strange{};
  std::optional<std::vector<std::uint16_t>> rank{};  // none: all stand in their order
};

RankedRows rank_rows(const Mesh& mesh, const std::vector<WeightSet>& sets,
                     const std::vector<int>& slot_of, std::size_t begin, std::size_t end) {
  const Influences& in = mesh.file_binding.influences;
  constexpr auto kLast = std::numeric_limits<std::uint16_t>::max();
  RankedRows out{begin, end};
  std::vector<WeightRowsOf> rows(sets.begin(), sets.end());
  std::vector<std::uint16_t> own;
  for (std::size_t i = begin; i < end; ++i) {
    const std::size_t v = mesh.source_vertex.empty() ? i : mesh.source_vertex[i];
    const std::uint32_t first = in.offset[i];
    const std::size_t count = in.offset[i + 1] - first;
    const std::uint16_t* slots = in.slot.data() + first;
    own.assign(count, kLast);
    std::size_t left = count;  // that have no place yet
    bool sorted = true;
    std::uint16_t place = 0;
    for (WeightRowsOf& set : rows) {
      if (v >= set.count()) {
        out.found = false;
        return out;
      }
      const auto [joints, weights] = set.of(v);
      for (std::size_t k = 0; k < 4; ++k) {
        const std::uint16_t here = place++;  // weights of 0 have their places, too
        if (!(weights[k] > 0.0f) || !(joints[k] >= 0.0f)) continue;
        const auto joint = static_cast<std::size_t>(joints[k]);
        const int slot = joint < slot_of.size() ? slot_of[joint] : -1;
        if (joint >= slot_of.size()) out.strange.add(i, joint);
        std::size_t e = 0;
        while (e < count && slots[e] != slot) ++e;
        if (e == count || own[e] != kLast) continue;
        own[e] = here;
        sorted = sorted && e == here;
        --left;
      }
    }
    out.found = out.found && left == 0;
    if (!sorted && !out.rank) {
      reserve_large(out.rank.emplace(), in.offset[end] - in.offset[begin]);
      add_places_in_order(in, begin, i, *out.rank);
    }
    if (out.rank) out.rank->insert(out.rank->end(), own.begin(), own.end());
  }
  return out;
}

std::vector<std::uint16_t> ranks_of(const Mesh& mesh, const std::vector<WeightSet>& sets,
                                    const std::vector<int>& slot_of, StrangeJoints& strange) {
  constexpr std::size_t kWorthAThread = 20'000;
  const Influences& in = mesh.file_binding.influences;
  std::vector<RankedRows> part;
  std::mutex mutex;
  in_ranges(in.vertex_count(), kWorthAThread, [&](std::size_t begin, std::size_t end) {
    RankedRows rows = rank_rows(mesh, sets, slot_of, begin, end);
    const std::lock_guard lock(mutex);
    part.push_back(std::move(rows));
  });
  std::ranges::sort(part, {}, &RankedRows::begin);
  for (const RankedRows& rows : part) strange.add(rows.strange);
  const bool found = std::ranges::all_of(part, &RankedRows::found);
  const bool sorted =
      std::ranges::none_of(part, [](const RankedRows& r) { return r.rank.has_value(); });
  if (sorted || !found) return {};
  std::vector<std::uint16_t> out;
  reserve_large(out, in.slot.size());
  for (const RankedRows& rows : part) {
    if (rows.rank)
      out.insert(out.end(), rows.rank->begin(), rows.rank->end());
    else
      add_places_in_order(in, rows.begin, rows.end, out);
  }
  return out;
}

}  // namespace

void for_each_gltf_part(GltfDocument& document, const FileTree& tree,
                        const std::function<void(unsigned mesh, const json& primitive)>& visit) {
  const std::size_t meshes = gltf_count(document, "meshes");
  for (std::size_t n = 0; n < gltf_count(document, "nodes"); ++n) {
    const auto mesh = gltf_index(gltf_get(document, "nodes", n), "mesh", meshes);
    const aiNode* node = mesh ? node_of(document, n, tree) : nullptr;
    if (node == nullptr) continue;
    const json& primitives = gltf_array(gltf_get(document, "meshes", *mesh), "primitives");
    if (primitives.size() != node->mNumMeshes) continue;
    for (unsigned p = 0; p < node->mNumMeshes; ++p) visit(node->mMeshes[p], primitives[p]);
  }
}

VertexOrder gltf_vertex_order(ModelFile& file, const FileTree& tree) {
  VertexOrder out;
  if (!assimp_reorders()) return out;
  read_rest(file);
  std::optional<GltfDocument> document = open_gltf(file);
  if (!document) return out;
  for_each_gltf_part(*document, tree, [&](unsigned mesh, const json& primitive) {
    if (out.contains(mesh)) return;
    std::vector<std::uint32_t> order = order_of(*document, primitive);
    if (!order.empty()) out.emplace(mesh, std::move(order));
  });
  return out;
}

void read_weight_order(ModelFile& file, const FileTree& tree, Model& model) {
  const auto is_skinned = [](const Mesh& mesh) { return mesh.file_binding.skin.skinned; };
  if (std::ranges::none_of(model.meshes, is_skinned)) return;
  std::optional<GltfDocument> document = open_gltf(file);
  if (!document) return;
  std::optional<MappedFile> mapped;  // a GLB's buffer lies in what was not read here
  if (!file.whole) {
    mapped.emplace(file.path);
    if (const auto binary = glb_binary(mapped->text())) document->binary = *binary;
  }
  const std::size_t meshes = gltf_count(*document, "meshes");
  for (std::size_t n = 0; n < gltf_count(*document, "nodes"); ++n) {
    const json& node = gltf_get(*document, "nodes", n);
    const auto mesh = gltf_index(node, "mesh", meshes);
    const auto found = mesh ? tree.by_name.find(gltf_node_name(*document, n)) : tree.by_name.end();
    if (found == tree.by_name.end()) continue;
    const int joint = tree.joint[idx(found->second.front())];
    std::vector<Mesh*> parts;
    for (Mesh& part : model.meshes) {
      if (part.node == joint) parts.push_back(&part);
    }
    const json& primitives = gltf_array(gltf_get(*document, "meshes", *mesh), "primitives");
    if (primitives.size() != parts.size()) continue;  // one without triangles was left out
    for (std::size_t p = 0; p < parts.size(); ++p) {
      if (!is_skinned(*parts[p])) continue;
      const std::vector<WeightSet> sets = weight_sets_of(*document, primitives[p]);
      if (sets.empty()) continue;
      const std::vector<int> slots =
          slots_of_skin(*document, node, tree, parts[p]->file_binding.skin);
      StrangeJoints strange;
      parts[p]->file_rank = ranks_of(*parts[p], sets, slots, strange);
      report_strange(std::move(strange), slots.size(),
                     static_cast<std::size_t>(parts[p] - model.meshes.data()), model);
    }
  }
}

}  // namespace bindpose
