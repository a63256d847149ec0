// Linear systems A x = b with a sparse, symmetric, positive definite A: one factorisation, many
// right sides.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace bindpose {

struct SparseEntry {
  std::uint32_t row, column;
  double value;
};

// A = P^T L D L^T P by Eigen's SimplicialLDLT, ordered by approximate minimum degree (P. Amestoy,
// T. Davis, I. Duff, 1996).
class SparseSystem {
 public:
  // `entries` of the lower triangle and the diagonal (row >= column); those at one place are added
  // up. n x n.
  SparseSystem(std::size_t n, std::span<const SparseEntry> entries);
  ~SparseSystem();
  SparseSystem(const SparseSystem&) = delete;
  SparseSystem& operator=(const SparseSystem&) = delete;

  // false: A is not positive definite or not finite; there is no solution then.
  bool is_good() const;
  // x, n. From any number of threads at once.
  std::vector<double> solve(std::span<const double> b) const;

 private:
  struct Factor;
  std::unique_ptr<Factor> factor_;
};

}  // namespace bindpose
