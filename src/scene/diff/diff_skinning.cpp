// The deformers that skins ask for.
#include <algorithm>
#include <cmath>
#include <limits>

#include "math/numbers.h"
#include "scene/diff/diff_sides.h"
#include "scene/diff/name_pairs.h"

namespace bindpose {
namespace {

double mean(const std::vector<float>& values) {
  double sum = 0.0;
  for (const float v : values) sum += double(v);
  return sum / double(std::max<std::size_t>(1, values.size()));
}

// How far both parts are apart at a vertex; of other vertices, on average.
double parts_apart(const std::vector<float>& a, const std::vector<float>& b) {
  if (a.size() != b.size()) return std::abs(mean(a) - mean(b));
  double worst = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    worst = std::max(worst, std::abs(double(a[i]) - double(b[i])));
  return worst;
}

}  // namespace

std::vector<SkinningDiff> compare_skinning(const Model& a, const Model& b, double tolerance) {
  std::vector<SkinningDiff> out;
  const std::vector<int> partner = pair_meshes(a, b);
  for (std::size_t m = 0; m < a.meshes.size(); ++m) {
    if (partner[m] < 0) continue;
    const Mesh &x = a.meshes[m], &y = b.meshes[idx(partner[m])];
    SkinningDiff diff{static_cast<int>(m), partner[m]};
    const bool dual_a = x.file_binding.skin.wants_dual_quaternions;
    const bool dual_b = y.file_binding.skin.wants_dual_quaternions;
    const bool parts_a = !x.dq_blend_weight.empty(), parts_b = !y.dq_blend_weight.empty();
    if (dual_a && dual_b && parts_a && parts_b)
      diff.part = parts_apart(x.dq_blend_weight, y.dq_blend_weight);
    if (dual_a != dual_b || (dual_a && parts_a != parts_b) || diff.part > tolerance)
      out.push_back(diff);
  }
  return out;
}

}  // namespace bindpose
