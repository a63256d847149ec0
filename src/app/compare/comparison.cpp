#include "app/compare/comparison.h"

#include <atomic>
#include <chrono>
#include <future>
#include <utility>

#include "io/diff/diff_text.h"

namespace bindpose::app {

struct FileComparison::Job {
  DiffKey key;
  std::atomic<bool> stop{false};
  std::future<DiffAccount> account;

  bool is_done() const {
    return account.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  }
};

namespace {

DiffAccount compared(const Scene& a, const Scene& b, const std::string& path,
                     const DiffOptions& options) {
  const SceneDiff diff = compare_scenes(a, b, options);
  return diff_account({a.model->path, path, a, b, diff, options});
}

}  // namespace

FileComparison::FileComparison(const Options& options)
    : loader_(options.import),
      maps_(options.maps),
      detail_(options.detail),
      surface_(options.pointing) {}

FileComparison::~FileComparison() {
  give_up();
  sweep(true);
}

void FileComparison::load(const std::string& path, const ImportLimits& limits) {
  std::optional<WorkspaceFile> workspace;
  if (is_workspace(path)) {
    workspace = read_workspace(path);
    if (!workspace->model_found) {
      throw std::runtime_error("The model of the workspace " + path +
                               " is not there: " + workspace->model + ".");
    }
  }
  loader_.set_limits(limits);
  loader_.start(workspace ? workspace->model : path,
                workspace ? workspace->textures : TexturePlaces{});
  next_watch_.start(path);
  workspace_ = std::move(workspace);
  loading_path_ = path;
  again_ = false;
}

bool FileComparison::poll_file(const ImportLimits& limits) {
  if (!on() || path_.empty() || loader_.busy() || !watch_.changed()) return false;
  try {
    load(path_, limits);
    again_ = true;
  } catch (const std::exception&) {
    return false;  // half written: the next change is looked at again
  }
  return true;
}

std::optional<FileComparison::Arrival> FileComparison::poll() {
  std::optional<Loader::Result> result = loader_.poll();
  if (!result) return std::nullopt;
  Arrival out{{}, loading_path_, std::move(result->error)};
  out.again = again_;
  if (again_) watch_ = next_watch_;  // what is broken is not read twice
  if (!result->model) return out;
  if (!workspace_) {
    out.scene = make_scene(std::move(result->model));
    return out;
  }
  try {
    RestoredWorkspace restored = restore_workspace(*workspace_, std::move(result->model));
    out.scene = std::move(restored.scene);
    out.notes = std::move(restored.notes);
  } catch (const std::exception& e) {
    out.error = e.what();
  }
  return out;
}

void FileComparison::begin(Scene scene, const std::string& path) {
  detail_.show(scene.model);
  surface_.forget();
  maps_.drop();
  path_ = path;
  if (next_watch_.path() == path) watch_ = next_watch_;
  document_ = Document(std::move(scene));
  bones_ = {};
  followed_ = 0;
  paired_ = {};
  account_.reset();
  give_up();
}

void FileComparison::end() {
  give_up();
  detail_.show(nullptr);
  surface_.forget();
  maps_.drop();
  document_ = {};
  posed_ = {};
  bones_ = {};
  map_ = {};
  lag_ = {};
  path_.clear();
  account_.reset();
}

// The joints of both that are the same wear the same colour.
void FileComparison::pair(const Scene& a, const BoneSet& bones) {
  map_ = follow_map(a, scene());
  paired_ = a.model->id;
  paired_clips_ = a.added_clips;
  followed_ = 0;
  size_ = diff_sizes(a);
  evaluate(scene(), posed_);
  build_bones(scene(), posed_, bones_);
  for (std::size_t k = 0; k < bones_.color.size(); ++k) {
    const int j = map_.joints.a_of_b[k];
    if (j >= 0 && static_cast<std::size_t>(j) < bones.color.size())
      bones_.color[k] = bones.color[static_cast<std::size_t>(j)];
  }
}

void FileComparison::follow(const Scene& a, const PosedScene& posed, const BoneSet& bones) {
  if (!on() || !a.model) return;
  if (paired_ != a.model->id || paired_clips_ != a.added_clips) pair(a, bones);
  Scene next = scene();
  lag_ = bindpose::follow(a, map_, next);
  document_ = Document(std::move(next));
  if (std::exchange(followed_, posed.revision) != posed.revision) evaluate(scene(), posed_);
  build_bones(scene(), posed_, bones_);
}

int FileComparison::joint_of_a(int joint) const {
  const auto j = static_cast<std::size_t>(joint);
  return j < map_.joints.a_of_b.size() ? map_.joints.a_of_b[j] : -1;
}

int FileComparison::joint_of_b(int joint) const {
  const auto j = static_cast<std::size_t>(joint);
  return j < map_.joints.b_of_a.size() ? map_.joints.b_of_a[j] : -1;
}

OtherSide FileComparison::side() const {
  if (!on()) return {};
  const double size = scene().pose.base == BasePose::Bind ? size_.bind : size_.posed;
  return {&scene(), &posed_, static_cast<float>(tolerance_ * size), tolerance_, unit_};
}

const SurfaceMap* FileComparison::map(const SurfaceMap* of_a) {
  const Show show = scene().view.show;
  if (on() && tells_of_two(show)) {
    maps_.drop();
    return of_a != nullptr ? of_a->other.get() : nullptr;
  }
  if (!on() || show == Show::Shaded) {
    maps_.drop();
    return nullptr;
  }
  return &maps_.get(scene(), posed_, bones_, show);
}

void FileComparison::wait_for_map() {
  const Show show = scene().view.show;
  if (on() && !tells_of_two(show) && show != Show::Shaded)
    maps_.wait_for(scene(), posed_, bones_, show);
}

bool FileComparison::busy() {
  sweep(false);
  return job_ || !given_up_.empty() || maps_.busy() || surface_.busy();
}

void FileComparison::set_tolerance(double tolerance) {
  tolerance_ = tolerance;
}

void FileComparison::start(const Scene& a) {
  auto job = std::make_unique<Job>();
  job->key = wanted_;
  DiffOptions options;
  options.tolerance = tolerance_;
  options.stop = [stop = &job->stop] { return stop->load(); };
  // Copies share what is large with the scenes.
  job->account = std::async(std::launch::async, [a, b = scene(), path = path_, options] {
    return compared(a, b, path, options);
  });
  job_ = std::move(job);
}

void FileComparison::give_up() {
  if (!job_) return;
  job_->stop = true;
  given_up_.push_back(std::move(job_));
}

void FileComparison::sweep(bool wait) {
  std::erase_if(given_up_, [wait](const std::unique_ptr<Job>& job) {
    if (wait) job->account.wait();
    return wait || job->is_done();
  });
}

const DiffAccount* FileComparison::account(const Scene& a, bool wait) {
  if (!on() || !a.model) return nullptr;
  wanted_ = {a.model->id, scene().model->id, a.weights.revision, a.added_clips, tolerance_};
  sweep(false);
  if (account_ && known_ == wanted_) return &*account_;
  if (job_ && !(job_->key == wanted_)) give_up();
  if (!job_ && (wait || given_up_.empty())) start(a);
  if (job_ && (wait || job_->is_done())) {
    const std::unique_ptr<Job> done = std::move(job_);
    try {
      account_ = done->account.get();
    } catch (const std::exception& e) {  // no memory for it, say
      account_ = DiffAccount{};
      account_->limits = std::string("The files could not be compared: ") + e.what();
    }
    known_ = done->key;
  }
  const bool tells = account_ && known_.a == wanted_.a && known_.b == wanted_.b;
  return tells ? &*account_ : nullptr;
}

}  // namespace bindpose::app
