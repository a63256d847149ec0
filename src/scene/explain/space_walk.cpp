#include "scene/explain/space_walk.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "math/transform.h"
#include "rig/rigid.h"
#include "scene/formula.h"
#include "scene/probe.h"

namespace bindpose {
namespace {

using glm::dmat3;
using glm::dmat4;
using glm::dvec3;

mat4 weighted_part(const mat4& skin, float weight) {
  mat4 out(0.0f);
  for (int c = 0; c < 4; ++c) out[c] = vec4(weight * vec3(skin[c]), 0.0f);
  out[3].w = 1.0f;
  return out;
}

// Without the last row's 1, which sums do not add up.
mat4 plus(const mat4& a, const mat4& b) {
  mat4 out = a + b;
  out[3].w = 1.0f;
  return out;
}

vec3 walked(const mat4& m, const vec3& p) {
  return vec3(m * vec4(p, 1.0f));
}

// By weight, the largest first; where the vertex's row names a joint twice, both.
std::vector<ProbeRow> sorted_rows(const Probe& probe) {
  std::vector<ProbeRow> rows = probe.rows;
  std::ranges::stable_sort(rows, std::ranges::greater{}, &ProbeRow::weight);
  return rows;
}

struct WalkChain {
  const ProbeRow* row;
  SkinFactors skin;
  std::vector<JointFactors> factors;  // the root first
};

// Bind, then B_j^-1, then the factors at their depths from `depth` up to the root.
WalkLeg leg_of(const WalkChain& chain, std::size_t depth) {
  WalkLeg leg{chain.row->joint, chain.row->weight, chain.skin.bind, {}, {}, {}};
  const auto step = [&](const mat4& factor, int joint) {
    leg.factor.push_back(factor);
    leg.factor_joint.push_back(joint);
    leg.so_far.push_back(leg.so_far.empty() ? factor : mul_affine(factor, leg.so_far.back()));
  };
  step(mat4(1.0f), -1);
  step(chain.skin.inverse_bind, -1);
  for (std::size_t d = depth; d-- > 0;) {
    const bool waits = d >= chain.factors.size();
    if (waits) {
      step(mat4(1.0f), -1);
      continue;
    }
    const JointFactors& k = chain.factors[d];
    step(mul_affine(k.base_local, k.user_local), k.joint);
  }
  // The product of floats is not W_j B_j^-1 to the last digit; where the vertex stands is.
  leg.so_far.back() = chain.skin.skin;
  const mat4 part = weighted_part(chain.skin.skin, leg.weight);
  leg.factor.push_back(weighted_part(mat4(1.0f), leg.weight));
  leg.so_far.push_back(part);
  leg.factor.push_back(mat4(1.0f));
  leg.so_far.push_back(part);
  leg.factor_joint.insert(leg.factor_joint.end(), 2, -1);
  return leg;
}

std::vector<ProbeRow> walkers(const Scene& scene, const std::vector<ProbeRow>& rows) {
  if (scene.view.walker == WalkOf::All) return rows;
  const auto chosen = std::ranges::find(rows, scene.selection.joint, &ProbeRow::joint);
  return {chosen == rows.end() ? rows.front() : *chosen};
}

}  // namespace

SpaceWalk space_walk(const Scene& scene, const PosedScene& posed) {
  SpaceWalk out;
  out.at = scene.selection.probed();
  const Probe probed = probe(scene, posed, out.at, Deformer::Linear);
  if (probed.rows.empty()) {
    out.why_not = "Pin a vertex to walk it through the spaces: P, then a click on the surface.";
    return out;
  }
  out.point = probed.point;
  if (probed.follows_node) {
    out.why_not = "This vertex has no weights: it follows its mesh's node, and walks nowhere.";
    return out;
  }
  const std::vector<ProbeRow> all = sorted_rows(probed);
  const std::vector<ProbeRow> rows = walkers(scene, all);
  const Skin& skin = binding_of(scene, static_cast<std::size_t>(out.at.mesh)).skin;
  std::vector<WalkChain> chains;
  std::size_t depth = 0;
  for (const ProbeRow& row : rows) {
    chains.push_back({&row, skin_factors(scene, posed, out.at.mesh, find_slot(skin, row.joint)),
                      chain_to(scene, posed, row.joint)});
    depth = std::max(depth, chains.back().factors.size());
  }
  for (const WalkChain& chain : chains) out.legs.push_back(leg_of(chain, depth));
  out.stages = {{WalkStage::Bind}, {WalkStage::Bone}};
  for (std::size_t d = depth; d-- > 0;)
    out.stages.push_back({WalkStage::Chain, static_cast<int>(d)});
  out.stages.push_back({WalkStage::Weighted});
  out.stages.push_back({WalkStage::Summed});
  if (rows.size() < all.size()) {
    std::size_t count = 0;
    for (const ProbeRow& row : all) {
      if (row.joint == rows.front().joint) continue;
      const int slot = find_slot(skin, row.joint);
      const mat4& t =
          posed.palette[static_cast<std::size_t>(out.at.mesh)][static_cast<std::size_t>(slot)];
      out.others = plus(out.others, weighted_part(t, row.weight));
      out.other_weight += row.weight;
      out.other_joint = ++count == 1 ? row.joint : -1;
    }
  }
  // End to end: each begins where those before it end; the other influences come last.
  mat4 sum(0.0f);
  for (WalkLeg& leg : out.legs) {
    sum = plus(sum, leg.so_far.back());
    leg.so_far.back() = sum;
  }
  if (out.other_weight != 0.0f) out.legs.front().so_far.back() = plus(sum, out.others);
  return out;
}

mat4 motion_part(const mat4& whole, float part) {
  if (part >= 1.0f) return whole;
  if (!(part > 0.0f)) return mat4(1.0f);
  const Polar p = polar(dmat3(mat3(whole)));
  const double t = part;
  if (!is_finite(whole) || glm::determinant(p.orthogonal) < 0.0) {
    return (1.0f - part) * mat4(1.0f) + part * whole;
  }
  mat4 rigid = mat4(mat3(p.orthogonal));
  rigid[3] = whole[3];
  const Screw screw = screw_of(rigid);
  dmat4 turn(1.0);
  if (screw.angle > 0.0) {
    turn = dmat4(glm::mat3_cast(glm::angleAxis(t * screw.angle, screw.axis)));
    turn[3] = glm::dvec4(screw.center - dmat3(turn) * screw.center, 1.0);
  }
  turn[3] += glm::dvec4(t * screw.slide * screw.axis, 0.0);
  return mat4(turn * dmat4(dmat3(1.0) + t * (p.stretch - dmat3(1.0))));
}

WalkMoment walk_at(const SpaceWalk& walk, float at) {
  WalkMoment out;
  if (walk.empty()) return out;
  const float clamped = std::clamp(at, 0.0f, walk.last());
  const float whole = std::ceil(clamped);
  out.stage = static_cast<std::size_t>(whole);
  out.part = whole > clamped ? 1.0f - (whole - clamped) : 1.0f;
  const std::size_t k = out.stage;
  const WalkStage::Kind kind = walk.stages[k].kind;
  mat4 before(0.0f);  // the sum of the legs before
  for (const WalkLeg& leg : walk.legs) {
    WalkMoment::Leg now;
    if (k == 0 || out.part >= 1.0f) {
      now.matrix = leg.so_far[k];
    } else if (kind == WalkStage::Weighted || kind == WalkStage::Summed) {
      now.matrix = (1.0f - out.part) * leg.so_far[k - 1] + out.part * leg.so_far[k];
    } else {
      now.matrix = mul_affine(motion_part(leg.factor[k], out.part), leg.so_far[k - 1]);
    }
    now.point = walked(now.matrix, walk.point);
    if (kind == WalkStage::Summed) now.tail = out.part * walked(before, walk.point);
    before = kind == WalkStage::Summed ? leg.so_far[k] : before;
    out.legs.push_back(now);
  }
  return out;
}

std::string walk_space(const SpaceWalk& walk, const Model& model, std::size_t leg,
                       std::size_t stage) {
  if (walk.stages[stage].kind == WalkStage::Bind) return "bind space";
  const auto& joints = walk.legs[leg].factor_joint;
  int frame = walk.legs[leg].joint;
  for (std::size_t k = 0; k <= stage; ++k) {
    if (joints[k] >= 0) frame = model.skeleton.parent[static_cast<std::size_t>(joints[k])];
  }
  return frame < 0 ? "world" : "frame of " + model.skeleton.name[static_cast<std::size_t>(frame)];
}

std::string walk_words(const SpaceWalk& walk, const Model& model, std::size_t stage) {
  const auto& name = model.skeleton.name;
  const bool one = walk.legs.size() == 1;
  switch (walk.stages[stage].kind) {
    case WalkStage::Bind:
      return "The vertex in bind space";
    case WalkStage::Bone:
      return one ? "Into the frame of " + name[static_cast<std::size_t>(walk.legs[0].joint)] +
                       " at bind"
                 : "Each into its own bone's frame at bind";
    case WalkStage::Weighted:
      return "Weighted";
    case WalkStage::Summed:
      return walk.other_weight != 0.0f ? "Summed with the other influences" : "Summed";
    case WalkStage::Chain:
      break;
  }
  std::vector<int> joints;
  for (const WalkLeg& leg : walk.legs) {
    const int j = leg.factor_joint[stage];
    if (j >= 0 && std::ranges::find(joints, j) == joints.end()) joints.push_back(j);
  }
  std::string words = "By L Ul of ";
  for (std::size_t k = 0; k < joints.size(); ++k) {
    words += (k == 0                  ? ""
              : k + 1 < joints.size() ? ", "
                                      : " and ") +
             name[static_cast<std::size_t>(joints[k])];
  }
  if (walk.stages[stage].depth == 0) return words + " into the world";
  return joints.size() == 1 ? words + " into the frame of " +
                                  name[static_cast<std::size_t>(
                                      model.skeleton.parent[static_cast<std::size_t>(joints[0])])]
                            : words + " into the frames of their parents";
}

}  // namespace bindpose
