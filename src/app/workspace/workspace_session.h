// Which of the window's work is saved, and where; what is not is kept aside.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/workspace/autosave.h"
#include "scene/edit/edit.h"

namespace bindpose::app {

class WorkspaceSession {
 public:
  using Clock = std::chrono::steady_clock;

  // `folder`: where unsaved work is kept; empty: nowhere.
  explicit WorkspaceSession(std::filesystem::path folder);

  // A model is shown as it comes: nothing is edited yet.
  void start_over();
  // A workspace is shown as its file has it. `document`: with what it holds, and no history.
  // `complete`: all of it; else it is saved under another name, so that the file keeps the rest.
  void opened(const WorkspaceFile& file, const Document& document, bool complete = true);
  // What another window left behind is shown. It belongs to no file, or to the one it was saved as,
  // and is not saved.
  void recovered(const WorkspaceFile& file);
  // Writes it; throws std::runtime_error with one sentence, and then nothing has changed. A file
  // that somebody else has written since it was opened is refused once.
  void save(const WorkspaceContent& content, const std::string& path, const Document& document);

  const std::string& path() const { return path_; }  // of the open workspace; empty: none
  // Pose, weights, or what is hidden or locked are not as the file has them, or as the model comes.
  bool unsaved(const Document& document) const { return unsaved(document, Keep::AsShown); }

  // What is kept of a gesture that lasts: a drag as it goes; of a number that is being typed what
  // was there before, for "2" on the way to "20" is nobody's work.
  enum class Keep { AsShown, AsItBegan };
  // Keeps what is not saved, beside the window, at most once a second and never the same twice;
  // what is saved goes from there. `content`: as `keep` says. Returns why that fails, once.
  std::optional<std::string> keep_aside(const Document& document, Keep keep,
                                        const std::function<WorkspaceContent()>& content,
                                        Clock::time_point now);
  // When keep_aside() has something to do; nothing: until there is an edit.
  std::optional<double> seconds_to_next(const Document& document, Keep keep,
                                        Clock::time_point now) const;
  // The next save asks for a name: the file has what is lost here.
  void save_elsewhere() { path_.clear(); }
  // What is kept beside the scene (where textures lie) is another than what is saved. Undo does not
  // take it back.
  void changed_beside() { saved_ = kept_ = kNowhere; }
  // Likewise, but nobody would miss it by itself: it goes along with what is not saved.
  void keep_anew() { kept_ = kNowhere; }
  // The work that is open is not wanted.
  void discard();
  // Until what is being kept aside is, and whether it is.
  void wait() { autosave_.wait(); }
  bool kept() const { return autosave_.holds() && autosave_.good(); }

  std::vector<Leftover> leftovers() const { return autosave_.leftovers(); }

 private:
  // Where the document is with what would be kept of it.
  static std::uint64_t position(const Document& document, Keep keep);
  bool unsaved(const Document& document, Keep keep) const {
    return document.scene().model && position(document, keep) != saved_;
  }

  static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};  // no position of a document

  Autosave autosave_;
  std::string path_;
  std::shared_ptr<const nlohmann::json> json_;  // as read: what this program does not know stays
  std::optional<std::filesystem::file_time_type> written_;  // path_, when it was read or saved last
  std::uint64_t saved_ = 1;        // Document::position that is saved; 1: a model as it comes
  std::uint64_t kept_ = kNowhere;  // that autosave_ has
  Clock::time_point next_{};       // not before
  bool failed_ = false;            // and it was said
};

}  // namespace bindpose::app
