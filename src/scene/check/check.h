// What is wrong with a rig, by the rules of a profile.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "scene/check/rules.h"
#include "scene/scene.h"

namespace bindpose {

// What one rule found in one mesh, or in the skeleton.
struct Finding {
  Rule rule{};
  Severity severity = Severity::Info;
  int mesh = -1;          // index into Model::meshes; -1: not of one mesh
  std::size_t count = 0;  // vertices or joints, as the rule's `concerns` says; 1 of a skin or file
  std::vector<std::uint32_t> vertices;  // of the mesh, ascending
  std::vector<int> joints;  // ascending; of vertices the joints whose weights are meant, if any;
                            // of a skin whose bind matrices are wrong those that vertices follow
  // Where, as a JSON pointer into the model as `info --json` counts it: "/meshes/0/vertices/12",
  // "/joints/7", "/meshes/0/skin", "" for the file. Of several the worst, or the first.
  std::string place;
  std::string name;       // of the mesh, or of the first joint; as in the file
  double worst = 0.0;     // how bad it is at its worst, in `unit`
  std::string_view unit;  // "mm", "weights", "sum", ...; empty: there is no number
  int clip = -1;          // where that is measured in a clip, as clip_at() counts
  double time = 0.0;
  std::string text;  // one sentence, without the name of the file
};

// What an island or a leak consists of: the vertices of a mesh, ascending, on which a joint pulls
// there.
struct StrayPull {
  int mesh = -1, joint = -1;
  std::vector<std::uint32_t> vertices;
};

// Called now and then; true ends the work, and what was found so far comes back.
using CheckCancel = std::function<bool()>;

// All findings, errors first, then in the order of the rules, then of the meshes. Edited weights
// count. Meshes that no joint moves are not judged. There is a model. Lengths are in millimetres as
// displayed. Takes about 3 s for a million vertices; may be called from any thread on a copy of the
// scene.
std::vector<Finding> check(const Scene& scene, const CheckProfile& profile,
                           const CheckCancel& cancel = {});
// Of one of the rules Island and Leak, by mesh and joint; other rules have none. As check()
// otherwise.
std::vector<StrayPull> stray_pulls(const Scene& scene, Rule rule, const CheckCancel& cancel = {});

// Whether there is anything to judge: a mesh that joints move.
bool has_rig(const Scene& scene);

// How many of them are at least that bad.
std::size_t count_from(const std::vector<Finding>& findings, Severity severity);

}  // namespace bindpose
