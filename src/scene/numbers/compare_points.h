// For scene/numbers/compare_numbers.cpp: posed vertices.
#pragma once

#include <vector>

#include "scene/numbers/compare_numbers.h"
#include "scene/numbers/mistakes.h"

namespace bindpose {

class PointComparison {
 public:
  // `in` with its surface; it, the scene and `posed` have to outlive this. `length`: what distances
  // are measured by.
  PointComparison(const Scene& scene, const PosedScene& posed, const RigInputs& in, double length,
                  const NumbersOptions& options);
  // `mistakes` are those of matrices; those of weights and deformers are tried as well.
  // `skin`: the T_j that were given, or follow from what was given; null: nothing was, or
  // all of it is right.
  QuantityVerdict verdict(const GivenPoints& given, const std::vector<RigMistake>& mistakes,
                          const std::vector<dmat4>* skin);

 private:
  struct Left {
    double squares = 0.0, worst = 0.0;
  };
  Left left(const GivenPoints& given, const std::vector<dvec3>& points) const;
  // Of the error of all, whose sum of squares is `all`, with `rest` left.
  static double part_explained(const Left& rest, double all);
  static bool explains(const Left& rest, double all);
  void try_points(QuantityVerdict& out, const GivenPoints& given, const RigMistake& mistake,
                  const std::vector<dvec3>& points, double all) const;
  void explain_by_order(QuantityVerdict& out, const GivenPoints& given) const;

  const Scene& scene_;
  const PosedScene& posed_;
  const RigInputs& in_;
  double length_, tolerance_;
  std::function<bool()> stopped_;
  std::vector<dvec3> right_;
};

// Best first, without those that explain clearly less.
void keep_best(std::vector<NumbersExplanation>& list);
// Adds it where the same words are not there, or explain less; in place of the mistake's limit.
void add_explanation(std::vector<NumbersExplanation>& list, const RigMistake& mistake,
                     NumbersExplanation found);

// How much of what a mistake with a limit adds to it is in what was given, by least squares: 1 of
// one that was made, about 0 of its limit.
struct LengthFit {
  double product = 0.0, square = 0.0;
  void add(const dvec3& given, const dvec3& made);  // both from the limit on
  bool is_one() const;  // but for noise; false where the mistake adds nothing
};

}  // namespace bindpose
