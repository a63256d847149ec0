// Figures of weights, on a thread beside the window, and those of all that were judged on the open
// model, to be seen side by side.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/beside/weight_maker.h"

namespace bindpose::app {

class WeightJudge {
 public:
  static constexpr std::size_t kMostColumns = 4;

  // The weights of the scene as they are now come from that: "heat". Until they change.
  void name(const Scene& scene, const std::string& what);
  // Judges those of `scene`, which is `open` itself or what is compared with it. What is being
  // judged is given up.
  void judge(const Scene& scene, const Scene& open);
  bool busy() const { return figures_.busy(); }
  // Takes what is there; true where something is.
  bool poll();
  // Of the latest, where a scene has those weights as they are now; of two it is said of which.
  std::vector<std::pair<std::string, std::string>> lines(const Scene& open,
                                                         const Scene* other) const;
  // Each once by its name, in the order in which they were judged, at most the last kMostColumns.
  // Weights that were edited count as long as they are as they were.
  std::vector<JudgedWeights> columns(const Scene& open) const;

 private:
  using Which = std::pair<const Model*, std::uint64_t>;  // WeightLog::revision
  static Which which(const Scene& scene) { return {scene.model.get(), scene.weights.revision}; }
  std::string name_of(const Scene& scene, const Scene& open) const;

  struct Column {
    Which which{};
    JudgedWeights judged;
  };
  FigureMaker figures_;
  Column latest_;                // what is computed, or was computed last
  const Model* open_ = nullptr;  // that the columns are of
  std::vector<Column> column_;
  std::vector<std::pair<Which, std::string>> names_;
};

}  // namespace bindpose::app
