// Nodes of a file of any age and form, written the way that FBX 7400 has them: arrays where old
// files list their values, numbers of the width that the name asks for, names before their class.
#pragma once

#include <string>

#include "io/fbx/object.h"
#include "io/fbx/upgrade/writer.h"

namespace bindpose {

// "Model::name" of text files and "name", 0, 1, "Model" of binary ones.
struct FbxFullName {
  std::string name;
  std::string type;  // "" where the file says none, as before 6000
};
FbxFullName fbx_full_name(const FbxTree& tree, std::string_view text);
// As binary files write it.
std::string fbx_binary_name(const FbxFullName& name);

class FbxCopier {
 public:
  FbxCopier(const FbxTree& tree, FbxWriter& out) : tree_(tree), out_(out) {}

  // The node with all below it; Properties60 become Properties70. Where an array is damaged, it is
  // left out.
  void node(std::uint32_t n);
  // Its children alone; `wanted` says which. Layers of a geometry that can not be read are left
  // out.
  template <typename Wanted>
  void children(std::uint32_t n, Wanted wanted) {
    for (std::uint32_t c = n + 1; c < tree_.node[n].end; c = tree_.node[c].end) {
      if (wanted(tree_.node[c].name) && fbx_layer_is_sound(tree_, c)) node(c);
    }
  }
  // One line of Properties60 or Properties70.
  void property(std::uint32_t line);

 private:
  bool array(std::uint32_t n);
  void value(std::string_view name, const FbxProperty& property);
  void content(std::uint32_t n);

  const FbxTree& tree_;
  FbxWriter& out_;
  std::size_t budget_ = std::size_t{1} << 31;  // bytes of arrays that may still be unpacked
};

}  // namespace bindpose
