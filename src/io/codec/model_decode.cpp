// decode_model: reads what encode_model wrote, believing none of it.
#include <algorithm>
#include <cstring>
#include <utility>

#include "io/codec/model_codec.h"
#include "io/codec/model_fields.h"
#include "io/files/large_arrays.h"
#include "io/text/clean_text.h"

namespace bindpose {
namespace {

// Adds up the bytes of a default value, which has no shorter encoding: all its lists are empty.
class Smallest {
 public:
  template <typename... Items>
  void operator()(const Items&... items) {
    (item(items), ...);
  }
  std::size_t size = 0;

 private:
  template <typename T>
  void item(const T& x) {
    if constexpr (std::same_as<T, bool> || std::is_enum_v<T>) {
      size += 1;
    } else if constexpr (kIsPlain<T>) {
      size += sizeof x;
    } else {
      fields(*this, x);
    }
  }
  void item(const std::string&) { size += sizeof(std::uint64_t); }
  template <typename T>
  void item(const std::vector<T>&) {
    size += sizeof(std::uint64_t);
  }
};

template <typename T>
std::size_t smallest() {
  static const std::size_t size = [] {
    Smallest sum;
    sum(T{});
    return sum.size;
  }();
  return size;
}

// Reads through a window that stays in the processor's cache. The elements that a list announces
// have their smallest size set aside at once, so that no byte justifies the memory of two of them.
class Reader {
 public:
  Reader(std::uint64_t size, const ByteSource& source, std::uint64_t most_memory)
      : size_(static_cast<std::size_t>(size)),
        memory_left_(most_memory),
        source_(source),
        window_(std::min(size_, kWindow) + kArrayAlignment) {}

  template <typename... Items>
  void operator()(Items&... items) {
    (item(items), ...);
  }
  std::size_t left() const { return size_ - position_; }

 private:
  template <typename T>
  void item(T& x) {
    if constexpr (std::same_as<T, bool>) {
      x = choice(1) != 0;
    } else if constexpr (std::is_enum_v<T>) {
      x = static_cast<T>(choice(static_cast<std::uint8_t>(last_of(T{}))));
    } else if constexpr (kIsPlain<T>) {
      std::memcpy(&x, take(sizeof x), sizeof x);
    } else {
      fields(*this, x);
    }
  }
  void item(std::string& text) {
    std::size_t size = count(1);
    spend(size);
    text.clear();
    text.reserve(size);
    while (size > 0) {
      const std::size_t piece = std::min(size, kWindow);
      text.append(reinterpret_cast<const char*>(take(piece)), piece);
      size -= piece;
    }
  }
  template <typename T>
  void item(std::vector<T>& list) {
    if constexpr (kIsPlain<T>) {
      static_assert(kArrayAlignment % alignof(T) == 0);
      std::size_t size = count(sizeof(T));
      spend(size * sizeof(T));
      take((kArrayAlignment - position_ % kArrayAlignment) % kArrayAlignment);
      list.clear();
      reserve_large(list, size);
      while (size > 0) {  // inserted, for resize would clear the memory first
        const std::size_t piece = std::min(size, kWindow / sizeof(T));
        const T* first = reinterpret_cast<const T*>(take(piece * sizeof(T)));
        list.insert(list.end(), first, first + piece);
        size -= piece;
      }
    } else {
      const std::size_t size = count(smallest<T>());
      spend(size * sizeof(T));
      list.clear();
      list.reserve(size);
      set_aside_ += size * smallest<T>();
      for (std::size_t i = 0; i < size; ++i) {
        set_aside_ -= smallest<T>();
        item(list.emplace_back());
      }
    }
  }

  std::uint8_t choice(std::uint8_t last) {
    const std::uint8_t value = *take(1);
    if (value > last) throw CodecError("A choice is out of range.");
    return value;
  }
  std::size_t count(std::size_t element_size) {
    std::uint64_t value = 0;
    item(value);
    if (value > available() / element_size) {
      throw CodecError("A count of " + std::to_string(value) + " needs more than the " +
                       std::to_string(available()) + " bytes that are left.");
    }
    return static_cast<std::size_t>(value);
  }
  void spend(std::size_t memory) {
    if (memory > memory_left_) throw CodecError("The model takes more memory than an import may.");
    memory_left_ -= memory;
  }
  std::size_t available() const { return left() - set_aside_; }
  // At most kWindow bytes, valid until the next call; aligned as they are in the data.
  const std::uint8_t* take(std::size_t size) {
    if (size > available()) throw CodecError("The data ends too early.");
    if (size > filled_ - position_) fill(size);
    const std::uint8_t* data = window_.data() + (position_ - start_);
    position_ += size;
    return data;
  }
  // What is left in the window moves to its front, and the rest is read behind it.
  void fill(std::size_t size) {
    const std::size_t start = position_ - position_ % kArrayAlignment;
    std::uint8_t* const to = window_.data() + (position_ - start);
    std::memmove(to, window_.data() + (position_ - start_), filled_ - position_);
    const std::size_t end = position_ + std::min(left(), std::max(size, kWindow));
    source_(filled_, {to + (filled_ - position_), end - filled_});
    start_ = start;
    filled_ = end;
  }

  static constexpr std::size_t kWindow = std::size_t{1} << 17;
  std::size_t size_;
  std::size_t set_aside_ = 0;  // bytes that announced elements need at least; never above left()
  std::uint64_t memory_left_;
  const ByteSource& source_;
  std::vector<std::uint8_t> window_;
  std::size_t start_ = 0;     // of the window in the data
  std::size_t filled_ = 0;    // where in the data it ends
  std::size_t position_ = 0;  // in the data
};

// Makes every text one line of clean UTF-8. What is readable but for some bytes is worth showing.
class Cleaner {
 public:
  template <typename... Items>
  void operator()(Items&... items) {
    (item(items), ...);
  }

 private:
  template <typename T>
  void item(T& x) {
    if constexpr (!kIsPlain<T> && !std::is_enum_v<T> && !std::same_as<T, bool>) fields(*this, x);
  }
  void item(std::string& text) { text = clean_text(text); }
  template <typename T>
  void item(std::vector<T>& list) {
    if constexpr (!kIsPlain<T>) {
      for (T& element : list) item(element);
    }
  }
};

void check_flags(const std::vector<std::uint8_t>& flags) {
  if (std::any_of(flags.begin(), flags.end(), [](std::uint8_t f) { return f > 1; })) {
    throw CodecError("A flag is neither 0 nor 1.");
  }
}

void clean_texts(Model& model) {
  // The path stands there as it was opened, whatever its bytes are.
  const std::string path = std::exchange(model.path, {});
  Cleaner cleaner;
  fields(cleaner, model);
  model.path = path;
}

}  // namespace

std::shared_ptr<const Model> decode_model(std::span<const std::uint8_t> bytes,
                                          std::uint64_t most_memory) {
  const auto source = [bytes](std::uint64_t offset, std::span<std::uint8_t> to) {
    std::memcpy(to.data(), bytes.data() + offset, to.size());
  };
  return decode_model(bytes.size(), source, most_memory);
}

std::shared_ptr<const Model> decode_model(std::uint64_t size, const ByteSource& source,
                                          std::uint64_t most_memory) {
  Reader reader(size, source, most_memory);
  ModelHeader header;
  const ModelHeader expected;
  reader(header.magic, header.version, header.header_size, header.total_size);
  if (header.magic != expected.magic || header.version != expected.version ||
      header.header_size != expected.header_size) {
    throw CodecError("The data does not start as a model does.");
  }
  if (header.total_size != size) {
    throw CodecError("The data is " + std::to_string(size) + " bytes long; it says " +
                     std::to_string(header.total_size) + ".");
  }
  auto model = std::make_shared<Model>();
  fields(reader, *model);
  if (reader.left() != 0) throw CodecError("The data goes on after its end.");
  clean_texts(*model);  // before the check: joints have to differ in what is left of their names
  if (const std::string wrong = check_model(*model); !wrong.empty()) throw CodecError(wrong);
  check_flags(model->skeleton.file_flags.is_joint);
  check_flags(model->skeleton.file_flags.has_weight);
  check_flags(model->has_bind);
  for (const PoseTable& table : model->pose_tables) check_flags(table.has);
  return model;
}

}  // namespace bindpose
