// Makes the maps of large models on a thread beside the window, so that choosing one, or dragging a
// joint under one, keeps no frame waiting. Until the map that is wanted is there, the one before
// stays where it tells of the same thing, else the surface is plain; the legend says that it is
// being computed.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scene/scene.h"
#include "view/surface_map.h"

namespace bindpose::app {

class MapMaker {
 public:
  struct Options {
    bool beside = false;  // false: every map is made at once
    std::size_t from_vertices = 100000;
    double patience = 0.02;  // seconds that a frame waits for a new map: most are there by then
  };
  explicit MapMaker(const Options& options);
  ~MapMaker();
  MapMaker(const MapMaker&) = delete;
  MapMaker& operator=(const MapMaker&) = delete;

  // The map that `show` names, or what stands for it meanwhile. Valid until the next call.
  // `other`: the other file of a comparison, for maps that tell of both.
  const SurfaceMap& get(const Scene& scene, const PosedScene& posed, const BoneSet& bones,
                        Show show, const OtherSide& other = {});
  // The map itself, whatever it takes: one that is under way is waited for.
  const SurfaceMap& wait_for(const Scene& scene, const PosedScene& posed, const BoneSet& bones,
                             Show show, const OtherSide& other = {});
  // What was given last is coloured up to that value, of a map of lengths.
  void scale_up_to(float high) { bindpose::scale_up_to(map_, high); }
  // No map is wanted: a thread that still makes one is to end.
  void drop();
  // A thread works.
  bool busy();

 private:
  struct Job;
  void start(const Scene& scene, const PosedScene& posed, const BoneSet& bones,
             const OtherSide& other);
  void give_up();
  void sweep(bool wait);
  void take(SurfaceMap map, MapKey key);
  const SurfaceMap& stand_in();

  Options options_;
  MapKey wanted_, key_;  // what was asked for last, what map_ is of
  SurfaceMap map_, none_yet_;
  std::string note_;        // of map_'s legend
  bool is_current_ = true;  // map_'s legend says what it is, and not that another one comes
  std::unique_ptr<Job> job_;
  std::vector<std::unique_ptr<Job>> given_up_;  // no job is begun while one of them still runs
};

}  // namespace bindpose::app
