#include "rig/mend/limit_fit.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "rig/mend/mend_rows.h"

namespace bindpose {
namespace {

constexpr std::size_t kMost = 16;             // slots of a row that are tried; the largest of them
constexpr double kLeastFitted = 1.0 / 510.0;  // weights that are left out
constexpr std::size_t kChoices = 300;         // choices of slots that are all tried
using Numbers = std::array<double, kMost>;

// Solves A x = b, n x n with n <= kMost + 1, by Gauss with pivots; false where A is singular.
bool solve(std::size_t n, std::array<double, (kMost + 1) * (kMost + 1)>& A,
           std::array<double, kMost + 1>& b) {
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = c;
    for (std::size_t r = c + 1; r < n; ++r) {
      if (std::abs(A[r * n + c]) > std::abs(A[pivot * n + c])) pivot = r;
    }
    if (!(std::abs(A[pivot * n + c]) > 0.0)) return false;
    for (std::size_t k = 0; k < n; ++k) std::swap(A[c * n + k], A[pivot * n + k]);
    std::swap(b[c], b[pivot]);
    for (std::size_t r = c + 1; r < n; ++r) {
      const double f = A[r * n + c] / A[c * n + c];
      if (f == 0.0) continue;
      for (std::size_t k = c; k < n; ++k) A[r * n + k] -= f * A[c * n + k];
      b[r] -= f * b[c];
    }
  }
  for (std::size_t r = n; r-- > 0;) {
    for (std::size_t k = r + 1; k < n; ++k) b[r] -= A[r * n + k] * b[k];
    b[r] /= A[r * n + r];
  }
  return true;
}

// The minimum with x = 0 where `free` is not set, signs ignored; and the multiplier of the sum.
bool solve_free(std::span<const double> G, std::span<const double> g, double total,
                std::uint32_t free, Numbers& x, double& multiplier) {
  const std::size_t n = g.size();
  std::array<std::size_t, kMost> at{};
  std::size_t m = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if ((free >> i & 1u) != 0) at[m++] = i;
  }
  std::array<double, (kMost + 1) * (kMost + 1)> A{};
  std::array<double, kMost + 1> b{};
  for (std::size_t r = 0; r < m; ++r) {
    for (std::size_t c = 0; c < m; ++c) A[r * (m + 1) + c] = G[at[r] * n + at[c]];
    A[r * (m + 1) + m] = A[m * (m + 1) + r] = 1.0;
    b[r] = -g[at[r]];
  }
  b[m] = total;
  if (!solve(m + 1, A, b)) return false;
  x.fill(0.0);
  for (std::size_t r = 0; r < m; ++r) x[at[r]] = b[r];
  multiplier = b[m];
  return true;
}

// What one vertex asks for: the unlocked slots that are tried, and the quadratic form over them.
struct Problem {
  std::size_t n = 0;
  std::vector<double> G;  // n x n
  Numbers g{};
  double constant = 0.0;
  double total = 1.0;
  Numbers start{};  // weights of before

  double error(std::span<const std::size_t> slots, const Numbers& x) const {
    double e = constant;
    for (std::size_t a = 0; a < slots.size(); ++a) {
      double row = 2.0 * g[slots[a]];
      for (std::size_t b = 0; b < slots.size(); ++b) row += G[slots[a] * n + slots[b]] * x[b];
      e += x[a] * row;
    }
    return e;
  }
};

struct Choice {
  std::vector<std::size_t> slots;
  Numbers x{};
  double error = std::numeric_limits<double>::infinity();
};

Choice fitted(const Problem& p, std::vector<std::size_t> slots) {
  Choice out{std::move(slots)};
  const std::size_t k = out.slots.size();
  std::array<double, kMost * kMost> G{};
  Numbers g{};
  double sum = 0.0;
  for (std::size_t a = 0; a < k; ++a) {
    for (std::size_t b = 0; b < k; ++b) G[a * k + b] = p.G[out.slots[a] * p.n + out.slots[b]];
    g[a] = p.g[out.slots[a]];
    sum += p.start[out.slots[a]];
  }
  for (std::size_t a = 0; a < k; ++a) out.x[a] = p.start[out.slots[a]] / sum * p.total;
  fit_on_simplex(std::span(G).first(k * k), std::span(g).first(k), p.total,
                 std::span(out.x).first(k));
  out.error = p.error(out.slots, out.x);
  return out;
}

std::size_t choices(std::size_t n, std::size_t k) {
  std::size_t c = 1;
  for (std::size_t i = 0; i < k && c <= kChoices; ++i) c = c * (n - i) / (i + 1);
  return c;
}

Choice best_of_all(const Problem& p, std::size_t k) {
  Choice best;
  std::vector<std::size_t> slots(k);
  for (std::uint32_t set = 0; set < (1u << p.n); ++set) {
    if (static_cast<std::size_t>(std::popcount(set)) != k) continue;
    std::size_t at = 0;
    for (std::size_t i = 0; i < p.n; ++i) {
      if ((set >> i & 1u) != 0) slots[at++] = i;
    }
    Choice next = fitted(p, slots);
    if (next.error < best.error) best = std::move(next);
  }
  return best;
}

Choice best_by_exchange(const Problem& p, std::size_t k) {
  std::vector<std::size_t> slots(k);
  for (std::size_t i = 0; i < k; ++i) slots[i] = i;
  Choice best = fitted(p, slots);
  for (bool better = true; better;) {
    better = false;
    const std::vector<std::size_t> from = best.slots;
    for (std::size_t place = 0; place < k; ++place) {
      for (std::size_t other = 0; other < p.n; ++other) {
        if (std::ranges::find(from, other) != from.end()) continue;
        std::vector<std::size_t> with = from;
        with[place] = other;
        Choice next = fitted(p, std::move(with));
        if (!(next.error < best.error * (1.0 - 1e-9))) continue;
        best = std::move(next);
        better = true;
      }
    }
  }
  return best;
}

// From each pose: where each slot alone takes the vertex, as seen from where all of them do.
Problem make_problem(std::span<const ExactWeight> row, std::span<const ExactWeight> tried,
                     std::span<const ExactWeight> locked, const vec3& position,
                     std::span<const PoseSample> poses) {
  Problem p;
  p.n = tried.size();
  p.G.assign(p.n * p.n, 0.0);
  const glm::dvec4 v(position, 1.0);
  const auto place = [&v](const PoseSample& s, const ExactWeight& e) {
    return glm::dvec3(glm::dmat4(s.palette[static_cast<std::size_t>(e.slot)]) * v);
  };
  std::array<glm::dvec3, kMost> q{};
  for (const PoseSample& s : poses) {
    glm::dvec3 full(0.0), held(0.0);
    for (const ExactWeight& e : row) full += e.weight * place(s, e);
    for (const ExactWeight& e : locked) held += e.weight * (place(s, e) - full);
    for (std::size_t a = 0; a < p.n; ++a) q[a] = place(s, tried[a]) - full;
    p.constant += s.importance * glm::dot(held, held);
    for (std::size_t a = 0; a < p.n; ++a) {
      p.g[a] += s.importance * glm::dot(q[a], held);
      for (std::size_t b = 0; b <= a; ++b) p.G[a * p.n + b] += s.importance * glm::dot(q[a], q[b]);
    }
  }
  for (std::size_t a = 0; a < p.n; ++a) {
    for (std::size_t b = 0; b < a; ++b) p.G[b * p.n + a] = p.G[a * p.n + b];
    p.start[a] = tried[a].weight;
  }
  for (const ExactWeight& e : locked) p.total -= e.weight;
  return p;
}

// What the poses do not tell stays as it was: a pull towards the weights of before, in the
// proportions that cutting would give them, far below what can be seen. False: nothing is told.
bool steady(Problem& p) {
  double trace = 0.0;
  for (std::size_t a = 0; a < p.n; ++a) trace += p.G[a * p.n + a];
  if (!(trace > 0.0) || !std::isfinite(trace)) return false;
  const double pull = 1e-7 * trace / static_cast<double>(p.n);
  for (std::size_t a = 0; a < p.n; ++a) {
    p.G[a * p.n + a] += pull;
    p.g[a] -= pull * p.start[a];
    p.constant += pull * p.start[a] * p.start[a];
  }
  return true;
}

}  // namespace

void fit_on_simplex(std::span<const double> G, std::span<const double> g, double total,
                    std::span<double> x) {
  const std::size_t n = g.size();
  std::uint32_t free = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (x[i] > 0.0) free |= 1u << i;
  }
  for (std::size_t step = 0; step < 8 * n && free != 0; ++step) {
    Numbers aim{};
    double multiplier = 0.0;
    if (!solve_free(G, g, total, free, aim, multiplier)) return;
    // As far towards the aim as all stay at 0 or above.
    double along = 1.0;
    std::size_t stops = n;
    for (std::size_t i = 0; i < n; ++i) {
      if ((free >> i & 1u) == 0 || aim[i] >= 0.0) continue;
      const double until = x[i] / (x[i] - aim[i]);
      if (until < along || stops == n) along = until, stops = i;
    }
    for (std::size_t i = 0; i < n; ++i) x[i] += along * (aim[i] - x[i]);
    if (stops < n) {
      x[stops] = 0.0;
      free &= ~(1u << stops);
      continue;
    }
    // The minimum of these; one that is 0 comes in where the error falls with it.
    double steepest = 0.0;
    std::size_t enters = n;
    for (std::size_t i = 0; i < n; ++i) {
      if ((free >> i & 1u) != 0) continue;
      double slope = g[i] + multiplier, scale = std::abs(g[i]) + std::abs(multiplier);
      for (std::size_t j = 0; j < n; ++j) slope += G[i * n + j] * x[j];
      if (slope < -1e-12 * scale && slope < steepest) steepest = slope, enters = i;
    }
    if (enters == n) return;
    free |= 1u << enters;
  }
}

Mended limited_by_fit(const Influences& in, const MendScope& scope, int most,
                      std::span<const vec3> position, std::span<const PoseSample> poses,
                      const MendProgress& progress) {
  const auto limit = static_cast<std::size_t>(std::max(most, 1));
  const Mended cut = limited_to(in, scope, most);
  if (poses.empty()) return cut;
  RowRewriter out(in);
  for (const std::uint32_t i : cut.left) out.leave(i);
  std::size_t done = 0;
  for (const std::uint32_t i : cut.changed) {
    tell_part(progress, done++, cut.changed.size());
    const std::vector<ExactWeight> row = exact_row(in, i);
    std::vector<ExactWeight> tried, locked;
    for (const ExactWeight& e : row) {
      if (scope.is_locked(static_cast<std::size_t>(e.slot))) {
        locked.push_back(e);
      } else if (tried.size() < kMost) {
        tried.push_back(e);
      }
    }
    Problem p = make_problem(row, tried, locked, position[i], poses);
    const std::size_t room = std::min(limit - locked.size(), tried.size());
    if (!steady(p)) {
      out.put(i, exact_row(cut.influences, i));
      continue;
    }
    const Choice best =
        choices(p.n, room) <= kChoices ? best_of_all(p, room) : best_by_exchange(p, room);
    // What 8 bits round to nothing is no weight to keep.
    double kept = 0.0;
    for (std::size_t a = 0; a < best.slots.size(); ++a)
      kept += best.x[a] < kLeastFitted ? 0.0 : best.x[a];
    const double least = kept > 0.0 ? kLeastFitted : 0.0, scale = kept > 0.0 ? p.total / kept : 1.0;
    std::vector<ExactWeight> fits = locked;
    for (std::size_t a = 0; a < best.slots.size(); ++a) {
      if (best.x[a] >= least) fits.push_back({tried[best.slots[a]].slot, scale * best.x[a]});
    }
    out.put(i, std::move(fits));
  }
  return out.finish();
}

}  // namespace bindpose
