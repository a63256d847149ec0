#include "app/beside/map_maker.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <utility>

#include "scene/diff/follow.h"

namespace bindpose::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kComputing = "Computing ...";

// To look for the nearest point of a surface takes some ten times what a vertex of another map
// does.
constexpr std::size_t kSearch = 10;

std::size_t shown_vertices(const Scene& scene) {
  std::size_t n = 0;
  for (std::size_t m = 0; scene.model && m < scene.model->meshes.size(); ++m) {
    if (!is_hidden(scene, m)) n += scene.model->meshes[m].position.size();
  }
  return n;
}

std::size_t cost(const Scene& scene, Show show, const OtherSide& other) {
  const std::size_t own = shown_vertices(scene);
  if (!tells_of_two(show) || other.scene == nullptr) return own;
  return kSearch * (own + shown_vertices(*other.scene));
}

}  // namespace

struct MapMaker::Job {
  MapKey key;
  std::atomic<bool> stop{false};
  std::future<SurfaceMap> map;
  Clock::time_point begun = Clock::now();

  bool is_done(double seconds = 0.0) const {
    return map.wait_for(std::chrono::duration<double>(seconds)) == std::future_status::ready;
  }
};

MapMaker::MapMaker(const Options& options) : options_(options) {}

MapMaker::~MapMaker() {
  give_up();
  sweep(true);
}

void MapMaker::start(const Scene& scene, const PosedScene& posed, const BoneSet& bones,
                     const OtherSide& other) {
  auto job = std::make_unique<Job>();
  job->key = wanted_;
  // Copies share what is large with the scene; an edit copies it first.
  struct Copies {
    Scene scene;
    PosedScene posed;
  };
  std::shared_ptr<const Copies> compared;
  if (tells_of_two(wanted_.show) && other.scene != nullptr)
    compared = std::make_shared<const Copies>(Copies{*other.scene, *other.posed});
  job->map = std::async(std::launch::async, [scene, posed, bones, compared, side = other,
                                             show = wanted_.show, stop = &job->stop]() mutable {
    side.scene = compared ? &compared->scene : nullptr;
    side.posed = compared ? &compared->posed : nullptr;
    return surface_map(
        scene, posed, bones, show, [stop] { return stop->load(); }, side);
  });
  job_ = std::move(job);  // not before: where no thread can be had, there is no job
}

void MapMaker::give_up() {
  if (!job_) return;
  job_->stop = true;
  given_up_.push_back(std::move(job_));
}

// Threads that ended are joined, so that none outlives the window.
void MapMaker::sweep(bool wait) {
  std::erase_if(given_up_, [wait](const std::unique_ptr<Job>& job) {
    if (wait) job->map.wait();
    return wait || job->is_done();
  });
}

void MapMaker::drop() {
  give_up();
  sweep(false);
}

bool MapMaker::busy() {
  sweep(false);
  return job_ || !given_up_.empty();
}

void MapMaker::take(SurfaceMap map, MapKey key) {
  map_ = std::move(map);
  key_ = std::move(key);
  note_ = map_.legend.note;
  is_current_ = true;
}

const SurfaceMap& MapMaker::stand_in() {
  const bool tells_of_it = map_.revision != 0 && differs_in_pose_alone(key_, wanted_);
  if (!tells_of_it) {
    none_yet_.show = wanted_.show;
    none_yet_.legend.title = kComputing;
    return none_yet_;
  }
  map_.legend.note = kComputing;
  is_current_ = false;
  return map_;
}

const SurfaceMap& MapMaker::get(const Scene& scene, const PosedScene& posed, const BoneSet& bones,
                                Show show, const OtherSide& other) {
  wanted_ = map_key(scene, posed, show, other);
  sweep(false);
  // While a joint is dragged each frame wants another map: the one that is made is still shown,
  // for else none would ever be.
  if (job_ && !(job_->key == wanted_) && !differs_in_pose_alone(job_->key, wanted_)) give_up();
  if (map_.revision != 0 && key_ == wanted_) {
    give_up();
    if (!is_current_) map_.legend.note = note_;
    is_current_ = true;
    return map_;
  }
  if (!options_.beside || cost(scene, show, other) < options_.from_vertices) {
    take(surface_map(scene, posed, bones, show, {}, other), wanted_);
    return map_;
  }
  // One thread at a time: where each frame wants another map, as while weights are painted, they
  // would pile up, and each shares the weights, which the next edit would have to copy.
  if (!job_ && given_up_.empty()) start(scene, posed, bones, other);
  if (!job_) return stand_in();
  const double waited = std::chrono::duration<double>(Clock::now() - job_->begun).count();
  if (job_->is_done(std::max(0.0, options_.patience - waited))) {
    const std::unique_ptr<Job> done = std::move(job_);
    take(done->map.get(), done->key);
    if (key_ == wanted_) return map_;
    start(scene, posed, bones, other);
  }
  return stand_in();
}

const SurfaceMap& MapMaker::wait_for(const Scene& scene, const PosedScene& posed,
                                     const BoneSet& bones, Show show, const OtherSide& other) {
  wanted_ = map_key(scene, posed, show, other);
  if (map_.revision == 0 || !(key_ == wanted_)) {
    if (job_ && job_->key == wanted_) {
      const std::unique_ptr<Job> done = std::move(job_);
      take(done->map.get(), done->key);
    } else {
      give_up();
      take(surface_map(scene, posed, bones, show, {}, other), wanted_);
    }
  }
  return get(scene, posed, bones, show, other);
}

}  // namespace bindpose::app
