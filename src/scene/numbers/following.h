// For scene/numbers/compare_numbers.cpp: what follows from numbers that were given, right or not.
#pragma once

#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "scene/numbers/given_numbers.h"
#include "scene/numbers/rig_numbers.h"

namespace bindpose {

// The list of a quantity that has matrices; for any other that of W.
const std::vector<dmat4>& list_of(const RigNumbers& numbers, RigQuantity quantity);

// The right numbers with what was given in their place: what is given of W, of what follows from
// it. A joint's W is that of the given parent and the given locals; where T alone was given, its
// parent's is that of the parent's T.
class Following {
 public:
  // All of these have to outlive it.
  Following(const RigInputs& in, const RigNumbers& right, const GivenNumbers& given);

  // What the quantity should be if all that comes before it were right; and of which that is said.
  const RigNumbers& numbers() const { return follows_; }
  // The right numbers, with what was given in their place.
  const RigNumbers& given() const { return numbers_; }
  // T_j as given, or of what was given.
  const std::vector<dmat4>& skin() const {
    return has(RigQuantity::Skin) ? numbers_.skin : follows_.skin;
  }
  std::string from(RigQuantity quantity) const;

 private:
  std::vector<dmat4>& list_at(RigQuantity quantity);
  bool has(RigQuantity q) const { return given_[static_cast<std::size_t>(q)]; }

  std::vector<std::optional<dmat4>> worlds_of_skin() const;
  void follow();

  const RigInputs& in_;
  const RigNumbers& right_;
  RigNumbers numbers_, follows_;
  bool given_[std::size(kRigQuantities)] = {};
};

}  // namespace bindpose
