// The other file of a comparison in the window: what it makes of the view, and what its panel
// shows.
#pragma once

#include <optional>
#include <string>

#include "app/compare/comparison.h"
#include "app/viewer/notices.h"
#include "app/viewer/picture/shown_maps.h"
#include "ui/ui.h"

namespace bindpose::app {

class ComparedView {
 public:
  // `panels`: false: the picture has none, and tells nothing of the files. `wait`: what they differ
  // in is found at once.
  ComparedView(bool panels, bool wait) : panels_(panels), wait_(wait) {}

  // The open file's view with the other file in it; `first`: none was compared before.
  ViewSettings begin(ViewSettings view, bool first);
  // The same as it is without the other file: what files keep.
  ViewSettings alone(ViewSettings view) const;
  // What came is shown: what is to be known of it.
  void tell_of(const FileComparison::Arrival& arrival, const std::string& name, const Scene& open,
               const FileComparison& compared, Notices& notices);
  // It went, and what was said of it goes as well.
  void end(ui::UiState& ui) const;

  // `saved`: the file of the open work, or "". Valid until the next call.
  ui::ComparisonInput input(const Scene& open, const std::string& saved, const Camera& camera,
                            const SurfaceMap* map_of_other, FileComparison& compared);

 private:
  bool panels_, wait_;
  Panes panes_alone_ = Panes::One;    // those of before the comparison
  std::string said_;                  // a warning that goes with it
  std::optional<ui::UiInput> other_;  // of the frame
};

}  // namespace bindpose::app
