// The one file, or film, that is written beside the window, from a copy of the scene as it is when
// that begins, without its history: a million vertices take a while.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/background_task.h"
#include "app/film/film_process.h"
#include "app/viewer/busy_card.h"
#include "app/viewer/notices.h"

namespace bindpose::app {

class Exports {
 public:
  // All that begin something throw std::runtime_error with one sentence where `path` is the open
  // model itself, or another export is not finished yet. Writes the file and returns notes.
  using Write =
      std::function<std::vector<std::string>(const std::string& file, WriteProgress& progress)>;
  void write(const Scene& scene, const std::string& path, const std::string& what, Write write);
  void write_weights(const Scene& scene, const std::string& path);
  // `path`: as the browser gave it.
  void make_film(const Scene& scene, const std::string& path, FilmJob job);

  // What is done is said with what could not come along, a line each: the file is not all that was
  // open.
  void tell_done(Notices& notices);
  bool busy() const { return task_.busy(); }
  std::optional<BusyCard> progress() const;
  void cancel() { task_.cancel(); }
  // A film may take minutes: nobody waits for it who closes the window. Its process takes away what
  // it began.
  void end_film() {
    if (makes_film_) task_.cancel();
  }

 private:
  // `doing`: "Exporting ", in front of the file's name.
  void start(const Scene& scene, const std::string& path, const char* doing,
             BackgroundTask::Work work);

  BackgroundTask task_;
  bool makes_film_ = false;  // it does, or did last
};

}  // namespace bindpose::app
