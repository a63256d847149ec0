#include "io/assimp/textures.h"

#include <assimp/material.h>
#include <assimp/texture.h>

#include <algorithm>
#include <array>
#include <set>

#include "io/assimp/convert.h"
#include "io/files/image_io.h"
#include "io/text/import_report.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

struct StoredTexture {
  std::string path;
  unsigned set = 0;
  bool moved = false;
  bool maybe_bump = false;
  TextureUse use{};
};

TextureWrap wrap_of(aiTextureMapMode mode) {
  if (mode == aiTextureMapMode_Clamp || mode == aiTextureMapMode_Decal) return TextureWrap::Clamp;
  return mode == aiTextureMapMode_Mirror ? TextureWrap::Mirror : TextureWrap::Repeat;
}

std::optional<StoredTexture> stored_texture(const aiMaterial& m, aiTextureType type) {
  aiString path;
  unsigned channel = 0;
  aiTextureMapMode wrap[3] = {aiTextureMapMode_Wrap, aiTextureMapMode_Wrap, aiTextureMapMode_Wrap};
  if (m.GetTexture(type, 0, &path, nullptr, &channel, nullptr, nullptr, wrap) != aiReturn_SUCCESS) {
    return std::nullopt;
  }
  if (path.length == 0) return std::nullopt;
  aiUVTransform at;
  StoredTexture out{std::string(path.data, path.length), channel};
  out.moved =
      m.Get(AI_MATKEY_UVTRANSFORM(type, 0), at) == aiReturn_SUCCESS &&
      (at.mTranslation != aiVector2D(0, 0) || at.mScaling != aiVector2D(1, 1) || at.mRotation != 0);
  out.maybe_bump = type == aiTextureType_HEIGHT;  // map_Bump of OBJ holds either
  out.use.wrap_u = wrap_of(wrap[0]);
  out.use.wrap_v = wrap_of(wrap[1]);
  return out;
}

std::optional<StoredTexture> first_of(const aiMaterial& m,
                                      std::initializer_list<aiTextureType> types) {
  for (const aiTextureType type : types) {
    if (auto found = stored_texture(m, type)) return found;
  }
  return std::nullopt;
}

// Every image that the material names; some formats list one under several uses.
std::set<std::string> all_paths(const aiMaterial& m) {
  std::set<std::string> out;
  aiString path;
  for (int type = 1; type <= AI_TEXTURE_TYPE_MAX; ++type) {
    const auto use = static_cast<aiTextureType>(type);
    for (unsigned k = 0; k < m.GetTextureCount(use); ++k) {
      if (m.GetTexture(use, k, &path) == aiReturn_SUCCESS && path.length > 0) {
        out.insert(std::string(path.data, path.length));
      }
    }
  }
  return out;
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

struct Slots {
  const aiScene& scene;
  const std::size_t place;
  ImageStore* images;
  Material& out;
  MaterialTextures found{};
  std::array<std::optional<StoredTexture>, kTextureSlots> texture{};
  std::optional<StoredTexture> metal{}, rough{};

  ImageSource source(const StoredTexture& from) const {
    const aiTexture* embedded = scene.GetEmbeddedTexture(from.path.c_str());
    if (embedded == nullptr) return {from.path, {}, {}};
    const std::string name =
        embedded->mFilename.length > 0 ? text_of(embedded->mFilename) : from.path;
    return {from.path, name, [embedded](int side, std::string& error) {
              return embedded_image(*embedded, side, error);
            }};
  }
  void choose_sets(Model& model);
  void want();
};

void Slots::choose_sets(Model& model) {
  std::optional<unsigned> first;
  std::size_t left_out = 0;
  for (std::size_t s = 0; s < kTextureSlots; ++s) {
    if (!texture[s]) continue;
    if (!first) first = found.uv.first = texture[s]->set;
    if (texture[s]->set != *first && !found.uv.second) found.uv.second = texture[s]->set;
    out.texture[s] = texture[s]->use;
    found.moved = found.moved || texture[s]->moved;
    if (texture[s]->set == *first) continue;
    out.texture[s].uv_set = 1;
    if (texture[s]->set == *found.uv.second) continue;
    texture[s].reset();
    out.texture[s] = {};
    ++left_out;
  }
  if (left_out == 0) return;
  report(model, Severity::Warning, "material " + out.name,
         counted(left_out, "texture of it lies", "textures of it lie") +
             " by a third set of texture coordinates, which is not read; left out.");
}

void Slots::want() {
  for (std::size_t s = 0; s < kTextureSlots; ++s) {
    if (!texture[s]) continue;
    const auto slot = static_cast<TextureSlot>(s);
    if (slot == TextureSlot::MetallicRoughness) {
      std::optional<ImageSource> m, r;
      if (metal) m = source(*metal);
      if (rough) r = source(*rough);
      images->want_packed(r ? &*r : nullptr, m ? &*m : nullptr, {place, slot});
    } else {
      images->want(source(*texture[s]), {place, slot, texture[s]->maybe_bump});
    }
  }
}

}  // namespace

MaterialTextures read_textures(const aiScene& scene, const aiMaterial& source, std::size_t place,
                               ImageStore* images, Material& out, Model& model) {
  Slots slots{scene, place, images, out};
  const auto at = [&](TextureSlot slot) -> std::optional<StoredTexture>& {
    return slots.texture[static_cast<std::size_t>(slot)];
  };
  at(TextureSlot::BaseColor) = first_of(source, {aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE});
  at(TextureSlot::Normal) =
      first_of(source, {aiTextureType_NORMAL_CAMERA, aiTextureType_NORMALS, aiTextureType_HEIGHT});
  at(TextureSlot::Occlusion) =
      first_of(source, {aiTextureType_AMBIENT_OCCLUSION, aiTextureType_LIGHTMAP});
  at(TextureSlot::Emissive) =
      first_of(source, {aiTextureType_EMISSION_COLOR, aiTextureType_EMISSIVE});
  slots.metal = first_of(source, {aiTextureType_METALNESS});
  slots.rough = first_of(source, {aiTextureType_DIFFUSE_ROUGHNESS});
  if (slots.metal && slots.rough && slots.metal->set != slots.rough->set) slots.rough.reset();
  at(TextureSlot::MetallicRoughness) = slots.rough ? slots.rough : slots.metal;
  slots.found.has_metal = slots.metal.has_value();
  slots.found.has_rough = slots.rough.has_value();

  // The picture's own alpha lets light through.
  const auto opacity = stored_texture(source, aiTextureType_OPACITY);
  const auto& base = at(TextureSlot::BaseColor);
  if (opacity && base && opacity->path == base->path && out.alpha_mode == AlphaMode::Opaque) {
    out.alpha_mode = AlphaMode::Mask;
  }

  std::set<std::string> more = all_paths(source);
  slots.choose_sets(model);
  for (const auto& texture : slots.texture) {
    if (texture) more.erase(texture->path);
  }
  if (at(TextureSlot::MetallicRoughness)) {
    if (slots.metal) more.erase(slots.metal->path);
  }
  out.more_images = static_cast<std::uint8_t>(std::min<std::size_t>(more.size(), 255));
  if (images != nullptr) slots.want();
  return slots.found;
}

}  // namespace bindpose
