// For scene/numbers: one list of given matrices beside the right ones.
#pragma once

#include <algorithm>
#include <vector>

#include "math/numbers.h"
#include "scene/numbers/compare_points.h"
#include "scene/numbers/following.h"
#include "scene/numbers/numbers_error.h"

namespace bindpose {

using Candidates = std::vector<std::size_t>;  // joints or slots that a given matrix may be of

class MatrixComparison {
 public:
  MatrixComparison(const RigInputs& in, const RigNumbers& right, const NumbersSize& size,
                   const GivenMatrices& given)
      : quantity_(given.quantity), size_(size) {
    for (const GivenMatrix& row : given.row) add(in, row);
    std::ranges::stable_sort(rows_, {}, [](const Row& r) { return r.joint; });
    for (Row& r : rows_)
      r.scale = size_.scale_of(quantity_, list_of(right, quantity_)[r.of.front()]);
  }

  struct Row {
    int joint;
    dmat4 value;
    Candidates of;
    MatrixScale scale{};
  };
  const std::vector<Row>& rows() const { return rows_; }
  RigQuantity quantity() const { return quantity_; }

  // The nearest of those that the row may be of.
  std::size_t nearest(const Row& row, const RigNumbers& numbers) const {
    const std::vector<dmat4>& list = list_of(numbers, quantity_);
    return *std::ranges::min_element(row.of, {}, [&](std::size_t i) {
      return squared_difference(list[i], row.value, row.scale);
    });
  }
  double error(const Row& row, const RigNumbers& numbers) const {
    return matrix_error(list_of(numbers, quantity_)[nearest(row, numbers)], row.value, row.scale);
  }
  // How far along the way from the one to the other the row is, and how long that is: the sums that
  // a least squares fit takes.
  void add_fit(const Row& row, const RigNumbers& from, const RigNumbers& to, LengthFit& fit) const {
    const dmat4& a = list_of(from, quantity_)[nearest(row, to)];
    const dmat4& b = list_of(to, quantity_)[nearest(row, to)];
    fit.add(dvec3(row.value[3] - a[3]) / row.scale.length, dvec3(b[3] - a[3]) / row.scale.length);
  }
  double squares(const Row& row, const RigNumbers& numbers) const {
    return squared_difference(list_of(numbers, quantity_)[nearest(row, numbers)], row.value,
                              row.scale);
  }

 private:
  void add(const RigInputs& in, const GivenMatrix& row) {
    Row out{row.joint, row.value, {}};
    if (!info_of(quantity_).of_slots) {
      out.of.push_back(idx(row.joint));
    } else if (row.slot >= 0) {
      out.of.push_back(idx(row.slot));
    } else {
      for (std::size_t s = 0; s < in.slot.size(); ++s) {
        if (in.slot[s].joint == row.joint) out.of.push_back(s);
      }
    }
    if (!out.of.empty()) rows_.push_back(std::move(out));
  }

  RigQuantity quantity_;
  const NumbersSize& size_;
  std::vector<Row> rows_;
};

}  // namespace bindpose
