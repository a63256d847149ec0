#include "io/assimp/material.h"

#include <assimp/material.h>
#include <assimp/texture.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <set>

#include "io/assimp/convert.h"
#include "io/files/companion.h"
#include "io/files/image_io.h"
#include "io/text/import_report.h"

namespace bindpose {
namespace {

// Keys that only newer headers define as macros; the names in the files' properties are the same.
constexpr const char* kBaseColor = "$clr.base";
constexpr const char* kAlphaMode = "$mat.gltf.alphaMode";

vec4 clamped(const aiColor4D& c) {
  const auto unit = [](float v) { return std::isfinite(v) ? glm::clamp(v, 0.0f, 1.0f) : 1.0f; };
  return {unit(c.r), unit(c.g), unit(c.b), unit(c.a)};
}

// aiColor4D reads three-component colours as well and leaves alpha alone.
bool read_color(const aiMaterial& m, const char* key, vec4& out) {
  aiColor4D color(1.0f, 1.0f, 1.0f, 1.0f);
  if (m.Get(key, 0, 0, color) != aiReturn_SUCCESS) return false;
  out = clamped(color);
  return true;
}

vec4 base_color(const aiMaterial& m, const MaterialReading& reading) {
  vec4 color(0.8f, 0.8f, 0.8f, 1.0f);
  if (reading.as_gltf) {
    if (!read_color(m, kBaseColor, color)) read_color(m, "$clr.diffuse", color);
    return color;
  }
  if (!read_color(m, "$clr.diffuse", color)) return color;
  color = vec4(srgb_to_linear(vec3(color)), 1.0f);
  float opacity = 1.0f;
  // Exporters disagree on what 0 means; nobody wants to see nothing.
  if (m.Get("$mat.opacity", 0, 0, opacity) == aiReturn_SUCCESS && opacity > 0.0f &&
      opacity < 1.0f) {
    color.a = opacity;
  }
  return color;
}

struct StoredTexture {
  std::string path;
  unsigned uv_channel = 0;
  bool moved = false;  // moved, turned or scaled on its mesh
};

std::optional<StoredTexture> base_texture(const aiMaterial& m) {
  for (const aiTextureType type : {aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE}) {
    aiString path;
    unsigned channel = 0;
    if (m.GetTexture(type, 0, &path, nullptr, &channel) != aiReturn_SUCCESS) continue;
    if (path.length == 0) continue;
    aiUVTransform at;
    const bool moved = m.Get(AI_MATKEY_UVTRANSFORM(type, 0), at) == aiReturn_SUCCESS &&
                       (at.mTranslation != aiVector2D(0, 0) || at.mScaling != aiVector2D(1, 1) ||
                        at.mRotation != 0);
    return StoredTexture{std::string(path.data, path.length), channel, moved};
  }
  return std::nullopt;
}

std::string file_name_of(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == path.npos ? path : path.substr(slash + 1);
}

// Where the image may lie: as the file says when that is below its folder, else its bare name
// beside the model, in textures/, or where the FBX SDK unpacks embedded media.
std::optional<std::filesystem::path> find_image(const std::filesystem::path& model,
                                                std::string stored) {
  for (char& c : stored) {
    if (c == '\\') c = '/';
  }
  std::vector<std::filesystem::path> tries;
  for (const std::string& path : {stored, percent_decoded(stored)}) {
    if (path.find('\0') != path.npos) continue;
    tries.emplace_back(path);
    const std::string name = file_name_of(path);
    if (name.empty()) continue;
    tries.emplace_back(name);
    tries.emplace_back(std::filesystem::path("textures") / name);
    tries.emplace_back(std::filesystem::path("Textures") / name);
    tries.emplace_back(std::filesystem::path(model.stem().string() + ".fbm") / name);
  }
  for (const auto& candidate : tries) {
    if (auto found = find_companion(model.parent_path(), candidate)) return found;
  }
  return std::nullopt;
}

// Embedded pixels, not compressed.
std::optional<Image> raw_image(const aiTexture& texture, int max_side, std::string& error) {
  const auto side = static_cast<unsigned>(max_side);
  if (texture.mWidth == 0 || texture.mWidth > side || texture.mHeight > side) {
    error = "it is " + std::to_string(texture.mWidth) + " x " + std::to_string(texture.mHeight) +
            " pixels, more than " + std::to_string(max_side) + " a side";
    return std::nullopt;
  }
  Image image;
  image.width = static_cast<int>(texture.mWidth);
  image.height = static_cast<int>(texture.mHeight);
  const std::size_t count = std::size_t{texture.mWidth} * texture.mHeight;
  image.pixels.reserve(4 * count);
  for (std::size_t i = 0; i < count; ++i) {
    const aiTexel& t = texture.pcData[i];
    image.pixels.insert(image.pixels.end(), {t.r, t.g, t.b, t.a});
  }
  return image;
}

std::optional<Image> embedded_image(const aiTexture& texture, int max_side, std::string& error) {
  if (texture.mHeight != 0) return raw_image(texture, max_side, error);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(texture.pcData);
  return decode_image({bytes, texture.mWidth}, max_side, error, ImageKinds::All);
}

class ImageStore {
 public:
  ImageStore(const aiScene& scene, const std::filesystem::path& file, int max_side, Model& model)
      : scene_(scene), file_(file), max_side_(max_side), model_(model) {}

  // Index into model.images, or -1 and a line in the report.
  int get(const std::string& stored, const std::string& place) {
    const auto [known, fresh] = index_.try_emplace(stored, -1);
    if (fresh) known->second = load(stored, place);
    return known->second;
  }

 private:
  int load(const std::string& stored, const std::string& place) {
    const std::string shown = "\"" + clean_text(stored) + "\"";
    std::string error;
    std::optional<Image> image;
    std::string name = clean_text(file_name_of(stored));
    if (const aiTexture* embedded = scene_.GetEmbeddedTexture(stored.c_str())) {
      image = embedded_image(*embedded, max_side_, error);
      if (embedded->mFilename.length > 0) name = text_of(embedded->mFilename);
    } else if (const auto path = find_image(file_, stored)) {
      image = read_image(*path, max_side_, error, ImageKinds::All);
      name = clean_text(path->filename().string());
    } else {
      report(model_, Severity::Warning, place,
             "The texture " + shown +
                 " is missing; it was looked for beside the model and in textures/.");
      return -1;
    }
    if (!image) {
      report(model_, Severity::Warning, place,
             "The texture " + shown + " could not be used: " + error);
      return -1;
    }
    image->name = name;
    model_.images.push_back(std::move(*image));
    return static_cast<int>(model_.images.size()) - 1;
  }

  const aiScene& scene_;
  const std::filesystem::path& file_;
  int max_side_;
  Model& model_;
  std::map<std::string, int> index_;
};

// Formats other than glTF have no such switch; modelling programs show both sides.
bool two_sided(const aiMaterial& m, const MaterialReading& reading) {
  if (!reading.as_gltf) return true;
  int value = 0;
  m.Get(AI_MATKEY_TWOSIDED, value);
  return value != 0;
}

float factor_of(const aiMaterial& m, const char* key, float otherwise) {
  float value = otherwise;
  if (m.Get(key, 0, 0, value) != aiReturn_SUCCESS || !std::isfinite(value)) return otherwise;
  return glm::clamp(value, 0.0f, 1.0f);
}

// What only exports use. Older shading has a shine in place of a roughness: the same highlight by
// the usual formula.
void read_finish(const aiMaterial& m, bool as_gltf, Material& out) {
  out.metallic = factor_of(m, "$mat.metallicFactor", as_gltf ? 1.0f : 0.0f);
  float shine = 0.0f;
  vec4 specular(0.0f);
  const bool shines = !as_gltf && read_color(m, "$clr.specular", specular) &&
                      vec3(specular) != vec3(0.0f) &&
                      m.Get("$mat.shininess", 0, 0, shine) == aiReturn_SUCCESS && shine > 0.0f;
  const float rough = shines && std::isfinite(shine) ? std::sqrt(2.0f / (shine + 2.0f)) : 1.0f;
  out.roughness = factor_of(m, "$mat.roughnessFactor", rough);
  vec4 light(0.0f);
  if (read_color(m, "$clr.emissive", light)) {
    out.emissive = as_gltf ? vec3(light) : srgb_to_linear(vec3(light));
  }
  aiString path;
  std::set<std::string> names;  // some formats list one image under several uses
  for (int type = 1; type <= AI_TEXTURE_TYPE_MAX; ++type) {
    const auto use = static_cast<aiTextureType>(type);
    for (unsigned k = 0; k < m.GetTextureCount(use); ++k) {
      if (m.GetTexture(use, k, &path) == aiReturn_SUCCESS && path.length > 0) {
        names.insert(std::string(path.data, path.length));
      }
    }
  }
  if (const auto base = base_texture(m)) names.erase(base->path);
  out.more_images = static_cast<std::uint8_t>(std::min<std::size_t>(names.size(), 255));
}

Material read_material(const aiMaterial& m, const MaterialReading& reading, Model& model) {
  Material out;
  out.name = text_of(const_cast<aiMaterial&>(m).GetName());
  out.base_color = base_color(m, reading);
  out.two_sided = two_sided(m, reading);
  read_finish(m, reading.as_gltf, out);
  aiString mode;
  if (m.Get(kAlphaMode, 0, 0, mode) == aiReturn_SUCCESS) {
    const std::string text = text_of(mode);
    if (text != "OPAQUE" && !text.empty()) out.alpha_mode = AlphaMode::Mask;
    if (text == "BLEND") out.alpha_mode = AlphaMode::Blend;
    if (out.alpha_mode == AlphaMode::Opaque) out.base_color.a = 1.0f;
    if (out.alpha_mode == AlphaMode::Blend) {
      report(model, Severity::Info, "material " + out.name,
             "It blends with what is behind it; it is drawn cut out instead.");
    }
  }
  return out;
}

}  // namespace

UvChannels add_materials(const aiScene& scene, const std::filesystem::path& file,
                         const MaterialReading& reading, const ImportOptions& options,
                         const std::function<void(float)>& progress, Model& model) {
  UvChannels channels(scene.mNumMaterials, 0);
  ImageStore images(scene, file, options.max_image_side, model);
  for (unsigned i = 0; i < scene.mNumMaterials; ++i) {
    progress(static_cast<float>(i) / static_cast<float>(scene.mNumMaterials));
    const aiMaterial& source = *scene.mMaterials[i];
    Material material = read_material(source, reading, model);
    if (const auto texture = base_texture(source)) {
      channels[i] = texture->uv_channel;
      const bool moved = texture->moved || reading.moved_textures.contains(material.name);
      if (moved && !reading.as_gltf) {
        report(
            model, Severity::Warning, "material " + material.name,
            "Its texture is moved, turned or scaled on the mesh, which is not read; it may lie in "
            "the wrong place.");
      }
      TextureUse& use = material.use(TextureSlot::BaseColor);
      if (options.textures) use.image = images.get(texture->path, "material " + material.name);
      // In these formats the texture stands in the place of the colour; glTF multiplies.
      if (use.image >= 0 && !reading.as_gltf) {
        material.base_color = vec4(1.0f, 1.0f, 1.0f, material.base_color.a);
      }
    }
    model.materials.push_back(std::move(material));
  }
  return channels;
}

}  // namespace bindpose
