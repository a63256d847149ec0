// The plane in which a character is mirrored while its skeleton is drafted, and what is opposite.
#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <vector>

#include "math/bounds.h"
#include "math/numbers.h"
#include "math/transform.h"
#include "rig/pose/side_names.h"
#include "scene/draft/built_model.h"
#include "scene/draft/skeleton_draft.h"

namespace bindpose {
namespace {

constexpr float kInPlane = 0.005f;  // of the model's size
constexpr float kSameImage = 0.01f;

// The plane's normal by how even the surface is: the part of occupied cells whose mirror image is
// occupied, in a grid of kCells along the box.
float evenness(const std::vector<vec3>& points, const vec3& middle, const vec3& normal,
               float size) {
  constexpr float kCells = 40.0f;
  const auto cell = [&](const vec3& p) {
    const vec3 q = (p - middle) * (kCells / size) + 512.0f;
    const auto part = [](float x) {
      return static_cast<std::uint64_t>(std::clamp(x, 0.0f, 1023.0f));
    };
    return part(q.x) << 20 | part(q.y) << 10 | part(q.z);
  };
  std::unordered_set<std::uint64_t> occupied;
  for (const vec3& p : points) occupied.insert(cell(p));
  std::size_t even = 0;
  for (const vec3& p : points) {
    even += occupied.contains(cell(p - 2.0f * glm::dot(p - middle, normal) * normal));
  }
  return points.empty() ? 0.0f : float(even) / float(points.size());
}

// Of the surface, or of the joints where there is none. What a surface gives is kept: a drag asks
// in each frame.
DraftPlane surface_plane(const Model& model, const SkeletonDraft& draft) {
  thread_local ModelId known_id;
  thread_local DraftPlane known;
  if (known_id == model.id && known_id != ModelId()) return known;
  constexpr float kClearlyMoreEven = 0.1f;
  std::vector<vec3> points;
  for (const BindSurface& mesh : bind_surface(model))
    points.insert(points.end(), mesh.position.begin(), mesh.position.end());
  Box box;
  add_points(box, points);
  const bool has_surface = !box.empty();
  if (!has_surface) {
    for (const DraftJoint& j : draft.joint) box.add(j.position);
  }
  DraftPlane plane;
  plane.point = box.center();
  plane.size = std::max(box.diagonal(), 1e-20f);
  const mat3 to_file(inverse_affine(model.to_display));
  const vec3 left = unit_or(to_file * vec3(1, 0, 0), 0.0f, vec3(1, 0, 0));
  const vec3 beside = unit_or(to_file * vec3(0, 0, -1), 0.0f, vec3(0, 0, -1));
  const bool turned = evenness(points, plane.point, beside, plane.size) >
                      evenness(points, plane.point, left, plane.size) + kClearlyMoreEven;
  plane.normal = turned ? beside : left;
  if (has_surface) {
    known_id = model.id;
    known = plane;
  }
  return plane;
}

// Which joints of a draft are opposite to each other.
class OtherSides {
 public:
  OtherSides(const SkeletonDraft& draft, const DraftPlane& plane) : draft_(draft), plane_(plane) {}

  // As other_side_of().
  int of(int j) const {
    const int named = by_name(j);
    if (named >= 0) return named;
    const int there = by_place(j);
    return there >= 0 ? there : other_side(joint(j).name).empty() ? j : -1;
  }

 private:
  const DraftJoint& joint(int j) const { return draft_.joint[idx(j)]; }
  int by_name(int j) const {
    const std::string other = other_side(joint(j).name);
    return other.empty() ? -1 : find_joint(draft_, other);
  }
  // Of those on the other side that mirror no third joint by name the nearest to j's mirror image,
  // as far as it stands there, where j is the nearest to its own; -1: none.
  int by_place(int j) const {
    const int there = nearest_across(j);
    return there >= 0 && nearest_across(there) == j ? there : -1;
  }
  int nearest_across(int j) const {
    const vec3 there = plane_.mirrored(joint(j).position);
    const auto away = [&](int k) { return glm::length(joint(k).position - there); };
    int found = -1;
    for (int k = 0; k < static_cast<int>(draft_.joint.size()); ++k) {
      if (!plane_.are_mirrored(joint(j).position, joint(k).position)) continue;
      const int named = by_name(k);
      if (named >= 0 && named != j) continue;
      if (found < 0 || away(k) < away(found)) found = k;
    }
    return found;
  }

  const SkeletonDraft& draft_;
  const DraftPlane& plane_;
};

}  // namespace

float DraftPlane::side(const vec3& p) const {
  const float distance = glm::dot(p - point, normal);
  return std::abs(distance) <= kInPlane * size ? 0.0f : distance;
}

bool DraftPlane::are_mirrored(const vec3& a, const vec3& b) const {
  return side(a) * side(b) < 0.0f && glm::length(mirrored(a) - b) <= kSameImage * size;
}

std::optional<mat3> DraftPlane::mirrored(const std::optional<mat3>& axes) const {
  if (!axes) return std::nullopt;
  mat3 out;
  for (int c = 0; c < 3; ++c) out[c] = (*axes)[c] - 2.0f * glm::dot((*axes)[c], normal) * normal;
  out[0] = -out[0];
  return out;
}

DraftPlane draft_plane(const Model& model, const SkeletonDraft& draft) {
  DraftPlane plane = surface_plane(model, draft);
  // The median: a pair of which one was moved does not take the plane along.
  std::vector<float> middle;
  for (const DraftJoint& j : draft.joint) {
    const int other = find_joint(draft, other_side(j.name));
    if (other <= static_cast<int>(&j - draft.joint.data())) continue;
    const vec3 half = 0.5f * (j.position + draft.joint[idx(other)].position);
    middle.push_back(glm::dot(half, plane.normal));
  }
  if (middle.size() > 2) {
    const auto at = middle.begin() + static_cast<std::ptrdiff_t>(middle.size() / 2);
    std::ranges::nth_element(middle, at);
    plane.point += (*at - glm::dot(plane.point, plane.normal)) * plane.normal;
  }
  return plane;
}

int other_side_of(const SkeletonDraft& draft, int joint, const DraftPlane& plane) {
  return OtherSides(draft, plane).of(joint);
}

}  // namespace bindpose
