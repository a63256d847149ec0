#include "io/text/scene_json.h"

#include <cstring>
#include <nlohmann/json.hpp>

#include "io/io_fixture.h"
#include "io/text/json_text.h"

namespace bindpose::tests::scene_json_test {
namespace {

using Json = nlohmann::json;

mat4 matrix_of(const Json& rows) {
  mat4 m;
  for (int r = 0; r < 4; ++r) {
    for (int c = 0; c < 4; ++c) {
      m[c][r] = rows.at(static_cast<std::size_t>(r)).at(static_cast<std::size_t>(c)).get<float>();
    }
  }
  return m;
}

TEST(InfoJson, HasEveryKey) {
  const auto model = small_model();
  model->meshes[1].file_binding.skin.skinned = false;
  model->meshes[1].file_binding.skin.bind_residual = std::numeric_limits<float>::quiet_NaN();
  const std::string text = info_json(*model);
  const Json j = Json::parse(text);
  EXPECT_EQ(text.find("nan"), std::string::npos);
  EXPECT_EQ(j["model"], "small.glb");
  EXPECT_EQ(j["format"], "glTF 2 (binary)");
  EXPECT_EQ(j["meshes"][0], Json({{"name", "body part"},
                                  {"vertices", 7},
                                  {"triangles", 5},
                                  {"joints", 2},
                                  {"max_influences", 2},
                                  {"unweighted", 0},
                                  {"unnormalised", 0},
                                  {"node", "root"},
                                  {"skinned", true},
                                  {"bind_residual", 0.0}}));
  EXPECT_EQ(j["meshes"][1]["joints"], 0);
  EXPECT_TRUE(j["meshes"][1]["bind_residual"].is_null());
  EXPECT_EQ(j["joints"][0], Json({{"name", "root"},
                                  {"parent", nullptr},
                                  {"is_joint", true},
                                  {"has_weight", true},
                                  {"human_bone", "hips"}}));
  EXPECT_EQ(j["joints"][1]["parent"], "root");
  EXPECT_EQ(j["joints"][1]["name"], "Ärm \"L\"");
  EXPECT_EQ(j["clips"][0]["name"], "walk");
  EXPECT_EQ(j["clips"][0]["duration"].get<double>(), 1.0 / 3.0);
  EXPECT_EQ(j["materials"][0], Json({{"name", "skin"}, {"texture", "skin.png"}}));
  EXPECT_EQ(j["report"][0]["severity"], "warning");
  EXPECT_EQ(j["report"][0]["place"], "mesh hat");
}

TEST(InfoJson, EmptyModelHasEmptyLists) {
  const Json j = Json::parse(info_json(Model{}));
  for (const char* key : {"meshes", "joints", "clips", "materials", "report"}) {
    EXPECT_TRUE(j.at(key).is_array() && j.at(key).empty()) << key;
  }
}

TEST(InfoJson, NamesThatAreNotUtf8AreMended) {
  auto model = small_model();
  model->name = "caf\xe9.fbx";
  EXPECT_EQ(Json::parse(info_json(*model))["model"], "caf\xef\xbf\xbd.fbx");
}

TEST(InfoJson, TellsWhatAWorkspaceMarks) {
  auto model = small_model();
  model->clips[0].rate = 24.0;
  Document document(make_scene(model));
  EXPECT_TRUE(marks_of(document.scene()).empty());
  EXPECT_FALSE(Json::parse(info_json(*model)).contains("marks"));
  document.apply({LockJoints{{0}, true}});
  document.apply({HideJoints{{1}, true}});
  const std::vector<std::string> marks = marks_of(document.scene());
  ASSERT_EQ(marks.size(), 2u);
  Document again(make_scene(model));
  for (const std::string& text : marks) {
    std::string error;
    const auto edit = parse_edit(text, *model, error);
    ASSERT_TRUE(edit) << error;
    again.apply({*edit});
  }
  EXPECT_EQ(again.scene().marks, document.scene().marks);
  const Json info = Json::parse(info_json(*model, marks));
  EXPECT_EQ(info["marks"], Json(marks));
  EXPECT_EQ(info["clips"][0]["rate"], 24.0);
  EXPECT_FALSE(info["clips"][1].contains("rate"));
  EXPECT_NE(info_text(*model, marks).find("\nMarks\n  "), std::string::npos);
}

TEST(InfoText, IsForAPerson) {
  auto model = small_model();
  model->skeleton.file_flags.has_weight[1] = 0;
  model->report[0].message = "bad\x1b[31m escape.";
  const std::string text = info_text(*model);
  EXPECT_NE(text.find("small.glb  glTF 2 (binary)\n"), std::string::npos);
  EXPECT_NE(text.find("2 joints, 12 vertices, 8 triangles, 3 clips"), std::string::npos);
  EXPECT_NE(text.find("  root  [hips]\n    Ärm \"L\"  (no weights)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("0.33 s"), std::string::npos);
  EXPECT_NE(text.find("warning  mesh hat: bad?[31m escape."), std::string::npos) << text;
  EXPECT_EQ(text.find('\x1b'), std::string::npos) << "a file must not steer the terminal";
  EXPECT_NE(info_text(Model{}).find("nothing to report"), std::string::npos);
}

TEST(MatricesJson, ReadsBackExactly) {
  const Scene scene = posed_scene();
  const PosedScene posed = evaluate(scene);
  const Json j = Json::parse(matrices_json(scene, posed));
  EXPECT_EQ(j["model"], "small.glb");
  EXPECT_EQ(j["pose"], Json({{"base", "rest"}, {"clip", nullptr}, {"time", 0.0}}));
  for (std::size_t k = 0; k < 2; ++k) {
    const Json& joint = j["joints"][k];
    EXPECT_EQ(matrix_of(joint["L"]), posed.base_local[k]);
    EXPECT_EQ(matrix_of(joint["Ul"]), scene.pose.user_local[k]);
    EXPECT_EQ(matrix_of(joint["W"]), posed.world[k]);
    for (int c = 0; c < 3; ++c) {
      EXPECT_EQ(joint["position"][static_cast<std::size_t>(c)].get<float>(), posed.world[k][3][c]);
    }
    const Json& slot = j["skins"][1]["joints"][k];
    EXPECT_EQ(slot["joint"], joint["name"]);
    EXPECT_EQ(matrix_of(slot["T"]), posed.palette[1][k]);
    EXPECT_EQ(matrix_of(slot["B"]), binding_of(scene, 1).skin.bind[k]);
  }
  EXPECT_EQ(j["joints"][0]["parent"], nullptr);
  EXPECT_EQ(j["skins"][1]["mesh"], "hat");
}

TEST(MatricesJson, TheFilesInverseBindActsOnTheFilesPoints) {
  auto model = small_model();
  Skin& skin = model->meshes[0].file_binding.skin;
  skin.mesh_to_bind[3] = vec4(1.0f, 2.0f, 3.0f, 1.0f);
  skin.inverse_bind[0] = mat4(2.0f);
  skin.inverse_bind[0][3][3] = 1.0f;
  const Scene scene = make_scene(model);
  const Json j = Json::parse(matrices_json(scene, evaluate(scene)));
  const mat4 stored = matrix_of(j["skins"][0]["joints"][0]["inverse_bind"]);
  EXPECT_EQ(vec3(stored[3]), vec3(2.0f, 4.0f, 6.0f));
  EXPECT_EQ(matrix_of(j["skins"][0]["mesh_to_bind"]), skin.mesh_to_bind);
}

TEST(ShortNumber, IsTheFloatWithFewDigits) {
  EXPECT_EQ(Json(shortest_double(0.1f)).dump(), "0.1");
  EXPECT_EQ(static_cast<float>(shortest_double(1.0f / 3.0f)), 1.0f / 3.0f);
  EXPECT_LE(Json(shortest_double(1.0f / 3.0f)).dump().size(), 11u);
}

TEST(CleanUtf8, ReplacesJustWhatIsWrong) {
  const std::string mark = "\xef\xbf\xbd";
  EXPECT_EQ(clean_utf8("a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"),
            "a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
  EXPECT_EQ(clean_utf8("\x80z"), mark + "z");
  EXPECT_EQ(clean_utf8("\xc3"), mark);
  EXPECT_EQ(clean_utf8("\xc0\xaf"), mark + mark);
  EXPECT_EQ(clean_utf8("\xed\xa0\x80"), mark + mark + mark);
  EXPECT_EQ(clean_utf8("\xf4\x90\x80\x80"), mark + mark + mark + mark);
}

class PoseFiles : public FolderTest {
 protected:
  std::filesystem::path file() const { return folder_ / "pose.json"; }
};

TEST_F(PoseFiles, RoundTripExactly) {
  Scene scene = posed_scene();
  for (int clip : {0, 1, 2}) {
    for (BasePose base : {BasePose::Bind, BasePose::Rest, BasePose::Clip}) {
      scene.pose.base = base;
      scene.pose.clip = clip;
      scene.pose.time = 0.1 + 1.0 / 7.0;
      write_pose(scene, file());
      const PoseFile back = read_pose(*scene.model, file());
      EXPECT_TRUE(back.notes.empty());
      EXPECT_EQ(back.pose.base, base);
      EXPECT_EQ(back.pose.clip, clip);
      EXPECT_EQ(back.pose.time, scene.pose.time);
      EXPECT_EQ(back.pose.user_local, scene.pose.user_local);
    }
  }
  const Json j = Json::parse(read_all(file()));
  EXPECT_EQ(j["bindpose_pose"], 1);
  EXPECT_EQ(j["joints"].size(), 1u) << "untouched joints are left out";
}

TEST_F(PoseFiles, WhatTheModelLacksIsSaid) {
  write_all(file(), R"({"bindpose_pose": 1, "base": "clip", "clip": "dance", "joints": {
    "tail": [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]],
    "root": [[1,0,0,5],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}})");
  const PoseFile back = read_pose(*small_model(), file());
  ASSERT_EQ(back.notes.size(), 2u);
  EXPECT_NE(back.notes[0].find("dance"), std::string::npos);
  EXPECT_NE(back.notes[1].find("tail"), std::string::npos);
  EXPECT_EQ(back.pose.base, BasePose::Rest);
  EXPECT_EQ(back.pose.user_local[0][3][0], 5.0f);
}

TEST_F(PoseFiles, KeepHowTheClipIsFaded) {
  Scene scene = posed_scene();
  scene.pose.base = BasePose::Clip;
  scene.pose.clip = 0;
  for (const ClipFade fade : {ClipFade{1, 0.35f, FadeBy::Phase}, ClipFade{2, 1.0f, FadeBy::Time}}) {
    scene.pose.timeline.fade = fade;
    write_pose(scene, file());
    EXPECT_EQ(read_pose(*scene.model, file()).pose.timeline.fade, fade);
  }
  const Json shown = Json::parse(matrices_json(scene, evaluate(scene)));
  EXPECT_EQ(shown["pose"]["fade"], Json({{"into", 2}, {"factor", 1.0}, {"by", "time"}}));
  write_all(file(), R"({"bindpose_pose": 1, "base": "clip", "clip": "walk",
    "fade": {"into": "dance", "factor": 0.5}})");
  const PoseFile back = read_pose(*scene.model, file());
  EXPECT_FALSE(back.pose.timeline.fade);
  ASSERT_EQ(back.notes.size(), 1u);
  EXPECT_NE(back.notes[0].find("dance"), std::string::npos);
}

TEST_F(PoseFiles, TimeIsClampedToTheClip) {
  write_all(file(), R"({"bindpose_pose": 1, "base": "clip", "clip": "wave", "time": 99})");
  EXPECT_EQ(read_pose(*small_model(), file()).pose.time, 2.0);
}

TEST_F(PoseFiles, EachDefectIsNamed) {
  const std::string rows = "[1,0,0,0],[0,1,0,0],[0,0,1,0]";
  const std::string open = R"({"bindpose_pose": 1, "joints": )";
  const std::pair<std::string, const char*> cases[] = {
      {"", "line 1 is not valid JSON"},
      {"{\n\"a\": 1,\n oops", "line 3 is not valid JSON"},
      {"[1, 2]", "no pose"},
      {"{}", "no pose"},
      {"7", "no pose"},
      {R"({"bindpose_pose": 2})", "later version"},
      {R"({"bindpose_pose": "1"})", "later version"},
      {R"({"bindpose_pose": 1, "base": "sit"})", "base"},
      {R"({"bindpose_pose": 1, "base": 3})", "base"},
      {R"({"bindpose_pose": 1, "base": "clip"})", "clip"},
      {R"({"bindpose_pose": 1, "clip": [1]})", "clip"},
      {R"({"bindpose_pose": 1, "clip": -1})", "clip"},
      {R"({"bindpose_pose": 1, "time": "soon"})", "time"},
      {R"({"bindpose_pose": 1, "fade": "wave"})", "no clip to fade into"},
      {R"({"bindpose_pose": 1, "fade": {"into": 1}})", "from 0 to 1"},
      {R"({"bindpose_pose": 1, "fade": {"into": 1, "factor": 1.5}})", "from 0 to 1"},
      {R"({"bindpose_pose": 1, "fade": {"into": 1, "factor": 1, "by": 2}})", "phase"},
      {R"({"bindpose_pose": 1, "time": 1e999})", "too large"},
      {open + "[]}", "joints"},
      {open + R"({"root": 1}})", "four rows"},
      {open + R"({"root": [)" + rows + "]}}", "four rows"},
      {open + R"({"root": [)" + rows + ",[0,0,1]]}}", "four numbers"},
      {open + R"({"root": [)" + rows + ",[0,0,0,true]]}}", "not a number"},
      {open + R"({"root": [)" + rows + ",[0,0,0,null]]}}", "not a number"},
      {open + R"({"root": [)" + rows + ",[0,0,1,1]]}}", "0 0 0 1"},
      {open + R"({"root": [[1e39,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}})", "too large"},
      {open + R"({"root": [[1,0,0,0],[0,-1e39,0,0],[0,0,1,0],[0,0,0,1]]}})", "too large"},
      {std::string(1000, '['), "nested"},
      {"{\"bindpose_pose\": 1, \"x\": \"\xff\"}", "not valid JSON"},
  };
  const auto model = small_model();
  for (const auto& [text, says] : cases) {
    write_all(file(), text);
    const std::string sentence = sentence_of([&] { read_pose(*model, file()); });
    EXPECT_NE(sentence.find(says), std::string::npos) << text << "\n" << sentence;
    EXPECT_NE(sentence.find("pose.json"), std::string::npos) << sentence;
    EXPECT_TRUE(sentence.ends_with(".")) << sentence;
  }
  EXPECT_NE(sentence_of([&] { read_pose(*model, folder_ / "none.json"); }).find("no such file"),
            std::string::npos);
  write_all(file(), std::string((std::size_t{1} << 25) + 1, ' '));
  EXPECT_NE(sentence_of([&] { read_pose(*model, file()); }).find("32 MiB"), std::string::npos);
}

}  // namespace
}  // namespace bindpose::tests::scene_json_test
