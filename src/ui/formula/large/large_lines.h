// The lines of a large formula as they are put together: letters, then numbers.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "ui/formula/math_values.h"

namespace bindpose::ui::large {

inline constexpr float kNumbers = 0.74f;  // the numbers' size, part of the formula's type size
// Between a matrix's columns where it has to be narrow, part of the numbers' size.
inline constexpr float kTightColumns = 0.42f;
inline constexpr int kMaxBreaks = 2;
inline constexpr float kReference = 20.0f;  // pixels, in which widths are compared

struct Line {
  Node node;
  float size;            // part of the formula's
  bool numbers = false;  // what is pointed at unfolds in place of these
};

struct Builder {
  const Frame& f;
  const FormulaValues& values;
  FormulaInks inks;
  Measure measure;
  int breaks = 0;     // 0: products of matrices in one line; up to kMaxBreaks
  float room = 0.0f;  // the width that a line may have, part of the numbers' least size
  std::vector<Line> lines{};

  void formula(Node node) { lines.push_back({std::move(node), 1.0f}); }
  void numbers(Node node) { lines.push_back({std::move(node), kNumbers, true}); }
  // Where a product or sum goes on in another line if it is broken `at` times or more.
  void may_break(std::vector<Node>& parts, int at = 1) {
    if (breaks >= at) numbers(row(std::exchange(parts, {})));
  }
  Node sign(const char* letters) const {
    const Node gap = space(breaks > 0 ? 0.2f : 0.35f);
    return row({gap, text(letters, Face::Upright, inks.dim), gap});
  }
  // Fewer decimals where two beside each other would still be too wide.
  Node square(Symbol symbol, const Ink& ink) const {
    const auto m = matrix_of(values, symbol_id(symbol));
    const float wide = breaks < kMaxBreaks ? 1e6f : kReference * 0.48f * room;
    Node node = matrix_node(m.value_or(mat4(1.0f)), inks, ink, {kReference, wide, 2}, measure);
    if (breaks > 0) node.width = kTightColumns;
    return pointable(std::move(node), symbol_id(symbol));
  }
  // `whole`: a point with the 1 that a matrix of four columns multiplies.
  Node column(const vec3& v, const Ink& ink, bool whole = false) const {
    std::vector<Node> cells;
    for (int i = 0; i < 3; ++i) cells.push_back(text(cell_text(v[i], 3), Face::Number, ink));
    if (whole) cells.push_back(text("1", Face::Number, ink));
    return matrix(std::move(cells), 1, ink);
  }
  Node quaternion(const quat& q, const Ink& ink) const { return tuple({q.w, q.x, q.y, q.z}, ink); }
  Node tuple(std::initializer_list<float> numbers_in, const Ink& ink) const {
    std::string words = "(";
    for (const float x : numbers_in) {
      words += (words.size() > 1 ? ", " : "") + cell_text(x, 3);
    }
    return text(words + ")", Face::Number, ink);
  }
};

// W_j = L_1 ... L_j, the factors of the chain from the root by name (those the user turned with
// their Ul_k), and the newest with its numbers: W_j = W_p(j) L_j Ul_j.
void add_chain(Builder& b);
// A joint's name as an index: shortened where it is long.
std::string index_of_joint(const Frame& f, int joint);
// L_k by its joint's name, with Ul_k where that is not the identity.
Node factor_letters(const Frame& f, const JointFactors& k);
Node factor_letters(const Frame& f, const JointFactors& k, const Ink& ink);
// The frames that these factors make: the newest, and faint those before it.
void light_chain(const Frame& f, const FormulaValues& values, Highlight& out);

// w^_ij = max(0, r_j - d_ij) / r_j and w_ij = w^_ij / sum_k w^_ik, with the numbers of the bones
// that reach the vertex and of selected ones.
void add_weights(Builder& b);

// The stage at which ViewSettings::walker stands: what it does, the whole formula with what is done
// so far and what is done now, and this factor's matrices with the numbers of the point. Of one
// influence the formula is its own term by its joint's name, and the sum of the other terms; a sum
// over j of one joint's chain would be no equation.
void add_walk(Builder& b);

// Nowhere farther from I than its numbers would show.
bool is_identity(const mat4& m);

}  // namespace bindpose::ui::large
