// The list of clips: what is typed filters it, arrows and Enter choose.
#pragma once

#include <string>
#include <vector>

#include "scene/scene.h"

namespace bindpose::ui {

struct Frame;

std::string clip_title(const Scene& scene, int clip);
// Clips whose names have all words of `search` in them, whatever their case; those that begin with
// it come first. All, where nothing is searched for.
std::vector<int> found_clips(const Scene& scene, const std::string& search);

void draw_clip_list(Frame& f, float width);

}  // namespace bindpose::ui
