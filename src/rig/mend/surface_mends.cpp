#include "rig/mend/surface_mends.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "rig/proximity/nearest_surface.h"

namespace bindpose {
namespace {

// Weights that a mend does not bring in, nor leaves of larger ones: 8 bits round them to nothing.
constexpr double kLeast = 1.0 / 510.0;
using ExactRow = std::vector<ExactWeight>;
using Rows = std::vector<ExactRow>;
constexpr std::uint32_t kNone = 0xffffffffu;

void make_whole(ExactRow& row) {
  double sum = 0.0;
  for (const ExactWeight& e : row) sum += e.weight;
  for (ExactWeight& e : row) e.weight /= sum;
}

// The mean of those of its vertices that have weights; empty where none has.
ExactRow row_of(const Influences& in, const VertexGraph& graph, std::size_t p) {
  ExactRow row;
  for (const std::uint32_t i : graph.vertices_of(p)) add_scaled(row, exact_row(in, i), 1.0);
  if (!row.empty()) make_whole(row);
  return row;
}

bool has_weights(const Influences& in, std::size_t vertex) {
  return in.offset[vertex + 1] > in.offset[vertex];
}

double conductance(float length) {
  return 1.0 / std::max(static_cast<double>(length), 1e-30);
}

// The holes: places where nothing has weights, with numbers.
struct Holes {
  std::vector<std::uint32_t> point;   // #U
  std::vector<std::uint32_t> number;  // #P: into `point`, or kNone
};

Holes holes_of(const Influences& in, const MendScope& scope, const VertexGraph& graph) {
  Holes holes{{}, std::vector<std::uint32_t>(graph.size(), kNone)};
  for (const std::uint32_t i : scope.vertex) {
    const std::uint32_t p = graph.point[i];
    const auto all = graph.vertices_of(p);
    const bool bare =
        std::ranges::none_of(all, [&in](std::uint32_t v) { return has_weights(in, v); });
    if (!bare || holes.number[p] != kNone) continue;
    holes.number[p] = static_cast<std::uint32_t>(holes.point.size());
    holes.point.push_back(p);
  }
  return holes;
}

// The Laplacian over the holes: diagonal and, to each, its edges. L x = b is solved for one slot
// after the other by conjugate gradients with the diagonal as preconditioner (it is positive
// definite where every part of a hole touches weights).
class Membrane {
 public:
  Membrane(const VertexGraph& graph, const Holes& holes, std::span<const std::uint8_t> solved,
           const Rows& around)
      : graph_(graph), holes_(holes), solved_(solved), around_(around) {
    diagonal_.assign(holes.point.size(), 1.0);
    for (std::size_t u = 0; u < holes.point.size(); ++u) {
      if (solved[u] == 0) continue;
      double sum = 0.0;
      each_edge(u, [&](std::uint32_t, double c) { sum += c; });
      diagonal_[u] = sum;
    }
  }

  std::vector<double> solve(int slot, const MendProgress& progress, double from, double to) const {
    const std::size_t n = diagonal_.size();
    std::vector<double> x(n, 0.0), r(n, 0.0), z(n), p(n), Ap(n);
    for (std::size_t u = 0; u < n; ++u) {
      if (solved_[u] == 0) continue;
      each_edge(u, [&](std::uint32_t q, double c) {
        if (holes_.number[q] != kNone) return;
        const auto at = std::ranges::find(around_[q], slot, &ExactWeight::slot);
        if (at != around_[q].end()) r[u] += c * at->weight;
      });
    }
    double rz = 0.0, start = 0.0;
    for (std::size_t u = 0; u < n; ++u) {
      p[u] = z[u] = r[u] / diagonal_[u];
      rz += r[u] * z[u];
    }
    start = rz;
    constexpr double kDone = 1e-20;  // of the square of the residual
    for (std::size_t step = 0; step < 20 * n + 50 && rz > kDone * start; ++step) {
      if (progress && step % 16 == 0)
        progress(from + (to - from) * std::clamp(std::log(rz / start) / std::log(kDone), 0.0, 1.0));
      double pAp = 0.0;
      for (std::size_t u = 0; u < n; ++u) {
        double sum = diagonal_[u] * p[u];
        if (solved_[u] != 0) {
          each_edge(u, [&](std::uint32_t q, double c) {
            if (holes_.number[q] != kNone) sum -= c * p[holes_.number[q]];
          });
        }
        Ap[u] = sum;
        pAp += p[u] * sum;
      }
      if (!(pAp > 0.0)) break;
      const double alpha = rz / pAp;
      double next = 0.0;
      for (std::size_t u = 0; u < n; ++u) {
        x[u] += alpha * p[u];
        r[u] -= alpha * Ap[u];
        z[u] = r[u] / diagonal_[u];
        next += r[u] * z[u];
      }
      for (std::size_t u = 0; u < n; ++u) p[u] = z[u] + next / rz * p[u];
      rz = next;
    }
    return x;
  }

 private:
  // To places that count: those with weights, and those that are solved for.
  template <typename F>
  void each_edge(std::size_t u, const F& f) const {
    const std::uint32_t p = holes_.point[u];
    for (std::uint32_t k = graph_.offset[p]; k < graph_.offset[p + 1]; ++k) {
      const std::uint32_t q = graph_.neighbour[k];
      const bool counts =
          holes_.number[q] == kNone ? !around_[q].empty() : solved_[holes_.number[q]] != 0;
      if (counts) f(q, conductance(graph_.length[k]));
    }
  }

  const VertexGraph& graph_;
  const Holes& holes_;
  std::span<const std::uint8_t> solved_;  // #U: touches weights, by way of other holes
  const Rows& around_;                    // #P; empty beside the holes
  std::vector<double> diagonal_;
};

// Which holes are joined to a place with weights, by way of other holes.
std::vector<std::uint8_t> joined_to_weights(const VertexGraph& graph, const Holes& holes,
                                            const Rows& around) {
  std::vector<std::uint8_t> joined(holes.point.size(), 0);
  std::vector<std::uint32_t> open;
  for (std::uint32_t u = 0; u < holes.point.size(); ++u) {
    const auto beside = graph.neighbours_of(holes.point[u]);
    if (!std::ranges::any_of(beside, [&](std::uint32_t q) { return !around[q].empty(); })) continue;
    joined[u] = 1;
    open.push_back(u);
  }
  while (!open.empty()) {
    const std::uint32_t u = open.back();
    open.pop_back();
    for (const std::uint32_t q : graph.neighbours_of(holes.point[u])) {
      const std::uint32_t v = holes.number[q];
      if (v == kNone || joined[v] != 0) continue;
      joined[v] = 1;
      open.push_back(v);
    }
  }
  return joined;
}

Rows membrane_rows(const VertexGraph& graph, const Holes& holes,
                   std::span<const std::uint8_t> joined, const Rows& around,
                   const MendProgress& progress) {
  std::vector<int> slots;
  for (std::size_t u = 0; u < holes.point.size(); ++u) {
    for (const std::uint32_t q : graph.neighbours_of(holes.point[u])) {
      for (const ExactWeight& e : around[q]) slots.push_back(e.slot);
    }
  }
  std::ranges::sort(slots);
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  const Membrane membrane(graph, holes, joined, around);
  Rows rows(holes.point.size());
  for (std::size_t k = 0; k < slots.size(); ++k) {
    const int slot = slots[k];
    const double from = static_cast<double>(k), all = static_cast<double>(slots.size());
    const std::vector<double> x = membrane.solve(slot, progress, from / all, (from + 1.0) / all);
    for (std::size_t u = 0; u < rows.size(); ++u) {
      if (joined[u] != 0 && x[u] >= kLeast) rows[u].push_back({slot, x[u]});
    }
  }
  return rows;
}

// The places that have weights, to be asked for the nearest.
class Givers {
 public:
  Givers(const VertexGraph& graph, std::span<const vec3> position, const Rows& around) {
    for (std::uint32_t p = 0; p < around.size(); ++p) {
      if (around[p].empty()) continue;
      const auto k = static_cast<std::uint32_t>(at_.size());
      at_.push_back(position[graph.vertices_of(p)[0]]);
      point_.push_back(p);
      corner_.insert(corner_.end(), {k, k, k});
    }
    tree_.emplace(at_, corner_);
  }
  Givers(const Givers&) = delete;
  Givers& operator=(const Givers&) = delete;

  // Nothing where there is none.
  std::optional<std::uint32_t> nearest(const vec3& from) const {
    const auto found = tree_->nearest(from);
    return found ? std::optional(point_[found->triangle]) : std::nullopt;
  }

 private:
  std::vector<vec3> at_;
  std::vector<std::uint32_t> point_, corner_;  // a point is a triangle without area
  std::optional<NearestSurface> tree_;
};

}  // namespace

Mended filled(const Influences& in, const MendScope& scope, const VertexGraph& graph,
              std::span<const vec3> position, const MendProgress& progress) {
  const Holes holes = holes_of(in, scope, graph);
  Rows around(graph.size());
  for (std::size_t p = 0; p < graph.size(); ++p) {
    if (holes.number[p] != kNone) continue;
    around[p] = row_of(in, graph, p);
    std::erase_if(around[p], [&scope](const ExactWeight& e) {
      return scope.is_locked(static_cast<std::size_t>(e.slot));
    });
    if (!around[p].empty()) make_whole(around[p]);
  }
  const std::vector<std::uint8_t> joined = joined_to_weights(graph, holes, around);
  const Rows diffused = membrane_rows(graph, holes, joined, around, progress);
  std::optional<Givers> givers;
  RowRewriter out(in);
  for (const std::uint32_t i : scope.vertex) {
    if (has_weights(in, i)) continue;
    if (progress) progress(1.0);
    const std::uint32_t p = graph.point[i], u = holes.number[p];
    ExactRow row = u == kNone ? around[p] : diffused[u];
    if (row.empty()) {
      if (!givers) givers.emplace(graph, position, around);
      if (const auto giver = givers->nearest(position[i])) row = around[*giver];
    }
    if (row.empty()) {
      out.leave(i);
    } else {
      out.put(i, std::move(row));
    }
  }
  return out.finish();
}

Mended smoothed(const Influences& in, const MendScope& scope, const VertexGraph& graph,
                double factor, int times, const MendProgress& progress) {
  std::vector<std::uint32_t> points;
  for (const std::uint32_t i : scope.vertex) points.push_back(graph.point[i]);
  std::ranges::sort(points);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  // Of the places and their neighbours alone.
  std::map<std::uint32_t, ExactRow> rows;
  for (const std::uint32_t p : points) {
    rows.try_emplace(p, row_of(in, graph, p));
    for (const std::uint32_t q : graph.neighbours_of(p)) rows.try_emplace(q, row_of(in, graph, q));
  }
  const auto towards_mean = [&](std::uint32_t p) {
    ExactRow mean;
    for (std::uint32_t k = graph.offset[p]; k < graph.offset[p + 1]; ++k) {
      add_scaled(mean, rows.at(graph.neighbour[k]), conductance(graph.length[k]));
    }
    ExactRow out = rows.at(p);
    if (mean.empty()) return out;
    make_whole(mean);
    for (ExactWeight& e : out) e.weight *= 1.0 - factor;
    add_scaled(out, mean, out.empty() ? 1.0 : factor);
    return out;
  };
  for (int t = 0; t < times; ++t) {
    std::vector<ExactRow> next;
    const std::size_t of = points.size() * static_cast<std::size_t>(times);
    for (const std::uint32_t p : points) {
      tell_part(progress, static_cast<std::size_t>(t) * points.size() + next.size(), of);
      next.push_back(towards_mean(p));
    }
    for (std::size_t k = 0; k < points.size(); ++k) rows[points[k]] = std::move(next[k]);
  }
  RowRewriter out(in);
  for (const std::uint32_t i : scope.vertex) {
    const ExactRow now = exact_row(in, i);
    ExactRow wanted = rows.at(graph.point[i]);
    std::erase_if(wanted, [&now](const ExactWeight& e) {
      if (e.weight >= kLeast) return false;
      const auto before = std::ranges::find(now, e.slot, &ExactWeight::slot);
      return before == now.end() || before->weight >= kLeast;
    });
    ExactRow fits = keeping_locked(now, std::move(wanted), scope);
    if (!fits.empty()) out.put(i, std::move(fits));
  }
  return out.finish();
}

}  // namespace bindpose
