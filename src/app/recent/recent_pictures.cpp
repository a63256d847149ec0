#include "app/recent/recent_pictures.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <system_error>
#include <utility>

#include "io/files/image_io.h"
#include "render/gpu/textures.h"

namespace bindpose::app {

namespace fs = std::filesystem;

Image thumbnail_of(const Image& picture) {
  Image out;
  if (picture.width < 1 || picture.height < 1) return out;
  out.width = kThumbnailWidth;
  out.height = kThumbnailHeight;
  const double scale = std::min(static_cast<double>(picture.width) / kThumbnailWidth,
                                static_cast<double>(picture.height) / kThumbnailHeight);
  const double left = 0.5 * (picture.width - scale * kThumbnailWidth);
  const double top = 0.5 * (picture.height - scale * kThumbnailHeight);
  const auto place = [scale](double start, int n, int most) {
    return std::clamp(static_cast<int>(start + scale * n), 0, most);
  };
  for (int y = 0; y < out.height; ++y) {
    const int y0 = place(top, y, picture.height - 1);
    const int y1 = std::max(y0 + 1, place(top, y + 1, picture.height));
    for (int x = 0; x < out.width; ++x) {
      const int x0 = place(left, x, picture.width - 1);
      const int x1 = std::max(x0 + 1, place(left, x + 1, picture.width));
      std::uint32_t sum[3] = {}, count = 0;
      for (int v = y0; v < y1; ++v) {
        const std::uint8_t* p = &picture.pixels[4 * (static_cast<std::size_t>(v) *
                                                         static_cast<std::size_t>(picture.width) +
                                                     static_cast<std::size_t>(x0))];
        for (int u = x0; u < x1; ++u, p += 4, ++count) {
          for (int k = 0; k < 3; ++k) sum[k] += p[k];
        }
      }
      for (const std::uint32_t s : sum) out.pixels.push_back(static_cast<std::uint8_t>(s / count));
      out.pixels.push_back(255);
    }
  }
  return out;
}

fs::path Thumbnails::file_of(const std::string& path) const {
  // FNV-1a, 64 bits.
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : path) hash = (hash ^ static_cast<std::uint8_t>(c)) * 1099511628211u;
  char name[32];
  std::snprintf(name, sizeof name, "%016llx.png", static_cast<unsigned long long>(hash));
  return folder_ / name;
}

void Thumbnails::keep(const std::string& path, const Image& thumbnail) const {
  if (folder_.empty() || path.empty() || thumbnail.pixels.empty()) return;
  std::error_code error;
  fs::create_directories(folder_, error);
  try {
    write_png(file_of(path), thumbnail);
  } catch (const std::exception&) {
    return;  // nothing depends on it
  }
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  for (fs::directory_iterator it(folder_, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    if (it->path().extension() == ".png") {
      files.emplace_back(fs::last_write_time(it->path(), ignored), it->path());
    }
  }
  if (files.size() <= kMost) return;
  std::ranges::sort(files);
  for (std::size_t i = 0; i + kMost < files.size(); ++i) fs::remove(files[i].second, error);
}

std::optional<Image> Thumbnails::read(const std::string& path) const {
  std::error_code ignored;
  if (folder_.empty() || !fs::exists(file_of(path), ignored)) return std::nullopt;
  constexpr int kMostSide = 1024;
  std::string error;
  return read_image(file_of(path), kMostSide, error);
}

struct RecentPictures::Held {
  std::vector<GlTexture> textures;
};

RecentPictures::RecentPictures(fs::path folder) : folder_(std::move(folder)) {}
RecentPictures::~RecentPictures() = default;

void RecentPictures::show(std::span<const std::string> paths) {
  if (folder_.empty()) return;
  const Thumbnails files(folder_);
  const GlInfo info = query_gl();
  before_.push_back(std::exchange(held_, std::make_unique<Held>()));
  names_.clear();
  for (const std::string& path : paths) {
    const std::optional<Image> image = files.read(path);
    if (image) held_->textures.push_back(make_picture_texture(*image, info));
    names_.push_back(image ? held_->textures.back().id() : 0);
  }
}

void RecentPictures::begin_frame() {
  before_.clear();
}

void RecentPictures::keep(const std::string& path, const Image& picture) const {
  Thumbnails(folder_).keep(path, thumbnail_of(picture));
}

}  // namespace bindpose::app
