// Another file beside the open one: it is loaded, posed as the open one is, measured against it and
// compared with it, all beside the window. It is looked at and never edited.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/beside/map_maker.h"
#include "app/beside/moving_detail.h"
#include "app/beside/surface_finder.h"
#include "app/import/file_watch.h"
#include "app/import/loader.h"
#include "io/workspace/workspace.h"
#include "scene/diff/diff_account.h"
#include "scene/diff/follow.h"
#include "scene/edit/edit.h"
#include "view/bones.h"

namespace bindpose::app {

class FileComparison {
 public:
  struct Options {
    MapMaker::Options maps;
    MovingDetail::Options detail;
    SurfaceFinder::Options pointing;
    ImportLimits import;
  };
  explicit FileComparison(const Options& options);
  ~FileComparison();
  FileComparison(const FileComparison&) = delete;
  FileComparison& operator=(const FileComparison&) = delete;

  // Begins to read a model, or a workspace with its model; what is compared stays until it is
  // there. Throws std::runtime_error with one sentence where a workspace cannot be read.
  void load(const std::string& path, const ImportLimits& limits);
  void cancel() { loader_.cancel(); }
  bool loading() const { return loader_.busy(); }
  std::optional<Loader::Progress> progress() const { return loader_.progress(); }
  // It was written again: it is read anew.
  bool poll_file(const ImportLimits& limits);

  // What was read, once. Its scene is what begin() takes.
  struct Arrival {
    Scene scene;
    std::string path;
    std::string error{};               // one sentence; then there is no scene
    std::vector<std::string> notes{};  // of a workspace
    bool again = false;                // the file that is compared already
  };
  std::optional<Arrival> poll();

  // From now on `path` is compared with A, and watched where it was loaded; "": it is no file.
  void begin(Scene scene, const std::string& path);
  void end();
  bool on() const { return document_.scene().model != nullptr; }

  // Brings B to where A is. Call after each change of A, and when A has another model.
  void follow(const Scene& a, const PosedScene& posed, const BoneSet& bones);

  const std::string& path() const { return path_; }
  // The file that is compared, or is on its way to be; "": none.
  const std::string& wanted_path() const { return loading() ? loading_path_ : path_; }
  const Document& document() const { return document_; }
  const Scene& scene() const { return document_.scene(); }
  const PosedScene& posed() const { return posed_; }
  const BoneSet& bones() const { return bones_; }
  const FollowLag& lag() const { return lag_; }
  // A's joint for one of B's; -1: none.
  int joint_of_a(int joint) const;
  int joint_of_b(int joint) const;

  OtherSide side() const;
  // B's map, where A shows that one: `of_a`. Null: none.
  const SurfaceMap* map(const SurfaceMap* of_a);
  void wait_for_map();
  void scale_map_up_to(float high) { maps_.scale_up_to(high); }
  MovingDetail& detail() { return detail_; }
  const MovingDetail& detail() const { return detail_; }
  SurfaceFinder& surface() { return surface_; }
  bool busy();

  double tolerance() const { return tolerance_; }
  void set_tolerance(double tolerance);
  // Metres of the unit that maps tell lengths in; 0: as it suits each.
  void set_unit(double metres) { unit_ = metres; }
  // What they differ in, or what they did before the last edit while that is being found; null: not
  // known yet. `wait`: however long that takes.
  const DiffAccount* account(const Scene& a, bool wait);
  // What account() gave last is of what is open now.
  const DiffAccount* known_account() const { return account_is_current() ? &*account_ : nullptr; }
  bool account_is_current() const { return account_ && known_ == wanted_; }

 private:
  using AddedClips = std::vector<std::shared_ptr<const AddedClip>>;
  // What an account follows from.
  struct DiffKey {
    ModelId a, b;
    std::uint64_t weights = 0;
    AddedClips clips{};  // A's; their number comes again where one is undone and another one made
    double tolerance = 0.0;
    bool operator==(const DiffKey&) const = default;
  };
  struct Job;
  void pair(const Scene& a, const BoneSet& bones);
  void give_up();
  void sweep(bool wait);
  void start(const Scene& a);

  Loader loader_;
  FileWatch watch_, next_watch_;
  std::optional<WorkspaceFile> workspace_;  // whose model loads
  std::string loading_path_;
  bool again_ = false;  // what loads is what is compared, written again

  std::string path_;
  Document document_;
  PosedScene posed_;
  BoneSet bones_;
  FollowMap map_;
  FollowLag lag_;
  ModelId paired_;              // the model of A that `map_` is for
  AddedClips paired_clips_;     // and those that were made for it
  std::uint64_t followed_ = 0;  // revision of A's pose
  DiffSizes size_;              // SceneDiff::size
  double tolerance_ = 1e-4, unit_ = 0.0;
  MapMaker maps_;
  MovingDetail detail_;
  SurfaceFinder surface_;
  DiffKey wanted_, known_;
  std::optional<DiffAccount> account_;
  std::unique_ptr<Job> job_;
  std::vector<std::unique_ptr<Job>> given_up_;  // no job is begun while one of them still runs
};

}  // namespace bindpose::app
