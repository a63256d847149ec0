#include "io/export/gltf_posed.h"

#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "io/export/glb_builder.h"
#include "io/export/glb_document.h"
#include "io/text/json_text.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

using OrderedJson = GlbBuilder::Json;

// Names need not be UTF-8 in the model's own file.
OrderedJson parsed_or_null(std::string_view text) {
  OrderedJson value = OrderedJson::parse(clean_utf8(text), nullptr, false);
  return value.is_discarded() ? OrderedJson() : value;
}

// With its members in the file's order.
OrderedJson element(const GltfDocument& document, const std::string& array, std::size_t index) {
  return parsed_or_null(document.array.at(array).element.at(index).text);
}

OrderedJson member(const GltfDocument& document, std::string_view key) {
  for (const auto& [name, text] : document.member) {
    if (name == key) return parsed_or_null(text);
  }
  return {};
}

void copy(const OrderedJson& from, const char* key, OrderedJson& to) {
  if (from.is_object() && from.contains(key)) to[key] = from[key];
}

class PosedWriter {
 public:
  PosedWriter(GltfSource& source, const Model& model) : document_(source.document), out_(model) {}

  void add_looks();
  void add(const GltfPart& part, const Surface& surface);
  void write(FileWriter& file, GlbPacking packing, std::vector<std::string>& notes);

 private:
  void add_image(std::size_t index);
  std::size_t mesh_of(const GltfPart& part);
  std::optional<std::size_t> copied(std::size_t accessor);
  void keep_used_extensions();

  GltfDocument& document_;
  GlbBuilder out_;
  std::map<std::size_t, std::size_t> mesh_;  // the file's node -> index of the mesh that is written
  std::map<std::size_t, std::optional<std::size_t>> copy_;  // accessors
  std::size_t missing_images_ = 0;
  bool had_tangents_ = false;
};

void PosedWriter::add_image(std::size_t index) {
  OrderedJson image = element(document_, "images", index);
  const nlohmann::json& read = gltf_get(document_, "images", index);
  if (const auto view = gltf_index(read, "bufferView", gltf_count(document_, "bufferViews"))) {
    const nlohmann::json& at = gltf_get(document_, "bufferViews", *view);
    const auto buffer = gltf_index(at, "buffer", gltf_count(document_, "buffers"));
    const auto bytes = buffer ? gltf_buffer(document_, *buffer) : std::span<const std::uint8_t>();
    const std::size_t start = gltf_index(at, "byteOffset", bytes.size()).value_or(0);
    const std::size_t length = gltf_index(at, "byteLength", bytes.size() - start + 1).value_or(0);
    const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(start);
    image["bufferView"] = out_.add_bytes({first, first + static_cast<std::ptrdiff_t>(length)});
  } else if (is_beside(read)) {
    ImageBytes found = image_beside(document_.folder, read);
    if (found.bytes.empty()) {
      ++missing_images_;
    } else {
      if (!image.contains("name")) image["name"] = image["uri"];
      image.erase("uri");
      image["mimeType"] = found.mime;
      image["bufferView"] = out_.add_bytes(std::move(found.bytes));
    }
  }
  out_.root["images"].push_back(std::move(image));
}

// How surfaces look, under the file's own numbers.
void PosedWriter::add_looks() {
  const OrderedJson asset = member(document_, "asset");
  for (const char* key : {"copyright", "extras"}) copy(asset, key, out_.root["asset"]);
  for (const char* array : {"materials", "textures", "samplers"}) {
    for (std::size_t i = 0; i < gltf_count(document_, array); ++i) {
      out_.root[array].push_back(element(document_, array, i));
    }
  }
  for (std::size_t i = 0; i < gltf_count(document_, "images"); ++i) add_image(i);
  constexpr const char* kVariants = "KHR_materials_variants";
  const OrderedJson extensions = member(document_, "extensions");
  if (extensions.is_object() && extensions.contains(kVariants)) {
    out_.root["extensions"][kVariants] = extensions[kVariants];
  }
}

// An accessor of the file as it is, its elements one behind the other.
std::optional<std::size_t> PosedWriter::copied(std::size_t accessor) {
  const auto [known, fresh] = copy_.try_emplace(accessor);
  if (!fresh) return known->second;
  if (const auto bytes = accessor_bytes(document_, accessor)) {
    OrderedJson stored = element(document_, "accessors", accessor);
    const auto count = gltf_get(document_, "accessors", accessor)["count"].get<std::size_t>();
    const std::size_t packed = bytes->size() / count;
    const std::size_t stride = (packed + 3) / 4 * 4;
    std::vector<std::uint8_t> padded(stride * count, 0);
    for (std::size_t i = 0; i < count; ++i) {
      std::copy_n(bytes->begin() + static_cast<std::ptrdiff_t>(i * packed), packed,
                  padded.begin() + static_cast<std::ptrdiff_t>(i * stride));
    }
    const std::size_t view = out_.add_bytes(std::move(padded));
    out_.root["bufferViews"][view]["target"] = static_cast<int>(GlbTarget::Vertices);
    if (stride != packed) out_.root["bufferViews"][view]["byteStride"] = stride;
    stored.erase("byteOffset");
    stored["bufferView"] = view;
    out_.root["accessors"].push_back(std::move(stored));
    known->second = out_.root["accessors"].size() - 1;
  } else if (const auto values = read_accessor(document_, accessor)) {
    const auto type = gltf_get(document_, "accessors", accessor)["type"].get<std::string>();
    known->second = out_.add_owned(values->value, values->components, type.c_str(), GlbType::Float,
                                   GlbTarget::Vertices);
  }
  return known->second;
}

std::size_t PosedWriter::mesh_of(const GltfPart& part) {
  if (const auto known = mesh_.find(part.node); known != mesh_.end()) return known->second;
  const OrderedJson file_mesh = element(document_, "meshes", part.mesh);
  const OrderedJson file_node = element(document_, "nodes", part.node);
  OrderedJson mesh = OrderedJson::object(), node = OrderedJson::object();
  for (const char* key : {"name", "extras"}) copy(file_mesh, key, mesh);
  for (const char* key : {"name", "extras"}) copy(file_node, key, node);
  mesh["primitives"] = OrderedJson::array();
  out_.root["meshes"].push_back(std::move(mesh));
  const std::size_t index = out_.root["meshes"].size() - 1;
  node["mesh"] = index;
  out_.root["nodes"].push_back(std::move(node));
  out_.root["scenes"][0]["nodes"].push_back(index);
  return mesh_[part.node] = index;
}

void PosedWriter::add(const GltfPart& part, const Surface& surface) {
  const OrderedJson stored = element(document_, "meshes", part.mesh)["primitives"][part.primitive];
  // What no triangle uses has to be somewhere.
  std::vector<vec3> position(part.vertex.size(), surface.position.front());
  std::vector<vec3> normal(part.vertex.size(), surface.normal.front());
  for (std::size_t f = 0; f < part.vertex.size(); ++f) {
    if (part.vertex[f] == GltfPart::kNoVertex) continue;
    position[f] = surface.position[part.vertex[f]];
    normal[f] = surface.normal[part.vertex[f]];
  }
  OrderedJson attributes = {{"POSITION", out_.add_owned_positions(position)}};
  for (const auto& [name, index] : stored["attributes"].items()) {
    if (name == "NORMAL") {  // where the file has none, it wants flat ones
      attributes[name] = out_.add_owned(normal, 1, "VEC3", GlbType::Float, GlbTarget::Vertices);
    }
    had_tangents_ = had_tangents_ || name == "TANGENT";
    const bool carried =
        name.starts_with("TEXCOORD_") || name.starts_with("COLOR_") || name.starts_with("_");
    if (!carried || !index.is_number_unsigned()) continue;
    if (const auto same = copied(index.get<std::size_t>())) attributes[name] = *same;
  }
  OrderedJson primitive = {
      {"attributes", std::move(attributes)},
      {"indices", out_.add_owned(corners_like(part, *surface.mesh, surface.triangle()), 1, "SCALAR",
                                 GlbType::UnsignedInt, GlbTarget::Indices)}};
  for (const char* key : {"material", "extensions", "extras"}) copy(stored, key, primitive);
  out_.root["meshes"][mesh_of(part)]["primitives"].push_back(std::move(primitive));
}

void PosedWriter::keep_used_extensions() {
  const std::string text = out_.root.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
  for (const char* key : {"extensionsUsed", "extensionsRequired"}) {
    OrderedJson kept = OrderedJson::array();
    const OrderedJson names = member(document_, key);
    for (const OrderedJson& name : names.is_array() ? names : OrderedJson::array()) {
      if (name.is_string() && text.find(name.dump() + ":") != text.npos) kept.push_back(name);
    }
    if (!kept.empty()) out_.root[key] = std::move(kept);
  }
}

void PosedWriter::write(FileWriter& file, GlbPacking packing, std::vector<std::string>& notes) {
  keep_used_extensions();
  if (missing_images_ > 0) {
    notes.push_back(counted(missing_images_, "image that the model names was",
                            "images that the model names were") +
                    " not found and could not be put into the file.");
  }
  if (had_tangents_) {
    notes.emplace_back("Tangents turn with the pose and are left out; programs compute them anew.");
  }
  out_.write(file, packing);
}

}  // namespace

void write_gltf_posed(GltfSource& source, const Model& model, const std::vector<Surface>& surfaces,
                      FileWriter& file, GlbPacking packing, std::vector<std::string>& notes) {
  try {
    PosedWriter writer(source, model);
    writer.add_looks();
    constexpr float kPrepared = 0.6f;  // of the work
    file.stretch(kPrepared, surfaces.size());
    for (const Surface& s : surfaces) {
      writer.add(source.part[static_cast<std::size_t>(s.mesh - model.meshes.data())], s);
      file.step();
    }
    writer.write(file, packing, notes);
  } catch (const nlohmann::json::exception&) {
    throw std::runtime_error(kUnsoundSource);
  }
}

}  // namespace bindpose
