// Loads models in a process of their own, so that the window goes on whatever the file does. The
// newest request wins.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/import/import_worker.h"
#include "io/texture_places.h"

namespace bindpose::app {

class Loader {
 public:
  explicit Loader(ImportLimits limits = {}) : limits_(std::move(limits)) {}

  // From the next start() on.
  void set_limits(ImportLimits limits) { limits_ = std::move(limits); }
  // Starts loading `path`, with textures from there as well; a load in progress is killed.
  void start(const std::string& path, const TexturePlaces& textures = {});
  void cancel() { job_.reset(); }
  bool busy() const { return job_ != nullptr; }
  // Some thread, of an abandoned request perhaps, still decodes a model.
  bool alive() const { return import_thread_runs(); }

  struct Progress {
    std::string path;
    std::string phase;
    float part = 0.0f;     // [0, 1]
    double seconds = 0.0;  // since the start
  };
  std::optional<Progress> progress() const;

  struct Result {
    std::string path;
    std::shared_ptr<const Model> model;  // null on failure
    std::string error;                   // one sentence
    std::vector<vec3> joint_colors;      // of the model, made beside the window, too
  };
  // The finished load, once. Never waits.
  std::optional<Result> poll();

 private:
  ImportLimits limits_;
  std::string path_;
  std::unique_ptr<ImportJob> job_;
};

}  // namespace bindpose::app
