#include "scene/numbers/explain_matrices.h"

#include <algorithm>
#include <cmath>

#include "scene/numbers/rounded.h"
#include "scene/numbers/verdict_words.h"

namespace bindpose {

namespace {

constexpr std::size_t kMostExplanations = 3;
constexpr double kOfSeveral = 0.999;  // as kExplainedPart, of each joint

RigLists lists_for(RigQuantity quantity) {
  return info_of(quantity).of_slots ? RigLists::Slots : RigLists::Joints;
}

// How much of what is wrong a mistake explains.
struct Explained {
  double error = 0.0, left = 0.0;  // sums of squares
  double worst = 0.0;              // of what is left
  void add(const MatrixComparison& compared, const MatrixComparison::Row& row,
           const RigNumbers& right, const RigNumbers& mistaken) {
    error += compared.squares(row, right);
    left += compared.squares(row, mistaken);
    worst = std::max(worst, compared.error(row, mistaken));
  }
  double part() const { return 1.0 - std::sqrt(left / error); }
  bool is_enough() const { return part() >= kExplainedPart; }
};

const std::string& words_of(const RigMistake& mistake, RigQuantity quantity) {
  const bool of_bind = quantity == RigQuantity::Bind && !mistake.says_of_bind.empty();
  return of_bind ? mistake.says_of_bind : mistake.says;
}

}  // namespace

const std::vector<RigMistake>& MatrixExplainer::mistakes() {
  if (mistakes_.empty()) mistakes_ = usual_mistakes();
  return mistakes_;
}

const std::vector<RigNumbers>& MatrixExplainer::mistaken(RigLists lists) {
  std::vector<RigNumbers>& made = lists == RigLists::Joints ? mistaken_joints_ : mistaken_slots_;
  if (made.empty()) {
    for (const RigMistake& m : mistakes()) made.push_back(numbers_with(in_, m, lists));
  }
  return made;
}

bool MatrixExplainer::follows(const MatrixComparison& compared, const Row& row) const {
  const RigQuantity q = compared.quantity();
  const bool can =
      q == RigQuantity::World || q == RigQuantity::InverseBind || q == RigQuantity::Skin;
  return can && compared.error(row, following_.numbers()) <= options_.tolerance;
}

// No mistake makes what is no number.
bool MatrixExplainer::is_wrong(const MatrixComparison& compared, const Row& row) const {
  const double error = compared.error(row, right_);
  return error > options_.tolerance && std::isfinite(error);
}

void MatrixExplainer::explain(QuantityVerdict& out, const MatrixComparison& compared,
                              const Row& first) {
  if (explain_by_digits(out, compared)) return;
  explain_everywhere(out, compared);
  if (out.explained.empty()) explain_by_order(out, compared);
  if (out.explained.empty() && compared.rows().size() > 1 && is_wrong(compared, first))
    explain_some(out, compared, first);
  keep_best(out.explained);
}

bool MatrixExplainer::explain_by_digits(QuantityVerdict& out,
                                        const MatrixComparison& compared) const {
  WrittenDigits written;
  for (const Row& row : compared.rows()) {
    const dmat4& right = list_of(right_, out.quantity)[compared.nearest(row, right_)];
    for (int n = 0; n < 16; ++n) written.add(row.value[n / 4][n % 4], right[n / 4][n % 4]);
  }
  if (written.in_words().empty()) return false;
  out.explained.push_back(explanation_by_digits(written.in_words(), out.worst));
  return true;
}

bool MatrixExplainer::has_its_lengths(const MatrixComparison& compared,
                                      const std::vector<const Row*>& rows,
                                      const RigMistake& mistake, const RigNumbers& from,
                                      const RigNumbers& to) const {
  if (mistake.limit.empty()) return true;
  LengthFit fit;
  for (const Row* row : rows) compared.add_fit(*row, from, to, fit);
  return fit.is_one();
}

void MatrixExplainer::explain_everywhere(QuantityVerdict& out, const MatrixComparison& compared) {
  std::vector<const Row*> rows;
  for (const Row& row : compared.rows()) {
    if (std::isfinite(compared.squares(row, right_))) rows.push_back(&row);
  }
  const RigLists lists = lists_for(out.quantity);
  const std::vector<RigNumbers>& made = mistaken(lists);
  for (std::size_t m = 0; m < made.size(); ++m) {
    if (options_.stopped && options_.stopped()) return;
    Explained all;
    for (const Row* row : rows) all.add(compared, *row, right_, made[m]);
    const RigMistake& mistake = mistakes()[m];
    if (!all.is_enough()) continue;
    const RigNumbers from =
        mistake.limit.empty() ? RigNumbers{} : numbers_with(in_, mistake.limit[0], lists);
    if (!has_its_lengths(compared, rows, mistake, from, made[m])) continue;
    add_explanation(out.explained, mistake,
                    {mistake.key, words_of(mistake, out.quantity), all.part(), all.worst});
  }
}

void MatrixExplainer::explain_some(QuantityVerdict& out, const MatrixComparison& compared,
                                   const Row& first) {
  std::vector<const Row*> own;  // what is wrong, and not as a consequence
  for (const Row& row : compared.rows()) {
    if (is_wrong(compared, row) && !follows(compared, row)) own.push_back(&row);
  }
  for (const RigMistake& mistake : mistakes()) {
    if (options_.stopped && options_.stopped()) return;
    Explained all;
    std::size_t joints = 0;
    for (const Row* row : own) {
      // By the right parent's W, or by the one that was given.
      for (const RigNumbers* by : {&right_, &following_.given()}) {
        const RigNumbers made = numbers_with_at(in_, *by, mistake, row->joint);
        Explained one;
        one.add(compared, *row, right_, made);
        // Of several each has to be told from what is nearly the same.
        if (!one.is_enough() || (own.size() > 1 && one.part() < kOfSeveral)) continue;
        if (!mistake.limit.empty() &&
            !has_its_lengths(compared, {row}, mistake,
                             numbers_with_at(in_, *by, mistake.limit[0], row->joint), made))
          continue;
        all.add(compared, *row, right_, made);
        ++joints;
        break;
      }
      if (row == &first && joints == 0) break;
    }
    // One of several, or fewer than half of them: joints without an edit, or right below the root,
    // have the same matrices by many mistakes. What explains the lesser part is not what was done.
    if (joints == 0 || (own.size() > 1 && (joints == 1 || joints * 2 < own.size()))) continue;
    add_explanation(out.explained, mistake,
                    {mistake.key, words_of(mistake, out.quantity), all.part(), all.worst, false,
                     joints, own.size()});
  }
}

// Right matrices, of other joints.
void MatrixExplainer::explain_by_order(QuantityVerdict& out,
                                       const MatrixComparison& compared) const {
  const std::vector<dmat4>& list = list_of(right_, out.quantity);
  // Each belongs to another one that is wrong, and no two to the same one: many joints have the
  // same Ul, which says nothing.
  std::vector<const MatrixComparison::Row*> wrong;
  for (const auto& row : compared.rows()) {
    if (compared.error(row, right_) > options_.tolerance) wrong.push_back(&row);
  }
  if (wrong.size() < 2) return;
  std::string example;
  std::vector<bool> taken(wrong.size(), false);
  for (const auto* row : wrong) {
    std::size_t k = 0;
    const auto fits = [&](std::size_t of) {
      return matrix_error(list[wrong[of]->of.front()], row->value, row->scale) <=
             options_.tolerance;
    };
    while (k < wrong.size() && (taken[k] || !fits(k))) ++k;
    if (k == wrong.size()) return;
    taken[k] = true;
    if (example.empty())
      example = model_.skeleton.name[idx(row->joint)] + " has that of " +
                model_.skeleton.name[idx(wrong[k]->joint)];
  }
  out.explained.push_back({"order of joints",
                           "the matrices are right, and stand at other joints: " + example +
                               " (the joints are counted in another order)",
                           1.0, options_.tolerance});
}

void LengthFit::add(const dvec3& given, const dvec3& made) {
  product += glm::dot(given, made);
  square += glm::dot(made, made);
}

bool LengthFit::is_one() const {
  constexpr double kApart = 0.25;
  return square > 0.0 && std::abs(product / square - 1.0) < kApart;
}

void add_explanation(std::vector<NumbersExplanation>& list, const RigMistake& mistake,
                     NumbersExplanation found) {
  if (!mistake.limit.empty())
    std::erase_if(list, [&](const NumbersExplanation& e) { return e.key == mistake.limit[0].key; });
  const auto same = std::ranges::find(list, found.says, &NumbersExplanation::says);
  if (same == list.end()) {
    list.push_back(std::move(found));
  } else if (found.part > same->part) {
    *same = std::move(found);
  }
}

void keep_best(std::vector<NumbersExplanation>& list) {
  double best = 0.0;
  for (const NumbersExplanation& e : list) best = std::max(best, e.part);
  // Those of the best are no rivals that differ in their fourth digit: the more usual one is first.
  std::erase_if(list, [best](const NumbersExplanation& e) { return e.part < best - 1e-3; });
  if (list.size() > kMostExplanations) list.resize(kMostExplanations);
}

}  // namespace bindpose
