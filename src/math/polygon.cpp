#include "math/polygon.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace bindpose {
namespace {

using glm::dvec2;
using glm::dvec3;

std::vector<dvec2> seen_flat(std::span<const vec3> corner) {
  std::vector<dvec3> p;
  p.reserve(corner.size());
  for (const vec3& c : corner) {
    const bool finite = std::isfinite(c.x) && std::isfinite(c.y) && std::isfinite(c.z);
    p.push_back(finite ? dvec3(c) : dvec3(0.0));
  }
  dvec3 normal(0.0);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const dvec3 &a = p[i], &b = p[(i + 1) % p.size()];
    normal +=
        dvec3((a.y - b.y) * (a.z + b.z), (a.z - b.z) * (a.x + b.x), (a.x - b.x) * (a.y + b.y));
  }
  // Along the axis that it points along most; the two others in the order that keeps the winding.
  const dvec3 size = glm::abs(normal);
  const int axis = size.x > size.y && size.x > size.z ? 0 : size.y > size.z ? 1 : 2;
  const double sign = normal[axis] < 0.0 ? -1.0 : 1.0;
  std::vector<dvec2> out;
  out.reserve(p.size());
  for (const dvec3& c : p) out.emplace_back(sign * c[(axis + 1) % 3], c[(axis + 2) % 3]);
  return out;
}

double turn(const dvec2& a, const dvec2& b, const dvec2& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

class EarClipper {
 public:
  explicit EarClipper(std::vector<dvec2> points)
      : p_(std::move(points)),
        next_(p_.size()),
        before_(p_.size()),
        place_(p_.size(), kNone),
        n_(static_cast<std::uint32_t>(p_.size())) {
    for (std::uint32_t i = 0; i < n_; ++i) {
      next_[i] = (i + 1) % n_;
      before_[i] = (i + n_ - 1) % n_;
    }
    lay_grid();
    for (std::uint32_t i = 0; i < n_; ++i) {
      if (turn_at(i) <= 0.0) add_reflex(i);
    }
  }

  std::vector<std::array<std::uint32_t, 3>> run() {
    std::vector<std::array<std::uint32_t, 3>> out;
    out.reserve(n_ - 2);
    std::uint32_t at = 0, since = 0, left = n_;
    while (left > 3) {
      const bool stuck = since > left;
      // Where no corner is an ear, the outline touches or crosses itself: one that turns the right
      // way is taken, and where there is none, the next one.
      if (is_ear(at) || (stuck && (turn_at(at) > 0.0 || since > 2 * left))) {
        out.push_back({before_[at], at, next_[at]});
        const std::uint32_t a = before_[at], b = next_[at];
        remove(at);
        --left;
        renew(a);
        renew(b);
        at = next_[b];  // the neighbour's turn comes later: triangles stay wide
        since = 0;
      } else {
        at = next_[at];
        ++since;
      }
    }
    out.push_back({before_[at], at, next_[at]});
    return out;
  }

 private:
  static constexpr std::uint32_t kNone = ~0u;

  double turn_at(std::uint32_t i) const { return turn(p_[before_[i]], p_[i], p_[next_[i]]); }

  // About one corner a cell.
  void lay_grid() {
    lo_ = hi_ = p_[0];
    for (const dvec2& p : p_) {
      lo_ = glm::min(lo_, p);
      hi_ = glm::max(hi_, p);
    }
    side_ = static_cast<int>(std::clamp(std::sqrt(double(n_)), 1.0, 2048.0));
    const dvec2 size = glm::max(hi_ - lo_, dvec2(1e-300));
    scale_ = double(side_) / size;
    cell_.resize(static_cast<std::size_t>(side_) * static_cast<std::size_t>(side_));
  }
  glm::ivec2 cell_at(const dvec2& p) const {
    const dvec2 at = glm::clamp((p - lo_) * scale_, dvec2(0.0), dvec2(side_ - 1));
    return glm::ivec2(at);
  }
  std::vector<std::uint32_t>& cell(int x, int y) {
    return cell_[static_cast<std::size_t>(y) * static_cast<std::size_t>(side_) +
                 static_cast<std::size_t>(x)];
  }
  std::vector<std::uint32_t>& cell_of(std::uint32_t i) {
    const glm::ivec2 at = cell_at(p_[i]);
    return cell(at.x, at.y);
  }

  // A reflex corner is in its cell and in the list of all of them; only these can lie in an ear.
  void add_reflex(std::uint32_t i) {
    cell_of(i).push_back(i);
    place_[i] = static_cast<std::uint32_t>(reflex_.size());
    reflex_.push_back(i);
  }
  void take_reflex(std::uint32_t i) {
    std::erase(cell_of(i), i);
    const std::uint32_t hole = place_[i];
    place_[reflex_.back()] = hole;
    reflex_[hole] = reflex_.back();
    reflex_.pop_back();
    place_[i] = kNone;
  }
  // A corner turns no further in when a neighbour goes, but for outlines that cross themselves.
  void renew(std::uint32_t i) {
    const bool is = turn_at(i) <= 0.0, was = place_[i] != kNone;
    if (is && !was) add_reflex(i);
    if (!is && was) take_reflex(i);
  }
  void remove(std::uint32_t i) {
    if (place_[i] != kNone) take_reflex(i);
    next_[before_[i]] = next_[i];
    before_[next_[i]] = before_[i];
  }

  bool is_ear(std::uint32_t i) {
    if (place_[i] != kNone) return false;
    const std::uint32_t ia = before_[i], ic = next_[i];
    const dvec2 &a = p_[ia], &b = p_[i], &c = p_[ic];
    const auto inside = [&](std::uint32_t k) {
      if (k == ia || k == ic) return false;
      const dvec2& q = p_[k];
      if (q == a || q == b || q == c) return false;  // where a hole was cut open
      return turn(a, b, q) >= 0.0 && turn(b, c, q) >= 0.0 && turn(c, a, q) >= 0.0;
    };
    const glm::ivec2 from = cell_at(glm::min(a, glm::min(b, c)));
    const glm::ivec2 to = cell_at(glm::max(a, glm::max(b, c)));
    const glm::ivec2 count = to - from + 1;
    if (static_cast<std::size_t>(count.x) * static_cast<std::size_t>(count.y) > reflex_.size()) {
      return std::ranges::none_of(reflex_, inside);
    }
    for (int y = from.y; y <= to.y; ++y) {
      for (int x = from.x; x <= to.x; ++x) {
        if (std::ranges::any_of(cell(x, y), inside)) return false;
      }
    }
    return true;
  }

  std::vector<dvec2> p_;
  std::vector<std::uint32_t> next_, before_;
  std::vector<std::uint32_t> reflex_, place_;  // place_: in reflex_, or kNone
  std::uint32_t n_;
  dvec2 lo_{0.0}, hi_{0.0}, scale_{1.0};
  int side_ = 1;
  std::vector<std::vector<std::uint32_t>> cell_;
};

}  // namespace

std::vector<std::array<std::uint32_t, 3>> divide_polygon(std::span<const vec3> corner) {
  if (corner.size() < 3) return {};
  return EarClipper(seen_flat(corner)).run();
}

}  // namespace bindpose
