#include "io/collada/curve.h"

#include <algorithm>

namespace bindpose {
namespace {

enum class Kind { Linear, Step, Bezier, Hermite, Unknown };

Kind kind_of(const std::string& word) {
  if (word == "LINEAR") return Kind::Linear;
  if (word == "STEP") return Kind::Step;
  if (word == "BEZIER") return Kind::Bezier;
  return word == "HERMITE" ? Kind::Hermite : Kind::Unknown;
}

// Tangents of one side. An output of N numbers has N values a key (time runs evenly), N pairs of
// time and value, or one time before N values.
class Tangents {
 public:
  Tangents(const std::optional<ColladaSource>& source, std::size_t keys, std::size_t components) {
    if (!source || source->count < keys) return;
    const std::size_t n = components;
    const std::size_t s = source->stride;
    if (s != n && s != 2 * n && s != n + 1) return;
    source_ = &*source;
    pairs_ = s == 2 * n;
    shared_time_ = !pairs_ && s == n + 1;
  }
  bool there() const { return source_ != nullptr; }
  std::optional<double> time(std::size_t key, std::size_t c) const {
    if (pairs_) return source_->at(key, 2 * c);
    if (shared_time_) return source_->at(key, 0);
    return {};
  }
  double value(std::size_t key, std::size_t c) const {
    return source_->at(key, pairs_ ? 2 * c + 1 : shared_time_ ? c + 1 : c);
  }

 private:
  const ColladaSource* source_ = nullptr;
  bool pairs_ = false;
  bool shared_time_ = false;
};

// From the key to its control point. `third`: a third of the way to the neighbour in time.
vec2 handle(const Tangents& tangents, Kind kind, std::size_t key, std::size_t c, double time,
            double value, double third, double side) {
  const std::optional<double> x = tangents.time(key, c);
  const double y = tangents.value(key, c);
  if (kind == Kind::Bezier) {
    return {static_cast<float>(x ? *x - time : third), static_cast<float>(y - value)};
  }
  return {static_cast<float>(x ? side * *x / 3.0 : third), static_cast<float>(side * y / 3.0)};
}

bool sound(const std::optional<ColladaSource>& time, const std::optional<ColladaSource>& value) {
  constexpr std::size_t kMaxComponents = 16;
  if (!time || !value || time->stride != 1 || value->stride > kMaxComponents) return false;
  return time->count <= value->count && std::is_sorted(time->value.begin(), time->value.end());
}

struct Arrays {
  ColladaSource time, value;
  std::optional<ColladaSource> in, out;
  std::vector<Kind> kind;  // one a key
};

Curve component(const Arrays& a, std::size_t c) {
  const std::size_t keys = a.time.count;
  const Tangents in(a.in, keys, a.value.stride);
  const Tangents out(a.out, keys, a.value.stride);
  Curve curve;
  curve.key.resize(keys);
  for (std::size_t k = 0; k < keys; ++k) {
    curve.key[k].time = a.time.at(k, 0);
    curve.key[k].value = static_cast<float>(a.value.at(k, c));
  }
  for (std::size_t k = 0; k + 1 < keys; ++k) {
    CurveKey& from = curve.key[k];
    CurveKey& to = curve.key[k + 1];
    if (a.kind[k] == Kind::Step) from.segment = Segment::Step;
    if (a.kind[k] != Kind::Bezier && a.kind[k] != Kind::Hermite) continue;
    from.segment = Segment::Cubic;
    const double third = (to.time - from.time) / 3.0;
    from.leaving = handle(out, a.kind[k], k, c, from.time, a.value.at(k, c), third, 1.0);
    to.arriving = handle(in, a.kind[k], k + 1, c, to.time, a.value.at(k + 1, c), -third, -1.0);
  }
  return curve;
}

}  // namespace

std::optional<ColladaCurves> read_collada_sampler(ColladaDocument& document,
                                                  pugi::xml_node sampler) {
  const auto source = [&](const char* semantic) {
    return collada_source(document, collada_input(document, sampler, semantic));
  };
  auto time = source("INPUT");
  auto value = source("OUTPUT");
  if (!sound(time, value)) return {};
  Arrays arrays{
      std::move(*time), std::move(*value), source("IN_TANGENT"), source("OUT_TANGENT"), {}};
  const std::size_t keys = arrays.time.count;
  const std::size_t components = arrays.value.stride;
  const bool tangents = Tangents(arrays.in, keys, components).there() &&
                        Tangents(arrays.out, keys, components).there();
  const std::vector<std::string> words =
      collada_words(document, collada_input(document, sampler, "INTERPOLATION"));
  ColladaCurves out;
  for (std::size_t k = 0; k < keys; ++k) {
    Kind kind = k < words.size() ? kind_of(words[k]) : Kind::Linear;
    const bool spline = kind == Kind::Bezier || kind == Kind::Hermite;
    if (kind == Kind::Unknown || (spline && !tangents)) {
      ++out.unknown;
      kind = Kind::Linear;
    }
    out.bent = out.bent || (spline && tangents && k + 1 < keys);
    arrays.kind.push_back(kind);
  }
  for (std::size_t c = 0; c < components; ++c) out.component.push_back(component(arrays, c));
  return out;
}

Curve moved(Curve curve, double start, double scale) {
  const float s = static_cast<float>(scale);
  for (CurveKey& key : curve.key) {
    key.time -= start;
    key.value *= s;
    key.arriving.y *= s;
    key.leaving.y *= s;
  }
  return curve;
}

}  // namespace bindpose
