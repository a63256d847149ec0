// The axes that joints of a draft have by themselves.
#include <algorithm>
#include <optional>

#include "math/numbers.h"
#include "math/transform.h"
#include "rig/pose/side_names.h"
#include "scene/draft/skeleton_draft.h"

namespace bindpose {
namespace {

class BoneEndFinder {
 public:
  BoneEndFinder(const SkeletonDraft& draft, const Model& model)
      : draft_(draft), model_(model), below_(draft.joint.size(), 0), child_(draft.joint.size()) {
    const std::vector<int> order = parents_first(draft);
    for (auto j = order.rbegin(); j != order.rend(); ++j) {
      const int parent = draft.joint[idx(*j)].parent;
      if (parent >= 0) below_[idx(parent)] += below_[idx(*j)] + 1;
    }
    for (const int j : order) {
      const int parent = draft.joint[idx(j)].parent;
      if (parent >= 0) child_[idx(parent)].push_back(j);
    }
  }

  // Where the bone of a joint goes to; nothing: it has no child, or they pull to both sides alike.
  std::optional<vec3> of(int j) {
    const std::vector<int>& children = child_[idx(j)];
    const int first = largest(children, [](int) { return true; });
    if (first < 0) return std::nullopt;
    const int other = largest(children, [&](int k) {
      return below_[idx(k)] == below_[idx(first)] && are_pair(first, k);
    });
    if (other < 0) return place(first);
    const int middle = largest(children, [&](int k) { return plane().side(place(k)) == 0.0f; });
    if (middle >= 0) return place(middle);
    const vec3 mean = 0.5f * (place(first) + place(other));
    if (glm::length(mean - place(j)) <= kTooNear * plane().size) return std::nullopt;
    return mean;
  }

 private:
  static constexpr float kTooNear = 0.005f;  // of the model's size

  const vec3& place(int j) const { return draft_.joint[idx(j)].position; }
  const DraftPlane& plane() {  // asked for where there are pairs alone
    if (!plane_) plane_ = draft_plane(model_, draft_);
    return *plane_;
  }
  // The first of those with most below them; -1: none is wanted.
  template <typename Wanted>
  int largest(const std::vector<int>& children, const Wanted& wanted) {
    int best = -1;
    for (const int k : children) {
      if (wanted(k) && (best < 0 || below_[idx(k)] > below_[idx(best)])) best = k;
    }
    return best;
  }
  bool are_pair(int a, int b) {
    if (a == b) return false;
    const std::string other = other_side(draft_.joint[idx(a)].name);
    if (!other.empty() && other == draft_.joint[idx(b)].name) return true;
    return plane().are_mirrored(place(a), place(b));
  }

  const SkeletonDraft& draft_;
  const Model& model_;
  std::vector<int> below_;               // #D: joints below each
  std::vector<std::vector<int>> child_;  // #D
  std::optional<DraftPlane> plane_;
};

}  // namespace

std::vector<mat3> draft_axes(const SkeletonDraft& draft, const Model& model) {
  const std::size_t count = draft.joint.size();
  const mat3 to_file(inverse_affine(model.to_display));
  const vec3 front = unit_or(to_file * vec3(0, 0, 1), 0.0f, vec3(0, 0, 1));
  const vec3 up = unit_or(to_file * vec3(0, 1, 0), 0.0f, vec3(0, 1, 0));
  BoneEndFinder ends(draft, model);
  std::vector<mat3> out(count, mat3(1.0f));
  std::vector<vec3> along(count, up);
  for (const int j : parents_first(draft)) {
    const DraftJoint& joint = draft.joint[idx(j)];
    const vec3 before = joint.parent >= 0 ? along[idx(joint.parent)] : up;
    const std::optional<vec3> end = ends.of(j);
    const vec3 y = along[idx(j)] = end ? unit_or(*end - joint.position, 1e-12f, before) : before;
    const vec3 x = unit_or(glm::cross(y, front), 1e-3f, unit_or(glm::cross(y, up), 0.0f, up));
    out[idx(j)] = joint.axes ? *joint.axes : mat3(x, y, glm::cross(x, y));
  }
  return out;
}

std::vector<mat4> draft_worlds(const SkeletonDraft& draft, const Model& model) {
  std::vector<mat4> out;
  const std::vector<mat3> axes = draft_axes(draft, model);
  for (std::size_t j = 0; j < axes.size(); ++j) {
    mat4 world(axes[j]);
    world[3] = vec4(draft.joint[j].position, 1.0f);
    out.push_back(world);
  }
  return out;
}

}  // namespace bindpose
