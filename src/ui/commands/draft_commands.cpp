// Commands of skeletons that are made by hand, and of what joints are bound to.
#include <algorithm>

#include "scene/draft/built_model.h"
#include "scene/edit/draft/draft_edit.h"
#include "scene/pose/given_pose.h"
#include "ui/base/tree_rows.h"
#include "ui/commands/command_groups.h"
#include "ui/draft/bind_doctor_panel.h"
#include "ui/draft/draft_tool.h"

namespace bindpose::ui {

namespace {

using C = Command;
using K = Key;
constexpr const char* kSkeletonMenu = "Edit > Skeleton";

bool can_draft(const Frame& f) {
  return f.model() != nullptr && f.input.lesson == nullptr && !f.model()->meshes.empty();
}
bool is_drafting(const Frame& f) {
  return f.model() != nullptr && f.drafting();
}
bool has_draft_joints(const Frame& f) {
  return is_drafting(f) && !f.scene().draft->joint.empty();
}
bool is_rigged(const Frame& f) {
  return can_draft(f) && !f.drafting() && joint_count(joint_flags(f.scene())) > 0;
}

// That the file has a Pose of a joint that is selected, of any where none is.
bool has_pose(const Frame& f) {
  if (!is_rigged(f)) return false;
  const std::vector<int> joints = selected_joints(f.scene());
  const auto has = [&f](int j) {
    for (std::size_t m = 0; m < f.model()->meshes.size(); ++m) {
      if (find_slot(binding_of(f.scene(), m).skin, j) >= 0 &&
          pose_bind(*f.model(), static_cast<int>(m), j))
        return true;
    }
    return false;
  };
  if (!joints.empty()) return std::ranges::any_of(joints, has);
  return !f.model()->pose_tables.empty();
}

// What happens next is in the Joint tab.
void begin_draft(Frame& f, DraftChange::What what) {
  f.state.of_model.draft = {};
  f.state.of_model.paint.on = false;
  f.state.of_model.vertices.brush = false;
  f.state.right.tab = InspectorTab::Joint;
  f.state.layout.right_open = true;
  f.edit(EditDraft{{what}});
}

template <bool left>
void mirror_draft(Frame& f) {
  DraftChange change{DraftChange::Mirror};
  change.to_left = left;
  change_draft(f, change);
}

std::string bound_so_already(RebindJoints::To to, std::size_t selected) {
  if (to == RebindJoints::WithPoints) return "Nothing to bind: this pose is the bind pose.";
  const char* who = selected == 0 ? "all joints are" : "what is selected is";
  const char* so = to == RebindJoints::Here   ? "here"
                   : to == RebindJoints::Rest ? "as in the rest pose"
                                              : "as in the file's Pose";
  return std::string("Nothing to bind: ") + who + " bound " + so + " already.";
}

template <RebindJoints::To to>
void rebind_joints(Frame& f) {
  RebindJoints edit;
  edit.to = to;
  if (f.selected() >= 0 && to != RebindJoints::WithPoints) {
    edit.joint = f.scene().selection.also;
    edit.joint.push_back(f.selected());
  }
  try {
    edit.made = rebound_model(f.scene(), edit);
  } catch (const std::exception& e) {
    return f.say(e.what());
  }
  if (binds_stay(f.scene(), *edit.made)) return f.say(bound_so_already(to, edit.joint.size()));
  f.edit(edit);
}

constexpr CommandInfo draft_entry(Command command, const char* name, const char* label,
                                  const char* text, bool (*available)(const Frame&),
                                  void (*run)(Frame&)) {
  CommandInfo out;
  out.command = command;
  out.name = name;
  out.group = "Edit";
  out.menu = kSkeletonMenu;
  out.label = label;
  out.text = text;
  out.available = available;
  out.run = run;
  return out;
}

const CommandInfo kDraftCommands[] = {
    {.command = C::DraftMode,
     .name = "draft-skeleton",
     .group = "Edit",
     .menu = kSkeletonMenu,
     .label = "Make one by hand",
     .keys = {{{K::J, kCtrl}}},
     .text = "draft new|none",
     .available = can_draft,
     .is_on = is_drafting,
     .run =
         [](Frame& f) {
           if (f.drafting()) return f.edit(EditDraft{{DraftChange::Discard}});
           // What was made by hand goes on; a file's own skeleton is changed where that is asked
           // for.
           const bool made = f.model()->built && f.model()->built->draft;
           begin_draft(f, made ? DraftChange::Adopt : DraftChange::Begin);
           if (made)
             return f.say("The joints that were built; build again to keep what you change.");
           if (is_rigged(f)) {
             f.say("A new skeleton in place of the one that " + f.model()->name +
                   " has. To change that one: Edit > Skeleton > Change the model's own.");
           }
         }},
    draft_entry(C::DraftOfModel, "draft-of-model", "Change the model's own", "draft from model",
                is_rigged, [](Frame& f) { begin_draft(f, DraftChange::Adopt); }),
    draft_entry(
        C::DraftDelete, "draft-delete", "Delete the joint", "draft delete JOINT",
        [](const Frame& f) { return f.model() && selected_draft_joint(f) >= 0; },
        delete_draft_joint),
    draft_entry(C::DraftMirrorRight, "draft-mirror-right", "Mirror joints to the right",
                "draft mirror to right", has_draft_joints, mirror_draft<false>),
    draft_entry(C::DraftMirrorLeft, "draft-mirror-left", "Mirror joints to the left",
                "draft mirror to left", has_draft_joints, mirror_draft<true>),
    draft_entry(C::DraftBuild, "draft-build", "Build it and compute weights", "", has_draft_joints,
                [](Frame& f) { f.out.requests.build_skeleton = true; }),
    draft_entry(C::RebindHere, "rebind-here", "Bind joints where they are", "rebind here JOINT",
                is_rigged, rebind_joints<RebindJoints::Here>),
    draft_entry(C::RebindRest, "rebind-rest", "Bind joints to the rest pose", "rebind rest JOINT",
                is_rigged, rebind_joints<RebindJoints::Rest>),
    draft_entry(C::RebindPose, "rebind-pose", "Bind joints to the file's Pose", "rebind pose JOINT",
                has_pose, rebind_joints<RebindJoints::Pose>),
    draft_entry(C::BindPoseHere, "bind-pose-here", "Make this pose the bind pose", "bind pose here",
                is_rigged, rebind_joints<RebindJoints::WithPoints>),
    draft_entry(C::ShowDoctor, "bind-doctor", "Bind doctor", "", is_rigged,
                [](Frame& f) {
                  f.state.right.tab = InspectorTab::Joint;
                  f.state.layout.right_open = true;
                  f.state.doctor.open = f.state.doctor.to_it = true;
                }),
    draft_entry(C::BindNext, "bind-next", "Next joint that is bound oddly", "", is_rigged,
                [](Frame& f) {
                  const int joint = next_in_doubt(f);
                  if (joint < 0) return f.say("No joint is.");
                  select_joint(f, joint);
                }),
};

}  // namespace

std::span<const CommandInfo> draft_commands() {
  return kDraftCommands;
}

}  // namespace bindpose::ui
