// What stands in the Joint tab while a skeleton is made by hand: its joints, the selected one's
// name and parent, and what ends it.
#pragma once

namespace bindpose::ui {

struct Frame;

void draw_draft_panel(Frame& f);

}  // namespace bindpose::ui
