#include "app/viewer/picture/shown_maps.h"

#include <algorithm>
#include <optional>

#include "view/panes.h"

namespace bindpose::app {

const SurfaceMap* ShownMaps::own(const OpenFile& file, const FileComparison& compared) {
  const Scene& scene = file.scene;
  if (!scene.model || scene.view.show == Show::Shaded) {
    own_.drop();
    return nullptr;
  }
  const SurfaceMap& map = own_.get(scene, file.posed, file.bones, scene.view.show, compared.side());
  if (!compared.on()) own_.scale_up_to(largest_length(map));
  return &map;
}

const SurfaceMap* ShownMaps::beside(const OpenFile& file) {
  const Scene& scene = file.scene;
  const std::optional<Show> show = show_beside(scene.view);
  if (!scene.model || !show) {
    beside_.drop();
    return nullptr;
  }
  return &beside_.get(scene, file.posed, file.bones, *show);
}

const SurfaceMap* ShownMaps::of_other(const OpenFile& file, FileComparison& compared) {
  if (!compared.on()) return nullptr;
  const SurfaceMap* map = own(file, compared);
  const SurfaceMap* others = compared.map(map);
  // One scale, as long as the longer of both; each file has its own unit.
  const double own_unit = metres_a_unit(*file.scene.model);
  const double others_unit = metres_a_unit(*compared.scene().model);
  double high = map != nullptr ? double{largest_length(*map)} * own_unit : 0.0;
  if (map != nullptr && others != nullptr && map->show == others->show)
    high = std::max(high, double{largest_length(*others)} * others_unit);
  own_.scale_up_to(static_cast<float>(high / own_unit));
  compared.scale_map_up_to(static_cast<float>(high / others_unit));
  return others;
}

ShownMaps::Revisions ShownMaps::revisions(const OpenFile& file, FileComparison& compared) {
  const auto revision = [](const SurfaceMap* map) { return map != nullptr ? map->revision : 0; };
  return {revision(own(file, compared)), revision(beside(file)),
          revision(of_other(file, compared))};
}

void ShownMaps::wait_for(const OpenFile& file, FileComparison& compared) {
  const Scene& scene = file.scene;
  if (scene.view.show != Show::Shaded)
    own_.wait_for(scene, file.posed, file.bones, scene.view.show, compared.side());
  if (const std::optional<Show> show = show_beside(scene.view))
    beside_.wait_for(scene, file.posed, file.bones, *show);
  compared.wait_for_map();
}

}  // namespace bindpose::app
