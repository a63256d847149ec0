// One Draco stream: what its head says, and what it holds as arrays of numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace bindpose {

struct DracoCounts {
  std::size_t faces = 0;
  std::size_t points = 0;  // at least so many
};

// Reads the head alone: nothing is allocated by what it says. "" or what is wrong: no mesh, an
// encoding that glTF does not have (2.2 is what it asks for), cut short.
std::string read_draco_counts(std::span<const std::uint8_t> stream, DracoCounts& out);

// Numbers of glTF's component types, tightly packed.
struct DracoArray {
  std::uint32_t unique_id = 0;  // of the attribute in the stream
  int component_type = 0;
  std::size_t components = 0;  // per point
  std::size_t most = 0;        // points that there is room for
  std::size_t start = 0;       // in the output
};

struct DracoRequest {
  std::span<const std::uint8_t> stream;
  std::vector<DracoArray> array;
  int index_type = 0;  // of the corners of the triangles
  std::size_t most_faces = 0;
  std::size_t index_start = 0;
};

// Decodes into `out` and counts what there was. "" or what is wrong: damaged, an attribute is not
// there, more than there is room for.
std::string decode_draco(const DracoRequest& request, std::span<std::uint8_t> out,
                         DracoCounts& found);

}  // namespace bindpose
