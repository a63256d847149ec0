// encode_png: filtered and compressed by zlib, in strips that are compressed at the same time.
#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <limits>
#include <stdexcept>
#include <thread>

#include "io/files/image_io.h"
#include "io/text/json_text.h"

namespace bindpose {
namespace {

using Bytes = std::vector<std::uint8_t>;

// The lowest level and this filter for all rows: choosing among all five filters and searching
// longer costs several times as much and makes a rendered picture a tenth smaller.
constexpr std::uint8_t kSubFilter = 1;
constexpr int kLevel = 1;
constexpr int kRawDeflate = -15;  // the largest window, no header
constexpr int kMostStrips = 8;
constexpr int kLeastRows = 64;  // of a strip: each begins without knowing what lies above

bool is_complete(const Image& image) {
  if (image.width <= 0 || image.height <= 0) return false;
  const auto width = static_cast<std::size_t>(image.width);
  const auto height = static_cast<std::size_t>(image.height);
  return image.pixels.size() == 4 * width * height &&
         image.pixels.size() <= static_cast<std::size_t>(std::numeric_limits<int>::max()) / 2;
}

bool is_opaque(const Image& image) {
  for (std::size_t i = 3; i < image.pixels.size(); i += 4) {
    if (image.pixels[i] != 255) return false;
  }
  return true;
}

// Rows first..last as PNG filters them, each behind the filter's number: differences to the left.
template <std::size_t kChannels>
void filter(const Image& image, int first, int last, Bytes& out) {
  const auto width = static_cast<std::size_t>(image.width);
  const std::size_t row = 1 + kChannels * width;
  out.resize(row * static_cast<std::size_t>(last - first));
  std::uint8_t* to = out.data();
  for (int y = first; y < last; ++y) {
    const std::uint8_t* from = image.pixels.data() + 4 * width * static_cast<std::size_t>(y);
    *to++ = kSubFilter;
    to = std::copy_n(from, kChannels, to);
    for (std::size_t x = 1; x < width; ++x, to += kChannels) {
      const std::uint8_t* p = from + 4 * x;
      const std::uint8_t* left = p - 4;
      for (std::size_t c = 0; c < kChannels; ++c) {
        to[c] = static_cast<std::uint8_t>(p[c] - left[c]);
      }
    }
  }
}

struct Strip {
  Bytes data;
  uLong checksum = 0;  // Adler-32 of what was compressed
  std::size_t size = 0;
};

// `room`: for what comes out, reused.
Strip compress(const Bytes& raw, bool is_last, Bytes& room) {
  z_stream stream{};
  if (deflateInit2(&stream, kLevel, Z_DEFLATED, kRawDeflate, 9, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("Not enough memory to compress a PNG.");
  }
  Strip strip;
  room.resize(std::max<std::size_t>(room.size(), deflateBound(&stream, raw.size()) + 16));
  stream.next_in = const_cast<Bytef*>(raw.data());
  stream.avail_in = static_cast<uInt>(raw.size());
  stream.next_out = room.data();
  stream.avail_out = static_cast<uInt>(room.size());
  const int end = deflate(&stream, is_last ? Z_FINISH : Z_SYNC_FLUSH);
  strip.data.assign(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(stream.total_out));
  deflateEnd(&stream);
  if (end != (is_last ? Z_STREAM_END : Z_OK)) {
    throw std::runtime_error("A PNG could not be compressed.");
  }
  strip.checksum = adler32(adler32(0, nullptr, 0), raw.data(), static_cast<uInt>(raw.size()));
  strip.size = raw.size();
  return strip;
}

void put_number(Bytes& out, std::size_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    out.push_back(static_cast<std::uint8_t>(value >> shift));
  }
}

void put_chunk(Bytes& out, const char (&type)[5], const Bytes& data) {
  put_number(out, data.size());
  const std::size_t start = out.size();
  out.insert(out.end(), type, type + 4);
  out.insert(out.end(), data.begin(), data.end());
  put_number(out, crc32(0, out.data() + start, static_cast<uInt>(out.size() - start)));
}

Bytes header(const Image& image, bool opaque) {
  Bytes out;
  put_number(out, static_cast<std::size_t>(image.width));
  put_number(out, static_cast<std::size_t>(image.height));
  constexpr std::uint8_t kRgb = 2, kRgba = 6;
  out.insert(out.end(), {8, opaque ? kRgb : kRgba, 0, 0, 0});
  return out;
}

// The strips one after the other as one stream of zlib.
Bytes joined(const std::vector<Strip>& strips) {
  Bytes out{0x78, 0x01};
  uLong checksum = adler32(0, nullptr, 0);
  for (const Strip& strip : strips) {
    out.insert(out.end(), strip.data.begin(), strip.data.end());
    checksum = adler32_combine(checksum, strip.checksum, static_cast<z_off_t>(strip.size));
  }
  put_number(out, checksum);
  return out;
}

// PNG 11.3.4: Latin-1 in tEXt, which all programs show; anything else as UTF-8 in iTXt.
void put_text(Bytes& out, std::string_view keyword, std::string_view text) {
  const bool plain =
      std::ranges::all_of(text, [](char c) { return (c >= ' ' && c <= '~') || c == '\n'; });
  Bytes data(keyword.begin(), keyword.end());
  // Not compressed, no language, no keyword in it.
  data.insert(data.end(), plain ? 1u : 5u, std::uint8_t{0});
  data.insert(data.end(), text.begin(), text.end());
  plain ? put_chunk(out, "tEXt", data) : put_chunk(out, "iTXt", data);
}

bool is_kept(std::string_view recipe) {
  return !recipe.empty() && recipe.size() <= kLongestRecipe &&
         recipe.find('\0') == std::string_view::npos && clean_utf8(std::string(recipe)) == recipe;
}

}  // namespace

Bytes encode_png(const Image& image, std::string_view recipe) {
  if (!is_complete(image)) {
    throw std::runtime_error("The image " + image.name + " has no pixels or too many for a PNG.");
  }
  const bool opaque = is_opaque(image);
  const int cores = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
  const int count = std::clamp(image.height / kLeastRows, 1, kMostStrips);
  // More strips than processors: where there is much to see takes longer, and who is done takes the
  // next.
  std::vector<Strip> strips(static_cast<std::size_t>(count));
  std::atomic<int> next{0};
  const auto work = [&] {
    const auto row = [&](int n) {
      return static_cast<int>(std::int64_t{image.height} * n / count);
    };
    Bytes raw, room;
    for (int k = next++; k < count; k = next++) {
      opaque ? filter<3>(image, row(k), row(k + 1), raw)
             : filter<4>(image, row(k), row(k + 1), raw);
      strips[static_cast<std::size_t>(k)] = compress(raw, k + 1 == count, room);
    }
  };
  std::vector<std::future<void>> jobs;
  for (int k = 1; k < std::min(cores, count); ++k) {
    jobs.push_back(std::async(std::launch::async, work));
  }
  work();
  for (std::future<void>& job : jobs) job.get();
  Bytes png{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  put_chunk(png, "IHDR", header(image, opaque));
  if (is_kept(recipe)) {
    put_text(png, "Software", "Bindpose");
    put_text(png, "Comment", recipe);
  }
  put_chunk(png, "IDAT", joined(strips));
  put_chunk(png, "IEND", {});
  return png;
}

}  // namespace bindpose
