#include "io/fbx/upgrade/writer.h"

#include <cstring>

#include "io/import_error.h"

namespace bindpose {
namespace {

constexpr std::size_t kNodeHead = 13;  // three numbers and the length of a name
// A file of version 7400 counts its bytes in 32 bits.
constexpr std::size_t kMaxWrittenBytes = std::size_t{1} << 31;

}  // namespace

FbxWriter::FbxWriter() {
  constexpr char kMagic[] = "Kaydara FBX Binary  \0\x1a";  // and a 0: little-endian
  put_bytes(kMagic, sizeof kMagic);
  put(std::uint32_t{kUpgradedFbx});
}

void FbxWriter::put_bytes(const void* from, std::size_t size) {
  if (size > kMaxWrittenBytes - out_.size()) {
    throw ImportError(
        "The FBX file is too large to be read; export it again as FBX 2013 or later.");
  }
  const auto* first = static_cast<const std::uint8_t*>(from);
  out_.insert(out_.end(), first, first + size);
}

template <typename T>
void FbxWriter::put(T value) {
  put_bytes(&value, sizeof value);
}

void FbxWriter::set(std::size_t at, std::size_t value) {
  const auto number = static_cast<std::uint32_t>(value);
  std::memcpy(out_.data() + at, &number, sizeof number);
}

void FbxWriter::end_values(const Open& node) {
  set(node.head + 4, node.count);
  set(node.head + 8, out_.size() - node.values);
}

void FbxWriter::open(std::string_view name) {
  if (!open_.empty() && !open_.back().has_children) {
    open_.back().has_children = true;
    end_values(open_.back());
  }
  constexpr std::size_t kLongestName = 255;
  name = name.substr(0, kLongestName);
  const std::size_t head = out_.size();
  for (int i = 0; i < 3; ++i) put(std::uint32_t{0});
  put(static_cast<std::uint8_t>(name.size()));
  put_bytes(name.data(), name.size());
  open_.push_back({head, out_.size(), 0, false});
}

void FbxWriter::close() {
  const Open node = open_.back();
  open_.pop_back();
  if (!node.has_children) end_values(node);
  // A list of nodes ends so, and so does a node that holds nothing.
  if (node.has_children || node.count == 0) {
    for (std::size_t i = 0; i < kNodeHead; ++i) put(std::uint8_t{0});
  }
  set(node.head, out_.size());
}

void FbxWriter::begin_value(char type) {
  ++open_.back().count;
  put(type);
}

void FbxWriter::byte(char value) {
  begin_value('C');
  put(value);
}
void FbxWriter::int16(std::int16_t value) {
  begin_value('Y');
  put(value);
}
void FbxWriter::int32(std::int32_t value) {
  begin_value('I');
  put(value);
}
void FbxWriter::int64(std::int64_t value) {
  begin_value('L');
  put(value);
}
void FbxWriter::single(float value) {
  begin_value('F');
  put(value);
}
void FbxWriter::real(double value) {
  begin_value('D');
  put(value);
}
void FbxWriter::text(std::string_view value) {
  begin_value('S');
  put(static_cast<std::uint32_t>(value.size()));
  put_bytes(value.data(), value.size());
}
void FbxWriter::bytes(std::string_view value) {
  begin_value('R');
  put(static_cast<std::uint32_t>(value.size()));
  put_bytes(value.data(), value.size());
}

template <typename T>
void FbxWriter::put_array(char type, const std::vector<T>& values) {
  begin_value(type);
  const std::size_t bytes = values.size() * sizeof(T);
  put(static_cast<std::uint32_t>(values.size()));
  put(std::uint32_t{0});  // not packed
  put(static_cast<std::uint32_t>(bytes));
  put_bytes(values.data(), bytes);
}
void FbxWriter::array(const std::vector<std::int32_t>& values) {
  put_array('i', values);
}
void FbxWriter::array(const std::vector<std::int64_t>& values) {
  put_array('l', values);
}
void FbxWriter::array(const std::vector<float>& values) {
  put_array('f', values);
}
void FbxWriter::array(const std::vector<double>& values) {
  put_array('d', values);
}

void FbxWriter::array(const FbxProperty& stored) {
  begin_value(stored.type);
  put(stored.count);
  put(std::uint32_t{stored.packed ? 1u : 0u});
  put(static_cast<std::uint32_t>(stored.data.size()));
  put_bytes(stored.data.data(), stored.data.size());
}

std::vector<std::uint8_t> FbxWriter::finish() {
  for (std::size_t i = 0; i < kNodeHead; ++i) put(std::uint8_t{0});
  return std::move(out_);
}

}  // namespace bindpose
