// Importing in a child process: whatever a file does to the importer, this process goes on. What
// the child sends is checked as if an enemy had written it (io/codec/model_codec.h).
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/import.h"

namespace bindpose::app {

struct ImportLimits {
  std::uint64_t memory = std::uint64_t{4}
                         << 30;  // bytes: of the child's addresses, and of its result
  double seconds = 120.0;        // wall clock
  // The executable that knows the hidden worker mode (app/import/import_child.h). Empty: the one
  // that BINDPOSE_IMPORT_WORKER names in the environment, else the one that runs.
  std::string worker;
  int error_output = -1;  // where the child's standard error goes; -1: nowhere
  // What it may read beside the model's folder (--textures), after ImportOptions'.
  std::vector<std::filesystem::path> texture_folders{};
  // The file that takes the place of a texture (--texture): by what the model calls it, or by the
  // last part of that. After ImportOptions', which they replace where the name is the same.
  std::map<std::string, std::filesystem::path> texture_files{};
};

// How an import ended.
enum class ImportEnd {
  Model,
  Refused,  // the importer's own sentence
  Crashed,  // by a signal, or with a code that nobody gave
  OutOfMemory,
  OutOfTime,
  Garbage,  // it sent what is no sound model
  NotStarted,
};

struct ImportResult {
  ImportEnd end = ImportEnd::NotStarted;
  std::shared_ptr<const Model> model;  // null unless `end` says Model
  std::string error;                   // one sentence: what, and what to do; empty for Model
  int signal = 0;                      // what the child died of, for Crashed
  // Of the model where poll() decoded it, on a thread of its own: see view/joints/joint_colors.h.
  std::vector<vec3> joint_colors = {};
};

// One import. To be used from one thread, which has to live as long as the child: Linux kills a
// child with the thread that started it. Nothing here waits, unless it says so. A job that is
// destroyed is cancelled.
class ImportJob {
 public:
  // `options.progress` is not called; see progress().
  ImportJob(const std::string& path, const ImportOptions& options, const ImportLimits& limits);
  ~ImportJob();
  ImportJob(const ImportJob&) = delete;
  ImportJob& operator=(const ImportJob&) = delete;

  // The result, once; nothing while it goes on. A large model is decoded on a thread of its own.
  std::optional<ImportResult> poll();
  // As poll(), but sleeps for up to `seconds` where there is nothing new, and decodes at once.
  std::optional<ImportResult> wait(double seconds);
  // Kills the child at once. There will be no result.
  void cancel();

  struct Progress {
    std::string phase;
    float part = 0.0f;     // [0, 1], never going back
    double seconds = 0.0;  // since the start
  };
  Progress progress() const;
  pid_t child() const;  // 0 when there is none any more

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Some thread, of a cancelled job perhaps, still decodes a model.
bool import_thread_runs();

// Imports and waits for it. Throws ImportError with ImportResult::error. Calls options.progress
// about 20 times a second; when it returns false the child is killed and "cancelled ..." is thrown.
// BINDPOSE_IMPORT_IN_PROCESS=1 in the environment imports without a child, for debuggers.
std::shared_ptr<const Model> import_in_child(const std::string& path, const ImportOptions& options,
                                             const ImportLimits& limits);

// The same for a command: what of --texture is no texture's name is told, and there is a line about
// progress on standard error where that is a terminal and it takes over a second; the line is gone
// at the end.
std::shared_ptr<const Model> import_for_command(const std::string& path,
                                                const ImportOptions& options,
                                                const ImportLimits& limits);

}  // namespace bindpose::app
