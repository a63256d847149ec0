#include "io/assimp/morph_match.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

namespace bindpose {
namespace {

// Shapes of one name, times those in the plan that may be called so, that are compared by what they
// move.
constexpr std::size_t kMaxCompared = std::size_t{1} << 16;

// How far two boxes differ, in thousandths of the shape's size, so that rounding does not count.
int misfit(const MoveBox& seen, const MoveBox& shape) {
  constexpr float kMost = 1e6f;
  const vec3 extent = glm::max(glm::abs(shape.least), glm::abs(shape.most));
  const float size = std::max({extent.x, extent.y, extent.z, 1e-20f});
  float sum = 0.0f;
  for (int a = 0; a < 3; ++a) {
    sum += std::abs(shape.least[a] - seen.least[a]) + std::abs(shape.most[a] - seen.most[a]);
  }
  const float parts = 1000.0f * sum / size;
  return static_cast<int>(std::round(parts < kMost ? parts : kMost));
}

struct Pair {
  int misfit = 0;
  std::size_t shift = 0;  // in order
  std::size_t seen = 0, shape = 0;
};

// Indices by name, ascending.
using Called = std::unordered_map<std::string_view, std::vector<std::size_t>>;

Called by_name(const NodeMorphs& plan) {
  Called out;
  for (std::size_t s = 0; s < plan.shape.size(); ++s) {
    for (const std::string& name : plan.shape[s].names) {
      std::vector<std::size_t>& list = out[name];
      if (list.empty() || list.back() != s) list.push_back(s);
    }
  }
  return out;
}

std::size_t apart(std::size_t a, std::size_t b) {
  return a > b ? a - b : b - a;
}

}  // namespace

void add_moves(const aiScene& scene, const aiNode& node, std::vector<SeenShape>& shapes) {
  for (unsigned m = 0; m < node.mNumMeshes; ++m) {
    if (node.mMeshes[m] >= scene.mNumMeshes) continue;
    const aiMesh& mesh = *scene.mMeshes[node.mMeshes[m]];
    if (mesh.mNumAnimMeshes != shapes.size()) continue;
    for (unsigned k = 0; k < mesh.mNumAnimMeshes; ++k) {
      const aiAnimMesh& to = *mesh.mAnimMeshes[k];
      if (to.mVertices == nullptr || to.mNumVertices != mesh.mNumVertices) continue;
      for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
        const aiVector3D d = to.mVertices[i] - mesh.mVertices[i];
        if (std::isfinite(d.x + d.y + d.z)) shapes[k].moves.add(vec3(d.x, d.y, d.z));
      }
    }
  }
}

std::vector<int> find_in_plan(const std::vector<SeenShape>& shapes, const NodeMorphs& plan) {
  const Called called = by_name(plan);
  std::unordered_map<std::string_view, std::size_t> uses;
  for (const SeenShape& seen : shapes) ++uses[seen.name];
  std::unordered_map<std::string_view, std::size_t> rank;  // of the next one of that name
  std::vector<Pair> pairs;
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    const auto found = called.find(shapes[k].name);
    if (found == called.end()) continue;
    const std::vector<std::size_t>& list = found->second;
    const std::size_t nth = rank[shapes[k].name]++;
    if (uses[shapes[k].name] * list.size() > kMaxCompared) {
      if (nth < list.size()) pairs.push_back({0, apart(k, list[nth]), k, list[nth]});
      continue;
    }
    for (const std::size_t s : list) {
      const std::optional<MoveBox>& moves = plan.shape[s].moves;
      const bool compared = list.size() > 1 && moves;
      pairs.push_back({compared ? misfit(shapes[k].moves, *moves) : 0, apart(k, s), k, s});
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
    return a.misfit != b.misfit ? a.misfit < b.misfit : a.shift < b.shift;
  });
  std::vector<int> out(shapes.size(), -1);
  std::vector<bool> taken(plan.shape.size(), false);
  for (const Pair& pair : pairs) {
    if (out[pair.seen] >= 0 || taken[pair.shape]) continue;
    out[pair.seen] = static_cast<int>(pair.shape);
    taken[pair.shape] = true;
  }
  return out;
}

}  // namespace bindpose
