// The edits that the table of commands promises: their text forms are edits, and do what the
// command does.
#include <algorithm>
#include <sstream>

#include "math/transform.h"
#include "ui/commands/commands.h"
#include "ui/harness.h"

namespace bindpose::ui::testing::command_text_test {
namespace {

// With keys of the joint that is selected.
std::shared_ptr<Model> keyed_rig() {
  auto model = make_rig();
  JointTrack track;
  track.joint = 2;
  track.factors.resize(1);
  track.factors[0].fallback = decompose(model->skeleton.rest_local[2]);
  track.factors[0].rotation = {{0.5, 1.5}, {quat(1, 0, 0, 0), quat(1, 0, 0, 0)}};
  model->clips[0].tracks.push_back(track);
  // Rest pose and the file's table of the bind pose are apart from how joints are bound.
  Skeleton& s = model->skeleton;
  PoseTable table{std::vector<mat4>(s.parent.size(), mat4(1.0f)),
                  std::vector<std::uint8_t>(s.parent.size(), 1),
                  {}};
  for (int m = 0; m < static_cast<int>(model->meshes.size()); ++m) table.mesh.push_back(m);
  for (std::size_t j = 0; j < s.parent.size(); ++j) {
    s.rest_local[j] = s.rest_local[j] * glm::translate(mat4(1.0f), vec3(0.0f, 0.01f, 0.0f));
    table.world[j][3] = vec4(0.1f, float(j), 0.0f, 1.0f);
  }
  model->pose_tables.push_back(std::move(table));
  return model;
}

class CommandTextWidget : public WidgetTest {
 protected:
  CommandTextWidget() : WidgetTest(keyed_rig()) {}
  // "view show weights|shaded": both texts; names and numbers in capitals as they are after the
  // command.
  std::vector<std::string> texts(const CommandInfo& command) {
    std::vector<std::string> out{""};
    std::istringstream words(command.text);
    for (std::string word; words >> word;) {
      std::vector<std::string> longer;
      std::istringstream parts(word);
      for (std::string part; std::getline(parts, part, '|');) {
        for (const std::string& begun : out) {
          longer.push_back(begun + (begun.empty() ? "" : " ") + meant(part));
        }
      }
      out = longer;
    }
    return out;
  }
  std::string meant(const std::string& word) {
    // What hides the joint lets it go; prepare() has selected the spine.
    const int joint = scene().selection.joint;
    if (word == "JOINT" && joint < 0) return "spine";
    if (word == "JOINT") return model_->skeleton.name[static_cast<std::size_t>(joint)];
    if (word == "N") return std::to_string(scene().view.limit);
    const auto& range = scene().pose.timeline.range;
    const auto exact = [](double number) {
      std::ostringstream text;
      text.precision(17);
      text << number;
      return text.str();
    };
    if (word == "FROM" && range) return exact(range->from);
    if (word == "TO" && range) return exact(range->to);
    if (word == "LEAST" || word == "FACTOR" || word == "WEIGHT") return "0.5";
    if (word == "TIMES") return "1";
    return word == "SECONDS" ? exact(scene().pose.time) : word;
  }
  // Something to select, to take back, to play and to step in.
  void prepare(const CommandInfo& command) {
    document_ = Document(make_scene(model_));
    document_.apply({SetSelection{joint("spine")}});
    document_.apply({TransformJoint{joint("spine"), TransformJoint::Rotate, {0.25f, 0, 0.5f}}});
    const bool to_clip = command.command == Command::BaseClip;
    if (!to_clip) document_.apply({SetBasePose{BasePose::Clip, 0}});
    if (!to_clip) document_.apply({SetTime{1.0}});
    if (command.command == Command::DropClip) document_.apply({BakeClip{"NAME"}});
    if (command.command == Command::RangeAll) document_.apply({SetRange{TimeRange{0.25, 1.5}}});
    ViewSettings view = scene().view;  // other than the command would have it
    if (command.command == Command::Rotate) view.gizmo_mode = GizmoMode::Scale;
    if (command.command == Command::ShowShaded) view.show = Show::Joints;
    if (command.command == Command::ReleaseAll) document_.apply({HoldJoints{{joint("spine")}}});
    if (command.command == Command::UnlockAll) document_.apply({LockJoints{{joint("hips")}, true}});
    if (command.command == Command::ShowAll) document_.apply({HideJoints{{joint("hand.L")}, true}});
    if (command.command == Command::ShowApart) other_ = Document(make_scene(make_rig()));
    if (command.command == Command::UnlockWeights)
      document_.apply({LockJoints{{joint("hips")}, true, true}});
    if (std::string_view(command.text).starts_with("vertices")) {
      VertexLists lists(model_->meshes.size());
      lists[0] = {0, 1};
      document_.apply({SelectVertices{chosen_vertices(lists)}});
    }
    document_.apply({SetView{view}});
    if (std::string_view(command.name).starts_with("draft-") &&
        command.command != Command::DraftMode && command.command != Command::DraftOfModel) {
      for (const float x : {-3.0f, 3.0f, 0.0f}) {
        const char* name = x < 0.0f ? "r" : x > 0.0f ? "l" : "spine";
        document_.apply({EditDraft{{DraftChange::Add, name, {}, vec3(x, 1, 0)}}});
      }
    }
    state_.of_model.draft.selected = "spine";
    for (int i = 0; i < 3; ++i) step();
  }
  void run(const CommandInfo& command) {
    const Binding& key = command.keys[0];
    if (key.key == Key::None) {
      std::string_view menus = command.menu;
      while (!menus.empty()) {  // "Weights > Mend": one after the other
        const std::size_t end = std::min(menus.find(" > "), menus.size());
        click("menu:" + std::string(menus.substr(0, end)));
        step();
        menus.remove_prefix(std::min(end + 3, menus.size()));
      }
      click(std::string("menu:") + command.label);
      return;
    }
    std::vector<Key> held;
    if ((key.modifiers & kCtrl) != 0) held.push_back(Key::LeftCtrl);
    if ((key.modifiers & kShift) != 0) held.push_back(Key::LeftShift);
    if ((key.modifiers & kAlt) != 0) held.push_back(Key::LeftAlt);
    press_key(key.key, held);
  }
};

std::vector<std::vector<mat4>> binds(const Scene& scene) {
  std::vector<std::vector<mat4>> out;
  for (const BoundMesh& b : bound_meshes(scene)) out.push_back(b.skin.bind);
  return out;
}

bool same(const Scene& a, const Scene& b) {
  const auto draft = [](const Scene& s) { return s.draft ? *s.draft : SkeletonDraft{{{"none"}}}; };
  return draft(a) == draft(b) && a.model->bind_local == b.model->bind_local &&
         binds(a) == binds(b) && a.view == b.view && a.selection.joint == b.selection.joint &&
         a.pose.base == b.pose.base && a.pose.clip == b.pose.clip && a.pose.time == b.pose.time &&
         a.playback == b.playback && a.added_clips.size() == b.added_clips.size() &&
         a.pose.user_local == b.pose.user_local && a.held == b.held && a.marks == b.marks &&
         a.mesh_hidden == b.mesh_hidden && a.pose.timeline == b.pose.timeline &&
         a.selection.vertices == b.selection.vertices;
}

TEST_F(CommandTextWidget, DoesWhatTheCommandDoes) {
  std::size_t checked = 0;
  for (const CommandInfo& command : command_table()) {
    if (*command.text == '\0') continue;
    prepare(command);
    const Document before = document_;
    if (std::string_view(command.text).starts_with("mend ")) {
      // What mends do is seen in the window's tests; here there is nothing to mend.
      for (const std::string& text : texts(command)) {
        std::string error;
        EXPECT_TRUE(parse_edit(text, before.scene(), error)) << text << ": " << error;
      }
      continue;
    }
    run(command);
    EXPECT_FALSE(same(before.scene(), scene())) << command.name << " does nothing here";
    bool found = false;
    for (const std::string& text : texts(command)) {
      std::string error;
      const auto edit = parse_edit(text, before.scene(), error);
      ASSERT_TRUE(edit) << command.name << ": " << text << ": " << error;
      Document by_text = before;
      by_text.apply({*edit});
      found = found || same(by_text.scene(), scene());
    }
    EXPECT_TRUE(found) << command.name << " does something else than " << command.text;
    ++checked;
  }
  EXPECT_GT(checked, 30u);
}

}  // namespace
}  // namespace bindpose::ui::testing::command_text_test
