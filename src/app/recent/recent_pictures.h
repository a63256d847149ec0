// Small pictures of the files that were opened last, kept in the cache folder.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scene/model.h"

namespace bindpose::app {

inline constexpr int kThumbnailWidth = 160, kThumbnailHeight = 120;

// The middle of the picture, as large as its sides allow, in a thumbnail's size. Empty where it has
// no pixels.
Image thumbnail_of(const Image& picture);

// As files: PNGs named by what their path comes to as a number. What cannot be written or read is
// not there.
class Thumbnails {
 public:
  static constexpr std::size_t kMost = 24;
  // An empty folder keeps none.
  explicit Thumbnails(std::filesystem::path folder) : folder_(std::move(folder)) {}
  // Beyond kMost the oldest go.
  void keep(const std::string& path, const Image& thumbnail) const;
  std::optional<Image> read(const std::string& path) const;
  std::filesystem::path file_of(const std::string& path) const;

 private:
  std::filesystem::path folder_;
};

// As textures, for the window. Needs a GL context from the first show() on.
class RecentPictures {
 public:
  explicit RecentPictures(std::filesystem::path folder);
  ~RecentPictures();
  // Of these files, in their order; a frame that is being drawn may still use the ones before.
  void show(std::span<const std::string> paths);
  // No frame is being drawn: the ones before are let go.
  void begin_frame();
  void keep(const std::string& path, const Image& picture) const;
  bool any() const { return !folder_.empty(); }
  // OpenGL's names; 0: there is none.
  std::span<const unsigned int> textures() const { return names_; }

 private:
  struct Held;
  std::filesystem::path folder_;
  std::vector<unsigned int> names_;
  std::unique_ptr<Held> held_;
  std::vector<std::unique_ptr<Held>> before_;
};

}  // namespace bindpose::app
