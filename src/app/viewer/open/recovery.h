// Work that another window left behind: somebody is asked about each, and what is opened of it is
// kept aside anew before its file goes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/viewer/picture/pacing.h"
#include "app/workspace/workspace_session.h"
#include "ui/ui.h"

namespace bindpose::app {

class Recovery {
 public:
  void offer(std::vector<Leftover> found, ui::UiState& ui, Pacing& pace);
  // The one that is to be opened, if that was the answer. The others are asked about at the next
  // start.
  std::optional<Leftover> answer(ui::LeftoverAnswer answer, ui::UiState& ui, Pacing& pace);

  // Its model loads. `beside`: the file that was compared, or was to be: somebody who starts with
  // --diff means the work that comes back, too.
  void begin(Leftover from, std::string beside);
  // Something else is opened.
  void give_up();
  bool under_way() const { return from_.has_value(); }
  std::string take_beside();
  // What it holds is shown. `kept`: all of it is in this window's own file by now.
  void end(bool kept);

 private:
  void ask(ui::UiState& ui, Pacing& pace) const;

  std::vector<Leftover> found_;   // to be asked about
  std::optional<Leftover> from_;  // that is where the work comes from
  std::string beside_;
};

}  // namespace bindpose::app
