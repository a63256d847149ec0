// fuzz_decode_seeds OUTPUT FOLDER...: encodes the small models below the folders, and one with
// every kind of field in use, as the corpus that fuzz_decode starts from.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "io/codec/model_codec.h"
#include "io/import.h"
#include "io/io_fixture.h"

namespace {

namespace fs = std::filesystem;
using namespace bindpose;

constexpr std::size_t kLargest = std::size_t{1} << 18;

bool write_seed(const Model& model, const fs::path& file) {
  const std::vector<std::uint8_t> bytes = encode_model(model);
  if (bytes.size() > kLargest) return false;
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: fuzz_decode_seeds OUTPUT FOLDER...\n");
    return 2;
  }
  const fs::path output = argv[1];
  fs::create_directories(output);
  write_seed(*bindpose::tests::rich_model(), output / "rich");
  int count = 1;
  ImportOptions options;
  options.textures = false;  // pixels are bytes that nobody looks at
  for (int i = 2; i < argc; ++i) {
    std::error_code error;
    for (const auto& entry : fs::recursive_directory_iterator(argv[i], error)) {
      const auto& endings = supported_extensions();
      const fs::path& path = entry.path();
      if (std::find(endings.begin(), endings.end(), path.extension()) == endings.end()) continue;
      try {
        const std::string name = std::to_string(count) + "_" + path.filename().string();
        if (write_seed(*import_model(path, options), output / name)) ++count;
      } catch (const ImportError&) {  // refused: no model
      }
    }
  }
  std::printf("%d models to start from in %s\n", count, output.c_str());
  return 0;
}
