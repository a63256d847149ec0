#include "scene/numbers/compare_numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/numbers.h"
#include "scene/deform/deformer_data.h"
#include "scene/names.h"
#include "scene/numbers/another_pose.h"
#include "scene/numbers/compare_points.h"
#include "scene/numbers/following.h"
#include "scene/numbers/mistakes.h"
#include "scene/numbers/numbers_error.h"

namespace bindpose {

namespace {

constexpr std::size_t kMostExplanations = 3;

using Candidates = std::vector<std::size_t>;  // joints or slots that a given matrix may be of

// One list of given matrices beside the right ones.
class MatrixComparison {
 public:
  MatrixComparison(const RigInputs& in, const RigNumbers& right, const NumbersSize& size,
                   const GivenMatrices& given)
      : quantity_(given.quantity), size_(size) {
    for (const GivenMatrix& row : given.row) add(in, row);
    std::ranges::stable_sort(rows_, {}, [](const Row& r) { return r.joint; });
    for (Row& r : rows_)
      r.scale = size_.scale_of(quantity_, list_of(right, quantity_)[r.of.front()]);
  }

  struct Row {
    int joint;
    dmat4 value;
    Candidates of;
    MatrixScale scale{};
  };
  const std::vector<Row>& rows() const { return rows_; }

  // The nearest of those that the row may be of.
  std::size_t nearest(const Row& row, const RigNumbers& numbers) const {
    const std::vector<dmat4>& list = list_of(numbers, quantity_);
    return *std::ranges::min_element(row.of, {}, [&](std::size_t i) {
      return squared_difference(list[i], row.value, row.scale);
    });
  }
  double error(const Row& row, const RigNumbers& numbers) const {
    return matrix_error(list_of(numbers, quantity_)[nearest(row, numbers)], row.value, row.scale);
  }
  // How far along the way from the one to the other the row is, and how long that is: the sums that
  // a least squares fit takes.
  void add_fit(const Row& row, const RigNumbers& from, const RigNumbers& to, LengthFit& fit) const {
    const dmat4& a = list_of(from, quantity_)[nearest(row, to)];
    const dmat4& b = list_of(to, quantity_)[nearest(row, to)];
    fit.add(dvec3(row.value[3] - a[3]) / row.scale.length, dvec3(b[3] - a[3]) / row.scale.length);
  }
  double squares(const Row& row, const RigNumbers& numbers) const {
    return squared_difference(list_of(numbers, quantity_)[nearest(row, numbers)], row.value,
                              row.scale);
  }

 private:
  void add(const RigInputs& in, const GivenMatrix& row) {
    Row out{row.joint, row.value, {}};
    if (!info_of(quantity_).of_slots) {
      out.of.push_back(idx(row.joint));
    } else if (row.slot >= 0) {
      out.of.push_back(idx(row.slot));
    } else {
      for (std::size_t s = 0; s < in.slot.size(); ++s) {
        if (in.slot[s].joint == row.joint) out.of.push_back(s);
      }
    }
    if (!out.of.empty()) rows_.push_back(std::move(out));
  }

  RigQuantity quantity_;
  const NumbersSize& size_;
  std::vector<Row> rows_;
};

class Comparing {
 public:
  Comparing(const Scene& scene, const PosedScene& posed, const GivenNumbers& given,
            const NumbersOptions& options)
      : scene_(scene),
        posed_(posed),
        given_(given),
        options_(options),
        in_(rig_inputs(scene, posed, !given.points.empty())),
        right_(rig_numbers(in_, {}, RigLists::Slots)),
        size_(in_, right_, scene),
        following_(in_, right_, given) {}

  NumbersVerdict verdict() {
    NumbersVerdict out;
    out.notes = given_.notes;
    for (const GivenParents& g : given_.parents) out.quantity.push_back(parents(g));
    std::vector<const GivenMatrices*> order;
    for (const GivenMatrices& g : given_.matrices) order.push_back(&g);
    std::ranges::stable_sort(order, {}, [](const GivenMatrices* g) { return g->quantity; });
    for (const GivenMatrices* g : order) {
      MatrixComparison compared(in_, right_, size_, *g);
      if (compared.rows().size() < g->row.size()) {
        out.notes.push_back(g->source + " has " + std::string(info_of(g->quantity).letter) +
                            " of " + std::to_string(g->row.size() - compared.rows().size()) +
                            " joints that no skin has; they are left out.");
      }
      if (!compared.rows().empty()) out.quantity.push_back(matrices(*g, compared));
      note_no_numbers(*g, compared, out.notes);
    }
    for (const GivenPoints& g : given_.points) note_no_numbers(g, out.notes);
    if (!given_.points.empty()) {
      const bool wrong = !out.is_right() && !given_.matrices.empty();
      PointComparison points(scene_, posed_, in_, size_.length(), options_);
      for (const GivenPoints& g : given_.points)
        out.quantity.push_back(points.verdict(g, mistakes(), wrong ? &following_.skin() : nullptr));
    }
    return out;
  }

 private:
  const std::vector<RigMistake>& mistakes() {
    if (mistakes_.empty()) mistakes_ = usual_mistakes();
    return mistakes_;
  }
  static RigLists lists_for(RigQuantity quantity) {
    return info_of(quantity).of_slots ? RigLists::Slots : RigLists::Joints;
  }
  // What a program with each of them has, made once. Most of it is of slots: many, where a rig has
  // many meshes.
  const std::vector<RigNumbers>& mistaken(RigLists lists) {
    std::vector<RigNumbers>& made = lists == RigLists::Joints ? mistaken_joints_ : mistaken_slots_;
    if (made.empty()) {
      for (const RigMistake& m : mistakes()) made.push_back(numbers_with(in_, m, lists));
    }
    return made;
  }
  std::string joint_name(int joint) const {
    return joint < 0 ? "none" : scene_.model->skeleton.name[idx(joint)];
  }

  std::string parent_name(int joint) const {
    return joint == kNoSuchJoint ? "what is no joint" : joint < 0 ? "nothing" : joint_name(joint);
  }

  // One sentence of what is no number, wherever it is: the first that is wrong may be another one.
  static void add_no_number(const std::string& source, const std::string& first, std::size_t count,
                            std::vector<std::string>& notes) {
    if (count == 0) return;
    notes.push_back(source + ": " + first +
                    (count == 1 ? "" : " (" + std::to_string(count) + " have such entries)") + ".");
  }
  void note_no_numbers(const GivenMatrices& given, const MatrixComparison& compared,
                       std::vector<std::string>& notes) const {
    std::string first;
    std::size_t count = 0;
    for (const auto& row : compared.rows()) {
      const std::string words = no_number_in_words(row.value);
      if (words.empty() || count++ > 0) continue;
      first = std::string(info_of(given.quantity).letter) + " of " + joint_name(row.joint) + ": " +
              words;
    }
    add_no_number(given.source, first, count, notes);
  }
  static void note_no_numbers(const GivenPoints& given, std::vector<std::string>& notes) {
    std::string first;
    std::size_t count = 0;
    for (std::size_t i = 0; i < given.point.size(); ++i) {
      const std::string words = no_number_in_words(given.point[i]);
      if (words.empty() || count++ > 0) continue;
      first = "v' of vertex " + std::to_string(i) + ": " + words;
    }
    add_no_number(given.source, first, count, notes);
  }

  QuantityVerdict parents(const GivenParents& given) {
    QuantityVerdict out;
    out.quantity = RigQuantity::Parent;
    out.source = given.source;
    out.given = given.row.size();
    for (const auto& [joint, parent] : given.row) {
      if (in_.parent[idx(joint)] == parent) {
        ++out.right;
      } else if (out.first_joint < 0 || joint < out.first_joint) {
        out.first_joint = joint;
        out.first_name = joint_name(joint);
        out.first_words = "it is said to hang on " + parent_name(parent) + ", and hangs on " +
                          parent_name(in_.parent[idx(joint)]);
      }
    }
    return out;
  }

  QuantityVerdict matrices(const GivenMatrices& given, const MatrixComparison& compared) {
    QuantityVerdict out;
    out.quantity = given.quantity;
    out.source = given.source;
    out.given = compared.rows().size();
    const MatrixComparison::Row* first = nullptr;
    for (const auto& row : compared.rows()) {
      const double error = compared.error(row, right_);
      out.worst = std::max(out.worst, error);
      if (error <= options_.tolerance) {
        ++out.right;
        continue;
      }
      const bool follows = compared.error(row, following_.numbers()) <= options_.tolerance &&
                           can_follow(given.quantity);
      out.follows += follows ? 1 : 0;
      // What others follow from is told first.
      if (first == nullptr || (!follows && !out.follows_from.empty())) {
        first = &row;
        out.first_error = error;
        out.follows_from = follows ? following_.from(given.quantity) : "";
      }
    }
    if (first == nullptr) return out;
    tell_first(out, *first, compared.nearest(*first, right_));
    if (!out.follows_from.empty()) return out;
    explain(out, compared, *first);
    // What is not a number is of no pose.
    const bool differs = std::ranges::any_of(compared.rows(), [&](const auto& row) {
      const double error = compared.error(row, right_);
      return error > options_.tolerance && std::isfinite(error);
    });
    out.another_pose =
        differs && out.explained.empty() && is_another_pose(given, in_, size_.length());
    return out;
  }

  static bool can_follow(RigQuantity q) {
    return q == RigQuantity::World || q == RigQuantity::InverseBind || q == RigQuantity::Skin;
  }

  void tell_first(QuantityVerdict& out, const MatrixComparison::Row& row, std::size_t of) const {
    out.first_joint = row.joint;
    out.first_name = joint_name(row.joint);
    if (info_of(out.quantity).of_slots && scene_.model->meshes.size() > 1) {
      out.first_name += " in the skin of " + scene_.model->meshes[idx(in_.slot[of].mesh)].name;
    }
    out.first_given = row.value;
    out.first_right = list_of(right_, out.quantity)[of];
    out.first_words = difference_in_words(out.first_right, row.value, row.scale, *scene_.model);
  }

  void explain(QuantityVerdict& out, const MatrixComparison& compared,
               const MatrixComparison::Row& first) {
    const auto counts = [&](const MatrixComparison::Row& row) {
      return std::isfinite(compared.squares(row, right_));  // no mistake makes what is no number
    };
    double all = 0.0;
    for (const auto& row : compared.rows())
      all += counts(row) ? compared.squares(row, right_) : 0.0;
    // `numbers_of`: what a program has that makes a mistake.
    const auto try_it = [&](std::size_t m, bool everywhere, double error, double left, double worst,
                            const auto& numbers_of) {
      const RigMistake& mistake = mistakes()[m];
      const double part = 1.0 - std::sqrt(left / error);
      if (!(part >= kExplainedPart)) return;
      if (!mistake.limit.empty()) {
        const RigNumbers from = numbers_of(mistake.limit[0]), to = numbers_of(mistake);
        LengthFit fit;
        for (const auto& row : compared.rows()) {
          if (counts(row) && (everywhere || &row == &first)) compared.add_fit(row, from, to, fit);
        }
        if (!fit.is_one()) return;
      }
      add_explanation(out.explained, mistake, {mistake.key, mistake.says, part, worst, everywhere});
    };
    const RigLists lists = lists_for(out.quantity);
    const auto all_of = [&](const RigMistake& m) { return numbers_with(in_, m, lists); };
    const auto one_of = [&](const RigMistake& m) {
      return numbers_with_at(in_, right_, m, first.joint);
    };
    const std::vector<RigNumbers>& mistaken = this->mistaken(lists);
    for (std::size_t m = 0; m < mistaken.size(); ++m) {
      if (options_.stopped && options_.stopped()) return;
      double left = 0.0, worst = 0.0;
      for (const auto& row : compared.rows()) {
        if (!counts(row)) continue;
        left += compared.squares(row, mistaken[m]);
        worst = std::max(worst, compared.error(row, mistaken[m]));
      }
      try_it(m, true, all, left, worst, all_of);
    }
    if (out.explained.empty()) explain_by_order(out, compared);
    if (out.explained.empty() && compared.rows().size() > 1 && counts(first)) {
      for (std::size_t m = 0; m < mistakes().size(); ++m) {
        const RigNumbers one = one_of(mistakes()[m]);
        try_it(m, false, compared.squares(first, right_), compared.squares(first, one),
               compared.error(first, one), one_of);
      }
    }
    keep_best(out.explained);
  }

  // Right matrices, of other joints.
  void explain_by_order(QuantityVerdict& out, const MatrixComparison& compared) const {
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
        example = joint_name(row->joint) + " has that of " + joint_name(wrong[k]->joint);
    }
    out.explained.push_back({"order of joints",
                             "the matrices are right, and stand at other joints: " + example +
                                 " (the joints are counted in another order)",
                             1.0, options_.tolerance, true});
  }

  const Scene& scene_;
  const PosedScene& posed_;
  const GivenNumbers& given_;
  const NumbersOptions& options_;
  RigInputs in_;
  RigNumbers right_;
  NumbersSize size_;
  Following following_;
  std::vector<RigMistake> mistakes_;
  std::vector<RigNumbers> mistaken_joints_, mistaken_slots_;
};

}  // namespace

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

bool QuantityVerdict::is_unexplained() const {
  return !is_right() && explained.empty() && follows_from.empty() && !another_pose &&
         quantity != RigQuantity::Parent && std::isfinite(first_error);
}

bool NumbersVerdict::is_right() const {
  return !quantity.empty() && std::ranges::all_of(quantity, &QuantityVerdict::is_right);
}

NumbersVerdict compare_numbers(const Scene& scene, const PosedScene& posed,
                               const GivenNumbers& given, const NumbersOptions& options) {
  const Scene whole = with_data_at_once(scene);  // nothing is judged by what is shown meanwhile
  return Comparing(whole, posed, given, options).verdict();
}

}  // namespace bindpose
