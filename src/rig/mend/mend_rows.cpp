#include "rig/mend/mend_rows.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace bindpose {
namespace {

using ExactRow = std::vector<ExactWeight>;

bool is_locked(const MendScope& scope, const ExactWeight& e) {
  return scope.is_locked(static_cast<std::size_t>(e.slot));
}

// What is kept of a row, and what of it may take over the rest.
void put_kept(RowRewriter& out, std::uint32_t vertex, const ExactRow& now, ExactRow kept,
              const MendScope& scope) {
  if (kept.size() == now.size()) return;
  kept = keeping_locked(now, std::move(kept), scope);
  if (kept.empty()) {
    out.leave(vertex);
  } else {
    out.put(vertex, std::move(kept));
  }
}

ExactRow shared(const ExactRow& now, const MendScope& scope, int slot, double share) {
  double locked = 0.0, others = 0.0;
  std::size_t count = 0;
  for (const ExactWeight& e : now) {
    if (is_locked(scope, e)) {
      locked += e.weight;
    } else if (e.slot != slot) {
      others += e.weight;
      ++count;
    }
  }
  const double room = std::max(1.0 - locked, 0.0);
  const double own = count == 0 ? room : std::min(std::clamp(share, 0.0, 1.0), room);
  ExactRow out;
  for (const ExactWeight& e : now) {
    if (is_locked(scope, e)) {
      out.push_back(e);
    } else if (e.slot != slot) {
      out.push_back({e.slot, (room - own) * e.weight / others});
    }
  }
  out.push_back({slot, own});
  return out;
}

double weight_of(const ExactRow& row, int slot) {
  const auto at = std::ranges::find(row, slot, &ExactWeight::slot);
  return at == row.end() ? 0.0 : at->weight;
}

}  // namespace

Mended normalised(const Influences& in, const MendScope& scope, bool strict) {
  constexpr float kRounding = 2e-7f;  // of each weight
  RowRewriter out(in);
  for (const std::uint32_t i : scope.vertex) {
    const auto count = static_cast<float>(in.offset[i + 1] - in.offset[i]);
    const float within = strict ? kRounding * count : kSumTolerance;
    if (count > 0.0f && !(std::abs(in.raw_weight_sum[i] - 1.0f) <= within)) out.put_sum(i);
  }
  return out.finish();
}

Mended said_anew(const Influences& in, const MendScope& scope) {
  RowRewriter out(in);
  for (const std::uint32_t i : scope.vertex) {
    if (in.offset[i + 1] > in.offset[i]) {
      out.put_sum(i);
    } else {
      out.put_as_it_is(i, {}, 0.0f);
    }
  }
  return out.finish();
}

Mended pruned(const Influences& in, const MendScope& scope, double least) {
  RowRewriter out(in);
  for (const std::uint32_t i : scope.vertex) {
    const ExactRow now = exact_row(in, i);
    ExactRow kept;
    for (const ExactWeight& e : now) {
      if (kept.empty() || e.weight >= least || is_locked(scope, e)) kept.push_back(e);
    }
    put_kept(out, i, now, std::move(kept), scope);
  }
  return out.finish();
}

Mended limited_to(const Influences& in, const MendScope& scope, int most) {
  const auto limit = static_cast<std::size_t>(std::max(most, 1));
  RowRewriter out(in);
  for (const std::uint32_t i : scope.vertex) {
    if (in.offset[i + 1] - in.offset[i] <= limit) continue;
    const ExactRow now = exact_row(in, i);
    const auto locked = static_cast<std::size_t>(
        std::ranges::count_if(now, [&](const ExactWeight& e) { return is_locked(scope, e); }));
    if (locked > limit) {
      out.leave(i);
      continue;
    }
    std::size_t room = limit - locked;
    ExactRow kept;
    for (const ExactWeight& e : now) {
      if (is_locked(scope, e)) {
        kept.push_back(e);
      } else if (room > 0) {
        kept.push_back(e);
        --room;
      }
    }
    put_kept(out, i, now, std::move(kept), scope);
  }
  return out.finish();
}

Mended averaged(const Influences& in, const MendScope& scope) {
  std::map<int, double> sum;
  std::size_t count = 0;
  for (const std::uint32_t i : scope.vertex) {
    const ExactRow row = exact_row(in, i);
    for (const ExactWeight& e : row) sum[e.slot] += e.weight;
    count += row.empty() ? 0 : 1;
  }
  if (count == 0) return RowRewriter(in).finish();
  ExactRow mean;
  for (const auto& [slot, weight] : sum) {
    mean.push_back({slot, weight / static_cast<double>(count)});
  }
  return with_row(in, scope, mean);
}

Mended with_row(const Influences& in, const MendScope& scope, std::span<const ExactWeight> row) {
  RowRewriter out(in);
  for (const std::uint32_t i : scope.vertex) {
    const ExactRow now = exact_row(in, i);
    ExactRow fits = keeping_locked(now, {row.begin(), row.end()}, scope);
    if (fits.empty() && !row.empty()) {
      out.leave(i);
    } else if (!fits.empty() || !now.empty()) {
      out.put(i, std::move(fits));
    }
  }
  return out.finish();
}

Mended with_share(const Influences& in, const MendScope& scope, int slot, double share) {
  RowRewriter out(in);
  for (const std::uint32_t i : scope.vertex) {
    const ExactRow now = exact_row(in, i);
    const bool has = weight_of(now, slot) > 0.0;
    if (share > 0.0 || has) out.put(i, shared(now, scope, slot, share));
  }
  return out.finish();
}

Mended with_scaled(const Influences& in, const MendScope& scope, int slot, double factor) {
  RowRewriter out(in);
  for (const std::uint32_t i : scope.vertex) {
    const ExactRow now = exact_row(in, i);
    const double has = weight_of(now, slot);
    if (has > 0.0) out.put(i, shared(now, scope, slot, has * factor));
  }
  return out.finish();
}

}  // namespace bindpose
