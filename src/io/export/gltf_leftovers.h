// What an edit leaves behind in a glTF document: accessors that meshes and skins referred to and
// that nothing refers to any more, their views, and their bytes. Without this each export of an
// export would carry all weights that there ever were.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "io/gltf/document.h"

namespace bindpose {

class GltfLeftovers {
 public:
  // Before the document is changed. All views are in buffer 0, or there is one buffer alone.
  explicit GltfLeftovers(GltfDocument& document);

  struct Range {
    std::size_t begin = 0, end = 0;  // whole multiples of four
  };
  // After it was changed: what was appended since takes the numbers of what is left over, what is
  // left over at the end goes, in between an empty accessor keeps the numbers of those behind it.
  // Returns the bytes of buffer 0 (`size` in all) that nothing refers to any more, in order, and
  // has moved the views as if they were gone. Nothing is touched that was not referred to before
  // (other programs' leftovers stay), nor anything at all where an extension is used that may refer
  // to accessors in ways of its own.
  std::vector<Range> clear(GltfDocument& document, std::size_t size) const;

 private:
  std::size_t accessors_ = 0, views_ = 0;  // how many there were
  std::set<std::size_t> used_;             // accessors, by meshes and skins
};

}  // namespace bindpose
