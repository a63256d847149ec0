// All that is known of a symbol, one row each: its letters, its name, what it means, its matrix or
// its numbers, and what it lights up in the view.
#pragma once

#include "ui/formula/math_values.h"

namespace bindpose::ui {

// What a light needs, and where it goes.
struct Lit {
  const Frame& f;
  const FormulaValues& v;
  Highlight& out;
};

// `index`: index_of() the symbol's number. A function that is null: the symbol has none of it.
struct SymbolInfo {
  using Letters = Node (*)(const FormulaInks&);
  using Matrix = std::optional<mat4> (*)(const FormulaValues&, int index);
  using Meaning = std::string (*)(const Model&, const FormulaValues&, int index);
  using Text = std::optional<SymbolText> (*)(const Model&, const FormulaValues&, int index);
  using Light = void (*)(const Lit&, int index);

  Symbol symbol;
  const char* name;  // "W of the parent"
  Letters letters;
  Matrix matrix = nullptr;
  Meaning meaning = nullptr;  // of a matrix, in a few words
  Text text = nullptr;        // of what is no matrix
  Light light = nullptr;
  bool of_vertex = false;  // text and light expect FormulaValues::vertex
  bool of_term = false;    // j stands for one of the vertex's terms: it has that joint's colour
};

const SymbolInfo& info_of(Symbol symbol);

// Of the term that j stands for.
const std::string& term_name(const Model& model, const FormulaValues& v);

// The rows' functions that are more than a line.
namespace symbols {

SymbolText point_text_of(const vec3& v, std::string words);
SymbolText turn_text_of(const quat& q);
std::optional<SymbolText> weights_text(const Model& model, const FormulaValues& v, int);
std::optional<SymbolText> candidate_text(const Model& model, const FormulaValues& v, int index);
std::optional<SymbolText> usual_normal_text(const Model& model, const FormulaValues& v, int);
std::optional<SymbolText> plain_normal_text(const Model& model, const FormulaValues& v, int);
std::optional<SymbolText> exact_normal_text(const Model& model, const FormulaValues& v, int);
std::optional<SymbolText> stretched_text(const Model& model, const FormulaValues& v, int);
std::optional<SymbolText> dual_sum_text(const Model& model, const FormulaValues& v, int index);
std::optional<SymbolText> dual_unit_text(const Model& model, const FormulaValues& v, int index);
std::optional<SymbolText> dual_move_text(const Model& model, const FormulaValues& v, int);
std::optional<SymbolText> sign_text(const Model& model, const FormulaValues& v, int);
std::optional<SymbolText> term_turn_text(const Model& model, const FormulaValues& v, int);
std::optional<SymbolText> raw_weights_text(const Model& model, const FormulaValues& v, int);
std::optional<SymbolText> radii_text(const Model& model, const FormulaValues& v, int);
std::optional<SymbolText> distances_text(const Model& model, const FormulaValues& v, int);

void light_world(const Lit& lit, int);
void light_parent(const Lit& lit, int);
void light_base_local(const Lit& lit, int);
void light_user_local(const Lit& lit, int);
void light_skin(const Lit& lit, int);
void light_term_skin(const Lit& lit, int);  // T_j of the vertex's term; without a vertex of j
void light_term_part(const Lit& lit, int);  // what is of a term alone
void light_bind(const Lit& lit, int);
void light_center(const Lit& lit, int);
void light_step(const Lit& lit, int index);
void light_point(const Lit& lit, int);
void light_normal(const Lit& lit, int);
void light_usual_normal(const Lit& lit, int);
void light_plain_normal(const Lit& lit, int);
void light_exact_normal(const Lit& lit, int);
void light_term(const Lit& lit, int index);
void light_stretched(const Lit& lit, int);
void light_moved(const Lit& lit, int);
void light_candidates(const Lit& lit, int);
void light_distances(const Lit& lit, int);

}  // namespace symbols

}  // namespace bindpose::ui
