#include "scene/numbers/numbers_error.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "math/bounds.h"
#include "math/numbers.h"
#include "scene/numerals.h"

namespace bindpose {

namespace {

double largest(const dmat3& m) {
  double out = 0.0;
  for (int c = 0; c < 3; ++c) {
    for (int r = 0; r < 3; ++r) out = std::max(out, std::abs(m[c][r]));
  }
  return out;
}

// Calls `use` with the difference of every entry, by its scale.
template <typename Use>
void each_difference(const dmat4& right, const dmat4& given, const MatrixScale& scale, Use use) {
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) {
      const double by = r == 3 ? 1.0 : c == 3 ? scale.length : scale.linear;
      use((given[c][r] - right[c][r]) / by);
    }
  }
}

// The axes of a matrix at unit length; nothing turns where one has none.
bool unit_axes(const dmat4& m, dmat3& out) {
  for (int c = 0; c < 3; ++c) {
    const dvec3 axis(m[c]);
    const double length = glm::length(axis);
    if (!(length > 1e-12) || !std::isfinite(length)) return false;
    out[c] = axis / length;
  }
  return true;
}

}  // namespace

NumbersSize::NumbersSize(const RigInputs&, const RigNumbers& right, const Scene& scene) {
  Box box;
  for (const Mesh& mesh : scene.model->meshes) {
    for (const vec3& p : mesh.position) box.add(p);
  }
  if (box.empty()) {
    for (const dmat4& w : right.world) box.add(vec3(w[3]));
  }
  if (!box.empty()) length_ = double{glm::length(box.hi - box.lo)};
  if (!(length_ > 0.0) || !std::isfinite(length_)) length_ = 1.0;
  local_ = 0.0;
  for (const dmat4& l : right.base_local) local_ = std::max(local_, glm::length(dvec3(l[3])));
  if (!(local_ > 0.0) || !std::isfinite(local_)) local_ = length_;
}

MatrixScale NumbersSize::scale_of(RigQuantity quantity, const dmat4& right) const {
  MatrixScale out;
  const double linear = largest(dmat3(right));
  if (linear > 0.0 && std::isfinite(linear)) out.linear = linear;
  out.length = length_;
  if (quantity == RigQuantity::BaseLocal || quantity == RigQuantity::UserLocal) out.length = local_;
  // It leads into the joint's own frame, where lengths are others.
  if (quantity == RigQuantity::InverseBind || quantity == RigQuantity::FileInverseBind) {
    out.length = length_ * out.linear;
  }
  return out;
}

double matrix_error(const dmat4& right, const dmat4& given, const MatrixScale& scale) {
  double out = 0.0;
  bool numbers = true;
  each_difference(right, given, scale, [&](double d) {
    numbers = numbers && std::isfinite(d);
    out = std::max(out, std::abs(d));
  });
  return numbers ? out : std::numeric_limits<double>::infinity();
}

double squared_difference(const dmat4& right, const dmat4& given, const MatrixScale& scale) {
  double out = 0.0;
  each_difference(right, given, scale, [&](double d) { out += d * d; });
  return std::isfinite(out) ? out : std::numeric_limits<double>::infinity();
}

std::string no_number_in_words(const dmat4& given) {
  for (int r = 0; r < 4; ++r) {
    for (int c = 0; c < 4; ++c) {
      if (!std::isfinite(given[c][r])) {
        return "row " + std::to_string(r + 1) + ", column " + std::to_string(c + 1) +
               " is not a number";
      }
    }
  }
  return "";
}

std::string no_number_in_words(const dvec3& given) {
  for (int c = 0; c < 3; ++c) {
    if (!std::isfinite(given[c])) return std::string(1, "xyz"[c]) + " is not a number";
  }
  return "";
}

std::string distance_in_words(double distance, const Model& model) {
  const double metres = distance * metres_a_unit(model);
  if (!(metres > 0.0) || !std::isfinite(metres)) return short_value(float(distance)) + " away";
  if (metres < 0.01) return short_value(float(metres * 1000.0)) + " mm away";
  if (metres < 1.0) return short_value(float(metres * 100.0)) + " cm away";
  return short_value(float(metres)) + " m away";
}

std::string difference_in_words(const dmat4& right, const dmat4& given, const MatrixScale& scale,
                                const Model& model) {
  std::string out = no_number_in_words(given);
  if (!out.empty()) return out;
  const auto add = [&out](const std::string& words) {
    out += (out.empty() ? "" : " and ") + words;
  };
  constexpr double kToTell = 1e-6;
  dmat3 a, b;
  if (unit_axes(right, a) && unit_axes(given, b)) {
    const bool mirrored = glm::determinant(a) * glm::determinant(b) < 0.0;
    if (mirrored) add("mirrored");
    const double cosine =
        (glm::dot(a[0], b[0]) + glm::dot(a[1], b[1]) + glm::dot(a[2], b[2]) - 1.0) / 2.0;
    const double angle = std::acos(std::clamp(cosine, -1.0, 1.0)) * kDegreesPerRadian;
    if (!mirrored && angle > 0.01) add("turned by " + short_value(float(angle)) + " degrees");
    for (int c = 0; c < 3 && !mirrored; ++c) {
      const double ratio = glm::length(dvec3(given[c])) / glm::length(dvec3(right[c]));
      if (std::abs(ratio - 1.0) < 1e-4) continue;
      std::string times = short_value(float(ratio));
      if (times == "1") {  // as many digits as tell it from that
        char text[40];
        std::snprintf(text, sizeof text, "%.4f", ratio);
        times = text;
      }
      add("scaled " + times + " times along an axis");
      break;
    }
  }
  const double distance = glm::length(dvec3(given[3]) - dvec3(right[3]));
  if (std::isfinite(distance) && distance > kToTell * scale.length)
    add(distance_in_words(distance, model));
  for (int c = 0; c < 4; ++c) {
    constexpr double kNoise = 1e-4;  // as the tolerance is where none is given
    if (std::abs(given[c][3] - right[c][3]) < kNoise) continue;
    add("its last row is not 0 0 0 1");
    break;
  }
  return out.empty() ? "its numbers differ" : out;
}

}  // namespace bindpose
