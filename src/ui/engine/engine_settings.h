// Which engine it is whose surface and cost are shown, in the Weights tab.
#pragma once

namespace bindpose::ui {

struct Frame;

void draw_engine_settings(Frame& f);

}  // namespace bindpose::ui
