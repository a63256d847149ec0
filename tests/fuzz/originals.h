// Sound models, those of folders and those that are made here, by their kinds; and damaged ones.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/generated_models.h"
#include "fuzz/kinds.h"
#include "fuzz/mutate.h"
#include "fuzz/packed_models.h"
#include "fuzz/plain_models.h"
#include "io/files/stream_text.h"
#include "io/import.h"

namespace bindpose::fuzz {

struct Original {
  std::filesystem::path path;
  std::string bytes, ending;
};

// By their kinds, in the order of their names.
using Originals = std::map<std::string, std::vector<Original>>;

inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return remaining_text(in);
}

// A damaged copy lies alone.
inline void embed_buffers(Original& gltf) {
  using packed_files::json;
  json root = json::parse(gltf.bytes, nullptr, false);
  if (!root.is_object() || !root["buffers"].is_array()) return;
  for (json& buffer : root["buffers"]) {
    const std::string uri = buffer.value("uri", "");
    const std::filesystem::path file = gltf.path.parent_path() / uri;
    if (uri.starts_with("data:") || !std::filesystem::is_regular_file(file)) continue;
    const std::string bytes = bytes_of(file);
    buffer["uri"] =
        "data:application/octet-stream;base64," + base64_encoded({bytes.begin(), bytes.end()});
    gltf.bytes = root.dump(1);
  }
}

// Files of up to 4 MiB; in folders, whatever is below them.
inline Originals originals(const std::vector<std::filesystem::path>& folders) {
  constexpr std::uintmax_t kLargest = std::uintmax_t{4} << 20;
  std::vector<Original> all;
  for (const std::filesystem::path& folder : folders) {
    std::vector<Original> found;
    std::error_code error;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, error)) {
      std::string ending = entry.path().extension().string();
      for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      const auto& known = supported_extensions();
      if (std::find(known.begin(), known.end(), ending) == known.end() ||
          entry.file_size() > kLargest) {
        continue;
      }
      found.push_back({entry.path(), bytes_of(entry.path()), ending});
      if (ending == ".gltf") embed_buffers(found.back());
    }
    // Below each folder, so that a seed gives the same file wherever the folders are.
    std::sort(found.begin(), found.end(),
              [](const Original& a, const Original& b) { return a.path < b.path; });
    std::move(found.begin(), found.end(), std::back_inserter(all));
  }
  for (auto list : {generated_models(), packed_models(), plain_models()}) {
    for (auto& [name, bytes] : list) {
      const std::filesystem::path path(name);
      all.push_back({path, std::move(bytes), path.extension().string()});
    }
  }
  Originals out;
  for (Original& one : all) out[kind_of(one.bytes, one.ending)].push_back(std::move(one));
  return out;
}

struct Damaged {
  const Original* from = nullptr;
  std::string kind, bytes;
};

inline Damaged damaged(const Originals& all, std::uint64_t seed) {
  Random random(seed);
  const auto& [kind, list] = *std::next(all.begin(), static_cast<long>(random() % all.size()));
  const Original& from = list[static_cast<std::size_t>(random() % list.size())];
  return {&from, kind, mutate(from.bytes, from.ending, random)};
}

}  // namespace bindpose::fuzz
