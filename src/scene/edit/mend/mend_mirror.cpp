#include "scene/edit/mend/mend_mirror.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "math/numbers.h"
#include "scene/pose/symmetry.h"

namespace bindpose {
namespace {

using Row = std::vector<ExactWeight>;

void add(Row& row, int slot, double weight) {
  const auto at = std::ranges::find(row, slot, &ExactWeight::slot);
  if (at == row.end()) {
    row.push_back({slot, weight});
  } else {
    at->weight += weight;
  }
}

// Joints to slots of the mesh that is mended; new ones behind those of its skin.
struct Slots {
  const Skin& skin;
  const std::vector<int>& partner;
  std::vector<int> more;

  int of_joint(int joint) {
    if (const int slot = find_slot(skin, joint); slot >= 0) return slot;
    auto at = std::ranges::find(more, joint);
    if (at == more.end()) at = more.insert(at, joint);
    return static_cast<int>(skin.joint.size()) + static_cast<int>(at - more.begin());
  }
  int joint_of(int slot) const {
    const std::size_t own = skin.joint.size();
    return idx(slot) < own ? skin.joint[idx(slot)] : more[idx(slot) - own];
  }
  bool is_alone(int slot) const { return partner[idx(joint_of(slot))] == kNoPartner; }
  int opposite(int joint) {
    const int p = partner[idx(joint)];
    return of_joint(p == kNoPartner ? joint : p);
  }
};

// The row of a vertex of any mesh, times a factor, on the other side.
void add_opposite(const MeshBinding& from, std::uint32_t vertex, double factor, Slots& slots,
                  Row& out) {
  const Influences& in = from.influences;
  for (std::size_t k = in.offset[vertex]; k < in.offset[vertex + 1]; ++k) {
    add(out, slots.opposite(from.skin.joint[in.slot[k]]), factor * in.weight[k]);
  }
}

void add_opposite(const MeshBinding& from, const MirrorPlace& place, Slots& slots, Row& out) {
  for (int c = 0; c < 3; ++c) {
    if (place.bary[c] > 0.0f) {
      add_opposite(from, place.vertex[idx(c)], double(place.bary[c]), slots, out);
    }
  }
}

// How many influences the vertex has that a place is nearest to.
std::size_t influences_at(const MeshBinding& from, const MirrorPlace& place) {
  std::size_t nearest = 0;
  for (std::size_t c = 1; c < 3; ++c) {
    if (place.bary[static_cast<int>(c)] > place.bary[static_cast<int>(nearest)]) nearest = c;
  }
  const std::vector<std::uint32_t>& offset = from.influences.offset;
  return offset[place.vertex[nearest] + 1] - offset[place.vertex[nearest]];
}

// A row between rows has the joints of all of them: the largest stay, as many as the nearest has.
void keep_largest(Row& row, std::size_t most) {
  if (row.size() <= most) return;
  std::ranges::stable_sort(row, std::ranges::greater{}, &ExactWeight::weight);
  row.resize(most);
}

// A joint without another side says where a thing is that has none: a gear, a sword. What hangs on
// one takes nothing that does not, and the other way round.
bool is_of_same_kind(const Row& now, const Row& row, const Slots& slots) {
  double apart = 0.0;
  const auto share = [](const Row& of, int slot) {
    const auto at = std::ranges::find(of, slot, &ExactWeight::slot);
    return at == of.end() ? 0.0 : at->weight;
  };
  for (const ExactWeight& e : now) {
    if (slots.is_alone(e.slot)) apart += std::abs(e.weight - share(row, e.slot));
  }
  for (const ExactWeight& e : row) {
    if (slots.is_alone(e.slot) && share(now, e.slot) == 0.0) apart += e.weight;
  }
  return apart <= 0.5;
}

// Likewise of a row in the middle, in which a joint and its other side have as much: both or none
// of them stay. Of two there is always room, for one joint's other side is what makes it even.
void keep_largest_pairs(Row& row, std::size_t most, Slots& slots) {
  most = std::max<std::size_t>(most, 2);
  if (row.size() <= most) return;
  std::ranges::stable_sort(row, std::ranges::greater{}, &ExactWeight::weight);
  Row out;
  const auto has = [&out](int slot) {
    return std::ranges::find(out, slot, &ExactWeight::slot) != out.end();
  };
  for (const ExactWeight& e : row) {
    if (has(e.slot)) continue;
    const int other = slots.opposite(slots.joint_of(e.slot));
    const auto pair = std::ranges::find(row, other, &ExactWeight::slot);
    const bool two = other != e.slot && pair != row.end() && !has(other);
    if (out.size() + (two ? 2 : 1) > most) continue;
    out.push_back(e);
    if (two) out.push_back(*pair);
  }
  row = std::move(out);
}

bool is_same_row(const Row& a, const Row& b) {
  return std::ranges::equal(a, b, [](const ExactWeight& x, const ExactWeight& y) {
    return x.slot == y.slot && x.weight == y.weight;
  });
}

bool is_surer(const MirrorPartner& a, const MirrorPartner& b) {
  if (a.mesh < 0 || b.mesh < 0) return a.mesh >= 0 && b.mesh < 0;
  return a.place.distance < b.place.distance;
}

// A crease or a seam of the texture has several vertices at one place. Their normals find
// different partners, and some none: with one row before they have one afterwards, by the surest.
// `partner`: of the `wanted` vertices.
void share_partners(const std::vector<vec3>& position, const Influences& in,
                    std::span<const std::uint32_t> wanted, std::vector<MirrorPartner>& partner) {
  const auto at = [&](std::size_t k) -> const vec3& { return position[wanted[k]]; };
  std::vector<std::size_t> order(wanted.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return std::tie(at(a).x, at(a).y, at(a).z) < std::tie(at(b).x, at(b).y, at(b).z);
  });
  for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
    while (end < order.size() && at(order[end]) == at(order[first])) ++end;
    if (end - first < 2) continue;
    std::vector<std::pair<Row, std::vector<std::size_t>>> alike;
    for (std::size_t k = first; k < end; ++k) {
      Row row = exact_row(in, wanted[order[k]]);
      const auto known =
          std::ranges::find_if(alike, [&](const auto& a) { return is_same_row(a.first, row); });
      if (known == alike.end()) {
        alike.push_back({std::move(row), {order[k]}});
      } else {
        known->second.push_back(order[k]);
      }
    }
    for (const auto& [row, those] : alike) {
      const MirrorPartner best = partner[*std::ranges::min_element(
          those, [&](std::size_t a, std::size_t b) { return is_surer(partner[a], partner[b]); })];
      for (const std::size_t k : those) partner[k] = best;
    }
  }
}

}  // namespace

MirroredMesh mirrored_weights(const Scene& scene, int mesh, const MendScope& scope,
                              const Mend& mend, OppositeOfAll& all, const MendProgress& progress) {
  const JointPairs& pairs = rig_mirror(scene).pairs;
  const MeshBinding& binding = binding_of(scene, idx(mesh));
  const Mesh& own = scene.model->meshes[idx(mesh)];
  std::vector<std::uint32_t> wanted;
  std::vector<std::uint8_t> in_middle(own.position.size(), 0);
  for (const std::uint32_t i : scope.vertex) {
    const double height = pairs.plane.height(glm::dvec3(own.position[i]));
    in_middle[i] = std::abs(height) <= kMirrorOnPlane * pairs.size;
    if (in_middle[i] == 0 && (height > 0.0) == mend.to_left) wanted.push_back(i);
  }
  std::vector<MirrorPartner> partners =
      mend.kind == Mend::MirrorTopology ? partners_by_topology(scene, mesh, wanted, pairs, all)
                                        : partners_by_place(scene, mesh, wanted, pairs, progress);
  if (mend.kind == Mend::MirrorPlace)
    share_partners(own.position, binding.influences, wanted, partners);
  Slots slots{binding.skin, pairs.partner, {}};
  MendScope with_more = scope;
  if (!scene.marks.weights_locked.empty()) {
    with_more.beyond = [&](std::size_t slot) {
      return has_locked_weights(scene, slots.joint_of(static_cast<int>(slot)));
    };
  }
  RowRewriter out(binding.influences);
  std::size_t next = 0;
  for (const std::uint32_t i : scope.vertex) {  // they ascend, and so do those that are wanted
    const MirrorPartner* partner = nullptr;
    if (next < wanted.size() && wanted[next] == i) partner = &partners[next++];
    if (partner == nullptr && in_middle[i] == 0) continue;
    const Row now = exact_row(binding.influences, i);
    const bool middle = partner == nullptr || partner->itself;
    Row row;
    if (middle) {
      for (const ExactWeight& e : now) add(row, e.slot, 0.5 * e.weight);
      add_opposite(binding, i, 0.5, slots, row);
      keep_largest_pairs(row, now.size(), slots);
    } else if (partner->mesh >= 0) {
      const MeshBinding& from = binding_of(scene, idx(partner->mesh));
      add_opposite(from, partner->place, slots, row);
      keep_largest(row, influences_at(from, partner->place));
      if (!is_of_same_kind(now, row, slots)) row.clear();
    }
    if (!row.empty()) row = keeping_locked(now, std::move(row), with_more);
    if (!row.empty()) {
      out.put(i, std::move(row));
    } else if (!middle) {
      out.leave(i);
    }
  }
  return {out.finish(), std::move(slots.more)};
}

}  // namespace bindpose
