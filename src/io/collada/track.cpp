#include "io/collada/track.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <string_view>

#include "io/collada/elements.h"
#include "math/transform.h"
#include "rig/time/key_times.h"

namespace bindpose {
namespace {

enum class Element { Translate, Rotate, Scale, Matrix, LookAt, Skew };

std::optional<Element> element_of(std::string_view name) {
  if (name == "translate") return Element::Translate;
  if (name == "rotate") return Element::Rotate;
  if (name == "scale") return Element::Scale;
  if (name == "matrix") return Element::Matrix;
  if (name == "lookat") return Element::LookAt;
  if (name == "skew") return Element::Skew;
  return {};
}

std::size_t size_of(Element element) {
  switch (element) {
    case Element::Translate:
    case Element::Scale:
      return 3;
    case Element::Rotate:
      return 4;
    case Element::Matrix:
      return 16;
    case Element::LookAt:
      return 9;
    case Element::Skew:
      return 7;
  }
  return 0;
}

using Numbers = std::vector<float>;

vec3 vector_at(const Numbers& v, std::size_t at) {
  return {v[at], v[at + 1], v[at + 2]};
}

quat turn(const Numbers& v) {
  const vec3 axis = vector_at(v, 0);
  const float length = glm::length(axis);
  if (!(length > 0.0f)) return {1.0f, 0.0f, 0.0f, 0.0f};
  return glm::angleAxis(glm::radians(v[3]), axis / length);
}

mat4 matrix_of(Element element, const Numbers& v) {
  switch (element) {
    case Element::Translate:
      return to_matrix({vector_at(v, 0)});
    case Element::Scale:
      return to_matrix({vec3(0.0f), quat(1, 0, 0, 0), vector_at(v, 0)});
    case Element::Rotate:
      return to_matrix({vec3(0.0f), turn(v)});
    case Element::Matrix: {
      mat4 m(1.0f);
      for (int k = 0; k < 16; ++k) m[k % 4][k / 4] = v[static_cast<std::size_t>(k)];
      return m;
    }
    case Element::LookAt: {
      const mat4 m = glm::inverse(glm::lookAt(vector_at(v, 0), vector_at(v, 3), vector_at(v, 6)));
      return is_finite(m) ? m : mat4(1.0f);
    }
    case Element::Skew: {
      const std::vector<double> numbers(v.begin(), v.end());
      const auto skewed = collada_skew(numbers);
      return skewed ? mat4(*skewed) : mat4(1.0f);
    }
  }
  return mat4(1.0f);
}

// The element's numbers as stored, and a curve for each that moves.
struct Moving {
  Numbers still;
  std::vector<Curve> curve;
  bool bent = false;

  float at(std::size_t k, double time) const { return sample(curve[k], time, still[k]); }
  Numbers at(double time) const {
    Numbers out(still.size());
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = at(k, time);
    return out;
  }
  bool moves(std::size_t k) const {
    return std::any_of(curve[k].key.begin(), curve[k].key.end(), [&](const CurveKey& key) {
      return key.value != curve[k].key.front().value;
    });
  }
};

void take(Moving& moving, std::size_t k, const ColladaCurves& curves, std::size_t c, double start) {
  if (k >= moving.curve.size() || c >= curves.component.size()) return;
  moving.curve[k] = moved(curves.component[c], start, 1.0);
  if (!moving.curve[k].key.empty()) moving.still[k] = moving.curve[k].key.front().value;
}

Moving read_moving(Numbers still, const std::vector<ColladaMotion>& motions, double start) {
  Moving out;
  out.curve.resize(still.size());
  out.still = std::move(still);
  for (const ColladaMotion& m : motions) {
    out.bent = out.bent || m.curves->bent;
    if (m.component >= 0) {
      take(out, static_cast<std::size_t>(m.component), *m.curves, 0, start);
    } else {
      for (std::size_t k = 0; k < out.still.size(); ++k) take(out, k, *m.curves, k, start);
    }
  }
  return out;
}

bool all_step(const Moving& moving) {
  bool some = false;
  for (const Curve& c : moving.curve) {
    for (std::size_t k = 0; k + 1 < c.key.size(); ++k) {
      some = true;
      if (c.key[k].segment != Segment::Step) return false;
    }
  }
  return some;
}

bool any_step(const Moving& moving) {
  return std::any_of(moving.curve.begin(), moving.curve.end(), [](const Curve& c) {
    return std::any_of(c.key.begin(), c.key.end(),
                       [](const CurveKey& k) { return k.segment == Segment::Step; });
  });
}

std::vector<double> key_times(const Moving& moving, bool dense) {
  std::vector<double> out;
  for (const Curve& c : moving.curve) {
    if (dense) {
      add_key_times(c, out);
    } else {
      for (const CurveKey& key : c.key) out.push_back(key.time);
    }
  }
  return moments_to_bake(std::move(out), dense);
}

TrackFactor curves_factor(const Moving& moving, CurveTarget target) {
  TrackFactor out;
  out.curves.target = target;
  for (std::size_t k = 0; k < 3; ++k) {
    out.curves.axis[k] = moving.curve[k];
    out.curves.fallback[static_cast<int>(k)] = moving.still[k];
  }
  return out;
}

// About one of the axes the angle's curve is kept; about any other it is the z axis turned there
// and back.
void add_rotation(const Moving& moving, std::vector<TrackFactor>& out, ColladaTrackNotes& notes) {
  if (moving.moves(0) || moving.moves(1) || moving.moves(2)) {
    ++notes.baked;
    TrackFactor factor;
    for (const double t : key_times(moving, true)) {
      factor.rotation.time.push_back(t);
      factor.rotation.value.push_back(turn(moving.at(t)));
    }
    out.push_back(std::move(factor));
    return;
  }
  const vec3 axis = vector_at(moving.still, 0);
  const float length = glm::length(axis);
  if (!(length > 0.0f)) return;
  const vec3 unit = axis / length;
  std::size_t along = 3;
  for (std::size_t k = 0; k < 3; ++k) {
    if (std::abs(std::abs(unit[static_cast<int>(k)]) - 1.0f) < 1e-6f) along = k;
  }
  const bool backwards = along < 3 && unit[static_cast<int>(along)] < 0.0f;
  TrackFactor factor;
  factor.curves.target = CurveTarget::Rotation;
  const std::size_t slot = along < 3 ? along : 2;
  const double scale = glm::radians(backwards ? -1.0 : 1.0);
  factor.curves.axis[slot] = moved(moving.curve[3], 0.0, scale);
  factor.curves.fallback[static_cast<int>(slot)] =
      static_cast<float>(double{moving.still[3]} * scale);
  if (along < 3) {
    out.push_back(std::move(factor));
    return;
  }
  const vec3 z(0.0f, 0.0f, 1.0f);
  const quat to_axis(1.0f + glm::dot(z, unit), glm::cross(z, unit));
  const mat4 there = to_matrix({vec3(0.0f), glm::normalize(to_axis)});
  out.push_back(constant_factor(there));
  out.push_back(std::move(factor));
  out.push_back(constant_factor(glm::transpose(there)));
}

// Keys of a matrix are taken apart; between them translation and scale go straight, rotations along
// the arc.
TrackFactor matrix_factor(const Moving& moving, ColladaTrackNotes& notes) {
  constexpr float kShear = 1e-3f;
  const bool steps = all_step(moving);
  const bool dense = !steps && (moving.bent || any_step(moving));
  if (dense) ++notes.baked;
  TrackFactor out;
  for (const double t : key_times(moving, dense)) {
    const mat4 m = matrix_of(Element::Matrix, moving.at(t));
    const Transform parts = decompose(m);
    const float size = std::max({1e-20f, glm::length(vec3(m[0])), glm::length(vec3(m[1]))});
    if (max_difference(mat4(mat3(to_matrix(parts))), mat4(mat3(m))) > kShear * size)
      ++notes.sheared;
    out.translation.time.push_back(t);
    out.translation.value.push_back(parts.t);
    out.rotation.value.push_back(parts.q);
    out.scale.value.push_back(parts.s);
  }
  out.rotation.time = out.scale.time = out.translation.time;
  if (steps) {
    out.translation.interpolation = Interpolation::Step;
    out.rotation.interpolation = out.scale.interpolation = Interpolation::Step;
  }
  return out;
}

void add_constant(std::vector<TrackFactor>& factors, const mat4& matrix) {
  if (matrix == mat4(1.0f) || !is_finite(matrix)) return;
  if (!factors.empty() && factors.back().constant) {
    factors.back().matrix = factors.back().matrix * matrix;
  } else {
    factors.push_back(constant_factor(matrix));
  }
}

}  // namespace

std::vector<TrackFactor> collada_factors(ColladaDocument& document, pugi::xml_node node,
                                         const ColladaMotions& motions, double start,
                                         ColladaTrackNotes& notes) {
  std::vector<TrackFactor> out;
  for (const pugi::xml_node child : node.children()) {
    const std::optional<Element> element = element_of(child.name());
    if (!element) continue;
    const std::vector<double> stored = collada_numbers(document, child);
    Numbers still(stored.begin(), stored.end());
    if (still.size() < size_of(*element)) continue;
    still.resize(size_of(*element));
    const auto found = motions.find(child.hash_value());
    if (found == motions.end() || *element == Element::LookAt || *element == Element::Skew) {
      if (found != motions.end()) ++notes.unread;
      add_constant(out, matrix_of(*element, still));
      continue;
    }
    const Moving moving = read_moving(std::move(still), found->second, start);
    if (*element == Element::Translate)
      out.push_back(curves_factor(moving, CurveTarget::Translation));
    if (*element == Element::Scale) out.push_back(curves_factor(moving, CurveTarget::Scale));
    if (*element == Element::Rotate) add_rotation(moving, out, notes);
    if (*element == Element::Matrix) out.push_back(matrix_factor(moving, notes));
  }
  if (out.empty()) out.push_back(constant_factor(mat4(1.0f)));
  return out;
}

}  // namespace bindpose
