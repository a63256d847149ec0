#include "scene/edit/mend/mend_account.h"

#include "math/numbers.h"
#include "scene/edit/text/edit_words.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

// What was done to so many vertices.
std::string done_to(const Scene& scene, const Mend& mend, const std::string& n) {
  const auto joint = [&] { return scene.model->skeleton.name[idx(mend.joint)]; };
  const std::string side = mend.to_left ? "left" : "right";
  switch (mend.kind) {
    case Mend::Normalise:
      return "Set the stored sum of " + n + " to 1; nothing moves";
    case Mend::Clean:
      return "Left weights out of " + n + " for good that the file had broken; nothing moves";
    case Mend::Prune:
      return "Pruned weights below " + words::told_number(mend.amount) + " from " + n;
    case Mend::Limit:
    case Mend::LimitFit:
      return "Limited " + n + " to " + counted_influences(idx(mend.n));
    case Mend::Fill:
      return "Filled " + n + " from around them";
    case Mend::Smooth:
      return "Smoothed the weights of " + n;
    case Mend::MirrorPlace:
    case Mend::MirrorTopology:
      return "Mirrored weights onto " + n + " of the " + side + " side and the middle";
    case Mend::Everything:  // these say more: mend_all.h, mend_regions.h
    case Mend::Islands:
    case Mend::Leaks:
    case Mend::Jumps:
    case Mend::OneSided:
      return "Mended " + n;
    case Mend::Average:
      return "Gave " + n + " their mean weights";
    case Mend::SetRow:
      return "Pasted weights to " + n;
    case Mend::SetJoint:
      return "Set the weight of " + joint() + " to " + words::told_number(mend.amount) + " in " + n;
    case Mend::ScaleJoint:
      return "Scaled the weight of " + joint() + " by " + words::told_number(mend.amount) + " in " +
             n;
  }
  return "";
}

// Why nothing was done.
std::string nothing_to_do(const Scene& scene, const Mend& mend) {
  const auto joint = [&] { return scene.model->skeleton.name[idx(mend.joint)]; };
  switch (mend.kind) {
    case Mend::Normalise:
      return "Nothing to normalise: all stored sums are 1.";
    case Mend::Clean:
      return "Nothing to leave out: no weight is broken in the file that is not mended already.";
    case Mend::Prune:
      return "Nothing to prune: no weight is below " + words::told_number(mend.amount) + ".";
    case Mend::Limit:
    case Mend::LimitFit:
      return "Nothing to limit: no vertex has more than " + counted_influences(idx(mend.n)) + ".";
    case Mend::Fill:
      return "Nothing to fill: all vertices have weights.";
    case Mend::SetJoint:
    case Mend::ScaleJoint:
      if (mend.kind == Mend::SetJoint && mend.amount > 0.0) break;
      return "Nothing changes: no weight of " + joint() +
             " can go to another joint here. The vertices have none of it, or follow it alone; "
             "then "
             "give them weight of another joint first.";
    default:
      break;
  }
  return "Nothing changes: the weights are so already.";
}

std::string what_was_left(const Mend& mend, std::size_t n) {
  if (n == 0) return "";
  const bool one = n == 1;
  const std::string who = counted_vertices(n) + (one ? " stays: " : " stay: ");
  switch (mend.kind) {
    case Mend::Fill:
      return who + "no vertex has weights that " + (one ? "it" : "they") + " could take.";
    case Mend::MirrorPlace:
      return who + "nothing on the other side is surely " + (one ? "its own." : "theirs.");
    case Mend::MirrorTopology:
      return who + "the triangles of the two sides do not match there.";
    default:
      return who + "locked joints leave no room.";
  }
}

}  // namespace

std::string account_of(const Scene& scene, const Mend& mend, const MendTally& tally) {
  const std::string left = what_was_left(mend, tally.left);
  if (tally.changed == 0) return left.empty() ? nothing_to_do(scene, mend) : left;
  std::string text = done_to(scene, mend, counted_vertices(tally.changed));
  const bool limits = mend.kind == Mend::Limit || mend.kind == Mend::LimitFit;
  if (limits || mend.kind == Mend::Prune) text += cost_words(scene, tally.cost);
  if (mend.kind == Mend::LimitFit && tally.cost_of_cutting.metres > tally.cost.metres) {
    text += " (" + distance_words(tally.cost_of_cutting.metres) + " by largest weights)";
  }
  return text + "." + (left.empty() ? "" : " " + left);
}

}  // namespace bindpose
