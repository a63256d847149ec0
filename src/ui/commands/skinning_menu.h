// Choosing what moves the surface.
#pragma once

#include <string>

#include "rig/deformer.h"
#include "ui/frame.h"

namespace bindpose::ui {

// The one after what `method` is for this file, the first after the last; never Deformer::File.
Deformer next_deformer(const Scene& scene, Deformer method);

// Sets it. The two that are compared trade places rather than be the same.
void choose_deformer(const Scene& scene, ViewSettings& view, Deformer ViewSettings::*setting,
                     Deformer method);

// What it is called where it is shown, with its factor or with what it still lacks; and what it is.
std::string deformer_label(const Frame& f, Deformer method);
std::string deformer_about(const Frame& f, Deformer method);

// Menu entries, one a deformer; a click sets that setting of the view.
void draw_deformer_items(Frame& f, Deformer ViewSettings::*setting = &ViewSettings::method);

// The same in the popup "deformers" of the current window, which ImGui::OpenPopup opens.
void deformer_popup(Frame& f, Deformer ViewSettings::*setting);
// The same for a pane whose deformer is kept in that setting: the fourth one may have a map of
// distances instead.
void pane_popup(Frame& f, Deformer ViewSettings::*setting);

// Menu entries: one, two or four panes, or a split view.
void draw_pane_items(Frame& f);

// The view's deformer by name; a click opens the choice.
void draw_deformer_choice(Frame& f);
std::string deformer_choice_text(const Frame& f);  // as long as it is

}  // namespace bindpose::ui
