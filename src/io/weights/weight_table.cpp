#include "io/weights/weight_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/text/clean_text.h"
#include "io/text/json_text.h"
#include "io/text/pose_json.h"
#include "math/numbers.h"
#include "scene/near_match.h"
#include "scene/numerals.h"

namespace bindpose {

WeightTable::WeightTable(const Scene& scene, std::string subject)
    : scene_(scene), subject_(std::move(subject)) {
  const std::vector<std::string>& names = scene.model->skeleton.name;
  for (std::size_t j = 0; j < names.size(); ++j) {
    joint_.emplace(clean_utf8(names[j]), static_cast<int>(j));
  }
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m)
    mesh_[clean_utf8(scene.model->meshes[m].name)].push_back(static_cast<int>(m));
}

void WeightTable::refuse(const std::string& what) const {
  refuse_json(subject_, what);
}

int WeightTable::find(const std::string& name, std::optional<std::size_t> index) const {
  const auto found = mesh_.find(name);
  if (found == mesh_.end()) refuse("the model has no mesh \"" + clean_text(name) + "\"");
  const std::vector<int>& all = found->second;
  if (index && *index < scene_.model->meshes.size()) {
    const int wanted = static_cast<int>(*index);
    if (std::ranges::binary_search(all, wanted)) return wanted;
  }
  if (all.size() > 1) refuse("several meshes are called \"" + clean_text(name) + "\"");
  return all.front();
}

// The joints of the mesh's skin stay its slots, whether the file uses them or not.
WeightTable::Of& WeightTable::begin(int mesh) {
  Of& of = of_[mesh];
  of.row.resize(scene_.model->meshes[idx(mesh)].position.size());
  const Skin& skin = binding_of(scene_, idx(mesh)).skin;
  if (skin.skinned) of.joint = skin.joint;
  for (std::size_t s = 0; s < of.joint.size(); ++s) of.slot.emplace(of.joint[s], int(s));
  return of;
}

int WeightTable::begin_mesh(const std::string& name, std::optional<std::size_t> index,
                            std::optional<std::size_t> vertices) {
  const int m = find(name, index);
  const std::size_t count = scene_.model->meshes[idx(m)].position.size();
  if (vertices && *vertices != count) {
    refuse("mesh \"" + clean_text(name) + "\" has " + std::to_string(*vertices) +
           " vertices there and " + std::to_string(count) + " in the model");
  }
  if (of_.contains(m)) refuse("it has mesh \"" + clean_text(name) + "\" twice");
  begin(m);
  return m;
}

int WeightTable::mesh(const std::string& name, std::optional<std::size_t> index) {
  const int m = find(name, index);
  if (!of_.contains(m)) begin(m);
  return m;
}

int WeightTable::joint(const std::string& name) {
  const auto found = joint_.find(name);
  if (found != joint_.end()) return found->second;
  refuse("the model has no joint \"" + clean_text(name) + "\"" +
         did_you_mean(name, scene_.model->skeleton.name));
}

bool WeightTable::add(int mesh, std::size_t vertex, int joint, double weight) {
  Of& of = of_.at(mesh);
  const std::string& name = scene_.model->meshes[idx(mesh)].name;
  if (vertex >= of.row.size()) {
    refuse("mesh \"" + clean_text(name) + "\" has no vertex " + std::to_string(vertex));
  }
  if (!(weight >= 0.0) || weight > 1e6) {
    refuse("a weight of vertex " + std::to_string(vertex) + " of mesh \"" + clean_text(name) +
           "\" is negative, too large or no number");
  }
  const auto [slot, fresh] = of.slot.try_emplace(joint, static_cast<int>(of.joint.size()));
  if (fresh) of.joint.push_back(joint);
  std::vector<WeightEntry>& row = of.row[vertex];
  const std::pair at(vertex, slot->second);
  if (of.zero.contains(at)) return false;
  if (std::ranges::find(row, slot->second, &WeightEntry::slot) != row.end()) return false;
  if (weight > 0.0) {
    row.push_back({slot->second, static_cast<float>(weight)});
  } else {
    of.zero.insert(at);
  }
  return true;
}

std::vector<std::string> WeightTable::unnamed() const {
  std::vector<std::string> out;
  for (const auto& [m, of] : of_) {
    std::size_t none = 0;
    for (std::size_t i = 0; i < of.row.size(); ++i) {
      if (!of.row[i].empty()) continue;
      const auto named = of.zero.lower_bound({i, 0});
      none += named == of.zero.end() || named->first != i;
    }
    if (none == 0) continue;
    const std::string& name = scene_.model->meshes[idx(m)].name;
    out.push_back(subject_ + " does not name " + std::to_string(none) + " of the " +
                  counted(of.row.size(), "vertex", "vertices") + " of mesh \"" + clean_text(name) +
                  "\": they have no weights now and follow the mesh's node.");
  }
  return out;
}

void WeightTable::set_sum(int mesh, std::size_t vertex, double sum) {
  const auto stored = static_cast<float>(sum);
  if (!(stored > 0.0f) || !std::isfinite(stored)) {
    refuse("the sum of vertex " + std::to_string(vertex) +
           " is not above 0, or no number that a float can hold");
  }
  of_.at(mesh).sum[vertex] = stored;
}

std::vector<MeshWeights> WeightTable::take() {
  // Sums so near to 1 are what floats of a row of 1 add up to: such a row stays bit for bit.
  constexpr double kRounding = 4e-6;
  if (of_.empty()) refuse("it has no mesh");
  std::vector<MeshWeights> out;
  for (auto& [m, of] : of_) {
    MeshWeights weights;
    weights.mesh = m;
    weights.joint = of.joint;
    weights.influences = pack_influences(of.row, of.joint.size()).influences;
    Influences& in = weights.influences;
    for (std::size_t i = 0; i < of.row.size(); ++i) {
      std::vector<WeightEntry>& row = of.row[i];
      if (row.empty()) continue;
      double sum = 0.0;
      for (const WeightEntry& e : row) sum += e.weight;
      if (std::abs(sum - 1.0) > kRounding || row.size() != in.offset[i + 1] - in.offset[i])
        continue;
      std::ranges::stable_sort(row, std::greater<>(), &WeightEntry::weight);
      for (std::size_t k = 0; k < row.size(); ++k) {
        in.slot[in.offset[i] + k] = static_cast<std::uint16_t>(row[k].slot);
        in.weight[in.offset[i] + k] = row[k].weight;
      }
      in.raw_weight_sum[i] = 1.0f;
    }
    for (const auto& [vertex, sum] : of.sum) {
      if (vertex < of.row.size() && !of.row[vertex].empty()) in.raw_weight_sum[vertex] = sum;
    }
    out.push_back(std::move(weights));
  }
  return out;
}

}  // namespace bindpose
