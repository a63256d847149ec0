#include "io/fbx/tree/tree.h"

#include <zlib.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "io/fbx/tree/parse.h"
#include "io/fbx/version.h"

namespace bindpose {
namespace {

// 2^63, the first number that an int64_t can not hold.
constexpr double kIntegerEnd = 9223372036854775808.0;

template <typename T>
T raw(const FbxProperty& property) {
  return property.data.size() < sizeof(T) ? T{}
                                          : fbx_raw<T>(property.data.data(), property.swapped);
}

std::optional<std::int64_t> whole(double value) {
  if (!(value >= -kIntegerEnd && value < kIntegerEnd)) return {};
  return static_cast<std::int64_t>(value);
}

template <typename T>
const char* read_number(const char* at, const char* end, T& out) {
  if (at != end && *at == '+') ++at;
  const auto [stop, error] = std::from_chars(at, end, out);
  return error == std::errc() ? stop : nullptr;
}

// Numbers with commas, blanks and lines between them.
template <typename T>
bool read_numbers(std::string_view text, std::vector<T>& out) {
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto skip = [&](bool commas) {
    while (at != end &&
           (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n' || (commas && *at == ','))) {
      ++at;
    }
  };
  skip(false);
  while (at != end) {
    T value{};
    at = read_number(at, end, value);
    if (at == nullptr) return false;
    out.push_back(value);
    skip(true);
  }
  return true;
}

bool unpack(std::string_view packed, std::vector<char>& out) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return false;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = inflate(&stream, Z_FINISH);
  const bool all = result == Z_STREAM_END && stream.avail_out == 0;
  inflateEnd(&stream);
  return all;
}

template <typename T, typename Stored>
bool convert(const char* data, bool swapped, std::size_t count, std::vector<T>& out) {
  out.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = fbx_raw<Stored>(data + i * sizeof(Stored), swapped);
    if constexpr (std::is_integral_v<T> && std::is_floating_point_v<Stored>) {
      const auto integer = whole(double{value});
      if (!integer) return false;
      out[i] = *integer;
    } else {
      out[i] = static_cast<T>(value);
    }
  }
  return true;
}

template <typename T>
bool convert(const FbxProperty& array, const char* data, std::vector<T>& out) {
  switch (array.type) {
    case 'b':
    case 'c':
      return convert<T, std::int8_t>(data, array.swapped, array.count, out);
    case 'i':
      return convert<T, std::int32_t>(data, array.swapped, array.count, out);
    case 'l':
      return convert<T, std::int64_t>(data, array.swapped, array.count, out);
    case 'f':
      return convert<T, float>(data, array.swapped, array.count, out);
    case 'd':
      return convert<T, double>(data, array.swapped, array.count, out);
    default:
      return false;
  }
}

std::size_t width_of(char type) {
  if (type == 'b' || type == 'c') return 1;
  return type == 'i' || type == 'f' ? 4 : 8;
}

template <typename T>
bool read_binary_array(const FbxProperty& property, std::size_t& budget, std::vector<T>& out) {
  const std::size_t width = width_of(property.type);
  const std::size_t bytes = property.count * width;
  const std::size_t wanted = bytes + property.count * sizeof(T);
  if (property.count == 0) return true;
  if (wanted > budget || bytes > std::numeric_limits<uInt>::max()) return false;
  if (!property.packed) {
    budget -= wanted;
    return convert(property, property.data.data(), out);
  }
  if (bytes / kTightestPacking > property.data.size()) return false;
  budget -= wanted;
  std::vector<char> plain(bytes);
  return unpack(property.data, plain) && convert(property, plain.data(), out);
}

template <typename T>
bool read_text_array(const FbxProperty& property, std::size_t& budget, std::vector<T>& out) {
  // A number takes two characters at least.
  const std::size_t wanted = property.count * sizeof(T);
  if (wanted > budget || property.count > property.data.size() / 2 + 1) return false;
  budget -= wanted;
  out.reserve(property.count);
  return read_numbers(property.data, out) && out.size() == property.count;
}

bool read_value(const FbxProperty& property, std::int64_t& out) {
  const auto value = fbx_integer(&property);
  if (value) out = *value;
  return value.has_value();
}
template <typename T>
bool read_value(const FbxProperty& property, T& out) {
  const auto value = fbx_real(&property);
  if (value) out = static_cast<T>(*value);
  return value.has_value();
}

}  // namespace

FbxTree parse_fbx(std::string_view bytes, FbxFilter wanted) {
  FbxTree tree;
  tree.version = fbx_version(bytes);
  tree.text = !bytes.starts_with("Kaydara FBX Binary");
  tree.node.push_back({});
  if (tree.text) {
    parse_fbx_text(bytes, wanted, tree);
  } else {
    parse_fbx_binary(bytes, wanted, tree);
  }
  return tree;
}

bool fbx_is_big_endian(std::string_view bytes) {
  constexpr std::size_t kOrderAt = 22;
  return bytes.starts_with("Kaydara FBX Binary") && bytes.size() > kOrderAt && bytes[kOrderAt] == 1;
}

std::uint32_t fbx_child(const FbxTree& tree, std::uint32_t parent, std::string_view name) {
  const std::uint32_t end = tree.node[parent].end;
  for (std::uint32_t c = parent + 1; c < end; c = tree.node[c].end) {
    if (tree.node[c].name == name) return c;
  }
  return 0;
}

std::optional<std::int64_t> fbx_integer(const FbxProperty* property) {
  if (property == nullptr) return {};
  switch (property->type) {
    case 'C':
    case 'B':
    case 'Z':
      return raw<std::uint8_t>(*property);
    case 'Y':
      return raw<std::int16_t>(*property);
    case 'I':
      return raw<std::int32_t>(*property);
    case 'L':
      return raw<std::int64_t>(*property);
    case 'N': {
      const char* end = property->data.data() + property->data.size();
      std::int64_t value = 0;
      if (read_number(property->data.data(), end, value) == end) return value;
      break;
    }
    default:
      break;
  }
  const auto value = fbx_real(property);
  return value ? whole(*value) : std::nullopt;
}

std::optional<double> fbx_real(const FbxProperty* property) {
  if (property == nullptr) return {};
  switch (property->type) {
    case 'C':
    case 'B':
    case 'Z':
    case 'Y':
    case 'I':
    case 'L':
      return static_cast<double>(*fbx_integer(property));
    case 'F':
      return double{raw<float>(*property)};
    case 'D':
      return raw<double>(*property);
    case 'N': {
      const char* end = property->data.data() + property->data.size();
      double value = 0.0;
      if (read_number(property->data.data(), end, value) == end) return value;
      return {};
    }
    default:
      return {};
  }
}

std::string_view fbx_text(const FbxProperty* property) {
  const bool text = property != nullptr && (property->type == 'S' || property->type == 'R');
  return text ? property->data : std::string_view();
}

template <typename T>
std::optional<std::vector<T>> fbx_array(const FbxTree& tree, std::uint32_t node,
                                        std::size_t& budget) {
  if (node == 0) return {};
  std::vector<T> out;
  const FbxNode& at = tree.node[node];
  const FbxProperty* first = tree.get(node, 0);
  if (first == nullptr) return out;
  constexpr std::string_view kBinaryArrays = "bcilfd";
  bool good = true;
  if (kBinaryArrays.find(first->type) != kBinaryArrays.npos) {
    good = read_binary_array(*first, budget, out);
  } else if (first->type == 'A') {
    good = read_text_array(*first, budget, out);
  } else {
    out.resize(at.property_count);
    for (std::uint32_t i = 0; good && i < at.property_count; ++i) {
      good = read_value(*tree.get(node, i), out[i]);
    }
  }
  return good ? std::optional(std::move(out)) : std::nullopt;
}

template std::optional<std::vector<std::int64_t>> fbx_array(const FbxTree&, std::uint32_t,
                                                            std::size_t&);
template std::optional<std::vector<double>> fbx_array(const FbxTree&, std::uint32_t, std::size_t&);
template std::optional<std::vector<float>> fbx_array(const FbxTree&, std::uint32_t, std::size_t&);

}  // namespace bindpose
