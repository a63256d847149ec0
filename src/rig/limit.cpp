#include "rig/limit.h"

#include <algorithm>

namespace bindpose {

void limit_distance(const Mesh& mesh, std::span<const vec3> position,
                    std::span<const mat4> palette, int limit, std::span<float> out) {
  const Influences& in = mesh.influences;
  const auto kept = static_cast<std::uint32_t>(std::max(limit, 1));
  for (std::size_t i = 0; i < in.vertex_count(); ++i) {
    const std::uint32_t first = in.offset[i], last = in.offset[i + 1];
    out[i] = 0.0f;
    if (last - first <= kept) continue;
    float sum = 0.0f;
    for (std::uint32_t k = first; k < first + kept; ++k) sum += in.weight[k];
    // The changes of the weights add up to 0, so candidates may be measured from any point: from the
    // strongest one they are small, and the small result keeps its digits.
    const vec4 p(position[i], 1.0f);
    const vec3 strongest(palette[in.slot[first]] * p);
    vec3 moved(0.0f);
    for (std::uint32_t k = first; k < last; ++k) {
      const float now = k < first + kept ? in.weight[k] / sum : 0.0f;
      moved += (now - in.weight[k]) * (vec3(palette[in.slot[k]] * p) - strongest);
    }
    out[i] = glm::length(moved);
  }
}

}  // namespace bindpose
