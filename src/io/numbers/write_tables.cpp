#include "io/numbers/write_tables.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>

#include "io/files/file_writer.h"
#include "io/numbers/left_out.h"
#include "io/numbers/npy.h"
#include "io/numbers/tables_readme.h"
#include "io/text/clean_text.h"
#include "io/text/csv_reader.h"
#include "io/text/json_text.h"
#include "io/text/scene_json.h"
#include "math/numbers.h"
#include "scene/deform/deformer_data.h"
#include "scene/numbers/rig_numbers.h"

namespace bindpose {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBufferBytes = 1u << 20;

// A text file of any length.
class TextFile {
 public:
  explicit TextFile(const fs::path& file) : writer_(file) {}
  TextFile& operator<<(std::string_view text) {
    buffer_ += text;
    if (buffer_.size() > kBufferBytes) flush();
    return *this;
  }
  // Nine digits, as a float needs; 0 has no sign.
  TextFile& operator<<(double x) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.9g", x == 0.0 ? 0.0 : x);
    return *this << std::string_view(digits);
  }
  void done() {
    flush();
    writer_.commit();
  }

 private:
  void flush() {
    writer_.write(buffer_);
    buffer_.clear();
  }
  FileWriter writer_;
  std::string buffer_;
};

std::string json_name(const std::string& text) {
  return nlohmann::json(clean_utf8(text)).dump();
}

class Tables {
 public:
  Tables(const Scene& scene, const PosedScene& posed, const fs::path& folder,
         const TablesOptions& options)
      : scene_(scene),
        folder_(folder),
        options_(options),
        in_(rig_inputs(scene, posed, true)),
        surface_(*in_.surface),
        numbers_(rig_numbers(in_, {}, RigLists::Slots)),
        posed_(has("vertices_posed") ? posed_points(scene, posed, scene.view.method)
                                     : std::vector<dvec3>{}) {}

  void write() {
    make_folder();
    if (options_.json) write_json();
    if (options_.csv) write_csv();
    if (options_.npy) write_arrays();
    names("joints.csv", "joint,index\n", in_.parent.size(), [&](TextFile& to, std::size_t j) {
      to << joint(static_cast<int>(j)) << "," << std::to_string(j);
    });
    names("slots.csv", "slot,mesh,joint,joint_index\n", in_.slot.size(),
          [&](TextFile& to, std::size_t s) {
            to << std::to_string(s) << "," << mesh(in_.slot[s]) << "," << joint(in_.slot[s].joint)
               << "," << std::to_string(in_.slot[s].joint);
          });
    write_pose(scene_, folder_ / "pose.json");
    write_left_out(folder_, options_.without);
    FileWriter readme(folder_ / "README.md");
    readme.write(tables_readme(scene_, options_));
    readme.commit();
  }

 private:
  struct List {
    const char* key;
    const std::vector<dmat4>& matrix;
    bool of_slots;
  };
  std::vector<List> lists() const {
    return {{"L", numbers_.base_local, false},
            {"Ul", numbers_.user_local, false},
            {"W", numbers_.world, false},
            {"B", numbers_.bind, true},
            {"B_inverse", numbers_.inverse_bind, true},
            {"T", numbers_.skin, true}};
  }
  bool has(std::string_view key) const {
    return std::ranges::find(options_.without, key) == options_.without.end();
  }
  std::string joint(int j) const {
    return j < 0 ? "" : quoted_csv(scene_.model->skeleton.name[idx(j)]);
  }
  std::string mesh(const RigSlot& s) const {
    return quoted_csv(scene_.model->meshes[idx(s.mesh)].name);
  }

  void make_folder() const {
    std::error_code problem;
    fs::create_directories(folder_, problem);
    if (!fs::is_directory(folder_, problem)) {
      throw std::runtime_error("The folder " + quoted_path(folder_) + " cannot be made.");
    }
    if (fs::directory_iterator(folder_, problem) != fs::directory_iterator() || problem) {
      throw std::runtime_error("The folder " + quoted_path(folder_) +
                               " is not empty; choose a new one, so that nothing in it is lost.");
    }
  }

  template <typename Row>
  void names(const char* file, const char* head, std::size_t count, Row row) {
    TextFile to(folder_ / file);
    to << head;
    for (std::size_t i = 0; i < count; ++i) {
      row(to, i);
      to << "\n";
    }
    to.done();
  }

  // ---- JSON

  static void rows(TextFile& to, const dmat4& m) {
    to << "[";
    for (int r = 0; r < 4; ++r) {
      to << (r == 0 ? "[" : ", [");
      for (int c = 0; c < 4; ++c) (to << (c == 0 ? "" : ", ")) << m[c][r];
      to << "]";
    }
    to << "]";
  }
  template <typename Item>
  static void json_list(TextFile& to, const char* key, std::size_t count, Item item) {
    to << ",\n  \"" << key << "\": [";
    for (std::size_t i = 0; i < count; ++i) {
      to << (i == 0 ? "\n    " : ",\n    ");
      item(i);
    }
    to << "]";
  }
  static void point(TextFile& to, const dvec3& p) {
    ((((to << "[" << p.x) << ", ") << p.y) << ", ") << p.z;
    to << "]";
  }

  void write_json() {
    TextFile to(folder_ / "tables.json");
    to << "{\n  \"bindpose_tables\": 1,\n  \"model\": " << json_name(scene_.model->name)
       << ",\n  \"unit\": " << json_name(length_unit(metres_a_unit(*scene_.model)));
    json_list(to, "joints", in_.parent.size(),
              [&](std::size_t j) { to << json_name(scene_.model->skeleton.name[j]); });
    if (has("parent")) {
      json_list(to, "parent", in_.parent.size(),
                [&](std::size_t j) { to << std::to_string(in_.parent[j]); });
    }
    json_list(to, "slots", in_.slot.size(), [&](std::size_t s) {
      const RigSlot& slot = in_.slot[s];
      to << "{\"mesh\": " << json_name(scene_.model->meshes[idx(slot.mesh)].name)
         << ", \"index\": " << std::to_string(slot.mesh)
         << ", \"joint\": " << json_name(scene_.model->skeleton.name[idx(slot.joint)]) << "}";
    });
    for (const List& list : lists()) {
      if (!has(list.key)) continue;
      json_list(to, list.key, list.matrix.size(), [&](std::size_t i) { rows(to, list.matrix[i]); });
    }
    if (has("vertices")) {
      json_list(to, "vertices", surface_.vertex.size(),
                [&](std::size_t i) { point(to, surface_.vertex[i]); });
    }
    if (has("weights")) {
      json_list(to, "weights", surface_.vertex.size(), [&](std::size_t i) {
        to << "[";
        for (std::uint32_t k = surface_.weight_begin[i]; k < surface_.weight_begin[i + 1]; ++k) {
          (to << (k == surface_.weight_begin[i] ? "" : ", ")
              << std::to_string(surface_.weight_slot[k]) << ", ")
              << surface_.weight[k];
        }
        to << "]";
      });
    }
    if (has("vertices_posed")) {
      json_list(to, "vertices_posed", posed_.size(), [&](std::size_t i) { point(to, posed_[i]); });
    }
    to << "\n}\n";
    to.done();
  }

  // ---- CSV

  void write_csv() {
    if (has("parent")) {
      names("parent.csv", "joint,parent\n", in_.parent.size(), [&](TextFile& to, std::size_t j) {
        to << joint(static_cast<int>(j)) << "," << joint(in_.parent[j]);
      });
    }
    const char* entries = "m11,m12,m13,m14,m21,m22,m23,m24,m31,m32,m33,m34,m41,m42,m43,m44\n";
    for (const List& list : lists()) {
      if (!has(list.key)) continue;
      const std::string head = std::string(list.of_slots ? "mesh,joint," : "joint,") + entries;
      names((std::string(list.key) + ".csv").c_str(), head.c_str(), list.matrix.size(),
            [&](TextFile& to, std::size_t i) {
              if (list.of_slots) to << mesh(in_.slot[i]) << ",";
              to << joint(list.of_slots ? in_.slot[i].joint : static_cast<int>(i));
              for (int n = 0; n < 16; ++n) (to << ",") << list.matrix[i][n % 4][n / 4];
            });
    }
    points("vertices", surface_.vertex);
    points("vertices_posed", posed_);
    if (!has("weights")) return;
    TextFile to(folder_ / "weights.csv");
    to << "vertex,slot,weight\n";
    for (std::size_t i = 0; i < surface_.vertex.size(); ++i) {
      for (std::uint32_t k = surface_.weight_begin[i]; k < surface_.weight_begin[i + 1]; ++k) {
        (to << std::to_string(i) << "," << std::to_string(surface_.weight_slot[k]) << ",")
            << surface_.weight[k];
        to << "\n";
      }
    }
    to.done();
  }
  void points(const char* key, const std::vector<dvec3>& list) {
    if (!has(key)) return;
    names((std::string(key) + ".csv").c_str(), "vertex,x,y,z\n", list.size(),
          [&](TextFile& to, std::size_t i) {
            ((((to << std::to_string(i) << ",") << list[i].x << ",") << list[i].y) << ",")
                << list[i].z;
          });
  }

  // ---- NumPy

  void array(const char* key, std::vector<std::size_t> shape, const std::vector<double>& value) {
    write_npy(folder_ / (std::string(key) + ".npy"), shape, value);
  }
  void array(const char* key, std::vector<std::size_t> shape,
             const std::vector<std::int32_t>& value) {
    write_npy(folder_ / (std::string(key) + ".npy"), shape, value);
  }
  void array(const char* key, const std::vector<dvec3>& points) {
    if (!has(key)) return;
    std::vector<double> value;
    for (const dvec3& p : points) value.insert(value.end(), {p.x, p.y, p.z});
    array(key, {points.size(), 3}, value);
  }

  void write_arrays() {
    if (has("parent"))
      array("parent", {in_.parent.size()},
            std::vector<std::int32_t>(in_.parent.begin(), in_.parent.end()));
    for (const List& list : lists()) {
      if (!has(list.key)) continue;
      std::vector<double> value;
      for (const dmat4& m : list.matrix) {
        for (int n = 0; n < 16; ++n) value.push_back(m[n % 4][n / 4]);
      }
      array(list.key, {list.matrix.size(), 4, 4}, value);
    }
    array("vertices", surface_.vertex);
    array("vertices_posed", posed_);
    std::vector<std::int32_t> joint_of_slot;
    for (const RigSlot& s : in_.slot) joint_of_slot.push_back(s.joint);
    array("slot_joint", {joint_of_slot.size()}, joint_of_slot);
    if (!has("weights")) return;
    std::vector<std::int32_t> vertex,
        slot(surface_.weight_slot.begin(), surface_.weight_slot.end());
    for (std::size_t i = 0; i < surface_.vertex.size(); ++i) {
      vertex.insert(vertex.end(), surface_.weight_begin[i + 1] - surface_.weight_begin[i],
                    static_cast<std::int32_t>(i));
    }
    array("weight_vertex", {vertex.size()}, vertex);
    array("weight_slot", {slot.size()}, slot);
    array("weight", {surface_.weight.size()}, surface_.weight);
  }

  const Scene& scene_;
  const fs::path& folder_;
  const TablesOptions& options_;
  RigInputs in_;
  const RigSurface& surface_;
  RigNumbers numbers_;
  std::vector<dvec3> posed_;
};

}  // namespace

void write_tables(const Scene& scene, const PosedScene& posed, const fs::path& folder,
                  const TablesOptions& options) {
  // What a deformer still waits for is waited for.
  const Scene whole = with_data_at_once(scene);
  Tables(whole, posed, folder, options).write();
}

}  // namespace bindpose
