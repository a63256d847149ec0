// Files that begin in ways that programs write and Assimp does not expect, and glTF whose sets of
// attributes do not count from 0.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "io/export/rig/rig.h"
#include "io/import.h"
#include "io/import_error.h"
#include "io/import_files.h"
#include "io/io_fixture.h"

namespace bindpose::odd_starts_test {
namespace {

using import_files::Folder;
using import_files::Gltf;
using import_files::json;

// What a checkout without Git LFS has in place of large files.
TEST(AnyFormat, pointers_of_git_lfs_are_told_as_such) {
  const Folder folder;
  const std::string pointer =
      "version https://git-lfs.github.com/spec/v1\noid sha256:0123456789abcdef\nsize 12345\n";
  for (const char* name : {"a.glb", "a.gltf", "a.fbx", "a.dae", "a.obj", "a.md5mesh", "a.bvh"}) {
    const std::string said =
        bindpose::tests::sentence_of([&] { import_model(folder.write(name, pointer)); });
    EXPECT_NE(said.find("is a pointer of Git LFS and not the file itself"), std::string::npos)
        << name << ": " << said;
  }
}

// A file's name may lie; what is in it says what to do.
TEST(AnyFormat, what_other_programs_keep_is_named_whatever_its_ending) {
  const Folder folder;
  const auto said = [&](const char* name, const std::string& content) {
    return bindpose::tests::sentence_of([&] { import_model(folder.write(name, content)); });
  };
  using namespace std::string_literals;
  const std::pair<std::string, const char*> others[] = {
      {"#usda 1.0\ndef Xform \"a\"\n{\n}\n",
       "but a USD scene and can not be read; export it as glTF"},
      {"PXR-USDC\0\x08\0"s, "but a USD scene"},
      {"Ogawa\xFF\0\1"s,
       "but an Alembic cache, which has no joints or weights and can not be read"},
      {"BLENDER-v300REND", "but a Blender file"},
      {"//Maya ASCII 2023 scene\n", "but a Maya scene"},
      {"PMX \0\0\0@"s, "but an MMD model"},
      {"PK\x03\x04\0\0"s, "but an archive and can not be read; unpack it"}};
  for (const auto& [content, sentence] : others) {
    for (const char* name : {"a.fbx", "a.glb", "a.obj", "a.dae"}) {
      const std::string told = said(name, content);
      EXPECT_NE(told.find(sentence), std::string::npos) << name << ": " << told;
    }
  }
}

// The other way round, too: what is read is not called another program's because of its ending.
TEST(AnyFormat, a_model_with_the_ending_of_another_program_is_named) {
  const Folder folder;
  const auto said = [&](const char* name, const std::string& content) {
    return bindpose::tests::sentence_of([&] { import_model(folder.write(name, content)); });
  };
  const std::string fbx = "; FBX 7.3.0 project file\n";
  EXPECT_NE(said("a.max", fbx)
                .find("a.max\" is not a 3ds Max scene but an FBX file; let its name "
                      "end in .fbx."),
            std::string::npos);
  EXPECT_NE(said("a.blend", "glTF\2").find("is not a Blender file but a binary glTF file; let"),
            std::string::npos);
  EXPECT_NE(said("a.blend", "BLENDER-v300REND").find("is a Blender file and can not be read"),
            std::string::npos);
  EXPECT_NE(said("a.vrma", "glTF\2").find("is a VRM animation"), std::string::npos);
}

// As some programs and many hands write them. A name with such a word keeps it.
TEST(Obj, numbers_may_begin_with_their_point) {
  const Folder folder;
  const auto model = import_model(folder.write("a.obj",
                                               "o .5\nv 0 .5 0\nv\t1 0 0\nv 0 1 -.25\nv +.25 "
                                               ".5 1.\nvn 0 0 1\nf 1 2 3\nf 4 2 3\n"));
  ASSERT_EQ(model->meshes.size(), 1u);
  const Mesh& mesh = model->meshes[0];
  ASSERT_EQ(mesh.position.size(), 4u);
  EXPECT_EQ(mesh.position[0], vec3(0.0f, 0.5f, 0.0f));
  EXPECT_EQ(mesh.position[2], vec3(0.0f, 1.0f, -0.25f));
  EXPECT_EQ(mesh.position[3], vec3(0.25f, 0.5f, 1.0f));
  EXPECT_EQ(mesh.name, ".5");
  // Where pieces of the file meet as well.
  for (const std::size_t before : {std::size_t{1} << 20, (std::size_t{1} << 20) - 1}) {
    std::string text = "v 1 0 0\nv 0 1 0\n#";
    text.resize(before - 5, '-');
    text += "\nv 0 .5 0\nf 1 2 3\n";
    const auto far = import_model(folder.write("b.obj", text));
    ASSERT_EQ(far->meshes.size(), 1u);
    EXPECT_EQ(far->meshes[0].position.back(), vec3(0.0f, 0.5f, 0.0f));
  }
  std::string wide = "v 1 0 0\nv 0 1 0\nv 0 .5 0\nf 1 2 3\n", utf16 = "\xff\xfe";
  for (const char c : wide) utf16 += {c, '\0'};
  EXPECT_EQ(import_model(folder.write("c.obj", utf16))->meshes[0].position[2],
            vec3(0.0f, 0.5f, 0.0f));
}

// A triangle whose first number begins with the byte of a line break: 0x3f80000a.
std::string binary_ply(const std::string& line) {
  std::string out;
  for (const char* text :
       {"ply", "format binary_little_endian 1.0", "element vertex 3", "property float x",
        "property float y", "property float z", "element face 1",
        "property list uchar int vertex_indices", "end_header"}) {
    out += text + line;
  }
  const float first = std::bit_cast<float>(0x3f80000au);
  for (const float v : {first, 0.0f, 0.0f, 3.0f, 0.0f, 0.0f, 1.0f, 2.0f, 0.0f}) {
    out.append(reinterpret_cast<const char*>(&v), sizeof v);
  }
  out += '\x03';
  for (const std::uint32_t i : {0u, 1u, 2u}) out.append(reinterpret_cast<const char*>(&i), 4);
  return out;
}

void expect_triangle(const Model& model) {
  ASSERT_EQ(model.meshes.size(), 1u);
  const Mesh& mesh = model.meshes[0];
  ASSERT_EQ(mesh.position.size(), 3u);
  EXPECT_NEAR(mesh.position[0].x, 1.0f, 1e-5f);
  EXPECT_EQ(mesh.position[1], vec3(3.0f, 0.0f, 0.0f));
  EXPECT_EQ(mesh.position[2], vec3(1.0f, 2.0f, 0.0f));
  EXPECT_EQ(mesh.triangle, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(Ply, numbers_may_begin_with_the_byte_of_a_line_break) {
  const Folder folder;
  expect_triangle(*import_model(folder.write("a.ply", binary_ply("\n"))));
  expect_triangle(*import_model(folder.write("b.ply", binary_ply("\r\n"))));
  // Or stand behind one that is too many.
  std::string one_more = binary_ply("\n");
  one_more.insert(one_more.find("end_header\n") + 11, "\n");
  expect_triangle(*import_model(folder.write("c.ply", one_more)));
}

std::string text_ply(const std::string& faces, const std::string& rest, const char* count = "3") {
  return std::string("ply\nformat ascii 1.0\nelement vertex ") + count +
         "\nproperty float x\nproperty float y\nproperty float z\nelement face " + faces +
         "\nproperty list uchar int vertex_indices\nend_header\n1 0 0\n3 0 0 # more\n\n1 2 0\n" +
         rest;
}

TEST(Ply, blanks_may_stand_before_it) {
  const Folder folder;
  expect_triangle(*import_model(folder.write("a.ply", "\n" + binary_ply("\n"))));
  expect_triangle(*import_model(folder.write("b.ply", " \r\n" + binary_ply("\r\n"))));
}

TEST(Ply, a_byte_order_mark_may_stand_before_it) {
  const Folder folder;
  const std::string mark = "\xef\xbb\xbf";
  expect_triangle(*import_model(folder.write("a.ply", mark + binary_ply("\n"))));
  expect_triangle(*import_model(folder.write("b.ply", mark + "\n" + text_ply("1", "3 0 1 2\n"))));
}

// Assimp would read these without end, or beyond them.
TEST(Ply, that_says_more_than_it_has_is_refused) {
  const Folder folder;
  const auto said = [&](const std::string& text) {
    return tests::sentence_of([&] { import_model(folder.write("a.ply", text)); });
  };
  expect_triangle(*import_model(folder.write("a.ply", text_ply("1", "3 0 1 2\n"))));
  const std::pair<std::string, const char*> cases[] = {
      {text_ply("1", "0\n"), "holds no mesh and no skeleton"},
      {text_ply("1", "3 0 1 3\n"), "its face 0 names a vertex that is none of its 3"},
      {text_ply("1", "3 0 1 -1\n"), "its face 0 names a vertex that is none of its 3"},
      {text_ply("2", "3 0 1 2\n"), "ends before the last face of 2"},
      {text_ply("1", "4 0 1 2\n"), "ends before the last face of 1"},
      {text_ply("2147483648", "3 0 1 2\n"), "ends before the last face of 2,147,483,648"},
      {text_ply("1", "3 0 1 2\n", "99999999"), "ends before the last vertex"},
      {text_ply("x", ""), "line 7 of its header counts no elements"},
      {"ply\nformat ascii 1.0\nelement vertex 3\nproperty flat x\nend_header\n",
       "line 4 of its header has no known type"},
      {"ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\n",
       "its header has no end"},
      {binary_ply("\n").substr(0, binary_ply("\n").size() - 1), "ends before the last face of 1"}};
  for (const auto& [text, part] : cases) {
    EXPECT_NE(said(text).find(part), std::string::npos) << part << ": " << said(text);
  }
}

std::string utf16(const std::u16string& text, bool big) {
  std::string out;
  for (const char16_t c : u"\ufeff" + text) {
    const char high = static_cast<char>(c >> 8), low = static_cast<char>(c & 255);
    out += big ? high : low;
    out += big ? low : high;
  }
  return out;
}

// "ä😀" is a letter of two bytes, and one of two units.
TEST(Obj, in_utf16_with_its_materials) {
  for (const bool big : {false, true}) {
    const Folder folder;
    folder.write("m.mtl", utf16(u"newmtl \u00e4\U0001f600\nKd 0.5 0.25 1\nd 0.5\n", big));
    const auto model = import_model(
        folder.write("a.obj", utf16(u"mtllib m.mtl\no \u00e4\U0001f600\nv 1 0 0\nv 3 0 0\nv 1 2 0\n"
                                    u"usemtl \u00e4\U0001f600\nf 1 2 3\n",
                                    big)));
    expect_triangle(*model);
    EXPECT_EQ(model->meshes[0].name, "\xc3\xa4\xf0\x9f\x98\x80");
    const Material& material = model->materials.at(std::size_t(model->meshes[0].material));
    EXPECT_EQ(material.name, "\xc3\xa4\xf0\x9f\x98\x80");
    EXPECT_EQ(material.base_color.a, 0.5f);
  }
}

// Libraries of one name in two folders are two.
TEST(Obj, in_utf16_with_materials_of_two_folders) {
  const Folder folder;
  folder.write("one/m.mtl", utf16(u"newmtl a\nKd 0.5 0.25 1\nd 0.5\n", false));
  folder.write("two/m.mtl", utf16(u"newmtl b\nKd 0.5 0.25 1\nd 0.25\n", false));
  const auto model =
      import_model(folder.write("a.obj",
                                "mtllib one/m.mtl\nmtllib ./two/m.mtl\nv 1 0 0\nv 3 0 0\nv 1 2 0\n"
                                "usemtl a\nf 1 2 3\nusemtl b\nf 3 2 1\n"));
  const auto alpha = [&](const char* name) {
    const auto found = std::find_if(model->materials.begin(), model->materials.end(),
                                    [&](const Material& m) { return m.name == name; });
    return found == model->materials.end() ? -1.0f : found->base_color.a;
  };
  EXPECT_EQ(alpha("a"), 0.5f);
  EXPECT_EQ(alpha("b"), 0.25f);
}

// Half a pair, and half a unit at the end: nothing breaks.
TEST(Obj, in_broken_utf16) {
  const Folder folder;
  const auto model = import_model(folder.write(
      "a.obj", utf16(u"v 1 0 0\nv 3 0 0\nv 1 2 0\nf 1 2 3\n# \xd83d\n# \xdc00\n", false) + "\xd8"));
  expect_triangle(*model);
}

std::string glb(Gltf g) {
  g.root["buffers"] = {{{"byteLength", g.bytes.size()}}};
  std::string text = g.root.dump();
  text.resize((text.size() + 3) / 4 * 4, ' ');
  std::string out = "glTF";
  const auto u32 = [&out](std::size_t v) {
    for (int s = 0; s < 32; s += 8) out.push_back(static_cast<char>(v >> s));
  };
  u32(2);
  u32(28 + text.size() + g.bytes.size());
  u32(text.size());
  out += "JSON" + text;
  u32(g.bytes.size());
  return out + std::string("BIN\0", 4) + g.bytes;
}

TEST(Glb, that_promises_more_than_it_needs_opens) {
  const Folder folder;
  const std::string sound = glb(import_files::skinned_square());
  std::string more = sound;
  more[8] = static_cast<char>(more[8] + 5);
  const auto model = import_model(folder.write("a.glb", more));
  const auto plain = import_model(folder.write("b.glb", sound));
  EXPECT_EQ(model->meshes.at(0).position, plain->meshes.at(0).position);
  EXPECT_EQ(model->report.size(), plain->report.size() + 1);
  EXPECT_NE(model->report[0].message.find("all its parts are there"), std::string::npos);
  for (const std::size_t missing : {2u, 4u}) {
    const std::string said = tests::sentence_of(
        [&] { import_model(folder.write("c.glb", sound.substr(0, sound.size() - missing))); });
    EXPECT_NE(said.find("breaks off"), said.npos) << said;
  }
}

// All of a buffer may be less than what a head may promise too much.
TEST(Glb, that_is_cut_before_its_buffer_is_refused) {
  const Folder folder;
  Gltf g;
  g.root["nodes"] = {{{"name", "a"}, {"children", {1}}}, {{"name", "b"}}};
  g.root["skins"] = {{{"joints", {0, 1}}}};
  g.bytes = std::string(16, 'x');
  const std::string sound = glb(g);
  const auto said = [&](const std::string& bytes) {
    return tests::sentence_of([&] { import_model(folder.write("a.glb", bytes)); });
  };
  EXPECT_EQ(said(sound).find("breaks off"), std::string::npos);
  const std::string cut = sound.substr(0, sound.size() - 24);
  EXPECT_NE(said(cut).find("breaks off"), std::string::npos) << said(cut);
  // Without a buffer nothing is missing.
  std::string bare = cut;
  bare.replace(bare.find("\"buffers\""), 9, "\"BUFFERS\"");
  EXPECT_EQ(said(bare).find("breaks off"), std::string::npos) << said(bare);
}

// Of 0, 1 and 2 joints lack 1; 4 has joints alone. An export keeps them all, for nobody edited
// them.
TEST(GltfSets, joints_keep_the_weights_of_their_number) {
  const Folder folder;
  Gltf g = import_files::skinned_square();
  json& attributes = g.root["meshes"][0]["primitives"][0]["attributes"];
  const auto weights = [&g](float w) {
    std::vector<float> v(24, 0.0f);
    for (std::size_t i = 0; i < v.size(); i += 4) v[i] = w;
    return g.floats(v, "VEC4", 4);
  };
  attributes["WEIGHTS_0"] = weights(0.75f);
  attributes["WEIGHTS_1"] = weights(0.5f);
  attributes["WEIGHTS_2"] = weights(0.25f);
  attributes["JOINTS_2"] = g.accessor(std::vector<std::uint8_t>(24, 1), "VEC4", 4, 5121);
  attributes["JOINTS_4"] = attributes["JOINTS_2"];
  const json stored = attributes;
  const auto model = import_model(g.write(folder));
  const Influences& in = model->meshes.at(0).file_binding.influences;
  ASSERT_EQ(in.weight.size(), 2 * model->meshes[0].position.size());
  for (std::size_t k = 0; k < in.weight.size(); ++k) {
    const int joint = model->meshes[0].file_binding.skin.joint[in.slot[k]];
    const bool is_a = model->skeleton.name[static_cast<std::size_t>(joint)] == "a";
    EXPECT_EQ(in.weight[k], is_a ? 0.75f : 0.25f);
  }
  const auto told = std::find_if(model->report.begin(), model->report.end(), [](const auto& entry) {
    return entry.message.find("(JOINTS_4, WEIGHTS_1)") != std::string::npos;
  });
  ASSERT_NE(told, model->report.end());
  EXPECT_EQ(told->severity, Severity::Warning);

  export_rig(make_scene(model), folder.path() / "out.glb");
  const std::string out = tests::read_all(folder.path() / "out.glb");
  std::uint32_t size = 0;
  std::memcpy(&size, out.data() + 12, 4);
  const json root = json::parse(out.substr(20, size));
  EXPECT_EQ(root["meshes"][0]["primitives"][0]["attributes"], stored);
}

TEST(GltfSets, need_not_count_from_0) {
  const Folder folder;
  Gltf g = import_files::skinned_square();
  json& attributes = g.root["meshes"][0]["primitives"][0]["attributes"];
  std::vector<float> uv;
  for (int i = 0; i < 6; ++i) uv.insert(uv.end(), {0.1f * static_cast<float>(i), 0.5f});
  attributes["TEXCOORD_2"] = g.floats(uv, "VEC2", 2);
  attributes["COLOR_1"] = g.floats(std::vector<float>(24, 0.5f), "VEC4", 4);
  for (const char* kind : {"JOINTS_", "WEIGHTS_"}) {
    attributes[std::string(kind) + "3"] = attributes[std::string(kind) + "0"];
    attributes.erase(std::string(kind) + "0");
  }
  g.root["materials"] = {
      {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}, {"texCoord", 2}}}}}}};
  g.root["textures"] = {{{"source", 0}}};
  g.root["images"] = {{{"uri", "none.png"}}};
  g.root["meshes"][0]["primitives"][0]["material"] = 0;
  const auto model = import_model(g.write(folder));
  const Mesh& a = model->meshes.at(0);
  EXPECT_TRUE(a.file_binding.skin.skinned);
  EXPECT_EQ(a.file_binding.influences.weight, std::vector<float>(a.position.size(), 1.0f));
  EXPECT_TRUE(a.color.empty());
  ASSERT_EQ(a.uv.size(), a.position.size());
  EXPECT_TRUE(std::any_of(a.uv.begin(), a.uv.end(), [](const vec2& t) { return t.x > 0.45f; }));
}

TEST(GltfNodes, without_any_it_is_said) {
  const Folder folder;
  Gltf g = import_files::skinned_square();
  g.root.erase("nodes");
  g.root.erase("skins");
  g.root.erase("animations");
  g.root["scenes"] = {json::object()};
  const std::string said = tests::sentence_of([&] { import_model(g.write(folder)); });
  EXPECT_NE(said.find("has no nodes"), said.npos) << said;
}

// Its recording has fewer frames than it says: one is no "frames".
TEST(Bvh, a_mark_of_utf_8_in_front_of_it) {
  const Folder folder;
  const auto model = import_model(folder.write(
      "a.bvh",
      "\xEF\xBB\xBFHIERARCHY\nROOT hips\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\nEnd Site\n{\n"
      "OFFSET 0 1 0\n}\n}\nMOTION\nFrames: 2\nFrame Time: 1\n0\n"));
  EXPECT_EQ(model->skeleton.name.at(0), "hips");
  EXPECT_TRUE(std::ranges::any_of(model->report, [](const ReportEntry& e) {
    return e.message ==
           "The recording breaks off: it says that it has more frames than the one that is there.";
  }));
}

}  // namespace
}  // namespace bindpose::odd_starts_test
