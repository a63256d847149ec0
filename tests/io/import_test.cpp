#include "io/import.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "io/assimp_convert.h"
#include "io/file_signature.h"
#include "io/image_io.h"
#include "io/import_files.h"
#include "math/transform.h"
#include "scene/scene.h"

namespace bindpose {
namespace {

using import_files::Folder;

std::string refusal(const std::filesystem::path& path, const ImportOptions& options = {}) {
  try {
    import_model(path, options);
  } catch (const ImportError& e) {
    return e.what();
  }
  return "";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

bool reported(const Model& model, const std::string& part) {
  return std::any_of(model.report.begin(), model.report.end(),
                     [&](const ReportEntry& r) { return has(r.message, part); });
}

void expect_one_line(const std::string& sentence) {
  EXPECT_FALSE(sentence.empty());
  EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
  EXPECT_LT(sentence.size(), 500u) << sentence;
  EXPECT_TRUE(sentence.ends_with('.')) << sentence;
}

TEST(ImportRefusal, says_what_is_wrong_in_one_line) {
  const Folder folder;
  const auto expect = [](const std::filesystem::path& path, const char* part) {
    const std::string sentence = refusal(path);
    expect_one_line(sentence);
    EXPECT_TRUE(has(sentence, part)) << sentence;
    EXPECT_TRUE(has(sentence, path.filename().string())) << sentence;
  };
  expect(folder.path() / "absent.glb", "does not exist");
  expect(folder.path(), "is a folder");
  expect(folder.write("notes.txt", "hello"), ".fbx .gltf .glb .dae");
  expect(folder.write("no_ending", "hello"), "has no ending");
  expect(folder.write("empty.fbx", ""), "is empty");
  expect(folder.write("old.fbx",
                      "; FBX 6.1.0 project file\nFBXHeaderExtension:  {\n"
                      "\tFBXVersion: 6100\n}\n"),
         "FBX version 6100");
  expect(folder.write("broken.gltf", "{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [{"),
         "at byte 41");
  expect(folder.write("bad.obj", "this is no model at all\n"), "no mesh and no skeleton");
}

TEST(ImportRefusal, content_that_is_not_of_the_ending_is_named) {
  const Folder folder;
  const std::string zeros(200, '\0');
  for (const std::string& ending : supported_extensions()) {
    for (const std::string& text : {std::string("this is no model at all\n"), "\x89PNG\r\n" + zeros,
                                    std::string(4000, '\xff'), std::string("\n")}) {
      if (ending == ".obj" && !has(text, zeros)) continue;  // any text may be one
      if (ending == ".stl" && has(text, zeros)) continue;   // any bytes may be one
      const std::string sentence = refusal(folder.write("bad" + ending, text));
      expect_one_line(sentence);
      EXPECT_TRUE(has(sentence, "does not begin like one")) << sentence;
      EXPECT_TRUE(has(sentence, "bad" + ending)) << sentence;
    }
  }
  const std::string glb = "glTF" + zeros;
  EXPECT_TRUE(has(refusal(folder.write("a.gltf", glb)),
                  "is not a glTF file but a binary glTF file; let its name end in .glb."));
  EXPECT_TRUE(has(refusal(folder.write("a.dae", "; FBX 7.3.0 project file\n")), "but an FBX file"));
}

TEST(ImportRefusal, text_fbx_may_begin_with_a_comment_or_a_node) {
  EXPECT_TRUE(may_be(FileFormat::Fbx, "\n ; FBX 7.3.0 project file\n", 30));
  EXPECT_TRUE(may_be(FileFormat::Fbx, "FBXHeaderExtension:  {\n", 30));
  EXPECT_FALSE(may_be(FileFormat::Fbx, "dear diary, this: is no node\n", 30));
}

TEST(ImportRefusal, compressed_gltf_is_named) {
  const Folder folder;
  import_files::Gltf g = import_files::skinned_square();
  g.root["extensionsRequired"] = {"EXT_meshopt_compression"};
  EXPECT_TRUE(has(refusal(g.write(folder)), "EXT_meshopt_compression"));
}

TEST(ImportRefusal, cancelled_when_progress_says_so) {
  const Folder folder;
  const auto path = import_files::skinned_square().write(folder);
  // Whenever it happens, from the first call to the last.
  int calls = 0;
  ImportOptions count;
  count.progress = [&](const char*, float) { return ++calls, true; };
  import_model(path, count);
  ASSERT_GT(calls, 3);
  for (int stop = 1; stop <= calls; ++stop) {
    int call = 0;
    ImportOptions options;
    options.progress = [&](const char*, float part) {
      EXPECT_GE(part, 0.0f);
      EXPECT_LE(part, 1.0f);
      return ++call != stop;
    };
    EXPECT_TRUE(refusal(path, options).starts_with("cancelled")) << stop;
  }
}

constexpr const char* kObj = R"(mtllib box.mtl
o sheet
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
vt 0 0
vt 1 0
vt 1 1
vt 0 1
vn 0 0 1
usemtl red
f 1/1/1 2/2/1 3/3/1 4/4/1
)";

TEST(ImportFormats, obj_quad_is_two_triangles_on_four_vertices) {
  const Folder folder;
  folder.write("box.mtl", "newmtl red\nKd 0.5 0 1\n");
  const auto model = import_model(folder.write("box.obj", kObj));
  ASSERT_EQ(model->meshes.size(), 1u);
  const Mesh& mesh = model->meshes[0];
  EXPECT_EQ(mesh.position.size(), 4u);
  EXPECT_EQ(mesh.triangle.size(), 6u);
  EXPECT_FALSE(mesh.skin.skinned);
  EXPECT_EQ(mesh.name, "sheet");
  // v points down: the corner at the origin has the texture's lower edge.
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(mesh.uv[i].y, 1.0f - mesh.position[i].y);
  }
  // Colours of such files are meant for the screen.
  ASSERT_GE(mesh.material, 0);
  const vec4 color = model->materials[static_cast<std::size_t>(mesh.material)].base_color;
  EXPECT_NEAR(color.x, 0.21404f, 1e-4f);
  EXPECT_EQ(color.y, 0.0f);
  EXPECT_EQ(color.z, 1.0f);
}

TEST(ImportFormats, ply_and_stl_share_vertices) {
  const Folder folder;
  const auto ply = import_model(folder.write(
      "a.ply",
      "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
      "property float z\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n"
      "0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n"));
  EXPECT_EQ(vertex_count(*ply), 4u);
  EXPECT_EQ(ply->meshes[0].normal[0], vec3(0, 0, 1));
  const auto stl = import_model(folder.write(
      "a.stl",
      "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nendloop\n"
      "endfacet\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 1 0\nvertex 0 1 "
      "0\nendloop\n"
      "endfacet\nendsolid s\n"));
  EXPECT_EQ(vertex_count(*stl), 4u);
  EXPECT_EQ(triangle_count(*stl), 2u);
}

TEST(ImportFormats, bvh_is_a_skeleton_with_a_clip) {
  const Folder folder;
  const auto model = import_model(folder.write(
      "walk.bvh",
      "HIERARCHY\nROOT Hips\n{\n OFFSET 0 0 0\n CHANNELS 6 Xposition Yposition Zposition Zrotation "
      "Xrotation Yrotation\n JOINT Knee\n {\n  OFFSET 0 -2 0\n  CHANNELS 3 Zrotation Xrotation "
      "Yrotation\n  End Site\n  {\n   OFFSET 0 -1 0\n  }\n }\n}\nMOTION\nFrames: 2\nFrame Time: "
      "0.5\n"
      "0 0 0 0 0 0 0 0 0\n1 0 0 90 0 0 0 0 0\n"));
  ASSERT_EQ(model->clips.size(), 1u);
  EXPECT_NEAR(model->clips[0].duration, 0.5, 1e-6);
  Scene scene = make_scene(model);
  scene.pose.base = BasePose::Clip;
  scene.pose.clip = 0;
  scene.pose.time = 0.5;
  const int knee = find_joint(model->skeleton, "Knee");
  ASSERT_GE(knee, 0);
  const vec3 at(evaluate(scene).world[static_cast<std::size_t>(knee)][3]);
  EXPECT_NEAR(glm::distance(at, vec3(3, 0, 0)), 0.0f,
              1e-5f);  // 1 + 2 to the side, turned by 90 degrees
}

TEST(ImportFormats, every_ending_has_a_reader) {
  const Folder folder;
  for (const std::string& ending : supported_extensions()) {
    EXPECT_FALSE(has(refusal(folder.write("file" + ending, "nothing")), "without a reader"))
        << ending;
  }
}

Image one_pixel() {
  Image image;
  image.width = image.height = 1;
  image.pixels = {255, 0, 0, 255};
  return image;
}

std::shared_ptr<const Model> with_texture(const Folder& folder, const std::string& stored) {
  folder.write("model/box.mtl", "newmtl red\nKd 1 1 1\nmap_Kd " + stored + "\n");
  return import_model(folder.write("model/box.obj", kObj));
}

TEST(ImportTextures, lie_in_the_models_folder) {
  const Folder folder;
  std::filesystem::create_directories(folder.path() / "model/textures");
  write_png(folder.path() / "model/beside.png", one_pixel());
  write_png(folder.path() / "model/textures/below.png", one_pixel());
  write_png(folder.path() / "secret.png", one_pixel());
  EXPECT_EQ(with_texture(folder, "beside.png")->images.size(), 1u);
  EXPECT_EQ(with_texture(folder, "C:\\artist\\work\\beside.png")->images.size(), 1u);
  EXPECT_EQ(with_texture(folder, "/home/artist/below.png")->images.size(), 1u);
  for (const std::string& outside :
       {std::string("../secret.png"), (folder.path() / "secret.png").string(),
        std::string("absent.png")}) {
    const auto model = with_texture(folder, outside);
    EXPECT_TRUE(model->images.empty()) << outside;
    EXPECT_TRUE(reported(*model, "\"" + outside + "\" is missing")) << outside;
  }
}

// Material libraries and buffers are opened by Assimp itself, under our rules.
TEST(ImportCompanions, lie_in_the_models_folder) {
  const Folder folder;
  const std::string library = "newmtl red\nKd 0.25 0.5 1\n";
  folder.write("secret.mtl", library);
  folder.write("model/sub/below.mtl", library);
  const auto knows_red = [&](const std::string& name) {
    const auto model =
        import_model(folder.write("model/box.obj", "mtllib " + name + "\nusemtl red\n" + kObj));
    return std::any_of(model->materials.begin(), model->materials.end(),
                       [](const Material& m) { return m.base_color.b == 1.0f; });
  };
  EXPECT_TRUE(knows_red("sub/below.mtl"));
  EXPECT_TRUE(knows_red("./sub/below.mtl"));
  for (const std::string& outside :
       {std::string("../secret.mtl"), std::string("./../secret.mtl"),
        std::string("sub/../../secret.mtl"), std::string("sub/./../../secret.mtl"),
        (folder.path() / "secret.mtl").string()}) {
    EXPECT_FALSE(knows_red(outside)) << outside;
  }
}

// Names with what a URI may not hold, as exporters write them, and what that must not open.
TEST(ImportCompanions, buffers_with_percents_in_their_names) {
  const Folder folder;
  import_files::Gltf g = import_files::skinned_square();
  const auto as = [&](const std::string& uri) {
    g.root["buffers"] = {{{"byteLength", g.bytes.size()}, {"uri", uri}}};
    return refusal(folder.write("model/a.gltf", g.root.dump()));
  };
  folder.write("model/my buffer 1.bin", g.bytes);
  folder.write("model/100%20.bin", g.bytes);
  EXPECT_EQ(as("my%20buffer%201.bin"), "");
  EXPECT_EQ(as("my buffer 1.bin"), "");
  EXPECT_EQ(as("100%20.bin"), "");
  folder.write("secret.bin", g.bytes);
  for (const char* outside : {"../secret.bin", "%2e%2e/secret.bin", "..%2fsecret.bin",
                              "secret.bin%00", "./%2E./secret.bin"}) {
    EXPECT_NE(as(outside), "") << outside;
  }
  EXPECT_NE(as((folder.path() / "secret.bin").string()), "");
}

// A link in the model's folder leads nowhere else: not for textures, not for buffers.
TEST(ImportTextures, links_do_not_lead_out_of_the_folder) {
  const Folder folder;
  std::filesystem::create_directories(folder.path() / "model");
  std::filesystem::create_directories(folder.path() / "elsewhere");
  write_png(folder.path() / "elsewhere/secret.png", one_pixel());
  write_png(folder.path() / "model/beside.png", one_pixel());
  const auto link = [&](const char* to, const char* name) {
    std::filesystem::create_symlink(to, folder.path() / "model" / name);
  };
  link("../elsewhere/secret.png", "link.png");
  link("../elsewhere", "out");
  link("beside.png", "inside.png");
  EXPECT_EQ(with_texture(folder, "inside.png")->images.size(), 1u);
  for (const char* outside : {"link.png", "out/secret.png"}) {
    const auto model = with_texture(folder, outside);
    EXPECT_TRUE(model->images.empty()) << outside;
    EXPECT_TRUE(reported(*model, outside)) << outside;
  }
  import_files::Gltf g = import_files::skinned_square();
  const auto file = g.write(folder, "model/a.gltf");
  std::filesystem::rename(folder.path() / "model.bin", folder.path() / "elsewhere/model.bin");
  link("../elsewhere/model.bin", "model.bin");
  EXPECT_NE(refusal(file), "");
  std::filesystem::remove(folder.path() / "model/model.bin");
  std::filesystem::copy_file(folder.path() / "elsewhere/model.bin",
                             folder.path() / "model/model.bin");
  EXPECT_EQ(refusal(file), "");
}

TEST(ImportTextures, too_large_is_reported) {
  const Folder folder;
  folder.write("model/box.mtl", "newmtl red\nmap_Kd wide.png\n");
  Image wide = one_pixel();
  wide.width = 3;
  wide.pixels.resize(12, 255);
  write_png(folder.path() / "model/wide.png", wide);
  ImportOptions options;
  options.max_image_side = 2;
  const auto model = import_model(folder.write("model/box.obj", kObj), options);
  EXPECT_TRUE(model->images.empty());
  EXPECT_TRUE(reported(*model, "could not be used"));
}

// The formats whose textures lie where their points say and nowhere else.
TEST(ImportTextures, moved_ones_are_reported_at_their_mesh) {
  const Folder folder;
  write_png(folder.path() / "pixel.png", one_pixel());
  const auto with = [&](const std::string& option) {
    folder.write("box.mtl", "newmtl red\nmap_Kd " + option + "pixel.png\n");
    return import_model(folder.write("box.obj", kObj));
  };
  const auto entry = [](const Model& model) {
    return std::find_if(model.report.begin(), model.report.end(), [](const ReportEntry& r) {
      return r.message.find("moved, turned or scaled on the mesh") != r.message.npos;
    });
  };
  for (const char* option : {"-o 0.5 0 0 ", "-s 2 2 1 "}) {
    const auto model = with(option);
    const auto found = entry(*model);
    ASSERT_NE(found, model->report.end()) << option;
    EXPECT_EQ(found->place, "material red");
    EXPECT_EQ(found->severity, Severity::Warning);
    EXPECT_EQ(found->mesh, 0) << "a click shows the mesh";
  }
  const auto plain = with("");
  EXPECT_EQ(entry(*plain), plain->report.end());
}

TEST(ImportText, names_become_valid_utf8) {
  EXPECT_EQ(clean_text("arm.L"), "arm.L");
  EXPECT_EQ(clean_text("H\xC3\xBC"
                       "fte"),
            "H\xC3\xBC"
            "fte");
  EXPECT_EQ(clean_text("H\xFC"
                       "fte\n"),
            "H?fte?");
  EXPECT_EQ(clean_text("\xED\xA0\x80"), "???");  // a surrogate
  EXPECT_EQ(clean_text("\xE2\x82"), "??");       // breaks off
}

std::vector<std::filesystem::path> shared_models() {
  std::vector<std::filesystem::path> files;
  std::error_code absent;
  const std::filesystem::path shared(BINDPOSE_SHARED_DIR);
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(shared / "models", absent)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  return files;
}

TEST(ImportShared, every_file_opens_or_is_refused_in_one_line) {
  const auto files = shared_models();
  if (files.empty()) GTEST_SKIP() << "no ../shared/models here";
  std::size_t opened = 0;
  for (const auto& file : files) {
    const std::string sentence = refusal(file);
    if (sentence.empty()) {
      ++opened;
      continue;
    }
    expect_one_line(sentence);
    const std::string ending = file.extension().string();
    EXPECT_TRUE(has(sentence, "6100") || ending == ".md" || ending == ".bin" || ending == ".png")
        << sentence;
  }
  EXPECT_EQ(opened, 24u);
}

TEST(ImportShared, fbx_axes_and_unit_become_the_display) {
  const std::filesystem::path shared(BINDPOSE_SHARED_DIR);
  const auto file = shared / "models/max_transformed_skin/max_transformed_skin.fbx";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "no ../shared/models here";
  const mat4 m = import_model(file)->to_display;  // z up, front -y, centimetres
  EXPECT_LT(glm::distance(vec3(m * vec4(0, 0, 100, 1)), vec3(0, 1, 0)), 1e-6f);
  EXPECT_LT(glm::distance(vec3(m * vec4(0, -100, 0, 1)), vec3(0, 0, 1)), 1e-6f);
  EXPECT_LT(glm::distance(vec3(m * vec4(100, 0, 0, 1)), vec3(1, 0, 0)), 1e-6f);
}

}  // namespace
}  // namespace bindpose
