// A Collada node's transform elements in motion.
#pragma once

#include <map>

#include "io/collada/curve.h"
#include "rig/clip.h"

namespace bindpose {

// A number of a transform element, -1: all of them. Matrices are counted row by row.
struct ColladaMotion {
  int component = -1;
  const ColladaCurves* curves = nullptr;
};

// By what stands in for an element: pugi's hash of it.
using ColladaMotions = std::map<std::size_t, std::vector<ColladaMotion>>;

struct ColladaTrackNotes {
  std::size_t baked = 0;    // turning axes and bent matrices, made into dense keys
  std::size_t sheared = 0;  // matrix keys that are not translation, rotation and scale
  std::size_t unread = 0;   // elements that move and are not read: lookat, skew
};

// The product of the node's transform elements. Times less `start` seconds. Never empty.
std::vector<TrackFactor> collada_factors(ColladaDocument& document, pugi::xml_node node,
                                         const ColladaMotions& motions, double start,
                                         ColladaTrackNotes& notes);

}  // namespace bindpose
