#include "scene/numbers/compare_numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/numbers.h"
#include "scene/deform/deformer_data.h"
#include "scene/names.h"
#include "scene/numbers/compare_points.h"
#include "scene/numbers/mistakes.h"
#include "scene/numbers/numbers_error.h"

namespace bindpose {

namespace {

constexpr std::size_t kMostExplanations = 3;

using Candidates = std::vector<std::size_t>;  // joints or slots that a given matrix may be of

const std::vector<dmat4>& list_of(const RigNumbers& numbers, RigQuantity quantity) {
  switch (quantity) {
    case RigQuantity::BaseLocal:
      return numbers.base_local;
    case RigQuantity::UserLocal:
      return numbers.user_local;
    case RigQuantity::Bind:
      return numbers.bind;
    case RigQuantity::InverseBind:
      return numbers.inverse_bind;
    case RigQuantity::FileInverseBind:
      return numbers.file_inverse_bind;
    case RigQuantity::Skin:
      return numbers.skin;
    case RigQuantity::World:
    case RigQuantity::Parent:
    case RigQuantity::Posed:
      break;
  }
  return numbers.world;
}

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

// The right numbers with what was given in their place: what is given of W, of what follows from
// it. A joint's W is that of the given parent and the given locals.
class Following {
 public:
  Following(const RigInputs& in, const RigNumbers& right, const GivenNumbers& given)
      : in_(in), right_(right), numbers_(right) {
    for (const GivenMatrices& g : given.matrices) {
      given_[static_cast<std::size_t>(g.quantity)] = true;
      std::vector<dmat4>& list = list_at(g.quantity);
      for (const GivenMatrix& row : g.row) {
        if (!info_of(g.quantity).of_slots) {
          list[idx(row.joint)] = row.value;
          continue;
        }
        for (std::size_t s = 0; s < in.slot.size(); ++s) {
          if (static_cast<int>(s) == row.slot || (row.slot < 0 && in.slot[s].joint == row.joint)) {
            list[s] = row.value;
          }
        }
      }
    }
    follow();
  }

  // What the quantity should be if all that comes before it were right; and of which that is said.
  const RigNumbers& numbers() const { return follows_; }
  // T_j as given, or of what was given.
  const std::vector<dmat4>& skin() const {
    return has(RigQuantity::Skin) ? numbers_.skin : follows_.skin;
  }
  std::string from(RigQuantity quantity) const {
    if (quantity == RigQuantity::World)
      return has(RigQuantity::BaseLocal) || has(RigQuantity::UserLocal)
                 ? "the given L, Ul and W of the joints above"
                 : "the given W of the joints above";
    if (quantity == RigQuantity::InverseBind) return "the given B";
    if (quantity != RigQuantity::Skin) return "what else was given";
    const bool bind = has(RigQuantity::Bind) || has(RigQuantity::InverseBind);
    return has(RigQuantity::World) ? bind ? "the given W and B" : "the given W"
           : bind                  ? "the given B"
                                   : "the given L and Ul";
  }

 private:
  std::vector<dmat4>& list_at(RigQuantity quantity) {
    return const_cast<std::vector<dmat4>&>(list_of(numbers_, quantity));
  }
  bool has(RigQuantity q) const { return given_[static_cast<std::size_t>(q)]; }

  void follow() {
    follows_ = numbers_;
    std::vector<dmat4> world = numbers_.world;  // given, or of given locals
    for (std::size_t j = 0; j < in_.parent.size(); ++j) {
      const int p = in_.parent[j];
      const dmat4 local = numbers_.base_local[j] * numbers_.user_local[j];
      follows_.world[j] = p < 0 ? local : world[idx(p)] * local;
      if (!has(RigQuantity::World)) world[j] = follows_.world[j];
    }
    for (std::size_t s = 0; s < in_.slot.size(); ++s) {
      follows_.inverse_bind[s] =
          has(RigQuantity::Bind) ? glm::inverse(numbers_.bind[s]) : right_.inverse_bind[s];
      if (!has(RigQuantity::InverseBind)) numbers_.inverse_bind[s] = follows_.inverse_bind[s];
      follows_.skin[s] = world[idx(in_.slot[s].joint)] * numbers_.inverse_bind[s];
    }
  }

  const RigInputs& in_;
  const RigNumbers& right_;
  RigNumbers numbers_, follows_;
  bool given_[std::size(kRigQuantities)] = {};
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
        right_(rig_numbers(in_, {}, false)),
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
    }
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
  // What a program with each of them has, made once.
  const std::vector<RigNumbers>& mistaken() {
    if (mistaken_.empty()) {
      for (const RigMistake& m : mistakes()) mistaken_.push_back(numbers_with(in_, m, false));
    }
    return mistaken_;
  }
  std::string joint_name(int joint) const {
    return joint < 0 ? "none" : scene_.model->skeleton.name[idx(joint)];
  }

  std::string parent_name(int joint) const {
    return joint == kNoSuchJoint ? "what is no joint" : joint < 0 ? "nothing" : joint_name(joint);
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
    if (out.follows_from.empty()) explain(out, compared, *first);
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
    const auto try_it = [&](std::size_t m, bool everywhere, double error, double left,
                            double worst) {
      const double part = 1.0 - std::sqrt(left / error);
      if (!(part >= kExplainedPart)) return;
      add_explanation(out.explained,
                      {mistakes()[m].key, mistakes()[m].says, part, worst, everywhere});
    };
    for (std::size_t m = 0; m < mistaken().size(); ++m) {
      if (options_.stopped && options_.stopped()) return;
      double left = 0.0, worst = 0.0;
      for (const auto& row : compared.rows()) {
        if (!counts(row)) continue;
        left += compared.squares(row, mistaken()[m]);
        worst = std::max(worst, compared.error(row, mistaken()[m]));
      }
      try_it(m, true, all, left, worst);
    }
    if (out.explained.empty()) explain_by_order(out, compared);
    if (out.explained.empty() && compared.rows().size() > 1 && counts(first)) {
      for (std::size_t m = 0; m < mistaken().size(); ++m) {
        const RigNumbers one = numbers_with_at(in_, right_, mistakes()[m], first.joint);
        try_it(m, false, compared.squares(first, right_), compared.squares(first, one),
               compared.error(first, one));
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
  std::vector<RigNumbers> mistaken_;
};

}  // namespace

void add_explanation(std::vector<NumbersExplanation>& list, NumbersExplanation found) {
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

bool NumbersVerdict::is_right() const {
  return !quantity.empty() && std::ranges::all_of(quantity, &QuantityVerdict::is_right);
}

NumbersVerdict compare_numbers(const Scene& scene, const PosedScene& posed,
                               const GivenNumbers& given, const NumbersOptions& options) {
  const Scene whole = with_data_at_once(scene);  // nothing is judged by what is shown meanwhile
  return Comparing(whole, posed, given, options).verdict();
}

}  // namespace bindpose
