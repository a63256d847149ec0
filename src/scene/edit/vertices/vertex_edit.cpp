#include "scene/edit/vertices/vertex_edit.h"

#include <utility>

#include "scene/vertices/choose.h"
#include "scene/weight_problems.h"

namespace bindpose {
namespace {

bool sound(const Scene& scene, const ReselectVertices& e) {
  const bool lists = e.what == ReselectVertices::Add || e.what == ReselectVertices::Remove;
  if (lists) return are_vertices(*scene.model, {VertexGroup::Chosen, 0, e.lists});
  if (e.what == ReselectVertices::Region) {
    return e.joint >= 0 && e.joint < scene.model->skeleton.size();
  }
  return e.times >= 0;
}

VertexLists reselected(const Scene& scene, const ReselectVertices& e) {
  VertexLists now = vertices_of(scene, scene.selection.vertices);
  switch (e.what) {
    case ReselectVertices::All:
      return all_vertices(scene);
    case ReselectVertices::Invert:
      return inverted(scene, now);
    case ReselectVertices::Grow:
      return grown(scene, std::move(now), e.times);
    case ReselectVertices::Shrink:
      return shrunk(scene, std::move(now), e.times);
    case ReselectVertices::Parts:
      return with_parts(scene, now);
    case ReselectVertices::Same:
      return now;
    case ReselectVertices::Region:
      return region_of(scene, e.joint);
    case ReselectVertices::Add:
      return with(now, *e.lists);
    case ReselectVertices::Remove:
      return without(now, *e.lists);
  }
  return now;
}

}  // namespace

Change write_edit(Scene& scene, const SelectVertices& e) {
  if (!scene.model || scene.selection.vertices == e.group) return {};
  if (e.group.kind == VertexGroup::Chosen && !are_vertices(*scene.model, e.group)) return {};
  scene.selection.vertices = e.group;
  return {Change::View, -1};
}

Change write_edit(Scene& scene, const ReselectVertices& e) {
  if (!scene.model || !sound(scene, e)) return {};
  return write_edit(scene, SelectVertices{chosen_vertices(reselected(scene, e))});
}

}  // namespace bindpose
