// Exports of compressed models: what their own file holds comes along as it does of one that is not
// compressed.
#include <gtest/gtest.h>

#include <filesystem>

#include "compressed/packed_files.h"
#include "compressed/same_surface.h"
#include "io/export/export.h"
#include "io/export/rig/rig.h"
#include "io/gltf/compressed/plain.h"
#include "io/import.h"
#include "io/import_error.h"
#include "io/io_fixture.h"

namespace bindpose::packed_files {
namespace plain_export_test {
namespace {

namespace fs = std::filesystem;

struct Glb {
  json root;
  std::string binary;

  explicit Glb(const fs::path& file) : Glb(tests::read_all(file)) {}
  explicit Glb(const std::string& bytes) {
    std::uint32_t size = 0;
    std::memcpy(&size, bytes.data() + 12, 4);
    root = json::parse(bytes.substr(20, size));
    if (bytes.size() > 28 + size) binary = bytes.substr(28 + size);
  }
  std::string view(std::size_t index) const {
    const json& v = root["bufferViews"].at(index);
    return binary.substr(v.value("byteOffset", std::size_t{0}), v["byteLength"]);
  }
};

// With what no program shows, and a picture inside.
Gltf signed_sheet(int n) {
  Gltf g = sheet(n);
  const std::size_t picture = add_view(g, "\x89PNG this is the picture");
  g.root["images"] = {{{"bufferView", picture}, {"mimeType", "image/png"}, {"name", "skin"}}};
  g.root["samplers"] = {{{"wrapS", 33071}}};
  g.root["textures"] = {{{"source", 0}, {"sampler", 0}, {"extras", {{"dpi", 300}}}}};
  g.root["materials"] = {{{"name", "m"},
                          {"extras", {{"author", "Ada"}, {"layers", {1, 2}}}},
                          {"extensions", {{"ADA_glitter", {{"amount", 0.25}}}}},
                          {"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}}};
  primitive(g)["material"] = 0;
  primitive(g)["extras"] = {{"part", "front"}};
  g.root["meshes"][0]["extras"] = {{"pages", 7}};
  g.root["nodes"][1]["extras"] = {{"height", 1.5}};
  g.root["nodes"][3]["extras"] = {{"bone", true}};
  g.root["extras"] = {{"project", "x"}};
  g.root["asset"]["extras"] = {{"source", "by hand"}};
  g.root["extensionsUsed"] = {"ADA_glitter"};
  return g;
}

std::vector<std::string> write_both(const fs::path& source, const fs::path& rig,
                                    const fs::path& posed, const OpenPlain& open) {
  const auto model = import_model(source);
  const Scene scene = make_scene(model);
  std::vector<std::string> notes = export_rig(scene, rig, nullptr, GlbPacking::None, open);
  for (const std::string& note :
       export_posed(scene, evaluate(scene), posed, nullptr, GlbPacking::None, open)) {
    notes.push_back(note);
  }
  return notes;
}

// What an export says of how things look and what they are called.
json looks(const Glb& glb) {
  json out;
  for (const char* key : {"asset", "materials", "textures", "samplers", "nodes", "scenes", "extras",
                          "extensionsUsed", "extensionsRequired"}) {
    out[key] = glb.root.value(key, json());
  }
  for (json image : glb.root.value("images", json::array())) {
    if (image.contains("bufferView")) {
      const std::string bytes = glb.view(image["bufferView"].get<std::size_t>());
      image["bufferView"] = std::hash<std::string>()(bytes);
    }
    out["images"].push_back(image);
  }
  for (json mesh : glb.root["meshes"]) {
    for (json& part : mesh["primitives"]) {
      json names = json::array();
      for (const auto& [name, index] : part["attributes"].items()) names.push_back(name);
      part["attributes"] = names;
      part.erase("indices");
      part.erase("mode");
    }
    out["meshes"].push_back(mesh);
  }
  return out;
}

// Other programs leave no views behind that nothing names.
void sweep(Gltf& g) {
  std::vector<json*> users;
  for (const char* array : {"accessors", "images"}) {
    for (json& user : g.root[array]) {
      if (user.contains("bufferView")) users.push_back(&user);
    }
  }
  users.push_back(&primitive(g)["extensions"]["KHR_draco_mesh_compression"]);
  json kept = json::array();
  std::string bytes;
  for (json* user : users) {
    json view = g.root["bufferViews"][(*user)["bufferView"].get<std::size_t>()];
    const std::string part = g.bytes.substr(view["byteOffset"], view["byteLength"]);
    bytes.resize((bytes.size() + 3) / 4 * 4, '\0');
    view["byteOffset"] = bytes.size();
    bytes += part;
    (*user)["bufferView"] = kept.size();
    kept.push_back(view);
  }
  g.root["bufferViews"] = kept;
  g.bytes = bytes;
}

enum class Kind { Sequential, Edgebreaker, Meshopt };
class PlainExport : public ::testing::TestWithParam<Kind> {
 protected:
  static Gltf packed(Gltf g) {
    if (GetParam() == Kind::Meshopt) {
      pack_meshopt(g);
    } else {
      pack_draco(g, GetParam() == Kind::Sequential ? draco::MESH_SEQUENTIAL_ENCODING
                                                   : draco::MESH_EDGEBREAKER_ENCODING);
      sweep(g);
    }
    return g;
  }
};

TEST_P(PlainExport, carries_what_that_of_a_plain_file_does) {
  const Folder plain_folder, folder;
  Gltf plain = signed_sheet(9);
  const fs::path from = plain.write(plain_folder);
  const fs::path source = write(packed(signed_sheet(9)), folder);
  const auto at = [](const Folder& f, const char* name) { return f.path() / name; };
  EXPECT_EQ(
      write_both(from, at(plain_folder, "rig.glb"), at(plain_folder, "posed.glb"), open_plain_here),
      write_both(source, at(folder, "rig.glb"), at(folder, "posed.glb"), open_plain_here));
  for (const char* name : {"rig.glb", "posed.glb"}) {
    const Glb one(at(folder, name)), other(at(plain_folder, name));
    EXPECT_EQ(looks(one), looks(other)) << name;
    EXPECT_EQ(looks(one)["materials"][0]["extras"]["author"], "Ada") << name;
    // Neither streams nor what stood in for them stay in the file.
    EXPECT_LE(one.binary.size(), other.binary.size() + 64) << name;
    EXPECT_EQ(one.root["buffers"].size(), 1u) << name;
    EXPECT_LE(one.root["accessors"].size(), other.root["accessors"].size()) << name;
    EXPECT_LE(one.root["bufferViews"].size(), other.root["bufferViews"].size()) << name;
  }
  expect_same(import_model(at(folder, "rig.glb")), import_model(source), 1e-6f);
}

// Its bounds were those before it was packed; a picture beside the file stays there.
TEST_P(PlainExport, the_plain_file_states_what_it_holds) {
  const Folder folder;
  Gltf g = signed_sheet(5);
  g.root["images"][0] = {{"uri", "skin.png"}};
  const fs::path source = write(packed(g), folder);
  const std::vector<std::uint8_t> bytes = plain_gltf(source);
  const Glb plain(std::string(bytes.begin(), bytes.end()));
  const json& part = plain.root["meshes"][0]["primitives"][0];
  const json& places = plain.root["accessors"][part["attributes"]["POSITION"].get<std::size_t>()];
  EXPECT_EQ(places["min"][0], 0.0);
  EXPECT_EQ(places["max"][1], 1.0);
  EXPECT_EQ(plain.root["images"][0]["uri"], "skin.png");
  EXPECT_EQ(plain.root["extensionsUsed"], json::array({"ADA_glitter"}));
  EXPECT_FALSE(plain.root.contains("extensionsRequired"));
  EXPECT_EQ(plain.root["buffers"][0]["byteLength"], plain.binary.size());
  for (const json& view : plain.root["bufferViews"]) {
    EXPECT_EQ(view["buffer"], 0);
    EXPECT_LE(view["byteOffset"].get<std::size_t>() + view["byteLength"].get<std::size_t>(),
              plain.binary.size());
  }
}

// It is there no more as it was: what is shown is written, and that is said.
TEST_P(PlainExport, says_what_stays_behind_where_it_cannot_be_decoded_again) {
  const Folder folder;
  const fs::path source = write(packed(signed_sheet(4)), folder);
  const auto fails = [](const fs::path&, const WriteProgress*) -> std::vector<std::uint8_t> {
    throw ImportError("it crashed");
  };
  const auto nonsense = [](const fs::path&, const WriteProgress*) {
    return std::vector<std::uint8_t>(100, 'g');
  };
  const fs::path rig = folder.path() / "rig.glb", posed = folder.path() / "posed.glb";
  for (const OpenPlain& open : {OpenPlain(fails), OpenPlain(nonsense)}) {
    const auto notes = write_both(source, rig, posed, open);
    ASSERT_EQ(notes.size(), 2u);
    for (const std::string& note : notes) {
      EXPECT_TRUE(note.starts_with("The model's file is compressed and could not be decoded again"))
          << note;
    }
    expect_same(import_model(rig), import_model(source), 1e-6f);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, PlainExport,
                         ::testing::Values(Kind::Sequential, Kind::Edgebreaker, Kind::Meshopt),
                         [](const auto& kind) {
                           return kind.param == Kind::Meshopt      ? "meshopt"
                                  : kind.param == Kind::Sequential ? "draco_sequential"
                                                                   : "draco_edgebreaker";
                         });

// Two parts may be one stream: the second does not find it where it was.
TEST(PlainExportOf, one_stream_for_two_parts) {
  const Folder folder;
  Gltf g = sheet(6);
  pack_draco(g, draco::MESH_SEQUENTIAL_ENCODING);
  g.root["meshes"][0]["primitives"].push_back(primitive(g));
  const fs::path source = write(g, folder), rig = folder.path() / "rig.glb";
  EXPECT_TRUE(write_both(source, rig, folder.path() / "posed.glb", open_plain_here).empty());
  const auto model = import_model(source);
  ASSERT_EQ(model->meshes.size(), 2u);
  EXPECT_EQ(model->meshes[0].position, model->meshes[1].position);
  expect_same(import_model(rig), model, 1e-6f);
}

// A view of bytes that are not there must not become one of others.
TEST(PlainExportOf, bytes_that_are_not_there_is_refused) {
  const Folder folder;
  Gltf g = sheet(3);
  pack_draco(g, draco::MESH_SEQUENTIAL_ENCODING);
  g.root["bufferViews"].push_back(
      {{"buffer", 0}, {"byteOffset", g.bytes.size() - 4}, {"byteLength", 64}});
  const fs::path source = write(g, folder);
  EXPECT_THROW(plain_gltf(source), ImportError);
  Gltf whole = sheet(3);
  const Folder other;
  EXPECT_THROW(plain_gltf(whole.write(other)), ImportError);
}

// Other programs' files, beside what another program decodes them to. One of both was written by
// the packer, the other by the program that unpacked it, and says so; quantised numbers stay so.
class ExportedTwins : public ::testing::TestWithParam<const char*> {};

TEST_P(ExportedTwins, look_the_same) {
  const fs::path shared = fs::path(BINDPOSE_SHARED_DIR) / "wild" / "compressed";
  if (!fs::exists(shared)) GTEST_SKIP() << "no ../shared/wild here";
  const Folder one, other;
  const std::string name = GetParam();
  const auto notes = write_both(shared / (name + ".glb"), one.path() / "rig.glb",
                                one.path() / "posed.glb", open_plain_here);
  EXPECT_EQ(notes, write_both(shared / (name + ".plain.glb"), other.path() / "rig.glb",
                              other.path() / "posed.glb", open_plain_here));
  for (const char* file : {"rig.glb", "posed.glb"}) {
    json a = looks(Glb(one.path() / file)), b = looks(Glb(other.path() / file));
    for (const char* key : {"asset", "extensionsUsed", "extensionsRequired"}) {
      a.erase(key);
      b.erase(key);
    }
    for (json* looked : {&a, &b}) {  // one states turns by nothing, the other does not
      for (json& node : (*looked)["nodes"]) {
        for (const char* key : {"translation", "rotation", "scale"}) node.erase(key);
      }
    }
    EXPECT_TRUE(a == b) << file << json::diff(a, b).dump().substr(0, 500);
  }
}

INSTANTIATE_TEST_SUITE_P(Wild, ExportedTwins,
                         ::testing::Values("cesium_man_draco", "robot_draco", "fox_meshopt",
                                           "robot_gltfpack"),
                         [](const auto& file) { return std::string(file.param); });

}  // namespace
}  // namespace plain_export_test
}  // namespace bindpose::packed_files
