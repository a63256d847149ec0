#include "io/film/film_writer.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "io/film/film_kinds.h"
#include "math/ascii.h"
#include "scene/edit/text/edit_words.h"

namespace bindpose {
namespace {

bool ends_in(const std::string& path, const char* ending) {
  return in_lower_case(path).ends_with(ending);
}

std::optional<FilmKind> film_kind_of(const std::string& path) {
  std::error_code ignored;
  if (path.ends_with('/') || std::filesystem::is_directory(path, ignored)) return FilmKind::Folder;
  if (ends_in(path, ".gif")) return FilmKind::Gif;
  if (ends_in(path, ".mp4")) return FilmKind::Mp4;
  if (ends_in(path, ".webm")) return FilmKind::WebM;
  return std::nullopt;
}

[[noreturn]] void refuse_film(const std::string& sentence) {
  throw std::runtime_error(sentence);
}

void check_video(const std::string& path, const FilmSpec& spec, FilmKind kind) {
  const std::string name = kind == FilmKind::Mp4 ? "MP4" : "WebM";
  if (spec.width % 2 != 0 || spec.height % 2 != 0) {
    refuse_film(name + " takes an even number of pixels each way, not " +
                std::to_string(spec.width) + "x" + std::to_string(spec.height) + "; choose " +
                std::to_string(spec.width + spec.width % 2) + "x" +
                std::to_string(spec.height + spec.height % 2) + ".");
  }
  if (kind == FilmKind::Mp4 && spec.transparent) {
    refuse_film("An MP4 has no transparent background; write a .webm, a .gif or a folder of PNGs.");
  }
  if (find_ffmpeg().empty()) {
    refuse_film("Cannot write " + path + ": " + name +
                " is written by the program ffmpeg, which is not installed; install it ('apt "
                "install ffmpeg'), or write a .gif or a folder of PNGs.");
  }
}

}  // namespace

FilmKind film_kind(const std::string& path) {
  if (const auto kind = film_kind_of(path)) return *kind;
  refuse_film(path +
              ": a film's name ends in .gif, .mp4 or .webm, or in '/' for a folder of PNGs.");
}

bool names_film(const std::string& path) {
  return film_kind_of(path).has_value();
}

void check_film(const std::string& path, const FilmSpec& spec) {
  const FilmKind kind = film_kind(path);
  if (spec.frames < 1 || spec.frames > kMostFilmFrames) {
    refuse_film("A film has 1 to " + std::to_string(kMostFilmFrames) + " frames, not " +
                std::to_string(spec.frames) + "; choose fewer seconds or frames a second.");
  }
  const double fastest = kind == FilmKind::Gif ? kFastestGif : kFastestFilm;
  if (!(spec.fps >= kSlowestFilm && spec.fps <= fastest)) {
    refuse_film(std::string(kind == FilmKind::Gif ? "A GIF" : "A film") + " shows " +
                words::number(kSlowestFilm) + " to " + words::number(fastest) +
                " frames a second, not " + words::number(spec.fps) + ".");
  }
  if (spec.width < 1 || spec.height < 1) refuse_film("A film has at least one pixel each way.");
  switch (kind) {
    case FilmKind::Gif:
      break;
    case FilmKind::Mp4:
    case FilmKind::WebM:
      check_video(path, spec, kind);
      break;
    case FilmKind::Folder:
      check_frames_folder(path);
      break;
  }
}

std::unique_ptr<FilmWriter> open_film(const std::string& path, const FilmSpec& spec,
                                      WriteProgress* progress) {
  check_film(path, spec);
  switch (const FilmKind kind = film_kind(path)) {
    case FilmKind::Gif:
      return open_gif(path, spec, progress);
    case FilmKind::Mp4:
    case FilmKind::WebM:
      return open_ffmpeg(path, spec, kind, progress);
    case FilmKind::Folder:
      break;
  }
  return open_png_frames(path, spec, progress);
}

}  // namespace bindpose
