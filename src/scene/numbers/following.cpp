#include "scene/numbers/following.h"

#include "math/numbers.h"

namespace bindpose {

const std::vector<dmat4>& list_of(const RigNumbers& numbers, RigQuantity quantity) {
  switch (quantity) {
    case RigQuantity::BaseLocal:
      return numbers.base_local;
    case RigQuantity::UserLocal:
      return numbers.user_local;
    case RigQuantity::Bind:
      return numbers.bind;
    case RigQuantity::InverseBind:
      return numbers.inverse_bind;
    case RigQuantity::FileInverseBind:
      return numbers.file_inverse_bind;
    case RigQuantity::Skin:
      return numbers.skin;
    case RigQuantity::World:
    case RigQuantity::Parent:
    case RigQuantity::Posed:
      break;
  }
  return numbers.world;
}

Following::Following(const RigInputs& in, const RigNumbers& right, const GivenNumbers& given)
    : in_(in), right_(right), numbers_(right) {
  for (const GivenMatrices& g : given.matrices) {
    given_[static_cast<std::size_t>(g.quantity)] = true;
    std::vector<dmat4>& list = list_at(g.quantity);
    for (const GivenMatrix& row : g.row) {
      if (!info_of(g.quantity).of_slots) {
        list[idx(row.joint)] = row.value;
        continue;
      }
      for (std::size_t s = 0; s < in.slot.size(); ++s) {
        if (static_cast<int>(s) == row.slot || (row.slot < 0 && in.slot[s].joint == row.joint)) {
          list[s] = row.value;
        }
      }
    }
  }
  follow();
}

std::vector<dmat4>& Following::list_at(RigQuantity quantity) {
  return const_cast<std::vector<dmat4>&>(list_of(numbers_, quantity));
}

std::string Following::from(RigQuantity quantity) const {
  if (quantity == RigQuantity::World)
    return has(RigQuantity::BaseLocal) || has(RigQuantity::UserLocal)
               ? "the given L, Ul and W of the joints above"
               : "the given W of the joints above";
  if (quantity == RigQuantity::InverseBind) return "the given B";
  if (quantity != RigQuantity::Skin) return "what else was given";
  const bool bind = has(RigQuantity::Bind) || has(RigQuantity::InverseBind);
  return has(RigQuantity::World) ? bind ? "the given W and B" : "the given W"
         : bind                  ? "the given B"
         : has(RigQuantity::BaseLocal) || has(RigQuantity::UserLocal)
             ? "the given L and Ul"
             : "the given T of the joints above";
}

// W_j of T_j = W_j B_j^-1, of the joint's first slot.
std::vector<std::optional<dmat4>> Following::worlds_of_skin() const {
  std::vector<std::optional<dmat4>> out(in_.parent.size());
  if (has(RigQuantity::World) || !has(RigQuantity::Skin)) return out;
  for (std::size_t s = in_.slot.size(); s-- > 0;)
    out[idx(in_.slot[s].joint)] = numbers_.skin[s] * in_.bind[s];
  return out;
}

void Following::follow() {
  const std::vector<std::optional<dmat4>> by_skin = worlds_of_skin();
  follows_ = numbers_;
  std::vector<dmat4> world = numbers_.world;  // given, or of given locals
  // T alone says where joints are as well, by the B that there is.
  std::vector<dmat4> above = world;
  for (std::size_t j = 0; j < in_.parent.size(); ++j) {
    const int p = in_.parent[j];
    const dmat4 local = numbers_.base_local[j] * numbers_.user_local[j];
    follows_.world[j] = p < 0 ? local : above[idx(p)] * local;
    if (!has(RigQuantity::World)) above[j] = world[j] = follows_.world[j];
    if (by_skin[j]) above[j] = *by_skin[j];
  }
  for (std::size_t s = 0; s < in_.slot.size(); ++s) {
    follows_.inverse_bind[s] =
        has(RigQuantity::Bind) ? glm::inverse(numbers_.bind[s]) : right_.inverse_bind[s];
    if (!has(RigQuantity::InverseBind)) numbers_.inverse_bind[s] = follows_.inverse_bind[s];
    follows_.skin[s] = world[idx(in_.slot[s].joint)] * numbers_.inverse_bind[s];
  }
}

}  // namespace bindpose
