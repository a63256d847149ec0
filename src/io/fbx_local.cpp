#include "io/fbx_local.h"

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

namespace bindpose {
namespace {

using glm::dmat4;
using glm::dvec3;

struct Link {
  FbxPart part;
  bool inverse;
};
constexpr Link kChain[] = {{FbxPart::Translation, false},   {FbxPart::RotationOffset, false},
                           {FbxPart::RotationPivot, false}, {FbxPart::PreRotation, false},
                           {FbxPart::Rotation, false},      {FbxPart::PostRotation, true},
                           {FbxPart::RotationPivot, true},  {FbxPart::ScalingOffset, false},
                           {FbxPart::ScalingPivot, false},  {FbxPart::Scaling, false},
                           {FbxPart::ScalingPivot, true}};

CurveTarget target_of(FbxPart part) {
  switch (part) {
    case FbxPart::Rotation:
    case FbxPart::PreRotation:
    case FbxPart::PostRotation:
      return CurveTarget::Rotation;
    case FbxPart::Scaling:
      return CurveTarget::Scale;
    default:
      return CurveTarget::Translation;
  }
}

// Whether the model makes nothing of a part.
bool is_off(const FbxModel& model, FbxPart part) {
  const bool extra = part == FbxPart::PreRotation || part == FbxPart::PostRotation;
  return extra && !model.turns_apart;
}

// Pre- and post-rotation always turn about x first.
EulerOrder order_of(const FbxModel& model, FbxPart part) {
  return part == FbxPart::Rotation && model.turns_apart ? model.order : EulerOrder::XYZ;
}

// The order of the inverse: R^-1 = Rx(-x) Ry(-y) Rz(-z) for XYZ.
EulerOrder reversed(EulerOrder order) {
  switch (order) {
    case EulerOrder::XYZ:
      return EulerOrder::ZYX;
    case EulerOrder::XZY:
      return EulerOrder::YZX;
    case EulerOrder::YZX:
      return EulerOrder::XZY;
    case EulerOrder::YXZ:
      return EulerOrder::ZXY;
    case EulerOrder::ZXY:
      return EulerOrder::YXZ;
    case EulerOrder::ZYX:
      return EulerOrder::XYZ;
  }
  return order;
}

const dvec3& stored(const FbxModel& model, FbxPart part) {
  return model.part[static_cast<std::size_t>(part)];
}

dmat4 rotation(const dvec3& degrees, EulerOrder order) {
  constexpr int kAxes[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
  dmat4 out(1.0);
  for (const int axis : kAxes[static_cast<std::size_t>(order)]) {
    dvec3 about(0.0);
    about[axis] = 1.0;
    out = glm::mat4_cast(glm::angleAxis(glm::radians(degrees[axis]), about)) * out;
  }
  return out;
}

dmat4 still(const FbxModel& model, const Link& link) {
  if (is_off(model, link.part)) return dmat4(1.0);
  const dvec3& value = stored(model, link.part);
  switch (target_of(link.part)) {
    case CurveTarget::Rotation: {
      const dmat4 turn = rotation(value, order_of(model, link.part));
      return link.inverse ? glm::transpose(turn) : turn;
    }
    case CurveTarget::Scale:
      return glm::scale(dmat4(1.0), value);
    default:
      return glm::translate(dmat4(1.0), link.inverse ? -value : value);
  }
}

// What undoes a translation or rotation.
ComponentCurves inverse(ComponentCurves curves) {
  for (Curve& axis : curves.axis) {
    for (CurveKey& key : axis.key) {
      key.value = -key.value;
      key.arriving.y = -key.arriving.y;
      key.leaving.y = -key.leaving.y;
    }
  }
  curves.fallback = -curves.fallback;
  curves.order = reversed(curves.order);
  return curves;
}

void append_constant(const dmat4& matrix, std::vector<TrackFactor>& out) {
  if (matrix == dmat4(1.0)) return;
  TrackFactor factor;
  factor.constant = true;
  factor.matrix = mat4(matrix);
  out.push_back(std::move(factor));
}

}  // namespace

mat4 fbx_rest_local(const FbxModel& model) {
  dmat4 out(1.0);
  for (const Link& link : kChain) out = out * still(model, link);
  return mat4(out);
}

vec3 fbx_rest_scale(const FbxModel& model) {
  return vec3(stored(model, FbxPart::Scaling));
}

ComponentCurves fbx_still(const FbxModel& model, FbxPart part) {
  ComponentCurves out;
  out.target = target_of(part);
  out.order = order_of(model, part);
  const dvec3& value = stored(model, part);
  out.fallback = vec3(out.target == CurveTarget::Rotation ? glm::radians(value) : value);
  return out;
}

std::vector<TrackFactor> fbx_factors(const FbxModel& model, const FbxCurves& curves) {
  std::vector<TrackFactor> out;
  dmat4 constant(1.0);
  for (const Link& link : kChain) {
    const auto found = curves.find(link.part);
    if (found == curves.end() || is_off(model, link.part)) {
      constant = constant * still(model, link);
      continue;
    }
    append_constant(constant, out);
    constant = dmat4(1.0);
    TrackFactor factor;
    factor.curves = link.inverse ? inverse(found->second) : found->second;
    out.push_back(std::move(factor));
  }
  append_constant(constant, out);
  if (out.empty()) {
    TrackFactor identity;
    identity.constant = true;
    out.push_back(std::move(identity));
  }
  return out;
}

}  // namespace bindpose
