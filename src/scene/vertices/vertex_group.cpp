#include "scene/vertices/vertex_group.h"

#include <utility>

namespace bindpose {

std::size_t count_of(const VertexLists& lists) {
  std::size_t n = 0;
  for (const auto& list : lists) n += list.size();
  return n;
}

VertexGroup chosen_vertices(VertexLists lists) {
  if (count_of(lists) == 0) return {};
  return {VertexGroup::Chosen, 0, std::make_shared<const VertexLists>(std::move(lists))};
}

}  // namespace bindpose
