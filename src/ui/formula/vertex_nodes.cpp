#include "ui/formula/formula_nodes.h"
#include "ui/formula/letters.h"

namespace bindpose::ui {

namespace {

// Stands for the weights that it runs over.
Node sum_over_joints(const FormulaInks& inks, int index = 0) {
  return row({pointable(sum(italic("j", inks.joint), inks.plain), symbol_id(Symbol::Weight, index)),
              thin()});
}

// Row of symbols, and of whatever else stands between them.
struct Letters {
  const FormulaInks& inks;
  Node operator()(Symbol symbol) const { return symbol_node(symbol, inks); }
};

}  // namespace

Node vertex_formula(const FormulaInks& inks, Deformer method) {
  const Letters at{inks};
  if (method == Deformer::Linear) {
    return row({at(Symbol::Posed), equals(inks), sum_over_joints(inks), at(Symbol::Weight), thin(),
                at(Symbol::VertexSkin), thin(), at(Symbol::Point)});
  }
  if (method == Deformer::Rigid) {
    return row({at(Symbol::Posed), equals(inks), at(Symbol::VertexSkin), thin(), at(Symbol::Point),
                upright(",", inks.dim), space(0.5f), italic("j", inks.joint), equals(inks),
                script(upright("arg max", inks.plain), italic("j", inks.joint)), thin(),
                at(Symbol::Weight)});
  }
  if (method == Deformer::DualQuaternion) {
    return row({at(Symbol::Posed), equals(inks), at(Symbol::DualUnit), upright("(", inks.dim),
                at(Symbol::Stretched), upright(")", inks.dim)});
  }
  // One that has no formula of its own here: a function of the same three.
  return row({at(Symbol::Posed), equals(inks), italic("f", inks.plain), upright("(", inks.dim),
              at(Symbol::Weight), upright(",", inks.dim), thin(), at(Symbol::VertexSkin),
              upright(",", inks.dim), thin(), at(Symbol::Point), upright(")", inks.dim)});
}

std::vector<Node> dual_quaternion_steps(const FormulaInks& inks) {
  const Letters at{inks};
  return {
      row({at(Symbol::Stretched), equals(inks), sum_over_joints(inks), at(Symbol::Weight), thin(),
           at(Symbol::Stretch), thin(), at(Symbol::Point)}),
      row({at(Symbol::DualSum), equals(inks), sum_over_joints(inks), at(Symbol::Weight), thin(),
           at(Symbol::Sign), thin(), at(Symbol::Turn)}),
      row({at(Symbol::DualUnit), equals(inks),
           fraction(at(Symbol::DualSum),
                    norm(script(upright("b", inks.plain), upright("0", inks.plain)), inks.plain),
                    inks.plain)}),
  };
}

Node blend_formula(const FormulaInks& inks, Deformer method) {
  const Letters at{inks};
  // Letters that stand in v' as well unfold here.
  const auto own = [&](Symbol symbol) { return pointable(at(symbol), symbol_id(symbol, 1)); };
  if (method == Deformer::Rigid) {
    return row({at(Symbol::Blend), equals(inks), own(Symbol::VertexSkin)});
  }
  const Node sum = row({sum_over_joints(inks, 1), own(Symbol::Weight), thin()});
  if (method == Deformer::DualQuaternion) {
    return row(
        {at(Symbol::Blend), equals(inks), at(Symbol::DualUnit), thin(), sum, own(Symbol::Stretch)});
  }
  return row({at(Symbol::Blend), equals(inks), sum, own(Symbol::VertexSkin)});
}

Node normal_formula(const FormulaInks& inks, bool plain) {
  const Letters at{inks};
  const auto matrix_and_normal = [&] {
    Node m = upright("M", inks.plain);
    if (!plain) {
      m = script(std::move(m), row({}),
                 row({upright(kMinus, inks.plain), upright("T", inks.plain)}));
    }
    return row({pointable(std::move(m), symbol_id(Symbol::Blend)), thin(), at(Symbol::Normal)});
  };
  return row({at(plain ? Symbol::NormalPlain : Symbol::NormalOut), equals(inks),
              fraction(matrix_and_normal(), norm(matrix_and_normal(), inks.plain), inks.plain)});
}

}  // namespace bindpose::ui
