#include "ui/formula/typeset.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace bindpose::ui {

namespace {

// In parts of the type size.
constexpr float kScriptSize = 0.70f;
constexpr float kSubscriptDrop = 0.20f, kSuperscriptRise = 0.36f, kScriptGap = 0.03f;
constexpr float kAxis = 0.27f;  // height of minus signs, fraction bars and the middles of brackets
constexpr float kSigmaHeight = 1.12f, kSigmaWidth = 0.74f, kBelowGap = 0.12f;
constexpr float kRule = 0.055f;
constexpr float kFractionGap = 0.14f, kFractionSize = 0.86f;
constexpr float kNormGap = 0.14f;
constexpr float kBracketFoot = 0.20f, kBracketGap = 0.26f;
constexpr float kColumnGap = 0.85f, kRowPitch = 1.34f;

// Without letters the extents are right, and there is little to carry along from part to whole.
struct Laying {
  const Measure& measure;
  bool letters = true;
};

Typeset lay(const Node& node, float size, const Laying& how);

void grow(Typeset& t, float width, float ascent, float descent) {
  t.width = std::max(t.width, width);
  t.ascent = std::max(t.ascent, ascent);
  t.descent = std::max(t.descent, descent);
}

// Takes `part` in with its origin at `at`.
void place(Typeset& into, Typeset part, const vec2& at) {
  for (Run& run : part.runs) run.at += at;
  for (Stroke& stroke : part.strokes) {
    for (vec2& p : stroke.points) p += at;
  }
  for (Target& target : part.targets) {
    target.lo += at;
    target.hi += at;
  }
  std::move(part.runs.begin(), part.runs.end(), std::back_inserter(into.runs));
  std::move(part.strokes.begin(), part.strokes.end(), std::back_inserter(into.strokes));
  std::move(part.targets.begin(), part.targets.end(), std::back_inserter(into.targets));
  grow(into, at.x + part.width, part.ascent - at.y, part.descent + at.y);
}

Typeset lay_text(const Node& node, float size, const Laying& how) {
  const TextExtent extent = how.measure(node.text, node.face, size);
  Typeset t{extent.width, extent.ascent, extent.descent, {}, {}, {}};
  if (how.letters && !node.text.empty())
    t.runs.push_back({vec2(0.0f), node.text, node.face, size, node.ink});
  return t;
}

Typeset lay_row(const Node& node, float size, const Laying& how) {
  Typeset t;
  for (const Node& child : node.children) {
    place(t, lay(child, size, how), {t.width, 0.0f});
  }
  return t;
}

// A prime is a stroke: not every face has the letter.
void add_prime(Typeset& t, const Node& node, float size) {
  const float left = t.width + 0.06f * size, top = -0.74f * size;
  t.strokes.push_back({{{left + 0.09f * size, top}, {left, top + 0.24f * size}},
                       1.3f * kRule * size,
                       node.children[0].ink});
  grow(t, left + 0.13f * size, 0.78f * size, 0.0f);
}

Typeset lay_script(const Node& node, float size, const Laying& how) {
  Typeset t = lay(node.children[0], size, how);
  const float x = t.width + kScriptGap * size, small = kScriptSize * size;
  if (node.prime) add_prime(t, node, size);
  if (!node.children[1].children.empty()) {
    place(t, lay(node.children[1], small, how), {x, kSubscriptDrop * size});
  }
  if (!node.children[2].children.empty()) {
    place(t, lay(node.children[2], small, how), {x, -kSuperscriptRise * size});
  }
  return t;
}

Typeset lay_sum(const Node& node, float size, const Laying& how) {
  const float w = kSigmaWidth * size, h = kSigmaHeight * size;
  Typeset below = lay(node.children[0], kScriptSize * size, how);
  const float width = std::max(w, below.width);
  const float left = 0.5f * (width - w), top = -kAxis * size - 0.5f * h, bottom = top + h;
  Typeset t;
  t.strokes.push_back({{{left + 0.96f * w, top + 0.14f * h},
                        {left + 0.92f * w, top},
                        {left, top},
                        {left + 0.56f * w, 0.5f * (top + bottom)},
                        {left, bottom},
                        {left + 0.94f * w, bottom},
                        {left + w, bottom - 0.15f * h}},
                       1.25f * kRule * size,
                       node.ink});
  grow(t, width, -top, bottom);
  const float drop = bottom + kBelowGap * size + below.ascent;
  const float shift = 0.5f * (width - below.width);
  place(t, std::move(below), {shift, drop});
  return t;
}

Typeset lay_fraction(const Node& node, float size, const Laying& how) {
  const float small = kFractionSize * size, gap = kFractionGap * size, bar = -kAxis * size;
  Typeset above = lay(node.children[0], small, how);
  Typeset below = lay(node.children[1], small, how);
  const float width = std::max(above.width, below.width) + 0.2f * size;
  const vec2 up(0.5f * (width - above.width), bar - gap - above.descent);
  const vec2 down(0.5f * (width - below.width), bar + gap + below.ascent);
  Typeset t;
  t.strokes.push_back({{{0.0f, bar}, {width, bar}}, kRule * size, node.ink});
  grow(t, width, 0.0f, 0.0f);
  place(t, std::move(above), up);
  place(t, std::move(below), down);
  return t;
}

Typeset lay_norm(const Node& node, float size, const Laying& how) {
  const float gap = kNormGap * size;
  Typeset inside = lay(node.children[0], size, how);
  const float top = -inside.ascent, bottom = inside.descent, width = inside.width + 2.0f * gap;
  Typeset t;
  for (const float x : {0.35f * gap, width - 0.35f * gap}) {
    t.strokes.push_back({{{x, top}, {x, bottom}}, kRule * size, node.ink});
  }
  place(t, std::move(inside), {gap, 0.0f});
  grow(t, width, -top, bottom);
  return t;
}

void add_brackets(Typeset& t, const Node& node, float size, float width, float top, float bottom) {
  const float foot = kBracketFoot * size, rule = 1.2f * kRule * size, half = 0.5f * rule;
  t.strokes.push_back({{{foot, top}, {half, top}, {half, bottom}, {foot, bottom}}, rule, node.ink});
  t.strokes.push_back(
      {{{width - foot, top}, {width - half, top}, {width - half, bottom}, {width - foot, bottom}},
       rule,
       node.ink});
}

Typeset lay_matrix(const Node& node, float size, const Laying& how) {
  const auto columns = static_cast<std::size_t>(std::max(node.columns, 1));
  const std::size_t rows = node.children.size() / columns;
  std::vector<Typeset> cells;
  std::vector<float> wide(columns, 0.0f);
  float ascent = 0.0f, descent = 0.0f;
  for (std::size_t i = 0; i < rows * columns; ++i) {
    cells.push_back(lay(node.children[i], size, how));
    wide[i % columns] = std::max(wide[i % columns], cells[i].width);
    ascent = std::max(ascent, cells[i].ascent);
    descent = std::max(descent, cells[i].descent);
  }
  const float pitch = std::max(kRowPitch * size, ascent + descent);
  const float inner = static_cast<float>(rows) * pitch;
  const float top = -kAxis * size - 0.5f * inner, left = (kBracketFoot + kBracketGap) * size;
  Typeset t;
  float right = left;
  for (std::size_t c = 0; c < columns; ++c) {
    right += wide[c] + (c > 0 ? (node.width > 0.0f ? node.width : kColumnGap) * size : 0.0f);
    for (std::size_t r = 0; r < rows; ++r) {
      Typeset& cell = cells[r * columns + c];
      const float x = right - cell.width;
      // Digits stand in the middle of their row: half a capital above the baseline.
      const float y = top + (static_cast<float>(r) + 0.5f) * pitch + 0.35f * size;
      place(t, std::move(cell), {x, y});
    }
  }
  const float width = right + left;
  add_brackets(t, node, size, width, top, top + inner);
  grow(t, width, -top, top + inner);
  return t;
}

Typeset lay_any(const Node& node, float size, const Laying& how) {
  switch (node.kind) {
    case Node::Kind::Text:
      return lay_text(node, size, how);
    case Node::Kind::Space:
      return {node.width * size, 0.0f, 0.0f, {}, {}, {}};
    case Node::Kind::Row:
      return lay_row(node, size, how);
    case Node::Kind::Script:
      return lay_script(node, size, how);
    case Node::Kind::Sum:
      return lay_sum(node, size, how);
    case Node::Kind::Fraction:
      return lay_fraction(node, size, how);
    case Node::Kind::Norm:
      return lay_norm(node, size, how);
    case Node::Kind::Matrix:
      return lay_matrix(node, size, how);
  }
  return {};
}

Typeset lay(const Node& node, float size, const Laying& how) {
  Typeset t = lay_any(node, size, how);
  if (node.symbol >= 0) {
    t.targets.push_back({node.symbol, {0.0f, -t.ascent}, {t.width, t.descent}});
  }
  return t;
}

Node make(Node::Kind kind, std::vector<Node> children, const Ink& ink = {}) {
  Node node;
  node.kind = kind;
  node.ink = ink;
  node.children = std::move(children);
  return node;
}

}  // namespace

Node text(std::string letters, Face face, const Ink& ink) {
  Node node = make(Node::Kind::Text, {}, ink);
  node.text = std::move(letters);
  node.face = face;
  return node;
}

Node space(float width) {
  Node node = make(Node::Kind::Space, {});
  node.width = width;
  return node;
}

Node row(std::vector<Node> parts) {
  return make(Node::Kind::Row, std::move(parts));
}

namespace {

// Scripts are rows, so that an empty one is told from one with letters.
Node as_row(Node node) {
  if (node.kind == Node::Kind::Row) return node;
  std::vector<Node> parts;
  parts.push_back(std::move(node));
  return row(std::move(parts));
}

}  // namespace

Node script(Node base, Node subscript, Node superscript) {
  std::vector<Node> parts;
  parts.push_back(std::move(base));
  parts.push_back(as_row(std::move(subscript)));
  parts.push_back(as_row(std::move(superscript)));
  return make(Node::Kind::Script, std::move(parts));
}

Node primed(Node base, Node subscript) {
  Node node = script(std::move(base), std::move(subscript));
  node.prime = true;
  return node;
}

Node sum(Node below, const Ink& ink) {
  std::vector<Node> parts;
  parts.push_back(std::move(below));
  return make(Node::Kind::Sum, std::move(parts), ink);
}

Node fraction(Node above, Node below, const Ink& ink) {
  std::vector<Node> parts;
  parts.push_back(std::move(above));
  parts.push_back(std::move(below));
  return make(Node::Kind::Fraction, std::move(parts), ink);
}

Node norm(Node inside, const Ink& ink) {
  std::vector<Node> parts;
  parts.push_back(std::move(inside));
  return make(Node::Kind::Norm, std::move(parts), ink);
}

Node matrix(std::vector<Node> cells, int columns, const Ink& brackets) {
  Node node = make(Node::Kind::Matrix, std::move(cells), brackets);
  node.columns = columns;
  return node;
}

Node pointable(Node node, int symbol) {
  node.symbol = symbol;
  return node;
}

Typeset lay_out_formula(const Node& node, float size, const Measure& measure) {
  return lay(node, size, {measure});
}

TextExtent formula_extent(const Node& node, float size, const Measure& measure) {
  const Typeset t = lay(node, size, {measure, false});
  return {t.width, t.ascent, t.descent};
}

Typeset fit_formula(const Node& node, float size, float least, float room, const Measure& measure) {
  Typeset t = lay(node, size, {measure});
  // Widths of text are rounded here and there: twice is enough to come to rest.
  for (int i = 0; i < 2 && t.width > room && size > least; ++i) {
    size = std::max(least, std::floor(4.0f * size * room / t.width) / 4.0f);
    t = lay(node, size, {measure});
  }
  return t;
}

}  // namespace bindpose::ui
