// The formulas as trees of type (ui/formula/typeset.h): letters, indices and colours, no numbers
// but those of matrices.
#pragma once

#include <optional>
#include <string>

#include "rig/deformer.h"
#include "scene/scene.h"
#include "ui/formula/typeset.h"

namespace bindpose::ui {

// What can be pointed at. The number of a target is symbol_id(); `index` counts joints of the chain
// or rows of a vertex.
// clang-format off
enum class Symbol {
  World, ParentWorld, BaseLocal, UserLocal,    // W_j = W_p(j) L_j Ul_j
  WorldIncrement,                              // U_j: W_j = U_j W_p(j) L_j
  Step, StepFactor,                            // W_k and L_k Ul_k of the chain, by index
  Skin, SkinWorld, InverseBind,                // T_j = W_j B_j^-1
  Posed, Point, Term, Blend,                   // v'_i = sum_j w_ij T_j v_i; Term by index
  Weight, VertexSkin,                          // w_ij, and T_j of the vertex's own mesh; index 1: in M
  Stretched, DualSum, DualUnit, DualMove,      // u, b, c and the translation in c
  Stretch, Sign, Turn,                         // A_j, s_j, Q_j; index 1: in M
  Normal, NormalOut, NormalPlain, NormalExact,  // n, n' = M^-T n, M n, of the posed surface
  BoneRotation, ParentRotation, Relative,      // Q_j = Q_p q_j
  BoneShift, ParentShift, Center,              // t_j = t_p + Q_p x_j - Q_j x_j
  RawWeight, Radius, BoneDistance,             // w^_ij = max(0, r_j - d_ij) / r_j
  Count
};
// clang-format on
constexpr int symbol_id(Symbol symbol, int index = 0) {
  return static_cast<int>(symbol) + static_cast<int>(Symbol::Count) * index;
}
constexpr Symbol symbol_of(int id) {
  return static_cast<Symbol>(id % static_cast<int>(Symbol::Count));
}
constexpr int index_of(int id) {
  return id / static_cast<int>(Symbol::Count);
}

struct FormulaInks {
  Ink plain, dim;
  Ink joint, parent;  // of j and of p(j): the joints' own colours
  Ink vertex;
  std::optional<BasePose> base{};  // whose L_j is; none: that is not said
};

// The letter with its index, pointable.
Node symbol_node(Symbol symbol, const FormulaInks& inks);

// W_j = W_p(j) L_j Ul_j; without the parent at a root.
Node world_formula(const FormulaInks& inks, bool has_parent);
// The same edit from the left: W_j = U_j W_p(j) L_j, and U_j = F Ul_j F^-1 with F = W_p(j) L_j.
Node increment_formula(const FormulaInks& inks, bool has_parent);
Node increment_by_local(const FormulaInks& inks, bool has_parent);
// W_j = L_1 Ul_1 ... L_n Ul_n, factors in the colours of their joints; the middle of a long chain
// is left out.
Node chain_formula(const FormulaInks& inks, const std::vector<Ink>& joints);
// L_k Ul_k and W_k, `index` for k.
Node step_formula(const std::string& index, const Ink& ink);
Node step_world(const std::string& index, const Ink& ink);
// T_j = W_j B_j^-1
Node skin_formula(const FormulaInks& inks);
// v'_i by the deformer: v'_i = sum_j w_ij T_j v_i, v'_i = T_j v_i with the largest weight, v'_i =
// c(u_i); v'_i = f(w_ij, T_j, v_i) for one that has no formula of its own here.
Node vertex_formula(const FormulaInks& inks, Deformer method);
// What its letters mean that no symbol stands for; "" where there are none.
std::string formula_words(Deformer method);
// What c and u are: u_i = sum_j w_ij A_j v_i, b = sum_j w_ij s_j Q_j, c = b / |b_0|.
std::vector<Node> dual_quaternion_steps(const FormulaInks& inks);
// M = sum_j w_ij T_j; rigid: M = T_j; dual quaternions: M = c sum_j w_ij A_j.
Node blend_formula(const FormulaInks& inks, Deformer method);
// n'_i = M^-T n_i / |M^-T n_i|; plain: with M itself, the wrong one.
Node normal_formula(const FormulaInks& inks, bool plain);
// Q_j = Q_p q_j
Node rigid_rotation_formula(const FormulaInks& inks, bool has_parent);
// t_j = t_p + Q_p x_j - Q_j x_j
Node rigid_shift_formula(const FormulaInks& inks, bool has_parent);

// Numbers, right-aligned, in brackets; zeros dimmed. `decimals` of them; fewer, then powers of ten,
// where the matrix would otherwise be wider than `room` at `size`.
struct MatrixRoom {
  float size = 13.0f, room = 0.0f;
  int decimals = 3;
};
Node matrix_node(const mat4& m, const FormulaInks& inks, const Ink& brackets,
                 const MatrixRoom& room, const Measure& measure);
// A number as text: `decimals` after the point, without "-0"; powers of ten where `decimals` < 0.
std::string cell_text(float x, int decimals);

}  // namespace bindpose::ui
