#include "scene/numbers/compare_numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/numbers.h"
#include "scene/deform/deformer_data.h"
#include "scene/names.h"
#include "scene/numbers/another_pose.h"
#include "scene/numbers/compare_points.h"
#include "scene/numbers/explain_matrices.h"
#include "scene/numbers/following.h"
#include "scene/numbers/numbers_error.h"

namespace bindpose {

namespace {

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
        following_(in_, right_, given),
        explainer_(in_, right_, following_, *scene.model, options) {}

  NumbersVerdict verdict() {
    NumbersVerdict out;
    out.notes = given_.notes;
    out.missing = given_.missing;
    out.unjudged = given_.unjudged;
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
        out.quantity.push_back(
            points.verdict(g, explainer_.mistakes(), wrong ? &following_.skin() : nullptr));
    }
    return out;
  }

 private:
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
      const bool follows = explainer_.follows(compared, row);
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
    explainer_.explain(out, compared, *first);
    // What is not a number is of no pose.
    const bool differs = std::ranges::any_of(compared.rows(), [&](const auto& row) {
      const double error = compared.error(row, right_);
      return error > options_.tolerance && std::isfinite(error);
    });
    out.another_pose =
        differs && out.explained.empty() && is_another_pose(given, in_, size_.length());
    return out;
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

  const Scene& scene_;
  const PosedScene& posed_;
  const GivenNumbers& given_;
  const NumbersOptions& options_;
  RigInputs in_;
  RigNumbers right_;
  NumbersSize size_;
  Following following_;
  MatrixExplainer explainer_;
};

}  // namespace

bool QuantityVerdict::is_unexplained() const {
  return !is_right() && explained.empty() && follows_from.empty() && !another_pose &&
         quantity != RigQuantity::Parent && std::isfinite(first_error);
}

bool NumbersVerdict::is_right() const {
  return missing.empty() && !quantity.empty() &&
         std::ranges::all_of(quantity, &QuantityVerdict::is_right);
}

NumbersVerdict compare_numbers(const Scene& scene, const PosedScene& posed,
                               const GivenNumbers& given, const NumbersOptions& options) {
  const Scene whole = with_data_at_once(scene);  // nothing is judged by what is shown meanwhile
  return Comparing(whole, posed, given, options).verdict();
}

}  // namespace bindpose
