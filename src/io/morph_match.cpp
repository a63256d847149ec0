#include "io/morph_match.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <unordered_map>

namespace bindpose {
namespace {

MoveBox box_of(const std::vector<vec3>& moves) {
  MoveBox out;
  for (const vec3& m : moves) out.add(m);
  return out;
}

// How far a mesh's moves leave the shape's, and, which is less bad since a mesh may be one part of several, how far they
// fall short of them; in thousandths of the shape's size, so that rounding does not count.
int misfit(const MoveBox& mesh, const MoveBox& shape) {
  constexpr float kBeyond = 8.0f;
  constexpr float kMost = 1e6f;
  const vec3 extent = glm::max(glm::abs(shape.least), glm::abs(shape.most));
  const float size = std::max({extent.x, extent.y, extent.z, 1e-20f});
  float sum = 0.0f;
  for (int a = 0; a < 3; ++a) {
    const float below = shape.least[a] - mesh.least[a];
    const float above = mesh.most[a] - shape.most[a];
    sum += below > 0.0f ? kBeyond * below : -below;
    sum += above > 0.0f ? kBeyond * above : -above;
  }
  const float parts = 1000.0f * sum / size;
  return static_cast<int>(std::round(parts < kMost ? parts : kMost));
}

struct Pair {
  int misfit = 0;
  int shift = 0;  // in order
  std::size_t morph = 0, shape = 0;
};

}  // namespace

std::vector<const NodeMorphs::Shape*> find_in_plan(const std::vector<SurfaceMorph>& morphs,
                                                   const NodeMorphs& plan) {
  std::unordered_map<std::string, std::vector<std::size_t>> called;
  for (std::size_t s = 0; s < plan.shape.size(); ++s) {
    for (const std::string& name : plan.shape[s].names) {
      std::vector<std::size_t>& list = called[name];
      if (list.empty() || list.back() != s) list.push_back(s);
    }
  }
  std::vector<Pair> pairs;
  for (std::size_t k = 0; k < morphs.size(); ++k) {
    const auto found = called.find(morphs[k].name);
    if (found == called.end()) continue;
    const bool alone = found->second.size() == 1;
    const MoveBox mesh = alone ? MoveBox() : box_of(morphs[k].position);
    for (const std::size_t s : found->second) {
      const std::optional<MoveBox>& shape = plan.shape[s].moves;
      pairs.push_back({!alone && shape ? misfit(mesh, *shape) : 0,
                       std::abs(static_cast<int>(k) - static_cast<int>(s)), k, s});
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
    return a.misfit != b.misfit ? a.misfit < b.misfit : a.shift < b.shift;
  });
  std::vector<const NodeMorphs::Shape*> out(morphs.size(), nullptr);
  std::vector<bool> taken(plan.shape.size(), false);
  for (const Pair& pair : pairs) {
    if (out[pair.morph] != nullptr || taken[pair.shape]) continue;
    out[pair.morph] = &plan.shape[pair.shape];
    taken[pair.shape] = true;
  }
  return out;
}

}  // namespace bindpose
