// Clips taken from other files and baked, written and opened again.
#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>

#include "clips_fixture.h"
#include "io/clips/clips_json.h"
#include "io/clips/joint_map_file.h"
#include "io/export/rig/rig.h"
#include "io/workspace/workspace.h"
#include "scene/clips/make_clips.h"
#include "scene/edit/edit.h"
#include "temp_folder.h"

namespace bindpose::test {
namespace {

using nlohmann::json;

class MadeClips : public ::testing::Test {
 protected:
  std::filesystem::path file(const std::string& name) const { return tests::temp_folder() / name; }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(file(name)) << text;
  }
};

json json_of_glb(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string all(std::istreambuf_iterator<char>(in), {});
  std::uint32_t size = 0;
  std::memcpy(&size, all.data() + 12, 4);
  return json::parse(all.substr(20, size));
}

Document document_of(const std::shared_ptr<const Model>& model) {
  return Document(make_scene(model));
}

void take(Document& document, const Model& source, int clip, bool feet = false) {
  const JointMap map = propose_pairs(rig_pose(source), rig_pose(*document.scene().model));
  TakeClip edit{source.name, std::to_string(clip), "", feet, {}};
  edit.made = take_clip(source, clip, document.scene(), map, feet).clip;
  document.apply({edit});
}

TEST_F(MadeClips, a_taken_clip_is_added_to_the_file_and_nothing_else_changes) {
  const auto model = known_model(bundled("ogre.glb")), source = known_model(bundled("ogre.fbx"));
  Document document = document_of(model);
  take(document, *source, 0);
  export_rig(document.scene(), file("out.glb"));
  const json before = json_of_glb(bundled("ogre.glb")), after = json_of_glb(file("out.glb"));
  for (const char* key :
       {"nodes", "skins", "materials", "meshes", "scenes", "images", "textures"}) {
    EXPECT_EQ(before.value(key, json()), after.value(key, json())) << key;
  }
  const json& clips = after["animations"];
  ASSERT_EQ(clips.size(), before["animations"].size() + 1);
  for (std::size_t c = 0; c + 1 < clips.size(); ++c) EXPECT_EQ(clips[c], before["animations"][c]);
  EXPECT_EQ(clips.back()["name"], document.scene().added_clips[0]->clip.name);
  const auto again = open_model(file("out.glb"));
  ASSERT_EQ(again->skeleton.name, model->skeleton.name);
  EXPECT_EQ(again->bind_local, model->bind_local);
  EXPECT_EQ(again->skeleton.rest_local, model->skeleton.rest_local);
  EXPECT_LE(largest_difference(*again, document.scene().added_clips[0]->clip, again->clips.back()),
            1e-5);
}

TEST_F(MadeClips, a_clip_that_moves_morphs_is_added_to_the_file_and_nothing_else_changes) {
  const auto model = known_model(bundled("octopus.glb"));
  ASSERT_EQ(model->morph_channels.size(), 1u);
  Document document = document_of(model);
  const auto made = std::make_shared<AddedClip>();
  made->clip.name = "breath";
  made->clip.duration = 1.0;
  made->clip.morphs = {{0, {{0.0, 1.0}, {0.0f, 1.0f}, Interpolation::Linear}}};
  // One that moves nothing is not written, and those behind it are.
  const auto still = std::make_shared<AddedClip>();
  still->clip.name = "still";
  still->clip.duration = 1.0;
  document.apply({TakeClip{"f", "", "", false, still}});
  document.apply({TakeClip{"f", "", "", false, made}});
  ASSERT_EQ(document.scene().added_clips.size(), 2u);
  export_rig(document.scene(), file("out.glb"));
  const json before = json_of_glb(bundled("octopus.glb")), after = json_of_glb(file("out.glb"));
  for (const char* key : {"nodes", "skins", "materials", "meshes", "scenes"}) {
    EXPECT_EQ(before.value(key, json()), after.value(key, json())) << key;
  }
  const auto again = open_model(file("out.glb"));
  ASSERT_EQ(again->clips.size(), model->clips.size() + 1);
  ASSERT_EQ(again->clips.back().name, "breath");
  EXPECT_EQ(again->clips.back().morphs.size(), 1u);
}

// Limbs point where those of the recording point, whatever the two rigs look like.
TEST_F(MadeClips, limbs_of_another_character_point_the_same_way) {
  if (!std::filesystem::exists(shared("knight/Knight.glb"))) GTEST_SKIP() << "no ../shared";
  const auto source = known_model(shared("knight/Knight.glb")),
             model = known_model(bundled("ogre.glb"));
  Document document = document_of(model);
  take(document, *source, 2);
  const Clip& from = source->clips[2];
  const Clip& made = document.scene().added_clips[0]->clip;
  const std::array<std::array<const char*, 4>, 4> kBones{
      {{"upperarm.l", "lowerarm.l", "upper_arm.L", "forearm.L"},
       {"lowerarm.r", "wrist.r", "forearm.R", "hand.R"},
       {"upperleg.l", "lowerleg.l", "thigh.L", "shin.L"},
       {"lowerleg.r", "foot.r", "shin.R", "foot.R"}}};
  for (const double t : twenty_times(from.duration)) {
    const auto a = worlds_at(*source, from, t), b = worlds_at(*model, made, t);
    for (const auto& bone : kBones) {
      const auto along = [](const Model& m, const std::vector<mat4>& world, const char* x,
                            const char* y) {
        const auto at = [&](const char* name) {
          return glm::dvec3(m.to_display * world[idx(find_joint(m.skeleton, name))][3]);
        };
        return glm::normalize(at(y) - at(x));
      };
      const double cosine =
          glm::dot(along(*source, a, bone[0], bone[1]), along(*model, b, bone[2], bone[3]));
      EXPECT_GE(cosine, std::cos(glm::radians(0.1))) << bone[2] << " at " << t;
    }
  }
}

TEST_F(MadeClips, a_baked_clip_opened_again_is_the_pose_at_every_time) {
  for (const char* name : {"ogre.glb", "ogre.fbx", "capsule.glb"}) {
    SCOPED_TRACE(name);
    const auto model = std::make_shared<Model>(*known_model(bundled(name)));
    model->clips[0].rate = 12.0;
    Document document = document_of(model);
    document.apply({SetBasePose{BasePose::Clip, 0}});
    const bool fades = model->clips.size() > 1;
    if (fades) document.apply({SetFade{ClipFade{1, 0.35f}}});
    std::mt19937 engine(3);
    std::uniform_real_distribution<float> number(-1.0f, 1.0f);
    std::size_t sheared = 0;
    std::vector<mat4> user(model->skeleton.name.size(), mat4(1.0f));
    for (std::size_t j = 0; j < user.size(); j += 2) {
      Transform x;
      x.q = glm::normalize(quat(2.0f, number(engine), number(engine), number(engine)));
      if (j % 4 == 0) x.t = vec3(number(engine), number(engine), 0.0f) * 0.05f;
      if (j % 6 == 0) x.s = vec3(1.0f + 0.1f * number(engine));
      user[j] = to_matrix(x);
      // A joint that the clip stretches one way and that is turned inside is sheared: no key holds
      // that (the belly of the ogre).
      std::vector<mat4> local(user.size());
      sample_clip(model->clips[0], model->skeleton, 0.3 * model->clips[0].duration, local);
      if (recompose_error(local[j] * user[j]) > 1e-5f) {
        user[j] = mat4(1.0f);
        ++sheared;
      }
    }
    EXPECT_LE(sheared, 1u);
    document.apply({SetPose{user}});
    Scene posed = document.scene();
    document.apply({BakeClip{"baked"}});
    ASSERT_EQ(document.scene().added_clips.size(), 1u);
    EXPECT_EQ(document.scene().pose.user_local, std::vector<mat4>(user.size(), mat4(1.0f)));
    export_rig(document.scene(), file("out.glb"));
    const auto again = open_model(file("out.glb"));
    ASSERT_EQ(again->clips.back().name, "baked");
    EXPECT_EQ(again->clips.back().rate, 12.0) << "its keys alone would tell another one";
    const double duration = posed.model->clips[0].duration;
    double most = 0.0;
    for (const double t : twenty_times(duration)) {
      posed.pose.time = t;
      const auto exact = evaluate(posed).world;
      const auto made = worlds_at(*again, again->clips.back(), t);
      for (std::size_t j = 0; j < exact.size(); ++j) {
        const int there = find_joint(again->skeleton, model->skeleton.name[j]);
        ASSERT_GE(there, 0);
        const mat4 a = model->to_display * exact[j], b = again->to_display * made[idx(there)];
        most = std::max(most, double(max_difference(a, b)));
      }
    }
    EXPECT_LE(most, 1e-5);
  }
}

TEST_F(MadeClips, a_workspace_keeps_them) {
  const auto model = known_model(bundled("ogre.glb")), source = known_model(bundled("ogre.fbx"));
  Document document = document_of(model);
  document.apply({SetBasePose{BasePose::Clip, 0}});
  document.apply({TransformJoint{5, TransformJoint::Translate, {0.1f, 0.2f, 0.3f}}});
  document.apply({BakeClip{"first"}});
  take(document, *source, 1);
  document.apply({SetTime{0.25}});
  write_workspace({document.scene(), {}, "", 0, ""}, file("work.bindpose"));
  std::ifstream in(file("work.bindpose"));
  std::size_t numbers = 0;
  const json written = json::parse(in);
  for (const json& clip : written["clips"]) {
    for (const json& joint : clip["joints"]) {
      for (const json& keys : joint) numbers += keys["times"].size() + keys["values"].size();
    }
  }
  EXPECT_LE(clip_numbers(document.scene()), numbers);  // and what is no key, but told as one
  EXPECT_GE(clip_numbers(document.scene()), numbers - 16 * model->skeleton.parent.size());
  EXPECT_GT(numbers, 10'000u);
  const RestoredWorkspace back = restore_workspace(read_workspace(file("work.bindpose")), model);
  EXPECT_TRUE(back.complete);
  const Scene& scene = back.scene;
  ASSERT_EQ(scene.added_clips.size(), 2u);
  EXPECT_EQ(scene.pose.clip, document.scene().pose.clip);
  EXPECT_EQ(scene.pose.time, 0.25);
  EXPECT_EQ(scene.pose.base, BasePose::Clip);
  for (std::size_t c = 0; c < 2; ++c) {
    const Clip& kept = document.scene().added_clips[c]->clip;
    EXPECT_EQ(scene.added_clips[c]->clip.name, kept.name);
    EXPECT_LE(largest_difference(*model, kept, scene.added_clips[c]->clip), 1e-6);
  }
}

// Files may hold two keys at one time; the last one is what counts.
TEST_F(MadeClips, keys_at_one_time_are_baked_and_saved_and_taken) {
  const auto model = std::make_shared<Model>(*known_model(bundled("ogre.glb")));
  JointTrack track;
  track.joint = 3;
  track.factors.resize(1);
  const quat half = rotation_from_degrees({0, 0, 45});
  track.factors[0].rotation = {{0.0, 1.0, 1.0, 2.0},
                               {quat(1, 0, 0, 0), quat(1, 0, 0, 0), half, half},
                               Interpolation::Linear};
  model->clips = {{"jump", 2.0, {track}, {}}};
  model->clips[0].morphs.clear();
  Document document = document_of(model);
  document.apply({SetBasePose{BasePose::Clip, 0}});
  document.apply({BakeClip{"baked"}});
  take(document, *model, 0);
  ASSERT_EQ(document.scene().added_clips.size(), 2u);
  write_workspace({document.scene(), {}, "", 0, ""}, file("work.bindpose"));
  const RestoredWorkspace back = restore_workspace(read_workspace(file("work.bindpose")), model);
  EXPECT_TRUE(back.complete);
  ASSERT_EQ(back.scene.added_clips.size(), 2u);
  for (const auto& added : back.scene.added_clips) {
    for (const double t : {0.5, 0.99, 1.0, 1.5}) {
      std::vector<mat4> made(model->skeleton.parent.size()), exact(made.size());
      sample_clip(added->clip, model->skeleton, t, made);
      sample_clip(model->clips[0], model->skeleton, t, exact);
      EXPECT_LT(max_difference(made[3], exact[3]), 1e-5f) << t;
    }
  }
}

TEST_F(MadeClips, a_workspace_is_opened_without_a_clip_that_cannot_be_played) {
  const auto model = known_model(bundled("ogre.glb"));
  Document document = document_of(model);
  document.apply({SetBasePose{BasePose::Clip, 0}});
  document.apply({TransformJoint{5, TransformJoint::Translate, {0.1f, 0.2f, 0.3f}}});
  for (const char* name : {"first", "second", "third"}) document.apply({BakeClip{name}});
  write_workspace({document.scene(), {}, "", 0, ""}, file("work.bindpose"));
  std::ifstream in(file("work.bindpose"));
  json root = json::parse(in);
  for (auto& joint : root["clips"][1]["joints"]) {
    for (auto& keys : joint) keys["times"] = std::vector<double>(keys["times"].size(), 0.5);
  }
  write("work.bindpose", root.dump());
  const RestoredWorkspace back = restore_workspace(read_workspace(file("work.bindpose")), model);
  EXPECT_FALSE(back.complete);
  ASSERT_EQ(back.scene.added_clips.size(), 1u);
  EXPECT_EQ(back.scene.added_clips[0]->clip.name, "first");
  const auto tells = [](const std::string& note) {
    return note.find("\"second\"") != std::string::npos;
  };
  EXPECT_TRUE(std::ranges::any_of(back.notes, tells));
}

TEST_F(MadeClips, a_clip_of_many_hours_is_refused) {
  write("long.bvh",
        "HIERARCHY\nROOT Hips\n{\nOFFSET 0 90 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT "
        "Head\n{\nOFFSET 0 20 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 9 "
        "0\n}\n}\n}\nMOTION\nFrames: 2\nFrame Time: 1000000\n0 0 0 0 0 0\n9 9 9 9 9 9\n");
  const auto source = open_model(file("long.bvh"));
  Document document = document_of(known_model(bundled("ogre.glb")));
  EXPECT_THROW(take(document, *source, 0), std::runtime_error);
  EXPECT_TRUE(document.scene().added_clips.empty());
}

TEST_F(MadeClips, a_joint_map_whose_hips_lost_their_partner_is_read_again) {
  const auto model = known_model(bundled("ogre.glb")), source = known_model(bundled("ogre.fbx"));
  JointMap map = propose_pairs(rig_pose(*source), rig_pose(*model));
  std::erase_if(map.pair, [&](const JointPair& p) { return p.target == map.target_hips; });
  write_joint_map(map, *source, *model, file("map.json"));
  const JointMapFile read = read_joint_map(file("map.json"), *source, *model);
  EXPECT_EQ(read.map.pair.size(), map.pair.size());
  EXPECT_GE(read.map.target_hips, 0);
}

TEST_F(MadeClips, a_joint_map_comes_back_as_it_was_written) {
  const auto model = known_model(bundled("ogre.glb")), source = known_model(bundled("ogre.fbx"));
  const JointMap map = propose_pairs(rig_pose(*source), rig_pose(*model));
  write_joint_map(map, *source, *model, file("map.json"));
  const JointMapFile read = read_joint_map(file("map.json"), *source, *model);
  EXPECT_TRUE(read.notes.empty());
  ASSERT_EQ(read.map.pair.size(), map.pair.size());
  EXPECT_EQ(read.map.target_hips, map.target_hips);
  EXPECT_EQ(read.map.source_hips, map.source_hips);
  for (std::size_t k = 0; k < map.pair.size(); ++k) {
    EXPECT_EQ(read.map.pair[k].source, map.pair[k].source);
    EXPECT_EQ(read.map.pair[k].target, map.pair[k].target);
  }
}

TEST_F(MadeClips, a_joint_map_that_is_broken_is_one_sentence) {
  const auto model = known_model(bundled("ogre.glb"));
  const std::pair<const char*, const char*> kBroken[] = {
      {"{\"bindpose_joint_map\": 1,\n \"pairs\": {", "line 2"},
      {"[1, 2]", "no joint map"},
      {"{\"bindpose_joint_map\": 2, \"pairs\": {}}", "later version"},
      {"{\"bindpose_joint_map\": 1}", "\"pairs\" is no object"},
      {"{\"bindpose_joint_map\": 1, \"pairs\": {\"head\": 7}}", "partner of \"head\""},
      {"{\"bindpose_joint_map\": 1, \"pairs\": {\"a\": \"b\"}}", "of other rigs"},
      {"{\"bindpose_joint_map\": 1, \"pairs\": {\"head\": \"head\", \"neck\": \"head\"}}",
       "\"head\" is the partner of both"},
      {"{\"bindpose_joint_map\": 1, \"hips\": \"chest\", \"pairs\": {\"head\": \"head\"}}",
       "\"hips\" names \"chest\""}};
  for (const auto& [text, part] : kBroken) {
    write("map.json", text);
    try {
      read_joint_map(file("map.json"), *model, *model);
      ADD_FAILURE() << text;
    } catch (const std::runtime_error& e) {
      const std::string said = e.what();
      EXPECT_NE(said.find(part), std::string::npos) << said;
      EXPECT_EQ(said.find('\n'), std::string::npos);
    }
  }
  write("map.json",
        "{\"bindpose_joint_map\": 1, \"pairs\": {\"head\": \"head\", \"tail\": \"neck\"}}");
  const JointMapFile part = read_joint_map(file("map.json"), *model, *model);
  EXPECT_EQ(part.map.pair.size(), 1u);
  ASSERT_EQ(part.notes.size(), 1u);
  EXPECT_NE(part.notes[0].find("\"tail\""), std::string::npos);
}

}  // namespace
}  // namespace bindpose::test
