// What is under a pixel of the pane that the mouse works in: a place of the surface, a bone, of the
// open file or of the other one of a comparison.
#pragma once

#include <optional>

#include "app/beside/surface_finder.h"
#include "app/compare/comparison.h"
#include "app/viewer/picture/shown_maps.h"
#include "app/viewer/view_framing.h"
#include "view/pick.h"

namespace bindpose::app {

class PanePick {
 public:
  explicit PanePick(const SurfaceFinder::Options& options) : own_(options) {}

  // The mouse may soon ask for a place of the surface: of the open file, of the other one.
  void prepare(const Scene& open, bool own, FileComparison& compared, bool other);
  // Another model is shown.
  void forget() { own_.forget(); }
  // A thread works for the open file.
  bool busy() const { return own_.busy(); }

  enum class When { Now, IfQuick };
  // Nothing where the pane shows a mistake. Of the other file: its own vertex and joint.
  std::optional<SurfaceHit> surface(const OpenFile& file, FileComparison& compared,
                                    const ViewFraming& framing, const vec2& pixel, When when);
  // A joint of the open model; -1: none, or one that only the other file has. `scale`: the
  // interface's.
  int bone(const OpenFile& file, const FileComparison& compared, const ViewFraming& framing,
           const vec2& pixel, float scale) const;
  // That of the bone, or of the surface: a bone wins over what is before it.
  int joint(const OpenFile& file, FileComparison& compared, const ViewFraming& framing,
            const vec2& pixel, float scale);

 private:
  SurfaceFinder own_;
};

}  // namespace bindpose::app
