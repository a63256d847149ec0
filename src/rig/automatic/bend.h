// What bending one joint does to the volume.
#pragma once

#include <span>

#include "rig/automatic/figures.h"

namespace bindpose {

// Fills in the volumes of the figures: see there. Goes through the surface once, however many
// joints there are. Throws BindStopped.
void bend_each(const BindInput& in, const Influences& weights, std::span<const int> parent,
               const BindProgress& progress, WeightFigures& out);

}  // namespace bindpose
