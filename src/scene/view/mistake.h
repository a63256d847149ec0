// What a broken program would draw, to be seen beside the right picture. Only pictures know of it:
// no number and no export does. Words are those of `bindpose compare` (scene/numbers/mistakes.h).
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace bindpose {

enum class Mistake {
  None,
  RestForBind,      // T_j = W_j (W^rest_j)^-1
  OrderOfT,         // T_j = B_j^-1 W_j
  OrderOfW,         // W_j = L_j Ul_j W_p(j)
  UlBeforeL,        // W_j = W_p(j) Ul_j L_j
  NoInverseBind,    // T_j = W_j
  BindNotInverted,  // T_j = W_j B_j
  Transposed,       // rows of T_j for columns, v' = T_j^T v: its translation goes nowhere
};

struct MistakeInfo {
  Mistake mistake = Mistake::None;
  std::string_view word;   // in edits and lessons
  std::string_view label;  // over the picture and in menus, behind "A mistake: "
};
inline constexpr std::array<MistakeInfo, 8> kMistakes{{
    {Mistake::None, "none", ""},
    {Mistake::RestForBind, "rest-for-bind", "rest taken for bind"},
    {Mistake::OrderOfT, "order-of-T", "order of the product T"},
    {Mistake::OrderOfW, "order-of-W", "order of the product W"},
    {Mistake::UlBeforeL, "Ul-before-L", "Ul on the left of L"},
    {Mistake::NoInverseBind, "no-inverse-bind", "no inverse of B"},
    {Mistake::BindNotInverted, "bind-not-inverted", "B not inverted"},
    {Mistake::Transposed, "transposed", "T transposed"},
}};
constexpr const MistakeInfo& info_of(Mistake mistake) {
  return kMistakes[static_cast<std::size_t>(mistake)];
}

}  // namespace bindpose
