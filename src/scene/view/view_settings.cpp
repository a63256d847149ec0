#include "scene/view/view_settings.h"

#include <algorithm>
#include <cmath>

namespace bindpose {

void keep_in_bounds(ViewSettings& view, const ViewSettings& before) {
  using V = ViewSettings;
  const auto bound = [&](float V::*setting, float least, float most) {
    const float x = view.*setting;
    view.*setting = std::isfinite(x) ? std::clamp(x, least, most) : before.*setting;
  };
  bound(&V::mix, 0.0f, 1.0f);
  bound(&V::mush_lambda, 0.0f, 1.0f);
  view.mush_steps = std::clamp(view.mush_steps, 0, kMostMushSteps);
  bound(&V::walker_at, 0.0f, kMostStages);
  bound(&V::sweep_from, -360.0f, 360.0f);
  bound(&V::sweep_to, -360.0f, 360.0f);
  bound(&V::section_at, 0.0f, 1.0f);
}

bool is_other_surface(const ViewSettings& a, const ViewSettings& b) {
  return a.mix != b.mix || a.mush_steps != b.mush_steps || a.mush_lambda != b.mush_lambda;
}

}  // namespace bindpose
