#include "io/gltf/compressed/pack_streams.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <cstring>

namespace bindpose {

PackedStream index_stream(const std::vector<std::uint8_t>& bytes, std::size_t each) {
  PackedStream out;
  out.count = bytes.size() / each;
  out.stride = each;
  out.mode = "TRIANGLES";
  std::vector<unsigned> index(out.count, 0u);
  for (std::size_t i = 0; i < out.count; ++i) std::memcpy(&index[i], bytes.data() + i * each, each);
  meshopt_encodeIndexVersion(1);  // that of the extension
  out.data.resize(meshopt_encodeIndexBufferBound(
      out.count, index.empty() ? 0 : 1 + *std::max_element(index.begin(), index.end())));
  out.data.resize(
      meshopt_encodeIndexBuffer(out.data.data(), out.data.size(), index.data(), out.count));
  return out;
}

PackedStream vertex_stream(const std::vector<std::uint8_t>& bytes, std::size_t stride) {
  PackedStream out;
  out.count = bytes.size() / stride;
  out.stride = stride;
  meshopt_encodeVertexVersion(0);
  out.data.resize(meshopt_encodeVertexBufferBound(out.count, stride));
  out.data.resize(meshopt_encodeVertexBuffer(out.data.data(), out.data.size(), bytes.data(),
                                             out.count, stride));
  return out;
}

}  // namespace bindpose
