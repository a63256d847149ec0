// Where a plane cuts a surface: closed lines of places on its edges. They stay what they are when
// the surface is posed, so that an area or a middle that was taken at bind can be taken again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "math/types.h"

namespace bindpose {

struct SectionRing {
  struct Corner {
    std::uint32_t a = 0, b = 0;  // vertices: an edge
    float part = 0.0f;           // how far from a to b
  };
  std::vector<Corner> corner;  // in their order around; the last is joined to the first
};

// All closed ones. position: #V; triangle: 3 #T. Vertices at one place count as one: a seam of the
// texture cuts nothing. A vertex in the plane counts as above it, on the normal's side. Lines that
// end at a hole are left out, and so are triangles that name no vertex.
std::vector<SectionRing> section_rings(std::span<const vec3> position,
                                       std::span<const std::uint32_t> triangle, const vec3& point,
                                       const vec3& normal);
// Of those the largest that goes around the point.
std::optional<SectionRing> ring_around(std::span<const vec3> position,
                                       std::span<const std::uint32_t> triangle, const vec3& point,
                                       const vec3& normal);

// The length of the ring's area vector, half the sum of p_k x p_k+1: the area inside where it lies
// in a plane and does not cross itself (where it does, what it goes around against the rest counts
// against it); of a bent one the largest that a shadow of it on a plane has. position: #V, in any
// pose.
double ring_area(const SectionRing& ring, std::span<const vec3> position);
// The middle of its line, each part counted by its length.
glm::dvec3 ring_middle(const SectionRing& ring, std::span<const vec3> position);

}  // namespace bindpose
