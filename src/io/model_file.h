// What can be said about a model file from its bytes alone, before any importer sees it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bindpose {

enum class FileFormat { Fbx, Gltf, Glb, Collada, Md5, X, Obj, Ply, Stl, Bvh };

// Bytes that were made of a file's, and what keeps them.
struct MadeBuffer {
  std::span<const std::uint8_t> bytes;
  std::shared_ptr<const void> owner;
};

struct ModelFile {
  std::filesystem::path path;
  FileFormat format = FileFormat::Fbx;
  // What is looked at here: all of FBX, .gltf and Collada, a GLB up to its binary chunk, nothing of
  // the others.
  std::vector<std::uint8_t> bytes;
  bool whole = false;  // `bytes` is the whole file
  // Buffers and libraries that were decoded or mended, by made_name() of what `bytes` calls them by
  // (files/companion.h): served in memory, before any file beside the model.
  std::map<std::string, MadeBuffer> made{};
  // Files beside the model that are there and must not be read, by made_name().
  std::set<std::string> hidden{};
  // Entries of the report so far and the nodes that they speak of, by name.
  std::vector<std::pair<std::size_t, std::string>> spoken_of{};
  std::string mended{};  // a sentence on what was wrong with its frame; usually none

  std::string_view text() const {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
};

// Reads the file. Throws ImportError with one sentence: unknown ending, missing, a folder, empty,
// unreadable, not of the format that its ending names.
ModelFile read_model_file(const std::filesystem::path& path);

// The ending of its name, point included, in small letters.
std::string lower_extension(const std::filesystem::path& path);

// Whether a path that a model file names may be opened, relative to the model's folder: it neither
// is absolute nor goes up, anywhere on its way.
bool stays_below(const std::filesystem::path& relative);

// Reads what `bytes` lacks. Throws ImportError.
void read_rest(ModelFile& file);

}  // namespace bindpose
