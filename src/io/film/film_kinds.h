// What writes each kind of film; film_writer.cpp chooses.
#pragma once

#include "io/film/film_writer.h"

namespace bindpose {

std::unique_ptr<FilmWriter> open_gif(const std::string& path, const FilmSpec& spec,
                                     WriteProgress* progress);
std::unique_ptr<FilmWriter> open_png_frames(const std::string& path, const FilmSpec& spec,
                                            WriteProgress* progress);
// By the program `ffmpeg`, which is given the frames through a pipe.
std::unique_ptr<FilmWriter> open_ffmpeg(const std::string& path, const FilmSpec& spec,
                                        FilmKind kind, WriteProgress* progress);

// The program in one of PATH's folders; empty where it is in none.
std::string find_ffmpeg();
// Throws where the folder is there and has anything but numbered PNGs in it.
void check_frames_folder(const std::string& path);

// When frame k of a GIF ends, in hundredths of a second: rounded from the start of the film, so
// that no error adds up.
long gif_frame_end(int k, double fps);

}  // namespace bindpose
