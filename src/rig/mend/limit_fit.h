// Fewer influences, chosen by what the surface does with them.
#pragma once

#include <span>
#include <vector>

#include "rig/mend/row_rewriter.h"

namespace bindpose {

// A pose that counts: T_j of every slot (#S), and how much a squared distance in it counts.
struct PoseSample {
  std::vector<mat4> palette;
  double importance = 1.0;
};

// Rows with more than `most` (>= 1) weights get the `most` of their own slots, with weights >= 0
// that add up to 1, for which
//
//   sum over poses s of  importance_s |sum_j w_j T_js v - sum_j w^full_j T_js v|^2
//
// is least (linear blend skinning; the idea of fitting weights to sampled poses: D. James and C.
// Twigg, "Skinning mesh animations", 2005, and of limiting their number so: L. Landreneau and S.
// Schaefer, "Poisson-based weight reduction of animated meshes", 2010). It is a quadratic program a
// choice of slots; where there are more than a few hundred choices, one starts from the largest
// weights and exchanges single slots for as long as that helps. Never worse, in these poses, than
// limited_to(). Slots that the poses do not tell apart keep their proportions. Weights that come
// below 1/510 are left out.
//
// position: #V, bind space. A row whose vertex no pose moves differently is cut as limited_to()
// cuts it; so are all where there are no poses. Locked slots keep their weights and are among the
// `most`. Left: as in limited_to().
Mended limited_by_fit(const Influences& in, const MendScope& scope, int most,
                      std::span<const vec3> position, std::span<const PoseSample> poses,
                      const MendProgress& progress = {});

// Weights x >= 0 that add up to `total` (> 0) and make x^T G x / 2 + g^T x least. G: n x n, row by
// row, symmetric and positive definite; n <= 16. By an active set, from x as given, which must fit.
void fit_on_simplex(std::span<const double> G, std::span<const double> g, double total,
                    std::span<double> x);

}  // namespace bindpose
