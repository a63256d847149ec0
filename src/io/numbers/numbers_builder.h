// For io/numbers: what was read, put in its place in the model.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "scene/numbers/given_numbers.h"

namespace bindpose {

// What a word stands for: its key, or what other programs call it ("inverseBindMatrices").
std::optional<RigQuantity> quantity_named(std::string_view word);
// "parent, L, Ul, ...", for sentences.
std::string quantity_keys();

// Throws std::runtime_error with one sentence that begins with `subject`.
class NumbersBuilder {
 public:
  NumbersBuilder(const Scene& scene, std::string subject, std::string source, bool column_major);

  // 16 numbers, or 12: three rows of four, by columns four of three. `whose` is for sentences.
  // Refuses what is written as so many lists of so many numbers and is no such matrix.
  void check_shape(std::size_t lists, std::size_t numbers, const std::string& whose) const;
  dmat4 matrix(std::span<const double> numbers, const std::string& whose) const;
  // The joint that a name or, as text, an index from 0 stands for; -1 and a note where it is none.
  int joint(const std::string& name);
  int joint_at(std::size_t index) const;  // of the order that was given, or of the model; or -1
  // As a parent: -1 where it is none; kNoSuchJoint where it is no joint, or no whole number.
  int parent_at(double index) const;
  int parent_named(const std::string& name);
  int mesh(const std::string& name, std::size_t index) const;  // -1: none
  int slot(int mesh, int joint) const;                         // of RigInputs::slot; -1: none

  // Joints that later lists by index are of.
  void set_order(std::vector<int> joint) { order_ = std::move(joint); }
  // The same of what belongs to slots.
  void set_slots(std::vector<int> slot) { slots_ = std::move(slot); }

  void add(RigQuantity quantity, GivenMatrix row);
  void add_list(RigQuantity quantity, std::span<const dmat4> list);
  void add_parent(int joint, int parent);
  // Of mesh `mesh`, or of all meshes (-1).
  void add_points(std::vector<dvec3> points, int mesh);
  void note(const std::string& text);
  // Moves all that was added into `to`.
  void give(GivenNumbers& to);
  [[noreturn]] void refuse(const std::string& what) const;
  const Skeleton& skeleton() const { return scene_.model->skeleton; }

 private:
  const Scene& scene_;
  std::string subject_, source_;
  bool column_major_;
  std::unordered_map<std::string, int> joint_;
  std::vector<RigSlot> slot_list_;
  std::vector<int> order_, slots_;
  std::map<RigQuantity, std::vector<GivenMatrix>> matrices_;
  std::vector<std::pair<int, int>> parents_;
  std::vector<GivenPoints> points_;
  std::vector<std::string> notes_;
  std::string first_unknown_;
  std::unordered_set<std::string> unknown_;
};

}  // namespace bindpose
