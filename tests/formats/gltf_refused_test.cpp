// What is said of glTF files that are wrong, one mistake each; and files that are odd and open.
#include <gtest/gtest.h>

#include <functional>

#include "io/import.h"
#include "io/import_files.h"
#include "io/io_fixture.h"
#include "others_leak.h"
#include "scene/scene.h"

namespace bindpose::tests::gltf_refused_test {
namespace {

using import_files::Gltf;
using import_files::json;

struct Mistake {
  const char* name;
  std::function<void(json&)> make;  // in the root, the buffers included
  const char* says;
};

// The root as it would be written, so that buffers can be broken, too.
std::string refusal(const Mistake& mistake) {
  const import_files::Folder folder;
  Gltf g = import_files::skinned_square();
  const std::filesystem::path path = g.write(folder);
  mistake.make(g.root);
  folder.write("model.gltf", g.root.dump(1));
  const OthersLeak assimp_forgets_files_that_are_too_short;
  return sentence_of([&] { import_model(path); });
}

const Mistake kMistakes[] = {
    {"version", [](json& r) { r["asset"]["version"] = "3.0"; },
     "says that it is glTF \"3.0\"; versions 1.0 and 2.0 are read"},
    {"no version", [](json& r) { r["asset"].erase("version"); }, "which version of glTF it is"},
    {"no buffers", [](json& r) { r.erase("buffers"); },
     "buffer view 0 names buffer 0, and the file has no buffers"},
    {"a file that is not there", [](json& r) { r["buffers"][0]["uri"] = "gone.bin"; },
     "keeps its numbers in \"gone.bin\", which is not there or can not be read; put that file"},
    {"a file elsewhere", [](json& r) { r["buffers"][0]["uri"] = "../elsewhere.bin"; },
     "files outside of its folder are not read; move both into one folder"},
    {"an address", [](json& r) { r["buffers"][0]["uri"] = "https://example.org/a.bin"; },
     "nothing is fetched from a network"},
    {"a short file", [](json& r) { r["buffers"][0]["byteLength"] = 1000000; },
     "and it should have 1,000,000; copy that file again"},
    {"a view outside", [](json& r) { r["bufferViews"][0]["byteOffset"] = 99999; },
     "buffer view 0 begins at byte 99,999"},
    {"an accessor outside", [](json& r) { r["accessors"][0]["count"] = 5000; },
     "accessor 0 wants 5,000 elements"},
    // What packed files have in the place of what is unpacked (EXT_meshopt_compression, fallback).
    {"an accessor outside, and an empty buffer that nothing lies in",
     [](json& r) {
       r["accessors"][0]["count"] = 5000;
       r["buffers"].push_back({{"byteLength", 58272}});
     },
     "accessor 0 wants 5,000 elements"},
    {"a count of -6", [](json& r) { r["accessors"][0]["count"] = -6; },
     "accessor 0 has -6 for its \"count\""},
    {"an unknown number", [](json& r) { r["accessors"][0]["componentType"] = 1234; },
     "a \"componentType\" that glTF does not know"},
    {"a mesh that is not there", [](json& r) { r["nodes"][0]["mesh"] = 99; },
     "names mesh 99, and the file has 1 mesh, counted from 0"},
    {"a joint that is not there", [](json& r) { r["skins"][0]["joints"][0] = 99; },
     "skin 0 names node 99"},
    {"a joint that is nothing", [](json& r) { r["skins"][0]["joints"][1] = nullptr; },
     "joint 1 of its skin 0 is null, and not the number of a node"},
    {"half a joint", [](json& r) { r["skins"][0]["joints"][0] = 0.5; },
     "joint 0 of its skin 0 is 0.5, and not"},
    {"a material that is not there",
     [](json& r) { r["meshes"][0]["primitives"][0]["material"] = 7; },
     "names material 7, and the file has no materials"},
    {"a scene that is not there", [](json& r) { r["scene"] = 5; },
     "its \"scene\" names scene 5, and the file has 1 scene"},
    {"no positions",
     [](json& r) { r["meshes"][0]["primitives"][0]["attributes"].erase("POSITION"); },
     "mesh 0 has no positions"},
};

TEST(GltfRefused, EachMistakeIsSaidWithItsPlace) {
  for (const Mistake& mistake : kMistakes) {
    SCOPED_TRACE(mistake.name);
    const std::string said = refusal(mistake);
    EXPECT_NE(said.find(mistake.says), std::string::npos) << said;
    EXPECT_NE(said.find("model.gltf\""), std::string::npos) << said;
    EXPECT_TRUE(said.ends_with('.')) << said;
    EXPECT_EQ(said.find("could not be read ("), std::string::npos) << said;
  }
}

TEST(GltfRefused, AllExtensionsThatItNeedsAreNamed) {
  const std::string said = refusal({"",
                                    [](json& r) {
                                      r["extensionsRequired"] = {"EXT_one", "EXT_two", "EXT_one"};
                                    },
                                    ""});
  EXPECT_NE(said.find("needs the glTF extensions EXT_one and EXT_two, which are not read"),
            std::string::npos)
      << said;
}

TEST(GltfRefused, TheFrameOfAGlb) {
  const import_files::Folder folder;
  std::string text = R"({"asset":{"version":"2.0"},"nodes":[{}]})";
  text.resize((text.size() + 3) / 4 * 4, ' ');
  const auto glb = [&](std::uint32_t version, const char* kind) {
    std::string out = "glTF";
    const auto put = [&](std::size_t v) {
      for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>(v >> shift & 255u);
    };
    put(version);
    put(20 + text.size());
    put(text.size());
    return out + kind + text;
  };
  const auto said = [&](const std::string& bytes) {
    return sentence_of([&] { import_model(folder.write("model.glb", bytes)); });
  };
  EXPECT_NE(said(glb(3, "JSON")).find("is a GLB of version 3"), std::string::npos);
  EXPECT_NE(said(glb(2, "NOSJ")).find("does not begin with its JSON"), std::string::npos);
}

std::shared_ptr<const Model> opened(const std::function<void(json&)>& change,
                                    const std::string& name = "model.gltf",
                                    const std::string& before = "") {
  const import_files::Folder folder;
  Gltf g = import_files::skinned_square();
  g.write(folder);
  change(g.root);
  return import_model(folder.write(name, before + g.root.dump(1)));
}

bool reports(const Model& model, const std::string& part) {
  return std::ranges::any_of(model.report, [&](const ReportEntry& entry) {
    return entry.message.find(part) != std::string::npos;
  });
}

TEST(GltfOpened, WithAByteOrderMarkAndAsTextUnderTheBinarysEnding) {
  const auto as_it_is = [](json&) {};
  EXPECT_EQ(opened(as_it_is, "model.gltf", "\xEF\xBB\xBF")->meshes.size(), 1u);
  EXPECT_EQ(opened(as_it_is, "model.glb")->meshes.size(), 1u);
}

// An accessor without a view stands for zeros (3.6.2.3 of the specification).
TEST(GltfOpened, ZerosOfAShapeWithoutAView) {
  const auto model = opened([](json& r) {
    const std::size_t count = r["accessors"][0]["count"].get<std::size_t>();
    r["accessors"].push_back({{"componentType", 5126}, {"count", count}, {"type", "VEC3"}});
    r["meshes"][0]["primitives"][0]["targets"] = {{{"POSITION", r["accessors"].size() - 1}}};
  });
  ASSERT_EQ(model->meshes.size(), 1u);
  EXPECT_EQ(model->morph_channels.size(), 1u);
}

// So do they by the million, and what nobody can have is refused.
TEST(GltfOpened, NotZerosWithoutEnd) {
  EXPECT_NE(sentence_of([&] {
              opened([](json& r) {
                r["accessors"].push_back(
                    {{"componentType", 5126}, {"count", 2000000000}, {"type", "VEC3"}});
                r["meshes"][0]["primitives"][0]["attributes"]["POSITION"] =
                    r["accessors"].size() - 1;
              });
            }).find("2,000,000,000 positions"),
            std::string::npos);
}

TEST(GltfOpened, ChannelsOfPointersAreLeftOutWithAWord) {
  const auto model = opened([](json& r) {
    const std::size_t times = r["accessors"].size();
    // Times and colours are somewhere in the buffer: they are not looked at.
    r["accessors"].push_back(
        {{"bufferView", 0}, {"componentType", 5126}, {"count", 1}, {"type", "SCALAR"}});
    r["accessors"].push_back(
        {{"bufferView", 0}, {"componentType", 5126}, {"count", 1}, {"type", "VEC4"}});
    r["extensionsUsed"] = {"KHR_animation_pointer"};
    r["animations"] = {
        {{"samplers", {{{"input", times}, {"output", times + 1}}}},
         {"channels",
          {{{"sampler", 0},
            {"target",
             {{"path", "pointer"},
              {"extensions",
               {{"KHR_animation_pointer",
                 {{"pointer", "/materials/0/pbrMetallicRoughness/baseColorFactor"}}}}}}}}}}}};
  });
  EXPECT_EQ(model->meshes.size(), 1u);
  EXPECT_TRUE(model->clips.empty());
  EXPECT_TRUE(reports(*model, "KHR_animation_pointer"));
}

}  // namespace
}  // namespace bindpose::tests::gltf_refused_test
