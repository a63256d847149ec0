#include "io/import.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "io/assimp/convert.h"
#include "io/files/file_signature.h"
#include "io/import_files.h"
#include "math/transform.h"
#include "scene/scene.h"

namespace bindpose::import_test {
namespace {

using import_files::Folder;
using import_files::kObj;

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
  expect(folder.write("notes.txt", "hello"), ".fbx .gltf .glb .vrm .dae");
  expect(folder.write("no_ending", "hello"), "has no ending");
  expect(folder.write("scene.USDZ", "PK"), "is a USD scene and can not be read; export it as glTF");
  expect(folder.write("scene.usd", "PXR"), "is a USD scene");
  expect(folder.write("cache.abc", "Ogawa"), "is an Alembic cache");
  expect(folder.write("own.blend", "BLENDER"), "choose File > Export > glTF 2.0");
  expect(folder.write("own.us", "?"), "unknown ending");
  expect(folder.write("empty.fbx", ""), "is empty");
  expect(folder.write("old.fbx",
                      "; FBX 6.1.0 project file\nFBXHeaderExtension:  {\n"
                      "\tFBXVersion: 2000\n}\n"),
         "FBX version 2000");
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
  const std::string cut = std::string("glTF\2\0\0\0", 8) + std::string("\x10\x27\0\0", 4) + zeros;
  EXPECT_TRUE(has(refusal(folder.write("cut.glb", cut)),
                  "breaks off: it says that it has 10,000 bytes, and there are 212;"));
  EXPECT_TRUE(has(refusal(folder.write("a.dae", "; FBX 7.3.0 project file\n")), "but an FBX file"));
}

TEST(ImportRefusal, text_fbx_may_begin_with_a_comment_or_a_node) {
  EXPECT_TRUE(may_be(FileFormat::Fbx, "\n ; FBX 7.3.0 project file\n", 30));
  EXPECT_TRUE(may_be(FileFormat::Fbx, "FBXHeaderExtension:  {\n", 30));
  EXPECT_FALSE(may_be(FileFormat::Fbx, "dear diary, this: is no node\n", 30));
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

TEST(ImportFormats, obj_quad_is_two_triangles_on_four_vertices) {
  const Folder folder;
  folder.write("box.mtl", "newmtl red\nKd 0.5 0 1\n");
  const auto model = import_model(folder.write("box.obj", kObj));
  ASSERT_EQ(model->meshes.size(), 1u);
  const Mesh& mesh = model->meshes[0];
  EXPECT_EQ(mesh.position.size(), 4u);
  EXPECT_EQ(mesh.triangle.size(), 6u);
  EXPECT_FALSE(mesh.file_binding.skin.skinned);
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

TEST(Import, a_vrm_is_a_glb) {
  const Folder folder;
  const std::filesystem::path vrm = folder.path() / "arm.VRM";
  std::filesystem::copy_file(BINDPOSE_SOURCE_DIR "/assets/arm.glb", vrm);
  const auto model = import_model(vrm);
  EXPECT_EQ(model->name, "arm.VRM");
  EXPECT_GE(find_joint(model->skeleton, "forearm"), 0);
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
    EXPECT_TRUE(ending == ".md" || ending == ".bin" || ending == ".png") << sentence;
  }
  EXPECT_EQ(opened, 25u);
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
}  // namespace bindpose::import_test
