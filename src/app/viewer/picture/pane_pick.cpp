#include "app/viewer/picture/pane_pick.h"

namespace bindpose::app {

void PanePick::prepare(const Scene& open, bool own, FileComparison& compared, bool other) {
  if (own || own_.busy()) own_.prepare(open);
  if (compared.on() && (other || compared.surface().busy()))
    compared.surface().prepare(compared.scene());
}

std::optional<SurfaceHit> PanePick::surface(const OpenFile& file, FileComparison& compared,
                                            const ViewFraming& framing, const vec2& pixel,
                                            When when) {
  if (!framing.pane_shows_surface()) return std::nullopt;
  const bool other = framing.pane_other() && compared.on();
  const auto ask = when == When::Now ? &SurfaceFinder::find : &SurfaceFinder::glance;
  SurfaceFinder& finder = other ? compared.surface() : own_;
  return (finder.*ask)(other ? compared.scene() : file.scene, other ? compared.posed() : file.posed,
                       framing.pane_method(), framing.camera(), framing.viewport(), pixel);
}

int PanePick::bone(const OpenFile& file, const FileComparison& compared, const ViewFraming& framing,
                   const vec2& pixel, float scale) const {
  const bool other = framing.pane_other() && compared.on();
  const int joint =
      pick_bone(other ? compared.bones() : file.bones, framing.camera(), framing.viewport(), pixel,
                scale, (other ? compared.scene() : file.scene).selection);
  return other ? compared.joint_of_a(joint) : joint;
}

int PanePick::joint(const OpenFile& file, FileComparison& compared, const ViewFraming& framing,
                    const vec2& pixel, float scale) {
  const ViewSettings& view = file.scene.view;
  const int joint = view.skeleton ? bone(file, compared, framing, pixel, scale) : -1;
  if (joint >= 0 || !view.surface) return joint;
  const auto hit = surface(file, compared, framing, pixel, When::Now);
  if (!hit) return -1;
  return framing.pane_other() ? compared.joint_of_a(hit->joint) : hit->joint;
}

}  // namespace bindpose::app
