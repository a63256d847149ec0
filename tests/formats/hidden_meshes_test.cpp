// Meshes that their maker has hidden: not seen, told, and one click away.
#include <gtest/gtest.h>

#include <algorithm>

#include "fbx/fbx_fixture.h"
#include "io/export/rig/rig.h"
#include "io/import_files.h"
#include "scene/edit/mark_edit.h"

namespace bindpose::tests::hidden_meshes_test {
namespace {

using Names = std::vector<std::string>;

Names hidden_in(const Model& model) {
  Names out;
  for (const Mesh& mesh : model.meshes)
    if (mesh.hidden) out.push_back(mesh.name);
  std::ranges::sort(out);
  return out;
}

std::string told(const Model& model) {
  for (const ReportEntry& entry : model.report)
    if (entry.message.find("hid") != std::string::npos) return entry.message;
  return {};
}

class HiddenInFbx : public FbxFileTest {
 protected:
  // "body", and "rig" below which "proxy" and "cage" hang, each with a triangle.
  std::shared_ptr<const Model> with(const std::string& rig, const std::string& proxy,
                                    const std::string& cage, const std::string& more = {},
                                    const std::string& links = {}) {
    constexpr const char* kTriangle = "0,0,0,1,0,0,0,1,0";
    std::string objects, connections;
    for (const int id : {11, 13, 14}) {
      objects += geometry(10 * id, kTriangle, "0,1,-3");
      connections += oo(10 * id, id);
    }
    objects += mesh_model(11, "body") + mesh_model(12, "rig", rig) +
               mesh_model(13, "proxy", proxy) + mesh_model(14, "cage", cage);
    connections += oo(11, 0) + oo(12, 0) + oo(13, 12) + oo(14, 12);
    return open(text_fbx(objects + more, connections + links));
  }
  static std::string off() { return number("Visibility", "Visibility", 0.0); }
  static std::string alone() {
    return number("Visibility Inheritance", "Visibility Inheritance", 0);
  }
};

TEST_F(HiddenInFbx, ByTheirOwnVisibility) {
  const auto model = with("", off(), "");
  EXPECT_EQ(hidden_in(*model), Names{"proxy"});
  EXPECT_EQ(
      told(*model),
      "1 mesh is hidden in the file and so here: proxy; the eye in the list of meshes shows it.");
  const Scene scene = make_scene(model);
  for (std::size_t m = 0; m < model->meshes.size(); ++m)
    EXPECT_EQ(is_hidden(scene, m), model->meshes[m].name == "proxy");
  EXPECT_EQ(told(*with("", "", "")), "");
}

TEST_F(HiddenInFbx, ByThatOfAParentUnlessTheyDoNotInheritIt) {
  EXPECT_EQ(hidden_in(*with(off(), "", "")), (Names{"cage", "proxy"}));
  EXPECT_EQ(hidden_in(*with(off(), "", alone())), Names{"proxy"});
}

TEST_F(HiddenInFbx, NotWhereSomethingAnimatesIt) {
  EXPECT_EQ(hidden_in(*with("", off(), "", kStack + curve_node(200, "Visibility"),
                            oo(101, 100) + oo(200, 101) + op(200, 13, "Visibility"))),
            Names{});
}

// Where it is always 0 it is hidden; where it comes and goes it is shown, and told, as is what
// hangs below.
TEST_F(HiddenInFbx, ByACurveThatIsAlwaysOffAndToldWhereItComesAndGoes) {
  const auto animated = [&](int model, const char* values) {
    return with(
        "", "", "",
        kStack + curve_node(200, "Visibility") +
            text_curve("300", "0,46186158000", values, "2", "0,0,0,0", "2"),
        oo(101, 100) + oo(200, 101) + op(200, model, "Visibility") + op(300, 200, "d|Visibility"));
  };
  const auto said = [](const Model& model) {
    std::string out;
    for (const ReportEntry& entry : model.report)
      if (entry.message.find("come") != std::string::npos) out += entry.message;
    return out;
  };
  EXPECT_EQ(hidden_in(*animated(13, "0,0")), Names{"proxy"});
  EXPECT_EQ(said(*animated(13, "0,0")), "");
  EXPECT_EQ(said(*animated(13, "1,1")), "");
  EXPECT_EQ(hidden_in(*animated(13, "1,0")), Names{});
  EXPECT_EQ(said(*animated(13, "1,0")),
            "1 mesh comes and goes in its clips (animated visibility), which is not played: proxy "
            "is shown all the time.");
  EXPECT_EQ(said(*animated(12, "0,1")),
            "2 meshes come and go in its clips (animated visibility), which is not played: proxy "
            "and cage are shown all the time.");
}

// Else there would be nothing to see.
TEST_F(HiddenInFbx, NotWhereItIsAllThereIs) {
  const auto model =
      open(text_fbx(mesh_model(1, "cloth", off()) + geometry(2, "0,0,0,1,0,0,0,1,0", "0,1,-3"),
                    oo(1, 0) + oo(2, 1)));
  EXPECT_EQ(hidden_in(*model), Names{});
  EXPECT_EQ(told(*model), "It hides all its meshes; they are shown nevertheless.");
}

TEST_F(HiddenInFbx, StayHiddenInARigThatIsWritten) {
  const auto model = with("", off(), "");
  export_rig(make_scene(model), folder_ / "rig.glb");
  EXPECT_EQ(hidden_in(*import_model(folder_ / "rig.glb")), Names{"proxy"});
}

// A workspace keeps what was changed, against the file.
TEST_F(HiddenInFbx, AreShownByAnEditThatIsKept) {
  const auto model = with("", off(), "");
  Scene scene = make_scene(model);
  EXPECT_TRUE(edits_of_marks(scene).empty());
  const auto proxy = static_cast<int>(std::ranges::find(model->meshes, "proxy", &Mesh::name) -
                                      model->meshes.begin());
  scene.mesh_hidden[static_cast<std::size_t>(proxy)] = 0;
  const std::vector<Edit> edits = edits_of_marks(scene);
  ASSERT_EQ(edits.size(), 1u);
  Document again(make_scene(model));
  again.apply({edits[0]});
  EXPECT_FALSE(is_hidden(again.scene(), static_cast<std::size_t>(proxy)));
}

// KHR_node_visibility hides a node with all that hangs below it.
TEST(HiddenInGltf, ByTheirNodeOrOneAbove) {
  const import_files::Folder folder;
  auto g = import_files::skinned_square();
  g.root["extensionsUsed"] = {"KHR_node_visibility"};
  g.root["extensionsRequired"] = {"KHR_node_visibility"};
  g.root["nodes"].push_back({{"name", "cage"}, {"mesh", 0}});
  g.root["nodes"].push_back({{"name", "group"}, {"children", {4}}});
  g.root["nodes"][0]["children"].push_back(5);
  const auto opened = [&](std::size_t node, const nlohmann::json& visible) {
    auto file = g;
    file.root["nodes"][node]["extensions"]["KHR_node_visibility"]["visible"] = visible;
    const auto model = import_model(file.write(folder));
    Names out;
    for (const Mesh& mesh : model->meshes)
      if (mesh.hidden) out.push_back(model->skeleton.name[static_cast<std::size_t>(mesh.node)]);
    return out;
  };
  EXPECT_EQ(opened(4, false), Names{"cage"});
  EXPECT_EQ(opened(5, false), Names{"cage"});
  EXPECT_EQ(opened(4, true), Names{});
  EXPECT_EQ(opened(4, 0), Names{}) << "a number is no answer";
  EXPECT_EQ(opened(1, false), Names{"square"});
}

}  // namespace
}  // namespace bindpose::tests::hidden_meshes_test
