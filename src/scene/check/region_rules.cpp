// Islands and leaks: second peaks of a joint's weight.
//
// Seen as heights over the surface, the weights of a joint are one hill. Points are taken from the
// highest down and joined with neighbours that were taken (as in persistent homology: Edelsbrunner,
// Letscher and Zomorodian, "Topological persistence and simplification", 2002): where two hills
// meet, the lower one ends, and its height above the saddle tells whether it is a hill or a ripple.
// What never meets the main hill of its part of the surface is an island; what is near to the main
// hill in a straight line, but far along the surface, is a leak.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "math/numbers.h"
#include "scene/check/far_pulls.h"
#include "scene/check/surface.h"
#include "scene/numerals.h"
#include "scene/pose/symmetry.h"

namespace bindpose {
namespace {

constexpr float kSeen = 0.05f;        // weights below do not show
constexpr float kProminent = 0.15f;   // above its saddle; less is what painting and pruning leave
constexpr double kSmallIsland = 0.1;  // of the main hill's weight: more is meant so
constexpr double kDetour = 3.0;   // along the surface against straight; half around a limb is 1.6
constexpr double kFarPart = 0.1;  // of a leak's points that are so far: its rest may hang together
constexpr std::size_t kAsked = 128,
                      kAskedOf = 4096;  // points of a leak, and of what it leaked from
constexpr double kEdges = 4.0;          // edges that a way has at least, to be measured at all
constexpr double kFar = 0.02;           // of the surface's size: how far an island is away at least
// Peak times distance, as a part of the size: what an island moves where its joint turns by a
// radian. 2 cm of a man.
constexpr double kMoves = 0.01;
constexpr int kRelated = 2;  // steps in the tree; what parent and child share is a soft border
constexpr std::uint32_t kNone = 0xffffffffu;
// Points that may be looked at to judge hills, all joints together: about a second. A hundred
// hills on a million points; where weights are noise, those that come first stand for the rest.
constexpr double kMostWork = 1e8;

using Entry = Pull;

// A hill while it grows: a set of entries as a list.
struct Hill {
  std::uint32_t head, tail;  // entries; the first is the peak
  double mass = 0.0;
  std::uint32_t count = 0;
};

// Evenly taken, at most so many.
std::vector<std::uint32_t> some_of(const std::vector<std::uint32_t>& all, std::size_t most) {
  std::vector<std::uint32_t> out;
  const std::size_t every = std::max<std::size_t>(1, (all.size() + most - 1) / most);
  for (std::size_t k = 0; k < all.size(); k += every) out.push_back(all[k]);
  return out;
}

class Region {
 public:
  Region(const Checking& c, int joint, std::vector<Entry>& entry, std::vector<std::uint32_t>& local,
         double& work, std::vector<FlawedPoint>& islands, std::vector<FlawedPoint>& leaks)
      : c_(c),
        s_(c.surface),
        joint_(joint),
        entry_(entry),
        local_(local),
        work_(work),
        islands_(islands),
        leaks_(leaks) {}

  void run() {
    std::ranges::sort(entry_, [](const Entry& a, const Entry& b) {
      return a.weight != b.weight ? a.weight > b.weight : a.point < b.point;
    });
    const std::size_t n = entry_.size();
    parent_.resize(n);
    next_.assign(n, kNone);
    hill_.resize(n);
    for (std::uint32_t e = 0; e < n; ++e) {
      parent_[e] = e;
      hill_[e] = {e, e, entry_[e].weight, 1};
      local_[entry_[e].point] = e;
      for (const std::uint32_t q : s_.graph.neighbours_of(entry_[e].point)) {
        if (local_[q] != kNone) join(e, local_[q]);
      }
    }
    judge_separate();
    for (const Entry& e : entry_) local_[e.point] = kNone;
  }

 private:
  std::uint32_t root(std::uint32_t e) {
    while (parent_[e] != e) e = parent_[e] = parent_[parent_[e]];
    return e;
  }

  // At the height of entry `at`.
  void join(std::uint32_t at, std::uint32_t other) {
    std::uint32_t a = root(at), b = root(other);
    if (a == b) return;
    if (hill_[a].head > hill_[b].head) std::swap(a, b);  // peaks are sorted: a's is the higher
    const float saddle = entry_[at].weight;
    const float peak = entry_[hill_[b].head].weight;
    const bool found = peak - saddle >= kProminent && judge_leak(hill_[a], hill_[b]);
    // A leak may be higher than what it leaked from.
    if (!found && hill_[a].mass < hill_[b].mass &&
        entry_[hill_[a].head].weight - saddle >= kProminent)
      judge_leak(hill_[b], hill_[a]);
    parent_[b] = a;
    next_[hill_[a].tail] = hill_[b].head;
    hill_[a].tail = hill_[b].tail;
    hill_[a].mass += hill_[b].mass;
    hill_[a].count += hill_[b].count;
  }

  // Hills that met no other one, by parts of the surface.
  void judge_separate() {
    std::vector<std::uint32_t> hills;
    for (std::uint32_t e = 0; e < entry_.size(); ++e) {
      if (root(e) == e) hills.push_back(e);
    }
    if (hills.size() < 2) return;
    const auto part = [&](std::uint32_t h) { return s_.part[entry_[h].point]; };
    std::ranges::stable_sort(hills, [&](std::uint32_t a, std::uint32_t b) {
      return part(a) != part(b) ? part(a) < part(b) : hill_[a].mass > hill_[b].mass;
    });
    std::vector<std::uint32_t> left;
    for (std::size_t k = 0, main = 0; k < hills.size(); ++k) {
      if (part(hills[k]) != part(hills[main])) main = k;
      const Hill& hill = hill_[hills[k]];
      if (entry_[hill.head].weight < kSeen) continue;
      const Hill& of = hill_[hills[main]];
      if (k != main && judge_leak(of, hill)) continue;
      if (k != main && is_slip(hill, of) && judge_island(body(of, hill), hill)) continue;
      left.push_back(hills[k]);
    }
    judge_elsewhere(hills, left);
  }

  // A part of the surface that follows as a whole, or nearly, is meant to: an eye, a ring, a blade.
  bool is_meant_part(const Hill& hill) const {
    return 2 * hill.count > s_.part_size[s_.part[entry_[hill.head].point]];
  }

  // Small beside a main hill of that mass; or large, where another joint pulls more on most of it,
  // and on the main hill none does.
  bool is_slip(const Hill& hill, const Hill& main) {
    return hill.mass < kSmallIsland * main.mass ||
           (hill.mass < main.mass && !is_own(upper(hill)) && is_own(upper(main)));
  }

  // Hills on parts of the surface that are another joint's: of a spot on a horn the foot's region
  // is on the body.
  void judge_elsewhere(const std::vector<std::uint32_t>& hills,
                       const std::vector<std::uint32_t>& asked) {
    const Hill& largest =
        hill_[*std::ranges::max_element(hills, {}, [&](std::uint32_t h) { return hill_[h].mass; })];
    std::vector<std::uint32_t> real;
    std::ranges::copy_if(hills, std::back_inserter(real),
                         [&](std::uint32_t h) { return !is_slip(hill_[h], largest); });
    for (const std::uint32_t h : asked) {
      const Hill& hill = hill_[h];
      if (!is_slip(hill, largest) || is_meant_part(hill) || work_ > kMostWork) continue;
      std::vector<std::uint32_t> region;
      for (const std::uint32_t r : real) {
        const std::vector<std::uint32_t> high = body(hill_[r], hill);
        region.insert(region.end(), high.begin(), high.end());
      }
      judge_island(region, hill);
    }
  }

  // The joint that pulls most on the points around the hill; -1: there are none.
  int joint_around(const Hill& hill) {
    work_ += 10.0 * hill.count;
    std::map<int, double> pull;
    for (std::uint32_t e = hill.head; e != kNone; e = next_[e]) {
      for (const std::uint32_t q : s_.graph.neighbours_of(entry_[e].point)) {
        if (s_.row(q).empty()) continue;
        const JointShare& most = s_.row(q)[0];
        if (most.joint != joint_) pull[most.joint] += most.weight;
      }
      if (e == hill.tail) break;
    }
    const auto most = std::ranges::max_element(pull, {}, [](const auto& p) { return p.second; });
    return most == pull.end() ? -1 : most->first;
  }

  // Whether what is around belongs together with the joint anyway: parent and child.
  bool is_among_relatives(const Hill& hill) {
    const int around = joint_around(hill);
    return around < 0 || steps_between(c_.model.skeleton, joint_, around, kRelated) < kRelated;
  }

  // The points of the main hill that are as high as the other's peak, or half of its own.
  std::vector<std::uint32_t> body(const Hill& main, const Hill& other) {
    work_ += main.count + other.count;
    const float height = std::min(entry_[other.head].weight, 0.5f * entry_[main.head].weight);
    std::vector<std::uint32_t> out;
    for (std::uint32_t e = main.head; e != kNone; e = next_[e]) {
      if (entry_[e].weight >= height) out.push_back(entry_[e].point);
      if (e == main.tail) break;
    }
    return out;
  }

  double straight(std::uint32_t from, const std::vector<std::uint32_t>& to) const {
    double least = std::numeric_limits<double>::infinity();
    for (const std::uint32_t p : to) {
      least = std::min(least, double{glm::distance(s_.place(from), s_.place(p))});
    }
    return least;
  }

  double mean_edge(std::uint32_t p) const {
    double sum = 0.0;
    const std::uint32_t first = s_.graph.offset[p], last = s_.graph.offset[p + 1];
    for (std::uint32_t k = first; k < last; ++k) sum += s_.graph.length[k];
    return last > first ? sum / (last - first) : 0.0;
  }

  // Its points at least half as high as its peak.
  std::vector<std::uint32_t> upper(const Hill& hill) {
    work_ += hill.count;
    std::vector<std::uint32_t> out;
    for (std::uint32_t e = hill.head; e != kNone; e = next_[e]) {
      if (entry_[e].weight >= 0.5f * entry_[hill.head].weight) out.push_back(entry_[e].point);
      if (e == hill.tail) break;
    }
    return out;
  }

  // What the joint moves more than all others together is its own, however it hangs on the rest: a
  // beard, a pocket.
  bool is_own(const std::vector<std::uint32_t>& points) const {
    constexpr float kMore = 0.505f;  // half and half is nobody's
    const auto own = std::ranges::count_if(points, [&](std::uint32_t p) {
      return s_.row(p)[0].joint == joint_ && s_.row(p)[0].weight > kMore;
    });
    return 2 * static_cast<std::size_t>(own) > points.size();
  }

  bool judge_leak(const Hill& main, const Hill& other) {
    if (work_ > kMostWork) return false;
    const std::vector<std::uint32_t> high = upper(other);
    if (is_own(high) || is_among_relatives(other)) return false;
    const std::vector<std::uint32_t> to = body(main, other);
    const double reach = 0.1 * s_.size;
    const std::vector<std::uint32_t> asked = some_of(high, kAsked), near = some_of(to, kAskedOf);
    std::vector<double> least;  // along the surface, for each: what is nearer is no leak
    double most = 0.0;
    for (const std::uint32_t p : asked) {
      const double away = straight(p, near);
      least.push_back(std::max(kDetour * away, kEdges * mean_edge(p)));
      if (!(away < reach)) least.back() = std::numeric_limits<double>::infinity();
      if (away < reach) most = std::max(most, least.back());
    }
    // A distance costs less than a step along an edge.
    work_ += double(s_.graph.size()) + 0.1 * double(asked.size() * near.size());
    if (!(most > 0.0)) return false;
    const std::vector<float> along = distances_along(s_.graph, to, static_cast<float>(most));
    std::size_t far = 0;
    for (std::size_t k = 0; k < asked.size(); ++k)
      far += std::isfinite(least[k]) && along[asked[k]] > least[k];
    if (static_cast<double>(far) < kFarPart * static_cast<double>(asked.size())) return false;
    add(other, leaks_);
    return true;
  }

  // `region`: points of what it is apart from.
  bool judge_island(const std::vector<std::uint32_t>& region, const Hill& other) {
    const std::uint32_t peak = entry_[other.head].point;
    if (work_ > kMostWork || is_among_relatives(other)) return false;
    work_ += 0.1 * static_cast<double>(region.size());
    const double away = straight(peak, region);
    if (away <= std::max(kFar * s_.size, kEdges * mean_edge(peak)) ||
        entry_[other.head].weight * away <= kMoves * s_.size)
      return false;
    add(other, islands_);
    return true;
  }

  void add(const Hill& hill, std::vector<FlawedPoint>& to) {
    for (std::uint32_t e = hill.head; e != kNone; e = next_[e]) {
      if (entry_[e].weight >= kSeen) to.push_back({entry_[e].point, entry_[e].weight, joint_});
      if (e == hill.tail) break;
    }
  }

  const Checking& c_;
  const CheckedSurface& s_;
  int joint_;
  std::vector<Entry>& entry_;
  std::vector<std::uint32_t>& local_;  // #P: the entry of a point that was taken
  double& work_;
  std::vector<FlawedPoint>&islands_, &leaks_;
  std::vector<std::uint32_t> parent_, next_;
  std::vector<Hill> hill_;
};

// Where each joint pulls: the points with their weights.
std::vector<std::vector<Entry>> entries_by_joint(const Checking& c) {
  std::vector<std::vector<Entry>> out(idx(c.model.skeleton.size()));
  for (std::uint32_t p = 0; p < c.surface.graph.size(); ++p) {
    for (const JointShare& x : c.surface.row(p)) {
      if (x.weight > c.profile.tiny) out[idx(x.joint)].push_back({p, x.weight});
    }
  }
  return out;
}

// Of all joints.
void find_regions(const Checking& c, std::vector<FlawedPoint>& islands,
                  std::vector<FlawedPoint>& leaks) {
  std::vector<std::vector<Entry>> entries = entries_by_joint(c);
  std::vector<std::uint32_t> local(c.surface.graph.size(), kNone);
  FarPulls far(c);
  double work = 0.0;
  for (std::size_t j = 0; j < entries.size() && !c.stops(); ++j) {
    const int joint = static_cast<int>(j);
    for (const Pull& pull : far.taken_from(joint, entries[j]))
      islands.push_back({pull.point, pull.weight, joint});
    if (!entries[j].empty()) {
      Region(c, joint, entries[j], local, work, islands, leaks).run();
    }
  }
}

}  // namespace

std::vector<StrayPull> stray_pulls(const Scene& scene, Rule rule, const CheckCancel& cancel) {
  const CheckedSurface surface = checked_surface(scene);
  const RigMirror mirror = rig_mirror(*scene.model);
  const CheckProfile profile = *find_profile("rig");
  std::vector<Finding> none;
  const Checking c{scene, *scene.model, profile, cancel, surface, mirror.pairs, none};
  std::vector<FlawedPoint> islands, leaks;
  find_regions(c, islands, leaks);
  std::map<std::pair<int, int>, std::vector<std::uint32_t>> found;
  for (const FlawedPoint& p : rule == Rule::Leak ? leaks : islands) {
    for (const std::uint32_t v : surface.graph.vertices_of(p.point)) {
      const auto behind = std::upper_bound(surface.first.begin(), surface.first.end(), v);
      const auto m = static_cast<std::size_t>(behind - surface.first.begin()) - 1;
      found[{static_cast<int>(m), p.joint}].push_back(v - surface.first[m]);
    }
  }
  std::vector<StrayPull> out;
  for (auto& [key, vertices] : found) {
    std::ranges::sort(vertices);
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    out.push_back({key.first, key.second, std::move(vertices)});
  }
  return out;
}

void check_regions(const Checking& c) {
  if (!c.is_on(Rule::Island) && !c.is_on(Rule::Leak)) return;
  std::vector<FlawedPoint> islands, leaks;
  find_regions(c, islands, leaks);
  const auto tell = [&](Rule rule, const std::vector<FlawedPoint>& found, const char* what) {
    if (!c.is_on(rule)) return;
    add_points(c, rule, "weight", found, [&](const Finding& f) {
      return counted_vertices(f.count) + (f.count == 1 ? " is" : " are") + " pulled by " +
             named_joints(c.model, f.joints) + ", by up to " + short_number(f.worst) + ", " + what +
             ".";
    });
  };
  tell(Rule::Island, islands, "apart from the rest of the joint's region");
  tell(Rule::Leak, leaks, "near to its region in space but far from it along the surface");
}

}  // namespace bindpose
