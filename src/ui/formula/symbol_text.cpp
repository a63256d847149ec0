// What the symbols that are no matrices say, in numbers and words.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ui/formula/symbol_table.h"

namespace bindpose::ui {

std::string triple_text(const vec3& v) {
  return "(" + cell_text(v.x, 3) + ", " + cell_text(v.y, 3) + ", " + cell_text(v.z, 3) + ")";
}

std::string quaternion_text(const quat& q) {
  return "(" + cell_text(q.w, 3) + ", " + cell_text(q.x, 3) + ", " + cell_text(q.y, 3) + ", " +
         cell_text(q.z, 3) + ")";
}

const std::string& term_name(const Model& model, const FormulaValues& v) {
  return name_of_joint(model, term_of(v).joint);
}

namespace symbols {

namespace {

// "turns 30.0° about (0.000, 0.000, 1.000)"
std::string turn_words(const quat& q) {
  const AxisAngle turn = axis_angle(q);
  if (!(turn.degrees >= 0.05f)) return "does not turn";
  return "turns " + cell_text(turn.degrees, 1) + "\xC2\xB0 about " + triple_text(turn.axis);
}

SymbolText quaternion_text_of(const quat& q, std::string words) {
  const float parts[] = {q.w, q.x, q.y, q.z};
  return {quaternion_text(q), std::move(words), list_text(parts)};
}

}  // namespace

SymbolText point_text_of(const vec3& v, std::string words) {
  return {triple_text(v), std::move(words), list_text({&v.x, 3})};
}

SymbolText turn_text_of(const quat& q) {
  return quaternion_text_of(q, turn_words(q));
}

// "0.750, 0.250", "sum 1.000, of upper, lower"
std::optional<SymbolText> weights_text(const Model& model, const FormulaValues& values, int) {
  constexpr std::size_t kMost = 4;
  const std::vector<VertexTerm>& terms = values.vertex->terms;
  std::string numbers, names;
  std::vector<float> all;
  float sum = 0.0f;
  for (std::size_t k = 0; k < terms.size(); ++k) {
    sum += terms[k].weight;
    all.push_back(terms[k].weight);
    if (k > kMost) continue;
    const std::string comma = k > 0 ? ", " : "";
    numbers += comma + (k < kMost ? cell_text(terms[k].weight, 3) : "...");
    names += comma + (k < kMost ? name_of_joint(model, terms[k].joint) : "...");
  }
  return SymbolText{numbers, "sum " + cell_text(sum, 3) + ", of " + names, list_text(all)};
}

std::optional<SymbolText> candidate_text(const Model& model, const FormulaValues& v, int index) {
  const auto k = static_cast<std::size_t>(index);
  if (k >= v.vertex->terms.size()) return std::nullopt;
  const VertexTerm& term = v.vertex->terms[k];
  return point_text_of(term.candidate,
                       "where " + name_of_joint(model, term.joint) + " alone would put it");
}

namespace {

std::string off_text(const std::string& by, float degrees) {
  return by + (degrees < 0.05f ? ": exact here" : ": off by " + cell_text(degrees, 1) + "\xC2\xB0");
}

}  // namespace

std::optional<SymbolText> usual_normal_text(const Model&, const FormulaValues& values, int) {
  const VertexFactors& v = *values.vertex;
  return point_text_of(v.normal_usual, off_text("by the inverse transpose", v.usual_degrees));
}

std::optional<SymbolText> plain_normal_text(const Model&, const FormulaValues& values, int) {
  const VertexFactors& v = *values.vertex;
  return point_text_of(v.normal_plain, off_text("by M itself", v.plain_degrees));
}

std::optional<SymbolText> exact_normal_text(const Model&, const FormulaValues& values, int) {
  return point_text_of(values.vertex->normal_exact, "of the posed surface itself");
}

std::optional<SymbolText> stretched_text(const Model&, const FormulaValues& v, int) {
  if (!v.vertex->dual) return std::nullopt;
  return point_text_of(v.vertex->dual->stretched, "stretched, not yet turned");
}

std::optional<SymbolText> dual_sum_text(const Model&, const FormulaValues& v, int index) {
  if (!v.vertex->dual) return std::nullopt;
  const DualFactors& d = *v.vertex->dual;
  return index == 0 ? quaternion_text_of(d.sum.real, "its length is " + cell_text(d.length, 3))
                    : quaternion_text_of(d.sum.dual, "its dual part");
}

std::optional<SymbolText> dual_unit_text(const Model&, const FormulaValues& v, int index) {
  if (!v.vertex->dual) return std::nullopt;
  const DualFactors& d = *v.vertex->dual;
  return index == 0 ? turn_text_of(d.unit.real) : quaternion_text_of(d.unit.dual, "its dual part");
}

std::optional<SymbolText> dual_move_text(const Model&, const FormulaValues& v, int) {
  if (!v.vertex->dual) return std::nullopt;
  return point_text_of(vec3(v.vertex->dual->move[3]), "then moves by this: 2 c_e c_0*");
}

std::optional<SymbolText> sign_text(const Model& model, const FormulaValues& v, int) {
  if (!v.vertex->dual) return std::nullopt;
  const float sign = v.vertex->dual->sign[static_cast<std::size_t>(v.term)];
  return SymbolText{
      cell_text(sign, 0),
      "of " + term_name(model, v) +
          (sign < 0.0f ? ": so that it turns the short way" : ": on the strongest joint's side"),
      list_text({&sign, 1})};
}

std::optional<SymbolText> term_turn_text(const Model& model, const FormulaValues& v, int) {
  if (!v.vertex->dual) return std::nullopt;
  const quat& q = v.vertex->dual->q[static_cast<std::size_t>(v.term)].real;
  return quaternion_text_of(q, "of " + term_name(model, v) + ": " + turn_words(q));
}

}  // namespace symbols

}  // namespace bindpose::ui
