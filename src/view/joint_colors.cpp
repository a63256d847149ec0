#include "view/joint_colors.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "math/numbers.h"
#include "view/colors.h"

namespace bindpose {
namespace {

using Neighbours = std::vector<std::vector<JointNeighbour>>;

constexpr double kGoldenAngle = 137.50776405003785;
constexpr double kFirstHue = 20.0;
constexpr int kCandidates = 48;  // hues that are tried for a joint: a step of 7.5 degrees and less
constexpr int kSweeps = 3;       // later choices may free a better hue for an earlier joint
// More joints than these on a vertex are too faint there to be seen.
constexpr std::uint32_t kMaxShared = 4;

// Degrees of hue that two neighbours should have between them. The hue circle has no room for more
// than a few joints at such distances: what matters most asks for most.
double wanted_distance(JointNeighbour::Kind kind) {
  switch (kind) {
    case JointNeighbour::ParentChild:
      return 60.0;
    case JointNeighbour::Counterpart:
      return 50.0;
    case JointNeighbour::Sibling:
      return 45.0;
    default:
      return 32.0;
  }
}

double hue_distance(double a, double b) {
  const double d = std::fmod(std::abs(a - b), 360.0);
  return std::min(d, 360.0 - d);
}

void add_one(std::vector<JointNeighbour>& list, int joint, JointNeighbour::Kind kind) {
  const auto found = std::ranges::find(list, joint, &JointNeighbour::joint);
  if (found == list.end()) {
    list.push_back({joint, kind});
  } else {
    found->kind = std::min(found->kind, kind);
  }
}

void add_pair(Neighbours& all, int a, int b, JointNeighbour::Kind kind) {
  if (a == b || a < 0 || b < 0) return;
  add_one(all[idx(a)], b, kind);
  add_one(all[idx(b)], a, kind);
}

void add_family(const Skeleton& s, Neighbours& all) {
  for (int j = 0; j < s.size(); ++j) {
    add_pair(all, s.parent[idx(j)], j, JointNeighbour::ParentChild);
    // The children of j: each begins where the subtree of the one before ends. Far siblings of many
    // (the strands of a beard) would only take the hues away from the near ones.
    constexpr int kNearSiblings = 5;
    std::array<int, kNearSiblings> last;
    last.fill(kNoParent);
    int n = 0;
    for (int c = j + 1; c < s.subtree_end[idx(j)]; c = s.subtree_end[idx(c)]) {
      for (const int before : last) add_pair(all, before, c, JointNeighbour::Sibling);
      last[idx(n++ % kNearSiblings)] = c;
    }
  }
}

void add_counterparts(const Skeleton& s, Neighbours& all) {
  std::unordered_map<std::string_view, int> place;
  for (int j = 0; j < s.size(); ++j) place.emplace(s.name[idx(j)], j);
  for (int j = 0; j < s.size(); ++j) {
    const auto found = place.find(other_side(s.name[idx(j)]));
    if (found != place.end()) add_pair(all, j, found->second, JointNeighbour::Counterpart);
  }
}

void add_shared(const Mesh& mesh, Neighbours& all) {
  const Influences& in = mesh.influences;
  for (std::size_t i = 0; i < in.vertex_count(); ++i) {
    const std::uint32_t first = in.offset[i];
    const std::uint32_t last = std::min(in.offset[i + 1], first + kMaxShared);
    // Vertices come in runs with the same joints; a run needs one look.
    const bool same = i > 0 && in.offset[i] - in.offset[i - 1] == last - first &&
                      std::equal(in.slot.begin() + first, in.slot.begin() + last,
                                 in.slot.begin() + in.offset[i - 1]);
    if (same) continue;
    for (std::uint32_t a = first; a < last; ++a) {
      for (std::uint32_t b = a + 1; b < last; ++b) {
        add_pair(all, mesh.skin.joint[in.slot[a]], mesh.skin.joint[in.slot[b]],
                 JointNeighbour::SharedVertices);
      }
    }
  }
}

// How well a hue keeps away from those of the neighbours that have one: 1 and more is far enough
// from all.
double score(double hue, const std::vector<JointNeighbour>& neighbours,
             const std::vector<double>& hues) {
  double worst = std::numeric_limits<double>::infinity();
  for (const JointNeighbour& n : neighbours) {
    const double other = hues[idx(n.joint)];
    if (other < 0.0) continue;
    worst = std::min(worst, hue_distance(hue, other) / wanted_distance(n.kind));
  }
  return worst;
}

double choose_hue(double own, const std::vector<JointNeighbour>& neighbours,
                  const std::vector<double>& hues) {
  double best = own, best_score = -1.0;
  for (int k = 0; k < kCandidates; ++k) {
    const double hue = std::fmod(own + kGoldenAngle * k, 360.0);
    const double s = score(hue, neighbours, hues);
    if (s >= 1.0) return hue;
    if (s > best_score) {
      best = hue;
      best_score = s;
    }
  }
  return best;
}

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}
bool is_lower(char c) {
  return std::islower(static_cast<unsigned char>(c)) != 0;
}

// A letter that says a side stands alone: "arm.L", "l_arm", "arm_l_01", "mixamorig:L_arm".
bool stands_alone(std::string_view name, std::size_t i) {
  const bool before = i == 0 || !is_letter(name[i - 1]);
  const bool after = i + 1 == name.size() || !is_letter(name[i + 1]);
  return before && after && name.size() > 1;
}

// Whether `word` begins at i and is no part of a longer word ("leftover").
bool has_word(std::string_view name, std::size_t i, std::string_view word) {
  if (name.substr(i, word.size()) != word) return false;
  const std::size_t end = i + word.size();
  const bool before = i == 0 || !is_letter(name[i - 1]) || !is_lower(word[0]);
  const bool after = end == name.size() || !is_lower(name[end]);
  return before && after;
}

}  // namespace

std::string other_side(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kWords[] = {
      {"Left", "Right"}, {"left", "right"}, {"LEFT", "RIGHT"}};
  constexpr std::string_view kLetters = "LRlr", kOthers = "RLrl";
  for (std::size_t i = 0; i < name.size(); ++i) {
    for (const auto& [left, right] : kWords) {
      for (const auto& [from, to] : {std::pair(left, right), std::pair(right, left)}) {
        if (!has_word(name, i, from)) continue;
        return std::string(name.substr(0, i)) + std::string(to) +
               std::string(name.substr(i + from.size()));
      }
    }
  }
  for (std::size_t i = name.size(); i-- > 0;) {
    const std::size_t letter = kLetters.find(name[i]);
    if (letter == std::string_view::npos || !stands_alone(name, i)) continue;
    std::string other(name);
    other[i] = kOthers[letter];
    return other;
  }
  return {};
}

Neighbours joint_neighbours(const Model& model) {
  Neighbours all(model.skeleton.parent.size());
  add_family(model.skeleton, all);
  add_counterparts(model.skeleton, all);
  for (const Mesh& mesh : model.meshes) add_shared(mesh, all);
  return all;
}

std::vector<vec3> joint_colors(const Model& model) {
  const Neighbours neighbours = joint_neighbours(model);
  const std::size_t n = neighbours.size();
  std::vector<double> hues(n, -1.0);
  const auto own = [](std::size_t j) {
    return std::fmod(kFirstHue + kGoldenAngle * static_cast<double>(j), 360.0);
  };
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (std::size_t j = 0; j < n; ++j) {
      if (hues[j] >= 0.0 && score(hues[j], neighbours[j], hues) >= 1.0) continue;
      hues[j] = choose_hue(own(j), neighbours[j], hues);
    }
  }
  std::vector<vec3> colors;
  colors.reserve(n);
  for (const double hue : hues) colors.push_back(joint_hue_color(static_cast<float>(hue)));
  return colors;
}

}  // namespace bindpose
