// decode_model: reads what encode_model wrote, believing none of it.
#include <algorithm>
#include <cstring>
#include <utility>

#include "io/assimp_convert.h"
#include "io/model_codec.h"
#include "io/model_fields.h"

namespace bindpose {
namespace {

// An element that is not plain holds at least one count.
constexpr std::size_t kSmallestElement = sizeof(std::uint64_t);

class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  template <typename... Items>
  void operator()(Items&... items) {
    (item(items), ...);
  }
  std::size_t left() const { return bytes_.size() - position_; }

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
    const std::size_t size = count(1);
    text.assign(reinterpret_cast<const char*>(take(size)), size);
  }
  template <typename T>
  void item(std::vector<T>& list) {
    if constexpr (kIsPlain<T>) {
      const std::size_t size = count(sizeof(T));
      take((kArrayAlignment - position_ % kArrayAlignment) % kArrayAlignment);
      const std::uint8_t* data = take(size * sizeof(T));
      if (reinterpret_cast<std::uintptr_t>(data) % alignof(T) == 0) {
        const T* first = reinterpret_cast<const T*>(data);
        list.assign(first, first + size);  // one pass; resize would clear the memory first
      } else if (size > 0) {
        list.resize(size);
        std::memcpy(list.data(), data, size * sizeof(T));
      }
    } else {
      // Grows as elements are read: a count alone must not take memory many times its bytes.
      const std::size_t size = count(kSmallestElement);
      list.clear();
      for (std::size_t i = 0; i < size; ++i) item(list.emplace_back());
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
    if (value > left() / element_size) {
      throw CodecError("A count of " + std::to_string(value) + " needs more than the " +
                       std::to_string(left()) + " bytes that are left.");
    }
    return static_cast<std::size_t>(value);
  }
  const std::uint8_t* take(std::size_t size) {
    if (size > left()) throw CodecError("The data ends too early.");
    const std::uint8_t* data = bytes_.data() + position_;
    position_ += size;
    return data;
  }

  std::span<const std::uint8_t> bytes_;
  std::size_t position_ = 0;
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

std::shared_ptr<const Model> decode_model(std::span<const std::uint8_t> bytes) {
  ModelHeader header;
  const ModelHeader expected;
  if (bytes.size() < sizeof header) throw CodecError("The data ends too early.");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != expected.magic || header.version != expected.version ||
      header.header_size != expected.header_size) {
    throw CodecError("The data does not start as a model does.");
  }
  if (header.total_size != bytes.size()) {
    throw CodecError("The data is " + std::to_string(bytes.size()) + " bytes long; it says " +
                     std::to_string(header.total_size) + ".");
  }
  Reader reader(bytes);
  std::uint64_t skipped[sizeof(ModelHeader) / sizeof(std::uint64_t)];
  for (std::uint64_t& word : skipped) reader(word);
  auto model = std::make_shared<Model>();
  fields(reader, *model);
  if (reader.left() != 0) throw CodecError("The data goes on after its end.");
  clean_texts(*model);  // before the check: joints have to differ in what is left of their names
  if (const std::string wrong = check_model(*model); !wrong.empty()) throw CodecError(wrong);
  check_flags(model->skeleton.is_joint);
  check_flags(model->skeleton.has_weight);
  check_flags(model->has_bind);
  return model;
}

}  // namespace bindpose
