// KHR_draco_mesh_compression in files that Draco's own encoder writes here.
#include <gtest/gtest.h>

#include "compressed/packed_files.h"
#include "compressed/same_surface.h"
#include "io/import.h"
#include "io/io_fixture.h"

namespace bindpose::packed_files {
namespace {

constexpr const char* kName = "KHR_draco_mesh_compression";

std::shared_ptr<const Model> load(const Gltf& g, const ImportOptions& options = {}) {
  const Folder folder;
  return import_model(write(g, folder), options);
}
std::string refusal(const Gltf& g) {
  return tests::sentence_of([&] { load(g); });
}
bool reported(const Model& model, const std::string& part) {
  return std::any_of(model.report.begin(), model.report.end(), [&](const ReportEntry& r) {
    return r.message.find(part) != std::string::npos;
  });
}

Gltf packed(int n = 4, bool plain = false) {
  Gltf g = sheet(n);
  pack_draco(g, draco::MESH_SEQUENTIAL_ENCODING, plain);
  return g;
}

// Its stream in the buffer.
std::size_t stream_at(Gltf& g) {
  return g.root["bufferViews"].back()["byteOffset"];
}

TEST(Draco, in_order) {
  const auto model = load(packed());
  expect_same(model, load(sheet(4)), 1e-7f);
  EXPECT_TRUE(reported(*model, "compressed with KHR_draco_mesh_compression (1 stream)"));
}

// Points come in another order, triangles too: compared by their places in the sheet.
TEST(Draco, by_edgebreaker) {
  Gltf g = sheet(6);
  pack_draco(g, draco::MESH_EDGEBREAKER_ENCODING);
  const auto model = load(g), plain = load(sheet(6));
  ASSERT_EQ(model->meshes[0].position.size(), plain->meshes[0].position.size());
  ASSERT_EQ(model->meshes[0].triangle.size(), plain->meshes[0].triangle.size());
  const Posed a = posed_corners(model, 0, 0.6), b = posed_corners(plain, 0, 0.6);
  for (std::size_t i = 0; i < a.position.size(); ++i) {
    float nearest = 1.0f;
    for (std::size_t k = 0; k < b.position.size(); ++k) {
      nearest = std::min(nearest, glm::distance(a.position[i], b.position[k]) +
                                      glm::distance(a.normal[i], b.normal[k]) +
                                      glm::distance(a.uv[i], b.uv[k]));
    }
    ASSERT_LT(nearest, 1e-6f);
  }
}

TEST(Draco, accessors_of_other_types_than_the_stream) {
  Gltf g = packed();
  accessor_of(g, "JOINTS_0")["componentType"] = 5123;
  accessor_of(g, "indices")["componentType"] = 5125;
  expect_same(load(g), load(sheet(4)), 1e-7f);
}

TEST(Draco, a_strip_is_decoded_to_triangles) {
  Gltf g = packed();
  primitive(g)["mode"] = 5;
  accessor_of(g, "indices")["count"] = 46;  // 32 triangles in rows of strips
  expect_same(load(g), load(sheet(4)), 1e-7f);
}

TEST(Draco, without_indices_and_with_accessors_that_promise_more) {
  Gltf g = packed();
  for (const char* name : {"POSITION", "NORMAL", "TEXCOORD_0", "JOINTS_0", "WEIGHTS_0"}) {
    accessor_of(g, name)["count"] = 30;
  }
  primitive(g).erase("indices");
  expect_same(load(g), load(sheet(4)), 1e-7f);
}

TEST(Draco, attributes_outside_the_stream_stay) {
  Gltf g = sheet(4);
  const json uv = primitive(g)["attributes"]["TEXCOORD_0"];
  primitive(g)["attributes"].erase("TEXCOORD_0");
  pack_draco(g, draco::MESH_SEQUENTIAL_ENCODING);
  primitive(g)["attributes"]["TEXCOORD_0"] = uv;
  expect_same(load(g), load(sheet(4)), 1e-7f);
}

TEST(Draco, an_accessor_may_serve_two_streams) {
  Gltf g = packed();
  g.root["meshes"].push_back(g.root["meshes"][0]);
  g.root["nodes"][0]["mesh"] = 1;
  EXPECT_EQ(load(g)->meshes.size(), 2u);
}

TEST(Draco, what_is_broken_gives_way_to_plain_data) {
  Gltf g = packed(4, true);
  g.bytes.replace(stream_at(g) + 40, 60, 60, '\xee');
  const auto model = load(g);
  expect_same(model, load(sheet(4)), 1e-7f);
  EXPECT_TRUE(reported(*model, "1 stream of KHR_draco_mesh_compression could not be decoded"));
}

TEST(Draco, what_is_broken_is_refused_in_a_sentence) {
  const auto check = [](const char* what, const auto& damage) {
    Gltf g = packed();
    damage(g);
    const std::string said = refusal(g);
    EXPECT_NE(said.find(std::string("is compressed with ") + kName), said.npos) << said;
    EXPECT_NE(said.find("mesh 0, part 0"), said.npos) << said;
    EXPECT_NE(said.find(what), said.npos) << said;
  };
  const auto stream = [](Gltf& g) -> json& { return primitive(g)["extensions"][kName]; };
  check("cut short", [](Gltf& g) { g.root["bufferViews"].back()["byteLength"] = 11; });
  check("damaged", [](Gltf& g) { g.root["bufferViews"].back()["byteLength"] = 60; });
  check("do not lie in the file",
        [](Gltf& g) { g.root["bufferViews"].back()["byteLength"] = 1 << 30; });
  check("damaged", [](Gltf& g) { g.bytes[stream_at(g)] = 'X'; });
  check("2.1 is not the 2.2", [](Gltf& g) { g.bytes[stream_at(g) + 6] = 1; });
  check("no mesh", [](Gltf& g) { g.bytes[stream_at(g) + 7] = 0; });
  check("no buffer view", [&](Gltf& g) { stream(g).erase("bufferView"); });
  check("no attributes", [&](Gltf& g) { stream(g).erase("attributes"); });
  check("no attribute 99", [&](Gltf& g) { stream(g)["attributes"]["NORMAL"] = 99; });
  check("NORMAL has no sound", [&](Gltf& g) { stream(g)["attributes"]["NORMAL"] = -1; });
  check("COLOR_0 has no sound", [&](Gltf& g) { stream(g)["attributes"]["COLOR_0"] = 1; });
  check("NORMAL has no sound", [](Gltf& g) { accessor_of(g, "NORMAL")["componentType"] = 1; });
  check("its indices have no sound",
        [](Gltf& g) { accessor_of(g, "indices")["componentType"] = 1; });
  check("neither triangles", [](Gltf& g) { primitive(g)["mode"] = 1; });
  check("says that it has more vertices", [](Gltf& g) { accessor_of(g, "NORMAL")["count"] = 24; });
  check("says that it has more triangles",
        [](Gltf& g) { accessor_of(g, "indices")["count"] = 93; });
  check("1 GiB", [](Gltf& g) { accessor_of(g, "NORMAL")["count"] = 90000000; });
  check("1 GiB", [](Gltf& g) { accessor_of(g, "NORMAL")["count"] = 0xffffffffffffffffull; });
}

// Each of two streams would fit, both together would not.
TEST(Draco, all_streams_together_are_bounded) {
  Gltf g = packed();
  g.root["meshes"][0]["primitives"].push_back(primitive(g));
  for (const char* name : {"POSITION", "NORMAL"}) accessor_of(g, name)["count"] = 35000000;
  const std::string said = refusal(g);
  EXPECT_NE(said.find("mesh 0, part 1"), said.npos) << said;
  EXPECT_NE(said.find("1 GiB"), said.npos) << said;
}

// The head alone says two thousand million triangles: nothing is made for them.
TEST(Draco, a_head_that_lies_is_not_believed) {
  Gltf g = packed();
  // The varint of 32 triangles behind the 11 bytes of the head.
  ASSERT_EQ(g.bytes[stream_at(g) + 11], 32);
  g.bytes.replace(stream_at(g) + 11, 1, "\xff\xff\xff\xff\x07");
  g.root["bufferViews"].back()["byteLength"] =
      g.root["bufferViews"].back()["byteLength"].get<int>() + 4;
  EXPECT_NE(refusal(g).find("more triangles than its accessor"), std::string::npos);
}

TEST(Draco, tells_how_far_it_is_and_can_be_cancelled) {
  const Gltf g = packed(110);  // worth a thread
  std::vector<float> parts;
  ImportOptions options;
  options.progress = [&](const char* phase, float part) {
    if (std::string(phase) == "decompressing") parts.push_back(part);
    return true;
  };
  load(g, options);
  ASSERT_FALSE(parts.empty());
  EXPECT_TRUE(std::is_sorted(parts.begin(), parts.end()));
  EXPECT_EQ(parts.front(), 0.0f);
  EXPECT_EQ(parts.back(), 0.3f);
  EXPECT_GE(parts.size(), 2u);  // before and behind, and between where that takes long
  int heard = 0;
  options.progress = [&](const char* phase, float) {
    return std::string(phase) != "decompressing" || ++heard < 2;
  };
  const std::string said = tests::sentence_of([&] { load(g, options); });
  EXPECT_TRUE(said.starts_with("cancelled")) << said;
}

}  // namespace
}  // namespace bindpose::packed_files
