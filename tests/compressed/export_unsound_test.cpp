// Compressed exports of models whose own file is not what one would wish.
#include <gtest/gtest.h>

#include <limits>

#include "compressed/packed_files.h"
#include "compressed/same_surface.h"
#include "io/export/export.h"
#include "io/export/rig/rig.h"
#include "io/gltf/compressed/pack.h"
#include "io/gltf/compressed/pack_values.h"
#include "io/import.h"
#include "io/io_fixture.h"
#include "scene/edit/edit.h"

namespace bindpose::packed_files {
namespace unsound_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kUnsound =
    "The file cannot be compressed, for what the model's own file says of its arrays is not sound; "
    "export it without compression.";

std::string packing_says(const Gltf& g, GlbPacking packing = GlbPacking::Lossless,
                         std::size_t most = kMostDecoded) {
  Json document = Json::parse(g.root.dump());
  std::vector<std::uint8_t> binary(g.bytes.begin(), g.bytes.end());
  return tests::sentence_of([&] { pack_gltf(document, binary, packing, most); });
}

json json_of(const fs::path& file) {
  const std::string bytes = tests::read_all(file);
  std::uint32_t size = 0;
  std::memcpy(&size, bytes.data() + 12, 4);
  return json::parse(bytes.substr(20, size));
}

Scene edited(const std::shared_ptr<const Model>& model, const std::string& text) {
  std::string error;
  const auto edit = parse_edit(text, *model, error);
  EXPECT_TRUE(edit) << error;
  Document document(make_scene(model));
  if (edit) document.apply({*edit});
  return document.scene();
}

// Each would read outside of the buffer, or lose what lies there.
TEST(PackedExport, what_is_said_of_arrays_must_be_sound) {
  constexpr std::size_t kHuge = std::numeric_limits<std::size_t>::max();
  EXPECT_EQ(packing_says(sheet(4)), "");
  const std::vector<std::pair<const char*, json>> views = {
      {"byteOffset", -8},        {"byteOffset", 8.5},
      {"byteOffset", kHuge - 7}, {"byteLength", kHuge},
      {"byteLength", kHuge - 7}, {"byteLength", "long"},
      {"byteLength", -1},        {"buffer", 1},
      {"byteStride", -12}};
  for (const auto& [key, value] : views) {
    Gltf g = sheet(4);
    g.root["bufferViews"][0][key] = value;
    EXPECT_EQ(packing_says(g), kUnsound) << key << " " << value;
  }
  const std::vector<std::pair<const char*, json>> accessors = {
      {"count", -25}, {"count", 2.5}, {"bufferView", -1}, {"componentType", -5126}, {"type", 3}};
  for (const auto& [key, value] : accessors) {
    Gltf g = sheet(4);
    g.root["accessors"][0][key] = value;
    EXPECT_EQ(packing_says(g), kUnsound) << key << " " << value;
  }
  Gltf lost = sheet(4);
  lost.root["bufferViews"][0].erase("byteLength");
  EXPECT_EQ(packing_says(lost), kUnsound);
  Gltf elsewhere = sheet(4);
  elsewhere.root["bufferViews"][0]["extensions"]["X_far"] = {{"buffer", 0}};
  EXPECT_EQ(packing_says(elsewhere), kUnsound);
}

// In one buffer and in the second of two, where no other bytes may take the place of what is not
// there.
TEST(PackedExport, an_unsound_file_leaves_none_behind) {
  const Folder folder;
  for (const std::size_t buffer : {0u, 1u}) {
    Gltf g = sheet(4);
    const std::size_t extra = g.floats(std::vector<float>(25, 0.5f), "SCALAR", 1);
    primitive(g)["attributes"]["_EXTRA"] = extra;
    g.root["bufferViews"].back()["byteOffset"] = -8;
    g.root["bufferViews"].back()["buffer"] = buffer;
    g.write(folder);
    const json whole = g.root["buffers"][0];
    for (std::size_t b = 0; b < buffer; ++b) g.root["buffers"].push_back(whole);
    const fs::path source = folder.write("model.gltf", g.root.dump());
    const Scene scene = make_scene(import_model(source));
    const fs::path out = folder.path() / "rig.glb", plain = folder.path() / "plain.glb";
    const std::string said =
        tests::sentence_of([&] { export_rig(scene, out, nullptr, GlbPacking::Lossless); });
    EXPECT_EQ(said, kUnsound) << buffer;
    EXPECT_FALSE(fs::exists(out));
    export_rig(scene, plain);
    EXPECT_EQ(json_of(plain)["bufferViews"].back()["byteOffset"], -8) << buffer;
  }
}

// More than is read of a compressed file is not written.
TEST(PackedExport, no_more_than_is_read_again) {
  EXPECT_EQ(packing_says(sheet(4), GlbPacking::Lossless, 1u << 20), "");
  const std::string said = packing_says(sheet(4), GlbPacking::Lossless, 1000);
  EXPECT_NE(said.find("1 GiB"), said.npos) << said;
}

TEST(PackedExport, what_a_stream_makes_no_shorter_stays_plain) {
  Gltf g = sheet(1);  // six corners are twelve bytes, and more as a stream
  Json document = Json::parse(g.root.dump());
  std::vector<std::uint8_t> binary(g.bytes.begin(), g.bytes.end());
  pack_gltf(document, binary, GlbPacking::Lossless);
  const std::size_t corners =
      document["accessors"][primitive(g)["indices"].get<std::size_t>()]["bufferView"];
  EXPECT_FALSE(document["bufferViews"][corners].contains("extensions"));
  for (const Json& view : document["bufferViews"]) {
    if (!view.contains("extensions")) continue;
    EXPECT_LT(view["extensions"]["EXT_meshopt_compression"]["byteLength"].get<std::size_t>(),
              view["byteLength"].get<std::size_t>());
  }
}

Gltf weighted_sheet(int n, const std::vector<float>& row) {
  Gltf g = sheet(n);
  const json& view =
      g.root["bufferViews"][accessor_of(g, "WEIGHTS_0")["bufferView"].get<std::size_t>()];
  const std::size_t start = view["byteOffset"], length = view["byteLength"];
  for (std::size_t at = 0; at < length; at += 16) std::memcpy(&g.bytes[start + at], row.data(), 16);
  const json& joints =
      g.root["bufferViews"][accessor_of(g, "JOINTS_0")["bufferView"].get<std::size_t>()];
  const std::size_t first = joints["byteOffset"], bytes = joints["byteLength"];
  for (std::size_t at = 0; at < bytes; ++at) g.bytes[first + at] = static_cast<char>(at % 4 == 1);
  return g;
}

std::vector<float> weights_of(const fs::path& file) {
  return import_model(file)->meshes[0].file_binding.influences.weight;
}

// (3, 1, 0, 0) is three quarters and one here; cut off at 1 it would be halves.
TEST(PackedExport, weights_that_do_not_add_up_are_not_rounded) {
  const Folder folder;
  for (const std::vector<float>& row : {std::vector<float>{3, 1, 0, 0}, {0.0007f, 0.0003f, 0, 0}}) {
    const fs::path source = weighted_sheet(9, row).write(folder);
    const Scene scene = make_scene(import_model(source));
    const fs::path out = folder.path() / "small.glb";
    export_rig(scene, out, nullptr, GlbPacking::Small);
    ASSERT_TRUE(json_of(out).contains("extensionsRequired"));
    const std::vector<float> before = weights_of(source), after = weights_of(out);
    ASSERT_EQ(after.size(), before.size());
    for (std::size_t i = 0; i < after.size(); ++i) EXPECT_NEAR(after[i], before[i], 1e-6f);
  }
  EXPECT_TRUE(as_weights({{2, 1, 1, 0}}).empty());
  EXPECT_TRUE(as_weights({{0.0005f, 0.0003f, 0.0002f, 0}}).empty());
  EXPECT_TRUE(as_weights({{1.5f, -0.5f, 0, 0}}).empty());
  EXPECT_TRUE(as_weights({{0.5f, 0.5f, 0, 0}, {0.5f, 0, 0, 0}}).empty());
  EXPECT_FALSE(as_weights({{0.5f, 0, 0, 0}, {0.25f, 0.25f, 0, 0}}).empty());
}

// Over both sets of a vertex; none moves by a step of 1 / 65535. One without weights stays so.
TEST(PackedExport, weights_of_two_sets_add_up_together) {
  std::vector<std::vector<float>> sets = {{}, {}};
  for (int v = 0; v < 50; ++v) {
    float row[8], sum = 0.0f;
    for (int k = 0; k < 8; ++k) sum += row[k] = 1.0f + std::sin(static_cast<float>(9 * v + k * k));
    for (int k = 0; k < 8; ++k) {
      sets[k < 4 ? 0 : 1].push_back(v == 7 ? 0.0f : row[k] / sum);
    }
  }
  const std::vector<PackedValues> packed = as_weights(sets);
  ASSERT_EQ(packed.size(), 2u);
  for (std::size_t v = 0; v < 50; ++v) {
    int sum = 0;
    for (std::size_t k = 0; k < 8; ++k) {
      std::uint16_t whole = 0;
      std::memcpy(&whole, packed[k / 4].bytes.data() + 2 * (4 * v + k % 4), 2);
      EXPECT_NEAR(static_cast<float>(whole) / 65535.0f, sets[k / 4][4 * v + k % 4],
                  1.1f / 65535.0f);
      sum += whole;
    }
    EXPECT_EQ(sum, v == 7 ? 0 : 65535);
  }
}

// Plain data beside streams are another program's: a change of the weights would stand in one of
// the two alone.
TEST(PackedExport, streams_beside_plain_data_are_not_kept) {
  const Folder folder;
  for (const bool with_draco : {true, false}) {
    Gltf g = sheet(6);
    fs::path source;
    if (with_draco) {
      pack_draco(g, draco::MESH_SEQUENTIAL_ENCODING, true);
      source = g.write(folder);
    } else {
      const std::string plain = g.bytes;
      pack_meshopt(g);
      g.root.erase("extensionsRequired");
      source = write(g, folder, plain);
    }
    const auto model = import_model(source);
    const Scene scene = edited(model, "weights 0 1 a 1 b 3");
    for (const GlbPacking how : {GlbPacking::None, GlbPacking::Lossless}) {
      const fs::path rig = folder.path() / "rig.glb", posed = folder.path() / "posed.glb";
      export_rig(scene, rig, nullptr, how);
      const auto again = import_model(rig);
      Scene opened = make_scene(again), here = scene;
      for (Scene* s : {&opened, &here}) {
        s->pose.base = BasePose::Clip;
        s->pose.time = 0.6;
      }
      std::vector<vec3> a, b;
      skin_mesh(opened, evaluate(opened), 0, a, nullptr);
      skin_mesh(here, evaluate(here), 0, b, nullptr);
      EXPECT_LE(farthest(a, b), 1e-5f);
      export_posed(here, evaluate(here), posed, nullptr, how);
      EXPECT_EQ(tests::read_all(posed).find("draco"), std::string::npos);
      EXPECT_EQ(import_model(posed)->meshes[0].position.size(), b.size());
    }
  }
}

// A name that is no UTF-8 is read with a mark in its place, and so it is packed.
TEST(PackedExport, names_in_another_code) {
  const Folder folder;
  Gltf g = sheet(6);
  g.root["materials"] = json::array({{{"name", "gr@n"}, {"doubleSided", true}}});
  primitive(g)["material"] = 0;
  const fs::path source = g.write(folder);
  std::string text = tests::read_all(source);
  text.replace(text.find("gr@n"), 4, "gr\xfcn");
  tests::write_all(source, text);
  const Scene scene = make_scene(import_model(source));
  for (const GlbPacking how : {GlbPacking::Lossless, GlbPacking::Small}) {
    for (const bool rig : {true, false}) {
      const fs::path out = folder.path() / "out.glb";
      EXPECT_EQ(tests::sentence_of([&] {
                  if (rig) {
                    export_rig(scene, out, nullptr, how);
                  } else {
                    export_posed(scene, evaluate(scene), out, nullptr, how);
                  }
                }),
                "");
      const auto again = import_model(out);
      const int material = again->meshes[0].material;
      ASSERT_GE(material, 0);
      EXPECT_TRUE(again->materials[static_cast<std::size_t>(material)].two_sided);
    }
  }
}

}  // namespace
}  // namespace unsound_test
}  // namespace bindpose::packed_files
