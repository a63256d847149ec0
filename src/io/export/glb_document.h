// A glTF document on its way into a GLB file: all its buffers become one, images beside the file
// come in, byte for byte, and what nobody refers to any more since the document was changed stays
// out.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "io/export/glb_builder.h"
#include "io/export/glb_file.h"
#include "io/export/gltf_leftovers.h"
#include "io/gltf/document.h"

namespace bindpose {

class GlbDocument {
 public:
  // Changes the document, which must live as long. Throws std::runtime_error with one sentence
  // where a buffer can not be read.
  explicit GlbDocument(GltfDocument& document);

  // `per_item` values of T make one element. Returns the accessor's index.
  template <typename T>
  std::size_t add(const std::vector<T>& data, std::size_t per_item, const char* type,
                  GlbType component, GlbTarget target = GlbTarget::None) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(data.data());
    const std::size_t view = add_view({bytes, bytes + data.size() * sizeof(T)}, target);
    return gltf_append(document_, "accessors",
                       {{"bufferView", view},
                        {"componentType", static_cast<int>(component)},
                        {"count", data.size() / per_item},
                        {"type", type}});
  }

  // Images that were not found: the file names them as before.
  std::size_t missing_images() const { return missing_images_; }

  void write(FileWriter& file, GlbPacking packing = GlbPacking::None);

 private:
  std::size_t add_view(std::vector<std::uint8_t> bytes, GlbTarget target);
  void merge_buffers();
  void take_images_in();
  void leave_out(const std::vector<GltfLeftovers::Range>& holes);

  GltfDocument& document_;
  GltfLeftovers before_;
  std::vector<GlbPiece> pieces_;
  std::size_t size_ = 0;
  std::deque<std::vector<std::uint8_t>> owned_;
  std::size_t missing_images_ = 0;
};

// The bytes of an image that lies beside the file, and what they are ("image/png"); empty where the
// image is inside the file, missing, or of a kind that is not known.
struct ImageBytes {
  std::vector<std::uint8_t> bytes;
  const char* mime = "";
};
ImageBytes image_beside(const std::filesystem::path& folder, const nlohmann::json& image);
// Whether it lies beside the file, there or not.
bool is_beside(const nlohmann::json& image);

}  // namespace bindpose
