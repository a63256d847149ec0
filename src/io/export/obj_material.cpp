// The library of materials beside an OBJ.
#include <algorithm>
#include <charconv>
#include <set>
#include <system_error>

#include "io/export/surface.h"
#include "io/files/file_head.h"
#include "math/srgb.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLibraryMark = "# Materials of a posed mesh, exported by Bindpose\n";

void append_number(std::string& text, float x) {
  char digits[32];
  constexpr int kDigits = 6;  // white is 1, not what the curve of sRGB leaves of it
  text += ' ';
  text.append(
      digits,
      std::to_chars(digits, digits + sizeof digits, x, std::chars_format::general, kDigits).ptr);
}

void append_row(std::string& text, const char* key, std::initializer_list<float> numbers) {
  text += key;
  for (const float x : numbers) append_number(text, x);
  text += '\n';
}

// As seen from the folder of the library; options begin with '-'.
std::string seen_from(const fs::path& folder, const fs::path& file) {
  std::error_code error;
  const fs::path home = fs::absolute(folder.empty() ? fs::path(".") : folder, error);
  const std::string path = fs::proximate(fs::absolute(file, error), home, error).generic_string();
  return path.starts_with('-') ? "./" + path : path;
}

struct LibraryWriter {
  const Model& model;
  const fs::path folder;
  std::string text{kLibraryMark};
  std::set<int> inside{};  // images that no file beside the model holds

  void add_map(const char* key, const TextureUse& use) {
    if (use.image < 0) return;
    const Image& image = model.images[static_cast<std::size_t>(use.image)];
    if (image.file.empty()) {
      inside.insert(use.image);
    } else {
      text += std::string(key) + " " + seen_from(folder, image.file) + "\n";
    }
  }
  void add(const Material& m, const std::string& name);
};

void LibraryWriter::add(const Material& m, const std::string& name) {
  text += "newmtl " + name + "\n";
  const vec3 color = linear_to_srgb(glm::clamp(vec3(m.base_color), vec3(0.0f), vec3(1.0f)));
  append_row(text, "Kd", {color.r, color.g, color.b});
  if (m.alpha_mode == AlphaMode::Blend && m.base_color.a < 1.0f)
    append_row(text, "d", {m.base_color.a});
  if (m.shading == Shading::MetallicRoughness) {
    append_row(text, "Pr", {m.roughness});
    append_row(text, "Pm", {m.metallic});
  }
  const TextureUse& base = m.use(TextureSlot::BaseColor);
  add_map("map_Kd", base);
  if (m.alpha_mode != AlphaMode::Opaque) add_map("map_d", base);
  if (m.emissive != vec3(0.0f)) {
    const vec3 light = linear_to_srgb(glm::clamp(m.emissive, vec3(0.0f), vec3(1.0f)));
    append_row(text, "Ke", {light.r, light.g, light.b});
    add_map("map_Ke", m.use(TextureSlot::Emissive));
  }
  add_map("norm", m.use(TextureSlot::Normal));
}

bool is_one_file(const fs::path& a, const fs::path& b) {
  std::error_code error;
  return fs::equivalent(a, b, error);
}

}  // namespace

ObjLibrary obj_library(const Model& model, const std::vector<Surface>& surfaces,
                       const fs::path& obj) {
  ObjLibrary out;
  out.file = fs::path(obj).replace_extension(".mtl");
  std::set<int> used;
  for (const Surface& s : surfaces) {
    if (s.mesh->material >= 0) used.insert(s.mesh->material);
  }
  if (used.empty()) return out;
  std::error_code ignored;
  const fs::file_status status = fs::status(obj, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    out.notes.emplace_back(
        "Materials are left out: beside what is no file there is no place for "
        "an .mtl.");
    return out;
  }
  const bool read = is_one_file(out.file, model.path) ||
                    std::ranges::any_of(model.companions, [&](const std::string& file) {
                      return is_one_file(out.file, file);
                    });
  const bool strange =
      fs::exists(out.file, ignored) && file_head(out.file, kLibraryMark.size()) != kLibraryMark;
  if (read || strange) {
    out.notes.push_back("Materials are left out: " + out.file.string() +
                        (read ? " is a file that the model was read from"
                              : " is there and is none of an export of this program") +
                        ", so it stays as it is; choose another name to have them.");
    return out;
  }
  LibraryWriter writer{model, out.file.parent_path()};
  std::set<std::string> taken;
  out.name.resize(model.materials.size());
  for (const int m : used) {
    const auto index = static_cast<std::size_t>(m);
    const std::string name = obj_name(model.materials[index].name, "material");
    std::string& own = out.name[index];
    own = name;
    for (int k = 2; !taken.insert(own).second; ++k) own = name + "_" + std::to_string(k);
    writer.add(model.materials[index], own);
  }
  if (!writer.inside.empty()) {
    const bool one = writer.inside.size() == 1;
    out.notes.push_back(counted(writer.inside.size(), "texture lies", "textures lie") +
                        " inside the model's file, and the .mtl can only name files: " +
                        (one ? "it is" : "they are") + " left out; a .glb has all textures.");
  }
  out.text = std::move(writer.text);
  return out;
}

std::string obj_name(std::string_view name, const char* otherwise) {
  std::string text(name.empty() ? otherwise : name);
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == ' ' || c == '\x7f') c = '_';
  }
  return text;
}

}  // namespace bindpose
