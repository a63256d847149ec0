#include "scene/vertex_formula.h"
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

// F'_i F_i^-1: how the smoothed surface turned there.
Node frames(const FormulaInks& inks) {
  return row({primed(upright("F", inks.plain), italic("i", inks.plain)), thin(),
              script(upright("F", inks.plain), italic("i", inks.plain),
                     row({upright(kMinus, inks.plain), upright("1", inks.plain)}))});
}

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
  const auto one_minus_h = [&] {
    return row({upright("(1", inks.plain), operation(kMinus, inks.plain),
                of_vertex("h", inks.plain), upright(")", inks.plain), thin()});
  };
  if (method == Deformer::Mixed) {
    return row({at(Symbol::Posed), equals(inks), one_minus_h(), sum_over_joints(inks),
                at(Symbol::Weight), thin(), at(Symbol::VertexSkin), thin(), at(Symbol::Point),
                operation("+", inks.dim), of_vertex("h", inks.plain), thin(), at(Symbol::DualUnit),
                upright("(", inks.dim), at(Symbol::Stretched), upright(")", inks.dim)});
  }
  if (method == Deformer::Centers) {
    return row({at(Symbol::Posed), equals(inks), upright("R", inks.plain), thin(),
                upright("(", inks.dim), at(Symbol::Point), operation(kMinus, inks.dim),
                of_vertex("o", inks.plain), upright(")", inks.dim), operation("+", inks.dim),
                sum_over_joints(inks), at(Symbol::Weight), thin(), at(Symbol::VertexSkin), thin(),
                of_vertex("o", inks.plain)});
  }
  if (method == Deformer::BulgeFree) {
    return row({at(Symbol::Posed), equals(inks), of_vertex("e", inks.plain),
                operation("+", inks.dim), of_vertex("g", inks.plain), thin(),
                upright("(", inks.dim), at(Symbol::DualUnit), upright("(", inks.dim),
                at(Symbol::Stretched), upright(")", inks.dim), operation(kMinus, inks.dim),
                of_vertex("e", inks.plain), upright(")", inks.dim)});
  }
  if (method == Deformer::LogMatrix) {
    return row({at(Symbol::Posed), equals(inks), upright("exp", inks.plain), thin(),
                upright("(", inks.dim), sum_over_joints(inks), at(Symbol::Weight), thin(),
                upright("log", inks.plain), thin(), at(Symbol::VertexSkin), upright(")", inks.dim),
                thin(), at(Symbol::Point)});
  }
  if (method == Deformer::DeltaMush) {
    return row({at(Symbol::Posed), equals(inks), posed_vertex("y", inks.plain),
                operation("+", inks.dim), frames(inks), thin(), upright("(", inks.dim),
                at(Symbol::Point), operation(kMinus, inks.dim), of_vertex("y", inks.plain),
                upright(")", inks.dim)});
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
  if (method == Deformer::Centers) {
    return row({at(Symbol::Blend), equals(inks), upright("R", inks.plain)});
  }
  if (method == Deformer::DeltaMush) {
    return row({at(Symbol::Blend), equals(inks), frames(inks)});
  }
  if (method == Deformer::LogMatrix) {
    return row({at(Symbol::Blend), equals(inks), upright("exp", inks.plain), thin(),
                upright("(", inks.dim), sum, upright("log", inks.plain), thin(),
                own(Symbol::VertexSkin), upright(")", inks.dim)});
  }
  if (method == Deformer::Mixed) {
    return row({at(Symbol::Blend), equals(inks), upright("(1", inks.plain),
                operation(kMinus, inks.plain), of_vertex("h", inks.plain), upright(")", inks.plain),
                thin(), sum, own(Symbol::VertexSkin), operation("+", inks.dim),
                of_vertex("h", inks.plain), thin(), at(Symbol::DualUnit), thin(), sum,
                own(Symbol::Stretch)});
  }
  if (has_dual_steps(method)) {
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

std::string formula_words(Deformer method) {
  switch (method) {
    case Deformer::Mixed:
      return "h is the part of dual quaternions: the view's, times the file's of this vertex.";
    case Deformer::Centers:
      return "o is the vertex's centre of rotation in bind space; R the turn of the blended and "
             "normalised Q of its joints, after their blended stretches where they have some. A "
             "vertex without a centre goes by the sum of w T v.";
    case Deformer::BulgeFree:
      return "e is the place on the bone of the strongest joint that is nearest to c(u); g brings "
             "the distance back to that of the bind pose, and is 1 where it did not grow.";
    case Deformer::LogMatrix:
      return "log is the screw of T's rigid part, exp the motion along the average one; stretches "
             "are blended linearly before.";
    case Deformer::DeltaMush:
      return "y is the vertex on the smoothed bind pose, y' on the linear blend's surface after "
             "the "
             "same smoothing; F and F' are the frames of both there, after the blended stretches "
             "of the joints where they have some.";
    default:
      return "";
  }
}

}  // namespace bindpose::ui
