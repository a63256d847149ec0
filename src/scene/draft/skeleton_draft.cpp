#include "scene/draft/skeleton_draft.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/numbers.h"
#include "math/transform.h"
#include "rig/kinematics.h"
#include "rig/pose/side_names.h"
#include "scene/draft/built_model.h"
#include "scene/names.h"
#include "scene/near_match.h"

namespace bindpose {
namespace {

// A name for the other side of `name`: its counterpart, or itself where it names no side.
std::string opposite(const std::string& name) {
  const std::string other = other_side(name);
  return other.empty() ? name : other;
}

bool names_side(const std::string& name) {
  return !other_side(name).empty();
}

class DraftEditor {
 public:
  DraftEditor(SkeletonDraft draft, const Model& model) : draft_(std::move(draft)), model_(model) {}

  // False: problem() says why.
  bool apply(const DraftChange& c) {
    switch (c.what) {
      case DraftChange::Add:
        return add(c);
      case DraftChange::Move:
        return move(c);
      case DraftChange::Parent:
        return set_parent(c);
      case DraftChange::Rename:
        return rename(c);
      case DraftChange::Delete:
        return remove(c);
      case DraftChange::Mirror:
        return mirror(c.to_left);
      case DraftChange::Axes:
        return set_axes(c);
      default:
        return true;
    }
  }
  SkeletonDraft take() { return std::move(draft_); }
  std::string problem() { return problem_; }

 private:
  bool fail(std::string sentence) {
    problem_ = std::move(sentence);
    return false;
  }
  DraftJoint& at(int j) { return draft_.joint[idx(j)]; }
  const DraftPlane& plane() {
    if (!plane_) plane_ = draft_plane(model_, draft_);
    return *plane_;
  }

  // The joint of that name, or -1 and the problem is said.
  int known(const std::string& name) {
    const int found = find_joint(draft_, name);
    if (found >= 0) return found;
    std::vector<std::string> names;
    for (const DraftJoint& j : draft_.joint) names.push_back(j.name);
    const std::string hint = did_you_mean(name, names);
    fail("The drafted skeleton has no joint " + in_quotes(name) +
         (!hint.empty()   ? hint
          : names.empty() ? "; it has none yet, place one first."
                          : "; it has " + std::to_string(names.size()) + " others."));
    return -1;
  }
  bool sound_place(const vec3& p) {
    const auto fits = [](float x) { return std::isfinite(x) && std::abs(x) < 1e9f; };
    if (fits(p.x) && fits(p.y) && fits(p.z)) return true;
    return fail("A joint cannot stand there: its place is out of the range of numbers.");
  }
  bool free(const std::string& name) {
    if (name.empty()) return fail("A joint needs a name.");
    if (find_joint(draft_, name) < 0) return true;
    return fail("The drafted skeleton has a joint " + in_quotes(name) +
                " already; choose another name.");
  }

  // The joint that mirrors j, by name; j itself where its name has no side, -1 where it is not
  // there.
  int partner(int j) {
    if (j < 0) return -1;
    const std::string& name = at(j).name;
    return names_side(name) ? find_joint(draft_, opposite(name)) : j;
  }
  int partner_or_self(int j) {
    const int other = partner(j);
    return other >= 0 ? other : j;
  }

  // Of a joint that is placed: none, but where another one came from that name it must not be taken
  // for it.
  std::string origin_of(const std::string& name, const std::string& given) const {
    std::string origin = given;
    const auto taken = [&](const std::string& key) {
      return std::ranges::any_of(draft_.joint,
                                 [&](const DraftJoint& d) { return d.origin == key; });
    };
    if (given.empty() && taken(name)) {
      origin = name + " (new)";
      while (taken(origin)) origin += " (new)";
    }
    return origin;
  }

  bool add(const DraftChange& c) {
    if (!sound_place(c.at)) return false;
    const int parent = c.other.empty() ? kNoParent : known(c.other);
    if (!c.other.empty() && parent < 0) return false;
    if (c.axes && !(std::abs(glm::determinant(*c.axes)) > 0.0f))
      return fail("The axes of " + in_quotes(c.name) + " lie in one plane.");
    const float side = c.both ? plane().side(c.at) : 0.0f;
    if (side == 0.0f) {
      if (!free(c.name)) return false;
      draft_.joint.push_back({c.name, parent, c.at, c.axes, origin_of(c.name, c.origin)});
      return true;
    }
    const bool named = names_side(c.name);
    const std::string here = named ? c.name : c.name + (side > 0.0f ? ".L" : ".R");
    const std::string there = named ? opposite(c.name) : c.name + (side > 0.0f ? ".R" : ".L");
    if (!free(here) || !free(there)) return false;
    draft_.joint.push_back({here, parent, c.at, c.axes, origin_of(here, c.origin)});
    draft_.joint.push_back({there, partner_or_self(parent), plane().mirrored(c.at),
                            plane().mirrored(c.axes), origin_of(there, {})});
    return true;
  }

  void shift(int j, const vec3& by, bool alone) {
    for (int k = 0; k < static_cast<int>(draft_.joint.size()); ++k) {
      if (k == j || (!alone && is_below(draft_, k, j))) at(k).position += by;
    }
  }
  bool move(const DraftChange& c) {
    const int j = known(c.name);
    if (j < 0 || !sound_place(c.at)) return false;
    const int other = c.both ? partner(j) : j;
    const vec3 there = other != j ? plane().mirrored(c.at) : vec3(0.0f);
    const vec3 was = at(j).position;
    shift(j, c.at - was, c.alone);
    at(j).position = c.at;
    if (other == j || other < 0) return true;
    shift(other, there - at(other).position, c.alone);
    at(other).position = there;
    return true;
  }

  bool set_parent(const DraftChange& c) {
    const int j = known(c.name);
    if (j < 0) return false;
    const int parent = c.other.empty() ? kNoParent : known(c.other);
    if (!c.other.empty() && parent < 0) return false;
    if (parent >= 0 && is_below(draft_, parent, j)) {
      return fail(in_quotes(c.other) + (parent == j ? " cannot be its own parent."
                                                    : " hangs below " + in_quotes(c.name) +
                                                          " and cannot be its parent."));
    }
    at(j).parent = parent;
    return true;
  }

  bool rename(const DraftChange& c) {
    const int j = known(c.name);
    if (j < 0) return false;
    if (c.name == c.other) return true;
    if (!free(c.other)) return false;
    // A joint that was placed by hand came from none, and another one may have come with that key.
    const auto same = [&](const DraftJoint& d) { return d.origin == at(j).name; };
    const bool of_model = bindpose::find_joint(model_.skeleton, at(j).name) >= 0;
    if (of_model && at(j).origin.empty() && std::ranges::none_of(draft_.joint, same))
      at(j).origin = c.name;
    if (at(j).origin == c.other) at(j).origin.clear();
    at(j).name = c.other;
    return true;
  }

  void erase(int j) {
    for (DraftJoint& other : draft_.joint) {
      if (other.parent == j) other.parent = at(j).parent;
    }
    draft_.joint.erase(draft_.joint.begin() + j);
    for (DraftJoint& other : draft_.joint) {
      if (other.parent > j) --other.parent;
    }
  }
  bool remove(const DraftChange& c) {
    const int j = known(c.name);
    if (j < 0) return false;
    const int other = c.both ? partner(j) : j;
    erase(j);
    if (other >= 0 && other != j) erase(other > j ? other - 1 : other);
    return true;
  }

  bool mirror(bool to_left) {
    const DraftPlane across = plane();
    const auto from_side = [&](const vec3& p) {
      const float side = across.side(p);
      return to_left ? side < 0.0f : side > 0.0f;
    };
    std::vector<int> source;
    for (const int j : parents_first(draft_)) {
      if (from_side(at(j).position)) source.push_back(j);
    }
    if (source.empty()) {
      return fail(std::string("There is no joint on the ") + (to_left ? "right" : "left") +
                  " side that could be mirrored.");
    }
    const char* own = to_left ? ".R" : ".L";
    for (const int j : source) {
      if (names_side(at(j).name)) continue;
      const std::string sided = at(j).name + own;
      DraftChange name{DraftChange::Rename, at(j).name, free_name(draft_, sided)};
      if (!rename(name)) return false;
    }
    for (const int j : source) {
      const std::string name = opposite(at(j).name);
      const vec3 there = across.mirrored(at(j).position);
      const int parent = partner_or_self(at(j).parent);
      const int other = find_joint(draft_, name);
      if (other < 0) {
        draft_.joint.push_back({name, parent, there, across.mirrored(at(j).axes)});
        continue;
      }
      at(other).position = there;
      at(other).axes = across.mirrored(at(j).axes);
      if (parent < 0 || !is_below(draft_, parent, other)) at(other).parent = parent;
    }
    return true;
  }

  bool set_axes(const DraftChange& c) {
    const int j = known(c.name);
    if (j < 0) return false;
    if (c.axes && !(std::abs(glm::determinant(*c.axes)) > 0.0f))
      return fail("The axes of " + in_quotes(c.name) + " lie in one plane.");
    at(j).axes = c.axes;
    return true;
  }

  SkeletonDraft draft_;
  const Model& model_;
  std::optional<DraftPlane> plane_;
  std::string problem_;
};

}  // namespace

int find_joint(const SkeletonDraft& draft, std::string_view name) {
  const auto found = std::ranges::find(draft.joint, name, &DraftJoint::name);
  return found == draft.joint.end() ? -1 : static_cast<int>(found - draft.joint.begin());
}

bool is_below(const SkeletonDraft& draft, int joint, int above) {
  for (std::size_t steps = 0; joint >= 0 && steps <= draft.joint.size(); ++steps) {
    if (joint == above) return true;
    joint = draft.joint[idx(joint)].parent;
  }
  return false;
}

std::string free_name(const SkeletonDraft& draft, std::string_view wanted, bool sides) {
  const auto taken = [&](const std::string& name) { return find_joint(draft, name) >= 0; };
  for (int n = 1;; ++n) {
    const std::string name = std::string(wanted) + (n == 1 ? "" : std::to_string(n));
    if (taken(name) || (sides && (taken(name + ".L") || taken(name + ".R")))) continue;
    return name;
  }
}

std::vector<int> parents_first(const SkeletonDraft& draft) {
  std::vector<int> out;
  const auto visit = [&](const auto& self, int parent) -> void {
    for (std::size_t j = 0; j < draft.joint.size(); ++j) {
      if (draft.joint[j].parent != parent) continue;
      out.push_back(static_cast<int>(j));
      self(self, static_cast<int>(j));
    }
  };
  visit(visit, kNoParent);
  return out;
}

std::shared_ptr<const SkeletonDraft> changed_draft(std::shared_ptr<const SkeletonDraft> draft,
                                                   const DraftChange& change, const Model& model,
                                                   std::string& problem) {
  problem.clear();
  if (change.what == DraftChange::Discard) return nullptr;
  if (change.what == DraftChange::Begin) return std::make_shared<const SkeletonDraft>();
  if (change.what == DraftChange::Adopt) {
    SkeletonDraft adopted = adopted_draft(model);
    if (!adopted.joint.empty()) return std::make_shared<const SkeletonDraft>(std::move(adopted));
    problem = model.name + " has no skeleton that could be changed: no skin names a joint.";
    return draft;
  }
  DraftEditor editor(draft ? *draft : SkeletonDraft{}, model);
  if (!editor.apply(change)) {
    problem = editor.problem();
    return draft;
  }
  return std::make_shared<const SkeletonDraft>(editor.take());
}

std::vector<mat3> draft_axes(const SkeletonDraft& draft, const Model& model) {
  const std::size_t count = draft.joint.size();
  const mat3 to_file(inverse_affine(model.to_display));
  const vec3 front = unit_or(to_file * vec3(0, 0, 1), 0.0f, vec3(0, 0, 1));
  const vec3 up = unit_or(to_file * vec3(0, 1, 0), 0.0f, vec3(0, 1, 0));
  std::vector<int> below(count, 0);
  const std::vector<int> order = parents_first(draft);
  for (auto j = order.rbegin(); j != order.rend(); ++j) {
    const int parent = draft.joint[idx(*j)].parent;
    if (parent >= 0) below[idx(parent)] += below[idx(*j)] + 1;
  }
  std::vector<int> next(count, -1);  // the child that the bone goes to
  for (const int j : order) {
    const int parent = draft.joint[idx(j)].parent;
    if (parent < 0) continue;
    int& best = next[idx(parent)];
    if (best < 0 || below[idx(j)] > below[idx(best)]) best = j;
  }
  std::vector<mat3> out(count, mat3(1.0f));
  std::vector<vec3> along(count, up);
  for (const int j : order) {
    const DraftJoint& joint = draft.joint[idx(j)];
    const vec3 before = joint.parent >= 0 ? along[idx(joint.parent)] : up;
    const vec3 way =
        next[idx(j)] >= 0 ? draft.joint[idx(next[idx(j)])].position - joint.position : before;
    const vec3 y = along[idx(j)] = unit_or(way, 1e-12f, before);
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
