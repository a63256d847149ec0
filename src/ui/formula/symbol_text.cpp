// What the symbols of the formulas are called, and what those that are no matrices say.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ui/formula/math_values.h"

namespace bindpose::ui {

namespace {

const std::string& term_name(const Model& model, const FormulaValues& v) {
  return name_of_joint(model, term_of(v).joint);
}

// "turns 30.0° about (0.000, 0.000, 1.000)"
std::string turn_text(const quat& q) {
  const AxisAngle turn = axis_angle(q);
  if (!(turn.degrees >= 0.05f)) return "does not turn";
  return "turns " + cell_text(turn.degrees, 1) + "\xC2\xB0 about " + triple_text(turn.axis);
}

SymbolText point_of(const vec3& v, std::string words) {
  return {triple_text(v), std::move(words), list_text({&v.x, 3})};
}
SymbolText quaternion_of(const quat& q, std::string words) {
  const float parts[] = {q.w, q.x, q.y, q.z};
  return {quaternion_text(q), std::move(words), list_text(parts)};
}
SymbolText turn_of(const quat& q) {
  return quaternion_of(q, turn_text(q));
}

// "0.750, 0.250", "sum 1.000, of upper, lower"
SymbolText weights_text(const Model& model, const VertexFactors& v) {
  constexpr std::size_t kMost = 4;
  std::string numbers, names;
  std::vector<float> all;
  float sum = 0.0f;
  for (std::size_t k = 0; k < v.terms.size(); ++k) {
    sum += v.terms[k].weight;
    all.push_back(v.terms[k].weight);
    if (k > kMost) continue;
    const std::string comma = k > 0 ? ", " : "";
    numbers += comma + (k < kMost ? cell_text(v.terms[k].weight, 3) : "...");
    names += comma + (k < kMost ? name_of_joint(model, v.terms[k].joint) : "...");
  }
  return {numbers, "sum " + cell_text(sum, 3) + ", of " + names, list_text(all)};
}

std::optional<SymbolText> dual_text(const Model& model, const FormulaValues& v, int symbol) {
  if (!v.vertex->dual) return std::nullopt;
  const DualFactors& d = *v.vertex->dual;
  const auto k = static_cast<std::size_t>(v.term);
  const bool real = index_of(symbol) == 0;
  switch (symbol_of(symbol)) {
    case Symbol::Stretched:
      return point_of(d.stretched, "stretched, not yet turned");
    case Symbol::DualSum:
      return real ? quaternion_of(d.sum.real, "its length is " + cell_text(d.length, 3))
                  : quaternion_of(d.sum.dual, "its dual part");
    case Symbol::DualUnit:
      return real ? turn_of(d.unit.real) : quaternion_of(d.unit.dual, "its dual part");
    case Symbol::DualMove:
      return point_of(vec3(d.move[3]), "then moves by this: 2 c_e c_0*");
    case Symbol::Sign:
      return SymbolText{cell_text(d.sign[k], 0),
                        "of " + term_name(model, v) +
                            (d.sign[k] < 0.0f ? ": so that it turns the short way"
                                              : ": on the strongest joint's side"),
                        list_text({&d.sign[k], 1})};
    case Symbol::Turn:
      return quaternion_of(d.q[k].real,
                           "of " + term_name(model, v) + ": " + turn_text(d.q[k].real));
    default:
      return std::nullopt;
  }
}

std::optional<SymbolText> vertex_text(const Model& model, const FormulaValues& values, int symbol) {
  const VertexFactors& v = *values.vertex;
  switch (symbol_of(symbol)) {
    case Symbol::Point:
      return point_of(v.probe.point, "in the bind pose, morphs added");
    case Symbol::Posed:
      return point_of(v.result, v.dual ? "where it stands: c0 u c0* + t" : "where it stands");
    case Symbol::Weight:
      return weights_text(model, v);
    case Symbol::Term: {
      const auto k = static_cast<std::size_t>(index_of(symbol));
      if (k >= v.terms.size()) return std::nullopt;
      return point_of(v.terms[k].candidate,
                      "where " + name_of_joint(model, v.terms[k].joint) + " alone would put it");
    }
    case Symbol::Normal:
      return point_of(v.probe.point_normal, "in the bind pose");
    case Symbol::NormalOut:
      return point_of(v.normal_right, "by the inverse transpose");
    case Symbol::NormalPlain:
      return point_of(v.normal_plain,
                      v.normal_degrees < 0.05f
                          ? "by M itself: the same here"
                          : "by M itself: off by " + cell_text(v.normal_degrees, 1) + "\xC2\xB0");
    default:
      return dual_text(model, values, symbol);
  }
}

std::optional<SymbolText> rigid_text(const FormulaValues& v, int symbol) {
  const RigidFactors& r = v.rigid;
  const bool has_parent = v.joint.parent >= 0;
  switch (symbol_of(symbol)) {
    case Symbol::BoneRotation:
      return turn_of(r.bone.q);
    case Symbol::ParentRotation:
      return has_parent ? std::optional(turn_of(r.parent.q)) : std::nullopt;
    case Symbol::Relative:
      return turn_of(r.relative);
    case Symbol::BoneShift:
      return point_of(r.bone.t, "the translation of T");
    case Symbol::ParentShift:
      return has_parent ? std::optional(point_of(r.parent.t, "the translation of its parent's T"))
                        : std::nullopt;
    case Symbol::Center:
      return point_of(r.center, "the joint's place in the bind pose");
    default:
      return std::nullopt;
  }
}

}  // namespace

std::string triple_text(const vec3& v) {
  return "(" + cell_text(v.x, 3) + ", " + cell_text(v.y, 3) + ", " + cell_text(v.z, 3) + ")";
}

std::string quaternion_text(const quat& q) {
  return "(" + cell_text(q.w, 3) + ", " + cell_text(q.x, 3) + ", " + cell_text(q.y, 3) + ", " +
         cell_text(q.z, 3) + ")";
}

std::optional<SymbolText> text_of(const Model& model, const FormulaValues& values, int symbol) {
  if (auto rigid = rigid_text(values, symbol)) return rigid;
  return values.vertex ? vertex_text(model, values, symbol) : std::nullopt;
}

std::string meaning_of(const Model& model, const FormulaValues& v, int symbol) {
  switch (symbol_of(symbol)) {
    case Symbol::World:
    case Symbol::SkinWorld:
      return "joint to world, where it stands now";
    case Symbol::ParentWorld:
      return v.joint.parent < 0 ? "" : "of its parent, " + name_of_joint(model, v.joint.parent);
    case Symbol::BaseLocal:
      return "joint to parent, in the base pose";
    case Symbol::UserLocal:
      return v.joint.user_local == mat4(1.0f) ? "what you add: nothing yet"
                                              : "what you added, in its own frame";
    case Symbol::Skin:
      return "bind pose to this pose";
    case Symbol::InverseBind:
      return "bind pose to the joint's own frame";
    case Symbol::Step:
      if (const JointFactors* step = step_of(v, symbol)) {
        return "the product up to " + name_of_joint(model, step->joint);
      }
      return "";
    case Symbol::StepFactor:
      return "its own factor";
    case Symbol::VertexSkin:
      return v.vertex ? "of " + term_name(model, v) + ": bind pose to this pose"
                      : "bind pose to this pose";
    case Symbol::Stretch:
      return v.vertex ? "of " + term_name(model, v) + ": its stretch alone" : "";
    case Symbol::Blend:
      return v.vertex && v.vertex->dual ? "stretches, then turns and moves"
                                        : "blended by the weights";
    default:
      return "";
  }
}

std::string plain_name(int symbol) {
  switch (symbol_of(symbol)) {
    case Symbol::World:
    case Symbol::SkinWorld:
      return "W";
    case Symbol::ParentWorld:
      return "W of the parent";
    case Symbol::BaseLocal:
      return "L";
    case Symbol::UserLocal:
      return "Ul";
    case Symbol::Skin:
    case Symbol::VertexSkin:
      return "T";
    case Symbol::InverseBind:
      return "The inverse of B";
    case Symbol::Step:
      return "The product so far";
    case Symbol::StepFactor:
      return "The factor";
    case Symbol::Point:
      return "v";
    case Symbol::Posed:
      return "v'";
    case Symbol::Blend:
      return "M";
    case Symbol::Weight:
      return "The weights";
    case Symbol::Term:
      return "The candidate";
    case Symbol::Stretch:
      return "A";
    case Symbol::Sign:
      return "s";
    case Symbol::Stretched:
      return "u";
    case Symbol::DualSum:
      return "b";
    case Symbol::DualUnit:
      return "c";
    case Symbol::DualMove:
      return "The translation of c";
    case Symbol::Normal:
      return "n";
    case Symbol::NormalOut:
      return "n'";
    case Symbol::NormalPlain:
      return "The wrong n'";
    case Symbol::BoneRotation:
      return "Q";
    case Symbol::ParentRotation:
      return "Q of the parent";
    case Symbol::Relative:
    case Symbol::Turn:
      return "q";
    case Symbol::BoneShift:
      return "t";
    case Symbol::ParentShift:
      return "t of the parent";
    case Symbol::Center:
      return "x";
    default:
      return "The matrix";
  }
}

}  // namespace bindpose::ui
