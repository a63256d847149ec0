#include "io/workspace/weights_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "io/text/json_text.h"
#include "io/text/pose_json.h"
#include "rig/weights/weight_rows.h"

namespace bindpose {

namespace {

using Json = nlohmann::json;

// A row by joints: two bindings may have their slots in another order.
bool same_row(const MeshBinding& a, const MeshBinding& b, std::size_t v) {
  const std::size_t n = a.influences.offset[v + 1] - a.influences.offset[v];
  if (n != b.influences.offset[v + 1] - b.influences.offset[v]) return false;
  if (a.influences.raw_weight_sum[v] != b.influences.raw_weight_sum[v]) return false;
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t x = a.influences.offset[v] + k, y = b.influences.offset[v] + k;
    const int left = a.skin.joint[a.influences.slot[x]];
    const int right = b.skin.joint[b.influences.slot[y]];
    if (left != right || a.influences.weight[x] != b.influences.weight[y]) return false;
  }
  return true;
}

nlohmann::ordered_json mesh_json(const Model& model, std::size_t m, const MeshBinding& edited) {
  const MeshBinding& file = model.meshes[m].file_binding;
  const Influences& in = edited.influences;
  std::vector<std::uint32_t> vertex, count, joint;
  std::vector<double> weight, sum;
  for (std::size_t v = 0; v < in.vertex_count(); ++v) {
    if (same_row(edited, file, v)) continue;
    vertex.push_back(static_cast<std::uint32_t>(v));
    count.push_back(in.offset[v + 1] - in.offset[v]);
    sum.push_back(shortest_double(in.raw_weight_sum[v]));
    for (std::size_t k = in.offset[v]; k < in.offset[v + 1]; ++k) {
      joint.push_back(in.slot[k]);
      weight.push_back(shortest_double(in.weight[k]));
    }
  }
  // Broken weights of the file that were left out for good: nothing else is said of the mesh.
  const bool leaves_out = std::ranges::any_of(model.report, [m](const ReportEntry& entry) {
    return entry.kind == ReportKind::BrokenWeights && entry.mesh == static_cast<int>(m);
  });
  if (vertex.empty() && !leaves_out) return nullptr;
  std::vector<std::string> joints;
  for (const int j : edited.skin.joint)
    joints.push_back(clean_utf8(model.skeleton.name[static_cast<std::size_t>(j)]));
  return {{"mesh", clean_utf8(model.meshes[m].name)},
          {"index", m},
          {"vertices", in.vertex_count()},
          {"joints", joints},
          {"vertex", vertex},
          {"count", count},
          {"joint", joint},
          {"weight", weight},
          {"sum", sum}};
}

class MeshReader {
 public:
  MeshReader(const Scene& scene, const Json& tree, const std::string& subject)
      : model_(*scene.model), json_(tree), subject_(subject) {
    if (!tree.is_object()) refuse("an entry of \"weights\" is no object");
  }

  // Of the model, or -1 and a note.
  int mesh(std::vector<std::string>& notes) const {
    const std::string name = text("mesh");
    const std::uint64_t index = number("index"), vertices = number("vertices");
    const auto fits = [&](std::size_t m) {
      return clean_utf8(model_.meshes[m].name) == name &&
             model_.meshes[m].position.size() == vertices;
    };
    if (index < model_.meshes.size() && fits(index)) return static_cast<int>(index);
    for (std::size_t m = 0; m < model_.meshes.size(); ++m) {
      if (fits(m)) return static_cast<int>(m);
    }
    notes.push_back("The model has no mesh \"" + name + "\" with " + std::to_string(vertices) +
                    " vertices; its edited weights are left out.");
    return -1;
  }

  MeshWeights weights(int mesh, std::vector<std::string>& notes) const {
    const MeshBinding& file = model_.meshes[static_cast<std::size_t>(mesh)].file_binding;
    MeshWeights out{mesh, file.skin.joint, file.influences};
    const std::vector<int> slot = slots(out.joint, notes);
    const auto vertex = list("vertex"), count = list("count"), joint = list("joint");
    const Json &weight = array("weight"), &sum = array("sum");
    if (vertex.size() != count.size() || sum.size() != count.size() ||
        weight.size() != joint.size()) {
      refuse("the lists of \"weights\" have lengths that do not fit each other");
    }
    std::vector<WeightRow> rows(vertex.size());
    std::size_t k = 0;
    for (std::size_t i = 0; i < vertex.size(); ++i) {
      if (vertex[i] >= file.influences.vertex_count() || (i > 0 && vertex[i] <= vertex[i - 1]))
        refuse("\"vertex\" of \"weights\" does not go up, or past the mesh");
      if (count[i] > joint.size() - k) refuse("\"count\" of \"weights\" goes past its lists");
      rows[i] = row({joint.data() + k, count[i]}, weight, k, slot);
      const float stored = value(sum[i]);
      rows[i].raw_weight_sum = rows[i].entry.empty() ? 0.0f : stored > 0.0f ? stored : 1.0f;
      k += count[i];
    }
    if (k != joint.size()) refuse("\"count\" of \"weights\" leaves entries over");
    out.influences = merged(file.influences, vertex, rows);
    return out;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const { refuse_json(subject_, what); }

  const Json& member(const char* key) const {
    const auto found = json_.find(key);
    if (found == json_.end()) refuse("\"weights\" lacks \"" + std::string(key) + "\"");
    return *found;
  }
  const Json& array(const char* key) const {
    const Json& at = member(key);
    if (!at.is_array()) refuse("\"" + std::string(key) + "\" of \"weights\" is no list");
    return at;
  }
  std::string text(const char* key) const {
    const Json& at = member(key);
    if (!at.is_string()) refuse("\"" + std::string(key) + "\" of \"weights\" is no name");
    return at.get<std::string>();
  }
  std::uint64_t number(const char* key) const { return whole(member(key), key); }
  std::uint64_t whole(const Json& at, const char* key) const {
    if (!at.is_number_unsigned())
      refuse("\"" + std::string(key) + "\" of \"weights\" has what is no number from 0 up");
    return at.get<std::uint64_t>();
  }
  std::vector<std::uint64_t> list(const char* key) const {
    std::vector<std::uint64_t> out;
    for (const Json& at : array(key)) out.push_back(whole(at, key));
    return out;
  }
  float value(const Json& at) const {
    const double x = at.is_number() ? at.get<double>() : -1.0;
    if (!(x >= 0.0 && x <= 1e6)) refuse("\"weights\" has a number that is no weight");
    return static_cast<float>(x);
  }

  // Slots of the joints that the file names, new ones behind those that the skin has; -1: the model
  // has no such joint.
  std::vector<int> slots(std::vector<int>& skin_joints, std::vector<std::string>& notes) const {
    std::unordered_map<std::string, int> place;
    for (std::size_t j = 0; j < model_.skeleton.name.size(); ++j)
      place.emplace(clean_utf8(model_.skeleton.name[j]), static_cast<int>(j));
    std::vector<int> out;
    for (const Json& name : array("joints")) {
      if (!name.is_string()) refuse("\"joints\" of \"weights\" has what is no name");
      const auto found = place.find(name.get_ref<const std::string&>());
      if (found == place.end()) {
        notes.push_back("The model has no joint \"" + name.get<std::string>() +
                        "\"; its weights are left out, the others of a vertex take its part.");
        out.push_back(-1);
        continue;
      }
      const auto at = std::ranges::find(skin_joints, found->second);
      out.push_back(static_cast<int>(at - skin_joints.begin()));
      if (at == skin_joints.end()) skin_joints.push_back(found->second);
      if (skin_joints.size() > std::size_t{1} << 16) refuse("\"weights\" names too many joints");
    }
    return out;
  }

  WeightRow row(std::span<const std::uint64_t> joints, const Json& weight, std::size_t first,
                const std::vector<int>& slot) const {
    WeightRow out;
    double total = 0.0;
    bool lacks = false;
    for (std::size_t k = 0; k < joints.size(); ++k) {
      if (joints[k] >= slot.size()) refuse("\"joint\" of \"weights\" goes past its \"joints\"");
      const float w = value(weight[first + k]);
      const int at = slot[joints[k]];
      lacks = lacks || at < 0;
      if (at < 0 || w == 0.0f) continue;
      if (std::ranges::any_of(out.entry, [at](const WeightEntry& e) { return e.slot == at; }))
        refuse("\"weights\" has a joint twice on one vertex");
      out.entry.push_back({at, w});
      total += double{w};
    }
    // As written they add up to 1; what a person or another version wrote is made to.
    if (!out.entry.empty() && (lacks || std::abs(total - 1.0) > 1e-5)) {
      for (WeightEntry& e : out.entry) e.weight = static_cast<float>(double{e.weight} / total);
    }
    std::ranges::stable_sort(out.entry, std::greater{}, &WeightEntry::weight);
    return out;
  }

  static Influences merged(const Influences& file, std::span<const std::uint64_t> vertex,
                           const std::vector<WeightRow>& rows) {
    Influences out;
    std::size_t next = 0;
    for (std::size_t v = 0; v < file.vertex_count(); ++v) {
      const bool edited = next < vertex.size() && vertex[next] == v;
      const WeightRow row = edited ? rows[next++] : read_row(file, v);
      for (const WeightEntry& e : row.entry) {
        out.slot.push_back(static_cast<std::uint16_t>(e.slot));
        out.weight.push_back(e.weight);
      }
      out.offset.push_back(static_cast<std::uint32_t>(out.slot.size()));
      out.raw_weight_sum.push_back(row.raw_weight_sum);
    }
    return out;
  }

  const Model& model_;
  const Json& json_;
  const std::string& subject_;
};

}  // namespace

nlohmann::ordered_json weights_json(const Scene& scene) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (std::size_t m = 0; m < scene.edited.binding.size(); ++m) {
    const auto& binding = scene.edited.binding[m];
    if (!binding) continue;
    if (auto mesh = mesh_json(*scene.model, m, *binding); !mesh.is_null()) out.push_back(mesh);
  }
  return out;
}

std::vector<MeshWeights> weights_from_json(const Scene& scene, const Json& meshes,
                                           const std::string& subject,
                                           std::vector<std::string>& notes) {
  if (!meshes.is_array()) refuse_json(subject, "\"weights\" is no list");
  std::vector<MeshWeights> out;
  for (const Json& entry : meshes) {
    const MeshReader reader(scene, entry, subject);
    const int mesh = reader.mesh(notes);
    const auto twice = [mesh](const MeshWeights& w) { return w.mesh == mesh; };
    if (mesh < 0) continue;
    if (std::ranges::any_of(out, twice)) refuse_json(subject, "\"weights\" has a mesh twice");
    out.push_back(reader.weights(mesh, notes));
  }
  return out;
}

}  // namespace bindpose
