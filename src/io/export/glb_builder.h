// A GLB file while it is put together: the JSON part, and the pieces of the binary part as they lie
// in memory.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "io/export/glb_file.h"
#include "scene/model.h"

namespace bindpose {

enum class GlbType { UnsignedByte = 5121, UnsignedShort = 5123, UnsignedInt = 5125, Float = 5126 };
enum class GlbTarget { None = 0, Vertices = 34962, Indices = 34963 };

class GlbBuilder {
 public:
  using Json = nlohmann::ordered_json;

  explicit GlbBuilder(const Model& of);

  // The bytes are read when the file is written: they must live until then. Those that have no
  // other home are kept here by add_owned().
  template <typename T>
  std::size_t add_accessor(const std::vector<T>& data, const char* type, GlbType component,
                           GlbTarget target = GlbTarget::None) {
    return add(data.data(), data.size() * sizeof(T), data.size(), type, component, target);
  }
  // `per_item` values of T make one element.
  template <typename T>
  std::size_t add_owned(const std::vector<T>& data, std::size_t per_item, const char* type,
                        GlbType component, GlbTarget target = GlbTarget::None) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(data.data());
    owned_.emplace_back(bytes, bytes + data.size() * sizeof(T));
    const auto& kept = owned_.back();
    return add(kept.data(), kept.size(), data.size() / per_item, type, component, target);
  }
  // The same with the bounds that the format asks of positions.
  std::size_t add_positions(const std::vector<vec3>& position);
  std::size_t add_owned_positions(const std::vector<vec3>& position);
  // Bytes that are no accessor's, of an image file, say; returns the view's index.
  std::size_t add_bytes(std::vector<std::uint8_t> bytes);
  // Index in the file of Model::materials[index], its textures as PNG. Meshes have the coordinates
  // that they lie by as TEXCOORD_0 and TEXCOORD_1: add_uv().
  std::size_t add_material(int index);
  void add_uv(const Mesh& mesh, Json& attributes);
  // An extension that something written into `root` has; once.
  void uses(const char* extension);

  // Throws std::runtime_error with one sentence: more than the 4 GiB that the format can hold.
  void write(FileWriter& file, GlbPacking packing = GlbPacking::None);

  const Model& model;
  Json root;

 private:
  std::size_t add_view(const void* data, std::size_t bytes, GlbTarget target);
  std::size_t add(const void* data, std::size_t bytes, std::size_t count, const char* type,
                  GlbType component, GlbTarget target);
  void set_bounds(std::size_t accessor, const std::vector<vec3>& position);
  std::size_t add_image(int image);
  std::size_t add_texture(const TextureUse& use);
  void add_use(Json& owner, const char* key, const TextureUse& use, Json more);
  void add_extensions(const Material& material, Json& out);

  std::vector<GlbPiece> pieces_;
  std::size_t size_ = 0;  // of all pieces, each padded to four bytes
  std::deque<std::vector<std::uint8_t>> owned_;
  std::map<int, std::size_t> material_, image_;              // model index -> index in the file
  using Sampling = std::array<int, 3>;                       // both wraps, 1: nearest
  std::map<std::pair<int, Sampling>, std::size_t> texture_;  // by image
  std::map<Sampling, std::size_t> sampler_;
};

}  // namespace bindpose
