#include "compressed_model.h"

#include <draco/compression/decode.h>
#include <draco/compression/encode.h>
#include <meshoptimizer.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "generated_model.h"

namespace bindpose::bench {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct PackedGlb {
  json doc;
  std::string bin;

  explicit PackedGlb(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    const std::string all{std::istreambuf_iterator<char>(in), {}};
    std::uint32_t size = 0;
    std::memcpy(&size, all.data() + 12, 4);
    doc = json::parse(all.substr(20, size));
    bin = all.substr(28 + size);
  }

  std::string bytes(std::size_t accessor) const {
    const json& view =
        doc["bufferViews"][doc["accessors"][accessor]["bufferView"].get<std::size_t>()];
    return bin.substr(view["byteOffset"], view["byteLength"]);
  }
  std::size_t add_bytes(const std::string& data) {
    bin.resize((bin.size() + 3) / 4 * 4, '\0');
    const std::size_t at = bin.size();
    bin += data;
    return at;
  }
  std::size_t add_view(const std::string& data) {
    const std::size_t at = add_bytes(data);
    doc["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", at}, {"byteLength", data.size()}});
    return doc["bufferViews"].size() - 1;
  }
  // The bytes of views that nothing names any more stay out.
  void write(const fs::path& file) {
    std::string kept;
    std::map<std::size_t, bool> used;
    for (const json& a : doc["accessors"]) {
      if (a.contains("bufferView")) used[a["bufferView"]] = true;
    }
    const auto move = [&](json& place) {
      const std::string data = bin.substr(place["byteOffset"], place["byteLength"]);
      kept.resize((kept.size() + 3) / 4 * 4, '\0');
      place["byteOffset"] = kept.size();
      kept += data;
    };
    for (std::size_t v = 0; v < doc["bufferViews"].size(); ++v) {
      json& view = doc["bufferViews"][v];
      if (view.contains("extensions")) {
        move(view["extensions"]["EXT_meshopt_compression"]);
      } else if (used[v] || v + 1 == doc["bufferViews"].size()) {
        move(view);
      } else {
        view["byteOffset"] = 0;
        view["byteLength"] = 4;
      }
    }
    kept.resize((kept.size() + 3) / 4 * 4, '\0');
    doc["buffers"][0] = {{"byteLength", kept.size()}};
    std::string text = doc.dump();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    std::ofstream out(file, std::ios::binary);
    const auto u32 = [&out](std::size_t v) {
      const auto x = static_cast<std::uint32_t>(v);
      out.write(reinterpret_cast<const char*>(&x), 4);
    };
    u32(0x46546C67);
    u32(2);
    u32(28 + text.size() + kept.size());
    u32(text.size());
    out << "JSON" << text;
    u32(kept.size());
    out << std::string("BIN\0", 4) << kept;
  }
};

json& primitive(PackedGlb& glb) {
  return glb.doc["meshes"][0]["primitives"][0];
}

void require(bool good) {
  if (!good) std::abort();
}

std::string encode_draco(PackedGlb& glb, json& ids) {
  draco::Mesh mesh;
  const std::size_t points =
      glb.doc["accessors"][primitive(glb)["attributes"]["POSITION"].get<std::size_t>()]["count"];
  mesh.set_num_points(static_cast<std::uint32_t>(points));
  for (const auto& [name, number] : primitive(glb)["attributes"].items()) {
    const std::string data = glb.bytes(number);
    const bool whole = name == "JOINTS_0";
    const std::size_t stride = data.size() / points;
    draco::GeometryAttribute attribute;
    attribute.Init(name == "POSITION" ? draco::GeometryAttribute::POSITION
                   : name == "NORMAL" ? draco::GeometryAttribute::NORMAL
                                      : draco::GeometryAttribute::GENERIC,
                   nullptr, static_cast<std::uint8_t>(stride / (whole ? 2 : 4)),
                   whole ? draco::DT_UINT16 : draco::DT_FLOAT32, false,
                   static_cast<std::int64_t>(stride), 0);
    const int at = mesh.AddAttribute(attribute, true, static_cast<std::uint32_t>(points));
    mesh.attribute(at)->buffer()->Write(0, data.data(), data.size());
    ids[name] = mesh.attribute(at)->unique_id();
  }
  const std::string corners = glb.bytes(primitive(glb)["indices"]);
  std::vector<std::uint32_t> index(corners.size() / 4);
  std::memcpy(index.data(), corners.data(), corners.size());
  for (std::size_t k = 0; k + 2 < index.size(); k += 3) {
    mesh.AddFace({draco::PointIndex(index[k]), draco::PointIndex(index[k + 1]),
                  draco::PointIndex(index[k + 2])});
  }
  draco::Encoder encoder;
  encoder.SetAttributeQuantization(draco::GeometryAttribute::POSITION, 14);
  encoder.SetAttributeQuantization(draco::GeometryAttribute::NORMAL, 10);
  encoder.SetAttributeQuantization(draco::GeometryAttribute::GENERIC, 12);
  draco::EncoderBuffer out;
  require(encoder.EncodeMeshToBuffer(mesh, &out).ok());
  return {out.data(), out.size()};
}

std::unique_ptr<draco::Mesh> decode_draco(const std::string& stream) {
  draco::DecoderBuffer buffer;
  buffer.Init(stream.data(), stream.size());
  draco::Decoder decoder;
  auto mesh = decoder.DecodeMeshFromBuffer(&buffer);
  require(mesh.ok());
  return std::move(mesh).value();
}

// What the stream holds, as plain accessors.
void put_decoded(PackedGlb& glb, const draco::Mesh& mesh, const json& ids) {
  for (const auto& [name, id] : ids.items()) {
    const draco::PointAttribute* from = mesh.GetAttributeByUniqueId(id);
    const auto stride = static_cast<std::size_t>(from->byte_stride());
    std::string data(stride * mesh.num_points(), '\0');
    for (std::uint32_t p = 0; p < mesh.num_points(); ++p) {
      from->GetMappedValue(draco::PointIndex(p), data.data() + stride * p);
    }
    json& accessor = glb.doc["accessors"][primitive(glb)["attributes"][name].get<std::size_t>()];
    accessor["bufferView"] = glb.add_view(data);
    accessor["count"] = mesh.num_points();
  }
  std::vector<std::uint32_t> index;
  for (std::uint32_t f = 0; f < mesh.num_faces(); ++f) {
    for (const draco::PointIndex& point : mesh.face(draco::FaceIndex(f))) {
      index.push_back(point.value());
    }
  }
  json& accessor = glb.doc["accessors"][primitive(glb)["indices"].get<std::size_t>()];
  accessor["bufferView"] = glb.add_view(
      {reinterpret_cast<const char*>(index.data()), index.size() * sizeof(std::uint32_t)});
}

struct MeshoptStream {
  std::string data;
  std::size_t count = 0, stride = 0;
  bool triangles = false;
};

MeshoptStream encode_meshopt(const std::string& bytes, std::size_t stride, bool triangles) {
  MeshoptStream out{{}, bytes.size() / stride, stride, triangles};
  std::vector<unsigned char> data;
  if (triangles) {
    std::vector<unsigned> index(out.count);
    std::memcpy(index.data(), bytes.data(), bytes.size());
    data.resize(meshopt_encodeIndexBufferBound(out.count, out.count));
    data.resize(meshopt_encodeIndexBuffer(data.data(), data.size(), index.data(), out.count));
  } else {
    data.resize(meshopt_encodeVertexBufferBound(out.count, stride));
    data.resize(
        meshopt_encodeVertexBuffer(data.data(), data.size(), bytes.data(), out.count, stride));
  }
  out.data.assign(data.begin(), data.end());
  return out;
}

fs::path beside(const fs::path& file, const char* what) {
  return file.parent_path() / (file.stem().string() + what + ".glb");
}

}  // namespace

CompressedModel draco_model(std::size_t vertices, int joints) {
  const fs::path source = generated_model(vertices, joints);
  CompressedModel out{beside(source, "_draco"), beside(source, "_draco_plain"), {}};
  PackedGlb packed(source), plain(source);
  json ids;
  const auto stream = std::make_shared<std::string>(encode_draco(packed, ids));
  put_decoded(plain, *decode_draco(*stream), ids);
  plain.write(out.plain);
  const std::size_t view = packed.add_view(*stream);
  for (const auto& [name, number] : primitive(packed)["attributes"].items()) {
    packed.doc["accessors"][number.get<std::size_t>()].erase("bufferView");
  }
  packed.doc["accessors"][primitive(packed)["indices"].get<std::size_t>()].erase("bufferView");
  primitive(packed)["extensions"]["KHR_draco_mesh_compression"] = {{"bufferView", view},
                                                                   {"attributes", ids}};
  packed.doc["extensionsUsed"] = packed.doc["extensionsRequired"] = {"KHR_draco_mesh_compression"};
  packed.write(out.packed);
  out.decode = [stream] { require(decode_draco(*stream)->num_faces() > 0); };
  return out;
}

CompressedModel meshopt_model(std::size_t vertices, int joints) {
  const fs::path source = generated_model(vertices, joints);
  CompressedModel out{beside(source, "_meshopt"), source, {}};
  PackedGlb packed(source);
  const auto streams = std::make_shared<std::vector<MeshoptStream>>();
  const auto pack = [&](std::size_t number, bool triangles) {
    const json& accessor = packed.doc["accessors"][number];
    const std::string bytes = packed.bytes(number);
    streams->push_back(
        encode_meshopt(bytes, bytes.size() / accessor["count"].get<std::size_t>(), triangles));
    const MeshoptStream& stream = streams->back();
    const std::size_t at = packed.add_bytes(stream.data);
    json& view = packed.doc["bufferViews"][accessor["bufferView"].get<std::size_t>()];
    view["extensions"]["EXT_meshopt_compression"] = {
        {"buffer", 0},
        {"byteOffset", at},
        {"byteLength", stream.data.size()},
        {"byteStride", stream.stride},
        {"count", stream.count},
        {"mode", triangles ? "TRIANGLES" : "ATTRIBUTES"}};
    view["buffer"] = 1;
    view["byteOffset"] = 0;
  };
  for (const auto& [name, number] : primitive(packed)["attributes"].items()) pack(number, false);
  pack(primitive(packed)["indices"], true);
  packed.doc["extensionsUsed"] = packed.doc["extensionsRequired"] = {"EXT_meshopt_compression"};
  packed.doc["buffers"].push_back(
      {{"byteLength", packed.bin.size()},
       {"extensions", {{"EXT_meshopt_compression", {{"fallback", true}}}}}});
  packed.write(out.packed);
  out.decode = [streams] {
    for (const MeshoptStream& s : *streams) {
      std::vector<unsigned char> bytes(s.count * s.stride);
      const auto* data = reinterpret_cast<const unsigned char*>(s.data.data());
      const int failed =
          s.triangles
              ? meshopt_decodeIndexBuffer(bytes.data(), s.count, s.stride, data, s.data.size())
              : meshopt_decodeVertexBuffer(bytes.data(), s.count, s.stride, data, s.data.size());
      require(failed == 0);
    }
  };
  return out;
}

}  // namespace bindpose::bench
