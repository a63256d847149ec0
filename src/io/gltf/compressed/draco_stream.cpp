#include "io/gltf/compressed/draco_stream.h"

#include <draco/compression/decode.h>
#include <draco/compression/point_cloud/point_cloud_decoder.h>
#include <draco/core/varint_decoding.h>
#include <draco/metadata/metadata_decoder.h>

#include <cstring>
#include <limits>

#include "io/gltf/document.h"

namespace bindpose {
namespace {

constexpr int kMajor = 2, kMinor = 2;
constexpr const char* kCutShort = "it is cut short";

std::string damaged(const draco::Status& status) {
  return std::string("its bytes are damaged: ") + status.error_msg();
}

bool skip_metadata(draco::DecoderBuffer& buffer) {
  draco::GeometryMetadata metadata;
  return draco::MetadataDecoder().DecodeGeometryMetadata(&buffer, &metadata);
}

// As the sequential and the edgebreaker encoding begin ("Draco Bitstream Specification", section
// 4): the latter with its kind of traversal and the vertices before the faces.
bool read_counts(draco::DecoderBuffer& buffer, bool edgebreaker, DracoCounts& out) {
  std::uint8_t traversal = 0;
  std::uint32_t first = 0, second = 0;
  if (edgebreaker && !buffer.Decode(&traversal)) return false;
  if (!draco::DecodeVarint(&first, &buffer) || !draco::DecodeVarint(&second, &buffer)) return false;
  out.faces = edgebreaker ? second : first;
  out.points = edgebreaker ? first : second;
  return true;
}

// One number for each component of each point, converted to T where the stream has another type.
template <typename T>
bool copy_points(const draco::PointAttribute& from, std::size_t points, std::size_t components,
                 draco::DataType same, std::uint8_t* out) {
  const std::size_t size = components * sizeof(T);
  const auto wanted = static_cast<std::int8_t>(components);
  const bool as_it_is = from.data_type() == same && from.num_components() == wanted &&
                        from.byte_stride() == static_cast<std::int64_t>(size);
  std::vector<T> value(components);
  for (std::uint32_t p = 0; p < points; ++p, out += size) {
    const draco::AttributeValueIndex at = from.mapped_index(draco::PointIndex(p));
    if (at.value() >= from.size()) return false;
    if (as_it_is) {
      from.GetValue(at, out);
      continue;
    }
    if (!from.ConvertValue<T>(at, wanted, value.data())) return false;
    std::memcpy(out, value.data(), size);
  }
  return true;
}

bool copy_points(const draco::PointAttribute& from, std::size_t points, const DracoArray& array,
                 std::uint8_t* out) {
  const std::size_t n = array.components;
  switch (array.component_type) {
    case 5120:
      return copy_points<std::int8_t>(from, points, n, draco::DT_INT8, out);
    case kGltfByte:
      return copy_points<std::uint8_t>(from, points, n, draco::DT_UINT8, out);
    case 5122:
      return copy_points<std::int16_t>(from, points, n, draco::DT_INT16, out);
    case kGltfShort:
      return copy_points<std::uint16_t>(from, points, n, draco::DT_UINT16, out);
    case kGltfInt:
      return copy_points<std::uint32_t>(from, points, n, draco::DT_UINT32, out);
    case kGltfFloat:
      return copy_points<float>(from, points, n, draco::DT_FLOAT32, out);
    default:
      return false;
  }
}

template <typename T>
bool copy_corners(const draco::Mesh& mesh, std::uint8_t* out) {
  for (std::uint32_t f = 0; f < mesh.num_faces(); ++f) {
    const draco::Mesh::Face& face = mesh.face(draco::FaceIndex(f));
    T corner[3];
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t point = face[k].value();
      if (point >= mesh.num_points() || point > std::numeric_limits<T>::max()) return false;
      corner[k] = static_cast<T>(point);
    }
    std::memcpy(out, corner, sizeof corner);
    out += sizeof corner;
  }
  return true;
}

bool copy_corners(const draco::Mesh& mesh, int type, std::uint8_t* out) {
  if (type == kGltfByte) return copy_corners<std::uint8_t>(mesh, out);
  if (type == kGltfShort) return copy_corners<std::uint16_t>(mesh, out);
  return type == kGltfInt && copy_corners<std::uint32_t>(mesh, out);
}

const char* bytes_of(std::span<const std::uint8_t> stream) {
  return reinterpret_cast<const char*>(stream.data());
}

}  // namespace

std::string read_draco_counts(std::span<const std::uint8_t> stream, DracoCounts& out) {
  draco::DecoderBuffer buffer;
  buffer.Init(bytes_of(stream), stream.size());
  draco::DracoHeader header;
  const draco::Status status = draco::PointCloudDecoder::DecodeHeader(&buffer, &header);
  if (!status.ok()) return damaged(status);
  if (header.encoder_type != draco::TRIANGULAR_MESH) return "it is no mesh of triangles";
  if (header.version_major != kMajor || header.version_minor != kMinor) {
    return "its version " + std::to_string(header.version_major) + "." +
           std::to_string(header.version_minor) + " is not the 2.2 that glTF asks for";
  }
  if (header.encoder_method > draco::MESH_EDGEBREAKER_ENCODING) return "its encoding is not known";
  buffer.set_bitstream_version(DRACO_BITSTREAM_VERSION(kMajor, kMinor));
  if ((header.flags & METADATA_FLAG_MASK) != 0 && !skip_metadata(buffer)) return kCutShort;
  const bool edgebreaker = header.encoder_method == draco::MESH_EDGEBREAKER_ENCODING;
  return read_counts(buffer, edgebreaker, out) ? std::string() : kCutShort;
}

std::string decode_draco(const DracoRequest& request, std::span<std::uint8_t> out,
                         DracoCounts& found) {
  draco::DecoderBuffer buffer;
  buffer.Init(bytes_of(request.stream), request.stream.size());
  draco::Decoder decoder;
  auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
  if (!decoded.ok()) return damaged(decoded.status());
  const std::unique_ptr<draco::Mesh> mesh = std::move(decoded).value();
  found = {mesh->num_faces(), mesh->num_points()};
  if (found.faces > request.most_faces) return "it has more triangles than it says";
  if (!copy_corners(*mesh, request.index_type, out.data() + request.index_start)) {
    return "its triangles have corners that are not there";
  }
  for (const DracoArray& array : request.array) {
    const draco::PointAttribute* from = mesh->GetAttributeByUniqueId(array.unique_id);
    if (from == nullptr) {
      return "it has no attribute " + std::to_string(array.unique_id);
    }
    if (found.points > array.most) return "it has more vertices than its accessors";
    if (!copy_points(*from, found.points, array, out.data() + array.start)) {
      return "its attribute " + std::to_string(array.unique_id) + " does not fit its accessor";
    }
  }
  return {};
}

}  // namespace bindpose
