// For io/diff/*.cpp: what is said of surfaces, their weights and what lies on them.
#pragma once

#include "io/diff/diff_text.h"

namespace bindpose {

// `part`: Surface, Weights, Uv or Colors. A mesh that both have is one line a pose: its vertices
// are held against the other surface and the other way round, and mostly say the same.
DiffChapter surface_chapter(const DiffReport& report, DiffPart part);

}  // namespace bindpose
