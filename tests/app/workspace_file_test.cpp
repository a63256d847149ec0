#include "io/workspace/workspace.h"

#include <nlohmann/json.hpp>

#include "io/io_fixture.h"
#include "scene/edit/edit.h"
#include "scene/probe.h"
#include "scene/weight_problems.h"

namespace bindpose::tests::workspace_test {
namespace {

using Json = nlohmann::json;

class Workspaces : public FolderTest {
 protected:
  void SetUp() override {
    FolderTest::SetUp();
    model_ = small_model();
    model_->path = (folder_ / "models" / "small.glb").string();
    std::filesystem::create_directories(folder_ / "models");
    write_all(model_->path, "the model's bytes");
    document_ = Document(make_scene(model_));
  }
  std::filesystem::path file() const { return folder_ / "work.bindpose"; }
  void edit(const std::string& text) {
    std::string error;
    const auto parsed = parse_edit(text, *model_, error);
    ASSERT_TRUE(parsed) << error;
    document_.apply({*parsed});
  }
  void save(const Json* keep = nullptr) { write_workspace({document_.scene()}, file(), keep); }
  RestoredWorkspace opened(std::shared_ptr<const Model> model = nullptr) {
    return restore_workspace(read_workspace(file()), model ? model : model_);
  }
  Json json() { return Json::parse(read_all(file())); }
  std::string name(int joint) const {
    std::string quoted = "\"";
    for (const char c : model_->skeleton.name[static_cast<std::size_t>(joint)]) {
      if (c == '"') quoted += '\\';
      quoted += c;
    }
    return quoted + "\"";
  }

  std::shared_ptr<Model> model_;
  Document document_;
};

void expect_same_weights(const Scene& a, const Scene& b) {
  for (std::size_t m = 0; m < a.model->meshes.size(); ++m) {
    const MeshBinding &x = binding_of(a, m), &y = binding_of(b, m);
    EXPECT_EQ(x.influences.offset, y.influences.offset);
    EXPECT_EQ(x.influences.weight, y.influences.weight);
    EXPECT_EQ(x.influences.raw_weight_sum, y.influences.raw_weight_sum);
    ASSERT_EQ(x.influences.slot.size(), y.influences.slot.size());
    for (std::size_t k = 0; k < x.influences.slot.size(); ++k)
      EXPECT_EQ(x.skin.joint[x.influences.slot[k]], y.skin.joint[y.influences.slot[k]]);
  }
}

TEST_F(Workspaces, BringBackAllThatWasMade) {
  edit("joint " + name(1) + " rotate 12.3 -45 0.7");
  edit("joint " + name(0) + " translate 0.1 0 0");
  edit("base clip");
  edit("time 0.4");
  edit("hide bones " + name(0));  // what is hidden may be selected by name
  edit("select " + name(1) + " " + name(0));
  edit("hold " + name(1));
  edit("pin 0 3");
  edit("mesh 1 hide");
  edit("lock joint " + name(1));
  edit("limit " + name(1) + " 33");
  edit("playback pause ping-pong 0.5");
  edit("timeline rate 24");
  edit("timeline range 0.25 0.75");
  edit(
      "view show dominant hatching on grid off method dqs split 0.3 time seconds curves scale "
      "trail on poses on before 1 after 3 every 12");
  edit("weights 0 2 " + name(0) + " 0.25 " + name(1) + " 0.5");
  WorkspaceContent content{document_.scene()};
  content.camera = WorkspaceCamera{{1.5f, -2.0f, 0.1f}, 3.25f, 0.7f, -0.2f, 2.5f, true};
  write_workspace(content, file());
  const RestoredWorkspace back = opened();
  EXPECT_TRUE(back.notes.empty()) << back.notes.front();
  EXPECT_TRUE(back.complete);
  const Scene &was = document_.scene(), &is = back.scene;
  EXPECT_EQ(is.pose.user_local, was.pose.user_local);
  EXPECT_EQ(is.pose.base, was.pose.base);
  EXPECT_EQ(is.pose.clip, was.pose.clip);
  EXPECT_EQ(is.pose.time, was.pose.time);
  EXPECT_EQ(is.playback, was.playback);
  EXPECT_EQ(is.pose.timeline, was.pose.timeline);
  EXPECT_TRUE(was.pose.timeline.range);
  EXPECT_EQ(is.view, was.view);
  EXPECT_EQ(is.selection.joint, 1);
  EXPECT_EQ(is.selection.also, std::vector<int>{0});
  EXPECT_EQ(is.held, std::vector<int>{1});
  EXPECT_EQ(is.selection.pinned_vertex, (VertexRef{0, 3}));
  EXPECT_TRUE(is_hidden(is, 1));
  EXPECT_FALSE(is_hidden(is, 0));
  EXPECT_TRUE(is_joint_hidden(is, 0) && is_locked(is, 1));
  EXPECT_EQ(is.marks, was.marks);
  expect_same_weights(is, was);
  EXPECT_FLOAT_EQ(binding_of(is, 0).influences.raw_weight_sum[2], 0.75f);
  ASSERT_TRUE(back.camera);
  EXPECT_EQ(back.camera->target, content.camera->target);
  EXPECT_EQ(back.camera->distance, 3.25f);
  EXPECT_EQ(back.camera->roll, 2.5f);
  EXPECT_TRUE(back.camera->orthographic);
}

TEST_F(Workspaces, HaveTheRowsOfWeightsThatWereEditedAndNoOthers) {
  save();
  EXPECT_FALSE(json().contains("weights"));
  edit("weights 0 2 " + name(0) + " 1");
  edit("weights 0 4");
  save();
  const Json weights = json()["weights"];
  ASSERT_EQ(weights.size(), 1u);
  EXPECT_EQ(weights[0]["vertex"], Json({2, 4}));
  EXPECT_EQ(weights[0]["count"], Json({1, 0}));
  expect_same_weights(opened().scene, document_.scene());
}

TEST_F(Workspaces, RememberWhereComputedWeightsComeFrom) {
  edit("bind segments radius 0.8");
  for (const bool edited : {false, true}) {
    if (edited) edit("weights 0 2 " + name(0) + " 1");
    ASSERT_TRUE(document_.scene().reach);
    save();
    const RestoredWorkspace back = opened();
    ASSERT_TRUE(back.scene.reach);
    EXPECT_EQ(back.scene.reach->radii, document_.scene().reach->radii);
    EXPECT_EQ(exact_reach(back.scene) == nullptr, edited);
    expect_same_weights(back.scene, document_.scene());
  }
  // Those that were found by themselves, as those that were given.
  edit("bind segments");
  save();
  const auto& was = document_.scene().reach->segments;
  const Scene again = opened().scene;
  ASSERT_TRUE(exact_reach(again));
  ASSERT_EQ(again.reach->segments.size(), was.size());
  float longest = 0.0f;
  for (std::size_t s = 0; s < was.size(); ++s) {
    EXPECT_EQ(again.reach->segments[s].radius, was[s].radius);
    longest = std::max(longest, was[s].radius);
  }
  EXPECT_GT(longest, 0.0f);
  // Older files do not say whether they were edited.
  edit("weights 0 2 " + name(0) + " 1");
  save();
  Json root = json();
  ASSERT_EQ(root.erase("reach_edited"), 1u);
  std::ofstream(file()) << root;
  EXPECT_TRUE(opened().scene.reach);
  EXPECT_EQ(exact_reach(opened().scene), nullptr);
}

// What is left of the weights may be just what the model shows without being asked.
TEST_F(Workspaces, KeepThatBrokenWeightsWereLeftOutForGood) {
  model_->report.push_back(
      {Severity::Warning, "mesh", "Broken.", -1, 0, {2}, ReportKind::BrokenWeights});
  document_ = Document(make_scene(model_));
  const auto broken = [](const Scene& scene) {
    return vertices_of(scene, {VertexGroup::Broken, 0})[0].size();
  };
  save();
  EXPECT_EQ(broken(opened().scene), 1u);
  edit("mend clean all");
  ASSERT_EQ(broken(document_.scene()), 0u);
  save();
  EXPECT_EQ(broken(opened().scene), 0u);
}

TEST_F(Workspaces, FindTheModelBesideThemOrWhereItWas) {
  save();
  EXPECT_EQ(json()["model"]["path"], "models/small.glb");
  EXPECT_TRUE(read_workspace(file()).model_found);
  // Both moved together.
  std::filesystem::create_directories(folder_ / "b");
  std::filesystem::rename(folder_ / "models", folder_ / "b" / "models");
  std::filesystem::copy_file(file(), folder_ / "b" / "work.bindpose");
  EXPECT_EQ(read_workspace(folder_ / "b" / "work.bindpose").model,
            (folder_ / "b" / "models" / "small.glb").string());
  EXPECT_FALSE(read_workspace(file()).model_found);
  // The workspace moved alone.
  std::filesystem::rename(folder_ / "b" / "models", folder_ / "models");
  EXPECT_EQ(read_workspace(folder_ / "b" / "work.bindpose").model,
            std::filesystem::weakly_canonical(model_->path).string());
}

TEST_F(Workspaces, KeepTheChosenClipUnderAnotherBase) {
  edit("base clip 1");
  edit("time 0.7");
  edit("base rest");
  save();
  const Pose is = opened().scene.pose;
  EXPECT_EQ(is.base, BasePose::Rest);
  EXPECT_EQ(is.clip, 1);
  EXPECT_EQ(is.time, document_.scene().pose.time);
  EXPECT_GT(is.time, 0.0);
}

TEST_F(Workspaces, KeepWhatOthersPutIn) {
  save();
  Json other = json();
  other["notes of the studio"] = {{"by", "anna"}, {"done", {1, 2}}};
  for (const char* part : {"model", "pose"}) other[part]["asset number"] = part;
  other["pose"]["joints"][model_->skeleton.name[0]] = 3;  // a joint, no key of another program
  write_all(file(), other.dump());
  const WorkspaceFile read = read_workspace(file());
  edit("joint " + name(1) + " rotate 0 0 30");
  save(read.json.get());
  EXPECT_EQ(json()["notes of the studio"], other["notes of the studio"]);
  for (const char* part : {"model", "pose"}) EXPECT_EQ(json()[part]["asset number"], part);
  EXPECT_EQ(json()["pose"]["joints"].size(), 1u);
}

TEST_F(Workspaces, SayWhatDoesNotFitTheModelAndKeepTheRest) {
  edit("joint " + name(0) + " rotate 0 0 30");
  edit("joint " + name(1) + " rotate 0 0 40");
  edit("select " + name(1));
  edit("weights 0 2 " + name(1) + " 1");
  save();
  write_all(model_->path, "the model's bytes, and more");
  auto other = std::make_shared<Model>(*model_);
  other->id = ModelId::fresh();
  other->skeleton.name[1] = "renamed";
  other->meshes[0].name = "renamed too";
  const RestoredWorkspace back = opened(other);
  ASSERT_EQ(back.notes.size(), 4u);
  EXPECT_NE(back.notes[0].find("was changed since"), std::string::npos) << back.notes[0];
  EXPECT_NE(back.notes[1].find(model_->skeleton.name[1]), std::string::npos) << back.notes[1];
  EXPECT_NE(back.notes[2].find("no mesh \"body part\""), std::string::npos) << back.notes[2];
  EXPECT_NE(back.notes[3].find(model_->skeleton.name[1]), std::string::npos) << back.notes[3];
  EXPECT_EQ(back.scene.pose.user_local[0], document_.scene().pose.user_local[0]);
  EXPECT_EQ(back.scene.pose.user_local[1], mat4(1.0f));
}

TEST_F(Workspaces, OfALaterVersionAreReadAsFarAsTheyAreUnderstood) {
  edit("joint " + name(0) + " rotate 0 0 30");
  save();
  Json later = json();
  later["bindpose_workspace"] = 7;
  later["state"].push_back("frobnicate 3");
  write_all(file(), later.dump());
  const RestoredWorkspace back = opened();
  ASSERT_EQ(back.notes.size(), 2u);
  EXPECT_FALSE(back.complete);
  EXPECT_NE(back.notes[0].find("later version"), std::string::npos);
  EXPECT_NE(back.notes[1].find("frobnicate"), std::string::npos);
  EXPECT_EQ(back.scene.pose.user_local, document_.scene().pose.user_local);
}

TEST_F(Workspaces, ThatAreBrokenAreRefusedInOneSentence) {
  edit("weights 0 2 " + name(0) + " 1");
  save();
  const Json good = json();
  const auto broken = [&](const char* pointer, const Json& value) {
    Json bad = good;
    bad[Json::json_pointer(pointer)] = value;
    return bad.dump();
  };
  const std::vector<std::pair<std::string, const char*>> cases{
      {"", "line 1"},
      {"{\"a\":\n1", "line 2"},
      {"[1, 2]", "no workspace"},
      {"{}", "no workspace"},
      {R"({"bindpose_workspace": 0})", "no version"},
      {R"({"bindpose_workspace": 1})", "no \"model\""},
      {broken("/model", 3), "\"model\" is no object"},
      {broken("/model/path", 3), "is no path"},
      {broken("/pose", "x"), "\"pose\" is no object"},
      {broken("/pose/base", "x"), "\"base\""},
      {broken("/model", {{"path", "work.bindpose"}}), "a workspace itself"},
      {broken("/state", 1), "no list of edits"},
      {broken("/state/0", 1), "what is no edit"},
      {broken("/weights", 1), "\"weights\" is no list"},
      {broken("/weights/0", 1), "no object"},
      {broken("/weights/0/vertex", 1), "is no list"},
      {broken("/weights/0/vertex", {99}), "past the mesh"},
      {broken("/weights/0/vertex/0", -1), "no number from 0 up"},
      {broken("/weights/0/count", {1, 1}), "do not fit each other"},
      {broken("/weights/0/count/0", 2), "past its lists"},
      {broken("/weights/0/count/0", 0), "leaves entries over"},
      {broken("/weights/0/joint/0", 9), "past its \"joints\""},
      {broken("/weights/0/weight/0", -1.0), "no weight"},
      {broken("/weights/0/weight/0", nullptr), "no weight"},
      {broken("/weights/0/sum/0", 1e300), "no weight"},
      {broken("/weights/0/joints/0", 5), "no name"},
      {std::string(20, '[') + std::string(20, ']'), "nested too deeply"}};
  for (const auto& [text, expected] : cases) {
    write_all(file(), text);
    const std::string sentence = sentence_of([&] { opened(); });
    EXPECT_NE(sentence.find(expected), std::string::npos) << text << "\n" << sentence;
    EXPECT_EQ(sentence.find("The workspace " + file().string()), 0u) << sentence;
  }
  EXPECT_NE(sentence_of([&] { read_workspace(folder_ / "none.bindpose"); }).find("no such file"),
            std::string::npos);
}

TEST_F(Workspaces, ThatCannotBeWrittenLeaveTheOldOneWhole) {
  save();
  const std::string before = read_all(file());
  EXPECT_NE(sentence_of([&] {
              write_workspace({document_.scene()}, folder_ / "no" / "w.bindpose");
            }).find("Cannot write"),
            std::string::npos);
  EXPECT_EQ(read_all(file()), before);
}

TEST_F(Workspaces, ThatAreTooLargeAreSaidToBeByWhatIsLarge) {
  const auto refused = [&](const Json* keep) {
    return sentence_of([&] { write_workspace({document_.scene()}, file(), keep, 100); });
  };
  EXPECT_NE(refused(nullptr).find("written: it would be too large"), std::string::npos);
  Json others;
  others["others"] = std::vector<int>(1000, 7);
  for (int v = 0; v < 6; ++v)
    edit("weights 0 " + std::to_string(v) + " " + name(0) + " 0.25 " + name(1) + " 0.75");
  EXPECT_NE(refused(nullptr).find("with its edited weights it is too large"), std::string::npos);
  EXPECT_NE(refused(&others).find("written: it would be too large"), std::string::npos);
  TrackFactor keys;
  for (int n = 0; n < 500; ++n) {
    keys.translation.time.push_back(0.01 * n);
    keys.translation.value.push_back(vec3(0.5f));
  }
  auto added = std::make_shared<AddedClip>();
  added->clip = {"long", 5.0, {}};
  added->clip.tracks.push_back({0, {keys}});
  document_.apply({TakeClip{{}, {}, {}, false, added}});
  EXPECT_NE(refused(nullptr).find("with its added clips it is too large"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(Workspaces, WeightsThatDoNotAddUpAreMadeTo) {
  edit("weights 0 2 " + name(0) + " 0.5 " + name(1) + " 0.5");
  save();
  Json odd = json();
  odd["weights"][0]["weight"] = {0.2, 0.6};
  write_all(file(), odd.dump());
  const RestoredWorkspace back = opened();
  const Influences& in = binding_of(back.scene, 0).influences;
  EXPECT_FLOAT_EQ(in.weight[in.offset[2]], 0.75f);
  EXPECT_FLOAT_EQ(in.weight[in.offset[2] + 1], 0.25f);
}

TEST_F(Workspaces, KeepWhichFileIsBesideTheModel) {
  WorkspaceContent content{document_.scene()};
  content.compared = (folder_ / "beside" / "other.glb").string();
  write_workspace(content, file());
  EXPECT_EQ(json()["comparison"]["path"], "beside/other.glb");
  EXPECT_EQ(read_workspace(file()).compared, content.compared);  // there or not
  write_workspace({document_.scene()}, file(), &*read_workspace(file()).json);
  EXPECT_EQ(read_workspace(file()).compared, "");  // it is ours: nothing keeps an old one
}

TEST_F(Workspaces, TakeNoEditsForTheirState) {
  save();
  Json odd = json();
  odd["state"] = {"joint " + name(0) + " rotate 0 0 30", "bind segments"};
  write_all(file(), odd.dump());
  const RestoredWorkspace back = opened();
  EXPECT_EQ(back.notes.size(), 2u);
  EXPECT_EQ(back.scene.pose.user_local[0], mat4(1.0f));
  EXPECT_TRUE(back.scene.edited.binding.empty());
}

TEST(WorkspaceNames, EndIn) {
  EXPECT_TRUE(is_workspace("a/b.bindpose"));
  EXPECT_TRUE(is_workspace("B.BINDPOSE"));
  EXPECT_FALSE(is_workspace("b.glb"));
  EXPECT_FALSE(is_workspace("bindpose"));
}

}  // namespace
}  // namespace bindpose::tests::workspace_test
