// The centres of rotation that shown deformers ask for, of the open file and of the other file of a
// comparison.
#pragma once

#include <optional>

#include "app/beside/center_maker.h"
#include "app/viewer/busy_card.h"
#include "scene/scene.h"
#include "ui/ui.h"

namespace bindpose::app {

class ShownCenters {
 public:
  explicit ShownCenters(bool beside) : own_(beside), of_other_(beside) {}

  // Once a frame; true where some came: every surface of the scenes is another one then.
  // `figures`: a figure of a lesson waits for those of the open file.
  bool follow(const Scene& open, const Scene& other, bool figures);
  // Until they are there, and makes what was cancelled or not begun; true where that made some.
  // `other`: null: nothing is compared.
  bool wait_for(const Scene& open, const Scene* other);
  bool busy() const { return own_.busy() || of_other_.busy(); }
  // Gives up what progress() tells of.
  void cancel(const Scene& open, const Scene& other);
  ui::CentersState state(const Scene& open, const Scene& other) const;
  std::optional<BusyCard> progress(const Scene& other) const;

 private:
  CenterMaker own_, of_other_;
};

}  // namespace bindpose::app
