#include "io/fbx/clips/motion.h"

#include <algorithm>
#include <cmath>

#include "io/fbx/clips/curve.h"
#include "io/fbx/clips/extrapolation.h"
#include "rig/time/key_times.h"

namespace bindpose {
namespace {

constexpr std::size_t kMaxExtendedKeys = 1000000;

struct LayerCurves {
  const FbxLayer* layer = nullptr;
  bool replaces = false;
  ComponentCurves curves;
  Curve weight;  // without keys: the layer's weight

  double weight_at(double time) const {
    const float value = sample(weight, time, static_cast<float>(layer->weight));
    return std::clamp(double{value}, 0.0, 1.0);
  }
};

bool is_flat(const Curve& curve) {
  const float value = curve.key.front().value;
  return std::all_of(curve.key.begin(), curve.key.end(), [&](const CurveKey& k) {
    const bool straight = k.segment != Segment::Cubic;
    return k.value == value && (straight || k.leaving.y == 0.0f) && k.arriving.y == 0.0f;
  });
}

class MotionReader {
 public:
  MotionReader(const FbxTree& tree, const FbxClock& clock, std::size_t& budget,
               FbxMotionNotes& notes)
      : tree_(tree), clock_(clock), budget_(budget), notes_(notes) {}

  // `added`: a layer that is added to those below, or nullptr. What it says nothing of it does not
  // change; of another layer that is the value at rest.
  ComponentCurves read(const FbxAnimated& animated, const FbxLocal& local, const FbxLayer* added) {
    ComponentCurves out = fbx_still(local, animated.part);
    const bool factor =
        added != nullptr && animated.part == FbxPart::Scaling && added->composes_scale;
    if (added != nullptr) out.fallback = vec3(factor ? 1.0f : 0.0f);
    const double scale = out.target == CurveTarget::Rotation ? glm::radians(1.0) : 1.0;
    for (std::size_t a = 0; a < 3; ++a) {
      float& fallback = out.fallback[static_cast<int>(a)];
      const float value = static_cast<float>(animated.value[a].value_or(NAN) * scale);
      if (std::isfinite(value)) fallback = value;
      if (animated.curve[a] == 0) continue;
      auto curve = read_fbx_curve(tree_, animated.curve[a],
                                  {clock_.ticks_per_second, clock_.start, scale}, budget_);
      if (!curve) {
        ++notes_.bad_curves;
      } else if (is_flat(*curve)) {
        fallback = curve->key.front().value;
      } else {
        go_on_beyond(animated.curve[a], *curve);
        out.axis[a] = std::move(*curve);
      }
    }
    return out;
  }

  // The layer's weight over time.
  Curve read_weight(const FbxLayer& layer) {
    constexpr double kPercent = 0.01;
    if (layer.weight_curve == 0 || layer.blend == FbxBlend::Replace) return {};
    auto curve = read_fbx_curve(tree_, layer.weight_curve,
                                {clock_.ticks_per_second, clock_.start, kPercent}, budget_);
    if (!curve) {
      ++notes_.bad_curves;
      return {};
    }
    go_on_beyond(layer.weight_curve, *curve);
    return std::move(*curve);
  }

 private:
  void go_on_beyond(std::uint32_t node, Curve& curve) {
    const std::size_t most = curve.key.size() + budget_ / sizeof(CurveKey);
    const std::size_t keys = curve.key.size();
    if (!extend(curve, read_fbx_extrapolation(tree_, node, "Pre-Extrapolation"),
                read_fbx_extrapolation(tree_, node, "Post-Extrapolation"), 0.0, clock_.duration,
                std::min(most, kMaxExtendedKeys))) {
      ++notes_.cut_short;
    }
    budget_ -= (curve.key.size() - keys) * sizeof(CurveKey);
  }

  const FbxTree& tree_;
  const FbxClock& clock_;
  std::size_t& budget_;
  FbxMotionNotes& notes_;
};

bool moves(const ComponentCurves& curves) {
  return std::any_of(curves.axis.begin(), curves.axis.end(),
                     [](const Curve& c) { return !c.key.empty(); });
}

// Whether what a layer adds is multiplied: rotations as rotations, scales as factors.
bool composes(const FbxLayer& layer, FbxPart part) {
  return part == FbxPart::Rotation ? layer.composes_rotation
                                   : part == FbxPart::Scaling && layer.composes_scale;
}

void shift(ComponentCurves& curves, const vec3& by) {
  for (int a = 0; a < 3; ++a) {
    for (CurveKey& key : curves.axis[static_cast<std::size_t>(a)].key) key.value += by[a];
  }
  curves.fallback = curves.fallback + by;
}

// The one layer that counts, exactly: where it stands by itself, or is added to a value that does
// not move.
bool exact(std::vector<LayerCurves>& layers, FbxPart part, const ComponentCurves& rest) {
  if (layers.size() != 1) return false;
  LayerCurves& only = layers[0];
  if (only.replaces) return true;
  const bool whole = only.layer->weight == 1.0 && only.weight.key.empty();
  if (only.layer->blend != FbxBlend::Add || !whole) return false;
  const vec3 neutral(part == FbxPart::Scaling ? 1.0f : 0.0f);
  if (composes(*only.layer, part)) return rest.fallback == neutral;
  shift(only.curves, rest.fallback);
  return true;
}

// Combining follows ufbx (ufbxi_combine_anim_layer).
float power(float base, double exponent) {
  return static_cast<float>(
      std::copysign(std::pow(std::abs(double{base}), exponent), double{base}));
}

vec3 combine(const vec3& below, const vec3& value, const LayerCurves& on, double weight,
             FbxPart part) {
  if (on.replaces) return value;
  const float part_on = static_cast<float>(weight);
  const bool add = on.layer->blend == FbxBlend::Add;
  if (part == FbxPart::Scaling && on.layer->composes_scale) {
    vec3 out(1.0f);
    for (int a = 0; a < 3; ++a) {
      const float under = add ? below[a] : power(below[a], 1.0 - weight);
      out[a] = under * power(value[a], weight);
    }
    return out;
  }
  return add ? below + value * part_on : below * (1.0f - part_on) + value * part_on;
}

// From one rotation to another the shorter way round; where both ways are the same, as both are
// stored: half a turn keeps its sense, whatever its last digit is.
quat part_of_turn(const quat& from, const quat& to, float part) {
  constexpr float kSame = 1e-6f;
  return glm::mix(from, glm::dot(from, to) < -kSame ? -to : to, part);
}

quat combine(const quat& below, const quat& value, const LayerCurves& on, float weight) {
  if (on.replaces) return value;
  const quat none(1.0f, 0.0f, 0.0f, 0.0f);
  const bool add = on.layer->blend == FbxBlend::Add;
  return glm::normalize(add ? below * part_of_turn(none, value, weight)
                            : part_of_turn(below, value, weight));
}

std::vector<double> baked_times(const std::vector<LayerCurves>& layers) {
  std::vector<double> out;
  for (const LayerCurves& l : layers) {
    for (const Curve& c : l.curves.axis) add_key_times(c, out);
    add_key_times(l.weight, out);
  }
  return moments_to_bake(std::move(out), true);
}

// Whether these are the two sides of a jump (add_key_times).
bool jumps_between(double before, double after) {
  constexpr double kRoom = 1.01;
  return after - before <= kRoom * (after - just_before(after));
}

TrackFactor bake_rotation(const std::vector<LayerCurves>& layers, const ComponentCurves& rest) {
  TrackFactor out;
  for (const double t : baked_times(layers)) {
    quat q = rotation_from_euler(rest.fallback, rest.order);
    for (const LayerCurves& l : layers) {
      q = combine(q, rotation_from_euler(sample(l.curves, t), l.curves.order), l,
                  static_cast<float>(l.weight_at(t)));
    }
    out.rotation.time.push_back(t);
    out.rotation.value.push_back(q);
  }
  return out;
}

TrackFactor bake(const std::vector<LayerCurves>& layers, const ComponentCurves& rest,
                 FbxPart part) {
  TrackFactor out;
  out.curves = rest;
  const std::vector<double> times = baked_times(layers);
  for (std::size_t k = 0; k < times.size(); ++k) {
    const double t = times[k];
    vec3 v = rest.fallback;
    for (const LayerCurves& l : layers)
      v = combine(v, sample(l.curves, t), l, l.weight_at(t), part);
    for (int a = 0; a < 3; ++a) {
      CurveKey key;
      key.time = t;
      if (k + 1 < times.size() && jumps_between(t, times[k + 1])) key.segment = Segment::Step;
      key.value = std::isfinite(v[a]) ? v[a] : rest.fallback[a];
      out.curves.axis[static_cast<std::size_t>(a)].key.push_back(key);
    }
  }
  return out;
}

void set_still(const ComponentCurves& curves, FbxPart part, FbxLocal& local) {
  const glm::dvec3 value(curves.fallback);
  local[part] = curves.target == CurveTarget::Rotation ? glm::degrees(value) : value;
}

void combine_layers(std::vector<LayerCurves> layers, FbxPart part, FbxLocal& local,
                    FbxMotion& motion, FbxMotionNotes& notes) {
  // What lies below a layer that replaces does not show.
  const auto top =
      std::find_if(layers.rbegin(), layers.rend(), [](const LayerCurves& l) { return l.replaces; });
  if (top != layers.rend()) layers.erase(layers.begin(), top.base() - 1);
  const ComponentCurves rest = fbx_still(local, part);
  if (exact(layers, part, rest)) {
    ComponentCurves& curves = layers[0].curves;
    if (!moves(curves)) return set_still(curves, part, local);
    motion[part].curves = std::move(curves);
    return;
  }
  ++notes.baked;
  const bool turns = part == FbxPart::Rotation &&
                     std::any_of(layers.begin(), layers.end(), [&](const LayerCurves& l) {
                       return !l.replaces && composes(*l.layer, part);
                     });
  motion[part] = turns ? bake_rotation(layers, rest) : bake(layers, rest, part);
}

}  // namespace

void read_fbx_motion(const FbxTree& tree, const std::vector<FbxLayered>& layered,
                     const FbxClock& clock, std::size_t& budget, FbxLocal& local, FbxMotion& motion,
                     FbxMotionNotes& notes) {
  MotionReader reader(tree, clock, budget, notes);
  std::map<FbxPart, std::vector<LayerCurves>> parts;
  for (const FbxLayered& l : layered) {
    const bool replaces = l.lowest || l.layer->blend == FbxBlend::Replace;
    const bool adds = !replaces && l.layer->blend == FbxBlend::Add;
    parts[l.animated->part].push_back({l.layer, replaces,
                                       reader.read(*l.animated, local, adds ? l.layer : nullptr),
                                       replaces ? Curve() : reader.read_weight(*l.layer)});
  }
  for (auto& [part, layers] : parts) combine_layers(std::move(layers), part, local, motion, notes);
}

// Percent are read like the x of a translation, which nothing but layers changes.
Curve read_fbx_morph(const FbxTree& tree, const std::vector<FbxLayeredMorph>& layered,
                     const FbxClock& clock, std::size_t& budget, double rest,
                     FbxMotionNotes& notes) {
  constexpr double kPercent = 0.01;
  FbxLocal local;
  local[FbxPart::Translation].x = rest / kPercent;
  std::vector<FbxAnimated> as_translation(layered.size());
  std::vector<FbxLayered> layers;
  for (std::size_t i = 0; i < layered.size(); ++i) {
    as_translation[i].curve[0] = layered[i].animated->curve;
    as_translation[i].value[0] = layered[i].animated->value;
    layers.push_back({layered[i].layer, layered[i].lowest, &as_translation[i]});
  }
  FbxMotion motion;
  read_fbx_motion(tree, layers, clock, budget, local, motion, notes);
  Curve out;
  if (const auto moving = motion.find(FbxPart::Translation); moving != motion.end()) {
    out = std::move(moving->second.curves.axis[0]);
  }
  if (out.key.empty()) {
    CurveKey key;
    key.value = static_cast<float>(local[FbxPart::Translation].x);
    out.key.push_back(key);
  }
  for (CurveKey& key : out.key) {
    key.value *= static_cast<float>(kPercent);
    key.arriving.y *= static_cast<float>(kPercent);
    key.leaving.y *= static_cast<float>(kPercent);
  }
  return out;
}

}  // namespace bindpose
