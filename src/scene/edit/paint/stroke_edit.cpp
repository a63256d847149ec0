// A stroke of a brush in a document, while it goes on.
#include <algorithm>

#include "scene/edit/edit.h"

namespace bindpose {

// Whether the edit is a stroke that goes on; then what is new of it is written.
bool Document::paint_on(const Edit& edit) {
  const auto* e = edit.as<PaintWeights>();
  if (e == nullptr || !e->made || e->made != painting_) return false;
  // Where a skin takes one more joint in, the stroke is taken back and written as a whole.
  if (!std::ranges::equal(painting_->delta.growth, painted_growth_, {}, &WeightDelta::Growth::joint,
                          &WeightDelta::Growth::joint)) {
    return false;
  }
  apply_rows(painting_->delta, painting_->fresh, scene_);
  if (!painting_->delta.empty()) {  // the first dab may have changed nothing
    scene_.reach = painting_->delta.reach_after.of;
    scene_.reach_edited = painting_->delta.reach_after.edited;
  }
  note_painted();
  return true;
}

void Document::note_painted() {
  painted_growth_ = painting_->delta.growth;
  painted_rows_ = painting_->delta.rows.size();
}

WeightDelta Document::painted_so_far() const {
  WeightDelta out;
  out.growth = painted_growth_;
  out.reach_before = painting_->delta.reach_before;
  out.reach_after = painting_->delta.reach_after;
  const auto& rows = painting_->delta.rows;
  const auto n = static_cast<std::ptrdiff_t>(std::min(painted_rows_, rows.size()));
  out.rows.assign(rows.begin(), rows.begin() + n);
  return out;
}

}  // namespace bindpose
