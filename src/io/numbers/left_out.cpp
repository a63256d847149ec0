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

}  // namespace

void write_left_out(const fs::path& folder, const std::vector<std::string>& without) {
  if (without.empty()) return;
  FileWriter to(folder / kLeftOutFile);
  to.write(pretty(nlohmann::ordered_json{{"bindpose_left_out", 1}, {"arrays", without}}));
  to.commit();
}

std::vector<std::string> still_left_out(const Scene& scene, const fs::path& folder,
                                        const GivenNumbers& given) {
  std::error_code problem;
  const fs::path file = folder / kLeftOutFile;
  if (!fs::exists(file, problem)) return {};
  const std::string subject = "The list of what was left out, " + quoted_path(file) + ",";
  const nlohmann::json root = read_json(file, subject, kLargestList);
  const auto is_list = [](const nlohmann::json& list) {
    return list.is_array() &&
           std::ranges::all_of(list, [](const auto& e) { return e.is_string(); });
  };
  if (!root.is_object() || !root.contains("arrays") || !is_list(root["arrays"]))
    refuse_json(subject, "it has no \"arrays\", a list of names");
  std::set<RigQuantity> asked;
  for (const auto& name : root["arrays"]) {
    if (const auto q = quantity_named(name.get<std::string>())) asked.insert(*q);
  }
  std::vector<std::string> out;
  for (const RigQuantity q : asked) {
    const Count count = count_of(scene, q, given);
    if (count.given >= count.all) continue;
    std::string what(info_of(q).key);
    if (count.given > 0) {
      what += " of " + std::to_string(count.all - count.given) + " of " +
              std::to_string(count.all) + " " + std::string(info_of(q).many);
    }
    out.push_back(std::move(what));
  }
  return out;
}

}  // namespace bindpose
