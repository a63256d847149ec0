#include "app/viewer/files/exports.h"

#include <filesystem>
#include <stdexcept>
#include <utility>

#include "io/weights/weights_file.h"

namespace bindpose::app {

namespace fs = std::filesystem;

namespace {

void refuse_own_file(const Scene& scene, const std::string& path) {
  std::error_code ignored;
  if (fs::equivalent(path, scene.model->path, ignored)) {
    throw std::runtime_error(path + " is the open model itself; export under another name.");
  }
}

}  // namespace

void Exports::start(const Scene& scene, const std::string& path, const char* doing,
                    BackgroundTask::Work work) {
  refuse_own_file(scene, path);
  if (task_.busy()) {
    throw std::runtime_error("Another export is not finished yet; try again when it is.");
  }
  makes_film_ = false;
  task_.start(doing + fs::path(path).filename().string(), std::move(work));
}

void Exports::write(const Scene& scene, const std::string& path, const std::string& what,
                    Write write) {
  start(scene, path, "Exporting ", [path, what, write = std::move(write)](WriteProgress& progress) {
    std::vector<std::string> notes = write(path, progress);
    return BackgroundTask::Result{"Exported " + what + " as " + path + ".", std::move(notes)};
  });
}

void Exports::write_weights(const Scene& scene, const std::string& path) {
  start(scene, path, "Saving ", [scene, path](WriteProgress&) {
    bindpose::write_weights(scene, path);
    return BackgroundTask::Result{"Saved the weights as " + path + "."};
  });
}

void Exports::make_film(const Scene& scene, const std::string& path, FilmJob job) {
  start(scene, path, "Making ",
        [job = std::move(job)](WriteProgress& progress) { return app::make_film(job, progress); });
  makes_film_ = true;
}

void Exports::tell_done(Notices& notices) {
  const auto done = task_.poll();
  if (!done || done->sentence.empty()) return;
  std::string text = done->sentence;
  for (const std::string& note : done->notes) text += "\n" + note;
  done->notes.empty() ? notices.tell(text, done->is_error) : notices.warn(text);
}

std::optional<BusyCard> Exports::progress() const {
  if (!task_.busy() || task_.name().empty()) return std::nullopt;
  return BusyCard{task_.name(), "writing beside the window", task_.part()};
}

}  // namespace bindpose::app
