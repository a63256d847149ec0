#include "io/numbers/npy.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <glm/gtc/packing.hpp>
#include <string_view>

#include "io/files/file_writer.h"
#include "io/text/pose_json.h"

namespace bindpose {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNpyMagic = "\x93NUMPY";

// What stands behind 'key': in the header, which is a Python literal.
std::string_view header_value(std::string_view header, std::string_view key) {
  const std::size_t at = header.find("'" + std::string(key) + "'");
  if (at == std::string_view::npos) return {};
  std::string_view rest = header.substr(at + key.size() + 2);
  const std::size_t start = rest.find_first_not_of(": ");
  return start == std::string_view::npos ? std::string_view{} : rest.substr(start);
}

class NpyReader {
 public:
  NpyReader(std::string bytes, const std::string& subject)
      : bytes_(std::move(bytes)), subject_(subject) {}

  NpyArray read() {
    read_header();
    std::size_t count = 1;
    for (const std::size_t n : out_.shape) {
      if (n != 0 && count > bytes_.size() / n) refuse("it says to hold more than it does");
      count *= n;
    }
    if ((bytes_.size() - begin_) / width_ < count) refuse("it is cut off");
    std::vector<double> stored(count);
    for (std::size_t i = 0; i < count; ++i) stored[i] = number(begin_ + i * width_);
    out_.value = by_columns_ ? in_rows(stored) : std::move(stored);
    return std::move(out_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const { refuse_json(subject_, what); }

  void read_header() {
    if (!bytes_.starts_with(kNpyMagic) || bytes_.size() < 12) refuse("it is no NumPy array (.npy)");
    const bool first = bytes_[6] == 1;
    const std::size_t at = first ? 10 : 12;
    std::size_t length = 0;
    for (std::size_t i = at; i-- > 8;)
      length = length * 256 + static_cast<unsigned char>(bytes_[i]);
    if (length > bytes_.size() - at) refuse("it is cut off");
    begin_ = at + length;
    const std::string_view header(bytes_.data() + at, length);
    read_type(header_value(header, "descr"));
    by_columns_ = header_value(header, "fortran_order").starts_with("True");
    std::string_view shape = header_value(header, "shape");
    if (!shape.starts_with("(")) refuse("its header has no shape");
    shape = shape.substr(1, shape.find(')') - 1);
    while (!shape.empty()) {
      shape.remove_prefix(std::min(shape.find_first_not_of(", "), shape.size()));
      if (shape.empty()) break;
      std::size_t n = 0;
      const auto [end, problem] = std::from_chars(shape.data(), shape.data() + shape.size(), n);
      if (problem != std::errc{} || out_.shape.size() == 8) refuse("its header has no sound shape");
      out_.shape.push_back(n);
      shape.remove_prefix(static_cast<std::size_t>(end - shape.data()));
    }
  }

  void read_type(std::string_view type) {
    if (type.size() < 4 || type[0] != '\'') refuse("it holds records; save one array of numbers");
    swapped_ = (type[1] == '>') == (std::endian::native == std::endian::little) && type[1] != '|';
    kind_ = type[2];
    width_ = static_cast<std::size_t>(type[3] - '0');
    const bool known = kind_ == 'f'
                           ? width_ == 2 || width_ == 4 || width_ == 8
                           : (kind_ == 'i' || kind_ == 'u' || kind_ == 'b') &&
                                 (width_ == 1 || width_ == 2 || width_ == 4 || width_ == 8);
    if (!known || type.size() < 5 || type[4] != '\'') {
      refuse(
          "its numbers are of a kind that is not read; save them as float64, float32 or integers");
    }
  }

  template <typename T>
  T at(const unsigned char* bytes) const {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
  }
  double number(std::size_t where) const {
    unsigned char raw[8];
    std::memcpy(raw, bytes_.data() + where, width_);
    if (swapped_) std::reverse(raw, raw + width_);
    if (kind_ == 'f' && width_ == 2) return double{glm::unpackHalf1x16(at<std::uint16_t>(raw))};
    if (kind_ == 'f') return width_ == 4 ? double{at<float>(raw)} : at<double>(raw);
    const bool sign = kind_ == 'i';
    switch (width_) {
      case 1:
        return sign ? double(at<std::int8_t>(raw)) : double(at<std::uint8_t>(raw));
      case 2:
        return sign ? double(at<std::int16_t>(raw)) : double(at<std::uint16_t>(raw));
      case 4:
        return sign ? double(at<std::int32_t>(raw)) : double(at<std::uint32_t>(raw));
      default:
        return sign ? double(at<std::int64_t>(raw)) : double(at<std::uint64_t>(raw));
    }
  }

  // The first index runs fastest in `stored`.
  std::vector<double> in_rows(const std::vector<double>& stored) const {
    std::vector<double> out(stored.size());
    std::vector<std::size_t> index(out_.shape.size(), 0);
    for (double& value : out) {
      std::size_t at_column = 0;
      for (std::size_t d = index.size(); d-- > 0;) at_column = at_column * out_.shape[d] + index[d];
      value = stored[at_column];
      for (std::size_t d = index.size(); d-- > 0;) {
        if (++index[d] < out_.shape[d]) break;
        index[d] = 0;
      }
    }
    return out;
  }

  std::string bytes_;
  const std::string& subject_;
  NpyArray out_;
  std::size_t begin_ = 0, width_ = 8;
  char kind_ = 'f';
  bool swapped_ = false, by_columns_ = false;
};

void write_array(const fs::path& file, const char* type, std::span<const std::size_t> shape,
                 std::span<const std::byte> bytes) {
  std::string header = std::string("{'descr': '") + type + "', 'fortran_order': False, 'shape': (";
  for (const std::size_t n : shape) header += std::to_string(n) + ", ";
  header += "), }";
  // Data begin at a multiple of 64 bytes; the header ends with a line break.
  while ((kNpyMagic.size() + 4 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  FileWriter writer(file);
  writer.write(kNpyMagic);
  const unsigned char version_and_length[] = {1, 0, static_cast<unsigned char>(header.size() % 256),
                                              static_cast<unsigned char>(header.size() / 256)};
  writer.write(version_and_length, sizeof version_and_length);
  writer.write(header);
  writer.write(bytes.data(), bytes.size());
  writer.commit();
}

}  // namespace

NpyArray read_npy(const fs::path& file, const std::string& subject, std::uintmax_t most) {
  return NpyReader(read_bounded(file, subject, most), subject).read();
}

static_assert(std::endian::native == std::endian::little, "numbers are written as they are");

void write_npy(const fs::path& file, std::span<const std::size_t> shape,
               std::span<const double> value) {
  write_array(file, "<f8", shape, std::as_bytes(value));
}

void write_npy(const fs::path& file, std::span<const std::size_t> shape,
               std::span<const std::int32_t> value) {
  write_array(file, "<i4", shape, std::as_bytes(value));
}

}  // namespace bindpose
