// For scene/numbers/compare_numbers.cpp: which usual mistake wrong matrices come from.
#pragma once

#include <string>
#include <vector>

#include "scene/numbers/compare_numbers.h"
#include "scene/numbers/following.h"
#include "scene/numbers/matrix_comparison.h"
#include "scene/numbers/mistakes.h"

namespace bindpose {

class MatrixExplainer {
 public:
  // All of these have to outlive it.
  MatrixExplainer(const RigInputs& in, const RigNumbers& right, const Following& following,
                  const Model& model, const NumbersOptions& options)
      : in_(in), right_(right), following_(following), model_(model), options_(options) {}

  const std::vector<RigMistake>& mistakes();
  // Right by what else was given.
  bool follows(const MatrixComparison& compared, const MatrixComparison::Row& row) const;
  // `first` is wrong, and does not follow.
  void explain(QuantityVerdict& out, const MatrixComparison& compared,
               const MatrixComparison::Row& first);

 private:
  using Row = MatrixComparison::Row;
  // What a program with each of them has, made once. Most of it is of slots: many, where a rig has
  // many meshes.
  const std::vector<RigNumbers>& mistaken(RigLists lists);
  bool explain_by_digits(QuantityVerdict& out, const MatrixComparison& compared) const;
  void explain_everywhere(QuantityVerdict& out, const MatrixComparison& compared);
  void explain_by_order(QuantityVerdict& out, const MatrixComparison& compared) const;
  void explain_some(QuantityVerdict& out, const MatrixComparison& compared, const Row& first);
  bool is_wrong(const MatrixComparison& compared, const Row& row) const;
  // Whether the lengths are those of the mistake, and not those of its limit.
  bool has_its_lengths(const MatrixComparison& compared, const std::vector<const Row*>& rows,
                       const RigMistake& mistake, const RigNumbers& from,
                       const RigNumbers& to) const;

  const RigInputs& in_;
  const RigNumbers& right_;
  const Following& following_;
  const Model& model_;
  const NumbersOptions& options_;
  std::vector<RigMistake> mistakes_;
  std::vector<RigNumbers> mistaken_joints_, mistaken_slots_;
};

}  // namespace bindpose
