#include "fbx_nodes.h"

#include <bit>
#include <cstring>

#include "png.h"

static_assert(std::endian::native == std::endian::little, "FBX is little-endian");

namespace bindpose::gen::fbx {
namespace {

constexpr std::uint32_t kVersion = 7400;

template <typename T>
void put(std::vector<std::uint8_t>& out, T v) {
  std::uint8_t bytes[sizeof(T)];
  std::memcpy(bytes, &v, sizeof(T));
  out.insert(out.end(), bytes, bytes + sizeof(T));
}

void put_at(std::vector<std::uint8_t>& out, std::size_t at, std::uint32_t v) {
  std::memcpy(out.data() + at, &v, sizeof(v));
}

}  // namespace

Node& Node::child(const std::string& name) {
  return children_.emplace_back(name);
}

Node& Node::i32(std::int32_t v) {
  properties_.push_back('I');
  put(properties_, v);
  ++count_;
  return *this;
}

Node& Node::i64(std::int64_t v) {
  properties_.push_back('L');
  put(properties_, v);
  ++count_;
  return *this;
}

Node& Node::f64(double v) {
  properties_.push_back('D');
  put(properties_, v);
  ++count_;
  return *this;
}

Node& Node::text(const std::string& v) {
  properties_.push_back('S');
  put(properties_, static_cast<std::uint32_t>(v.size()));
  properties_.insert(properties_.end(), v.begin(), v.end());
  ++count_;
  return *this;
}

Node& Node::raw(const std::vector<std::uint8_t>& v) {
  properties_.push_back('R');
  put(properties_, static_cast<std::uint32_t>(v.size()));
  properties_.insert(properties_.end(), v.begin(), v.end());
  ++count_;
  return *this;
}

Node& Node::array(char type, const void* data, std::size_t count, std::size_t bytes) {
  std::vector<std::uint8_t> content(bytes);
  if (bytes > 0) std::memcpy(content.data(), data, bytes);
  const bool packed = bytes > 128;
  if (packed) content = zlib_compress(content);
  properties_.push_back(static_cast<std::uint8_t>(type));
  put(properties_, static_cast<std::uint32_t>(count));
  put(properties_, static_cast<std::uint32_t>(packed ? 1 : 0));
  put(properties_, static_cast<std::uint32_t>(content.size()));
  properties_.insert(properties_.end(), content.begin(), content.end());
  ++count_;
  return *this;
}

Node& Node::i32s(const std::vector<std::int32_t>& v) {
  return array('i', v.data(), v.size(), v.size() * sizeof(v[0]));
}
Node& Node::i64s(const std::vector<std::int64_t>& v) {
  return array('l', v.data(), v.size(), v.size() * sizeof(v[0]));
}
Node& Node::f32s(const std::vector<float>& v) {
  return array('f', v.data(), v.size(), v.size() * sizeof(v[0]));
}
Node& Node::f64s(const std::vector<double>& v) {
  return array('d', v.data(), v.size(), v.size() * sizeof(v[0]));
}

Node& Node::property(const std::string& name, const std::string& type, const std::string& label,
                     const std::string& flags) {
  return child("P").text(name).text(type).text(label).text(flags);
}

void Node::write(std::vector<std::uint8_t>& out) const {
  const std::size_t start = out.size();
  put(out, std::uint32_t{0});  // where the node ends: filled in below
  put(out, count_);
  put(out, static_cast<std::uint32_t>(properties_.size()));
  out.push_back(static_cast<std::uint8_t>(name_.size()));
  out.insert(out.end(), name_.begin(), name_.end());
  out.insert(out.end(), properties_.begin(), properties_.end());
  for (const Node& c : children_) c.write(out);
  // A list of children ends with an empty record.
  if (!children_.empty() || count_ == 0) out.insert(out.end(), 13, 0);
  put_at(out, start, static_cast<std::uint32_t>(out.size()));
}

std::string name_class(const std::string& name, const std::string& of_class) {
  return name + std::string("\0\1", 2) + of_class;
}

std::vector<std::uint8_t> binary_file(const std::vector<const Node*>& top) {
  constexpr char kMagic[] = "Kaydara FBX Binary  ";  // its closing zero belongs to it
  std::vector<std::uint8_t> out(kMagic, kMagic + sizeof(kMagic));
  out.push_back(0x1a);
  out.push_back(0);
  put(out, kVersion);
  for (const Node* n : top) n->write(out);
  out.insert(out.end(), 13, 0);
  // The footer belongs to the file id and the creation time that fbx_writer.cpp writes.
  constexpr std::uint8_t kFooter[] = {0xfa, 0xbc, 0xab, 0x09, 0xd0, 0xc8, 0xd4, 0x66,
                                      0xb1, 0x76, 0xfb, 0x83, 0x1c, 0xf7, 0x26, 0x7e};
  constexpr std::uint8_t kEnd[] = {0xf8, 0x5a, 0x8c, 0x6a, 0xde, 0xf5, 0xd9, 0x7e,
                                   0xec, 0xe9, 0x0c, 0xe3, 0x75, 0x8f, 0x29, 0x0b};
  out.insert(out.end(), std::begin(kFooter), std::end(kFooter));
  out.insert(out.end(), 4, 0);
  out.insert(out.end(), 16 - out.size() % 16, 0);
  put(out, kVersion);
  out.insert(out.end(), 120, 0);
  out.insert(out.end(), std::begin(kEnd), std::end(kEnd));
  return out;
}

}  // namespace bindpose::gen::fbx
