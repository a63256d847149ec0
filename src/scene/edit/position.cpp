// What of a document's history is work that is lost where it is not saved.
#include "scene/edit/edit.h"

namespace bindpose {

std::uint64_t Document::position_at_start() const {
  // Another base pose is a way to look at the model, no work.
  const auto is_work = [](const Delta& d) {
    return !d.joint.empty() || !d.channel.empty() || !d.weights.empty() || d.clips_changed ||
           d.draft_changed || d.scene_before;
  };
  // What is hidden or locked is work as long as it is: what was hidden and shown again is none.
  const Marked* now = nullptr;
  const Delta* marked = nullptr;  // the step that made the marks what they are now
  for (auto d = undo_.rbegin(); d != undo_.rend(); ++d) {
    if (is_work(*d)) return marked != nullptr ? marked->id : d->id;
    if (!d->marks_changed) continue;
    if (now == nullptr) now = &d->marks_after;
    if (marked == nullptr) marked = &*d;
    if (d->marks_before == *now) marked = nullptr;
  }
  return marked != nullptr ? marked->id : base_id_;
}

}  // namespace bindpose
