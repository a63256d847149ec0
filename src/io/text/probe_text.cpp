#include "io/text/probe_text.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "io/text/json_text.h"
#include "io/text/text_table.h"
#include "scene/deform/deformer_words.h"
#include "scene/edit/text/edit_words.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

using OrderedJson = nlohmann::ordered_json;

const Mesh& mesh_of(const Scene& scene, const Probe& probe) {
  return scene.model->meshes[static_cast<std::size_t>(probe.at.mesh)];
}

std::string method_of(const Scene& scene, const Probe& probe) {
  return std::string(info_of(deformer_of(scene, probe.at.mesh, scene.view.method)).key);
}

// "dqs", or of a vertex that the file mixes "dqs (0.25) and lbs (0.75)".
std::string shown_method(const Scene& scene, const Probe& probe) {
  const Mesh& mesh = mesh_of(scene, probe);
  const std::string key = method_of(scene, probe);
  if (!is_mixed_by_vertex(mesh, scene.view.method)) return key;
  const float part = mesh.dq_blend_weight[probe.at.vertex];
  return key + " (" + short_value(part) + ") and lbs (" + short_value(1.0f - part) + ")";
}

vec3 weighted_sum(const Probe& probe) {
  vec3 sum(0.0f);
  for (const ProbeRow& r : probe.rows) sum += r.weight * r.candidate;
  return sum;
}

OrderedJson components(const vec3& v) {
  return {shortest_double(v.x), shortest_double(v.y), shortest_double(v.z)};
}

std::string fixed(float x, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, static_cast<double>(x));
  return text;
}

std::vector<std::string> row(const std::string& name, const std::string& weight, const vec3& v) {
  return {name, weight, fixed(v.x, 5), fixed(v.y, 5), fixed(v.z, 5)};
}

}  // namespace

std::string probe_text(const Scene& scene, const Probe& probe) {
  const Mesh& mesh = mesh_of(scene, probe);
  const std::string method = method_of(scene, probe);
  std::string out = "Vertex " + grouped(probe.at.vertex) + " of mesh " + printable(mesh.name);
  if (!mesh.source_vertex.empty()) {
    out += " (" + grouped(mesh.source_vertex[probe.at.vertex]) + " in the file)";
  }
  out += ": ";
  if (probe.follows_node) {
    out += "no influences, it follows the mesh's node\n\n";
  } else {
    const std::size_t n = probe.rows.size();
    out += counted_influences(n) + ", stored sum " + fixed(probe.raw_weight_sum, 6) + "\n\n";
  }
  std::vector<std::vector<std::string>> rows = {{"joint", "w_ij", "T_j v_i x", "y", "z"}};
  float total = 0.0f;
  for (const ProbeRow& r : probe.rows) {
    const auto j = static_cast<std::size_t>(r.joint);
    rows.push_back(row(printable(scene.model->skeleton.name[j]), fixed(r.weight, 6), r.candidate));
    total += r.weight;
  }
  rows.push_back(row("sum of w_ij T_j v_i", fixed(total, 6), weighted_sum(probe)));
  if (method != "lbs")
    rows.push_back(row("vertex by " + shown_method(scene, probe), "", probe.position));
  rows.push_back(row("normal", "", probe.normal));
  rows.push_back(row("v_i in bind space", "", probe.point));
  return out + table(rows, false);
}

std::string probe_json(const Scene& scene, const Probe& probe) {
  const Mesh& mesh = mesh_of(scene, probe);
  OrderedJson file_vertex = nullptr;
  if (!mesh.source_vertex.empty()) file_vertex = mesh.source_vertex[probe.at.vertex];
  OrderedJson rows = OrderedJson::array();
  for (const ProbeRow& r : probe.rows) {
    const auto j = static_cast<std::size_t>(r.joint);
    rows.push_back({{"joint", clean_utf8(scene.model->skeleton.name[j])},
                    {"weight", shortest_double(r.weight)},
                    {"candidate", components(r.candidate)}});
  }
  const bool raw = scene.view.weights == WeightUse::Raw;
  return pretty({{"model", clean_utf8(scene.model->name)},
                 {"mesh", clean_utf8(mesh.name)},
                 {"mesh_index", probe.at.mesh},
                 {"vertex", probe.at.vertex},
                 {"file_vertex", std::move(file_vertex)},
                 {"point", components(probe.point)},
                 {"normal", components(probe.point_normal)},
                 {"stored_sum", shortest_double(probe.raw_weight_sum)},
                 {"follows_node", probe.follows_node},
                 {"method", method_of(scene, probe)},
                 {"weights", raw ? "raw" : "normalised"},
                 {"influences", std::move(rows)},
                 {"sum", components(weighted_sum(probe))},
                 {"position", components(probe.position)},
                 {"position_normal", components(probe.normal)}});
}

}  // namespace bindpose
