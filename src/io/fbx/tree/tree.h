// The tree of named nodes that an FBX file is, binary or text, as views into the file's bytes.
// (Layout: the description of the binary format at code.blender.org/2013/08, and files.)
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/import_error.h"

namespace bindpose {

// A value of a node. `type` as in binary files: C, B, Z, Y, I, L integers, F, D reals, S text, R
// raw bytes, b, c, i, l, f, d arrays. Text files: N a number, W a bare word, S text, A an array.
// `data` is the value's bytes or characters, not yet decoded.
struct FbxProperty {
  char type = 0;
  bool packed = false;      // arrays: compressed by zlib
  bool swapped = false;     // its numbers are big-endian
  std::uint32_t count = 0;  // arrays: numbers in it, as the file says
  std::string_view data;
};

// From this version on, text files write the bits of a key's attributes as integers.
inline constexpr int kFbxBitsVersion = 7200;

struct FbxNode {
  std::string_view name;
  std::uint32_t first_property = 0;
  std::uint32_t property_count = 0;
  std::uint32_t end = 0;  // one past the last node below
};

// Nodes depth-first, children after their parent; node 0 stands for the file. The children of n
// are c = n + 1, then c = node[c].end, while c < node[n].end.
struct FbxTree {
  int version = 0;
  bool text = false;
  // Where an array is that says millions of numbers more than its bytes can hold; 0: there is none.
  std::size_t liar_at = 0;
  std::vector<FbxNode> node;
  std::vector<FbxProperty> property;

  const FbxProperty* get(std::uint32_t n, std::uint32_t which) const {
    const FbxNode& at = node[n];
    return which < at.property_count ? &property[at.first_property + which] : nullptr;
  }
};

static_assert(std::endian::native == std::endian::little, "FBX is read as if by such a machine");

// A number at `from`, where there are as many bytes as T has.
template <typename T>
T fbx_raw(const char* from, bool swapped) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, from, sizeof(T));
  if (swapped) std::reverse(bytes, bytes + sizeof(T));
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

// Whether a node and all below it is kept. `parent` is "" for the file's own.
using FbxFilter = bool (*)(std::string_view parent, std::string_view name);

// Why a tree cannot be read. what() is one sentence; `predicate` is its middle, after the file's
// name: "breaks off after 1234 bytes".
struct FbxBroken : ImportError {
  FbxBroken(const std::string& sentence, std::string middle)
      : ImportError(sentence), predicate(std::move(middle)) {}
  std::string predicate;
  bool harmful = false;  // Assimp would crash or take all memory, and must not see the file
};

// Throws FbxBroken with one sentence where the tree is damaged. The tree refers to `bytes`. What
// the filter does not want is stepped over; arrays stay packed.
FbxTree parse_fbx(std::string_view bytes, FbxFilter wanted);

// Whether a binary file's numbers are big-endian.
bool fbx_is_big_endian(std::string_view bytes);

// The first child of that name, or 0.
std::uint32_t fbx_child(const FbxTree& tree, std::uint32_t parent, std::string_view name);

// The value as a number or text, whatever its width; nothing where it is none or not there.
std::optional<std::int64_t> fbx_integer(const FbxProperty* property);
std::optional<double> fbx_real(const FbxProperty* property);
std::string_view fbx_text(const FbxProperty* property);  // "" where it is none

// All numbers of a node: its array, or in text files without arrays its values. T: int64_t, double
// or float; conversions are checked. Nothing where there is no node, or where count, packing or a
// number is wrong. `budget` is how many bytes may still be unpacked, less what this takes.
template <typename T>
std::optional<std::vector<T>> fbx_array(const FbxTree& tree, std::uint32_t node,
                                        std::size_t& budget);

}  // namespace bindpose
