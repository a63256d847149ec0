// Pictures that move, as files: GIF, MP4, WebM, or a folder of PNGs. Which, the name says.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "io/files/write_progress.h"
#include "scene/model.h"

namespace bindpose {

enum class FilmKind { Gif, Mp4, WebM, Folder };

inline constexpr int kMostFilmFrames = 9999;  // PNGs are named by four digits
inline constexpr double kSlowestFilm = 0.1, kFastestFilm = 240.0, kFastestGif = 50.0;

struct FilmSpec {
  int width = 0, height = 0;  // pixels
  double fps = 30.0;          // frames a second
  int frames = 0;             // that will be added
  bool transparent = false;   // their alpha counts; else they are opaque
};

// By the ending: .gif, .mp4, .webm; a folder where the name ends in '/', or where it is one.
// Throws std::runtime_error with one sentence for any other.
FilmKind film_kind(const std::string& path);
// Whether the path names a film and not a picture; never throws.
bool names_film(const std::string& path);

// Throws std::runtime_error with one sentence where no such film can be made: MP4 and WebM need
// even sides, an MP4 has no alpha, a GIF shows at most 50 frames a second, a film has 1 to
// kMostFilmFrames of them; where `ffmpeg` is needed and not installed; where a folder has something
// else in it. Nothing is written.
void check_film(const std::string& path, const FilmSpec& spec);

// Takes the frames in their order. Everything is written beside its place and put there whole by
// finish(); without finish(), nothing is left behind. All functions throw std::runtime_error with
// one sentence, and WriteCancelled where whoever watches `progress` wishes so.
class FilmWriter {
 public:
  FilmWriter() = default;
  virtual ~FilmWriter() = default;
  FilmWriter(const FilmWriter&) = delete;
  FilmWriter& operator=(const FilmWriter&) = delete;

  // So many frames, spread over the film, are to be looked at before the first one is added.
  virtual int samples() const { return 0; }
  virtual void look(const Image&) {}
  // Of the film's size; straight alpha, first row on top.
  virtual void add(const Image& frame) = 0;
  virtual void finish() = 0;
};

// check_film(), then what writes it.
std::unique_ptr<FilmWriter> open_film(const std::string& path, const FilmSpec& spec,
                                      WriteProgress* progress = nullptr);

}  // namespace bindpose
