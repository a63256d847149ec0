#include "scene/numbers/another_pose.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "math/numbers.h"

namespace bindpose {

namespace {

// What files are printed with leaves that much.
constexpr double kRounding = 1e-3;
constexpr double kNearlyAll = 0.95;

bool is_moved(const dmat4& m, double length) {
  double most = glm::length(dvec3(m[3])) / length;
  for (int n = 0; n < 9; ++n)
    most = std::max(most, std::abs(m[n / 3][n % 3] - (n / 3 == n % 3 ? 1.0 : 0.0)));
  return !(most < kRounding);  // true of what is no number
}

bool only_turns(const dmat4& m, double length) {
  const dmat3 linear(m);
  const dmat3 product = glm::transpose(linear) * linear;
  double most = glm::length(dvec3(m[3])) / length;
  for (int n = 0; n < 9; ++n)
    most = std::max(most, std::abs(product[n / 3][n % 3] - (n / 3 == n % 3 ? 1.0 : 0.0)));
  return most < kRounding && glm::determinant(linear) > 0.0;  // false of what is no number
}

// What was given of each joint, T as the W that it was made of; nothing where it was not.
std::vector<std::optional<dmat4>> by_joint(const GivenMatrices& given, const RigInputs& in) {
  std::vector<std::optional<dmat4>> out(in.parent.size());
  for (const GivenMatrix& row : given.row) {
    if (given.quantity != RigQuantity::Skin) {
      out[idx(row.joint)] = row.value;
      continue;
    }
    for (std::size_t s = 0; s < in.slot.size(); ++s) {
      const bool meant =
          row.slot < 0 ? in.slot[s].joint == row.joint : static_cast<int>(s) == row.slot;
      if (meant) out[idx(in.slot[s].joint)] = row.value * in.bind[s];
    }
  }
  return out;
}

}  // namespace

bool is_another_pose(const GivenMatrices& given, const RigInputs& in, double length) {
  const std::vector<std::optional<dmat4>> value = by_joint(given, in);
  std::size_t tried = 0, moved = 0, sound = 0;
  for (std::size_t j = 0; j < value.size(); ++j) {
    const int p = in.parent[j];
    if (!value[j] || p < 0) continue;  // a root goes where it likes
    dmat4 turn = *value[j];            // Ul
    if (given.quantity == RigQuantity::BaseLocal) {
      turn = glm::inverse(in.base_local[j]) * turn;
    } else if (given.quantity == RigQuantity::World || given.quantity == RigQuantity::Skin) {
      if (!value[idx(p)]) continue;
      turn = glm::inverse(*value[idx(p)] * in.base_local[j]) * turn;
    } else if (given.quantity != RigQuantity::UserLocal) {
      return false;  // B is the same in all poses
    }
    ++tried;
    // Joints that are where the right pose has them say nothing of another one.
    const bool of_base = given.quantity == RigQuantity::BaseLocal;
    if (!is_moved(of_base ? turn : glm::inverse(in.user_local[j]) * turn, length)) continue;
    ++moved;
    // Its translation is in the joint's own unit.
    sound += only_turns(turn, length) ? 1 : 0;
  }
  // None: all of them go along with one above that was not given.
  return tried >= 2 && double(sound) >= kNearlyAll * double(moved);
}

bool is_another_pose(const GivenPoints& given, const RigInputs& in, const std::vector<dvec3>& right,
                     double length) {
  constexpr std::size_t kEnough = 20;
  std::vector<std::optional<std::size_t>> first(in.slot.size());
  std::size_t tried = 0, sound = 0, moved = 0;
  for (std::size_t i = 0; i < given.point.size(); ++i)
    moved += glm::distance(given.point[i], right[given.first + i]) > kRounding * length ? 1 : 0;
  if (double(moved) < (1.0 - kNearlyAll) * double(given.point.size())) return false;
  for (std::size_t i = 0; i < given.point.size(); ++i) {
    const std::size_t v = given.first + i;
    const std::uint32_t k = in.surface->weight_begin[v];
    if (in.surface->weight_begin[v + 1] != k + 1) continue;
    std::optional<std::size_t>& other = first[in.surface->weight_slot[k]];
    if (!other) {
      other = i;
      continue;
    }
    const double is = glm::distance(given.point[i], given.point[*other]),
                 should = glm::distance(right[v], right[given.first + *other]);
    ++tried;
    sound += std::abs(is - should) < kRounding * length ? 1 : 0;
  }
  return tried >= kEnough && double(sound) >= kNearlyAll * double(tried);
}

}  // namespace bindpose
