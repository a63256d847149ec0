#include "rig/skeleton.h"
#include "math/numbers.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace bindpose {
namespace {

std::string describe(const RawJoint& joint, std::size_t index) {
  return joint.name.empty() ? "Joint number " + std::to_string(index)
                            : "Joint \"" + joint.name + '"';
}

// Parent links that stay: in range and without cycles.
std::vector<int> sound_parents(std::span<const RawJoint> raw, std::vector<std::string>& repairs) {
  const int count = static_cast<int>(raw.size());
  std::vector<int> parent(raw.size());
  for (std::size_t i = 0; i < raw.size(); ++i) {
    parent[i] = raw[i].parent;
    if (parent[i] == kNoParent || (parent[i] >= 0 && parent[i] < count)) continue;
    repairs.push_back(describe(raw[i], i) +
                      " names a parent that does not exist; it is a root now.");
    parent[i] = kNoParent;
  }
  // Walk up from every joint; meeting this very walk again is a cycle, meeting an older one is not.
  std::vector<int> walk(raw.size(), -1);
  for (int start = 0; start < count; ++start) {
    int j = start;
    while (j != kNoParent && walk[idx(j)] < 0) {
      walk[idx(j)] = start;
      j = parent[idx(j)];
    }
    if (j == kNoParent || walk[idx(j)] != start) continue;
    repairs.push_back(describe(raw[idx(j)], idx(j)) +
                      " is its own ancestor; the loop was cut and it is a root now.");
    parent[idx(j)] = kNoParent;
  }
  return parent;
}

// Children of every joint in file order, as first child and next sibling; roots hang on
// `first_root`.
struct Tree {
  int first_root = -1;
  std::vector<int> first_child;
  std::vector<int> next_sibling;
};

Tree make_tree(const std::vector<int>& parent) {
  Tree tree{-1, std::vector<int>(parent.size(), -1), std::vector<int>(parent.size(), -1)};
  for (std::size_t i = parent.size(); i-- > 0;) {
    int& head = parent[i] == kNoParent ? tree.first_root : tree.first_child[idx(parent[i])];
    tree.next_sibling[i] = head;
    head = static_cast<int>(i);
  }
  return tree;
}

// Raw indices in depth-first order. With an explicit stack: a chain may be longer than the call
// stack.
std::vector<int> depth_first(const Tree& tree) {
  std::vector<int> order;
  std::vector<int> stack;
  order.reserve(tree.first_child.size());
  if (tree.first_root >= 0) stack.push_back(tree.first_root);
  while (!stack.empty()) {
    const int i = stack.back();
    stack.pop_back();
    order.push_back(i);
    if (tree.next_sibling[idx(i)] >= 0) stack.push_back(tree.next_sibling[idx(i)]);
    if (tree.first_child[idx(i)] >= 0) stack.push_back(tree.first_child[idx(i)]);
  }
  return order;
}

void fill_subtree_end(Skeleton& s) {
  s.subtree_end.resize(s.parent.size());
  for (std::size_t j = 0; j < s.parent.size(); ++j) s.subtree_end[j] = static_cast<int>(j) + 1;
  for (std::size_t j = s.parent.size(); j-- > 0;) {
    if (s.parent[j] == kNoParent) continue;
    int& end = s.subtree_end[idx(s.parent[j])];
    end = std::max(end, s.subtree_end[j]);
  }
}

void make_names_unique(std::vector<std::string>& names, std::vector<std::string>& repairs) {
  std::unordered_set<std::string> in_file(names.begin(), names.end());
  std::unordered_set<std::string> used;
  std::unordered_map<std::string, int> next_suffix;
  for (std::string& name : names) {
    const bool unnamed = name.empty();
    const std::string base = unnamed ? "joint" : name;
    std::string unique = base;
    const auto is_taken = [&] {
      // A made-up name must not be one that a later joint has by right.
      return used.contains(unique) || ((unnamed || unique != base) && in_file.contains(unique));
    };
    while (is_taken()) {
      int& suffix = next_suffix.try_emplace(base, 2).first->second;
      unique = base + '#' + std::to_string(suffix++);
    }
    if (unnamed) {
      repairs.push_back("A joint without a name is called \"" + unique + "\" now.");
    } else if (unique != base) {
      repairs.push_back("The name \"" + base + "\" occurs more than once; one of its joints is \"" +
                        unique + "\" now.");
    }
    used.insert(unique);
    name = unique;
  }
}

}  // namespace

SkeletonBuild build_skeleton(std::span<const RawJoint> raw) {
  SkeletonBuild build;
  const std::vector<int> raw_parent = sound_parents(raw, build.repairs);
  const std::vector<int> order = depth_first(make_tree(raw_parent));
  build.new_index.resize(raw.size());
  for (std::size_t j = 0; j < order.size(); ++j) {
    build.new_index[idx(order[j])] = static_cast<int>(j);
  }

  Skeleton& s = build.skeleton;
  for (const int i : order) {
    const int p = raw_parent[idx(i)];
    s.name.push_back(raw[idx(i)].name);
    s.parent.push_back(p == kNoParent ? kNoParent : build.new_index[idx(p)]);
    s.rest_local.push_back(raw[idx(i)].rest_local);
    s.file_flags.is_joint.push_back(raw[idx(i)].is_joint ? 1 : 0);
    s.file_flags.has_weight.push_back(0);
  }
  fill_subtree_end(s);
  make_names_unique(s.name, build.repairs);
  return build;
}

int find_joint(const Skeleton& skeleton, std::string_view name) {
  const auto found = std::find(skeleton.name.begin(), skeleton.name.end(), name);
  return found == skeleton.name.end() ? -1 : static_cast<int>(found - skeleton.name.begin());
}

const std::string& human_bone(const Skeleton& skeleton, int joint) {
  static const std::string kNone;
  const auto j = static_cast<std::size_t>(joint);
  return j < skeleton.human_bone.size() ? skeleton.human_bone[j] : kNone;
}

}  // namespace bindpose
