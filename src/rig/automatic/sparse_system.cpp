#include "rig/automatic/sparse_system.h"

#include <Eigen/SparseCholesky>
#include <cmath>

namespace bindpose {

struct SparseSystem::Factor {
  using Matrix = Eigen::SparseMatrix<double>;
  Eigen::SimplicialLDLT<Matrix, Eigen::Lower, Eigen::AMDOrdering<int>> ldlt;
  bool good = false;
};

SparseSystem::SparseSystem(std::size_t n, std::span<const SparseEntry> entries)
    : factor_(std::make_unique<Factor>()) {
  std::vector<Eigen::Triplet<double>> triplets;
  triplets.reserve(entries.size());
  for (const SparseEntry& e : entries)
    triplets.emplace_back(static_cast<int>(e.row), static_cast<int>(e.column), e.value);
  Factor::Matrix a(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n));
  a.setFromTriplets(triplets.begin(), triplets.end());
  factor_->ldlt.compute(a);
  factor_->good = factor_->ldlt.info() == Eigen::Success &&
                  (n == 0 || factor_->ldlt.vectorD().minCoeff() > 0.0);
}

SparseSystem::~SparseSystem() = default;

bool SparseSystem::is_good() const {
  return factor_->good;
}

std::vector<double> SparseSystem::solve(std::span<const double> b) const {
  const Eigen::Map<const Eigen::VectorXd> right(b.data(), static_cast<Eigen::Index>(b.size()));
  std::vector<double> x(b.size());
  Eigen::Map<Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size())) =
      factor_->ldlt.solve(right);
  return x;
}

}  // namespace bindpose
