#include "io/export/gltf_rig.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "io/export/glb_document.h"
#include "io/export/gltf_clips.h"
#include "io/export/gltf_points.h"
#include "io/export/notes.h"
#include "io/export/rig/skin_slots.h"
#include "io/text/json_text.h"
#include "math/numbers.h"
#include "math/transform.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

using nlohmann::json;

// The file's own matrix came to the model and back through others, which may be large.
constexpr float kStoredMatrix = 1e-3f;
constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// A skin of the file, grown by what edited meshes need of it.
struct FileSkin {
  SkinSlots slots;
  std::size_t stored = 0;      // slots that the file has
  std::size_t number = kNone;  // in the file; kNone: a new one
  std::string name;
  std::size_t like = kNone;  // a new one: that of the file that it is a copy of
  bool bound_anew = false;   // its matrices are not those of the file
};

bool is_bare(const Influences& in, std::uint32_t v) {
  return v != GltfPart::kNoVertex && in.offset[v] == in.offset[v + 1];
}

class RigRewriter {
 public:
  RigRewriter(GltfSource& source, const Scene& scene)
      : source_(source), document_(source.document), scene_(scene) {}

  bool write(FileWriter& file, GlbPacking packing, std::vector<std::string>& notes);

 private:
  struct Change {
    std::size_t mesh;  // of the model
    WeightRows rows;
  };
  struct Stored {
    WeightRows rows;
    std::optional<std::size_t> skin;  // that it wears in the file, into skins_
    bool follows_anew = false;        // vertices without weights have been moved
  };
  // Joints that surfaces need, as nodes of the file.
  struct Needs {
    std::vector<int> node;
    std::vector<mat4> inverse_bind;
    // Of the model's mesh: slot -> index above; at the end what vertices without weights follow.
    std::map<std::size_t, std::vector<std::size_t>> place;
  };

  std::optional<std::size_t> skin_of(std::size_t node);
  void bind_skins(const std::map<std::size_t, std::vector<std::size_t>>& meshes_of);
  bool is_edited(std::size_t m, const WeightRows& stored, std::optional<std::size_t> skin) const;
  bool add_needs(std::size_t m, Needs& needs);
  bool follows_node_anew(std::size_t m) const;
  bool ties(std::size_t m, std::size_t f) const;
  FittedSkin fit(std::optional<std::size_t> skin, const Needs& needs, const Mesh& mesh);
  WeightRows new_rows(std::size_t m, const Needs& needs, const FittedSkin& fitted,
                      const WeightRows* stored);
  bool change_node(std::size_t node, const std::vector<std::size_t>& meshes);
  std::size_t own_mesh(std::size_t node, std::size_t mesh);
  int node_below(std::size_t node, const std::string& name);
  void write_skins(GlbDocument& out);
  void write_weights(GlbDocument& out, const Change& change);

  GltfSource& source_;
  GltfDocument& document_;
  const Scene& scene_;  // edited weights
  std::vector<FileSkin> skins_;
  std::map<std::size_t, std::size_t> skin_number_;  // of the file -> into skins_
  std::map<std::size_t, std::size_t> mesh_of_node_;
  std::map<std::size_t, int> below_;  // node -> the node below it that bare vertices follow
  std::map<std::size_t, std::size_t> node_skin_;  // node -> into skins_
  std::map<std::size_t, Stored> stored_;          // of the model's mesh
  std::vector<Change> changes_;
  std::size_t tied_ = 0;              // vertices without weights
  std::vector<std::string> tied_to_;  // the new nodes' names
};

// The skin that a node wears, as an index into skins_.
std::optional<std::size_t> RigRewriter::skin_of(std::size_t node) {
  const auto number =
      gltf_index(gltf_get(document_, "nodes", node), "skin", gltf_count(document_, "skins"));
  if (!number) return std::nullopt;
  if (const auto own = node_skin_.find(node); own != node_skin_.end()) return own->second;
  if (const auto known = skin_number_.find(*number); known != skin_number_.end())
    return known->second;
  FileSkin out;
  out.number = *number;
  out.slots = stored_slots(document_, *number);
  out.stored = out.slots.node.size();
  skins_.push_back(std::move(out));
  return skin_number_[*number] = skins_.size() - 1;
}

// Skins of which joints were bound anew. Where all that wear one agree it stays one skin, else
// those that differ from the file get a copy.
void RigRewriter::bind_skins(const std::map<std::size_t, std::vector<std::size_t>>& meshes_of) {
  std::map<std::size_t, std::size_t> users = skin_users(document_);
  std::map<std::size_t, std::vector<std::pair<std::size_t, std::vector<mat4>>>> wanted;
  for (const auto& [node, meshes] : meshes_of) {
    if (const auto skin = skin_of(node))
      wanted[*skin].emplace_back(
          node, rebound_matrices(source_, *scene_.model, meshes, skins_[*skin].slots));
  }
  for (const auto& [s, list] : wanted) {
    const std::vector<mat4>& first = list.front().second;
    const bool one = users[skins_[s].number] == list.size() &&
                     std::ranges::all_of(list, [&](const auto& of) { return of.second == first; });
    if (one) {
      skins_[s].bound_anew = skins_[s].slots.inverse_bind != first;
      skins_[s].slots.inverse_bind = first;
      continue;
    }
    std::map<std::size_t, const std::vector<mat4>*> copies;  // into skins_
    for (const auto& [node, matrices] : list) {
      if (matrices == skins_[s].slots.inverse_bind) continue;
      const auto same = std::ranges::find_if(
          copies, [&matrices = matrices](const auto& c) { return *c.second == matrices; });
      node_skin_[node] = same != copies.end() ? same->first : skins_.size();
      if (same != copies.end()) continue;
      copies.emplace(skins_.size(), &matrices);
      FileSkin own = skins_[s];
      own.like = std::exchange(own.number, kNone);
      own.slots.inverse_bind = matrices;
      own.bound_anew = true;
      skins_.push_back(std::move(own));
    }
  }
}

// Whether the model's weights are others than the file's, as the importer reads these.
bool RigRewriter::is_edited(std::size_t m, const WeightRows& stored,
                            std::optional<std::size_t> skin) const {
  const BoundMesh bound = bound_mesh(scene_, m);
  if (!skin || !bound.skin.skinned) return skin.has_value() != bound.skin.skinned;
  if (drops_broken(scene_, m)) return true;
  const std::vector<std::uint32_t>& vertex = source_.part[m].vertex;
  for (std::size_t f = 0; f < vertex.size(); ++f) {
    if (vertex[f] == GltfPart::kNoVertex) continue;
    if (row_edited(source_, stored.row(f), skins_[*skin].slots.node, bound, vertex[f])) return true;
  }
  return false;
}

FittedSkin RigRewriter::fit(std::optional<std::size_t> skin, const Needs& needs, const Mesh& mesh) {
  const auto into = [&](std::size_t s, float tolerance) -> std::optional<FittedSkin> {
    auto slot = skins_[s].slots.fit(needs.node, needs.inverse_bind, tolerance);
    if (!slot) return std::nullopt;
    return FittedSkin{s, std::move(*slot)};
  };
  if (skin) {
    if (auto fitted = into(*skin, kStoredMatrix)) return *fitted;
  }
  for (std::size_t s = 0; s < skins_.size(); ++s) {
    if (skins_[s].number != kNone) continue;
    if (auto fitted = into(s, kSameMatrix)) return *fitted;
  }
  std::vector<SkinSlots> fresh;
  FittedSkin fitted = fit_skin(fresh, needs.node, needs.inverse_bind);
  skins_.push_back({std::move(fresh.front()), 0, kNone, clean_utf8(mesh.name)});
  fitted.skin = skins_.size() - 1;
  return fitted;
}

// A new node below: a joint is named once in a skin, and the node itself may be one already.
int RigRewriter::node_below(std::size_t node, const std::string& name) {
  if (const auto known = below_.find(node); known != below_.end()) return known->second;
  const std::size_t fresh = gltf_append(document_, "nodes", {{"name", name + " node"}});
  gltf_change(document_, "nodes", node)["children"].push_back(fresh);
  tied_to_.push_back(name + " node");
  return below_[node] = static_cast<int>(fresh);
}

// Whether vertices without weights have been moved: their place is their node's from now on.
bool RigRewriter::follows_node_anew(std::size_t m) const {
  if (scene_.model->built == nullptr || !points_moved(*scene_.model, m)) return false;
  const BoundMesh bound = bound_mesh(scene_, m);
  const auto bare = [&](std::uint32_t v) { return is_bare(bound.influences, v); };
  return bound.skin.skinned && std::ranges::any_of(source_.part[m].vertex, bare);
}

// Whether the file's vertex f is one without weights that has to follow a joint of its own. It has
// not where the file itself gave it none: that stays as it came.
bool RigRewriter::ties(std::size_t m, std::size_t f) const {
  const BoundMesh bound = bound_mesh(scene_, m);
  const std::uint32_t v = source_.part[m].vertex[f];
  if (!is_bare(bound.influences, v)) return false;
  const auto& [rows, skin, follows_anew] = stored_.at(m);
  return !skin || follows_anew ||
         row_edited(source_, rows.row(f), skins_[*skin].slots.node, bound, v);
}

// What the weights of one surface need of a skin. False: a joint that is no node of the file.
bool RigRewriter::add_needs(std::size_t m, Needs& needs) {
  const BoundMesh bound = bound_mesh(scene_, m);
  const Influences& in = bound.influences;
  const Skin& skin = bound.skin;
  const GltfPart& part = source_.part[m];
  std::vector<std::size_t>& place = needs.place[m];
  place.assign(skin.joint.size() + 1, kNone);
  for (const std::uint16_t slot : in.slot) {
    if (place[slot] != kNone) continue;
    place[slot] = needs.node.size();
    needs.node.push_back(source_.joint_node[idx(skin.joint[slot])]);
    needs.inverse_bind.push_back(skin.inverse_bind[slot] * file_space(*scene_.model, m));
    if (needs.node.back() < 0) return false;
  }
  bool any = false;
  for (std::size_t f = 0; f < part.vertex.size() && !any; ++f) any = ties(m, f);
  if (!any) return true;
  place.back() = needs.node.size();
  needs.node.push_back(node_below(part.node, clean_utf8(bound.mesh.name)));
  needs.inverse_bind.push_back(inverse_affine(skin.mesh_to_bind) * file_space(*scene_.model, m));
  return true;
}

WeightRows RigRewriter::new_rows(std::size_t m, const Needs& needs, const FittedSkin& fitted,
                                 const WeightRows* stored) {
  const BoundMesh bound = bound_mesh(scene_, m);
  const Influences& in = bound.influences;
  const std::vector<std::size_t>& place = needs.place.at(m);
  // The skin can only have grown: slots mean the same. What no triangle shows stays as well.
  const std::vector<int>& node = skins_[fitted.skin].slots.node;
  const auto stays = [&](std::size_t f, std::uint32_t v) {
    if (stored == nullptr || is_bare(in, v)) return false;
    return v == GltfPart::kNoVertex || !row_edited(source_, stored->row(f), node, bound, v);
  };
  WeightRows out;
  for (std::size_t f = 0; f < source_.part[m].vertex.size(); ++f) {
    const std::uint32_t v = source_.part[m].vertex[f];
    if (stays(f, v)) {
      for (const WeightEntry& kept : stored->row(f))
        if (idx(kept.slot) < node.size()) out.entry.push_back(kept);  // others are for no joint
    } else if (v == GltfPart::kNoVertex) {
      out.entry.push_back({0, 1.0f});
    } else {
      for (auto k = in.offset[v]; k < in.offset[v + 1]; ++k) {
        out.entry.push_back({fitted.slot[place[in.slot[k]]], in.weight[k]});
      }
      if (ties(m, f)) {
        out.entry.push_back({fitted.slot[place.back()], 1.0f});
        ++tied_;
      }
    }
    out.end_row();
  }
  return out;
}

// All surfaces of one node, which wear one skin.
bool RigRewriter::change_node(std::size_t node, const std::vector<std::size_t>& meshes) {
  const std::optional<std::size_t> skin = skin_of(node);
  std::vector<std::size_t> edited;
  for (const std::size_t m : meshes) {
    stored_[m] = {stored_rows(source_, source_.part[m]), skin, follows_node_anew(m)};
    if (is_edited(m, stored_[m].rows, skin) || stored_[m].follows_anew) edited.push_back(m);
  }
  if (edited.empty()) return true;
  const auto needs_of = [&](const std::vector<std::size_t>& list) -> std::optional<Needs> {
    Needs needs;
    const bool all = std::ranges::all_of(list, [&](std::size_t m) { return add_needs(m, needs); });
    return all ? std::optional(std::move(needs)) : std::nullopt;
  };
  std::optional<Needs> needs = needs_of(edited);
  if (!needs) return false;
  FittedSkin fitted = fit(skin, *needs, scene_.model->meshes[edited.front()]);
  if (skin != fitted.skin && edited.size() < meshes.size()) {
    edited = meshes;  // in another skin all slots mean something else
    needs = needs_of(edited);
    if (!needs) return false;
    fitted = fit(std::nullopt, *needs, scene_.model->meshes[edited.front()]);
  }
  node_skin_[node] = fitted.skin;
  for (const std::size_t m : edited) {
    changes_.push_back(
        {m, new_rows(m, *needs, fitted, skin == fitted.skin ? &stored_[m].rows : nullptr)});
  }
  return true;
}

// The node's mesh, to be changed: a copy where other nodes show the same.
std::size_t RigRewriter::own_mesh(std::size_t node, std::size_t mesh) {
  if (const auto known = mesh_of_node_.find(node); known != mesh_of_node_.end())
    return known->second;
  std::size_t users = 0;
  const std::size_t meshes = gltf_count(document_, "meshes");
  for (std::size_t n = 0; n < gltf_count(document_, "nodes"); ++n) {
    const auto used = gltf_index(gltf_get(document_, "nodes", n), "mesh", meshes);
    if (used && *used == mesh) ++users;
  }
  std::size_t own = mesh;
  if (users > 1) {
    own = gltf_append(document_, "meshes", gltf_get(document_, "meshes", mesh));
    gltf_change(document_, "nodes", node)["mesh"] = own;
  }
  return mesh_of_node_[node] = own;
}

void RigRewriter::write_skins(GlbDocument& out) {
  for (FileSkin& skin : skins_) {
    if (skin.slots.node.size() == skin.stored && !skin.bound_anew) continue;
    const std::size_t matrices = out.add(skin.slots.inverse_bind, 1, "MAT4", GlbType::Float);
    if (skin.number == kNone) {
      json fresh =
          skin.like == kNone ? json::object() : json(gltf_get(document_, "skins", skin.like));
      if (!skin.name.empty()) fresh["name"] = skin.name;
      skin.number = gltf_append(document_, "skins", std::move(fresh));
    }
    json& changed = gltf_change(document_, "skins", skin.number);
    changed["joints"] = skin.slots.node;
    changed["inverseBindMatrices"] = matrices;
  }
  for (const auto& [node, skin] : node_skin_) {
    const std::size_t number = skins_[skin].number;
    const json& before = gltf_get(document_, "nodes", node);
    if (before.value("skin", json()) != number) {
      gltf_change(document_, "nodes", node)["skin"] = number;
    }
  }
}

void RigRewriter::write_weights(GlbDocument& out, const Change& change) {
  const GltfPart& part = source_.part[change.mesh];
  const std::size_t mesh = own_mesh(part.node, part.mesh);
  json& attributes =
      gltf_change(document_, "meshes", mesh)["primitives"][part.primitive]["attributes"];
  write_rows(change.rows, attributes, out);
}

bool RigRewriter::write(FileWriter& file, GlbPacking packing, std::vector<std::string>& notes) {
  if (!can_add_clips(source_, scene_)) return false;
  std::map<std::size_t, std::vector<std::size_t>> meshes_of;
  for (std::size_t m = 0; m < scene_.model->meshes.size(); ++m) {
    meshes_of[source_.part[m].node].push_back(m);
  }
  const bool bound_anew = scene_.model->built != nullptr;
  if (bound_anew) bind_skins(meshes_of);
  for (const auto& [node, meshes] : meshes_of) {
    if (!change_node(node, meshes)) return false;
  }
  GlbDocument out(document_);
  write_skins(out);
  add_gltf_clips(source_, scene_, out);
  constexpr float kPrepared = 0.5f;  // of the work
  file.stretch(kPrepared, changes_.size());
  for (const Change& change : changes_) {
    write_weights(out, change);
    file.step();
  }
  bool had_tangents = false;
  for (std::size_t m = 0; bound_anew && m < scene_.model->meshes.size(); ++m) {
    if (!points_moved(*scene_.model, m)) continue;
    const std::size_t mesh = own_mesh(source_.part[m].node, source_.part[m].mesh);
    if (!write_points(source_, *scene_.model, m, mesh, out, had_tangents)) return false;
  }
  const std::vector<std::string> tied = notes_on_tied(tied_, tied_to_);
  notes.insert(notes.end(), tied.begin(), tied.end());
  if (had_tangents) {
    notes.emplace_back(
        "Points were bound anew, so their tangents are left out; programs compute them anew.");
  }
  if (out.missing_images() > 0) {
    notes.push_back(counted(out.missing_images(), "image that the model names was",
                            "images that the model names were") +
                    " not found and could not be put into the file.");
  }
  out.write(file, packing);
  return true;
}

}  // namespace

bool write_gltf_rig(GltfSource& source, const Scene& scene, FileWriter& file, GlbPacking packing,
                    std::vector<std::string>& notes) {
  try {
    return RigRewriter(source, scene).write(file, packing, notes);
  } catch (const json::exception&) {
    throw std::runtime_error(kUnsoundSource);
  }
}

}  // namespace bindpose
