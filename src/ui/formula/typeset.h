// Formulas as boxes with positions: subscripts, superscripts, sums, fractions, matrices with
// brackets. Layout is a function of the tree, the type size and how wide text is; painting is in
// ui/formula/typeset_draw.h.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "math/types.h"

namespace bindpose::ui {

enum class Face {
  Upright,  // matrices, words, operators
  Italic,   // scalars, points, indices
  Number    // digits of equal width
};

struct Ink {
  vec3 color{1.0f};  // sRGB
  float alpha = 1.0f;
};

// A part of a formula. Made by the functions below; which members count depends on the kind.
struct Node {
  enum class Kind { Text, Space, Row, Script, Sum, Fraction, Norm, Matrix };
  Kind kind = Kind::Row;
  std::string text;
  Face face = Face::Upright;
  Ink ink;
  float width =
      0.0f;         // Space; between the columns of a Matrix (0: as usual); parts of the type size
  int columns = 0;  // Matrix: children are its cells, row by row
  int symbol = -1;  // what the mouse points at here; -1: nothing
  bool prime = false;          // Script: a stroke to the upper right of the base
  std::vector<Node> children;  // Script: base, subscript, superscript (the last two may be empty
                               // rows); Sum: what stands below; Fraction: above, below
};

Node text(std::string letters, Face face, const Ink& ink);
Node space(float width);
Node row(std::vector<Node> parts);
// Rows without children stand for "none".
Node script(Node base, Node subscript, Node superscript = {});
Node primed(Node base, Node subscript = {});
// A capital sigma with `below` under it.
Node sum(Node below, const Ink& ink);
Node fraction(Node above, Node below, const Ink& ink);
// |x|
Node norm(Node inside, const Ink& ink);
// Cells are right-aligned in their columns, in square brackets. cells.size() is a multiple of
// columns.
Node matrix(std::vector<Node> cells, int columns, const Ink& brackets);
// The same node as something that can be pointed at.
Node pointable(Node node, int symbol);

// How far a run of text reaches; ascent and descent from the baseline, both positive.
struct TextExtent {
  float width = 0.0f, ascent = 0.0f, descent = 0.0f;
};
using Measure = std::function<TextExtent(std::string_view text, Face face, float size)>;

// Shapes, y down, the origin at the left end of the baseline.
struct Run {
  vec2 at{0.0f};  // left end of its own baseline
  std::string text;
  Face face = Face::Upright;
  float size = 0.0f;
  Ink ink;
};
struct Stroke {
  std::vector<vec2> points;
  float width = 1.0f;
  Ink ink;
};
struct Target {
  int symbol = -1;
  vec2 lo{0.0f}, hi{0.0f};
};
struct Typeset {
  float width = 0.0f, ascent = 0.0f, descent = 0.0f;
  std::vector<Run> runs;
  std::vector<Stroke> strokes;
  std::vector<Target> targets;  // inner ones come before those around them
  float height() const { return ascent + descent; }
};

// `size`: of the type, in the unit of the result.
Typeset lay_out_formula(const Node& node, float size, const Measure& measure);
// Its width, ascent and descent alone: a fraction of the work.
TextExtent formula_extent(const Node& node, float size, const Measure& measure);
// The same at `size` or, where that is wider than `room`, at the size that fits (not below
// `least`).
Typeset fit_formula(const Node& node, float size, float least, float room, const Measure& measure);

}  // namespace bindpose::ui
