#include "io/numbers/numbers_builder.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "io/text/clean_text.h"
#include "io/text/json_text.h"
#include "io/text/pose_json.h"
#include "math/numbers.h"
#include "scene/names.h"
#include "scene/near_match.h"
#include "scene/numerals.h"

namespace bindpose {

namespace {

constexpr std::pair<std::string_view, RigQuantity> kOtherNames[] = {
    {"parents", RigQuantity::Parent},
    {"local", RigQuantity::BaseLocal},
    {"user_local", RigQuantity::UserLocal},
    {"world", RigQuantity::World},
    {"global", RigQuantity::World},
    {"bind", RigQuantity::Bind},
    {"B^-1", RigQuantity::InverseBind},
    {"Binv", RigQuantity::InverseBind},
    {"B_inv", RigQuantity::InverseBind},
    {"inverseBindMatrices", RigQuantity::FileInverseBind},
    {"boneInverses", RigQuantity::FileInverseBind},
    {"boneMatrices", RigQuantity::Skin},
    {"palette", RigQuantity::Skin},
    {"skin", RigQuantity::Skin},
    {"posed", RigQuantity::Posed},
    {"v_posed", RigQuantity::Posed},
    {"posed_vertices", RigQuantity::Posed},
};

}  // namespace

std::optional<RigQuantity> quantity_named(std::string_view word) {
  for (const RigQuantityInfo& q : kRigQuantities) {
    if (q.key == word) return q.quantity;
  }
  for (const auto& [name, quantity] : kOtherNames) {
    if (name == word) return quantity;
  }
  return {};
}

std::string quantity_keys() {
  std::string out;
  for (const RigQuantityInfo& q : kRigQuantities) {
    out += (out.empty()                          ? ""
            : &q == std::end(kRigQuantities) - 1 ? " or "
                                                 : ", ") +
           std::string(q.key);
  }
  return out;
}

NumbersBuilder::NumbersBuilder(const Scene& scene, std::string subject, std::string source,
                               bool column_major)
    : scene_(scene),
      subject_(std::move(subject)),
      source_(std::move(source)),
      column_major_(column_major) {
  const std::vector<std::string>& names = skeleton().name;
  for (std::size_t j = 0; j < names.size(); ++j)
    joint_.emplace(clean_utf8(names[j]), static_cast<int>(j));
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    const Skin& skin = binding_of(scene, m).skin;
    for (std::size_t s = 0; s < skin.joint.size(); ++s) {
      slot_list_.push_back({static_cast<int>(m), static_cast<int>(s), skin.joint[s]});
    }
  }
}

void NumbersBuilder::refuse(const std::string& what) const {
  refuse_json(subject_, what);
}

void NumbersBuilder::note(const std::string& text) {
  notes_.push_back(source_ + ": " + text);
}

void NumbersBuilder::check_shape(std::size_t lists, std::size_t numbers,
                                 const std::string& whose) const {
  const bool whole = lists == 4 && numbers == 4;
  const bool affine = column_major_ ? lists == 4 && numbers == 3 : lists == 3 && numbers == 4;
  if (whole || affine) return;
  refuse("the matrix of " + whose + " is " + std::to_string(lists) + " by " +
         std::to_string(numbers) + ", and not 4 by 4 or 3 by 4" +
         (lists == 4 && numbers == 3 ? "; matrices by columns are read with --column-major" : ""));
}

dmat4 NumbersBuilder::matrix(std::span<const double> n, const std::string& whose) const {
  if (n.size() != 16 && n.size() != 12) {
    refuse("the matrix of " + whose + " has " + counted(n.size(), "number", "numbers") +
           ", and not 16 (four rows of four) or 12 (three of four)");
  }
  dmat4 out(1.0);
  const std::size_t rows = n.size() / 4;
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      const double x = column_major_ ? n[c * rows + r] : n[r * 4 + c];
      out[static_cast<int>(c)][static_cast<int>(r)] = x;
    }
  }
  return out;
}

int NumbersBuilder::joint(const std::string& name) {
  if (const auto found = joint_.find(name); found != joint_.end()) return found->second;
  std::size_t index = 0;
  const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), index);
  if (problem == std::errc{} && end == name.data() + name.size()) {
    if (const int j = joint_at(index); j >= 0) return j;
  }
  if (unknown_.empty()) first_unknown_ = name;
  unknown_.insert(name);
  return -1;
}

int NumbersBuilder::joint_at(std::size_t index) const {
  if (!order_.empty()) return index < order_.size() ? order_[index] : -1;
  return index < joint_.size() ? static_cast<int>(index) : -1;
}

int NumbersBuilder::parent_at(double index) const {
  if (index == -1.0) return -1;
  if (!(index >= 0.0 && index < 1e9) || index != std::floor(index)) return kNoSuchJoint;
  const int joint = joint_at(static_cast<std::size_t>(index));
  return joint < 0 ? kNoSuchJoint : joint;
}

int NumbersBuilder::parent_named(const std::string& name) {
  const int found = joint(name);
  return found < 0 ? kNoSuchJoint : found;
}

int NumbersBuilder::mesh(const std::string& name, std::size_t index) const {
  const auto& meshes = scene_.model->meshes;
  if (index < meshes.size() && clean_utf8(meshes[index].name) == name)
    return static_cast<int>(index);
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    if (clean_utf8(meshes[m].name) == name) return static_cast<int>(m);
  }
  return -1;
}

int NumbersBuilder::slot(int mesh, int joint) const {
  for (std::size_t s = 0; s < slot_list_.size(); ++s) {
    if (slot_list_[s].mesh == mesh && slot_list_[s].joint == joint) return static_cast<int>(s);
  }
  return -1;
}

void NumbersBuilder::add(RigQuantity quantity, GivenMatrix row) {
  if (row.joint < 0 && row.slot >= 0) row.joint = slot_list_[idx(row.slot)].joint;
  if (row.joint >= 0) matrices_[quantity].push_back(row);
}

void NumbersBuilder::add_list(RigQuantity quantity, std::span<const dmat4> list) {
  const std::string letter(info_of(quantity).letter);
  const std::size_t joints = order_.empty() ? joint_.size() : order_.size();
  const std::size_t slots = slots_.empty() ? slot_list_.size() : slots_.size();
  const bool of_slots = info_of(quantity).of_slots && list.size() == slots;
  if (!of_slots && list.size() != joints) {
    refuse(letter + " has " + counted(list.size(), "matrix", "matrices") +
           " without names, and the model has " + counted(joints, "joint", "joints") +
           (info_of(quantity).of_slots ? " (" + std::to_string(slots) + " in its skins)" : "") +
           "; give them by name, or all of them in the order of 'bindpose tables'");
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (of_slots) {
      const int s = slots_.empty() ? static_cast<int>(i) : slots_[i];
      if (s >= 0) add(quantity, {-1, s, list[i]});
    } else {
      add(quantity, {joint_at(i), -1, list[i]});
    }
  }
}

void NumbersBuilder::add_parent(int joint, int parent) {
  if (joint >= 0) parents_.emplace_back(joint, parent);
}

void NumbersBuilder::add_points(std::vector<dvec3> points, int mesh) {
  const auto& meshes = scene_.model->meshes;
  std::size_t first = 0, all = vertex_count(*scene_.model);
  if (mesh >= 0) {
    for (int m = 0; m < mesh; ++m) first += meshes[idx(m)].position.size();
    all = meshes[idx(mesh)].position.size();
  }
  if (points.size() != all) {
    refuse("it has " + counted(points.size(), "vertex", "vertices") + ", and " +
           (mesh < 0 ? "the model" : "its mesh") + " has " + std::to_string(all) +
           "; 'bindpose export' and 'bindpose tables' write them in the order that is compared");
  }
  points_.push_back({source_, first, std::move(points)});
}

void NumbersBuilder::give(GivenNumbers& to) {
  if (!parents_.empty()) to.parents.push_back({source_, std::move(parents_)});
  for (auto& [quantity, rows] : matrices_)
    to.matrices.push_back({quantity, source_, std::move(rows)});
  for (GivenPoints& p : points_) to.points.push_back(std::move(p));
  if (!unknown_.empty()) {
    std::string text = "the model has no joint " + in_quotes(clean_text(first_unknown_));
    if (unknown_.size() > 1)
      text += " and " + std::to_string(unknown_.size() - 1) + " others that it names";
    const std::string hint = did_you_mean(first_unknown_, skeleton().name);
    note(text + "; left out" + (hint.empty() ? "." : hint));
  }
  to.notes.insert(to.notes.end(), notes_.begin(), notes_.end());
}

}  // namespace bindpose
