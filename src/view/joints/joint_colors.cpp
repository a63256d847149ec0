#include "view/joints/joint_colors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>

#include "math/numbers.h"
#include "scene/pose/symmetry.h"
#include "view/colors.h"

namespace bindpose {
namespace {

using Neighbours = std::vector<std::vector<JointNeighbour>>;

constexpr int kHues = 71;     // a prime number: steps of kHueStep meet all of them
constexpr int kHueStep = 27;  // close to the golden angle
constexpr float kFirstHue = 20.0f;
constexpr int kLightnesses = static_cast<int>(std::size(kJointLightness));
constexpr int kCandidates = kHues * kLightnesses;
constexpr int kSweeps = 8;      // later choices may free a better colour for an earlier joint
constexpr int kMaxSweeps = 64;  // where a family is too large to come apart at once
constexpr int kSettled = 4;     // sweeps after which no single choice is left
// More joints than these on a vertex are too faint there to be seen.
constexpr std::uint32_t kMaxShared = 4;

// How far apart two neighbours should look (CIELAB): to most eyes, and to those without the cones
// for green or for red. There is no room for more than a few joints at such distances: what matters
// most asks for most.
struct Wanted {
  float all, few;
};
Wanted wanted_distance(JointNeighbour::Kind kind) {
  switch (kind) {
    case JointNeighbour::ParentChild:
      return {36.0f, 16.5f};
    case JointNeighbour::Counterpart:
      return {32.0f, 16.0f};
    case JointNeighbour::Sibling:
      return {24.0f, 15.5f};
    case JointNeighbour::SharedVertices:
      return {22.0f, 8.0f};
    case JointNeighbour::Row:
      return {20.0f, 6.0f};
    default:
      return {8.0f, 2.5f};
  }
}

// A colour that a joint may have, as different eyes see it.
struct Candidate {
  vec3 srgb;
  std::array<vec3, 4> lab;  // with all cones, without those for green, red, blue
};

const std::array<Candidate, kCandidates>& candidates() {
  static const std::array<Candidate, kCandidates> all = [] {
    std::array<Candidate, kCandidates> out;
    for (int k = 0; k < kCandidates; ++k) {
      const float hue = kFirstHue + 360.0f * static_cast<float>(k % kHues) / kHues;
      const vec3 color = joint_hue_color(hue, kJointLightness[k / kHues]);
      out[idx(k)] = {color,
                     {to_cielab(color), to_cielab(seen_without_green(color)),
                      to_cielab(seen_without_red(color)), to_cielab(seen_without_blue(color))}};
    }
    return out;
  }();
  return all;
}

// How much of the distance that each candidate should have from a colour is missing: squares of
// parts of 1, by the colour and by how near a neighbour has it. The same are asked for again and
// again, so they are worked out when they are first wanted.
class Missing {
 public:
  // kCandidates numbers.
  const float* from(int color, JointNeighbour::Kind kind) {
    std::unique_ptr<float[]>& row = rows_[idx(color) * kKinds + static_cast<std::size_t>(kind)];
    if (!row) row = worked_out(color, wanted_distance(kind));
    return row.get();
  }

 private:
  static constexpr std::size_t kKinds = JointNeighbour::Distant + 1;

  static std::unique_ptr<float[]> worked_out(int color, const Wanted& wanted) {
    const auto& colors = candidates();
    const Candidate& own = colors[idx(color)];
    const float all = wanted.all * wanted.all, few = wanted.few * wanted.few;
    auto out = std::make_unique<float[]>(kCandidates);
    for (std::size_t k = 0; k < colors.size(); ++k) {
      std::array<float, 4> eye;  // squares of distances
      for (std::size_t e = 0; e < eye.size(); ++e) {
        const vec3 d = own.lab[e] - colors[k].lab[e];
        eye[e] = d.x * d.x + d.y * d.y + d.z * d.z;
      }
      const float part = std::min(eye[0] / all, std::min({eye[1], eye[2], eye[3]}) / few);
      const float missing = part < 1.0f ? 1.0f - std::sqrt(part) : 0.0f;
      out[k] = missing * missing;
    }
    return out;
  }

  std::vector<std::unique_ptr<float[]>> rows_{kCandidates * kKinds};
};

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
    constexpr int kNearSiblings = 16;
    std::array<int, kNearSiblings> last;
    last.fill(kNoParent);
    int n = 0;
    for (int c = j + 1; c < s.subtree_end[idx(j)]; c = s.subtree_end[idx(c)]) {
      for (const int before : last) add_pair(all, before, c, JointNeighbour::Sibling);
      last[idx(n++ % kNearSiblings)] = c;
    }
  }
}

void add_counterparts(const Scene& scene, Neighbours& all) {
  const std::vector<int>& partner = rig_mirror(scene).pairs.partner;
  for (std::size_t j = 0; j < partner.size(); ++j) {
    add_pair(all, static_cast<int>(j), partner[j], JointNeighbour::Counterpart);
  }
}

// Those before a joint that are as far from the root as it is, in the order of the tree: the same
// bones of the fingers beside it.
void add_rows(const Skeleton& s, Neighbours& all) {
  constexpr std::size_t kNear = 2;
  std::vector<std::array<int, kNear>> last;  // by depth
  std::vector<std::size_t> depth(all.size(), 0);
  for (int j = 0; j < s.size(); ++j) {
    const int parent = s.parent[idx(j)];
    if (parent >= 0) depth[idx(j)] = depth[idx(parent)] + 1;
    while (last.size() <= depth[idx(j)]) last.emplace_back().fill(kNoParent);
    auto& before = last[depth[idx(j)]];
    for (const int other : before) add_pair(all, other, j, JointNeighbour::Row);
    std::ranges::rotate(before, before.begin() + 1);
    before.back() = j;
  }
}

// Of a model with few joints no two look the same, wherever they are.
void add_distant(Neighbours& all) {
  constexpr std::size_t kFew = 64;
  if (all.size() > kFew) return;
  const int n = static_cast<int>(all.size());
  for (int a = 0; a < n; ++a) {
    for (int b = a + 1; b < n; ++b) add_pair(all, a, b, JointNeighbour::Distant);
  }
}

void add_shared(const MeshBinding& binding, Neighbours& all) {
  const auto& [in, skin] = binding;
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
        add_pair(all, skin.joint[in.slot[a]], skin.joint[in.slot[b]],
                 JointNeighbour::SharedVertices);
      }
    }
  }
}

// How far a colour is from keeping away from those of the neighbours that have one; 0 is far
// enough. `family`: from parents, children, siblings and counterparts, which counts first; `rows`,
// which counts last, from those in a row; `others`: from the rest. Each is the sum of the squares
// of what is lacking: it falls with every better choice, so that choosing for one joint after the
// other comes to rest.
struct Lack {
  float family = 0.0f, others = 0.0f, rows = 0.0f;

  auto operator<=>(const Lack&) const = default;
};

// Any lack is less.
constexpr Lack kAnyLack{std::numeric_limits<float>::infinity(),
                        std::numeric_limits<float>::infinity(),
                        std::numeric_limits<float>::infinity()};

float Lack::*lack_from(JointNeighbour::Kind kind) {
  if (kind <= JointNeighbour::Counterpart) return &Lack::family;
  return kind == JointNeighbour::Row ? &Lack::rows : &Lack::others;
}

// What is missing from a colour that is taken, for each candidate.
struct Taken {
  const float* missing;
  float Lack::*counts;
};

void find_taken(const std::vector<JointNeighbour>& neighbours, const std::vector<int>& chosen,
                Missing& missing, std::vector<Taken>& out) {
  out.clear();
  for (const JointNeighbour& n : neighbours) {
    const int color = chosen[idx(n.joint)];
    if (color >= 0) out.push_back({missing.from(color, n.kind), lack_from(n.kind)});
  }
}

Lack lack(int candidate, const std::vector<Taken>& taken) {
  Lack out;
  for (const Taken& t : taken) out.*t.counts += t.missing[candidate];
  return out;
}

// The first that is far enough from all neighbours: all hues at the first lightness, then at the
// others; else the best there is.
int choose_color(int own, const std::vector<Taken>& taken) {
  if (lack(own, taken) == Lack{}) return own;
  std::array<float, kCandidates> family{}, others{}, rows{};
  for (const Taken& t : taken) {
    auto& sum = t.counts == &Lack::family ? family : t.counts == &Lack::others ? others : rows;
    for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += t.missing[c];
  }
  int best = own;
  Lack least = kAnyLack;
  for (int k = 0; k < kCandidates; ++k) {
    const int candidate = (own + kHueStep * k) % kHues + k / kHues * kHues;
    const Lack l{family[idx(candidate)], others[idx(candidate)], rows[idx(candidate)]};
    if (l < least) best = candidate, least = l;
    if (l == Lack{}) break;
  }
  return best;
}

// One colour after the other, until nobody finds a better one.
class Choice {
 public:
  explicit Choice(const Neighbours& neighbours)
      : neighbours_(neighbours), chosen_(neighbours.size(), -1) {}
  Choice(const Neighbours& neighbours, std::vector<int> chosen)
      : neighbours_(neighbours), chosen_(std::move(chosen)) {}

  const std::vector<int>& chosen() const { return chosen_; }
  void sweep(int number) {
    for (std::size_t j = 0; j < chosen_.size(); ++j) {
      if (chosen_[j] >= 0 && lack_of(j) == Lack{}) continue;
      find_taken(neighbours_[j], chosen_, missing_, taken_);
      const int first = (static_cast<int>(j % kHues) + number) * kHueStep % kHues;
      chosen_[j] = choose_color(first, taken_);
    }
  }
  // Those that look like others in their row, where nothing else is worse for it.
  void part_rows() {
    for (std::size_t j = 0; j < chosen_.size(); ++j) {
      if (lack_of(j).rows > 0.0f) {
        chosen_[j] = choose_color(chosen_[j] % kHues, taken_);
      }
    }
  }
  // Of all joints together, each of which has a colour.
  Lack total() {
    Lack sum;
    for (std::size_t j = 0; j < chosen_.size(); ++j) {
      const Lack own = lack_of(j);
      sum.family += own.family;
      sum.others += own.others;
      sum.rows += own.rows;
    }
    return sum;
  }
  // A third of the siblings of those that are too close choose anew: each alone has no better one.
  void release_crowded(int number) {
    std::vector<int> next = chosen_;
    for (std::size_t j = 0; j < chosen_.size(); ++j) {
      if (lack_of(j).family <= 0.0f) continue;
      for (const JointNeighbour& n : neighbours_[j]) {
        const bool released = (idx(n.joint) + j + idx(number)) % 3 == 0;
        if (n.kind == JointNeighbour::Sibling && released) next[idx(n.joint)] = -1;
      }
    }
    chosen_ = next;
  }

 private:
  Lack lack_of(std::size_t j) {
    find_taken(neighbours_[j], chosen_, missing_, taken_);
    return lack(chosen_[j], taken_);
  }

  const Neighbours& neighbours_;
  std::vector<int> chosen_;
  std::vector<Taken> taken_;
  Missing missing_;
};

// Many for a character; of a thousand strands nobody tells all apart, and nobody shall wait for it.
int sweeps_for(const Neighbours& neighbours) {
  constexpr std::size_t kFewPairs = 6000;
  std::size_t pairs = 1;
  for (const auto& list : neighbours) pairs += list.size();
  return std::clamp(static_cast<int>(kMaxSweeps * kFewPairs / pairs), kSweeps, kMaxSweeps);
}

}  // namespace

Neighbours joint_neighbours(const Scene& scene) {
  const Model& model = *scene.model;
  Neighbours all(model.skeleton.parent.size());
  add_family(model.skeleton, all);
  add_counterparts(scene, all);
  for (std::size_t m = 0; m < model.meshes.size(); ++m) add_shared(binding_of(scene, m), all);
  return all;
}

std::vector<vec3> joint_colors(std::shared_ptr<const Model> model) {
  return joint_colors(make_scene(std::move(model), {}));
}

std::vector<vec3> joint_colors(const Scene& scene) {
  Neighbours neighbours = joint_neighbours(scene);
  add_distant(neighbours);
  Choice choice(neighbours);
  std::vector<int> best;
  Lack least = kAnyLack;
  const int sweeps = sweeps_for(neighbours);
  for (int number = 0; number < sweeps; ++number) {
    choice.sweep(number);
    const Lack total = choice.total();
    if (total < least) best = choice.chosen(), least = total;
    if (least.family <= 0.0f && number + 1 >= kSweeps) break;
    if (number % kSettled == kSettled - 1) choice.release_crowded(number);
  }
  // Last, so that it takes nothing from the others.
  add_rows(scene.model->skeleton, neighbours);
  Choice rows(neighbours, best);
  constexpr int kRowSweeps = 4;
  for (int k = 0; k < kRowSweeps; ++k) rows.part_rows();
  best = rows.chosen();
  std::vector<vec3> colors;
  colors.reserve(best.size());
  for (const int k : best) colors.push_back(candidates()[idx(k)].srgb);
  return colors;
}

}  // namespace bindpose
