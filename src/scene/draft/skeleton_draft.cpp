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

constexpr float kSamePlace = 1e-6f;  // of the surface's size

bool are_same(const std::optional<mat3>& a, const std::optional<mat3>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  float most = 0.0f;
  for (int c = 0; c < 3; ++c) most = std::max(most, glm::distance((*a)[c], (*b)[c]));
  return most <= 1e-5f;
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
                          : "; it has " + std::to_string(names.size()) +
                                (names.size() == 1 ? " other." : " others.")));
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

  int partner(int j) { return j < 0 ? -1 : other_side_of(draft_, j, plane()); }
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
    const int other = c.both ? partner(j) : j;
    if (!hang(j, parent)) return false;
    return other == j || other < 0 || hang(other, partner_or_self(parent));
  }
  bool hang(int j, int parent) {
    if (parent >= 0 && is_below(draft_, parent, j)) {
      const std::string name = in_quotes(at(parent).name);
      return fail(name + (parent == j ? " cannot be its own parent."
                                      : " hangs below " + in_quotes(at(j).name) +
                                            " and cannot be its parent."));
    }
    at(j).parent = parent;
    return true;
  }

  bool rename(const DraftChange& c) {
    const int j = known(c.name);
    if (j < 0) return false;
    if (c.name == c.other) return true;
    const int other = c.both ? partner(j) : j;
    if (other == j || other < 0) return give_name(j, c.other);
    const bool named = names_side(c.other);
    const bool left = plane().side(at(j).position) > 0.0f;
    const std::string here = named ? c.other : c.other + (left ? ".L" : ".R");
    const std::string there = named ? opposite(c.other) : c.other + (left ? ".R" : ".L");
    return give_name(j, here) && give_name(other, there);
  }
  bool give_name(int j, const std::string& name) {
    if (at(j).name == name) return true;
    if (!free(name)) return false;
    // A joint that was placed by hand came from none, and another one may have come with that key.
    const auto same = [&](const DraftJoint& d) { return d.origin == at(j).name; };
    const bool of_model = bindpose::find_joint(model_.skeleton, at(j).name) >= 0;
    if (of_model && at(j).origin.empty() && std::ranges::none_of(draft_.joint, same))
      at(j).origin = at(j).name;
    if (at(j).origin == name) at(j).origin.clear();
    at(j).name = name;
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
    // Before names change: by then each has its partner, by name or by place.
    std::vector<int> twin;
    for (const int j : source) twin.push_back(partner(j));
    for (std::size_t k = 0; k < source.size(); ++k) {
      if (!name_sides(source[k], twin[k], to_left ? ".R" : ".L")) return false;
    }
    for (std::size_t k = 0; k < source.size(); ++k) {
      const int j = source[k];
      const vec3 there = across.mirrored(at(j).position);
      const int parent = mirrored_parent(at(j).parent, source, twin);
      const int other = twin[k] == j ? find_joint(draft_, opposite(at(j).name)) : twin[k];
      if (other < 0 || other == j) {
        twin[k] = static_cast<int>(draft_.joint.size());
        draft_.joint.push_back({opposite(at(j).name), parent, there, across.mirrored(at(j).axes)});
        continue;
      }
      twin[k] = other;
      // What stands there already but for rounding stays: mirroring again is no change.
      if (glm::distance(at(other).position, there) > kSamePlace * across.size)
        at(other).position = there;
      if (!are_same(at(other).axes, across.mirrored(at(j).axes)))
        at(other).axes = across.mirrored(at(j).axes);
      if (parent < 0 || !is_below(draft_, parent, other)) at(other).parent = parent;
    }
    return true;
  }
  // Names of a joint to be mirrored and of its other side (itself or below 0: there is none yet).
  // Two that are there and name no side keep theirs.
  bool name_sides(int j, int other, const char* own) {
    const bool paired = other >= 0 && other != j;
    if (!names_side(at(j).name) && !(paired && !names_side(at(other).name)) &&
        !give_name(j, free_name(draft_, at(j).name + own)))
      return false;
    if (!paired || !names_side(at(j).name)) return true;
    const std::string name = opposite(at(j).name);
    return at(other).name == name || give_name(other, free_name(draft_, name));
  }
  // What the other side of a joint hangs on that hangs on `parent`.
  int mirrored_parent(int parent, const std::vector<int>& source, const std::vector<int>& twin) {
    const auto of = std::ranges::find(source, parent);
    if (of != source.end()) return twin[static_cast<std::size_t>(of - source.begin())];
    return partner_or_self(parent);
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

}  // namespace bindpose
