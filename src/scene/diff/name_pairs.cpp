#include "scene/diff/name_pairs.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "math/numbers.h"

namespace bindpose {
namespace {

std::string_view without_namespace(std::string_view name) {
  const std::size_t at = name.find_last_of(":|");
  return at == std::string_view::npos || at + 1 == name.size() ? name : name.substr(at + 1);
}

}  // namespace

NodePairs pair_nodes(const Skeleton& a, const Skeleton& b) {
  std::unordered_map<std::string_view, int> by_name, by_short;
  for (int j = 0; j < b.size(); ++j) {
    by_name.emplace(b.name[idx(j)], j);
    by_short.emplace(without_namespace(b.name[idx(j)]), j);
  }
  NodePairs out{std::vector<int>(idx(a.size()), -1), std::vector<int>(idx(b.size()), -1)};
  const auto pair = [&](int j, int k) {
    out.b_of_a[idx(j)] = k;
    out.a_of_b[idx(k)] = j;
  };
  for (int j = 0; j < a.size(); ++j) {
    const auto at = by_name.find(a.name[idx(j)]);
    if (at != by_name.end()) pair(j, at->second);
  }
  for (int j = 0; j < a.size(); ++j) {
    if (out.b_of_a[idx(j)] >= 0) continue;
    const auto at = by_short.find(without_namespace(a.name[idx(j)]));
    if (at != by_short.end() && out.a_of_b[idx(at->second)] < 0) pair(j, at->second);
  }
  return out;
}

std::vector<int> pair_clips(const Scene& a, const Scene& b) {
  std::vector<int> out(idx(clip_count(a)), -1);
  std::vector<std::uint8_t> taken(idx(clip_count(b)), 0);
  const bool alone = clip_count(a) == 1 && clip_count(b) == 1;
  for (int c = 0; c < clip_count(a); ++c) {
    for (int d = 0; d < clip_count(b) && out[idx(c)] < 0; ++d) {
      if (taken[idx(d)] != 0 || !(alone || clip_at(a, c)->name == clip_at(b, d)->name)) continue;
      taken[idx(d)] = 1;
      out[idx(c)] = d;
    }
  }
  return out;
}

std::vector<int> pair_meshes(const Model& a, const Model& b) {
  if (a.meshes.size() == 1 && b.meshes.size() == 1) return {0};
  std::unordered_map<std::string_view, std::vector<int>> of_a, of_b;
  for (std::size_t m = 0; m < a.meshes.size(); ++m) of_a[a.meshes[m].name].push_back(int(m));
  for (std::size_t m = 0; m < b.meshes.size(); ++m) of_b[b.meshes[m].name].push_back(int(m));
  std::vector<int> out(a.meshes.size(), -1);
  for (const auto& [name, meshes] : of_a) {
    const auto at = of_b.find(name);
    if (at == of_b.end() || at->second.size() != meshes.size()) continue;
    for (std::size_t k = 0; k < meshes.size(); ++k) out[idx(meshes[k])] = at->second[k];
  }
  return out;
}

}  // namespace bindpose
