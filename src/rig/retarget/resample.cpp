#include "rig/retarget/resample.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace bindpose {
namespace {

constexpr int kDeepest = 4;  // halvings of a piece
constexpr std::size_t kMostKnots = 200'000;
constexpr std::size_t kMostOfAll = 2'000'000;  // knots of all that is followed together

// Adds keys of one component, piece by piece from left to right.
template <typename T>
class KeyWriter {
 public:
  explicit KeyWriter(double tolerance) : tolerance_(static_cast<float>(tolerance)) {}

  // The cubic through the values at 0, 1/3, 2/3 and 1 of a piece that begins at `time`; false, and
  // nothing is added, where it misses those at 1/4, 1/2 and 3/4. `forced`: whatever it misses.
  bool add(double time, double length, std::array<T, 7> f, bool forced) {
    // The same turn, of the sign that the piece before ends with: from its start to its end.
    if (!keys.time.empty()) keep_sign(last_, f[0]);
    for (std::size_t k = 1; k < f.size(); ++k) keep_sign(f[0], f[k]);
    const float per = static_cast<float>(0.5 / length);
    const T& a = f[0];
    const T& b = f[2];  // 0, 1/4, 1/3, 1/2, 2/3, 3/4, 1
    const T& c = f[4];
    const T& d = f[6];
    const T leaving = (a * -11.0f + b * 18.0f + c * -9.0f + d * 2.0f) * per;
    const T arriving = (a * -2.0f + b * 9.0f + c * -18.0f + d * 11.0f) * per;
    if (!forced) {
      const float dt = static_cast<float>(length);
      const T at_quarter =
          a * 0.84375f + d * 0.15625f + (leaving * 0.140625f - arriving * 0.046875f) * dt;
      const T at_half = (a + d) * 0.5f + (leaving - arriving) * (0.125f * dt);
      const T at_three =
          a * 0.15625f + d * 0.84375f + (leaving * 0.046875f - arriving * 0.140625f) * dt;
      if (misses(at_quarter, f[1]) || misses(at_half, f[3]) || misses(at_three, f[5])) return false;
    }
    start(time, a, leaving);
    end_ = time + length;
    arriving_ = arriving;
    last_ = d;
    return true;
  }

  void finish(T value) {
    if (!keys.time.empty()) keep_sign(last_, value);
    start(end_, value, zero());
    drop_still();
  }

  Keys<T> keys{{}, {}, Interpolation::Cubic};

 private:
  static T zero() { return T() * 0.0f; }
  static void keep_sign(const quat& like, quat& q) {
    if (glm::dot(like, q) < 0.0f) q = -q;
  }
  static void keep_sign(const vec3&, vec3&) {}
  static quat finished(const quat& q) { return glm::normalize(q); }
  static vec3 finished(const vec3& v) { return v; }

  bool misses(const T& made, const T& exact) const {
    const T off = finished(made) - exact;
    float size = 1.0f, most = 0.0f;
    for (int c = 0; c < T::length(); ++c) {
      size = std::max(size, std::abs(exact[c]));
      most = std::max(most, std::abs(off[c]));
    }
    return most > tolerance_ * size;
  }

  // A key at the start of a piece; where the motion jumped there, one just before it as well.
  void start(double time, const T& value, const T& leaving) {
    if (!keys.time.empty()) {
      if (is_other(value, last_)) {
        const double before = time - std::max(1e-5, time * 3e-7);
        if (before > keys.time.back()) {
          push(before, arriving_, last_ - arriving_ * static_cast<float>(time - before), zero());
        }
        arriving_ = zero();
      }
    }
    push(time, arriving_, value, leaving);
  }
  bool is_other(const T& a, const T& b) const {
    const T off = a - b;
    float size = 1.0f, most = 0.0f;
    for (int c = 0; c < T::length(); ++c) {
      size = std::max(size, std::abs(a[c]));
      most = std::max(most, std::abs(off[c]));
    }
    return most > 10.0f * tolerance_ * size;
  }
  void push(double time, const T& in, const T& value, const T& out) {
    keys.time.push_back(time);
    keys.value.push_back(in);
    keys.value.push_back(value);
    keys.value.push_back(out);
  }
  void drop_still() {
    for (std::size_t k = 0; k + 2 < keys.value.size(); k += 3) {
      T other = keys.value[k + 1];
      keep_sign(keys.value[1], other);
      const T off = other - keys.value[1];
      for (int c = 0; c < T::length(); ++c) {
        if (std::abs(off[c]) > 0.1f * tolerance_) return;
      }
    }
    keys = {{keys.time.front()}, {keys.value[1]}, Interpolation::Linear};
  }

  float tolerance_;
  double end_ = 0.0;
  T arriving_ = zero(), last_ = zero();
};

struct Writers {
  KeyWriter<vec3> translation, scale;
  KeyWriter<quat> rotation;
  explicit Writers(double tolerance)
      : translation(tolerance), scale(tolerance), rotation(tolerance) {}
};

class Resampler {
 public:
  Resampler(const MotionAt& motion, std::size_t count, double tolerance)
      : motion_(motion), writer_(count, Writers(tolerance)), pose_(7) {
    for (auto& p : pose_) p.resize(count);
  }

  std::vector<ResampledKeys> run(std::span<const double> knots) {
    std::vector<std::size_t> all(writer_.size());
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = k;
    for (std::size_t k = 0; k + 1 < knots.size(); ++k) {
      piece(knots[k], knots[k + 1], true, {all, all, all}, 0);
    }
    std::vector<Transform> end(writer_.size());
    motion_(knots.back(), end);
    std::vector<ResampledKeys> out;
    for (std::size_t j = 0; j < writer_.size(); ++j) {
      Writers& w = writer_[j];
      if (knots.size() == 1) {
        out.push_back(
            {{{knots[0]}, {end[j].t}}, {{knots[0]}, {end[j].q}}, {{knots[0]}, {end[j].s}}});
        continue;
      }
      w.translation.finish(end[j].t);
      w.rotation.finish(end[j].q);
      w.scale.finish(end[j].s);
      out.push_back(
          {std::move(w.translation.keys), std::move(w.rotation.keys), std::move(w.scale.keys)});
    }
    return out;
  }

 private:
  // Those that still have to be followed: by component.
  using Open = std::array<std::vector<std::size_t>, 3>;

  void piece(double from, double to, bool ends_at_knot, const Open& open, int depth) {
    constexpr std::array<double, 7> kAt{0.0, 0.25, 1.0 / 3.0, 0.5, 2.0 / 3.0, 0.75, 1.0};
    const double length = to - from;
    for (std::size_t k = 0; k < kAt.size(); ++k) {
      // A jump at the next knot is not this piece's.
      const double end = ends_at_knot ? to - std::min(1e-9, 1e-3 * length) : to;
      motion_(k + 1 < kAt.size() ? from + kAt[k] * length : end, pose_[k]);
    }
    const bool forced = depth == kDeepest;
    Open left;
    const auto add = [&](std::size_t component, auto Writers::*writer, auto Transform::*member) {
      for (const std::size_t j : open[component]) {
        std::array<std::decay_t<decltype(pose_[0][0].*member)>, 7> f{};
        for (std::size_t k = 0; k < f.size(); ++k) f[k] = pose_[k][j].*member;
        if (!(writer_[j].*writer).add(from, length, f, forced)) left[component].push_back(j);
      }
    };
    add(0, &Writers::translation, &Transform::t);
    add(1, &Writers::rotation, &Transform::q);
    add(2, &Writers::scale, &Transform::s);
    if (left[0].empty() && left[1].empty() && left[2].empty()) return;
    const double middle = from + 0.5 * length;
    piece(from, middle, false, left, depth + 1);
    piece(middle, to, ends_at_knot, left, depth + 1);
  }

  const MotionAt& motion_;
  std::vector<Writers> writer_;
  std::vector<std::vector<Transform>> pose_;
};

}  // namespace

std::vector<ResampledKeys> resample(const MotionAt& motion, std::size_t count,
                                    std::span<const double> knots, double tolerance) {
  return Resampler(motion, count, tolerance).run(knots);
}

std::vector<double> knots_of(std::vector<double> times, double duration, double a_second,
                             std::size_t count) {
  if (!(duration > 0.0)) return {0.0};
  times.push_back(duration);
  std::erase_if(times, [&](double t) { return !(t >= 0.0) || t > duration; });
  constexpr double kSameTime = 1e-6;
  const auto in_order = [](std::vector<double> list) {
    std::ranges::sort(list);
    std::vector<double> out;
    for (const double t : list) {
      if (out.empty() || t - out.back() > kSameTime) out.push_back(t);
    }
    return out;
  };
  // Joints that were keyed together share their times: those count once.
  times = in_order(std::move(times));
  const std::size_t most =
      std::clamp(kMostOfAll / std::max<std::size_t>(count, 1), std::size_t{2}, kMostKnots);
  if (times.size() > most) times = {duration};
  constexpr double kRounding = 1e-3;  // of a step: durations are floats in files
  const double steps = std::clamp(std::ceil(duration * a_second - kRounding), 1.0, double(most));
  for (double k = 0.0; k < steps; k += 1.0) times.push_back(duration * (k / steps));
  std::vector<double> out = in_order(std::move(times));
  if (out.size() > 1) out.back() = duration;
  return out;
}

void add_key_times(const JointTrack& track, std::vector<double>& times) {
  const auto add = [&](const std::vector<double>& list) {
    times.insert(times.end(), list.begin(), list.end());
  };
  const auto add_curves = [&](const ComponentCurves& curves) {
    for (const Curve& curve : curves.axis) {
      for (const CurveKey& key : curve.key) times.push_back(key.time);
    }
  };
  for (const TrackFactor& f : track.factors) {
    add(f.translation.time);
    add(f.rotation.time);
    add(f.scale.time);
    add_curves(f.curves);
  }
  for (const ComponentCurves& c : track.left_out) add_curves(c);
  for (const ComponentCurves& c : track.taken_over) add_curves(c);
}

}  // namespace bindpose
