// What an export did not change comes out as it went in.
#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <set>

#include "io/export/export.h"
#include "io/export/rig/rig.h"
#include "io/gltf_files.h"
#include "io/import.h"
#include "rig/skinning.h"
#include "scene/edit/edit.h"
#include "scene/edit/mend/mend.h"
#include "scene/segment_binding.h"
#include "scene/weight_problems.h"

namespace bindpose::tests::export_gltf_test {
namespace {

class ExportGltf : public FolderTest {
 protected:
  void SetUp() override {
    FolderTest::SetUp();
    write_rich_glb(folder_ / "rich.glb");
    before_ = take_apart(folder_ / "rich.glb");
    model_ = import_model(folder_ / "rich.glb");
    ASSERT_EQ(model_->meshes.size(), 8u);
    for (const Mesh& mesh : model_->meshes)
      ASSERT_EQ(mesh.position.size(), 3u) << "1 and 2 are one";
  }
  Scene edited(const Edit& edit) const {
    Document document(make_scene(model_));
    document.apply({edit});
    return document.scene();
  }
  Scene edited(const std::string& text) const {
    std::string error;
    const auto edit = parse_edit(text, *model_, error);
    EXPECT_TRUE(edit) << error;
    return edited(*edit);
  }
  GlbParts rig_of(const Scene& scene) {
    notes_ = export_rig(scene, folder_ / "out.glb");
    return take_apart(folder_ / "out.glb");
  }
  // The file with other stored weights of mesh c (four a vertex, four vertices), read again.
  template <typename T>
  void store_of_c(const char* name, const std::function<void(std::array<T, 16>&)>& change) {
    std::string bytes = read_all(folder_ / "rich.glb");
    const Json& attributes = before_.json["meshes"][2]["primitives"][0]["attributes"];
    const std::size_t view =
        before_.json["accessors"][attributes[name].get<std::size_t>()]["bufferView"];
    const std::size_t at = bytes.size() - before_.binary.size() +
                           before_.json["bufferViews"][view]["byteOffset"].get<std::size_t>();
    std::array<T, 16> values;
    std::memcpy(values.data(), bytes.data() + at, sizeof values);
    change(values);
    std::memcpy(bytes.data() + at, values.data(), sizeof values);
    write_all(folder_ / "rich.glb", bytes);
    model_ = import_model(folder_ / "rich.glb");
  }
  void store_weights_of_c(const std::function<void(std::array<float, 16>&)>& change) {
    store_of_c<float>("WEIGHTS_0", change);
  }
  GlbParts before_;
  std::shared_ptr<const Model> model_;
  std::vector<std::string> notes_;
};

// The posed points of both, joints turned by name; the largest distance.
float distance(Scene sa, Scene sb) {
  const Model *a = sa.model.get(), *b = sb.model.get();
  for (std::size_t j = 0; j < a->skeleton.parent.size(); ++j) {
    const int k = find_joint(b->skeleton, a->skeleton.name[j]);
    if (k < 0) continue;
    const float d = 7.0f * static_cast<float>(j + 1);
    const mat4 turn = glm::mat4_cast(rotation_from_degrees(vec3(d, 2.0f * d, -d)));
    sa.pose.user_local[j] = sb.pose.user_local[static_cast<std::size_t>(k)] = turn;
  }
  const PosedScene pa = evaluate(sa), pb = evaluate(sb);
  float worst = a->meshes.size() == b->meshes.size() ? 0.0f : INFINITY;
  for (std::size_t m = 0; m < std::min(a->meshes.size(), b->meshes.size()); ++m) {
    std::vector<vec3> va, vb;
    skin_mesh(sa, pa, static_cast<int>(m), va, nullptr);
    skin_mesh(sb, pb, static_cast<int>(m), vb, nullptr);
    if (va.size() != vb.size()) return INFINITY;
    for (std::size_t i = 0; i < va.size(); ++i) worst = std::max(worst, glm::length(va[i] - vb[i]));
  }
  return worst;
}

TEST_F(ExportGltf, NothingChangedIsTheSameFile) {
  rig_of(make_scene(model_));
  EXPECT_EQ(read_all(folder_ / "out.glb"), read_all(folder_ / "rich.glb"));
  EXPECT_TRUE(notes_.empty());
}

TEST_F(ExportGltf, NewWeightsLeaveAllElseAlone) {
  const auto bound = edited(bind_edit(*model_, {}));
  const GlbParts after = rig_of(bound);
  expect_untouched(before_, after, {"accessors", "bufferViews", "buffers", "meshes"},
                   {0, 1, 2, 3, 4, 5});
  EXPECT_EQ(after.json["skins"].size(), 1u);
  for (std::size_t m = 0; m < 7; ++m) {
    Json was = before_.json["meshes"][m], is = after.json["meshes"][m];
    for (Json* mesh : {&was, &is}) {
      Json& attributes = (*mesh)["primitives"][0]["attributes"];
      attributes.erase("JOINTS_0");
      attributes.erase("WEIGHTS_0");
    }
    EXPECT_EQ(nlohmann::json(was), nlohmann::json(is));
  }
  EXPECT_TRUE(notes_.empty());
  EXPECT_LT(distance(bound, make_scene(import_model(folder_ / "out.glb"))), 1e-5f);
  EXPECT_GT(distance(bound, make_scene(model_)), 0.01f);
}

// Vertices 1 and 2 are one in the model: both get its weights.
TEST_F(ExportGltf, OneVertexOfOneMesh) {
  const auto changed = edited("weights c 1 hip 1 knee 3");
  const GlbParts after = rig_of(changed);
  expect_untouched(before_, after, {"accessors", "bufferViews", "buffers", "meshes"}, {2});
  for (std::size_t m = 0; m < 7; ++m) {
    EXPECT_EQ(after.json["meshes"][m] == before_.json["meshes"][m], m != 2) << m;
  }
  const Json& attributes = after.json["meshes"][2]["primitives"][0]["attributes"];
  const auto weight = after.accessor<float>(attributes["WEIGHTS_0"]);
  const auto joint = after.accessor<std::uint16_t>(attributes["JOINTS_0"]);
  for (const std::size_t v : {1u, 2u}) {
    for (std::size_t k = 0; k < 4; ++k) {
      const float want = joint[4 * v + k] == 1 ? 0.75f : 0.25f;
      if (weight[4 * v + k] == 0.0f) continue;
      EXPECT_FLOAT_EQ(weight[4 * v + k], want);
    }
  }
  EXPECT_LT(distance(changed, make_scene(import_model(folder_ / "out.glb"))), 1e-5f);
}

// Of mesh c the stored weights become half: what normalising changes is their sum alone.
TEST_F(ExportGltf, NormalisedSumsArriveAndOtherRowsStay) {
  store_weights_of_c([](auto& weight) {
    for (float& w : weight) w *= 0.5f;
  });
  const auto weights = [&](const GlbParts& parts) {
    const Json& written = parts.json["meshes"][2]["primitives"][0]["attributes"];
    return parts.accessor<float>(written["WEIGHTS_0"]);
  };
  using Rows = std::vector<float>;
  EXPECT_EQ(weights(rig_of(make_scene(model_))),
            (Rows{.5f, 0, 0, 0, .25f, .25f, 0, 0, .25f, .25f, 0, 0, .5f, 0, 0, 0}));
  Document document(make_scene(model_));
  MendWeights mend;
  mend.mend.kind = Mend::Normalise;
  mend.made = std::make_shared<const MendResult>(mended(document.scene(), mend.mend));
  document.apply({mend});
  const GlbParts normal = rig_of(document.scene());
  EXPECT_EQ(weights(normal), (Rows{1, 0, 0, 0, .5f, .5f, 0, 0, .5f, .5f, 0, 0, 1, 0, 0, 0}));
  for (std::size_t m = 0; m < 7; ++m) {
    EXPECT_EQ(normal.json["meshes"][m] == before_.json["meshes"][m], m != 2) << m;
  }
  EXPECT_EQ(weights(rig_of(edited("weights c 0 knee 1"))),
            (Rows{1, 0, 0, 0, .25f, .25f, 0, 0, .25f, .25f, 0, 0, .5f, 0, 0, 0}));
}

// What is left of a broken row adds up to 1 already: nothing of it changes but what the file says.
TEST_F(ExportGltf, WeightsLeftOutForGoodAreNotWritten) {
  store_weights_of_c([](auto& weight) { weight[1] = -0.25f; });
  const auto weights = [](const GlbParts& parts) {
    const Json& written = parts.json["meshes"][2]["primitives"][0]["attributes"];
    return parts.accessor<float>(written["WEIGHTS_0"]);
  };
  EXPECT_EQ(weights(rig_of(make_scene(model_)))[1], -0.25f) << "what nobody edits stays";
  for (const char* mend : {"mend clean", "mend all"}) {
    const GlbParts clean = rig_of(edited(mend));
    EXPECT_EQ(weights(clean),
              (std::vector<float>{1, 0, 0, 0, .5f, .5f, 0, 0, .5f, .5f, 0, 0, 1, 0, 0, 0}))
        << mend;
    for (std::size_t m = 0; m < 7; ++m) {
      EXPECT_EQ(clean.json["meshes"][m] == before_.json["meshes"][m], m != 2) << mend << m;
    }
  }
}

// Vertex 0 has a weight for joint 7, which the skin has not, beside its own; the file's vertex 3,
// which is the model's 2 (two are one), has nothing else.
TEST_F(ExportGltf, WeightsForNoJointAreLeftOutForGood) {
  store_weights_of_c([](auto& weight) { weight[1] = 0.25f; });
  store_of_c<std::uint8_t>("JOINTS_0", [](auto& joint) { joint[1] = joint[12] = 7; });
  const auto broken = [](const Scene& scene) {
    return vertices_of(scene, {VertexGroup::Broken, 0})[2];
  };
  EXPECT_EQ(broken(make_scene(model_)), (std::vector<std::uint32_t>{0, 2}));
  const Scene clean = edited("mend clean");
  EXPECT_TRUE(broken(clean).empty());
  const GlbParts written = rig_of(clean);
  const Json& attributes = written.json["meshes"][2]["primitives"][0]["attributes"];
  EXPECT_EQ(written.accessor<float>(attributes["WEIGHTS_0"]),
            (std::vector<float>{1, 0, 0, 0, .5f, .5f, 0, 0, .5f, .5f, 0, 0, 0, 0, 0, 0}));
  EXPECT_TRUE(broken(make_scene(import_model(folder_ / "out.glb"))).empty());
}

// A vertex whose only weight is broken has none: that is said no more, too.
TEST_F(ExportGltf, WhatHadNothingButBrokenWeightsIsBrokenNoMore) {
  store_weights_of_c([](auto& weight) { weight[0] = -1.0f; });
  const Scene clean = edited("mend clean");
  EXPECT_EQ(vertices_of(make_scene(model_), {VertexGroup::Broken, 0})[2].size(), 1u);
  EXPECT_TRUE(vertices_of(clean, {VertexGroup::Broken, 0})[2].empty());
  rig_of(clean);
  const Scene again = make_scene(import_model(folder_ / "out.glb"));
  EXPECT_TRUE(vertices_of(again, {VertexGroup::Broken, 0})[2].empty());
  EXPECT_EQ(vertices_of(again, {VertexGroup::Unweighted, 0})[2], std::vector<std::uint32_t>{0});
}

// A sum that is off by no more than what glTF's validator takes note of.
TEST_F(ExportGltf, SumsThatAreHardlyOffArriveToo) {
  store_weights_of_c([](auto& weight) { weight[0] = 0.999999f; });
  const auto first = [](const GlbParts& parts) {
    const Json& written = parts.json["meshes"][2]["primitives"][0]["attributes"];
    return parts.accessor<float>(written["WEIGHTS_0"])[0];
  };
  EXPECT_EQ(first(rig_of(edited("mend normalise"))), 0.999999f);
  EXPECT_EQ(first(rig_of(edited("mend normalise strict"))), 1.0f);
}

// Vertex 0 of mesh c has no weights in the file, and nobody gave it any; vertex 3 loses them.
TEST_F(ExportGltf, OnlyVerticesThatLostTheirWeightsAreTied) {
  store_weights_of_c([](auto& weight) { std::fill_n(weight.begin(), 4, 0.0f); });
  const Scene changed = edited("weights c 1 knee 1");
  const GlbParts after = rig_of(changed);
  const Json& written = after.json["meshes"][2]["primitives"][0]["attributes"];
  EXPECT_EQ(after.accessor<float>(written["WEIGHTS_0"]),
            (std::vector<float>{0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(after.json["nodes"].size(), before_.json["nodes"].size());
  EXPECT_TRUE(notes_.empty());
  EXPECT_LT(distance(changed, make_scene(import_model(folder_ / "out.glb"))), 1e-5f);

  const Scene bare = edited("weights c 2");
  const GlbParts tied = rig_of(bare);
  const Json& now = tied.json["meshes"][2]["primitives"][0]["attributes"];
  EXPECT_EQ(tied.accessor<float>(now["WEIGHTS_0"]),
            (std::vector<float>{0, 0, 0, 0, .5f, .5f, 0, 0, .5f, .5f, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(tied.json["nodes"].size(), before_.json["nodes"].size() + 1);
  ASSERT_EQ(notes_.size(), 1u);
  EXPECT_NE(notes_[0].find("1 vertex without weights is tied to a joint that was made for them"),
            std::string::npos)
      << notes_[0];
  EXPECT_LT(distance(bare, make_scene(import_model(folder_ / "out.glb"))), 1e-5f);
}

// Two nodes show one mesh: only the edited one gets a mesh and a skin of its own.
TEST_F(ExportGltf, ASharedMeshIsCopiedWhereItChanges) {
  const int rock = 6;
  Document document(make_scene(model_));
  std::string error;
  for (int v = 0; v < 3; ++v) {
    const auto edit = parse_edit("weights 6 " + std::to_string(v) + " knee 1", *model_, error);
    ASSERT_TRUE(edit) << error;
    document.apply({*edit});
  }
  const Scene& changed = document.scene();
  const GlbParts after = rig_of(changed);
  EXPECT_EQ(after.json["meshes"].size(), 8u);
  EXPECT_EQ(after.json["meshes"][rock], before_.json["meshes"][rock]);
  EXPECT_EQ(after.json["nodes"][9], before_.json["nodes"][9]);
  EXPECT_EQ(after.json["nodes"][8]["mesh"], 7);
  EXPECT_LT(distance(changed, make_scene(import_model(folder_ / "out.glb"))), 1e-5f);
}

TEST_F(ExportGltf, VerticesWithoutWeightsFollowTheirNode) {
  const auto bound = edited(bind_edit(*model_, {0.6f, {}}));
  const GlbParts after = rig_of(bound);
  EXPECT_GT(after.json["nodes"].size(), before_.json["nodes"].size());
  EXPECT_EQ(after.json["skins"].size(), 1u);
  EXPECT_LT(distance(bound, make_scene(import_model(folder_ / "out.glb"))), 1e-5f);
}

TEST_F(ExportGltf, ThePosedMeshLooksAsTheFileSays) {
  Scene scene = make_scene(model_);
  scene.pose.base = BasePose::Clip;
  scene.pose.clip = 0;
  scene.pose.time = 1.0;
  const PosedScene posed = evaluate(scene);
  notes_ = export_posed(scene, posed, folder_ / "posed.glb");
  EXPECT_TRUE(notes_.empty());
  const GlbParts after = take_apart(folder_ / "posed.glb");
  for (const char* key : {"materials", "textures", "samplers"}) {
    EXPECT_EQ(after.json[key].dump(), before_.json[key].dump()) << key;
  }
  EXPECT_EQ(after.view(after.json["images"][0]["bufferView"]), before_.view(0));
  EXPECT_EQ(after.json["extensionsUsed"],
            Json({"KHR_materials_emissive_strength", "KHR_materials_clearcoat"}));
  EXPECT_EQ(after.json["asset"]["copyright"], "(c) somebody");
  EXPECT_FALSE(after.json.contains("skins") || after.json.contains("animations"));
  const Json& primitive = after.json["meshes"][2]["primitives"][0];
  EXPECT_EQ(primitive["material"], 2);
  EXPECT_EQ(after.json["meshes"][2]["extras"], before_.json["meshes"][2]["extras"]);
  const Json& attributes = primitive["attributes"];
  EXPECT_EQ(after.accessor<float>(attributes["TEXCOORD_1"]),
            (std::vector<float>{0, 0, 0.25f, 0.5f, 0.75f, 0.5f, 1, 1}));
  std::vector<vec3> want;
  skin_mesh(scene, posed, 2, want, nullptr);
  EXPECT_EQ(after.accessor<vec3>(attributes["POSITION"]),
            (std::vector<vec3>{want[0], want[1], want[1], want[2]}));
  EXPECT_EQ(after.accessor<std::uint32_t>(primitive["indices"]),
            (std::vector<std::uint32_t>{0, 1, 3, 0, 2, 3}));
}

// Nothing follows it, not even a byte that fills up.
TEST_F(ExportGltf, AnImageThatEndsItsBuffer) {
  BufferOf buffer;
  buffer.bytes.resize(8, 7);
  const auto png = small_png();
  Json j = rich_gltf(buffer, 0);
  j["images"] = Json::array({{{"bufferView", buffer.views.size()}, {"mimeType", "image/png"}}});
  buffer.views.push_back(
      {{"buffer", 0}, {"byteOffset", buffer.bytes.size()}, {"byteLength", png.size()}});
  buffer.bytes.insert(buffer.bytes.end(), png.begin(), png.end());
  j["buffers"] = Json::array({{{"byteLength", buffer.bytes.size()}, {"uri", "rich.bin"}}});
  j["bufferViews"] = buffer.views;
  j["accessors"] = buffer.accessors;
  write_all(folder_ / "rich.gltf", j.dump(1));
  write_all(folder_ / "rich.bin", {buffer.bytes.begin(), buffer.bytes.end()});
  const Scene scene = make_scene(import_model(folder_ / "rich.gltf"));
  export_posed(scene, evaluate(scene), folder_ / "posed.glb");
  const GlbParts after = take_apart(folder_ / "posed.glb");
  EXPECT_EQ(after.view(after.json["images"][0]["bufferView"]), std::string(png.begin(), png.end()));
}

TEST_F(ExportGltf, FilesBesideItComeInside) {
  BufferOf buffer;
  buffer.bytes.resize(8, 7);
  Json j = rich_gltf(buffer, 0);
  j["images"] = Json::array({{{"uri", "my%20wood.png"}}, {{"uri", "lost.png"}}});
  j["buffers"] =
      Json::array({{{"byteLength", 4}, {"uri", "data:application/octet-stream;base64,AAAAAA=="}},
                   {{"byteLength", buffer.bytes.size()}, {"uri", "rich.bin"}}});
  for (Json& view : buffer.views) view["buffer"] = 1;
  j["bufferViews"] = buffer.views;
  j["accessors"] = buffer.accessors;
  write_all(folder_ / "rich.gltf", j.dump(1));
  write_all(folder_ / "rich.bin", {buffer.bytes.begin(), buffer.bytes.end()});
  const auto png = small_png();
  write_all(folder_ / "my wood.png", {png.begin(), png.end()});
  model_ = import_model(folder_ / "rich.gltf");
  const auto bound = edited(bind_edit(*model_, {}));
  const GlbParts after = rig_of(bound);
  EXPECT_EQ(after.json["buffers"].size(), 1u);
  const Json& image = after.json["images"][0];
  EXPECT_EQ(image["mimeType"], "image/png");
  EXPECT_FALSE(image.contains("uri"));
  EXPECT_EQ(after.view(image["bufferView"]), std::string(png.begin(), png.end()));
  EXPECT_EQ(after.json["images"][1]["uri"], "lost.png");
  ASSERT_EQ(notes_.size(), 1u);
  EXPECT_NE(notes_[0].find("1 image"), std::string::npos) << notes_[0];
  EXPECT_LT(distance(bound, make_scene(import_model(folder_ / "out.glb"))), 1e-5f);
}

// The file is another by now: what the model itself holds is written, and said.
TEST_F(ExportGltf, AnotherFileInItsPlace) {
  std::string bytes = read_all(folder_ / "rich.glb");
  const float moved[] = {0.0f, 0.0f, 9.0f};
  const std::size_t view = before_.json["accessors"][2]["bufferView"];
  const std::size_t at = bytes.size() - before_.binary.size() +
                         before_.json["bufferViews"][view]["byteOffset"].get<std::size_t>();
  std::memcpy(bytes.data() + at, moved, sizeof moved);
  write_all(folder_ / "rich.glb", bytes);
  const GlbParts after = rig_of(make_scene(model_));
  ASSERT_EQ(notes_.size(), 1u);
  EXPECT_NE(notes_[0].find("is not there as it was"), std::string::npos) << notes_[0];
  EXPECT_LT(distance(make_scene(model_), make_scene(import_model(folder_ / "out.glb"))), 1e-5f);
  EXPECT_EQ(after.json["skins"].size(), 1u);  // six meshes, one skin
  const Json& glass = after.json["materials"][1];
  EXPECT_EQ(glass["name"], "glass");
  EXPECT_EQ(glass["alphaMode"], "BLEND");
  EXPECT_EQ(glass["pbrMetallicRoughness"]["metallicFactor"], 0.0);
  const Json& gold = after.json["materials"][0]["pbrMetallicRoughness"];
  EXPECT_EQ(gold["metallicFactor"], 1.0);
  EXPECT_EQ(gold["roughnessFactor"], 0.2);
  EXPECT_EQ(after.json["materials"][2]["emissiveFactor"], Json({1.0, 0.5, 0.0}));
}

}  // namespace
}  // namespace bindpose::tests::export_gltf_test
