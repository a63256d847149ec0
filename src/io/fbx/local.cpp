#include "io/fbx/local.h"

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

// Whether a part counts for nothing.
bool is_off(const FbxLocal& local, FbxPart part) {
  const bool extra = part == FbxPart::PreRotation || part == FbxPart::PostRotation;
  return extra && !local.turns_apart;
}

// Pre- and post-rotation always turn about x first.
EulerOrder order_of(const FbxLocal& local, FbxPart part) {
  return part == FbxPart::Rotation && local.turns_apart ? local.order : EulerOrder::XYZ;
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

dmat4 still(const FbxLocal& local, const Link& link) {
  if (is_off(local, link.part)) return dmat4(1.0);
  const dvec3& value = local[link.part];
  switch (target_of(link.part)) {
    case CurveTarget::Rotation: {
      const dmat4 turn = rotation(value, order_of(local, link.part));
      return link.inverse ? glm::transpose(turn) : turn;
    }
    case CurveTarget::Scale:
      return glm::scale(dmat4(1.0), value);
    default:
      return glm::translate(dmat4(1.0), link.inverse ? -value : value);
  }
}

// A translation or rotation becomes what undoes it.
void invert(ComponentCurves& curves) {
  for (Curve& axis : curves.axis) {
    for (CurveKey& key : axis.key) {
      key.value = -key.value;
      key.arriving.y = -key.arriving.y;
      key.leaving.y = -key.leaving.y;
    }
  }
  curves.fallback = -curves.fallback;
  curves.order = reversed(curves.order);
}

void append_constant(const dmat4& matrix, std::vector<TrackFactor>& out) {
  if (matrix == dmat4(1.0)) return;
  out.push_back(constant_factor(mat4(matrix)));
}

}  // namespace

mat4 fbx_matrix(const FbxLocal& local) {
  dmat4 out(1.0);
  for (const Link& link : kChain) out = out * still(local, link);
  return mat4(out);
}

mat4 fbx_geometric(const FbxModel& model) {
  const auto& [translation, turn, scale] = model.geometric;
  return mat4(glm::translate(dmat4(1.0), translation) * rotation(turn, EulerOrder::XYZ) *
              glm::scale(dmat4(1.0), scale));
}

ComponentCurves fbx_still(const FbxLocal& local, FbxPart part) {
  ComponentCurves out;
  out.target = target_of(part);
  out.order = order_of(local, part);
  const dvec3& value = local[part];
  out.fallback = vec3(out.target == CurveTarget::Rotation ? glm::radians(value) : value);
  return out;
}

std::vector<TrackFactor> fbx_factors(const FbxLocal& local, const FbxMotion& motion) {
  std::vector<TrackFactor> out;
  dmat4 constant(1.0);
  for (const Link& link : kChain) {
    const auto found = motion.find(link.part);
    if (found == motion.end() || is_off(local, link.part)) {
      constant = constant * still(local, link);
      continue;
    }
    append_constant(constant, out);
    constant = dmat4(1.0);
    out.push_back(found->second);
    if (link.inverse) invert(out.back().curves);
  }
  append_constant(constant, out);
  if (out.empty()) out.push_back(constant_factor(mat4(1.0f)));
  return out;
}

}  // namespace bindpose
