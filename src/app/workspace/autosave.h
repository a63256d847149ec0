// Work that is not saved, kept in a file of the program's own, so that no crash takes it.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/background_task.h"
#include "io/workspace/workspace.h"

namespace bindpose::app {

// A file of a window that ended without being asked. While this lives no other window offers it.
class Leftover {
 public:
  Leftover(WorkspaceFile workspace, std::chrono::seconds age, int lock);
  ~Leftover();
  Leftover(Leftover&& other) noexcept;
  Leftover& operator=(Leftover&& other) noexcept;

  const WorkspaceFile& workspace() const { return workspace_; }
  std::chrono::seconds age() const { return age_; }
  // It was taken over, or is not wanted: its files go.
  void remove();

 private:
  WorkspaceFile workspace_;
  std::chrono::seconds age_;
  int lock_ = -1;
};

// One window's file. A lock beside it, which the system lets go of when the process ends however it
// ends, tells others that somebody lives here.
class Autosave {
 public:
  // `folder`: made when something is to be kept; empty: nothing ever is.
  explicit Autosave(std::filesystem::path folder);
  // A write that is under way is waited for.
  ~Autosave();
  Autosave(const Autosave&) = delete;
  Autosave& operator=(const Autosave&) = delete;

  // Those of others, newest first. Files that cannot be read as workspaces stay where they are.
  std::vector<Leftover> leftovers() const;

  // Writes beside the window. Expects that nothing is being written.
  // `unknown`: what the workspace had that this program does not know.
  void keep(WorkspaceContent content, std::shared_ptr<const nlohmann::json> unknown = nullptr);
  bool busy() const { return task_.busy(); }
  // Why the last write failed, once; nothing as long as all is well.
  std::optional<std::string> problem();
  bool failing() const { return failing_; }  // the last write did not work
  void wait();
  bool good() const;  // what was kept last is on the disk; after wait()
  // All is saved, or not wanted: the file goes.
  void drop();
  bool holds() const { return holds_; }
  const std::filesystem::path& file() const { return file_; }

 private:
  std::string open_lock();

  std::filesystem::path folder_, file_;
  int lock_ = -1;
  bool holds_ = false, failing_ = false;
  BackgroundTask task_;
};

}  // namespace bindpose::app
