// The dialog that makes a film: what moves, how large, as which kind of file.
#pragma once

#include <string>

namespace bindpose::ui {

struct Frame;

enum class FilmMotion { Camera, Clip, Both };
enum class FilmType { Mp4, WebM, Gif, Pngs };

struct FilmChoice {
  FilmMotion motion = FilmMotion::Camera;
  float seconds = 4.0f;  // in which the camera goes around
  int clip = 0;          // that is played, from frame to frame, both shown
  int first = 0, last = 0;
  double rate = 30.0;  // frames a second that these count, as the timeline does
  float fps = 30.0f;
  int width = 1280, height = 720;
  bool transparent = false;
  int supersample = 1;
  FilmType type = FilmType::Mp4;

  bool turns() const { return motion != FilmMotion::Clip; }
  bool plays() const { return motion != FilmMotion::Camera; }
};
// Of the file that is offered; "" of a folder.
const char* film_ending(FilmType type);

struct FilmDialog {
  bool open = false;
  FilmChoice choice;
};

// What UiInput says of the film that is chosen while the dialog is open.
struct FilmFacts {
  int frames = 0;
  std::string problem{};  // why it cannot be made, a sentence; empty: it can
};

// For the model that is open: what is played of its clip that is shown; what does not hang on the
// model stays as it was chosen before.
void open_film_dialog(Frame& f);
// Enter goes on to the name of the file (BrowserPurpose::SaveFilm), Escape closes.
void draw_film_dialog(Frame& f);

}  // namespace bindpose::ui
