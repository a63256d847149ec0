// The distances d_ij of the probed vertex over the view.
#pragma once

namespace bindpose::ui {

struct Frame;

// With ViewSettings::distances: a line from the vertex to the closest point of each bone of
// bone_distances(), in its joint's colour, with its length.
void draw_distances(Frame& f);

}  // namespace bindpose::ui
