// libFuzzer's target for what the import process sends: decoding, then all that is done with a
// model.
#include <cstring>

#include "fuzz/use_model.h"
#include "io/codec/model_codec.h"
#include "io/codec/model_fields.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // A right head, so that the fuzzer need not find it.
  std::vector<std::uint8_t> bytes(data, data + size);
  bindpose::ModelHeader header;
  header.total_size = size;
  if (size >= sizeof header) std::memcpy(bytes.data(), &header, sizeof header);
  try {
    bindpose::fuzz::use_model(bindpose::decode_model(bytes));
  } catch (const bindpose::CodecError&) {
  }
  return 0;
}
