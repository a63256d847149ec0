#include "io/weights/weights_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "io/files/file_writer.h"
#include "io/text/clean_text.h"
#include "io/text/csv_reader.h"
#include "io/text/json_text.h"
#include "io/text/pose_json.h"
#include "io/weights/weight_table.h"
#include "math/ascii.h"
#include "math/numbers.h"
#include "scene/near_match.h"

namespace bindpose {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::uintmax_t kLargestWeights = std::uintmax_t{1} << 31;

bool has_ending(const fs::path& file, std::string_view ending) {
  return in_lower_case(file.extension().string()) == ending;
}

std::string float_digits(float x) {
  char text[32];
  const auto [end, problem] = std::to_chars(text, text + sizeof text, x);
  return problem == std::errc{} ? std::string(text, end) : "0";
}

std::string quoted_json(const std::string& text) {
  return json(clean_utf8(text)).dump();
}

void write_mesh_json(const Scene& scene, std::size_t m, FileWriter& to) {
  const auto& [mesh, in, skin] = bound_mesh(scene, m);
  std::string text = "  {\"mesh\": " + quoted_json(mesh.name) +
                     ", \"index\": " + std::to_string(m) +
                     ", \"vertices\": " + std::to_string(in.vertex_count()) + ",\n   \"joints\": [";
  for (std::size_t s = 0; s < skin.joint.size(); ++s) {
    text += (s == 0 ? "" : ", ") + quoted_json(scene.model->skeleton.name[idx(skin.joint[s])]);
  }
  text += "],\n   \"weights\": [\n";
  std::string sums;
  for (std::size_t i = 0; i < in.vertex_count(); ++i) {
    text += i == 0 ? "    [" : ",\n    [";
    for (std::uint32_t k = in.offset[i]; k < in.offset[i + 1]; ++k) {
      text += (k == in.offset[i] ? "" : ", ") + std::to_string(in.slot[k]) + ", " +
              float_digits(in.weight[k]);
    }
    text += "]";
    if (in.offset[i] != in.offset[i + 1] && in.raw_weight_sum[i] != 1.0f) {
      sums += (sums.empty() ? "\"" : ", \"") + std::to_string(i) +
              "\": " + float_digits(in.raw_weight_sum[i]);
    }
    if (text.size() > (1u << 20)) {
      to.write(text);
      text.clear();
    }
  }
  to.write(text + "],\n   \"sums\": {" + sums + "}}");
}

void write_mesh_csv(const Scene& scene, std::size_t m, FileWriter& to) {
  const auto& [mesh, in, skin] = bound_mesh(scene, m);
  const std::string start = quoted_csv(mesh.name) + "," + std::to_string(m) + ",";
  std::vector<std::string> name;
  for (const int j : skin.joint) name.push_back(quoted_csv(scene.model->skeleton.name[idx(j)]));
  std::string text;
  for (std::size_t i = 0; i < in.vertex_count(); ++i) {
    for (std::uint32_t k = in.offset[i]; k < in.offset[i + 1]; ++k) {
      text += start + std::to_string(i) + "," + name[in.slot[k]] + "," +
              float_digits(in.weight[k]) + "," + float_digits(in.raw_weight_sum[i]) + "\n";
    }
    if (text.size() > (1u << 20)) {
      to.write(text);
      text.clear();
    }
  }
  if (in.slot.empty()) text += start + ",,,\n";  // it is there, and no vertex of it has weights
  to.write(text);
}

// ---- reading

class JsonWeights {
 public:
  JsonWeights(const Scene& scene, const fs::path& file)
      : scene_(scene), subject_("The weights file " + file.string()) {
    root_ = read_json(file, subject_, kLargestWeights);
  }

  std::vector<MeshWeights> read() {
    if (!root_.is_object() || !root_.contains("bindpose_weights")) {
      refuse_json(subject_, "it is JSON, but no weights: \"bindpose_weights\" is missing");
    }
    if (root_["bindpose_weights"] != 1) {
      refuse_json(subject_, "it was written by a later version; \"bindpose_weights\" is not 1");
    }
    const json& meshes = member(root_, "meshes");
    if (!meshes.is_array()) refuse_json(subject_, "\"meshes\" is no list");
    WeightTable table(scene_, subject_);
    for (const json& mesh : meshes) add(mesh, table);
    return table.take();
  }

 private:
  const json& member(const json& object, const char* key) const {
    const bool there = object.is_object() && object.contains(key);
    if (!there) refuse_json(subject_, std::string("\"") + key + "\" is missing");
    return object[key];
  }

  void add(const json& mesh, WeightTable& table) const {
    const json& name = member(mesh, "mesh");
    const json& joints = member(mesh, "joints");
    const json& weights = member(mesh, "weights");
    if (!name.is_string()) refuse_json(subject_, "\"mesh\" is no name");
    if (!joints.is_array() || !weights.is_array()) {
      refuse_json(subject_, "\"joints\" or \"weights\" is no list");
    }
    std::optional<std::size_t> index;
    if (mesh.contains("index") && mesh["index"].is_number_unsigned()) {
      index = mesh["index"].get<std::size_t>();
    }
    const int m = table.begin_mesh(name.get<std::string>(), index, weights.size());
    std::vector<int> joint;
    for (const json& j : joints) {
      if (!j.is_string()) refuse_json(subject_, "\"joints\" has an entry that is no name");
      joint.push_back(table.joint(j.get<std::string>()));
    }
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const json& row = weights[i];
      const std::string where = "the row of vertex " + std::to_string(i);
      if (!row.is_array() || row.size() % 2 != 0) {
        refuse_json(subject_, where + " is no list of joints with their weights");
      }
      for (std::size_t k = 0; k < row.size(); k += 2) {
        if (!row[k].is_number_unsigned() || row[k].get<std::size_t>() >= joint.size() ||
            !row[k + 1].is_number()) {
          refuse_json(subject_, where + " names a joint that \"joints\" lacks, or no weight");
        }
        const auto j = row[k].get<std::size_t>();
        if (!table.add(m, i, joint[j], row[k + 1].get<double>())) {
          refuse_json(subject_, where + " of mesh \"" + clean_text(name.get<std::string>()) +
                                    "\" has joint \"" + clean_text(joints[j].get<std::string>()) +
                                    "\" a second time");
        }
      }
    }
    if (mesh.contains("sums")) add_sums(mesh["sums"], m, table);
  }

  void add_sums(const json& sums, int m, WeightTable& table) const {
    if (!sums.is_object()) refuse_json(subject_, "\"sums\" is no object");
    for (const auto& [key, value] : sums.items()) {
      std::size_t i = 0;
      const auto [end, problem] = std::from_chars(key.data(), key.data() + key.size(), i);
      if (problem != std::errc{} || end != key.data() + key.size() || !value.is_number()) {
        refuse_json(subject_, "\"sums\" is no object of vertices and numbers");
      }
      table.set_sum(m, i, value.get<double>());
    }
  }

  const Scene& scene_;
  std::string subject_;
  json root_;
};

}  // namespace

void write_weights(const Scene& scene, const fs::path& file) {
  const bool csv = has_ending(file, ".csv");
  if (!csv && !has_ending(file, ".json")) {
    throw std::runtime_error("Weights are written as .json or .csv, not as " + quoted_path(file) +
                             ".");
  }
  FileWriter writer(file);
  writer.write(csv ? std::string("mesh,index,vertex,joint,weight,sum\n")
                   : "{\"bindpose_weights\": 1, \"model\": " + quoted_json(scene.model->name) +
                         ", \"meshes\": [\n");
  bool first = true;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    if (!binding_of(scene, m).skin.skinned) continue;
    if (csv) {
      write_mesh_csv(scene, m, writer);
    } else {
      if (!std::exchange(first, false)) writer.write(",\n");
      write_mesh_json(scene, m, writer);
    }
  }
  if (!csv) writer.write("\n]}\n");
  writer.commit();
}

std::vector<MeshWeights> read_weights(const Scene& scene, const fs::path& file,
                                      std::vector<std::string>* notes) {
  if (has_ending(file, ".csv")) return read_weights_csv(scene, file, notes);
  return JsonWeights(scene, file).read();
}

}  // namespace bindpose
