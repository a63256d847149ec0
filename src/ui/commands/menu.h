// The bar at the head of the window.
#pragma once

namespace bindpose::ui {

struct Frame;

void draw_menu_bar(Frame& f);

}  // namespace bindpose::ui
