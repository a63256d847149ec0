#include "io/numbers/left_out.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "io/files/file_writer.h"
#include "io/numbers/numbers_builder.h"
#include "io/text/clean_text.h"
#include "io/text/json_text.h"
#include "io/text/pose_json.h"
#include "scene/names.h"

namespace bindpose {

namespace {

namespace fs = std::filesystem;

constexpr const char* kLeftOutFile = "left_out.json";
constexpr std::uintmax_t kLargestList = 1u << 16;

// How many of a quantity were given, through all files, and how many there are.
struct Count {
  std::size_t given = 0, all = 0;
};

Count count_of(const Scene& scene, RigQuantity quantity, const GivenNumbers& given) {
  const Model& model = *scene.model;
  std::set<std::pair<int, int>> rows;
  const bool of_slots = info_of(quantity).of_slots;
  std::vector<RigSlot> slot;
  for (std::size_t m = 0; of_slots && m < model.meshes.size(); ++m) {
    for (const int j : binding_of(scene, m).skin.joint) slot.push_back({static_cast<int>(m), 0, j});
  }
  if (quantity == RigQuantity::Posed) {
    std::vector<bool> has(vertex_count(model), false);
    for (const GivenPoints& g : given.points) {
      for (std::size_t i = 0; i < g.point.size(); ++i) has[g.first + i] = true;
    }
    return {static_cast<std::size_t>(std::ranges::count(has, true)), has.size()};
  }
  if (quantity == RigQuantity::Parent) {
    for (const GivenParents& g : given.parents) {
      for (const auto& row : g.row) rows.emplace(row.first, -1);
    }
  }
  for (const GivenMatrices& g : given.matrices) {
    if (g.quantity != quantity) continue;
    for (const GivenMatrix& row : g.row) {
      if (!of_slots) rows.emplace(row.joint, -1);
      for (std::size_t s = 0; s < slot.size(); ++s) {
        if (row.slot < 0 ? slot[s].joint == row.joint : static_cast<int>(s) == row.slot)
          rows.emplace(slot[s].joint, static_cast<int>(s));
      }
    }
  }
  return {rows.size(), of_slots ? slot.size() : model.skeleton.name.size()};
}

// Whether a file of the folder is called so (weights come as weight.npy and others, too), or its
// tables.json has such a list.
bool is_in(const fs::path& folder, const std::string& name) {
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end;
       at.increment(problem)) {
    const std::string stem = at->path().stem().string();
    if (stem == name || (name == "weights" && stem == "weight")) return true;
  }
  const fs::path tables = folder / "tables.json";
  if (!fs::is_regular_file(tables, problem)) return false;
  const nlohmann::json root = read_json(tables, quoted_path(tables), fs::file_size(tables));
  return root.is_object() && root.contains(name);
}

}  // namespace

void write_left_out(const fs::path& folder, const std::vector<std::string>& without) {
  if (without.empty()) return;
  FileWriter to(folder / kLeftOutFile);
  to.write(pretty(nlohmann::ordered_json{{"bindpose_left_out", 1}, {"arrays", without}}));
  to.commit();
}

void ask_for_left_out(const Scene& scene, const fs::path& folder, GivenNumbers& given) {
  std::error_code problem;
  const fs::path file = folder / kLeftOutFile;
  if (!fs::exists(file, problem)) return;
  const std::string subject = "The list of what was left out, " + quoted_path(file) + ",";
  const nlohmann::json root = read_json(file, subject, kLargestList);
  const auto is_list = [](const nlohmann::json& list) {
    return list.is_array() &&
           std::ranges::all_of(list, [](const auto& e) { return e.is_string(); });
  };
  if (!root.is_object() || !root.contains("arrays") || !is_list(root["arrays"]))
    refuse_json(subject, "it has no \"arrays\", a list of names");
  std::set<RigQuantity> asked;
  std::vector<std::string> others;
  for (const auto& entry : root["arrays"]) {
    const auto& name = entry.get_ref<const std::string&>();
    if (const auto q = quantity_named(name))
      asked.insert(*q);
    else
      others.push_back(name);
  }
  for (const RigQuantity q : asked) {
    const Count count = count_of(scene, q, given);
    if (count.given >= count.all) continue;
    std::string what(info_of(q).key);
    if (count.given > 0) {
      what += " of " + std::to_string(count.all - count.given) + " of " +
              std::to_string(count.all) + " " + std::string(info_of(q).many);
    }
    given.missing.push_back(std::move(what));
  }
  for (const std::string& name : others)
    (is_in(folder, name) ? given.unjudged : given.missing).push_back(name);
}

}  // namespace bindpose
