// For scene/numbers: how far two matrices or points are apart.
#pragma once

#include <string>

#include "scene/numbers/given_numbers.h"
#include "scene/numbers/rig_numbers.h"

namespace bindpose {

// What the 3x3 and the translation of one right matrix are measured by; both > 0.
struct MatrixScale {
  double linear = 1.0, length = 1.0;
};

// The lengths of a rig: the diagonal of the box around its points in bind space (around its joints
// where there are none), and the longest L. Never 0.
class NumbersSize {
 public:
  NumbersSize(const RigInputs& in, const RigNumbers& right, const Scene& scene);
  double length() const { return length_; }
  MatrixScale scale_of(RigQuantity quantity, const dmat4& right) const;

 private:
  double length_ = 1.0, local_ = 1.0;
};

// The largest difference of two entries by that scale; of the last row as it is. Infinite where one
// is no number.
double matrix_error(const dmat4& right, const dmat4& given, const MatrixScale& scale);
// The sum of the squares of the same.
double squared_difference(const dmat4& right, const dmat4& given, const MatrixScale& scale);

// "turned by 12.5 degrees and 0.31 m away", for what is more than rounding; "its numbers differ"
// where that does not say it; which one is no number, where one is not.
std::string difference_in_words(const dmat4& right, const dmat4& given, const MatrixScale& scale,
                                const Model& model);
// "row 2, column 3 is not a number", of the first such entry; empty: all are numbers.
std::string no_number_in_words(const dmat4& given);
std::string no_number_in_words(const dvec3& given);  // "y is not a number"
// "0.31 m away"
std::string distance_in_words(double distance, const Model& model);

}  // namespace bindpose
