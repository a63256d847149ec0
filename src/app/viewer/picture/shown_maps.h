// The maps that the view's panes show: of the open file, of the pane beside it, of the other file
// of a comparison.
#pragma once

#include <cstdint>

#include "app/beside/map_maker.h"
#include "app/compare/comparison.h"
#include "scene/scene.h"
#include "view/bones.h"
#include "view/surface_map.h"

namespace bindpose::app {

// The open file as it is edited and posed now.
struct OpenFile {
  const Scene& scene;
  const PosedScene& posed;
  const BoneSet& bones;
};

class ShownMaps {
 public:
  explicit ShownMaps(const MapMaker::Options& options) : own_(options), beside_(options) {}

  // What the surface shows now, or null; valid until the next call, as what follows is.
  const SurfaceMap* own(const OpenFile& file, const FileComparison& compared);
  // What a pane shows beside it, or null.
  const SurfaceMap* beside(const OpenFile& file);
  const SurfaceMap* of_other(const OpenFile& file, FileComparison& compared);

  // Which pictures they are.
  struct Revisions {
    std::uint64_t own = 0, beside = 0, other = 0;
    bool operator==(const Revisions&) const = default;
  };
  Revisions revisions(const OpenFile& file, FileComparison& compared);
  // A thread makes one of the open file.
  bool busy() { return own_.busy() || beside_.busy(); }
  // Until they are there.
  void wait_for(const OpenFile& file, FileComparison& compared);

 private:
  MapMaker own_, beside_;
};

}  // namespace bindpose::app
