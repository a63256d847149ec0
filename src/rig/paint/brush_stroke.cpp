#include "rig/paint/brush_stroke.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bindpose {
namespace {

constexpr double kLeastPainted = 1.0 / 510.0;  // weights that a brush does not bring in

double weight_in(const PaintStroke::Row& row, int slot) {
  const auto at = std::ranges::find(row, slot, &ExactWeight::slot);
  return at == row.end() ? 0.0 : at->weight;
}

double conductance_of(float length) {
  return 1.0 / std::max(static_cast<double>(length), 1e-30);
}

}  // namespace

double fall_off(FallOff kind, double part) {
  if (!(part < 1.0)) return 0.0;
  part = std::max(part, 0.0);
  if (kind == FallOff::Flat) return 1.0;
  return kind == FallOff::Linear ? 1.0 - part : 1.0 - part * part * (3.0 - 2.0 * part);
}

PaintStroke::PaintStroke(const VertexGraph& graph, BrushRules rules,
                         std::function<Row(std::uint32_t)> row_of)
    : graph_(graph), rules_(std::move(rules)), row_of_(std::move(row_of)), number_(graph.size()) {}

PaintStroke::Place& PaintStroke::place(std::uint32_t point) {
  std::uint32_t& number = number_[point];
  if (number == 0) {
    Place& fresh = places_.emplace_back();
    fresh.now = fresh.begin = row_of_(point);
    number = static_cast<std::uint32_t>(places_.size());
  }
  return places_[number - 1];
}

bool PaintStroke::is_painted(int slot) const {
  return slot >= 0 && std::ranges::find(rules_.slot, slot) != rules_.slot.end();
}

// The row that the stroke makes of the one at its begin; false where it has to stay.
bool PaintStroke::aim(Place& p) {
  double locked = 0.0, others = 0.0;
  std::array<double, 2> aimed{};
  std::array<bool, 2> paints{};
  for (std::size_t k = 0; k < 2; ++k) paints[k] = rules_.slot[k] >= 0 && p.most[k] > 0.0;
  const auto is_aimed = [&](int slot) {
    return (paints[0] && slot == rules_.slot[0]) || (paints[1] && slot == rules_.slot[1]);
  };
  for (const ExactWeight& e : p.begin) {
    if (is_locked(e.slot)) {
      locked += e.weight;
    } else if (!is_aimed(e.slot)) {
      others += e.weight;
    }
  }
  const double room = std::max(0.0, 1.0 - locked);
  double sum = 0.0;
  for (std::size_t k = 0; k < 2; ++k) {
    if (!paints[k]) continue;
    const double had = weight_in(p.begin, rules_.slot[k]), part = rules_.strength * p.most[k];
    double to = rules_.mode == PaintMode::Add        ? had + part
                : rules_.mode == PaintMode::Subtract ? had - part
                                                     : had + (rules_.value - had) * part;
    to = std::clamp(to, 0.0, room);
    if (had == 0.0 && to < kLeastPainted) to = 0.0;
    aimed[k] = to;
    sum += to;
  }
  // Nobody else is there to take or to give: the painted ones have all of it as they are.
  const bool nobody = !(others > 0.0);
  if (nobody && !p.begin.empty() && paints[0] != paints[1]) {
    if (std::abs(sum - room) > kLeastPainted && !p.alone) p.alone = true, ++alone_;
    return false;
  }
  if (nobody && !(sum > 0.0)) return false;
  if (nobody || sum > room) {
    for (double& a : aimed) a *= room / sum;
    sum = room;
  }
  Row row;
  for (const ExactWeight& e : p.begin) {
    if (is_locked(e.slot)) {
      row.push_back(e);
    } else if (!is_aimed(e.slot) && room > sum) {
      row.push_back({e.slot, e.weight / others * (room - sum)});
    }
  }
  for (std::size_t k = 0; k < 2; ++k) {
    if (paints[k] && aimed[k] > 0.0) row.push_back({rules_.slot[k], aimed[k]});
  }
  p.now = std::move(row);
  return true;
}

// A point on its way to the mean of its neighbours, or away from it where the factor is negative.
PaintStroke::Row PaintStroke::evened(std::uint32_t point, double factor) {
  Row mean, now = place(point).now;
  for (std::uint32_t k = graph_.offset[point]; k < graph_.offset[point + 1]; ++k) {
    add_scaled(mean, place(graph_.neighbour[k]).now, conductance_of(graph_.length[k]));
  }
  double sum = 0.0;
  for (const ExactWeight& e : mean) sum += e.weight;
  if (!(sum > 0.0) || now.empty()) return now;
  for (ExactWeight& e : now) e.weight *= 1.0 - factor;
  add_scaled(now, mean, factor / sum);
  std::erase_if(now, [](const ExactWeight& e) { return !(e.weight > 0.0); });
  // Locked weights are what they were; the rest shares what they leave.
  const Row& before = place(point).now;
  double locked = 0.0, rest = 0.0;
  for (const ExactWeight& e : before) locked += is_locked(e.slot) ? e.weight : 0.0;
  std::erase_if(now, [this](const ExactWeight& e) { return is_locked(e.slot); });
  for (const ExactWeight& e : now) rest += e.weight;
  if (!(rest > 0.0)) return before;
  for (ExactWeight& e : now) e.weight *= (1.0 - locked) / rest;
  for (const ExactWeight& e : before) {
    if (is_locked(e.slot)) now.push_back(e);
  }
  return now;
}

const std::vector<std::uint32_t>& PaintStroke::dab(std::span<const Covered> covered) {
  changed_.clear();
  if (rules_.mode == PaintMode::Smooth || rules_.mode == PaintMode::Sharpen) {
    const double sign = rules_.mode == PaintMode::Smooth ? 1.0 : -1.0;
    std::vector<Row> rows;  // all at once: what one becomes is nothing to the next
    for (const Covered& c : covered) {
      const double amount = rules_.strength * std::max(c.amount[0], c.amount[1]);
      if (!(amount > 0.0)) continue;
      rows.push_back(evened(c.point, sign * amount));
      changed_.push_back(c.point);
    }
    for (std::size_t k = 0; k < rows.size(); ++k) place(changed_[k]).now = std::move(rows[k]);
    return changed_;
  }
  for (const Covered& c : covered) {
    Place& p = place(c.point);
    bool more = false;
    for (std::size_t k = 0; k < 2; ++k) {
      more = more || c.amount[k] > p.most[k];
      p.most[k] = std::max(p.most[k], c.amount[k]);
    }
    if (!more) continue;
    if (aim(p)) changed_.push_back(c.point);
  }
  return changed_;
}

// Whether one of those that the limit takes away is its opposite and as large.
bool PaintStroke::loses_its_opposite(const ExactWeight& e, const Row& row) const {
  constexpr double kAsLarge = 1e-6;
  if (!rules_.opposite || is_locked(e.slot)) return false;
  const int other = rules_.opposite(e.slot);
  if (other < 0 || other == e.slot) return false;
  return std::any_of(row.begin() + rules_.limit, row.end(), [&](const ExactWeight& gone) {
    return gone.slot == other && e.weight - gone.weight <= kAsLarge;
  });
}

PaintStroke::Row PaintStroke::row(std::uint32_t point) const {
  const Place& p = known(point);
  Row row = p.now;
  std::erase_if(row, [&](const ExactWeight& e) {
    return e.weight < kLeastPainted && !is_locked(e.slot) && weight_in(p.begin, e.slot) == 0.0;
  });
  std::ranges::stable_sort(row, [this](const ExactWeight& a, const ExactWeight& b) {
    if (is_locked(a.slot) != is_locked(b.slot)) return is_locked(a.slot);
    if (a.weight != b.weight) return a.weight > b.weight;
    return is_painted(a.slot) && !is_painted(b.slot);
  });
  const std::size_t most = static_cast<std::size_t>(rules_.limit);
  if (most > 0 && row.size() > most) {
    if (is_locked(row[most - 1].slot)) return p.begin;  // no room for any other
    Row kept(row.begin(), row.begin() + rules_.limit);
    std::erase_if(kept, [&](const ExactWeight& e) { return loses_its_opposite(e, row); });
    row.resize(most);
    if (!kept.empty()) row = std::move(kept);
  }
  double locked = 0.0, rest = 0.0;
  for (const ExactWeight& e : row) (is_locked(e.slot) ? locked : rest) += e.weight;
  if (!(rest > 0.0)) return row.empty() ? p.begin : row;
  for (ExactWeight& e : row) {
    if (!is_locked(e.slot)) e.weight *= (1.0 - locked) / rest;
  }
  return row;
}

}  // namespace bindpose
