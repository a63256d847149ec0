// What a model names beside itself: textures, material libraries and buffers, in its folder and
// nowhere else.
#include <gtest/gtest.h>

#include <algorithm>

#include "io/files/image_io.h"
#include "io/import.h"
#include "io/import_files.h"
#include "io/plain/obj_material.h"
#include "thread_time.h"

namespace bindpose::import_companions_test {
namespace {

using import_files::Folder;
using import_files::kObj;

std::string refusal(const std::filesystem::path& path) {
  try {
    import_model(path);
  } catch (const ImportError& e) {
    return e.what();
  }
  return "";
}

bool reported(const Model& model, const std::string& part) {
  return std::any_of(model.report.begin(), model.report.end(),
                     [&](const ReportEntry& r) { return r.message.find(part) != r.message.npos; });
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
    const bool absent = outside == "absent.png";
    const std::string said = absent ? "\" is missing" : "\" lies outside of the model's folder";
    EXPECT_TRUE(reported(*model, "\"" + outside + said)) << outside;
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
  folder.write("model/a+b,\xC3\x9F.bin", g.bytes);
  EXPECT_EQ(as("a%2Bb%2C%C3%9F.bin"), "");
  EXPECT_EQ(as("a%2bb%2c%c3%9f.bin"), "");
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

// Words that are no numbers end an option: the next one's sign is not its number's.
TEST(ImportTextures, options_of_moved_ones_are_read_word_by_word) {
  const Folder folder;
  folder.write("box.obj", "mtllib box.mtl\n");
  const auto moved = [&](const std::string& options) {
    folder.write("box.mtl", "newmtl red\nmap_Kd " + options + " pixel.png\n");
    return !obj_moved_textures(folder.path() / "box.obj").empty();
  };
  EXPECT_TRUE(moved("-o 0 -s 2 2 2"));
  EXPECT_TRUE(moved("-s 1 -o 0 -0.5"));
  EXPECT_TRUE(moved("-t +.5"));
  EXPECT_TRUE(moved("-clamp on -s 1 1 3"));
  EXPECT_FALSE(moved("-o 0 -s 1 1 1"));
  EXPECT_FALSE(moved("-s 1 -bm 2"));
  EXPECT_FALSE(moved("-o 0 0 0 3"));
  EXPECT_FALSE(moved("-o 0 0 3.png"));
}

TEST(ImportTextures, libraries_are_read_once_and_not_without_end) {
  const Folder folder;
  const std::string line = "newmtl a\nmap_Kd -o 1 a.png\n";
  folder.write("large.mtl", std::string(std::size_t{1} << 20, '\n') + line);
  std::string huge((std::size_t{1} << 24) - 4096, '#');
  for (std::size_t end = 1000; end < huge.size(); end += 1000) huge[end] = '\n';
  folder.write("huge.mtl", huge);
  folder.write("late.mtl", std::string(8192, '\n') + line);
  const auto moved = [&](const std::string& lines) {
    return obj_moved_textures(folder.write("box.obj", lines));
  };
  std::string lines;
  for (int i = 0; i < 4000; ++i) lines += "mtllib large.mtl\n";
  const double start = thread_seconds();
  EXPECT_EQ(moved(lines), std::set<std::string>{"a"});
  EXPECT_LT(thread_seconds() - start, 5.0);  // read at each line: a minute
  EXPECT_EQ(moved("mtllib late.mtl\nmtllib huge.mtl\n"), std::set<std::string>{"a"});
  EXPECT_EQ(moved("mtllib huge.mtl\nmtllib late.mtl\n"), std::set<std::string>{});
}

}  // namespace
}  // namespace bindpose::import_companions_test
