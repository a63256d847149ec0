// For io/weights/*.cpp: weights while they are read, checked against the model they are for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "scene/edit/weights.h"

namespace bindpose {

// Every function throws std::runtime_error with one sentence that begins with `subject` where what
// it is given does not fit the scene.
class WeightTable {
 public:
  WeightTable(const Scene& scene, std::string subject);

  // `vertices`: how many the file has; nothing: it does not say. Twice is refused.
  int begin_mesh(const std::string& name, std::optional<std::size_t> index,
                 std::optional<std::size_t> vertices);
  // The mesh of that name, begun where it was not.
  int mesh(const std::string& name, std::optional<std::size_t> index);
  int joint(const std::string& name);
  // False, and nothing is added, where that vertex has that joint already: which of both would
  // count?
  bool add(int mesh, std::size_t vertex, int joint, double weight);
  void set_sum(int mesh, std::size_t vertex, double sum);
  // How many vertices of a mesh no add() named, a sentence each mesh.
  std::vector<std::string> unnamed() const;
  std::vector<MeshWeights> take();

 private:
  struct Of {
    std::vector<std::vector<WeightEntry>> row;  // slots of `joint`
    std::unordered_map<std::size_t, float> sum;
    std::vector<int> joint;
    std::unordered_map<int, int> slot;
    std::set<std::pair<std::size_t, int>> zero;  // vertex and slot: named, with a weight of 0
  };
  Of& begin(int mesh);
  [[noreturn]] void refuse(const std::string& what) const;
  int find(const std::string& name, std::optional<std::size_t> index) const;

  const Scene& scene_;
  std::string subject_;
  std::unordered_map<std::string, int> joint_;              // by name, as files have it
  std::unordered_map<std::string, std::vector<int>> mesh_;  // the same, ascending
  std::map<int, Of> of_;
};

std::vector<MeshWeights> read_weights_csv(const Scene& scene, const std::filesystem::path& file,
                                          std::vector<std::string>* notes);

}  // namespace bindpose
