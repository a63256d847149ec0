// A slot is a place in the skin of one mesh, and no number of a joint: what comes of mixing them
// up.
#include "math/numbers.h"
#include "scene/numbers/mistake_kinds.h"

namespace bindpose {

namespace {

// B_j of the bind pose, for a joint that the mesh's skin does not name.
dmat4 bound_world(const RigInputs& in, int joint) {
  dmat4 out(1.0);
  for (int j = joint; j >= 0; j = in.parent[idx(j)]) out = in.bind_local[idx(j)] * out;
  return out;
}

// The first slot of that mesh; -1: it has none.
int first_slot(const RigInputs& in, int mesh) {
  for (std::size_t s = 0; s < in.slot.size(); ++s) {
    if (in.slot[s].mesh == mesh) return static_cast<int>(s);
  }
  return -1;
}

// W of the joint with the slot's number; `bind_too`: and its B, as where a list of T by joint is
// taken for the palette.
void slots_as_joints(RigInputs& in, bool bind_too) {
  const RigInputs right = in;
  for (RigSlot& slot : in.slot) {
    const int joint = slot.slot;
    if (joint >= static_cast<int>(in.parent.size())) continue;
    slot.joint = joint;
    if (!bind_too) continue;
    const std::size_t at = static_cast<std::size_t>(&slot - in.slot.data());
    in.bind[at] = bound_world(right, joint);
    for (std::size_t s = 0; s < right.slot.size(); ++s) {
      if (right.slot[s].mesh == slot.mesh && right.slot[s].joint == joint)
        in.bind[at] = right.bind[s];
    }
  }
}

// The slot with the joint's number, where the skin has that many.
void joints_as_slots(RigInputs& in) {
  const RigInputs right = in;
  for (std::size_t s = 0; s < right.slot.size(); ++s) {
    const RigSlot& slot = right.slot[s];
    const auto other = idx(first_slot(right, slot.mesh) + slot.joint);
    if (other >= right.slot.size() || right.slot[other].mesh != slot.mesh) continue;
    in.slot[s].joint = right.slot[other].joint;
    in.bind[s] = right.bind[other];
  }
}

// W of the joint above.
void parents_as_joints(RigInputs& in) {
  for (RigSlot& slot : in.slot) {
    if (const int p = in.parent[idx(slot.joint)]; p >= 0) slot.joint = p;
  }
}

}  // namespace

void add_slots(std::vector<RigMistake>& list) {
  list.push_back({"slot for joint",
                  "the number of a slot is taken for that of a joint: the palette of a skin has an "
                  "order of its own, and slot s is W of joints[s] of the skin, not of joint s",
                  [](RigInputs& in) { slots_as_joints(in, false); }});
  list.push_back({"slot for joint",
                  "the number of a slot is taken for that of a joint: T stands in the order of the "
                  "joints where that of the skin's slots belongs",
                  [](RigInputs& in) { slots_as_joints(in, true); }});
  list.push_back({"joint for slot",
                  "the number of a joint is taken for that of a slot: weights name places in the "
                  "palette of their skin, not joints",
                  joints_as_slots});
  list.push_back({"parent's W",
                  "W of the parent stands where the joint's own belongs: T_j = W_p B_j^-1 in place "
                  "of W_j B_j^-1 (L_j Ul_j is left out)",
                  parents_as_joints});
}

}  // namespace bindpose
