#include "ui/formula_nodes.h"

namespace bindpose::ui {

namespace {

constexpr const char* kMinus = "\xE2\x80\x93";

Node upright(const char* letters, const Ink& ink) {
  return text(letters, Face::Upright, ink);
}
Node italic(const char* letters, const Ink& ink) {
  return text(letters, Face::Italic, ink);
}
Node equals(const FormulaInks& inks) {
  return row({space(0.28f), upright("=", inks.dim), space(0.28f)});
}
Node thin() {
  return space(0.16f);
}

Node weight(const FormulaInks& inks) {
  return script(italic("w", inks.plain), row({italic("i", inks.plain), italic("j", inks.joint)}));
}
Node of_joint(const char* letter, const FormulaInks& inks, Face face = Face::Italic) {
  return script(text(letter, face, inks.joint), italic("j", inks.joint));
}
Node sum_over_joints(const FormulaInks& inks) {
  return row({sum(italic("j", inks.joint), inks.plain), thin()});
}
Node point(const FormulaInks& inks) {
  return pointable(italic("v", inks.vertex), symbol_id(Symbol::Point));
}
Node posed(const FormulaInks& inks) {
  return pointable(primed(italic("v", inks.vertex)), symbol_id(Symbol::Posed));
}
// The blended matrix M, and what it is made of.
Node blend(const FormulaInks& inks) {
  return pointable(upright("M", inks.plain), symbol_id(Symbol::Blend));
}

Node stretched(const FormulaInks& inks) {
  return pointable(italic("u", inks.vertex), symbol_id(Symbol::Stretched));
}
Node unit_dual(const FormulaInks& inks) {
  return pointable(upright("c", inks.plain), symbol_id(Symbol::DualUnit));
}

}  // namespace

Node vertex_formula(const FormulaInks& inks, Deformer method) {
  if (method == Deformer::Linear) {
    return row({posed(inks), equals(inks), sum_over_joints(inks), weight(inks), thin(),
                symbol_node(Symbol::Skin, inks), thin(), point(inks)});
  }
  if (method == Deformer::Rigid) {
    return row({posed(inks), equals(inks), symbol_node(Symbol::Skin, inks), thin(), point(inks),
                upright(",", inks.dim), space(0.5f), italic("j", inks.joint), equals(inks),
                script(upright("arg max", inks.plain), italic("j", inks.joint)), thin(),
                weight(inks)});
  }
  if (method == Deformer::DualQuaternion) {
    return row({posed(inks), equals(inks), unit_dual(inks), upright("(", inks.dim), stretched(inks),
                upright(")", inks.dim)});
  }
  // One that has no formula of its own here: a function of the same three.
  return row({posed(inks), equals(inks), italic("f", inks.plain), upright("(", inks.dim), weight(inks),
              upright(",", inks.dim), thin(), symbol_node(Symbol::Skin, inks), upright(",", inks.dim),
              thin(), point(inks), upright(")", inks.dim)});
}

std::vector<Node> dual_quaternion_steps(const FormulaInks& inks) {
  const auto sum_of_duals = [&] {
    return pointable(upright("b", inks.plain), symbol_id(Symbol::DualSum));
  };
  return {
      row({stretched(inks), equals(inks),
           sum_over_joints(inks), weight(inks), thin(), of_joint("A", inks, Face::Upright), thin(),
           point(inks)}),
      row({sum_of_duals(), equals(inks), sum_over_joints(inks), weight(inks), thin(),
           of_joint("s", inks), thin(), of_joint("q", inks)}),
      row({unit_dual(inks), equals(inks),
           fraction(sum_of_duals(),
                    norm(script(upright("b", inks.plain), upright("0", inks.plain)), inks.plain),
                    inks.plain)}),
  };
}

Node blend_formula(const FormulaInks& inks, Deformer method) {
  if (method == Deformer::Rigid) {
    return row({blend(inks), equals(inks), symbol_node(Symbol::Skin, inks)});
  }
  if (method == Deformer::DualQuaternion) {
    return row({blend(inks), equals(inks), unit_dual(inks),
                thin(), sum_over_joints(inks), weight(inks), thin(), of_joint("A", inks, Face::Upright)});
  }
  return row({blend(inks), equals(inks), sum_over_joints(inks), weight(inks), thin(),
              symbol_node(Symbol::Skin, inks)});
}

Node normal_formula(const FormulaInks& inks, bool plain) {
  const auto matrix_and_normal = [&] {
    Node m = upright("M", inks.plain);
    if (!plain) {
      m = script(std::move(m), row({}),
                 row({upright(kMinus, inks.plain), upright("T", inks.plain)}));
    }
    return row({std::move(m), thin(), italic("n", inks.vertex)});
  };
  return row({pointable(primed(italic("n", inks.vertex)),
                        symbol_id(plain ? Symbol::NormalPlain : Symbol::NormalOut)),
              equals(inks),
              fraction(row({pointable(matrix_and_normal(), symbol_id(Symbol::Normal))}),
                       norm(matrix_and_normal(), inks.plain), inks.plain)});
}

}  // namespace bindpose::ui
