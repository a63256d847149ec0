#include <algorithm>

#include "scene/numbers/mistakes.h"

namespace bindpose {

namespace {

// The first `most` weights of a vertex, as they are or divided by their sum.
dvec3 limited(const RigInputs& in, const std::vector<dmat4>& skin, std::size_t i,
              std::uint32_t most, bool whole) {
  const std::uint32_t begin = in.surface->weight_begin[i];
  const std::uint32_t end = std::min(in.surface->weight_begin[i + 1], begin + most);
  if (begin == end) return linear_blend_point(in, skin, i);
  dvec4 sum(0.0);
  double weights = 0.0;
  for (std::uint32_t k = begin; k < end; ++k) {
    sum += in.surface->weight[k] *
           (skin[in.surface->weight_slot[k]] * dvec4(in.surface->vertex[i], 1.0));
    weights += in.surface->weight[k];
  }
  return dvec3(sum) / (whole ? weights : 1.0);
}

// What the blended translations do to a vertex.
dvec3 shift_of_blend(const RigInputs& in, const std::vector<dmat4>& skin, std::size_t i) {
  const std::uint32_t begin = in.surface->weight_begin[i], end = in.surface->weight_begin[i + 1];
  if (begin == end) return dvec3(in.follows[in.surface->vertex_mesh[i]][3]);
  dvec3 sum(0.0);
  for (std::uint32_t k = begin; k < end; ++k)
    sum += in.surface->weight[k] * dvec3(skin[in.surface->weight_slot[k]][3]);
  return sum;
}

}  // namespace

std::vector<RigMistake> surface_mistakes() {
  std::vector<RigMistake> list;
  const auto add = [&list](const char* key, const char* says, auto pose) {
    list.push_back({key, says, {}, {.pose = pose}});
  };
  using Skins = std::vector<dmat4>;
  add("not posed", "they are those of the bind pose: nothing has moved them",
      [](const RigInputs& in, const Skins&, std::size_t i) { return in.surface->vertex[i]; });
  add("no translation",
      "the translation is left out: vertices are multiplied as (x, y, z, 0) in place of (x, y, z, "
      "1)",
      [](const RigInputs& in, const Skins& skin, std::size_t i) {
        return linear_blend_point(in, skin, i) - shift_of_blend(in, skin, i);
      });
  add("raw weights", "weights that do not add up to 1 are used as they are stored",
      [](const RigInputs& in, const Skins& skin, std::size_t i) {
        const bool none = in.surface->weight_begin[i] == in.surface->weight_begin[i + 1];
        return linear_blend_point(in, skin, i) * (none ? 1.0 : double{in.surface->raw_sum[i]});
      });
  add("four weights",
      "only the four largest weights of a vertex count, and they no longer add up to 1",
      [](const RigInputs& in, const Skins& skin, std::size_t i) {
        return limited(in, skin, i, 4, false);
      });
  add("four weights", "only the four largest weights of a vertex count, divided by their sum",
      [](const RigInputs& in, const Skins& skin, std::size_t i) {
        return limited(in, skin, i, 4, true);
      });
  return list;
}

}  // namespace bindpose
