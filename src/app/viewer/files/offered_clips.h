// A model whose clips are offered to the open one, while ui::TakeState asks what becomes of it.
#pragma once

#include <optional>

#include "app/viewer/notices.h"
#include "app/viewer/open/arrival.h"
#include "scene/edit/edits.h"
#include "scene/scene.h"
#include "ui/ui.h"

namespace bindpose::app {

class OfferedClips {
 public:
  // False where there is nothing to offer, and the arrival stays the caller's: what was dropped is
  // to be opened then; where only its clips were wanted it is said why.
  bool offer(Arrival& arrival, const Model& open, ui::TakeState& take, Notices& notices);
  // It is to be opened after all; nothing where it is not here any more.
  std::optional<Arrival> release();
  void withdraw() { arrival_.reset(); }

 private:
  std::optional<Arrival> arrival_;
};

// The table of joint pairs as a file, in and out. Throws std::runtime_error with one sentence.
void keep_map(ui::TakeState& take, const Model& open, const std::string& path);
// What is said of it, or "".
std::string load_map(ui::TakeState& take, const Model& open, const std::string& path);

// The clip that is chosen, as the scene takes it. Throws likewise where it cannot be played.
TakeClip taken_clip(const ui::TakeState& take, const Scene& scene);

}  // namespace bindpose::app
