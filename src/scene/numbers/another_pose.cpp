#include "scene/numbers/another_pose.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "math/numbers.h"
#include "math/transform.h"

namespace bindpose {

namespace {

// What files are printed with leaves that much.
constexpr double kRounding = 1e-3;
constexpr std::size_t kEnough = 20;  // vertices: fewer say nothing

double off_identity(const dmat3& m) {
  double most = 0.0;
  for (int n = 0; n < 9; ++n)
    most = std::max(most, std::abs(m[n / 3][n % 3] - (n / 3 == n % 3 ? 1.0 : 0.0)));
  return most;
}

bool is_moved(const dmat4& m, double length) {
  const double most = std::max(glm::length(dvec3(m[3])) / length, off_identity(dmat3(m)));
  return !(most < kRounding);  // true of what is no number
}

// No scale, no shear, no mirror; false of what is no number.
bool is_rotation(const dmat3& m) {
  return off_identity(glm::transpose(m) * m) < kRounding && glm::determinant(m) > 0.0;
}

bool only_turns(const dmat4& m, double length) {
  return glm::length(dvec3(m[3])) < kRounding * length && is_rotation(dmat3(m));
}

bool is_affine(const dmat4& m) {
  constexpr double kNearlyNone = 1e-6;
  for (int c = 0; c < 4; ++c) {
    if (!(std::abs(m[c][3] - (c == 3 ? 1.0 : 0.0)) < kNearlyNone)) return false;
  }
  return true;
}

// By joint, where it is known; T and what moves a slot as the W that it was made of. False: two
// slots say otherwise of one joint.
using ByJoint = std::vector<std::optional<dmat4>>;
bool put(ByJoint& list, int joint, const dmat4& value, double length) {
  std::optional<dmat4>& at = list[idx(joint)];
  if (at && is_moved(glm::inverse(*at) * value, length)) return false;
  at = value;
  return true;
}

bool by_joint(const GivenMatrices& given, const RigInputs& in, double length, ByJoint& out) {
  out.assign(in.parent.size(), {});
  for (const GivenMatrix& row : given.row) {
    if (!is_affine(row.value)) return false;
    if (given.quantity != RigQuantity::Skin) {
      out[idx(row.joint)] = row.value;
      continue;
    }
    for (std::size_t s = 0; s < in.slot.size(); ++s) {
      const bool meant =
          row.slot < 0 ? in.slot[s].joint == row.joint : static_cast<int>(s) == row.slot;
      if (meant && !put(out, in.slot[s].joint, row.value * in.bind[s], length)) return false;
    }
  }
  return true;
}

// How what follows one slot alone was moved from where it is right.
class SlotMotion {
 public:
  void add_middle(const dvec3& right, const dvec3& given) {
    right_ += right;
    given_ += given;
    count_ += 1.0;
  }
  void add_spread(const dvec3& right, const dvec3& given) {
    cross_ += glm::outerProduct(given - given_ / count_, right - right_ / count_);
  }
  // Points on a line say nothing of the turn about it.
  bool is_known() const {
    constexpr double kFlat = 1e-4;
    const dmat3 s = polar(cross_).stretch;
    const double trace = s[0][0] + s[1][1] + s[2][2];
    const double areas = s[0][0] * s[1][1] - s[0][1] * s[1][0] + s[1][1] * s[2][2] -
                         s[1][2] * s[2][1] + s[0][0] * s[2][2] - s[0][2] * s[2][0];
    return count_ >= 6.0 && areas > kFlat * trace * trace && glm::determinant(turn()) > 0.0;
  }
  dmat4 matrix() const {
    dmat4 out(turn());
    out[3] = dvec4(given_ / count_ - turn() * (right_ / count_), 1.0);
    return out;
  }

 private:
  // W. Kabsch 1976: the rotation that is nearest to it.
  dmat3 turn() const { return polar(cross_).orthogonal; }
  dvec3 right_{0.0}, given_{0.0};
  double count_ = 0.0;
  dmat3 cross_{0.0};
};

bool is_point(const dvec3& p) {
  return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

// T_j of the other pose by the points that were given, slot by slot: of those that alone move
// enough points, then of those that move enough together with such ones, and so on.
class OtherSkin {
 public:
  OtherSkin(const GivenPoints& given, const RigInputs& in, double length)
      : given_(given),
        surface_(*in.surface),
        near_(kRounding * length),
        right_(rig_numbers(in, {}, RigLists::Slots).skin),
        skin_(in.slot.size()) {}

  // False: what a slot moves is moved in no way that a joint moves it.
  bool fit() {
    for (std::size_t round = 0; round < skin_.size(); ++round) {
      std::vector<SlotMotion> motion(skin_.size());
      each_point(
          [&](std::size_t s, const dvec3& r, const dvec3& g) { motion[s].add_middle(r, g); });
      each_point(
          [&](std::size_t s, const dvec3& r, const dvec3& g) { motion[s].add_spread(r, g); });
      std::vector<std::optional<dmat4>> by(skin_.size());
      for (std::size_t s = 0; s < skin_.size(); ++s) {
        if (!skin_[s] && motion[s].is_known()) by[s] = motion[s].matrix();
      }
      bool rigid = true, any = false;
      each_point([&](std::size_t s, const dvec3& r, const dvec3& g) {
        if (by[s] && !(glm::distance(dvec3(*by[s] * dvec4(r, 1.0)), g) < near_)) rigid = false;
      });
      if (!rigid) return false;
      for (std::size_t s = 0; s < skin_.size(); ++s) {
        if (!by[s]) continue;
        skin_[s] = *by[s] * right_[s];
        any = true;
      }
      if (!any) break;
    }
    return true;
  }
  const ByJoint& skin() const { return skin_; }

 private:
  // Each point that one slot moves that is not known, by enough, with where that slot alone has
  // it: in the right pose, and in the one that was given.
  template <typename Use>
  void each_point(Use use) const {
    constexpr double kEnoughWeight = 0.3;
    for (std::size_t i = 0; i < given_.point.size(); ++i) {
      const std::size_t v = given_.first + i;
      const dvec4 at(surface_.vertex[v], 1.0);
      dvec3 rest = given_.point[i];
      std::ptrdiff_t open = -1;
      double weight = 0.0;
      bool usable = is_point(rest);
      for (std::uint32_t k = surface_.weight_begin[v]; k < surface_.weight_begin[v + 1]; ++k) {
        const std::uint32_t s = surface_.weight_slot[k];
        if (skin_[s]) {
          rest -= surface_.weight[k] * dvec3(*skin_[s] * at);
        } else {
          usable = usable && open < 0;
          open = static_cast<std::ptrdiff_t>(s);
          weight = surface_.weight[k];
        }
      }
      if (!usable || open < 0 || weight < kEnoughWeight) continue;
      const auto s = static_cast<std::size_t>(open);
      use(s, dvec3(right_[s] * at), rest / weight);
    }
  }

  const GivenPoints& given_;
  const RigSurface& surface_;
  double near_;
  std::vector<dmat4> right_;
  ByJoint skin_;  // by slot
};

// Joints hang together as they do in the rig, and some are turned or moved.
bool is_of_rig(const ByJoint& world, const RigInputs& in, const std::vector<dmat4>& right,
               double length) {
  std::size_t moved = 0, tried = 0;
  for (std::size_t j = 0; j < world.size(); ++j) {
    if (!world[j]) continue;
    moved += is_moved(*world[j] * glm::inverse(right[j]), length) ? 1 : 0;
    const int p = in.parent[j];
    if (p < 0 || !world[idx(p)]) continue;
    ++tried;
    const dvec3 at((glm::inverse(*world[idx(p)]) * *world[j])[3]);
    const dmat4& l = in.base_local[j];
    // Its length is in the parent's own unit.
    const double unit = std::cbrt(std::abs(glm::determinant(dmat3(right[idx(p)]))));
    const double off = std::min(glm::distance(at, dvec3(l[3])),
                                glm::distance(at, dvec3((l * in.user_local[j])[3])));
    if (!(off * unit < kRounding * length)) return false;
  }
  return moved > 0 && tried > 0;
}

}  // namespace

bool is_another_pose(const GivenMatrices& given, const RigInputs& in, double length) {
  ByJoint value;
  if (!by_joint(given, in, length, value)) return false;
  const std::vector<dmat4> right = rig_numbers(in, {}, RigLists::Joints).world;
  std::size_t tried = 0, moved = 0;
  for (std::size_t j = 0; j < value.size(); ++j) {
    if (!value[j]) continue;
    const int p = in.parent[j];
    bool is_free = p < 0;
    const bool of_base = given.quantity == RigQuantity::BaseLocal;
    dmat4 turn = *value[j];  // Ul
    if (of_base) {
      turn = glm::inverse(in.base_local[j]) * turn;
    } else if (given.quantity == RigQuantity::World || given.quantity == RigQuantity::Skin) {
      is_free = p < 0 || !value[idx(p)];
      const dmat4 above = p < 0 ? dmat4(1.0) : is_free ? right[idx(p)] : *value[idx(p)];
      turn = glm::inverse(above * in.base_local[j]) * turn;
    } else if (given.quantity != RigQuantity::UserLocal) {
      return false;  // B is the same in all poses
    }
    ++tried;
    // Joints that are where the right pose has them say nothing of another one.
    if (!is_moved(of_base ? turn : glm::inverse(in.user_local[j]) * turn, length)) continue;
    ++moved;
    // A root goes where it likes, and so does what hangs on joints that are not known. The
    // translation is in the joint's own unit.
    if (is_free ? !is_rotation(dmat3(turn)) : !only_turns(turn, length)) return false;
  }
  return tried >= 2 && moved >= 1;
}

bool is_another_pose(const GivenPoints& given, const RigInputs& in, const std::vector<dvec3>& right,
                     double length) {
  OtherSkin other(given, in, length);
  if (!other.fit()) return false;
  const ByJoint& skin = other.skin();
  ByJoint world(in.parent.size());
  for (std::size_t s = 0; s < in.slot.size(); ++s) {
    if (skin[s] && !put(world, in.slot[s].joint, *skin[s] * in.bind[s], length)) return false;
  }
  if (!is_of_rig(world, in, rig_numbers(in, {}, RigLists::Joints).world, length)) return false;
  // And it explains what is wrong, wherever it says anything.
  std::vector<dmat4> known(in.slot.size(), dmat4(1.0));
  for (std::size_t s = 0; s < skin.size(); ++s) known[s] = skin[s].value_or(dmat4(1.0));
  std::size_t wrong = 0, judged = 0;
  double error = 0.0, left = 0.0;
  for (std::size_t i = 0; i < given.point.size(); ++i) {
    const std::size_t v = given.first + i;
    const double off = glm::distance(given.point[i], right[v]);
    if (!(off > kRounding * length) || !std::isfinite(off)) continue;
    ++wrong;
    const std::uint32_t begin = in.surface->weight_begin[v], end = in.surface->weight_begin[v + 1];
    bool all = begin != end;
    for (std::uint32_t k = begin; k < end; ++k)
      all = all && skin[in.surface->weight_slot[k]].has_value();
    if (!all) continue;
    ++judged;
    const dvec3 rest = given.point[i] - linear_blend_point(in, known, v);
    error += off * off;
    left += glm::dot(rest, rest);
  }
  constexpr double kLeft = 0.01 * 0.01;  // 99 % explained
  // Of what is wrong: heat gives most vertices more joints than have a motion that is known, and a
  // leg or a hand that alone is posed otherwise has few of their own.
  constexpr std::size_t kPart = 10;
  return judged >= kEnough && kPart * judged >= wrong && left <= kLeft * error;
}

}  // namespace bindpose
