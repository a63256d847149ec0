#include "ui/formula/large/formula_large.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "ui/base/draw_helpers.h"
#include "ui/base/widgets.h"
#include "ui/formula/large/formula_point.h"
#include "ui/formula/large/large_lines.h"
#include "ui/formula/math_values.h"
#include "ui/formula/typeset_draw.h"

namespace bindpose::ui {

namespace {

using namespace large;

// Parts of the formula's type size.
constexpr float kNameType = 0.74f, kLineGap = 0.4f, kLargePad = 0.6f, kSidePad = 0.5f;
// A formula with much room grows up to this.
constexpr float kLargest = 1.7f;
constexpr std::size_t kMaxTerms = 4;

void add_world(Builder& b) {
  const bool has_parent = b.values.joint.parent >= 0;
  b.formula(world_formula(b.inks, has_parent));
  std::vector<Node> parts{b.square(Symbol::World, b.inks.joint), b.sign("=")};
  if (has_parent) {
    parts.push_back(b.square(Symbol::ParentWorld, b.inks.parent));
    b.may_break(parts);
    parts.push_back(space(0.3f));
  }
  parts.push_back(b.square(Symbol::BaseLocal, b.inks.joint));
  parts.push_back(space(0.3f));
  parts.push_back(b.square(Symbol::UserLocal, b.inks.joint));
  b.numbers(row(std::move(parts)));
}

void add_skin(Builder& b) {
  b.formula(skin_formula(b.inks));
  if (!b.values.skin) return;
  std::vector<Node> parts{b.square(Symbol::Skin, b.inks.joint)};
  b.may_break(parts);
  parts.push_back(b.sign("="));
  parts.push_back(b.square(Symbol::SkinWorld, b.inks.joint));
  parts.push_back(space(0.3f));
  parts.push_back(b.square(Symbol::InverseBind, b.inks.joint));
  const bool identity = is_identity(b.values.skin->skin);
  parts.push_back(b.sign(identity ? "=" : "\xE2\x89\xA0"));
  parts.push_back(text("I", Face::Upright, {identity ? b.f.colors.ok : b.f.colors.text}));
  b.numbers(row(std::move(parts)));
}

void add_vertex(Builder& b) {
  const Deformer method = b.f.method;
  b.formula(vertex_formula(b.inks, method));
  if (has_dual_steps(method)) {
    for (Node& step : dual_quaternion_steps(b.inks)) b.lines.push_back({std::move(step), 0.8f});
  }
  if (!b.values.vertex) return;
  const VertexFactors& v = *b.values.vertex;
  std::vector<Node> parts{pointable(b.column(v.result, b.inks.plain), symbol_id(Symbol::Posed))};
  const std::size_t shown = method == Deformer::Linear  ? std::min(v.terms.size(), kMaxTerms)
                            : method == Deformer::Rigid ? 1
                                                        : 0;
  if (v.dual && method == Deformer::DualQuaternion) {
    parts.push_back(b.sign("="));
    parts.push_back(text("c", Face::Upright, b.inks.plain));
    parts.push_back(space(0.2f));
    parts.push_back(
        pointable(b.column(v.dual->stretched, b.inks.plain), symbol_id(Symbol::Stretched)));
  }
  for (std::size_t k = 0; k < shown; ++k) {
    const VertexTerm& term = v.terms[k];
    const Ink ink{symbol_color(b.f, term.joint, b.f.colors.panel)};
    if (k == 2) b.may_break(parts);
    parts.push_back(b.sign(k == 0 ? "=" : "+"));
    std::vector<Node> candidate;
    if (method == Deformer::Linear) {
      candidate.push_back(text(cell_text(term.weight, 2), Face::Number, ink));
      candidate.push_back(space(0.2f));
    }
    candidate.push_back(b.column(term.candidate, ink));
    parts.push_back(
        pointable(row(std::move(candidate)), symbol_id(Symbol::Term, static_cast<int>(k))));
  }
  if (shown > 0 && shown < v.terms.size() && method == Deformer::Linear) {
    parts.push_back(b.sign("+ ..."));
  }
  b.numbers(row(std::move(parts)));
}

void add_normal(Builder& b) {
  const NormalUse normals = b.f.scene().view.normals;
  const bool plain = normals == NormalUse::BlendedMatrix;
  // Beside each other where there is room: a high formula takes it from the figure.
  Node blend = blend_formula(b.inks, b.f.method), normal = normal_formula(b.inks, plain);
  if (b.breaks > 0) {
    b.formula(std::move(blend));
    b.formula(std::move(normal));
  } else {
    b.formula(row({std::move(blend), space(1.6f), std::move(normal)}));
  }
  if (!b.values.vertex) return;
  const VertexFactors& v = *b.values.vertex;
  const auto line = [&b](const vec3& n, const std::string& said, const vec3& color) {
    const Ink ink{color};
    b.numbers(row({b.column(n, ink), space(0.6f), text(said, Face::Upright, ink)}));
  };
  const float off = plain ? v.plain_degrees : v.usual_degrees;
  line(plain ? v.normal_plain : v.normal_usual,
       off < 0.05f ? "" : "off by " + cell_text(off, 1) + "\xC2\xB0",
       plain ? b.f.colors.error : b.f.colors.text);
  if (normals == NormalUse::Exact) line(v.normal_exact, "the surface's own", b.f.colors.ok);
}

void add_rigid(Builder& b) {
  const bool has_parent = b.values.joint.parent >= 0;
  const RigidFactors& r = b.values.rigid;
  b.formula(rigid_rotation_formula(b.inks, has_parent));
  b.formula(rigid_shift_formula(b.inks, has_parent));
  std::vector<Node> parts{symbol_node(Symbol::BoneRotation, b.inks), b.sign("="),
                          b.quaternion(r.bone.q, b.inks.joint)};
  b.may_break(parts);
  parts.push_back(b.sign("="));
  if (has_parent) {
    parts.push_back(b.quaternion(r.parent.q, b.inks.parent));
    b.may_break(parts, 2);
    parts.push_back(space(0.3f));
  }
  parts.push_back(b.quaternion(r.relative, b.inks.joint));
  b.numbers(row(std::move(parts)));
  b.numbers(row({symbol_node(Symbol::BoneShift, b.inks), b.sign("="),
                 b.tuple({r.bone.t.x, r.bone.t.y, r.bone.t.z}, b.inks.joint)}));
}

bool has_terms(FormulaKind which) {
  return which == FormulaKind::Vertex || which == FormulaKind::Normal;
}

// The joints that j runs over, each in the colour of its term.
void add_term_names(const Builder& b, std::vector<Node>& parts) {
  const auto& terms = b.values.vertex->terms;
  for (std::size_t k = 0; k < std::min(terms.size(), kMaxTerms); ++k) {
    if (k > 0) parts.push_back(text(", ", Face::Upright, b.inks.dim));
    const auto j = static_cast<std::size_t>(terms[k].joint);
    parts.push_back(text(b.f.model()->skeleton.name[j], Face::Upright,
                         {symbol_color(b.f, terms[k].joint, b.f.colors.panel)}));
  }
  if (terms.size() > kMaxTerms) parts.push_back(text(", ...", Face::Upright, b.inks.dim));
}

// Whose letters j and p(j) are, of those that the formula has; where several deformers are shown,
// whose formula it is.
void add_names(Builder& b, FormulaKind which) {
  const auto& names = b.f.model()->skeleton.name;
  const JointFactors& j = b.values.joint;
  const auto named = [&](int joint, const Ink& ink) {
    return text(names[static_cast<std::size_t>(joint)], Face::Upright, ink);
  };
  std::vector<Node> parts{text("j", Face::Italic, b.inks.joint), b.sign("=")};
  if (has_terms(which) && b.values.vertex && !b.values.vertex->terms.empty()) {
    add_term_names(b, parts);
  } else {
    parts.push_back(named(j.joint, b.inks.joint));
  }
  const bool has_parent = which == FormulaKind::World || which == FormulaKind::Rigid;
  if (has_parent && j.parent >= 0) {
    parts.push_back(space(1.2f));
    parts.push_back(text("p", Face::Italic, b.inks.parent));
    parts.push_back(text("(j)", Face::Italic, b.inks.parent));
    parts.push_back(b.sign("="));
    parts.push_back(named(j.parent, b.inks.parent));
  }
  if (has_terms(which) && b.f.scene().view.panes != Panes::One) {
    parts.push_back(space(1.2f));
    parts.push_back(text(std::string(info_of(b.f.method).label), Face::Upright, b.inks.plain));
  }
  b.lines.push_back({row(std::move(parts)), kNameType, true});
}

void add_lines(Builder& b, FormulaKind which) {
  switch (which) {
    case FormulaKind::World:
      add_world(b);
      break;
    case FormulaKind::Skin:
      add_skin(b);
      break;
    case FormulaKind::Vertex:
      add_vertex(b);
      break;
    case FormulaKind::Normal:
      add_normal(b);
      break;
    case FormulaKind::Rigid:
      add_rigid(b);
      break;
    case FormulaKind::Chain:
      return add_chain(b);  // its letters have names
    case FormulaKind::Weights:
      return add_weights(b);
    case FormulaKind::Walk:
      return add_walk(b);
  }
  add_names(b, which);
}

struct Laid {
  std::vector<Typeset> lines;
  vec2 size{0.0f};
};

// Takes a line of that width and height in, below what is there.
void take_in_line(vec2& whole, float width, float height, float size, bool first) {
  whole.x = std::max(whole.x, width);
  whole.y += height + (first ? 0.0f : kLineGap * size);
}

vec2 with_pads(const vec2& lines, float size) {
  return lines + vec2(2.0f * kSidePad * size, 1.6f * kLargePad * size);
}

Laid lay_lines(const std::vector<Line>& lines, float size, const Measure& measure) {
  Laid laid;
  for (const Line& line : lines) {
    Typeset t = lay_out_formula(line.node, line.size * size, measure);
    take_in_line(laid.size, t.width, t.height(), size, laid.lines.empty());
    laid.lines.push_back(std::move(t));
  }
  laid.size = with_pads(laid.size, size);
  return laid;
}

// Laid::size alone.
vec2 size_of_lines(const std::vector<Line>& lines, float size, const Measure& measure) {
  vec2 whole(0.0f);
  for (const Line& line : lines) {
    const TextExtent t = formula_extent(line.node, line.size * size, measure);
    take_in_line(whole, t.width, t.ascent + t.descent, size, &line == lines.data());
  }
  return with_pads(whole, size);
}

// Lines and the type in which they fit.
struct Set {
  std::vector<Line> lines;
  float size = 0.0f;
};

Set fitted(std::vector<Line> lines, float width, const FormulaSize& wanted,
           const Measure& measure) {
  const vec2 needs = size_of_lines(lines, wanted.type, measure);
  const float wide = std::min(kLargest, std::max(width, 1.0f) / needs.x);
  const float part = std::min(wide, wanted.height / needs.y);
  // More than that height only as far as the numbers need it.
  const float least = wanted.least / (kNumbers * wanted.type);
  const float high = std::min({wide, wanted.highest / needs.y, std::max(part, least)});
  // Widths don't grow evenly with the type, for letters stand on whole pixels.
  const float real = size_of_lines(lines, high * wanted.type, measure).x;
  return {std::move(lines), high * wanted.type * std::min(1.0f, std::max(width, 1.0f) / real)};
}

}  // namespace

std::optional<FormulaKind> formula_of(std::string_view word) {
  for (std::size_t i = 0; i < std::size(kFormulaWords); ++i) {
    if (kFormulaWords[i] == word) return static_cast<FormulaKind>(i);
  }
  return std::nullopt;
}

namespace {

// What is drawn, in the type and the lines in which it is largest.
struct PlacedLines {
  Set set;
  Laid laid;
  vec2 corner;
};

PlacedLines place_formula(const Frame& f, FormulaKind which, const FormulaValues& values,
                          const FormulaInks& inks, const Rect& room, const FormulaSize& wanted) {
  const Measure measure = formula_measure();
  std::optional<Set> best;
  for (int breaks = 0; breaks <= kMaxBreaks; ++breaks) {
    const float least = wanted.least > 0.0f ? wanted.least : kNumbers * wanted.type;
    Builder b{f, values, inks, measure, breaks, room.size().x / least};
    add_lines(b, which);
    Set set = fitted(std::move(b.lines), room.size().x, wanted, measure);
    if (!best || set.size > 1.001f * best->size) best = std::move(set);
    if (best->size >= wanted.type && kNumbers * best->size >= wanted.least) break;
  }
  Laid laid = lay_lines(best->lines, best->size, measure);
  const vec2 corner =
      glm::floor(vec2(room.center().x - 0.5f * laid.size.x, room.hi.y - laid.size.y));
  return {std::move(*best), std::move(laid), corner};
}

FormulaValues values_of(const Frame& f, int joint) {
  return formula_values(f.scene(), f.input.posed, joint, f.state.of_model.math.mesh, f.method);
}

}  // namespace

Rect formula_place(const Frame& f, FormulaKind which, const Rect& room, const FormulaSize& wanted) {
  const int joint = joint_of_interest(f);
  if (joint < 0) return {};
  const FormulaValues values = values_of(f, joint);
  const PlacedLines placed =
      place_formula(f, which, values, formula_inks(f, values, f.colors.panel), room, wanted);
  return {placed.corner, placed.corner + placed.laid.size};
}

Rect draw_formula(Frame& f, FormulaKind which, const Rect& room, const FormulaSize& wanted) {
  const int joint = joint_of_interest(f);
  if (joint < 0) return {room.lo, room.lo};
  const FormulaValues values = values_of(f, joint);
  const FormulaInks inks = formula_inks(f, values, f.colors.panel);
  const Measure measure = formula_measure();
  const auto [best, laid, corner] = place_formula(f, which, values, inks, room, wanted);
  const float size = best.size;
  FormulaMorph& morph =
      which == FormulaKind::Walk ? f.state.of_model.walker.morph : f.state.math.morph;
  LargeFormula large{f,
                     values,
                     inks,
                     measure,
                     morph,
                     size,
                     kLargest * wanted.type,
                     room,
                     {corner, corner + laid.size}};
  f.out.cards.push_back(large.card);
  mark(f, "formula numbers", "", {corner, corner + vec2(laid.size.x, kNumbers * size)});
  float y = corner.y + 0.8f * kLargePad * size;
  for (std::size_t i = 0; i < laid.lines.size(); ++i) {
    const Typeset& t = laid.lines[i];
    const float x = std::floor(large.card.center().x - 0.5f * t.width);
    large.lines.push_back({&t, {x, y + t.ascent}, best.lines[i].numbers});
    y += t.height() + kLineGap * size;
  }
  const Rect card = draw_large(large);
  if (which == FormulaKind::Chain && f.state.highlight.empty()) {
    light_chain(f, values, f.state.highlight);
  }
  return card;
}

}  // namespace bindpose::ui
