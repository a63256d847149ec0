// Skeletons made by hand are kept in workspaces: what was built is built again, what is drafted is
// a draft again.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "../scene/edit_fixture.h"
#include "../scene/test_model.h"
#include "../temp_folder.h"
#include "io/workspace/workspace.h"
#include "math/numbers.h"
#include "scene/draft/built_model.h"
#include "tube.h"

namespace bindpose::tests {
namespace {

class DraftWorkspace : public EditedDocument {
 protected:
  DraftWorkspace() : EditedDocument(file_model()) {}

  static std::shared_ptr<Model> file_model() {
    auto model = tube_model();
    model->path = (temp_folder() / "tube.obj").string();
    std::ofstream(model->path) << "o tube\n";
    return model;
  }
  // Saved and opened again.
  RestoredWorkspace again(const std::function<void(nlohmann::json&)>& change = {}) {
    const auto file = temp_folder() / "work.bindpose";
    write_workspace({doc.scene(), {}, {}, 0, {}}, file);
    if (change) {
      nlohmann::json json = nlohmann::json::parse(std::ifstream(file));
      change(json);
      std::ofstream(file) << json;
    }
    auto fresh = file_model();
    return restore_workspace(read_workspace(file), fresh);
  }
};

TEST_F(DraftWorkspace, WhatWasBuiltIsBuiltAgain) {
  edit("draft joint hips at 0.1 1 0");
  edit("draft joint \"left leg\" at 0 2.7 0.3 under hips axes 0 1 0 -1 0 0 0 0 1");
  edit("skeleton build");
  edit("bind inverse");
  edit("joint \"left leg\" rotate 0 0 30");
  const RestoredWorkspace back = again();
  EXPECT_TRUE(back.notes.empty()) << back.notes.front();
  EXPECT_TRUE(back.complete);
  const Scene& a = doc.scene();
  const Scene& b = back.scene;
  EXPECT_EQ(b.model->skeleton.name, a.model->skeleton.name);
  EXPECT_EQ(b.model->bind_local, a.model->bind_local);
  EXPECT_EQ(*b.model->built->draft, *a.model->built->draft);
  EXPECT_EQ(b.pose.user_local, a.pose.user_local);
  EXPECT_EQ(binding_of(b, 0).influences.weight, binding_of(a, 0).influences.weight);
  EXPECT_EQ(binding_of(b, 0).influences.slot, binding_of(a, 0).influences.slot);
}

TEST_F(DraftWorkspace, ADraftIsADraftAgain) {
  edit("draft joint hips at 0.1 1 0");
  edit("draft joint leg at 0.1 0.3 0.7 under hips");
  const RestoredWorkspace back = again();
  ASSERT_TRUE(back.scene.draft);
  EXPECT_EQ(*back.scene.draft, *doc.scene().draft);
  EXPECT_FALSE(back.scene.model->built);
}

TEST_F(DraftWorkspace, WhatCannotBeBuiltIsLeftOutWithAWord) {
  edit("draft joint hips at 0.1 1 0");
  edit("skeleton build");
  const auto broken = [&](const std::function<void(nlohmann::json&)>& change) {
    const RestoredWorkspace back = again([&](nlohmann::json& j) { change(j["skeleton"]); });
    EXPECT_FALSE(back.complete);
    EXPECT_FALSE(back.scene.model->built);
    EXPECT_EQ(back.notes.empty() ? "" : back.notes[0].substr(0, 38),
              "The skeleton made by hand is left out:");
  };
  broken([](nlohmann::json& s) { s["built"][0]["joints"][0] = "draft joint hips at 0 x 0"; });
  broken([](nlohmann::json& s) { s["built"][0]["joints"][0] = "reset all"; });
  broken([](nlohmann::json& s) { s["built"][0]["joints"] = nlohmann::json::array(); });
  broken([](nlohmann::json& s) { s["built"] = 3; });
  broken([](nlohmann::json& s) { s = "none"; });
}

class ReboundWorkspace : public EditedDocument {
 protected:
  ReboundWorkspace() : EditedDocument(random_model(7, 12, 2)) {}
};

// Saved and opened again: B_j, points, and what they were moved by.
TEST_F(ReboundWorkspace, WhatWasBoundAnewIsBoundAnewAgain) {
  auto file = std::make_shared<Model>(*doc.scene().model);
  file->path = (temp_folder() / "random.glb").string();
  std::ofstream(file->path) << "x";
  doc = Document(make_scene(file));
  edit("weights mesh0 1 joint4 1");
  edit("joint joint2 rotate 0 0 40");
  edit("bind pose here");
  edit("joint joint3 rotate 10 0 0");
  edit("rebind here joint3 joint5");
  const auto work = temp_folder() / "work.bindpose";
  write_workspace({doc.scene(), {}, {}, 0, {}}, work);
  auto fresh = std::make_shared<Model>(*file);
  fresh->id = ModelId::fresh();
  const RestoredWorkspace back = restore_workspace(read_workspace(work), fresh);
  EXPECT_TRUE(back.notes.empty()) << back.notes.front();
  const Model &a = *doc.scene().model, &b = *back.scene.model;
  EXPECT_EQ(b.bind_local, a.bind_local);
  for (std::size_t m = 0; m < a.meshes.size(); ++m) {
    EXPECT_EQ(b.meshes[m].position, a.meshes[m].position);
    EXPECT_EQ(b.meshes[m].file_binding.skin.bind, a.meshes[m].file_binding.skin.bind);
  }
  EXPECT_EQ(back.scene.pose.user_local, doc.scene().pose.user_local);
  EXPECT_NE(a.meshes[0].position, file->meshes[0].position);
}

// As it was written before: as joints of a draft.
TEST_F(ReboundWorkspace, OlderFilesAreRead) {
  auto file = std::make_shared<Model>(*doc.scene().model);
  file->path = (temp_folder() / "random.glb").string();
  std::ofstream(file->path) << "x";
  doc = Document(make_scene(file));
  edit("rebind here joint3");
  const auto work = temp_folder() / "work.bindpose";
  write_workspace({doc.scene(), {}, {}, 0, {}}, work);
  nlohmann::json json = nlohmann::json::parse(std::ifstream(work));
  json["skeleton"]["built"] = {
      {{"joints", {"draft joint joint3 at 1 2 3 axes 1 0 0 0 1 0 0 0 1"}}, {"rebound", true}}};
  std::ofstream(work) << json;
  const RestoredWorkspace back = restore_workspace(read_workspace(work), file);
  EXPECT_TRUE(back.notes.empty()) << back.notes.front();
  const Skin& skin = back.scene.model->meshes[0].file_binding.skin;
  const int slot = find_slot(skin, find_joint(file->skeleton, "joint3"));
  EXPECT_EQ(vec3(skin.bind[idx(slot)][3]), vec3(1, 2, 3));
  EXPECT_EQ(back.scene.model->skeleton.name, file->skeleton.name);
}

TEST_F(ReboundWorkspace, StepsAreTakenAgainInTheirOrder) {
  edit("draft from model");
  edit("draft axes joint3 auto");
  edit("skeleton build");
  edit("joint joint2 rotate 0 0 40");
  edit("rebind here joint2 joint5");
  const auto like = built_like(*doc.scene().model, random_model(7, 12, 2));
  EXPECT_EQ(build_steps(*doc.scene().model).size(), 2u);
  EXPECT_EQ(like->bind_local, doc.scene().model->bind_local);
  EXPECT_EQ(like->skeleton.rest_local, doc.scene().model->skeleton.rest_local);
}

}  // namespace
}  // namespace bindpose::tests
