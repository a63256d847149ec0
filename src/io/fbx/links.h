// The objects of an FBX file by their ids, and what is connected to each.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "io/fbx/object.h"

namespace bindpose {

// Objects whose number another one has as well, and who lose it: a model keeps it before a mesh,
// that before a deformer, that before materials and the like; of one kind the first in the file.
std::unordered_set<std::uint32_t> fbx_outnumbered(const FbxTree& tree);

class FbxLinks {
 public:
  explicit FbxLinks(const FbxTree& tree);

  // Nodes of the tree, in the file's order; of several with one id the one that keeps it.
  const std::vector<std::uint32_t>& objects() const { return objects_; }
  // The object's node where it is of this kind ("Model", "Deformer", ...), or 0.
  std::uint32_t object(std::int64_t id, std::string_view kind) const;
  // Whether it is a Deformer of this class ("Skin", "Cluster", "BlendShape", ...).
  bool is_deformer(std::int64_t id, std::string_view type) const;
  // The number of a model among the models, or -1.
  int model(std::int64_t id) const;
  // Whether each object has a number of its own above 0, as Assimp wants it.
  bool numbers_are_sound() const { return sound_; }
  // Objects that lost their number to another one.
  std::size_t outnumbered() const { return outnumbered_; }
  // What is connected to an object, in the file's order.
  const std::vector<FbxConnection>& into(std::int64_t id) const;
  const std::unordered_map<std::int64_t, std::vector<FbxConnection>>& all_into() const {
    return into_;
  }

 private:
  void read_objects();
  void read_connections();

  const FbxTree& tree_;
  bool sound_ = true;
  std::size_t outnumbered_ = 0;
  std::vector<std::uint32_t> objects_;
  std::unordered_map<std::int64_t, std::uint32_t> node_;
  std::unordered_map<std::int64_t, int> model_;
  std::unordered_map<std::int64_t, std::vector<FbxConnection>> into_;
};

}  // namespace bindpose
