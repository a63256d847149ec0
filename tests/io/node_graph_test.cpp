// Nodes that hang below themselves, absurdly deep or over and over, in every format that has nodes:
// Assimp would go down by calls until the stack ends.
#include "io/node_graph.h"

#include <algorithm>

#include "io/collada_files.h"
#include "io/fbx_files.h"
#include "io/import.h"
#include "io/import_files.h"
#include "io/io_fixture.h"
#include "others_leak.h"
#include "thread_time.h"

namespace bindpose::tests::node_graph_test {
namespace {

using import_files::json;

constexpr int kDeep = 20000;  // for a reader that calls itself to run out of stack

// What is said of a file whose nodes are in order, but that holds nothing: it went past the checks.
constexpr const char* kNothingShown = "holds no mesh and no skeleton";

class NodeGraphFile : public FolderTest {
 protected:
  std::shared_ptr<const Model> open(const std::string& name, const std::string& text) {
    write_all(folder_ / name, text);
    return import_model(folder_ / name);
  }
  std::string refusal(const std::string& name, const std::string& text) {
    return sentence_of([&] { open(name, text); });
  }
  void expect(const std::string& sentence, std::initializer_list<const char*> parts) {
    for (const char* part : parts) EXPECT_NE(sentence.find(part), std::string::npos) << sentence;
    EXPECT_EQ(sentence.find('\n'), std::string::npos);
    EXPECT_LT(sentence.size(), 400u);
  }
};

std::string triangle() {
  return "<library_geometries>" + dae_geometry("g", "g", "0 0 0 1 0 0 0 1 0") +
         "</library_geometries>";
}
constexpr const char* kMesh = "<instance_geometry url=\"#g\"/>";
std::string instance(const std::string& of) {
  return "<instance_node url=\"#" + of + "\"/>";
}
std::string node(const std::string& id, const std::string& content, const std::string& name = {}) {
  return "<node id=\"" + id + "\"" + (name.empty() ? "" : " name=\"" + name + "\"") + ">" +
         content + "</node>";
}
std::string library(const std::string& nodes) {
  return "<library_nodes>" + nodes + "</library_nodes>";
}

std::string models(int count) {
  std::string out;
  for (int i = 1; i <= count; ++i) out += limb(i, "n" + std::to_string(i), "");
  return out;
}

json gltf_nodes(json nodes) {
  return {{"asset", {{"version", "2.0"}}},
          {"scene", 0},
          {"scenes", {{{"nodes", {0}}}}},
          {"nodes", std::move(nodes)}};
}

// Node 0 is shown, 1 to levels - 1 hang on one another, a last one below them, with `last` in it
// and `more` beside the nodes. As text: a tree of that many objects takes longer than reading it.
std::string deep_gltf(int levels, const std::string& more = "", const std::string& last = "") {
  std::string nodes = R"({"name":"shown"})";
  for (int i = 1; i < levels; ++i) {
    nodes +=
        R"(,{"name":"n)" + std::to_string(i) + R"(","children":[)" + std::to_string(i + 1) + "]}";
  }
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[)" + nodes +
         R"(,{"name":"last")" + last + "}]" + more + "}";
}

TEST_F(NodeGraphFile, ColladaRings) {
  expect(refusal("self.dae", dae_file(triangle(), node("a", kMesh + instance("a"), "Arm"))),
         {"self.dae", "\"Arm\" hangs below itself;"});
  const std::string ring = library(node("a", kMesh + instance("b")) + node("b", instance("a")));
  expect(refusal("ring.dae", dae_file(triangle() + ring, node("r", instance("a")))),
         {"ring.dae", "\"a\" hangs below itself, through \"b\";"});
  // Assimp seeks a node that no id names by its name, and a scene by its id.
  expect(refusal("name.dae", dae_file(triangle(), node("x", kMesh + instance("Arm"), "Arm"))),
         {"\"Arm\" hangs below itself"});
  expect(refusal("scene.dae", dae_file(triangle(), node("x", kMesh + instance("scene"), "Arm"))),
         {"\"scene\" hangs below itself, through \"Arm\""});
}

// A node of each of two that share an id is meant; which, the text does not say.
TEST_F(NodeGraphFile, ColladaNodesOfOneId) {
  expect(refusal("ring.dae", dae_file(triangle() + library(node("a", kMesh)) +
                                          library(node("a", instance("a"), "Arm")),
                                      node("r", instance("a")))),
         {"ring.dae", "hangs below itself"});
  const std::string two = library(node("a", kMesh) + node("a", kMesh));
  {
    const OthersLeak assimp_forgets_the_first_of_two;
    EXPECT_GE(open("two.dae", dae_file(triangle() + two, node("r", instance("a"))))->meshes.size(),
              1u);
  }
  std::string nodes, instances;
  for (int i = 0; i < 20000; ++i) {
    nodes += node("a", "");
    instances += instance("a");
  }
  const std::string many = dae_file(triangle() + library(nodes), node("r", kMesh + instances));
  expect(refusal("many.dae", many), {"many.dae", "shows the same nodes over and over"});
}

// Text that breaks off in the midst of an element: its end is not sought from each place anew.
TEST_F(NodeGraphFile, ColladaElementsWithoutAnEnd) {
  for (const char* end : {"", ">"}) {
    const auto seconds = [&](int elements) {
      std::string text = dae_file(triangle(), "");
      text.erase(text.find("<library_visual"));
      for (int i = 0; i < elements; ++i) text += "<a";
      const double start = thread_seconds();
      EXPECT_NE(refusal("open.dae", text + end), "");
      return thread_seconds() - start;
    };
    EXPECT_LT(seconds(400000), 16.0 * seconds(50000));  // eight times the text
  }
}

// Assimp would follow these without end.
TEST_F(NodeGraphFile, ColladaControllersAndTexturesThatNameThemselves) {
  const auto controller = [](const std::string& id, const std::string& of) {
    return "<controller id=\"" + id + "\"><skin source=\"#" + of +
           "\"><bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 "
           "1</bind_shape_matrix></skin></controller>";
  };
  const std::string ring = "<library_controllers>" + controller("c", "d") + controller("d", "c") +
                           "</library_controllers>";
  expect(refusal("skin.dae",
                 dae_file(triangle() + ring, node("a", "<instance_controller url=\"#c\"/>"))),
         {"skin.dae", "its controller", "refers to itself"});
  // Whatever stands before the skin, and around it.
  for (const auto& [from, to] :
       {std::pair("<skin", "<asset/><skin"), std::pair("<skin", "<skin source=\"#g\"/><skin"),
        std::pair("<skin", "<morph source=\"#g\"/><skin")}) {
    std::string hidden = ring;
    for (std::size_t at = hidden.find(from); at != hidden.npos;
         at = hidden.find(from, at + std::string(to).size())) {
      hidden.replace(at, std::string(from).size(), to);
    }
    expect(refusal("hidden.dae",
                   dae_file(triangle() + hidden, node("a", "<instance_controller url=\"#c\"/>"))),
           {"hidden.dae", "its controller", "refers to itself"});
  }
  const auto sampler = [](const std::string& sid, const std::string& of) {
    return "<newparam sid=\"" + sid + "\"><sampler2D><source> " + of +
           "</source></sampler2D></newparam>";
  };
  const std::string effect = "<library_effects><effect id=\"e\"><profile_COMMON>" +
                             sampler("s", "t") + sampler("t", "s") +
                             "</profile_COMMON></effect></library_effects>";
  expect(refusal("paint.dae", dae_file(triangle() + effect, node("a", kMesh))),
         {"paint.dae", "its texture parameter", "refers to itself"});
  // Two samplers of one surface are no ring.
  const std::string sound = "<library_effects><effect id=\"e\"><profile_COMMON>" +
                            sampler("s", "u") + sampler("t", "u") +
                            "<newparam sid=\"u\"><surface type=\"2D\"><init_from>image</init_from>"
                            "</surface></newparam></profile_COMMON></effect></library_effects>";
  EXPECT_EQ(refusal("sound.dae", dae_file(triangle() + sound, node("a", kMesh))), "");
}

TEST_F(NodeGraphFile, ColladaInstancesThatEndAreShown) {
  const std::string twice = library(node("a", kMesh));
  const auto model = open("twice.dae", dae_file(triangle() + twice, node("l", instance("a")) +
                                                                        node("r", instance("a"))));
  EXPECT_EQ(model->meshes.size(), 2u);
  // A ring that the scene does not show does no harm.
  const std::string ring = library(node("a", instance("b")) + node("b", instance("a")));
  EXPECT_EQ(open("unused.dae", dae_file(triangle() + ring, node("r", kMesh)))->meshes.size(), 1u);
}

TEST_F(NodeGraphFile, ColladaDepthAndBombs) {
  std::string open_tags, close_tags, chain, bomb;
  for (int i = 0; i < kDeep; ++i) {
    const std::string next = instance("n" + std::to_string(i + 1));
    open_tags += "<node>";
    close_tags += "</node>";
    chain += node("n" + std::to_string(i), next);
    if (i < 40) bomb += node("n" + std::to_string(i), next + next);
  }
  expect(refusal("deep.dae", dae_file(triangle(), open_tags + kMesh + close_tags)),
         {"deep.dae", "deep, which no exporter does"});
  const std::string start = node("r", instance("n0"));
  expect(refusal("chain.dae", dae_file(triangle() + library(chain), start)),
         {"chain.dae", "more than 4096 nodes in one another"});
  const std::string last = node("n40", kMesh);
  expect(refusal("bomb.dae", dae_file(triangle() + library(bomb + last), start)),
         {"bomb.dae", "shows the same nodes over and over"});
}

// A node hangs below the first of its parents; what closes a ring is no first.
TEST_F(NodeGraphFile, FbxRings) {
  const auto opened = [&](const std::string& name, const std::string& text) {
    const auto model = open(name, text);
    EXPECT_TRUE(std::any_of(model->report.begin(), model->report.end(), [](const ReportEntry& e) {
      return e.message.find("kept below the first of them") != std::string::npos;
    }));
    return model->skeleton.size();
  };
  EXPECT_EQ(opened("self.fbx", text_fbx(models(1), oo(1, 0) + oo(1, 1))), 2u);
  EXPECT_EQ(opened("ring.fbx", text_fbx(models(3), oo(1, 0) + oo(2, 1) + oo(3, 2) + oo(1, 3))), 4u);
  expect(refusal("off.fbx", text_fbx(models(2), oo(2, 1) + oo(1, 2))),
         {"off.fbx", "its node \"n1\" hangs below itself, through \"n2\""});
}

TEST_F(NodeGraphFile, FbxModelsThatHangNowhereAreReported) {
  const std::string camera =
      " Model: 9, \"Model::view\", \"Camera\" {\n  Version: 232\n  Properties70:  {\n  }\n }\n";
  const auto model =
      open("off.fbx", text_fbx(models(4) + camera, oo(1, 0) + oo(2, 1) + oo(3, 4) + oo(4, 3)));
  std::size_t said = 0;
  for (const ReportEntry& e : model->report) {
    if (e.message.find("nowhere") == std::string::npos) continue;
    ++said;
    EXPECT_EQ(e.message,
              "2 nodes hang nowhere below the scene's root and were left out (\"n3\" and others).");
  }
  EXPECT_EQ(said, 1u);
}

TEST_F(NodeGraphFile, FbxDepthAndBombs) {
  std::string chain, bomb = oo(1, 0) + oo(2, 0);
  for (int i = 1; i <= kDeep; ++i) chain += oo(i, i - 1);
  for (int i = 3; i <= 80; ++i) {
    const int upper = (i - 1) / 2 * 2;
    bomb += oo(i, upper) + oo(i, upper - 1);
  }
  expect(refusal("deep.fbx", text_fbx(models(kDeep), chain)),
         {"deep.fbx", "more than 4096 nodes", "\"n1\""});
  // Two parents a node, forty times over: each is read once.
  EXPECT_EQ(open("bomb.fbx", text_fbx(models(80), bomb))->skeleton.size(), 81u);
}

TEST_F(NodeGraphFile, GltfRingsAndDepth) {
  json ring = json::array({{{"name", "A"}, {"children", {1}}}, {{"name", "B"}, {"children", {0}}}});
  expect(refusal("ring.gltf", gltf_nodes(std::move(ring)).dump()),
         {"ring.gltf", "\"A\" hangs below itself, through \"B\""});
  std::string deep = deep_gltf(kDeep);
  deep.replace(deep.find(R"("shown")"), 7, R"("shown","children":[1])");
  expect(refusal("deep.gltf", deep), {"deep.gltf", "more than 4096 nodes"});
}

// What an animation moves and a skin names is read wherever it hangs.
TEST_F(NodeGraphFile, GltfDepthOutsideOfTheScene) {
  const std::string moved = deep_gltf(kDeep, R"(,"animations":[{"samplers":[],"channels":
      [{"sampler":0,"target":{"node":2,"path":"translation"}}]}])");
  expect(refusal("moved.gltf", moved), {"moved.gltf", "more than 4096 nodes", "\"n2\""});
  const std::string skin = deep_gltf(kDeep, R"(,"skins":[{"joints":[3]}])");
  expect(refusal("skin.gltf", skin), {"skin.gltf", "more than 4096 nodes", "\"n3\""});
  const std::string ring = deep_gltf(kDeep, R"(,"skins":[{"joints":[1]}])", R"(,"children":[1])");
  expect(refusal("ring.gltf", ring), {"ring.gltf", "\"n1\" hangs below itself"});
  // Assimp does not go to a skin's skeleton.
  const std::string skeleton = deep_gltf(kDeep, R"(,"skins":[{"joints":[0],"skeleton":1}])");
  expect(refusal("skeleton.gltf", skeleton), {"skeleton.gltf", kNothingShown});
  // What nobody names is not read; joints of one chain are no copies of it.
  expect(refusal("unused.gltf", deep_gltf(kDeep)), {"unused.gltf", kNothingShown});
  std::string joints = "1";
  for (int i = 2; i < 2000; ++i) joints += "," + std::to_string(i);
  const std::string chain = deep_gltf(2000, R"(,"skins":[{"joints":[)" + joints + "]}]");
  expect(refusal("chain.gltf", chain), {"chain.gltf", kNothingShown});
}

TEST_F(NodeGraphFile, DepthOfTextFormats) {
  std::string frames, joints, bones;
  for (int i = 0; i < kDeep; ++i) {
    frames += "Frame f {\n";
    joints += "JOINT j\n{\nOFFSET 0 1 0\nCHANNELS 0\n";
    bones +=
        "\t\"j" + std::to_string(i) + "\"\t" + std::to_string(i - 1) + " ( 0 0 0 ) ( 0 0 0 )\n";
  }
  const std::string end(kDeep, '}');
  expect(refusal("deep.x", "xof 0303txt 0032\n" + frames + end), {"deep.x", "20000 deep"});
  expect(
      refusal("deep.bvh", "HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 0\n" + joints + end + "}"),
      {"deep.bvh", "20001 deep"});
  expect(refusal("deep.md5mesh", "MD5Version 10\ncommandline \"\"\n\njoints {\n" + bones + "}\n"),
         {"deep.md5mesh", "more than 4096 nodes", "\"j0\""});
}

// The deepest that is taken does not end the stack either.
TEST_F(NodeGraphFile, FourThousandLevelsAreRead) {
  constexpr int kLevels = 4000;
  std::string chain;
  for (int i = 1; i <= kLevels; ++i) chain += oo(i, i - 1);
  EXPECT_GE(open("deep.fbx", text_fbx(models(kLevels), chain))->skeleton.size(), kLevels);
  std::string nodes = kMesh;
  for (int i = 0; i < kLevels; ++i) nodes = "<node>" + nodes + "</node>";
  EXPECT_GE(open("deep.dae", dae_file(triangle(), nodes))->skeleton.size(), kLevels);
}

}  // namespace
}  // namespace bindpose::tests::node_graph_test
