// A model as bytes and back: how the import process hands its result to the program. The reader
// trusts nothing, for the writer may have been taken over by the file that it read.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "scene/model.h"

namespace bindpose {

// The bytes are no sound model. what() is one sentence.
struct CodecError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Takes the next piece of the encoded model; the span is valid during the call only.
using ByteSink = std::function<void(std::span<const std::uint8_t>)>;

// Layout: magic, version, total size, then the model's fields in the order of model_fields.h.
// Numbers in the machine's own order; an array is a 64-bit count and then its elements, starting at
// a multiple of 8. Large arrays go to the sink from where they are, without a copy.
void encode_model(const Model& model, const ByteSink& sink);
std::vector<std::uint8_t> encode_model(const Model& model);

// Fills `to` with the bytes from `offset` on; throws CodecError where they are not there.
using ByteSource = std::function<void(std::uint64_t offset, std::span<std::uint8_t> to)>;

// Throws CodecError. What it returns passes check_model(), flags are 0 or 1, enumerations are in
// range, and text is made clean UTF-8 in one line (Model::path excepted). Every count is compared
// with the bytes that are left before memory is asked for, so memory stays within four times
// bytes.size() (a text takes 8 bytes there and 32 here), and within `most_memory`.
std::shared_ptr<const Model> decode_model(std::span<const std::uint8_t> bytes,
                                          std::uint64_t most_memory = ~std::uint64_t{0});

// The same of `size` bytes from a source. Each byte is asked for once, in order: a source whose
// bytes change meanwhile gives one sound model or another, or none.
std::shared_ptr<const Model> decode_model(std::uint64_t size, const ByteSource& source,
                                          std::uint64_t most_memory = ~std::uint64_t{0});

// Text from an untrusted source as one line of printable UTF-8, at most `longest` bytes of it.
std::string clean_line(std::string_view text, std::size_t longest);

}  // namespace bindpose
