#include "io/codec/model_codec.h"

#include "io/codec/model_fields.h"
#include "io/text/clean_text.h"

namespace bindpose {
namespace {

constexpr std::size_t kBuffered = std::size_t{1} << 16;

class Writer {
 public:
  explicit Writer(const ByteSink& sink) : sink_(sink) { buffer_.reserve(kBuffered); }

  template <typename... Items>
  void operator()(const Items&... items) {
    (item(items), ...);
  }
  void flush() {
    if (!buffer_.empty()) sink_(buffer_);
    buffer_.clear();
  }

 private:
  template <typename T>
  void item(const T& x) {
    if constexpr (std::same_as<T, bool>) {
      item(static_cast<std::uint8_t>(x ? 1 : 0));
    } else if constexpr (std::is_enum_v<T>) {
      item(static_cast<std::uint8_t>(x));
    } else if constexpr (kIsPlain<T>) {
      static_assert(std::is_trivially_copyable_v<T>);
      put(&x, sizeof x);
    } else {
      fields(*this, x);
    }
  }
  void item(const std::string& text) {
    item(std::uint64_t{text.size()});
    put(text.data(), text.size());
  }
  template <typename T>
  void item(const std::vector<T>& list) {
    item(std::uint64_t{list.size()});
    if constexpr (kIsPlain<T>) {
      align();
      put(list.data(), list.size() * sizeof(T));
    } else {
      for (const T& element : list) item(element);
    }
  }

  void put(const void* data, std::size_t size) {
    const auto* bytes = static_cast<const std::uint8_t*>(data);
    position_ += size;
    if (buffer_.size() + size > kBuffered) flush();
    if (size > kBuffered) {
      sink_({bytes, size});
    } else {
      buffer_.insert(buffer_.end(), bytes, bytes + size);
    }
  }
  void align() {
    constexpr std::uint8_t kZeros[kArrayAlignment] = {};
    put(kZeros, (kArrayAlignment - position_ % kArrayAlignment) % kArrayAlignment);
  }

  const ByteSink& sink_;
  std::vector<std::uint8_t> buffer_;
  std::size_t position_ = sizeof(ModelHeader);
};

void write_fields(const Model& model, const ByteSink& sink) {
  Writer writer(sink);
  fields(writer, model);
  writer.flush();
}

}  // namespace

void encode_model(const Model& model, const ByteSink& sink) {
  ModelHeader header;
  header.total_size = sizeof header;
  write_fields(model,
               [&](std::span<const std::uint8_t> piece) { header.total_size += piece.size(); });
  sink({reinterpret_cast<const std::uint8_t*>(&header), sizeof header});
  write_fields(model, sink);
}

std::vector<std::uint8_t> encode_model(const Model& model) {
  std::vector<std::uint8_t> bytes;
  encode_model(model, [&](std::span<const std::uint8_t> piece) {
    bytes.insert(bytes.end(), piece.begin(), piece.end());
  });
  return bytes;
}

std::string clean_line(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return clean_text(text);
  // A character that the cut went through is left out whole.
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return clean_text(text.substr(0, end)) + "...";
}

}  // namespace bindpose
