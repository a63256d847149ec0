// Which file loads, what it is wanted for, and what is known of the file that is open: whether it
// was written again, and where its textures lie.
#pragma once

#include <optional>
#include <string>

#include "app/import/file_watch.h"
#include "app/import/loader.h"
#include "app/viewer/busy_card.h"
#include "app/viewer/notices.h"
#include "app/viewer/open/arrival.h"

namespace bindpose::app {

class Opening {
 public:
  explicit Opening(const ImportLimits& limits) : loader_(limits) {}

  // Starts loading a model, or the model of a workspace, for what it is wanted. False where a
  // workspace cannot be read, which is said: what loads then goes on, for what that was wanted.
  bool open(const std::string& path, Notices& notices, Arrival::For wanted = Arrival::Show,
            const TransferWeights& transfer = {});
  // The open file is read again where it was written; where it lacks textures, with that place for
  // one (`stored`: as the file names it; see io/texture_places.h).
  void read_again();
  void read_with_textures(const Model& open, const std::string& path, const std::string& stored);
  // What loads, or came last, is the open file.
  bool reads_again() const { return again_; }
  // It was read for its textures; once.
  bool take_relinking();

  // What came, once; without a model where that failed.
  std::optional<Arrival> poll();
  // It is shown now; `textures`: where it has them.
  void shown(TexturePlaces textures);
  const TexturePlaces& textures() const { return textures_; }  // of the open file
  // Whether that was written again. Asked twice a second.
  bool file_changed() { return watch_.changed(); }

  // A file to compare with what loads, when that is there.
  void compare_later(const std::string& path) { compare_ = path; }
  bool compares_later() const { return !compare_.empty(); }
  // It is there, or nothing loads any more; "": there is none.
  std::string take_comparison();

  bool busy() const { return loader_.busy(); }
  bool alive() const { return loader_.alive(); }  // see Loader
  std::optional<BusyCard> progress() const;
  void set_limits(const ImportLimits& limits) { loader_.set_limits(limits); }
  // Nobody waits for what loads.
  void drop() { loader_.cancel(); }
  // Nor for what was to be compared with it.
  void cancel();
  // Another file is shown although the open one was being read again.
  void drop_reading_again();

 private:
  void start(const std::string& path, const TexturePlaces& textures);
  void start_again(TexturePlaces textures);

  Loader loader_;
  FileWatch watch_;       // of the open file
  FileWatch next_watch_;  // of the file that loads: what is written meanwhile is a change
  bool again_ = false;
  bool relinking_ = false;
  TexturePlaces textures_, next_textures_;  // of the open file, and of what loads
  std::optional<WorkspaceFile> workspace_;  // whose model loads
  Arrival::For wanted_ = Arrival::Show;
  TransferWeights transfer_{};
  std::string compare_;
};

}  // namespace bindpose::app
