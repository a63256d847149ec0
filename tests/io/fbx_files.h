// Small FBX files written by the tests themselves, binary and text.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace bindpose::tests {

template <typename T>
void put(std::string& out, T value) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  out.append(bytes, sizeof(T));
}

// The bytes of one value of a binary file.
inline std::string int32(std::int32_t v) {
  std::string out = "I";
  put(out, v);
  return out;
}
inline std::string int64(std::int64_t v) {
  std::string out = "L";
  put(out, v);
  return out;
}
inline std::string real(double v) {
  std::string out = "D";
  put(out, v);
  return out;
}
inline std::string text(const std::string& v) {
  std::string out = "S";
  put(out, static_cast<std::uint32_t>(v.size()));
  return out + v;
}
inline std::string raw_array(char type, std::uint32_t count, std::uint32_t packing,
                             const std::string& content) {
  std::string out(1, type);
  put(out, count);
  put(out, packing);
  put(out, static_cast<std::uint32_t>(content.size()));
  return out + content;
}
inline std::string zipped(const std::string& plain) {
  uLongf size = compressBound(static_cast<uLong>(plain.size()));
  std::string out(size, '\0');
  compress2(reinterpret_cast<Bytef*>(out.data()), &size,
            reinterpret_cast<const Bytef*>(plain.data()), static_cast<uLong>(plain.size()), 9);
  out.resize(size);
  return out;
}
template <typename T>
std::string array(char type, const std::vector<T>& values, bool packed) {
  std::string content;
  for (const T v : values) put(content, v);
  const auto count = static_cast<std::uint32_t>(values.size());
  return raw_array(type, count, packed ? 1 : 0, packed ? zipped(content) : content);
}

struct BinaryNode {
  std::string name;
  std::vector<std::string> values;
  std::vector<BinaryNode> children;
};

class BinaryFbx {
 public:
  // `zero_ends`: nodes that have nothing but values do not say where they end, as some programs
  // write them.
  explicit BinaryFbx(std::uint32_t version, bool zero_ends = false)
      : wide_(version >= 7500), zero_ends_(zero_ends) {
    bytes_.assign("Kaydara FBX Binary  \0\x1a\0", 23);
    put(bytes_, version);
  }

  std::string file(const std::vector<BinaryNode>& nodes) {
    for (const BinaryNode& n : nodes) write(n);
    bytes_.append(wide_ ? 25 : 13, '\0');
    return bytes_ + "footer, of whatever kind";
  }

 private:
  void number(std::uint64_t v) {
    if (wide_) {
      put(bytes_, v);
    } else {
      put(bytes_, static_cast<std::uint32_t>(v));
    }
  }
  void write(const BinaryNode& node) {
    const std::size_t head = bytes_.size();
    std::string values;
    for (const std::string& v : node.values) values += v;
    number(0);
    number(node.values.size());
    number(values.size());
    put(bytes_, static_cast<std::uint8_t>(node.name.size()));
    bytes_ += node.name + values;
    for (const BinaryNode& child : node.children) write(child);
    if (!node.children.empty()) bytes_.append(wide_ ? 25 : 13, '\0');
    if (zero_ends_ && node.children.empty()) return;
    const std::uint64_t end = bytes_.size();
    std::memcpy(bytes_.data() + head, &end, wide_ ? 8 : 4);
  }

  bool wide_, zero_ends_;
  std::string bytes_;
};

// One curve of a text file. Flags, data and counts as in the file.
inline std::string text_curve(const std::string& id, const std::string& times,
                              const std::string& values, const std::string& flags,
                              const std::string& data, const std::string& counts,
                              const std::string& more = {}) {
  const auto list = [](const std::string& name, const std::string& numbers) {
    std::size_t count = 1;
    for (const char c : numbers) count += c == ',' ? 1 : 0;
    return "  " + name + ": *" + std::to_string(count) + " {\n   a: " + numbers + "\n  }\n";
  };
  return " AnimationCurve: " + id + ", \"AnimCurve::\", \"\" {\n" + list("KeyTime", times) +
         list("KeyValueFloat", values) + list("KeyAttrFlags", flags) +
         list("KeyAttrDataFloat", data) + list("KeyAttrRefCount", counts) + more + " }\n";
}

inline std::string text_fbx(const std::string& objects, const std::string& connections,
                            int version = 7100) {
  return "; FBX 7.1.0 project file\nFBXHeaderExtension:  {\n FBXHeaderVersion: 1003\n "
         "FBXVersion: " +
         std::to_string(version) + "\n}\nObjects:  {\n" + objects + "}\nConnections:  {\n" +
         connections + "}\n";
}

// Parts of text files: objects and what connects them.
inline std::string limb(int id, const std::string& name, const std::string& properties) {
  return " Model: " + std::to_string(id) + ", \"Model::" + name +
         "\", \"LimbNode\" {\n  Version: 232\n  Properties70:  {\n" + properties + "  }\n }\n";
}
inline std::string vector(const std::string& name, const std::string& xyz) {
  return "   P: \"" + name + "\", \"" + name + "\", \"\", \"A\"," + xyz + "\n";
}
inline std::string inherit(int type) {
  return "   P: \"InheritType\", \"enum\", \"\", \"\"," + std::to_string(type) + "\n";
}
inline std::string curve_node(int id, const std::string& name) {
  return " AnimationCurveNode: " + std::to_string(id) + ", \"AnimCurveNode::" + name +
         "\", \"\" {\n  Properties70:  {\n  }\n }\n";
}
inline std::string oo(int from, int to) {
  return " C: \"OO\"," + std::to_string(from) + "," + std::to_string(to) + "\n";
}
inline std::string op(int from, int to, const std::string& property) {
  return " C: \"OP\"," + std::to_string(from) + "," + std::to_string(to) + ", \"" + property +
         "\"\n";
}

inline constexpr const char* kStack =
    " AnimationStack: 100, \"AnimStack::take\", \"\" {\n  Properties70:  {\n"
    "   P: \"LocalStop\", \"KTime\", \"Time\", \"\",92372316000\n  }\n }\n"
    " AnimationLayer: 101, \"AnimLayer::base\", \"\" {\n }\n";

inline std::string list(const std::string& name, const std::string& numbers) {
  std::size_t count = 1;
  for (const char c : numbers) count += c == ',' ? 1 : 0;
  return "  " + name + ": *" + std::to_string(count) + " {\n   a: " + numbers + "\n  }\n";
}
inline std::string number(const std::string& name, const std::string& type, double value) {
  return "   P: \"" + name + "\", \"" + type + "\", \"\", \"A\"," + std::to_string(value) + "\n";
}
inline std::string properties(const std::string& content) {
  return "  Properties70:  {\n" + content + "  }\n";
}
inline std::string mesh_model(int id, const std::string& name, const std::string& content = {}) {
  return " Model: " + std::to_string(id) + ", \"Model::" + name +
         "\", \"Mesh\" {\n  Version: 232\n" + properties(content) + " }\n";
}
// Polygons as the file has them: the last corner of each is -1 - index.
inline std::string geometry(int id, const std::string& points, const std::string& polygons) {
  return " Geometry: " + std::to_string(id) + ", \"Geometry::\", \"Mesh\" {\n" +
         list("Vertices", points) + list("PolygonVertexIndex", polygons) + " }\n";
}
inline std::string shape(int id, const std::string& name, const std::string& vertices,
                         const std::string& moves, const std::string& normals) {
  return " Geometry: " + std::to_string(id) + ", \"Geometry::" + name + "\", \"Shape\" {\n" +
         "  Version: 100\n" + list("Indexes", vertices) + list("Vertices", moves) +
         (normals.empty() ? "" : list("Normals", normals)) + " }\n";
}
inline std::string deformer(int id, const std::string& name, const std::string& kind,
                            const std::string& content) {
  return " Deformer: " + std::to_string(id) + ", \"SubDeformer::" + name + "\", \"" + kind +
         "\" {\n  Version: 100\n" + content + " }\n";
}

}  // namespace bindpose::tests
