#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>

#include "writers.h"

static_assert(std::endian::native == std::endian::little, "glTF buffers are little-endian");

namespace bindpose::gen {
namespace {

using nlohmann::ordered_json;

// glTF's numbers for what a buffer holds.
constexpr int kUnsignedByte = 5121, kUnsignedShort = 5123, kUnsignedInt = 5125, kFloat = 5126;
constexpr int kArrayBuffer = 34962, kElementBuffer = 34963;

ordered_json array(const vec3& v) {
  return {v.x, v.y, v.z};
}
ordered_json array(const quat& q) {
  return {q.x, q.y, q.z, q.w};
}

std::vector<float> flat(const std::vector<vec3>& values) {
  std::vector<float> out;
  for (const vec3& v : values) out.insert(out.end(), {v.x, v.y, v.z});
  return out;
}

ordered_json box_bounds(const std::vector<vec3>& points) {
  vec3 lo = points.front(), hi = points.front();
  for (const vec3& p : points) {
    lo = glm::min(lo, p);
    hi = glm::max(hi, p);
  }
  return {{"min", array(lo)}, {"max", array(hi)}};
}

struct Builder {
  ordered_json root;
  std::vector<std::uint8_t> bytes;

  int view(const void* data, std::size_t size, int target) {
    while (bytes.size() % 4 != 0) bytes.push_back(0);
    ordered_json v = {{"buffer", 0}, {"byteOffset", bytes.size()}, {"byteLength", size}};
    if (target != 0) v["target"] = target;
    const auto* p = static_cast<const std::uint8_t*>(data);
    bytes.insert(bytes.end(), p, p + size);
    root["bufferViews"].push_back(v);
    return static_cast<int>(root["bufferViews"].size()) - 1;
  }

  template <typename T>
  int accessor(const std::vector<T>& values, int component, const char* type, std::size_t count,
               int target, const ordered_json& bounds = nullptr) {
    ordered_json a = {{"bufferView", view(values.data(), values.size() * sizeof(T), target)},
                      {"componentType", component},
                      {"count", count},
                      {"type", type}};
    if (!bounds.is_null()) a.update(bounds);
    root["accessors"].push_back(a);
    return static_cast<int>(root["accessors"].size()) - 1;
  }

  // Stores just the rows that are not zero. A file of 65,535 vertices or more has no morphs.
  int sparse(const std::vector<vec3>& rows, bool bounds) {
    std::vector<std::uint16_t> index;
    std::vector<vec3> value;
    for (std::size_t v = 0; v < rows.size(); ++v) {
      if (rows[v] == vec3(0.0f)) continue;
      index.push_back(static_cast<std::uint16_t>(v));
      value.push_back(rows[v]);
    }
    const std::vector<float> values = flat(value);
    ordered_json a = {{"componentType", kFloat}, {"count", rows.size()}, {"type", "VEC3"}};
    if (bounds) a.update(box_bounds(rows));
    const int at = view(index.data(), 2 * index.size(), 0);
    const int with = view(values.data(), 4 * values.size(), 0);
    a["sparse"] = {{"count", index.size()},
                   {"indices", {{"bufferView", at}, {"componentType", kUnsignedShort}}},
                   {"values", {{"bufferView", with}}}};
    root["accessors"].push_back(a);
    return static_cast<int>(root["accessors"].size()) - 1;
  }
};

void add_nodes(Builder& b, const Character& c) {
  for (std::size_t j = 0; j < c.joint.size(); ++j) {
    const Transform& x = c.joint[j].rest;
    ordered_json node = {{"name", c.joint[j].name}};
    if (x.t != vec3(0.0f)) node["translation"] = array(x.t);
    node["rotation"] = array(x.q);
    for (std::size_t k = j + 1; k < c.joint.size(); ++k) {
      if (c.joint[k].parent == static_cast<int>(j)) node["children"].push_back(k);
    }
    b.root["nodes"].push_back(node);
  }
  b.root["scenes"][0]["nodes"].push_back(0);
  for (std::size_t s = 0; s < c.surface.size(); ++s) {
    b.root["scenes"][0]["nodes"].push_back(b.root["nodes"].size());
    b.root["nodes"].push_back({{"name", c.surface[s].name}, {"mesh", s}, {"skin", 0}});
  }
}

void add_skin(Builder& b, const Character& c) {
  std::vector<float> inverse_bind;
  ordered_json joints = ordered_json::array();
  for (std::size_t j = 0; j < c.joint.size(); ++j) {
    const mat4 m = c.written_inverse_bind.empty() ? mat4(glm::inverse(glm::dmat4(c.joint[j].bind)))
                                                  : c.written_inverse_bind[j];
    for (int col = 0; col < 4; ++col) {
      // The last row has to be 0 0 0 1 to the bit.
      for (int row = 0; row < 3; ++row) inverse_bind.push_back(m[col][row]);
      inverse_bind.push_back(col == 3 ? 1.0f : 0.0f);
    }
    joints.push_back(j);
  }
  const int accessor = b.accessor(inverse_bind, kFloat, "MAT4", c.joint.size(), 0);
  b.root["skins"].push_back(
      {{"name", c.name}, {"inverseBindMatrices", accessor}, {"skeleton", 0}, {"joints", joints}});
}

// Weights as parts of 65,535, which add up to exactly that: the largest takes what rounding leaves.
std::array<std::uint16_t, 4> in_parts(std::span<const float, 4> weight) {
  std::array<int, 4> part{};
  int rest = 65535;
  for (std::size_t k = 0; k < 4; ++k) {
    part[k] = static_cast<int>(std::lround(65535.0f * weight[k]));
    rest -= part[k];
  }
  part[0] += rest;
  std::array<std::uint16_t, 4> out{};
  for (std::size_t k = 0; k < 4; ++k) out[k] = static_cast<std::uint16_t>(part[k]);
  return out;
}

// Sets of four influences a vertex: JOINTS_0, WEIGHTS_0 and as many more as needed.
void add_influences(Builder& b, const Surface& s, bool compact, ordered_json& attributes) {
  std::size_t most = 1;
  for (const auto& row : s.influence) most = std::max(most, row.size());
  for (std::size_t set = 0; 4 * set < most; ++set) {
    std::vector<std::uint8_t> joints;
    std::vector<float> weights;
    std::vector<std::uint16_t> parts;
    for (const auto& row : s.influence) {
      for (std::size_t k = 4 * set; k < 4 * set + 4; ++k) {
        const bool used = k < row.size();
        joints.push_back(used ? static_cast<std::uint8_t>(row[k].joint) : std::uint8_t{0});
        weights.push_back(used ? row[k].weight : 0.0f);
      }
    }
    const std::string number = std::to_string(set);
    const std::size_t count = s.influence.size();
    attributes["JOINTS_" + number] = b.accessor(joints, kUnsignedByte, "VEC4", count, kArrayBuffer);
    if (!compact) {
      attributes["WEIGHTS_" + number] = b.accessor(weights, kFloat, "VEC4", count, kArrayBuffer);
      continue;
    }
    for (std::size_t v = 0; v < count; ++v) {
      const std::array<std::uint16_t, 4> row =
          in_parts(std::span(weights).subspan(4 * v).first<4>());
      parts.insert(parts.end(), row.begin(), row.end());
    }
    attributes["WEIGHTS_" + number] =
        b.accessor(parts, kUnsignedShort, "VEC4", count, kArrayBuffer, {{"normalized", true}});
  }
}

// A compact file (Character::compact) has weights and uvs of 16 bits.
void add_mesh(Builder& b, const Surface& s, bool compact) {
  const std::size_t n = s.position.size();
  ordered_json attributes;
  attributes["POSITION"] =
      b.accessor(flat(s.position), kFloat, "VEC3", n, kArrayBuffer, box_bounds(s.position));
  attributes["NORMAL"] = b.accessor(flat(s.normal), kFloat, "VEC3", n, kArrayBuffer);
  if (s.uv.empty()) {
    // Nothing is painted on it.
  } else if (compact) {
    std::vector<std::uint16_t> uv;
    for (const vec2& t : s.uv) {
      for (int k = 0; k < 2; ++k) {
        uv.push_back(
            static_cast<std::uint16_t>(std::lround(65535.0f * std::clamp(t[k], 0.0f, 1.0f))));
      }
    }
    attributes["TEXCOORD_0"] =
        b.accessor(uv, kUnsignedShort, "VEC2", n, kArrayBuffer, {{"normalized", true}});
  } else {
    std::vector<float> uv;
    for (const vec2& t : s.uv) uv.insert(uv.end(), {t.x, t.y});
    attributes["TEXCOORD_0"] = b.accessor(uv, kFloat, "VEC2", n, kArrayBuffer);
  }
  add_influences(b, s, compact, attributes);
  int indices = 0;
  if (n < 65535) {
    const std::vector<std::uint16_t> small(s.triangle.begin(), s.triangle.end());
    indices = b.accessor(small, kUnsignedShort, "SCALAR", small.size(), kElementBuffer);
  } else {
    indices = b.accessor(s.triangle, kUnsignedInt, "SCALAR", s.triangle.size(), kElementBuffer);
  }
  ordered_json primitive = {
      {"attributes", attributes}, {"indices", indices}, {"material", s.material}};
  ordered_json mesh = {{"name", s.name}};
  for (const Morph& m : s.morph) {
    ordered_json target = {{"POSITION", b.sparse(m.position, true)}};
    if (!m.normal.empty()) target["NORMAL"] = b.sparse(m.normal, false);
    primitive["targets"].push_back(target);
    mesh["weights"].push_back(0.0f);
    mesh["extras"]["targetNames"].push_back(m.name);
  }
  mesh["primitives"] = ordered_json::array({primitive});
  b.root["meshes"].push_back(mesh);
}

void add_materials(Builder& b, const Character& c) {
  for (const Material& m : c.material) {
    ordered_json pbr = {
        {"baseColorFactor", {m.base_color.x, m.base_color.y, m.base_color.z, m.base_color.w}},
        {"metallicFactor", m.metallic},
        {"roughnessFactor", m.roughness}};
    if (m.textured) pbr["baseColorTexture"] = {{"index", 0}};
    ordered_json material = {{"name", m.name}, {"pbrMetallicRoughness", pbr}};
    if (m.emissive != vec3(0.0f)) {
      material["emissiveFactor"] = array(m.emissive);
      if (m.textured) material["emissiveTexture"] = {{"index", 0}};
    }
    if (m.alpha != Alpha::Opaque) material["alphaMode"] = m.alpha == Alpha::Mask ? "MASK" : "BLEND";
    if (m.double_sided) material["doubleSided"] = true;
    b.root["materials"].push_back(material);
  }
  if (c.texture_png.empty()) return;
  const int view = b.view(c.texture_png.data(), c.texture_png.size(), 0);
  b.root["images"].push_back(
      {{"name", c.name + "_colors"}, {"bufferView", view}, {"mimeType", "image/png"}});
  // Linear, no mip levels: a vertex picks its colour, and blocks must not bleed. Clamped at the
  // rim.
  b.root["samplers"].push_back(
      {{"magFilter", 9729}, {"minFilter", 9729}, {"wrapS", 33071}, {"wrapT", 33071}});
  b.root["textures"].push_back({{"sampler", 0}, {"source", 0}});
}

void add_clip(Builder& b, const Character& c, const Clip& clip) {
  ordered_json animation = {{"name", clip.name}};
  const int time = b.accessor(clip.time, kFloat, "SCALAR", clip.time.size(), 0,
                              {{"min", {clip.time.front()}}, {"max", {clip.time.back()}}});
  const auto channel = [&](int joint, const char* path, int values) {
    const std::size_t sampler = animation.contains("samplers") ? animation["samplers"].size() : 0;
    animation["samplers"].push_back(
        {{"input", time}, {"output", values}, {"interpolation", "LINEAR"}});
    animation["channels"].push_back(
        {{"sampler", sampler}, {"target", {{"node", joint}, {"path", path}}}});
  };
  for (const Track& t : clip.track) {
    const std::size_t n = clip.time.size();
    if (!t.translation.empty()) {
      channel(t.joint, "translation", b.accessor(flat(t.translation), kFloat, "VEC3", n, 0));
    }
    if (!t.rotation.empty()) {
      std::vector<float> q;
      for (const quat& r : t.rotation) q.insert(q.end(), {r.x, r.y, r.z, r.w});
      channel(t.joint, "rotation", b.accessor(q, kFloat, "VEC4", n, 0));
    }
    if (!t.scale.empty()) {
      channel(t.joint, "scale", b.accessor(flat(t.scale), kFloat, "VEC3", n, 0));
    }
  }
  for (const MorphTrack& t : clip.morph) {
    const int node = static_cast<int>(c.joint.size()) + t.surface;
    channel(node, "weights", b.accessor(t.weight, kFloat, "SCALAR", t.weight.size(), 0));
  }
  b.root["animations"].push_back(animation);
}

void put(std::vector<std::uint8_t>& out, std::uint32_t v) {
  for (int k = 0; k < 4; ++k) out.push_back(static_cast<std::uint8_t>(v >> (8 * k) & 255u));
}

}  // namespace

void write_bytes(const std::filesystem::path& file, const std::vector<std::uint8_t>& bytes) {
  std::ofstream out(file, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) {
    throw std::runtime_error("'" + file.string() +
                             "' cannot be written: check the folder and the disk");
  }
}

void write_glb(const Character& c, const std::filesystem::path& file) {
  Builder b;
  b.root["asset"] = {{"version", "2.0"}, {"generator", "bindpose_make_models"}};
  b.root["scene"] = 0;
  b.root["scenes"] = ordered_json::array({ordered_json{{"name", c.name}}});
  add_nodes(b, c);
  for (const Surface& s : c.surface) add_mesh(b, s, c.compact);
  add_skin(b, c);
  add_materials(b, c);
  for (const Clip& clip : c.clip) add_clip(b, c, clip);
  while (b.bytes.size() % 4 != 0) b.bytes.push_back(0);
  b.root["buffers"].push_back({{"byteLength", b.bytes.size()}});
  std::string text = b.root.dump();
  while (text.size() % 4 != 0) text.push_back(' ');

  std::vector<std::uint8_t> out;
  put(out, 0x46546C67u);  // "glTF"
  put(out, 2);
  put(out, static_cast<std::uint32_t>(12 + 8 + text.size() + 8 + b.bytes.size()));
  put(out, static_cast<std::uint32_t>(text.size()));
  put(out, 0x4E4F534Au);  // "JSON"
  out.insert(out.end(), text.begin(), text.end());
  put(out, static_cast<std::uint32_t>(b.bytes.size()));
  put(out, 0x004E4942u);  // "BIN"
  out.insert(out.end(), b.bytes.begin(), b.bytes.end());
  write_bytes(file, out);
}

}  // namespace bindpose::gen
